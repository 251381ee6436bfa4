//! From tree to reading: a walk in the order bash would run things, carrying what is known.
//!
//! Every way the text could take is looked at: both sides of `||`, every arm of a `case`, the
//! bodies of functions nobody calls. Where two ways meet, only what holds on both is known.

mod arith;
mod brace;
mod builtins;
mod expand;
mod mutation;
mod shells;
mod state;

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use self::mutation::Mutation;
use self::mutation::Mutations;
use self::state::State;
use self::state::Var;
use self::state::is_number;
use crate::ast::Argument;
use crate::ast::Assign;
use crate::ast::AssignValue;
use crate::ast::Case;
use crate::ast::Chain;
use crate::ast::Command;
use crate::ast::CommandKind;
use crate::ast::CondTerm;
use crate::ast::For;
use crate::ast::Function;
use crate::ast::Heredoc;
use crate::ast::If;
use crate::ast::List;
use crate::ast::Piece;
use crate::ast::Pipeline;
use crate::ast::Redirect;
use crate::ast::RedirectFd;
use crate::ast::RedirectOp;
use crate::ast::Simple;
use crate::ast::Word;
use crate::limits::Limits;
use crate::parser;
use crate::parser::literal;
use crate::reading::Invocation;
use crate::reading::Part;
use crate::reading::Pipe;
use crate::reading::Reading;
use crate::reading::Redirection;
use crate::reading::Shell;
use crate::reading::Value;
use crate::span::Opaque;
use crate::span::Span;

/// What `text` would run.
pub(crate) fn read(text: &str, limits: &Limits) -> Reading {
    let mut reader = Reader::new(text, limits);
    reader.text(text, None);
    reader.afterwards();
    let mut reading = reader.reading;
    reading.invocations.sort_by_key(|run| run.span.start);
    reading.opaque.sort_by_key(|opaque| opaque.span);
    reading.opaque.dedup();
    reading
}

/// The walk.
struct Reader {
    limits: Limits,
    reading: Reading,
    state: State,
    frame: Rc<Frame>,
    frames: u32,
    /// What `$0` is.
    shell_name: Vec<Part>,
    shell: u32,
    pipe: Option<Pipe>,
    pipelines: u32,
    /// Redirections of the compounds around the cursor.
    redirects: Vec<Arc<Redirection>>,
    stdin: Stdin,
    /// What `exec` has made of this shell's input.
    lasting: Option<Stdin>,
    /// The text is read by a shell that may not be bash.
    posix: bool,
    /// The text has `!(` where a command begins: with extended patterns on, that is a name.
    negated_subshell: bool,
    calls: Vec<Rc<Defined>>,
    /// The cursor is in a function's body.
    in_function: bool,
    /// Files that redirections write.
    written: Vec<Value>,
    /// Every command listed so far: its text, its place there, its names.
    sites: BTreeSet<(u32, Span, Vec<String>)>,
    /// What runs at a time nobody knows: traps, and functions that were not called.
    later: Vec<Later>,
    depth: u32,
    /// Commands left to look at; keeps functions that call functions bounded.
    steps: usize,
}

/// One text: the given one, or one that a builtin or a shell was given.
#[derive(Debug, Default)]
struct Frame {
    /// Tells texts apart.
    number: u32,
    heredocs: Vec<Heredoc>,
    mutations: Mutations,
    /// For derived text: the place that stands for all of it.
    place: Option<Span>,
}

/// A function and the text it was defined in.
#[derive(Debug)]
struct Defined {
    function: Function,
    frame: Rc<Frame>,
    /// How often its body was looked at with the arguments of a call.
    seen: Cell<Seen>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Never,
    AtCalls,
    /// Some call of it could not be followed.
    NotAtAllCalls,
}

struct Later {
    what: Deferred,
    state: State,
    frame: Rc<Frame>,
    span: Span,
    shell: u32,
}

enum Deferred {
    Trap(String),
    Function(Rc<Defined>),
}

/// Where a command's input comes from.
#[derive(Clone, Debug)]
enum Stdin {
    Inherited,
    Pipe,
    Redirected(Arc<Redirection>),
}

/// How a command's name is looked up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lookup {
    /// Functions first.
    Usual,
    /// Behind `command`, `builtin` and `exec`.
    NoFunctions,
}

