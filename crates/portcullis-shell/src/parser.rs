//! The grammar: lists, chains and pipelines, and the ground rules all of it shares.
//!
//! The parser is total. Where it meets something it does not know, it *stops*: the rest of the
//! text is called opaque, the cursor goes to the end, and every open construct closes with what
//! it has. So nothing here returns an error, and what was understood before still counts.

mod arith;
mod command;
mod compound;
mod conditional;
mod dollar;
mod heredoc;
mod param;
mod word;

pub(crate) use self::command::literal;
use crate::ast::Chain;
use crate::ast::Heredoc;
use crate::ast::Item;
use crate::ast::Joint;
use crate::ast::List;
use crate::ast::Pipeline;
use crate::ast::Script;
use crate::cursor::Cursor;
use crate::cursor::is_meta;
use crate::limits::Limits;
use crate::span::Opaque;
use crate::span::Span;

/// The syntax tree of `text`.
pub(crate) fn script(text: &str, limits: &Limits) -> Script {
    let mut parser = Parser::new(Cursor::new(text), Shared::new(text, limits));
    let cut = parser.cut(text, limits);
    let mut list = parser.list();
    if !parser.cur.at_end() {
        parser.unexpected();
    }
    if cut {
        parser.leave_out_the_last(&mut list);
    }
    let Shared { heredocs, opaque, .. } = parser.shared;
    Script { list, heredocs, opaque }
}

/// One pass over one text, or over text derived from it.
pub(crate) struct Parser<'a> {
    cur: Cursor<'a>,
    shared: Shared,
    /// Here-documents whose bodies begin behind the current line.
    pending: Vec<heredoc::Pending>,
    /// How many `$(` are open around the cursor.
    substitutions: u32,
    /// How many here-documents there were when the outermost of them began.
    heredocs_outside: usize,
    /// `time` stands in one of them.
    timed_substitution: bool,
    stopped: bool,
}

/// What a parser and those it starts on derived text have in common.
struct Shared {
    heredocs: Vec<Heredoc>,
    opaque: Vec<Opaque>,
    depth: u32,
    max_depth: u32,
    /// Steps left before the text is called too tangled; keeps the retries of `((` linear.
    work: usize,
}

/// A state to come back to when `((` turns out to be two subshells.
struct Mark<'a> {
    cur: Cursor<'a>,
    opaque: usize,
    heredocs: usize,
    pending: usize,
    stopped: bool,
}

impl Shared {
    fn new(text: &str, limits: &Limits) -> Self {
        let work = text.len().saturating_mul(16).saturating_add(1024);
        Self { heredocs: Vec::new(), opaque: Vec::new(), depth: 0, max_depth: limits.depth, work }
    }
}

impl<'a> Parser<'a> {
    fn new(cur: Cursor<'a>, shared: Shared) -> Self {
        Self {
            cur,
            shared,
            pending: Vec::new(),
            substitutions: 0,
            heredocs_outside: 0,
            timed_substitution: false,
            stopped: false,
        }
    }

    /// Ends the text before what is too long to be looked at, or before a byte that bash uses
    /// for itself and treats in ways of its own.
    fn cut(&mut self, text: &str, limits: &Limits) -> bool {
        let strange = text.bytes().position(|byte| matches!(byte, 0 | 1 | 0x7f));
        let (at, reason) = match strange {
            Some(at) if at < limits.bytes => (at, "a control character that bash keeps for itself"),
            _ if text.len() > limits.bytes => {
                (text.floor_char_boundary(limits.bytes), "the text is too long")
            }
            _ => return false,
        };
        let span = self.cur.span(at, text.len());
        self.shared.opaque.push(Opaque { span, reason: reason.to_owned() });
        self.cur.end = at;
        true
    }

    /// The command that a cut text ends in is not known either, whatever it looks like so far.
    fn leave_out_the_last(&mut self, list: &mut List) {
        if let (Some(item), Some(opaque)) = (list.items.pop(), self.shared.opaque.first_mut()) {
            opaque.span.start = opaque.span.start.min(item.chain.first.span.start);
        }
    }

    /// Gives back blanks behind a token, so that spans end with it.
    fn back_to(&mut self, before: usize) {
        if !self.gave_up() {
            self.cur.pos = before;
        }
    }

    /// Gives up from `at` on.
    fn stop(&mut self, at: usize, reason: impl Into<String>) {
        if !self.stopped {
            self.doubt(at, self.cur.end, reason);
            self.stopped = true;
        }
        self.cur.pos = self.cur.end;
    }

    /// Whether the end of the text was reached by stopping.
    fn gave_up(&self) -> bool {
        self.stopped && self.cur.pos >= self.cur.end
    }

