//! Rows for redirections and the bodies of here-documents.

use portcullis_shell::ast::Redirect;
use portcullis_shell::ast::RedirectOp;

use super::PLAIN;
use super::Tree;
use super::outline;
use crate::output::Tone;
use crate::output::WIDTH;
use crate::visible;
use crate::visible::Cell;
use crate::visible::Form;

impl Tree<'_> {
    /// Rows for a redirection.
    pub(super) fn redirect(&mut self, redirect: &Redirect, depth: usize) {
        match redirect.op {
            RedirectOp::Heredoc | RedirectOp::HeredocTabs => self.heredoc(redirect, depth),
            RedirectOp::Read
            | RedirectOp::Write
            | RedirectOp::Clobber
            | RedirectOp::Append
            | RedirectOp::ReadWrite
            | RedirectOp::DupIn
            | RedirectOp::DupOut
            | RedirectOp::Both
            | RedirectOp::BothAppend
            | RedirectOp::HereString => self.target(redirect, depth),
        }
    }

    fn target(&mut self, redirect: &Redirect, depth: usize) {
        let shown = outline::redirect(self.text, redirect);
        let line = self.line(redirect.span, depth).ours("redirect", Tone::Kind);
        let line = line.source(&format!("  {shown}"), PLAIN);
        let line = self.value(redirect.target.span, &redirect.target).add_to(line);
        self.lines.push(line);
        self.nested(&redirect.target.pieces, depth + 1);
    }

    fn heredoc(&mut self, redirect: &Redirect, depth: usize) {
        let body = redirect.heredoc.and_then(|index| self.script.heredocs.get(index));
        let shown = outline::redirect(self.text, redirect);
        let mut line = self.line(redirect.span, depth).ours("heredoc", Tone::Kind);
        line = line.source(&format!("  {shown}"), PLAIN);
        let Some(body) = body else {
            self.lines.push(line);
            return;
        };
        let text = body.span.of(self.text);
        let count = text.lines().count();
        let lines = if count == 1 { "line" } else { "lines" };
        let how = if body.quoted { "as it stands" } else { "expanded" };
        self.lines.push(line.ours(&format!("  {count} {lines}, {how}"), Tone::Faint));
        self.body(text, count, depth + 1);
        self.nested(&body.body.pieces, depth + 1);
    }

    /// The first lines of a here-document, each cut to one row.
    fn body(&mut self, text: &str, count: usize, depth: usize) {
        for text in text.lines().take(SHOWN_LINES) {
            let line = self.bare_line(depth).ours("|", Tone::Faint);
            let room = WIDTH.saturating_sub(line.columns() + 2);
            let (shown, whole) = cut(text, room);
            let space = if text.is_empty() { "" } else { " " };
            let line = line.ours(space, PLAIN).add(shown, PLAIN);
            self.lines.push(if whole { line } else { line.ours("…", Tone::Faint) });
        }
        if count > SHOWN_LINES {
            let more = format!("| … {} more", count - SHOWN_LINES);
            let line = self.bare_line(depth).ours(&more, Tone::Faint);
            self.lines.push(line);
        }
    }
}

/// As much of `text` as fits, and whether that is all of it.
fn cut(text: &str, room: usize) -> (Vec<Cell>, bool) {
    let mut used = 0;
    let mut shown = Vec::new();
    for cell in visible::cells(text, Form::Source) {
        used += cell.columns();
        if used > room {
            return (shown, false);
        }
        shown.push(cell);
    }
    (shown, true)
}

const SHOWN_LINES: usize = 6;