impl Reader {
    fn new(text: &str, limits: &Limits) -> Self {
        Self {
            limits: *limits,
            reading: Reading { shells: vec![Shell { parent: None }], ..Reading::default() },
            state: State::start(),
            frame: Rc::default(),
            frames: 0,
            shell_name: vec![Part::Unknown],
            shell: 0,
            pipe: None,
            pipelines: 0,
            redirects: Vec::new(),
            stdin: Stdin::Inherited,
            lasting: None,
            posix: false,
            negated_subshell: text.contains("!(") || text.contains("!\\\n"),
            calls: Vec::new(),
            in_function: false,
            written: Vec::new(),
            sites: BTreeSet::new(),
            later: Vec::new(),
            depth: 0,
            steps: text.len().saturating_mul(4).saturating_add(4096),
        }
    }

    /// Reads a text in the present shell. `place` stands for all of it when it is derived.
    fn text(&mut self, text: &str, place: Option<Span>) {
        let script = parser::script(text, &self.limits);
        for opaque in &script.opaque {
            let span = place.unwrap_or(opaque.span);
            self.reading.opaque.push(Opaque { span, reason: opaque.reason.clone() });
        }
        let mutations = Mutations::of(&script);
        self.frames += 1;
        let frame =
            Rc::new(Frame { number: self.frames, heredocs: script.heredocs, mutations, place });
        let outside = std::mem::replace(&mut self.frame, frame);
        self.list(&script.list);
        self.frame = outside;
    }

    /// Reads what runs at a time nobody knows, with what holds at every time.
    fn afterwards(&mut self) {
        let end = self.state.clone();
        // Traps first: they may call functions, and those that were called need no second look.
        while let Some(later) = self.take_later() {
            self.state = later.state;
            self.state.join(&end);
            self.frame = Rc::clone(&later.frame);
            self.shell = later.shell;
            let rest = Span::new(later.span.start, u32::MAX);
            self.forget_changed(rest);
            if later.frame.place.is_some() {
                self.state.forget_all();
            }
            self.state.positional = None;
            (self.stdin, self.pipe) = (Stdin::Inherited, None);
            match later.what {
                Deferred::Trap(text) => self.nested_text(&text, later.span),
                Deferred::Function(defined) => {
                    self.in_function = true;
                    self.command(&defined.function.body);
                    self.in_function = false;
                }
            }
        }
    }

    fn take_later(&mut self) -> Option<Later> {
        self.later.retain(|later| match &later.what {
            Deferred::Trap(_) => true,
            Deferred::Function(defined) => defined.seen.get() != Seen::AtCalls,
        });
        let trap = self.later.iter().position(|later| matches!(later.what, Deferred::Trap(_)));
        match trap {
            Some(at) => Some(self.later.remove(at)),
            None => self.later.pop(),
        }
    }

    /// Where a span of the present text stands in the given one.
    fn place(&self, span: Span) -> Span {
        self.frame.place.unwrap_or(span)
    }

    fn doubt(&mut self, span: Span, reason: &str) {
        let span = self.place(span);
        self.reading.opaque.push(Opaque { span, reason: reason.to_owned() });
    }

    /// Runs `inner` in a copy of the present shell.
    fn subshell<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> T {
        let state = self.state.clone();
        let result = self.other_shell(inner);
        self.state = state;
        result
    }

    /// Runs `inner` as another shell process; the caller sees to its state.
    fn other_shell<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> T {
        let parent = self.shell;
        let (pipe, stdin) = (self.pipe, self.stdin.clone());
        debug_assert!(self.lasting.is_none(), "taken by the command that set it");
        self.shell = u32::try_from(self.reading.shells.len()).unwrap_or(u32::MAX);
        self.reading.shells.push(Shell { parent: Some(parent) });
        let result = inner(self);
        (self.shell, self.pipe, self.stdin) = (parent, pipe, stdin);
        result
    }

    fn list(&mut self, list: &List) {
        if self.depth > self.limits.depth.saturating_mul(2) {
            self.doubt(span_of(list), "nested too deeply");
            return;
        }
        self.depth += 1;
        for item in &list.items {
            if item.background {
                self.subshell(|reader| reader.chain(&item.chain));
            } else {
                self.chain(&item.chain);
            }
        }
        self.depth -= 1;
    }

    fn chain(&mut self, chain: &Chain) {
        self.pipeline(&chain.first);
        for (_, pipeline) in &chain.rest {
            let skipped = self.state.clone();
            self.pipeline(pipeline);
            self.state.join(&skipped);
        }
    }

