//! Simple commands: what each is called with, and where that leads.

use std::rc::Rc;

use super::Defined;
use super::Lookup;
use super::Reader;
use super::Seen;
use super::builtins::Call;
use super::builtins::MOST_ARGUMENTS;
use super::builtins::action;
use super::declare::DECLARES;
use super::expand::is_identifier;
use super::shells::is_shell;
use super::state::Var;
use crate::ast::Argument;
use crate::ast::Assign;
use crate::ast::Command;
use crate::ast::Piece;
use crate::ast::Simple;
use crate::ast::Word;
use crate::parser::literal;
use crate::reading::Invocation;
use crate::reading::Part;
use crate::reading::Value;
use crate::span::Span;

impl Reader {
    pub(super) fn simple(&mut self, simple: &Simple, command: &Command) {
        let mut argv = Vec::new();
        let mut arrays = Vec::new();
        let declares = matches!(simple.words.first(), Some(Argument::Word(word))
            if literal(word).is_some_and(|name| DECLARES.contains(&name)));
        for argument in &simple.words {
            match argument {
                // Behind `declare` and its kin an assignment is not split.
                Argument::Word(word) if declares && is_assignment(word) => {
                    argv.push(self.single(word));
                }
                Argument::Word(word) if argv.len() > self.words => {
                    self.doubt(word.span, "too much to be read");
                    break;
                }
                Argument::Word(word) => argv.extend(self.fields(word)),
                Argument::Assign(assign) => {
                    argv.push(Value::text(self.place(assign.span), assign.name.clone()));
                    arrays.push(assign);
                }
            }
        }
        self.refuse_uncalm(simple, command.span);
        let before = self.state.clone();
        self.own_stdin = false;
        self.redirect(&command.redirects);
        if !arrays.is_empty() && !declares {
            self.doubt(command.span, "an array behind a builtin that runs its text");
        }
        self.run_simple(simple, argv, &arrays, command.span);
        if command.redirects.iter().any(|redirect| !redirect.op.text()) {
            // A file that cannot be opened keeps the command from running.
            self.state.join(&before);
        }
    }

    /// Where variables say what runs, the text must be plain enough for them to be known.
    fn refuse_uncalm(&mut self, simple: &Simple, span: Span) {
        if self.calm {
            return;
        }
        let words = simple.words.iter().filter_map(|argument| match argument {
            Argument::Word(word) => Some(word),
            Argument::Assign(_) => None,
        });
        let varies = |word: &Word| word.pieces.iter().any(is_variable);
        let mut words = words.peekable();
        let Some(first) = words.next() else { return };
        let name = literal(first).unwrap_or("");
        let looks_up = matches!(words.peek().and_then(|word| literal(word)), Some("-v" | "-V"));
        let runs = RUNS_TEXT.contains(&name) && !(name == "command" && looks_up);
        if varies(first) || ((runs || is_shell(name)) && words.any(varies)) {
            self.doubt(span, "what runs depends on variables that may be others");
        }
    }

    fn run_simple(&mut self, simple: &Simple, argv: Vec<Value>, arrays: &[&Assign], span: Span) {
        if argv.is_empty() {
            for assign in &simple.assigns {
                self.assign(assign);
            }
            return;
        }
        let outside = self.state.clone();
        let assigns: Vec<_> = simple
            .assigns
            .iter()
            .map(|assign| {
                self.assign(assign);
                let parts = match self.state.get(&assign.name) {
                    Var::Scalar(parts) => parts,
                    Var::Array(_) | Var::Unknown => vec![Part::Unknown],
                };
                let value = Value { span: self.place(assign.span), parts, splits: false };
                (assign.name.clone(), value)
            })
            .collect();
        let during = self.state.clone();
        self.invoke(argv, &assigns, span, Lookup::Usual);
        for assign in arrays {
            self.assign(assign);
        }
        for (name, _) in &assigns {
            // The assignment was for this command only, unless what it ran assigned anew or the
            // shell keeps it, as POSIX says of some builtins.
            let restored = !self.posix && self.state.get(name) == during.get(name);
            self.state.set(name, if restored { outside.get(name) } else { Var::Unknown });
            if restored && name == "PATH" {
                self.state.names_mut().path_changed = outside.names().path_changed;
            }
        }
    }

    /// Records one command and follows it where this shell itself runs something.
    pub(super) fn invoke(
        &mut self,
        argv: Vec<Value>,
        assigns: &[(String, Value)],
        span: Span,
        lookup: Lookup,
    ) {
        let argv = self.bounded(argv, span);
        let Some(first) = argv.first() else { return };
        let place = first.span;
        let names = if first.splits { Vec::new() } else { first.names() };
        let functions = &self.state.names().functions;
        let function =
            lookup == Lookup::Usual && names.iter().any(|name| functions.contains_key(name));
        let leads_on =
            function || names.iter().any(|name| action(name).is_some() || is_shell(name));
        // Only a function's body is walked more than once.
        let again =
            self.in_function && !self.sites.insert((self.frame.number, span, names.clone()));
        let followed = if leads_on { argv.clone() } else { Vec::new() };
        let run = Invocation {
            span: self.place(span),
            argv,
            assigns: assigns.to_vec(),
            redirects: self.redirects.clone(),
            pipe: self.pipe,
            shell: self.shell,
            function,
            path_changed: self.state.names().path_changed,
            derived: self.frame.place.is_some(),
            again,
        };
        let same = |known: &Invocation| {
            known.span == run.span && known.argv == run.argv && known.redirects == run.redirects
        };
        if !again || !self.reading.invocations.iter().rev().take(LOOK_BACK).any(same) {
            self.reading.invocations.push(run);
        }
        for name in &names {
            if self.state.names().replaced.contains(name) {
                self.doubt(span, &format!("`{name}` was given another meaning before"));
            }
        }
        if names.is_empty() {
            self.doubt(place, NAME_UNKNOWN);
            self.state.forget_all();
        } else if leads_on {
            self.follow(&names, &followed, assigns, span, lookup);
        }
    }

