//! What a text would run, as far as that can be known without running it.

use std::sync::Arc;

use crate::ast::RedirectOp;
use crate::span::{Opaque, Span};

/// Every command of a text, nested ones included, and every place that is not known.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Reading {
    /// In the order of the text.
    pub invocations: Vec<Invocation>,
    /// In the order of the text; empty when everything was understood.
    pub opaque: Vec<Opaque>,
    /// Every redirection, also those of commands that run nothing: `> file`.
    pub redirections: Vec<(Arc<Redirection>, u32)>,
    /// The shells that would run them; the first is the text's own.
    pub shells: Vec<Shell>,
}

/// One shell process or subshell: `cd` and assignments last within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shell {
    /// The shell it was forked from; `None` for the text's own.
    pub parent: Option<u32>,
}

/// One simple command as bash would run it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// Where it stands.
    pub span: Span,
    /// Name and arguments after expansion; never empty.
    pub argv: Vec<Value>,
    /// Assignments before the name: its environment.
    pub assigns: Vec<(String, Value)>,
    /// Its redirections and those of the compounds around it, outermost first.
    pub redirects: Vec<Arc<Redirection>>,
    /// Its place in a pipeline.
    pub pipe: Option<Pipe>,
    /// Index into [`Reading::shells`].
    pub shell: u32,
    /// The name is a function of this text: its body is among the invocations.
    pub function: bool,
    /// `PATH` was changed before it: a bare name may be another program than usual.
    pub path_changed: bool,
    /// It stands in text that another command runs: the span is that command's.
    pub derived: bool,
    /// The same command of the text is listed before this, with the same name: a function's
    /// body at another call, a word that braces repeat.
    pub again: bool,
}

/// A place in a pipeline of more than one command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pipe {
    /// Which pipeline of the text.
    pub pipeline: u32,
    /// Which command of it, counted from 0. Several invocations share an index when the
    /// command is a compound.
    pub index: u32,
    /// How many commands it has.
    pub length: u32,
}

/// A redirection after expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirection {
    /// Where it stands.
    pub span: Span,
    /// The descriptor, when it is written as a number.
    pub fd: Option<u32>,
    /// The operator.
    pub op: RedirectOp,
    /// File, descriptor, or the text of a here-document or here-string.
    pub target: Value,
}

/// A field after expansion: one argument, one target, one value.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Value {
    /// The word it came from.
    pub span: Span,
    /// Joined, they are the text. Adjacent [`Part::Text`]s are merged.
    pub parts: Vec<Part>,
    /// It may become no field or several: an unquoted unknown, a glob, `"$@"`.
    pub splits: bool,
}

/// A part of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Known text.
    Text(String),
    /// One of these, by the way the text takes.
    OneOf(Vec<String>),
    /// Some decimal integer.
    Number,
    /// `~` (empty) or `~user`.
    Home(String),
    /// The value a variable has before the text runs.
    Variable(String),
    /// An active pattern: file names that match it.
    Glob(String),
    /// Anything.
    Unknown,
}

impl Value {
    /// A value that is known to be `text`.
    pub fn text(span: Span, text: impl Into<String>) -> Self {
        Self { span, parts: vec![Part::Text(text.into())], splits: false }
    }

    /// The whole text, when all of it is known.
    pub fn known(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [] => Some(""),
            [Part::Text(text)] => Some(text),
            _ => None,
        }
    }
}

impl Reading {
    /// Every command name that is known, in the order of the text; one for each place of it.
    pub fn programs(&self) -> Vec<String> {
        let mut names = Vec::new();
        for run in self.invocations.iter().filter(|run| !run.again) {
            let known = run.argv.first().map(Value::names).unwrap_or_default();
            names.extend(known.into_iter().filter(|name| !name.is_empty()));
        }
        names
    }
}

impl Value {
    /// The texts this value may have when it is one known text or one of a few; `~` is kept as
    /// written. Empty when it is not known.
    pub fn names(&self) -> Vec<String> {
        let mut names = vec![String::new()];
        for part in &self.parts {
            match part {
                Part::Text(text) => names.iter_mut().for_each(|name| name.push_str(text)),
                Part::Home(user) => names.iter_mut().for_each(|name| {
                    name.push('~');
                    name.push_str(user);
                }),
                Part::OneOf(choices) if names.len() * choices.len() > MOST_NAMES => {
                    return Vec::new();
                }
                Part::OneOf(choices) => {
                    names = names
                        .iter()
                        .flat_map(|name| choices.iter().map(move |c| format!("{name}{c}")))
                        .collect();
                }
                Part::Number | Part::Variable(_) | Part::Glob(_) | Part::Unknown => {
                    return Vec::new();
                }
            }
        }
        names
    }
}

/// A value that may be more texts than this is not known.
const MOST_NAMES: usize = 64;