    fn pipeline(&mut self, pipeline: &Pipeline) {
        if pipeline.timed && self.posix {
            self.doubt(pipeline.span, "`time` is a program to some shells");
        }
        if let [command] = pipeline.commands.as_slice() {
            self.command(command);
            return;
        }
        let length = u32::try_from(pipeline.commands.len()).unwrap_or(u32::MAX);
        let number = self.pipelines;
        self.pipelines += 1;
        for (command, index) in pipeline.commands.iter().zip(0..) {
            self.subshell(|reader| {
                reader.pipe = Some(Pipe { pipeline: number, index, length });
                if index > 0 {
                    reader.stdin = Stdin::Pipe;
                }
                reader.command(command);
            });
        }
    }

    fn command(&mut self, command: &Command) {
        match self.steps.checked_sub(1) {
            Some(left) => self.steps = left,
            None => {
                self.doubt(command.span, "too much to be read");
                return;
            }
        }
        let outside = (self.redirects.len(), self.stdin.clone());
        if let CommandKind::Simple(simple) = &command.kind {
            self.simple(simple, command);
        } else {
            self.redirect(&command.redirects);
            self.compound(command);
        }
        self.redirects.truncate(outside.0);
        self.stdin = self.lasting.take().unwrap_or(outside.1);
    }

    fn compound(&mut self, command: &Command) {
        match &command.kind {
            CommandKind::Simple(_) => {}
            CommandKind::Subshell(list) => self.subshell(|reader| reader.list(list)),
            CommandKind::Group(list) => self.list(list),
            CommandKind::If(node) => self.if_command(node),
            CommandKind::Loop(node) => self.rounds(command.span, |reader| {
                reader.list(&node.condition);
                reader.list(&node.body);
            }),
            CommandKind::For(node) => self.for_command(node, command.span),
            CommandKind::ForArith(node) => {
                self.arith(&node.header);
                self.rounds(command.span, |reader| reader.list(&node.body));
            }
            CommandKind::Case(node) => self.case(node),
            CommandKind::Cond(terms) => {
                self.refuse_posix(command.span);
                self.conditional(terms);
            }
            CommandKind::Arith(arith) => {
                self.refuse_posix(command.span);
                self.arith(arith);
            }
            CommandKind::Function(function) => self.define(function, command.span),
            CommandKind::Coproc(node) => {
                self.subshell(|reader| {
                    reader.stdin = Stdin::Pipe;
                    reader.command(&node.body);
                });
                let name = node.name.as_ref().map(|name| self.single(name));
                let name = name.as_ref().map_or(Some("COPROC"), Value::known);
                self.state.set(name.unwrap_or("COPROC"), Var::Unknown);
            }
        }
    }

    /// `((`, `[[` and `&>` are other commands to a shell that knows POSIX only.
    fn refuse_posix(&mut self, span: Span) {
        if self.posix {
            self.doubt(span, "shells differ in how they read this");
        }
    }

    fn if_command(&mut self, node: &If) {
        let mut ends: Option<State> = None;
        let mut meet = |state: &State| match &mut ends {
            Some(known) => known.join(state),
            None => ends = Some(state.clone()),
        };
        for (condition, body) in &node.branches {
            self.list(condition);
            let otherwise = self.state.clone();
            self.list(body);
            meet(&self.state);
            self.state = otherwise;
        }
        if let Some(body) = &node.otherwise {
            self.list(body);
        }
        if let Some(ends) = ends {
            self.state.join(&ends);
        }
    }

    /// A loop: its body may have run any number of times before each of its places.
    fn rounds(&mut self, span: Span, round: impl FnOnce(&mut Self)) {
        self.forget_changed(span);
        let before = self.state.clone();
        round(self);
        self.state.join(&before);
        self.forget_changed(span);
    }

    fn for_command(&mut self, node: &For, span: Span) {
        let values = match &node.words {
            Some(words) => words.iter().flat_map(|word| self.fields(word)).collect(),
            None => match self.state.positional.clone() {
                Some(list) => list
                    .iter()
                    .map(|parts| Value { parts: parts.clone(), ..Value::default() })
                    .collect(),
                None => {
                    vec![Value { parts: vec![Part::Unknown], splits: true, ..Value::default() }]
                }
            },
        };
        let var = choice(&values);
        self.rounds(span, |reader| {
            reader.assign_var(&node.name, var, span);
            reader.list(&node.body);
        });
    }