    /// Calls one stretch opaque and goes on.
    fn doubt(&mut self, start: usize, end: usize, reason: impl Into<String>) {
        let span = self.cur.span(start, end.max(start));
        self.shared.opaque.push(Opaque { span, reason: reason.into() });
    }

    /// Stops at something that cannot stand here.
    fn unexpected(&mut self) {
        let at = self.cur.pos;
        let shown = match self.cur.peek() {
            b'\n' => "newline".to_owned(),
            byte if byte.is_ascii_graphic() => format!("`{}`", char::from(byte)),
            _ => "character".to_owned(),
        };
        self.stop(at, format!("unexpected {shown}"));
    }

    /// Consumes `word` as a reserved word, or stops.
    fn expect_keyword(&mut self, word: &'static str) {
        self.newlines();
        if self.keyword() == Some(word) {
            self.cur.bump(word.len());
        } else {
            self.stop(self.cur.pos, format!("expected `{word}`"));
        }
    }

    /// Consumes one byte, or stops.
    fn expect_byte(&mut self, byte: u8, what: &str) {
        if !self.cur.eat(&[byte]) {
            self.stop(self.cur.pos, format!("{what} is not closed"));
        }
    }

    /// Runs `inner` one level deeper, or stops when that is too deep.
    fn nested<T: Default>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> T {
        if self.shared.depth >= self.shared.max_depth {
            self.stop(self.cur.pos, "nested too deeply");
            return T::default();
        }
        self.shared.depth += 1;
        let result = inner(self);
        self.shared.depth -= 1;
        result
    }

    /// Counts one step of work; stops when a text makes the parser go over it too often.
    fn step(&mut self) {
        match self.shared.work.checked_sub(1) {
            Some(left) => self.shared.work = left,
            None => self.stop(self.cur.pos, "too tangled to be read"),
        }
    }

    /// Runs `inner` on a stretch of the same text. What goes wrong there is opaque there only:
    /// the stretch's end is known from outside it.
    fn within<T>(&mut self, start: usize, end: usize, inner: impl FnOnce(&mut Self) -> T) -> T {
        let outside = (self.cur.pos, self.cur.end, self.stopped);
        let pending = std::mem::take(&mut self.pending);
        (self.cur.pos, self.cur.end, self.stopped) = (start, end, false);
        let result = inner(self);
        (self.cur.pos, self.cur.end, self.stopped) = outside;
        self.pending = pending;
        result
    }

