//! How things go wrong, and the exit code each way has.

use std::io;
use std::process::ExitCode;

/// What the process says to the one that started it. Anything but 0 means: do not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done; a call may run.
    Success,
    /// It failed.
    Failure,
    /// The arguments are wrong.
    Usage,
    /// A call may not run.
    Deny,
    /// A person is to be asked first.
    Ask,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Success => 0,
            Exit::Failure => 1,
            Exit::Usage | Exit::Deny => 2,
            Exit::Ask => 3,
        })
    }
}

/// Why a verb did not do what it was asked for.
#[derive(Debug)]
pub(crate) struct CommandError {
    /// Which way it went wrong.
    pub(crate) kind: ErrorKind,
    /// What happened and where: lower case, no full stop.
    pub(crate) message: String,
    /// What to do about it.
    pub(crate) hints: Vec<String>,
}

/// The ways to go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorKind {
    /// What was given cannot be taken.
    Input,
    /// The arguments do not fit together.
    Usage,
    /// Output could not be written.
    Output,
    /// The reader of our output went away: nothing is left to say.
    BrokenPipe,
}

impl CommandError {
    /// An error without a hint.
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), hints: Vec::new() }
    }

    /// The same with one hint more.
    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// The exit code this error ends in.
    pub(crate) fn exit(&self) -> Exit {
        match self.kind {
            ErrorKind::Input | ErrorKind::Output | ErrorKind::BrokenPipe => Exit::Failure,
            ErrorKind::Usage => Exit::Usage,
        }
    }

    /// An error of writing to standard output.
    pub(crate) fn output(error: &io::Error) -> Self {
        let kind = match error.kind() {
            io::ErrorKind::BrokenPipe => ErrorKind::BrokenPipe,
            _ => ErrorKind::Output,
        };
        Self::new(kind, format!("cannot write to standard output: {error}"))
    }
}
