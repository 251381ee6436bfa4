//! Here-documents, with bash's exact rules for where they end.

use super::Parser;
use super::word::Mode;
use crate::ansi_c;
use crate::ast::Heredoc;
use crate::ast::Piece;
use crate::ast::Word;
use crate::cursor::Cursor;
use crate::cursor::Derived;
use crate::span::Span;

/// A here-document whose body has not begun.
pub(super) struct Pending {
    delimiter: String,
    quoted: bool,
    tabs: bool,
    /// Where the body goes in the script's list.
    slot: usize,
}

/// One line of a body.
struct Line {
    /// Behind the tabs that `<<-` removes.
    start: usize,
    /// Behind the newline.
    next: usize,
    /// Without newline and line continuations.
    text: String,
}

impl Parser<'_> {
    /// Notes a here-document; its delimiter is the word from `start` to the cursor.
    pub(super) fn expect_heredoc(&mut self, start: usize, tabs: bool) -> Option<usize> {
        let raw = self.cur.slice(start, self.cur.pos);
        let Some((delimiter, quoted)) = delimiter(raw) else {
            self.stop(start, "a here-document whose delimiter is not plain text");
            return None;
        };
        let slot = self.shared.heredocs.len();
        let empty = Heredoc { span: Span::default(), body: Word::default(), quoted };
        self.shared.heredocs.push(empty);
        self.pending.push(Pending { delimiter, quoted, tabs, slot });
        Some(slot)
    }

    /// Consumes a newline and the bodies of the here-documents that begin behind it.
    pub(super) fn newline(&mut self) {
        self.cur.pos += 1;
        for pending in std::mem::take(&mut self.pending) {
            if !self.stopped {
                self.heredoc(&pending);
            }
        }
    }

    fn heredoc(&mut self, pending: &Pending) {
        let start = self.cur.pos;
        let mut lines = Vec::new();
        let end = loop {
            if self.cur.pos >= self.cur.end {
                break self.cur.end;
            }
            let (begin, line) = (self.cur.pos, self.line(pending));
            if line.text == pending.delimiter {
                self.cur.pos = line.next;
                break begin;
            }
            if self.ends_before_parenthesis(&line, &pending.delimiter) {
                break begin;
            }
            self.cur.pos = line.next;
            lines.push((line.start, line.next));
        };
        let after = (self.cur.pos, self.stopped);
        let body = if pending.quoted {
            let text = lines.iter().map(|&(from, to)| self.cur.slice(from, to)).collect();
            vec![Piece::Quoted(text)]
        } else if pending.tabs || self.cur.slice(start, end).contains("\\\n") {
            let body = self.joined(&lines, end);
            let cursor = Cursor::derived(&body.text, &body.origin);
            self.derived(cursor, |parser| parser.pieces(Mode::Here))
        } else {
            self.within(start, end, |parser| parser.pieces(Mode::Here))
        };
        (self.cur.pos, self.stopped) = after;
        let span = self.cur.span(start, end);
        if let Some(slot) = self.shared.heredocs.get_mut(pending.slot) {
            *slot = Heredoc { span, body: Word { span, pieces: body }, quoted: pending.quoted };
        }
    }

    /// The body's lines without continuations, which bash removes before it looks at quotes.
    fn joined(&self, lines: &[(usize, usize)], end: usize) -> Derived {
        let mut body = Derived::default();
        for &(mut from, to) in lines {
            let mut at = from;
            while at < to {
                match (self.cur.byte(at), self.cur.byte(at + 1)) {
                    (b'\\', b'\n') => {
                        body.push(&self.cur, from, at);
                        at += 2;
                        from = at;
                    }
                    (b'\\', _) => at += 1 + self.cur.char_len(at + 1),
                    _ => at += self.cur.char_len(at),
                }
            }
            body.push(&self.cur, from, to.max(from));
        }
        body.close(&self.cur, end);
        body
    }

    /// The next line. With an unquoted delimiter a backslash joins it with the one behind it.
    fn line(&self, pending: &Pending) -> Line {
        let mut at = self.cur.pos;
        // Tabs go after lines are joined, so a continuation may stand before or among them.
        let strips = |at: usize| match (self.cur.byte(at), self.cur.byte(at + 1)) {
            (b'\t', _) if pending.tabs => Some(1),
            (b'\\', b'\n') if pending.tabs && !pending.quoted => Some(2),
            _ => None,
        };
        while let Some(length) = strips(at) {
            at += length;
        }
        let start = at;
        let mut text = String::new();
        let mut from = at;
        loop {
            match self.cur.byte(at) {
                0 | b'\n' => break,
                b'\\' if !pending.quoted && self.cur.byte(at + 1) == b'\n' => {
                    text.push_str(self.cur.slice(from, at));
                    at += 2;
                    from = at;
                }
                b'\\' if !pending.quoted => at += 2,
                _ => at += 1,
            }
        }
        let at = at.min(self.cur.end);
        text.push_str(self.cur.slice(from, at));
        Line { start, next: (at + 1).min(self.cur.end), text }
    }

    /// Inside `$(…)` bash lets `EOF)` end a body too. It looks for a parenthesis anywhere behind
    /// the delimiter; only the plain case is followed here.
    fn ends_before_parenthesis(&mut self, line: &Line, delimiter: &str) -> bool {
        if self.substitutions == 0 || !line.text.contains(')') {
            return false;
        }
        let Some(rest) = line.text.strip_prefix(delimiter) else { return false };
        if !rest.contains(')') {
            return false;
        }
        let plain = !delimiter.is_empty()
            && rest.trim_start_matches([' ', '\t']).starts_with(')')
            && self.cur.slice(line.start, line.next).starts_with(delimiter);
        if plain {
            self.cur.pos = line.start + delimiter.len();
        } else {
            self.stop(line.start, "a line that begins like a here-document's end");
        }
        true
    }
}

/// The delimiter after quote removal, and whether any of it was quoted. `None` for those that
/// bash would rewrite or that cannot match a line.
fn delimiter(raw: &str) -> Option<(String, bool)> {
    let mut text = String::new();
    let mut quoted = false;
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some('\n')) => {
                chars.next();
            }
            ('\\', _) => {
                quoted = true;
                text.extend(chars.next());
            }
            ('\'', _) => {
                quoted = true;
                text.extend(chars.by_ref().take_while(|&c| c != '\''));
            }
            ('"', _) => {
                quoted = true;
                text.push_str(&double_quoted(&mut chars)?);
            }
            ('$', Some('\'')) => {
                quoted = true;
                chars.next();
                let mut inside = String::new();
                while let Some(c) = chars.next().filter(|&c| c != '\'') {
                    inside.push(c);
                    if c == '\\' {
                        inside.extend(chars.next());
                    }
                }
                text.push_str(&ansi_c::decode(&inside)?);
            }
            ('$', Some('(' | '{' | '[' | '"')) | ('`', _) | ('<' | '>', Some('(')) => return None,
            _ => text.push(c),
        }
    }
    (!text.contains('\n')).then_some((text, quoted))
}

/// The inside of double quotes in a delimiter, up to and with the closing one.
fn double_quoted(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<String> {
    let mut text = String::new();
    while let Some(c) = chars.next().filter(|&c| c != '"') {
        match (c, chars.peek()) {
            ('\\', Some('\n')) => {
                chars.next();
            }
            ('\\', Some('$' | '`' | '"' | '\\')) => text.extend(chars.next()),
            ('$', Some('(' | '{' | '[')) | ('`', _) => return None,
            _ => text.push(c),
        }
    }
    Some(text)
}
