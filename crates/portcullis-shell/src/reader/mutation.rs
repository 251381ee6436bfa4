//! Which variables a stretch of text may change: what a loop's round may have done before it
//! comes to a place again.

use std::collections::BTreeSet;

use crate::ast::Argument;
use crate::ast::Assign;
use crate::ast::AssignValue;
use crate::ast::Command;
use crate::ast::CommandKind;
use crate::ast::Param;
use crate::ast::ParamOp;
use crate::ast::Piece;
use crate::ast::Redirect;
use crate::ast::RedirectFd;
use crate::ast::Script;
use crate::ast::Simple;
use crate::ast::Word;
use crate::parser::literal;
use crate::span::Span;
use crate::visit;
use crate::visit::Visitor;

use super::arith::Assigned;
use super::arith::assigned;

/// Every place of one text that may change a variable, in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Mutations {
    places: Vec<(u32, Mutation)>,
    /// The names of the text's functions.
    functions: BTreeSet<String>,
    bodies: Vec<Span>,
    /// What the bodies of all functions change, each once.
    in_functions: BTreeSet<Mutation>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mutation {
    /// One variable; the flag says that it can only become a number.
    Name(String, bool),
    /// The arguments.
    Positional,
    /// A command that may be a function of this text.
    Call(String),
    /// Any variable.
    Anything,
}

impl Mutations {
    pub(super) fn of(script: &Script) -> Self {
        let mut found = Self::default();
        visit::list(&script.list, &mut found);
        for heredoc in &script.heredocs {
            visit::word(&heredoc.body, &mut found);
        }
        found.places.sort_by_key(|(at, _)| *at);
        let mut in_functions = BTreeSet::new();
        for body in outermost(&found.bodies) {
            in_functions.extend(found.between(body).cloned());
        }
        found.in_functions = in_functions;
        found
    }

    /// What `span` may change, calls of the text's own functions looked into.
    pub(super) fn within(&self, span: Span) -> BTreeSet<Mutation> {
        let mut all: BTreeSet<Mutation> = self.between(span).cloned().collect();
        let calls = all.iter().any(|mutation| match mutation {
            Mutation::Call(name) => self.functions.contains(name),
            Mutation::Name(..) | Mutation::Positional | Mutation::Anything => false,
        });
        if calls && self.in_functions.len() > MOST_CHANGES {
            all.insert(Mutation::Anything);
        } else if calls {
            // Which of them it reaches does not matter much: take what any of them changes.
            all.extend(self.in_functions.iter().cloned());
        }
        all
    }

    /// Whether the text, or a function it calls, may change a variable.
    pub(super) fn changes_anything(&self) -> bool {
        self.places.iter().any(|(_, mutation)| match mutation {
            Mutation::Name(name, _) => !name.is_empty(),
            Mutation::Positional | Mutation::Anything => true,
            Mutation::Call(_) => false,
        })
    }

    /// Whether a function of the text may change a variable.
    pub(super) fn functions_change_anything(&self) -> bool {
        self.in_functions.iter().any(|mutation| !matches!(mutation, Mutation::Call(_)))
    }

    /// Whether the text has a function of that name.
    pub(super) fn defines(&self, name: &str) -> bool {
        self.functions.contains(name)
    }

    fn between(&self, span: Span) -> impl Iterator<Item = &Mutation> {
        let from = self.places.partition_point(|(at, _)| *at < span.start);
        let inside = self.places.iter().skip(from);
        inside.take_while(move |(at, _)| *at < span.end).map(|(_, mutation)| mutation)
    }

    fn add(&mut self, span: Span, mutation: Mutation) {
        self.places.push((span.start, mutation));
    }

    fn name(&mut self, span: Span, name: &str, numeric: bool) {
        self.add(span, Mutation::Name(name.to_owned(), numeric));
    }

    fn simple(&mut self, simple: &Simple, span: Span) {
        let mut words = simple.words.iter().map(|argument| match argument {
            Argument::Word(word) => literal(word),
            Argument::Assign(_) => None,
        });
        let mut first = words.next();
        // What `command` and its kin run stands behind their options.
        let prefixed = matches!(first, Some(Some("command" | "builtin" | "exec")));
        while let Some(Some("command" | "builtin" | "exec")) = first {
            first = words.find(|word| word.is_none_or(|text| !text.starts_with('-')));
        }
        let Some(first) = first else { return };
        match first {
            None => self.add(span, Mutation::Anything),
            Some("set" | "shift") => self.add(span, Mutation::Positional),
            Some("printf") if prefixed => self.arguments(simple, span),
            Some("printf") => self.printf(simple, span),
            Some("mapfile" | "readarray")
                if words.any(|word| {
                    // Its callback is text that may assign anything.
                    word.is_none_or(|text| text.starts_with('-') && text.contains('C'))
                }) =>
            {
                self.add(span, Mutation::Anything);
            }
            Some("read" | "mapfile" | "readarray") => {
                self.name(span, "REPLY", false);
                self.name(span, "MAPFILE", false);
                self.arguments(simple, span);
            }
            Some("getopts") => {
                self.name(span, "OPTARG", false);
                self.arguments(simple, span);
            }
            Some(
                "unset" | "wait" | "let" | "declare" | "typeset" | "local" | "export" | "readonly",
            ) => {
                self.arguments(simple, span);
            }
            Some("eval" | "." | "source" | "trap" | "enable") => self.add(span, Mutation::Anything),
            Some(name) => self.add(span, Mutation::Call(name.to_owned())),
        }
    }