    fn case(&mut self, node: &Case) {
        self.single(&node.subject);
        let entry = self.state.clone();
        let mut end = entry.clone();
        let mut fallen: Option<State> = None;
        for arm in &node.arms {
            self.state = entry.clone();
            for pattern in &arm.patterns {
                self.single(pattern);
            }
            if let Some(before) = fallen.take() {
                self.state.join(&before);
            }
            self.list(&arm.body);
            if arm.falls_through {
                fallen = Some(self.state.clone());
            }
            end.join(&self.state);
        }
        self.state = end;
    }

    fn conditional(&mut self, terms: &[CondTerm]) {
        for term in terms {
            match term {
                CondTerm::Operator(..) => {}
                CondTerm::Operand(word) | CondTerm::Pattern(word) => {
                    self.quoted(word);
                }
                CondTerm::Arith(word) => self.arith_word(word),
            }
        }
    }

    fn define(&mut self, function: &Function, span: Span) {
        let frame = Rc::clone(&self.frame);
        let defined =
            Rc::new(Defined { function: function.clone(), frame, seen: Cell::new(Seen::Never) });
        if let Some(name) = self.single(&function.name).known() {
            let bodies = vec![Rc::clone(&defined)];
            self.state.names_mut().functions.insert(name.to_owned(), bodies);
        }
        self.later(Deferred::Function(defined), span);
    }

    fn later(&mut self, what: Deferred, span: Span) {
        let (state, frame) = (self.state.clone(), Rc::clone(&self.frame));
        self.later.push(Later { what, state, frame, span, shell: self.shell });
    }

    fn redirect(&mut self, redirects: &[Redirect]) {
        for redirect in redirects {
            let target = match (redirect.op, redirect.heredoc) {
                (RedirectOp::Heredoc | RedirectOp::HeredocTabs, slot) => {
                    let frame = Rc::clone(&self.frame);
                    let heredoc = slot.and_then(|slot| frame.heredocs.get(slot));
                    heredoc.map(|heredoc| self.quoted(&heredoc.body)).unwrap_or_default()
                }
                (RedirectOp::HereString, _) => self.single(&redirect.target),
                _ => {
                    let mut fields = self.fields(&redirect.target);
                    let span = self.place(redirect.target.span);
                    match (fields.pop(), fields.is_empty()) {
                        (Some(field), true) => field,
                        _ => Value { span, parts: vec![Part::Unknown], splits: false },
                    }
                }
            };
            if matches!(redirect.op, RedirectOp::Both | RedirectOp::BothAppend) {
                self.refuse_posix(redirect.span);
            }
            if let RedirectFd::Variable(name) = &redirect.fd {
                self.state.set(name, Var::Scalar(vec![Part::Number]));
            }
            let fd = match redirect.fd {
                RedirectFd::Number(number) => number,
                RedirectFd::Default | RedirectFd::Variable(_) => None,
            };
            if !redirect.op.reads() || redirect.op == RedirectOp::ReadWrite {
                self.written.push(target.clone());
            }
            let span = self.place(redirect.span);
            let redirection = Arc::new(Redirection { span, fd, op: redirect.op, target });
            let moves_input = match redirect.fd {
                RedirectFd::Default => redirect.op.reads(),
                RedirectFd::Number(number) => number == Some(0),
                RedirectFd::Variable(_) => false,
            };
            if moves_input {
                self.stdin = Stdin::Redirected(Arc::clone(&redirection));
            }
            self.redirects.push(redirection);
        }
    }

    fn simple(&mut self, simple: &Simple, command: &Command) {
        let mut argv = Vec::new();
        let mut arrays = Vec::new();
        let declares = matches!(simple.words.first(), Some(Argument::Word(word))
            if literal(word).is_some_and(|name| builtins::DECLARES.contains(&name)));
        for argument in &simple.words {
            match argument {
                // Behind `declare` and its kin an assignment is not split.
                Argument::Word(word) if declares && is_assignment(word) => {
                    argv.push(self.single(word));
                }
                Argument::Word(word) => argv.extend(self.fields(word)),
                Argument::Assign(assign) => {
                    argv.push(Value::text(self.place(assign.span), assign.name.clone()));
                    arrays.push(assign);
                }
            }
        }
        let before = self.state.clone();
        self.redirect(&command.redirects);
        self.run_simple(simple, argv, &arrays, command.span);
        if command.redirects.iter().any(|redirect| !redirect.op.text()) {
            // A file that cannot be opened keeps the command from running.
            self.state.join(&before);
        }
    }

