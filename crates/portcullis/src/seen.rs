//! One text and all that was found in it.

use portcullis_shell::Limits;
use portcullis_shell::Opaque;
use portcullis_shell::Reading;
use portcullis_shell::Span;
use portcullis_shell::ast;

/// What there is to show of a text.
#[derive(Debug)]
pub(crate) struct Seen<'a> {
    /// As it was given.
    pub(crate) text: &'a str,
    /// Its syntax.
    pub(crate) script: ast::Script,
    /// What it would run.
    pub(crate) reading: Reading,
    /// Every place that is not understood, in the order of the text.
    pub(crate) opaque: Vec<Opaque>,
}

impl<'a> Seen<'a> {
    /// Reads `text`.
    pub(crate) fn new(text: &'a str) -> Self {
        let limits = Limits::default();
        let script = portcullis_shell::parse(text, &limits);
        let reading = portcullis_shell::read(text, &limits);
        Self::of(text, script, reading)
    }

    /// A text that is not read at all.
    pub(crate) fn opaque(text: &'a str, reason: String) -> Self {
        let span = Span::new(0, u32::try_from(text.len()).unwrap_or(u32::MAX));
        let opaque = vec![Opaque { span, reason }];
        let script = ast::Script { list: ast::List::default(), heredocs: Vec::new(), opaque };
        Self::of(text, script, Reading::default())
    }

    /// Puts together what was found.
    pub(crate) fn of(text: &'a str, script: ast::Script, reading: Reading) -> Self {
        let mut opaque = reading.opaque.clone();
        opaque.extend(script.opaque.iter().filter(|it| !reading.opaque.contains(it)).cloned());
        opaque.sort_by_key(|it| it.span);
        Self { text, script, reading, opaque }
    }
}