    /// Parses derived text with a parser of its own.
    fn derived<T>(&mut self, cur: Cursor<'_>, inner: impl FnOnce(&mut Parser<'_>) -> T) -> T {
        let empty = Shared { heredocs: Vec::new(), opaque: Vec::new(), ..self.shared };
        let shared = std::mem::replace(&mut self.shared, empty);
        let mut parser = Parser::new(cur, shared);
        let result = inner(&mut parser);
        if !parser.cur.at_end() {
            parser.unexpected();
        }
        self.shared = parser.shared;
        result
    }

    fn mark(&self) -> Mark<'a> {
        Mark {
            cur: self.cur.clone(),
            opaque: self.shared.opaque.len(),
            heredocs: self.shared.heredocs.len(),
            pending: self.pending.len(),
            stopped: self.stopped,
        }
    }

    fn reset(&mut self, mark: Mark<'a>) {
        self.cur = mark.cur;
        self.shared.opaque.truncate(mark.opaque);
        self.shared.heredocs.truncate(mark.heredocs);
        self.pending.truncate(mark.pending);
        self.stopped = mark.stopped;
    }

    /// Skips blanks and a comment; stands before a token or a newline afterwards.
    fn blanks(&mut self) {
        while matches!(self.cur.peek(), b' ' | b'\t') {
            self.cur.pos += 1;
        }
        if self.cur.raw() == b'#' {
            // A backslash before the newline does not continue a comment.
            while !matches!(self.cur.raw(), b'\n' | 0) {
                self.cur.pos += 1;
            }
        }
    }

    /// Skips blanks, comments and newlines, and reads the here-documents that begin there.
    fn newlines(&mut self) {
        loop {
            self.blanks();
            if self.cur.peek() != b'\n' {
                return;
            }
            self.newline();
        }
    }

    /// The reserved word that stands here, whole and unquoted.
    fn keyword(&self) -> Option<&'static str> {
        let mut length = 0;
        while length <= LONGEST_KEYWORD {
            let byte = self.cur.ahead(length);
            if byte == 0 || is_meta(byte) {
                break;
            }
            length += 1;
        }
        KEYWORDS
            .iter()
            .find(|word| word.len() == length && self.cur.looking_at(word.as_bytes()))
            .copied()
    }

    /// Whether a list ends here: a closer that belongs to what is around it.
    fn at_closer(&mut self) -> bool {
        match self.cur.peek() {
            0 | b')' => true,
            b';' => matches!(self.cur.ahead(1), b';' | b'&'),
            _ => self.keyword().is_some_and(|word| CLOSERS.contains(&word)),
        }
    }

    /// Commands up to a closer or the end. The caller checks which closer it is.
    fn list(&mut self) -> List {
        self.nested(|parser| {
            let mut list = List::default();
            loop {
                parser.newlines();
                if parser.cur.at_end() || parser.at_closer() {
                    return list;
                }
                let before = parser.cur.pos;
                let Some(chain) = parser.chain() else {
                    parser.unexpected();
                    return list;
                };
                let background = parser.cur.looking_at(b"&");
                list.items.push(Item { chain, background });
                match parser.cur.peek() {
                    b';' if !parser.at_closer() => {
                        parser.refuse_lost_semicolon();
                        parser.cur.bump(1);
                    }
                    b'&' => parser.cur.bump(1),
                    b'\n' => parser.newline(),
                    _ => return list,
                }
                if parser.cur.pos <= before {
                    parser.stop(before, "no progress");
                }
            }
        })
    }

    /// Bash 5.2 keeps a substitution as text that it prints from its tree, and leaves out the
    /// first semicolon behind a here-document: two commands become one.
    fn refuse_lost_semicolon(&mut self) {
        if self.substitutions > 0 && self.shared.heredocs.len() > self.heredocs_outside {
            self.stop(self.cur.pos, "a semicolon behind a here-document in a substitution");
        }
    }

    fn chain(&mut self) -> Option<Chain> {
        let mut chain = Chain { first: self.pipeline()?, rest: Vec::new() };
        loop {
            self.blanks();
            let joint = if self.cur.eat(b"&&") {
                Joint::And
            } else if self.cur.eat(b"||") {
                Joint::Or
            } else {
                return Some(chain);
            };
            self.newlines();
            let Some(pipeline) = self.pipeline() else {
                self.unexpected();
                return Some(chain);
            };
            chain.rest.push((joint, pipeline));
        }
    }

    fn pipeline(&mut self) -> Option<Pipeline> {
        self.blanks();
        let start = self.cur.pos;
        let (timed, negations) = self.prefixes();
        let mut commands = Vec::new();
        let mut stderr_too = Vec::new();
        match self.command(FirstWord::Keyword) {
            Some(command) => commands.push(command),
            // A bare `time` or `!` is a command of its own.
            None if timed || negations > 0 => {}
            None => return None,
        }
        loop {
            self.blanks();
            if commands.is_empty() || !self.cur.looking_at(b"|") || self.cur.looking_at(b"||") {
                break;
            }
            self.cur.bump(1);
            stderr_too.push(self.cur.eat(b"&"));
            self.newlines();
            let Some(command) = self.command(FirstWord::AfterPipe) else {
                self.unexpected();
                break;
            };
            commands.push(command);
        }
        let end = commands.last().map_or(self.cur.original(self.cur.pos), |last| last.span.end);
        let span = Span::new(self.cur.original(start), end);
        Some(Pipeline { span, timed, negations, commands, stderr_too })
    }

    /// `time [-p] [--]` and `!`, any number of them.
    fn prefixes(&mut self) -> (bool, u32) {
        let (mut timed, mut negations) = (false, 0);
        loop {
            self.blanks();
            match self.keyword() {
                Some("time") => {
                    self.timed_substitution |= self.substitutions > 0;
                    self.cur.bump(4);
                    timed = true;
                    self.time_option(b"-p");
                    self.time_option(b"--");
                }
                Some("!") => {
                    self.cur.bump(1);
                    negations += 1;
                }
                _ => return (timed, negations),
            }
        }
    }

    fn time_option(&mut self, option: &[u8]) {
        self.blanks();
        let behind = self.cur.ahead(option.len());
        if self.cur.looking_at(option) && (behind == 0 || is_meta(behind)) {
            self.cur.bump(option.len());
        }
    }
}

/// Whether `time` and `!` are reserved where a command begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FirstWord {
    /// At the beginning of a pipeline.
    Keyword,
    /// Behind `|`: `time` is a program there, `!` cannot stand there.
    AfterPipe,
}

const LONGEST_KEYWORD: usize = 8;

/// The reserved words.
pub(crate) const KEYWORDS: &[&str] = &[
    "if", "then", "else", "elif", "fi", "do", "done", "case", "esac", "while", "until", "for",
    "select", "function", "time", "coproc", "in", "{", "}", "!", "[[",
];

const CLOSERS: &[&str] = &["then", "else", "elif", "fi", "do", "done", "esac", "}"];