    /// `printf` changes a variable with `-v` only, which must come first.
    fn printf(&mut self, simple: &Simple, span: Span) {
        if let Some(Argument::Word(word)) = simple.words.get(1) {
            match word.pieces.as_slice() {
                [Piece::Literal(text) | Piece::Quoted(text)] if !text.starts_with('-') => {}
                [Piece::Double(inner), ..] if matches!(inner.first(), Some(Piece::Literal(text)) if !text.starts_with('-')) =>
                    {}
                _ => self.arguments(simple, span),
            }
        }
    }

    /// Every argument that could be a variable's name, with or without a value behind it.
    fn arguments(&mut self, simple: &Simple, span: Span) {
        for argument in simple.words.iter().skip(1) {
            let Argument::Word(word) = argument else { continue };
            let Some(Piece::Literal(text)) = word.pieces.first() else {
                // A quoted word can be a name too; `printf` and `read` are rarely given one.
                match word.pieces.as_slice() {
                    [Piece::Quoted(text)] => self.name(span, &leading_name(text), false),
                    _ => self.add(span, Mutation::Anything),
                }
                continue;
            };
            // A value may touch its option: `-vx`, `-ax`.
            if let Some(touching) = text.strip_prefix('-').and_then(|flags| flags.get(1..)) {
                self.name(span, &leading_name(touching), false);
            }
            let name = leading_name(text);
            let whole = text.len() == name.len();
            if whole && word.pieces.len() > 1 {
                self.add(span, Mutation::Anything);
            } else if !name.is_empty() {
                self.name(span, &name, false);
            }
        }
    }
}

impl Visitor for Mutations {
    fn command(&mut self, command: &Command) {
        match &command.kind {
            CommandKind::Simple(simple) => self.simple(simple, command.span),
            CommandKind::For(node) => self.name(command.span, &node.name, false),
            CommandKind::Function(node) => {
                self.functions.extend(literal(&node.name).map(str::to_owned));
                self.bodies.push(node.body.span);
            }
            CommandKind::Coproc(node) => {
                let name = node.name.as_ref().map_or(Some("COPROC"), literal);
                self.name(command.span, name.unwrap_or("COPROC"), false);
            }
            CommandKind::Subshell(_)
            | CommandKind::Group(_)
            | CommandKind::If(_)
            | CommandKind::Loop(_)
            | CommandKind::ForArith(_)
            | CommandKind::Case(_)
            | CommandKind::Cond(_)
            | CommandKind::Arith(_) => {}
        }
    }

    fn assign(&mut self, assign: &Assign) {
        let numeric = match &assign.value {
            AssignValue::Scalar(word) => is_numeric(word),
            AssignValue::Array(elements) => elements
                .iter()
                .all(|element| element.subscript.is_none() && is_numeric(&element.value)),
        };
        self.name(assign.span, &assign.name, numeric);
    }

    fn arith(&mut self, text: &Word) {
        match assigned(text) {
            Assigned::These(names) => {
                for (name, _) in names {
                    self.name(text.span, &name, true);
                }
            }
            Assigned::Anything => self.add(text.span, Mutation::Anything),
        }
    }

    fn param(&mut self, param: &Param) {
        if let ParamOp::Default { kind: '=', .. } = param.op {
            self.name(param.span, &param.name, false);
        }
    }

    fn redirect(&mut self, redirect: &Redirect) {
        if let RedirectFd::Variable(name) = &redirect.fd {
            self.name(redirect.span, name, true);
        }
    }
}

/// Those of the spans, in the order of the text, that lie in no other.
fn outermost(spans: &[Span]) -> Vec<Span> {
    let mut found: Vec<Span> = Vec::new();
    for span in spans {
        if found.last().is_none_or(|last| span.start >= last.end) {
            found.push(*span);
        }
    }
    found
}

/// For more changes than this it is not worth to tell them apart.
const MOST_CHANGES: usize = 128;

/// Whether a right side can only be a number.
fn is_numeric(word: &Word) -> bool {
    match word.pieces.as_slice() {
        [Piece::Arith(_)] => true,
        [Piece::Literal(text)] => text.bytes().all(|byte| byte.is_ascii_digit()),
        [Piece::Param(param)] => {
            param.length
                || (param.op == ParamOp::Plain
                    && matches!(param.name.as_str(), "#" | "?" | "!" | "$"))
        }
        _ => false,
    }
}

fn leading_name(text: &str) -> String {
    text.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect()
}