    /// The words of a command, unless all commands together have too many to be kept.
    fn bounded(&mut self, mut argv: Vec<Value>, span: Span) -> Vec<Value> {
        let size = |value: &Value| -> usize {
            let part = |part: &Part| match part {
                Part::Text(text) => text.len() / 16,
                Part::OneOf(texts) => texts.iter().map(|text| text.len() / 16 + 1).sum(),
                Part::Number
                | Part::Home(_)
                | Part::Variable(_)
                | Part::Glob(_)
                | Part::Unknown => 1,
            };
            1 + value.parts.iter().map(part).sum::<usize>()
        };
        let targets = self.redirects.last().map_or(0, |redirect| size(&redirect.target));
        let weight = argv.iter().map(size).sum::<usize>() + self.redirects.len() + targets;
        match self.words.checked_sub(weight) {
            Some(left) => self.words = left,
            None => {
                self.doubt(span, "too much to be read");
                self.redirects.clear();
                argv.truncate(1);
            }
        }
        argv
    }

    /// Goes where a command leads; it may be one of several.
    fn follow(
        &mut self,
        names: &[String],
        argv: &[Value],
        assigns: &[(String, Value)],
        span: Span,
        lookup: Lookup,
    ) {
        let entry = self.state.clone();
        let args = argv.get(1..).unwrap_or(&[]);
        for (index, name) in names.iter().enumerate() {
            let before = std::mem::replace(&mut self.state, entry.clone());
            let bodies = self.state.names().functions.get(name).cloned();
            match bodies.filter(|_| lookup == Lookup::Usual) {
                Some(bodies) => bodies.iter().for_each(|body| self.call(body, args)),
                None => match action(name) {
                    Some(action) => action(self, &Call { name, args, assigns, span }),
                    None => self.shell_program(name, args, assigns, span),
                },
            }
            if index > 0 {
                self.state.join(&before);
            }
        }
    }

    fn call(&mut self, body: &Rc<Defined>, args: &[Value]) {
        let inside = self.calls.iter().any(|running| Rc::ptr_eq(running, body));
        if inside || self.calls.len() >= MOST_CALLS {
            // Its body is looked at once more at the end, with nothing known.
            body.seen.set(Seen::NotAtAllCalls);
            self.state.forget_all();
            return;
        }
        if body.seen.get() == Seen::Never {
            body.seen.set(Seen::AtCalls);
        }
        let frame = std::mem::replace(&mut self.frame, Rc::clone(&body.frame));
        let plain = args.iter().all(|arg| !arg.splits) && args.len() <= MOST_ARGUMENTS;
        let list = plain.then(|| Rc::new(args.iter().map(|arg| arg.parts.clone()).collect()));
        let positional = std::mem::replace(&mut self.state.positional, list);
        self.calls.push(Rc::clone(body));
        let outside = std::mem::replace(&mut self.in_function, true);
        self.command(&body.function.body);
        self.in_function = outside;
        self.calls.pop();
        // It may have returned early, and its local variables are gone.
        self.forget_changed(body.function.body.span);
        self.state.positional = positional;
        self.frame = frame;
    }
}

/// Whether a piece of a word has the value of a variable in it.
fn is_variable(piece: &Piece) -> bool {
    match piece {
        Piece::Literal(_) | Piece::Quoted(_) => false,
        Piece::Double(inner) | Piece::ExtGlob { pieces: inner, .. } => {
            inner.iter().any(is_variable)
        }
        Piece::Param(_) | Piece::Command(_) | Piece::Arith(_) | Piece::Process(_) => true,
    }
}

/// Builtins that run what they are given.
const RUNS_TEXT: &[&str] =
    &["eval", "trap", "command", "builtin", "exec", "alias", "jobs", "mapfile", "readarray"];

/// Whether a word begins like `name=`.
fn is_assignment(word: &Word) -> bool {
    let Some(Piece::Literal(text)) = word.pieces.first() else { return false };
    text.split_once('=')
        .is_some_and(|(name, _)| is_identifier(name.strip_suffix('+').unwrap_or(name)))
}

const NAME_UNKNOWN: &str = "the command's name is not known";

/// Calls inside calls.
const MOST_CALLS: usize = 12;

/// How far back a command is looked for before it is listed again.
const LOOK_BACK: usize = 64;