    fn run_simple(&mut self, simple: &Simple, argv: Vec<Value>, arrays: &[&Assign], span: Span) {
        if argv.is_empty() {
            simple.assigns.iter().for_each(|assign| self.assign(assign));
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
                    Var::Array(_) | Var::Unset | Var::Unknown => vec![Part::Unknown],
                };
                let value = Value { span: self.place(assign.span), parts, splits: false };
                (assign.name.clone(), value)
            })
            .collect();
        let moved = self.state.names().path_changed;
        self.invoke(argv, &assigns, span, Lookup::Usual);
        arrays.iter().for_each(|assign| self.assign(assign));
        for (name, _) in &assigns {
            // Back to what it was, unless the command was one that runs in this shell.
            self.state.set(
                name,
                if self.state.get(name) == outside.get(name) {
                    outside.get(name)
                } else {
                    Var::Unknown
                },
            );
        }
        if moved && !outside.names().path_changed && assigns.iter().any(|(name, _)| name == "PATH")
        {
            self.state.names_mut().path_changed = false;
        }
    }

    /// Records one command and follows it where this shell itself runs something.
    fn invoke(
        &mut self,
        argv: Vec<Value>,
        assigns: &[(String, Value)],
        span: Span,
        lookup: Lookup,
    ) {
        let Some(first) = argv.first() else { return };
        let names = if first.splits { Vec::new() } else { first.names() };
        let functions = &self.state.names().functions;
        let function =
            lookup == Lookup::Usual && names.iter().any(|name| functions.contains_key(name));
        let place = first.span;
        let run = Invocation {
            span: self.place(span),
            argv: argv.clone(),
            assigns: assigns.to_vec(),
            redirects: self.redirects.clone(),
            pipe: self.pipe,
            shell: self.shell,
            function,
            path_changed: self.state.names().path_changed,
            derived: self.frame.place.is_some(),
            again: !self.sites.insert((self.frame.number, span, names.clone())),
        };
        let same = |known: &Invocation| {
            known.span == run.span && known.argv == run.argv && known.redirects == run.redirects
        };
        if !run.again || !self.reading.invocations.iter().rev().take(LOOK_BACK).any(same) {
            self.reading.invocations.push(run);
        }
        if names.is_empty() {
            self.doubt(place, NAME_UNKNOWN);
            self.state.forget_all();
            return;
        }
        let entry = self.state.clone();
        for (index, name) in names.iter().enumerate() {
            let before = std::mem::replace(&mut self.state, entry.clone());
            self.run(name, &argv, assigns, span, lookup);
            if index > 0 {
                self.state.join(&before);
            }
        }
    }

    fn run(
        &mut self,
        name: &str,
        argv: &[Value],
        assigns: &[(String, Value)],
        span: Span,
        lookup: Lookup,
    ) {
        if self.state.names().replaced.contains(name) {
            self.doubt(span, &format!("`{name}` was given another meaning before"));
        }
        let args = argv.get(1..).unwrap_or(&[]);
        if lookup == Lookup::Usual
            && let Some(bodies) = self.state.names().functions.get(name).cloned()
        {
            for body in bodies {
                self.call(&body, args);
            }
            return;
        }
        if !self.builtin(name, args, assigns, span) {
            self.shell_program(name, args, assigns, span);
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
        let plain = args.iter().all(|arg| !arg.splits);
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

    /// Forgets what `span` of the present text may change.
    fn forget_changed(&mut self, span: Span) {
        let frame = Rc::clone(&self.frame);
        for mutation in frame.mutations.within(span) {
            match mutation {
                Mutation::Name(name, numeric) => self.state.forget(&name, numeric),
                Mutation::Positional => self.state.positional = None,
                Mutation::Anything => self.state.forget_all(),
                Mutation::Call(_) => {}
            }
        }
    }

    fn assign(&mut self, assign: &Assign) {
        if let Some(subscript) = &assign.subscript {
            if self.state.names().associative.contains(&assign.name) {
                self.quoted(&subscript.text);
            } else {
                self.arith(subscript);
            }
        }
        let var = match &assign.value {
            AssignValue::Scalar(word) => Var::Scalar(self.single(word).parts),
            AssignValue::Array(elements) => {
                let mut list = Some(Vec::new());
                for element in elements {
                    if let Some(subscript) = &element.subscript {
                        self.arith(subscript);
                        list = None;
                    }
                    let fields = self.fields(&element.value);
                    let plain = fields.iter().all(|field| !field.splits);
                    list = list.filter(|_| plain);
                    if let Some(list) = &mut list {
                        list.extend(fields.into_iter().map(|field| field.parts));
                    }
                }
                list.map_or(Var::Unknown, Var::Array)
            }
        };
        let var =
            match (assign.subscript.is_some(), assign.append, self.state.get(&assign.name), var) {
                (true, ..) => Var::Unknown,
                (_, false, _, var) => var,
                (_, true, Var::Scalar(mut before), Var::Scalar(after)) => {
                    before.extend(after);
                    Var::Scalar(expand::merge(before))
                }
                (_, true, Var::Array(mut before), Var::Array(after)) => {
                    before.extend(after);
                    Var::Array(before)
                }
                (_, true, Var::Unset, var) => var,
                _ => Var::Unknown,
            };
        self.assign_var(&assign.name, var, assign.span);
    }

    /// Assigns with the attributes the variable has.
    fn assign_var(&mut self, name: &str, var: Var, span: Span) {
        if self.state.names().integers.contains(name) || state::NUMBERS.contains(&name) {
            match &var {
                Var::Scalar(parts) => self.arith_value(&parts.clone(), span),
                Var::Array(_) | Var::Unknown => {
                    self.doubt(span, "arithmetic on a value that is not known")
                }
                Var::Unset => {}
            }
            self.state.set(name, Var::Scalar(vec![Part::Number]));
            return;
        }
        match name {
            "BASH_ALIASES" | "BASH_CMDS" => self.doubt(span, "names are given another meaning"),
            "POSIXLY_CORRECT" => self.doubt(span, "the shell's mode changes"),
            "BASH_ENV" | "ENV" => self.doubt(span, "a file that every shell started later runs"),
            _ => {}
        }
        let expanded = matches!(name, "PS4" | "PS0" | "PROMPT_COMMAND");
        let plain = matches!(&var, Var::Scalar(parts) if parts.iter().all(|part| {
            matches!(part, Part::Text(text) if !text.contains(['$', '`', '\\']))
        }));
        if expanded && !plain {
            self.doubt(span, "a prompt that is expanded when it is shown");
        }
        let kept = self.state.names().readonly.contains(name);
        self.state.set(name, if kept { Var::Unknown } else { var });
    }

    /// A substitution's commands, and what its output is known to be.
    fn substitution(&mut self, list: &List) -> Part {
        let before = self.reading.invocations.len();
        self.subshell(|reader| reader.list(list));
        let [item] = list.items.as_slice() else { return Part::Unknown };
        let last = item.chain.first.commands.last();
        let simple = last.is_some_and(|last| matches!(last.kind, CommandKind::Simple(_)));
        match self.reading.invocations.get(before..).and_then(<[_]>::last) {
            Some(run) if simple && item.chain.rest.is_empty() && shells::prints_a_number(run) => {
                Part::Number
            }
            _ => Part::Unknown,
        }
    }
}

/// One of several values.
fn choice(values: &[Value]) -> Var {
    if let [value] = values {
        return Var::Scalar(value.parts.clone());
    }
    if values.iter().all(|value| is_number(&value.parts)) {
        return Var::Scalar(vec![Part::Number]);
    }
    let texts: Option<Vec<_>> = values
        .iter()
        .map(|value| value.known().filter(|_| !value.splits).map(str::to_owned))
        .collect();
    match texts {
        Some(texts) if texts.len() <= state::MOST_CHOICES => Var::Scalar(vec![Part::OneOf(texts)]),
        _ => Var::Unknown,
    }
}

/// Whether a word begins like `name=`.
fn is_assignment(word: &Word) -> bool {
    let Some(Piece::Literal(text)) = word.pieces.first() else { return false };
    text.split_once('=')
        .is_some_and(|(name, _)| expand::is_identifier(name.strip_suffix('+').unwrap_or(name)))
}

fn span_of(list: &List) -> Span {
    let spans = list.items.iter().map(|item| item.chain.first.span);
    spans.reduce(Span::to).unwrap_or_default()
}

const NAME_UNKNOWN: &str = "the command's name is not known";

/// Calls inside calls.
const MOST_CALLS: usize = 12;

/// How far back a command is looked for before it is listed again.
const LOOK_BACK: usize = 64;

/// How much of the depth a nested text uses.
const NESTED_TEXT: u32 = 8;
