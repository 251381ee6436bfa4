//! Simple commands: assignments, words, redirections; and function definitions, which look
//! like one until the parenthesis.

use super::FirstWord;
use super::KEYWORDS;
use super::Parser;
use super::word::Mode;
use crate::ast::Argument;
use crate::ast::Assign;
use crate::ast::AssignValue;
use crate::ast::Command;
use crate::ast::CommandKind;
use crate::ast::Element;
use crate::ast::Function;
use crate::ast::Piece;
use crate::ast::Redirect;
use crate::ast::RedirectFd;
use crate::ast::RedirectOp;
use crate::ast::Simple;
use crate::ast::Word;
use crate::cursor::is_name_byte;
use crate::cursor::is_name_start;

impl Parser<'_> {
    /// One command with its redirections; `None` when nothing here can begin one.
    pub(super) fn command(&mut self, first: FirstWord) -> Option<Command> {
        self.blanks();
        let start = self.cur.pos;
        let kind = match self.compound() {
            Some(kind) => Some(kind),
            None if first == FirstWord::AfterPipe && self.keyword() == Some("!") => None,
            None if self.at_closer() => None,
            None => return self.simple(start),
        };
        let redirects = if kind.is_some() { self.redirects() } else { Vec::new() };
        let span = self.cur.span(start, self.cur.pos);
        kind.map(|kind| Command { span, kind, redirects })
    }

    fn simple(&mut self, start: usize) -> Option<Command> {
        let mut simple = Simple::default();
        let mut redirects = Vec::new();
        let mut takes_arrays = false;
        loop {
            self.step();
            let before = self.cur.pos;
            self.blanks();
            if let Some(redirect) = self.redirect() {
                redirects.push(redirect);
                continue;
            }
            if simple.words.is_empty()
                && let Some(assign) = self.assign(Place::Prefix)
            {
                simple.assigns.push(assign);
                continue;
            }
            if takes_arrays && let Some(assign) = self.assign(Place::Argument) {
                simple.words.push(Argument::Assign(assign));
                continue;
            }
            let at = self.cur.pos;
            let word = self.word();
            if word.pieces.is_empty() {
                if self.cur.looking_at(b"(") && !simple.words.is_empty() {
                    return self.function_tail(start, simple, &redirects);
                }
                self.back_to(before);
                break;
            }
            self.refuse_descriptor_subscript(&word);
            if simple.words.is_empty() {
                let name = literal(&word);
                // Inside a substitution bash prints the command anew, the redirection last.
                if !redirects.is_empty() && name.is_some_and(|name| KEYWORDS.contains(&name)) {
                    self.stop(at, "a reserved word behind a redirection");
                }
                takes_arrays = name.is_some_and(|name| TAKES_ARRAYS.contains(&name));
            }
            simple.words.push(Argument::Word(word));
        }
        if simple == Simple::default() && redirects.is_empty() {
            return None;
        }
        let span = self.cur.span(start, self.cur.pos);
        Some(Command { span, kind: CommandKind::Simple(simple), redirects })
    }

    /// The rest of `name () body`.
    fn function_tail(
        &mut self,
        start: usize,
        mut simple: Simple,
        redirects: &[Redirect],
    ) -> Option<Command> {
        let alone = simple.words.len() == 1 && simple.assigns.is_empty() && redirects.is_empty();
        let Some(Argument::Word(name)) = simple.words.pop().filter(|_| alone) else {
            self.unexpected();
            return None;
        };
        self.cur.bump(1);
        self.blanks();
        if !self.cur.eat(b")") {
            self.unexpected();
            return None;
        }
        let body = self.function_body()?;
        let span = self.cur.span(start, self.cur.pos);
        let kind = CommandKind::Function(Function { name, body: Box::new(body) });
        Some(Command { span, kind, redirects: Vec::new() })
    }

    /// The compound command that is a function's body.
    pub(super) fn function_body(&mut self) -> Option<Command> {
        self.newlines();
        let start = self.cur.pos;
        let Some(kind) = self.nested(Self::compound) else {
            self.unexpected();
            return None;
        };
        let redirects = self.redirects();
        Some(Command { span: self.cur.span(start, self.cur.pos), kind, redirects })
    }

    fn redirects(&mut self) -> Vec<Redirect> {
        let mut redirects = Vec::new();
        loop {
            self.step();
            let before = self.cur.pos;
            self.blanks();
            match self.redirect() {
                Some(redirect) => redirects.push(redirect),
                None => {
                    self.back_to(before);
                    return redirects;
                }
            }
        }
    }

    fn redirect(&mut self) -> Option<Redirect> {
        let start = self.cur.pos;
        let fd = self.redirect_fd();
        let found = OPERATORS.iter().find(|(text, _)| self.cur.looking_at(text.as_bytes()));
        let Some(&(text, op)) = found.filter(|_| !self.at_process()) else {
            self.cur.pos = start;
            return None;
        };
        self.cur.bump(text.len());
        self.blanks();
        let word_start = self.cur.pos;
        // `<&-` ends there, whatever stands behind the dash.
        let closes = matches!(op, RedirectOp::DupIn | RedirectOp::DupOut) && self.cur.eat(b"-");
        let target = if closes {
            let span = self.cur.span(word_start, self.cur.pos);
            Word { span, pieces: vec![Piece::Literal("-".to_owned())] }
        } else {
            self.word()
        };
        if target.pieces.is_empty() {
            self.stop(word_start, "a redirection without a target");
        }
        let heredoc = match op {
            RedirectOp::Heredoc | RedirectOp::HeredocTabs => {
                self.expect_heredoc(word_start, op == RedirectOp::HeredocTabs)
            }
            _ => None,
        };
        Some(Redirect { span: self.cur.span(start, self.cur.pos), fd, op, target, heredoc })
    }

    /// `2` or `{name}` directly before `<` or `>`.
    fn redirect_fd(&mut self) -> RedirectFd {
        let first = self.cur.peek();
        let mut length = 0;
        let mut text = String::new();
        let named = first == b'{';
        if named {
            length = 1;
        } else if !first.is_ascii_digit() {
            return RedirectFd::Default;
        }
        loop {
            let byte = self.cur.ahead(length);
            let belongs = if named { is_name_byte(byte) } else { byte.is_ascii_digit() };
            if !belongs {
                break;
            }
            text.push(char::from(byte));
            length += 1;
        }
        let identifier = text.bytes().next().is_some_and(is_name_start);
        if named {
            if self.cur.ahead(length) != b'}' || !identifier {
                return RedirectFd::Default;
            }
            length += 1;
        }
        let operator = self.cur.ahead(length);
        let process = self.cur.ahead(length + 1) == b'(';
        if !matches!(operator, b'<' | b'>') || process {
            return RedirectFd::Default;
        }
        self.cur.bump(length);
        if named { RedirectFd::Variable(text) } else { RedirectFd::Number(text.parse().ok()) }
    }

    /// `{a[…]}>` evaluates the subscript; the rest of the grammar would take it for a word.
    fn refuse_descriptor_subscript(&mut self, word: &Word) {
        let opens =
            matches!(word.pieces.first(), Some(Piece::Literal(text)) if text.starts_with('{'));
        let closes =
            matches!(word.pieces.last(), Some(Piece::Literal(text)) if text.ends_with('}'));
        if opens && closes && matches!(self.cur.peek(), b'<' | b'>') {
            self.stop(self.cur.pos, "a descriptor that is an array element");
        }
    }

    /// `name=value` and its kin.
    fn assign(&mut self, place: Place) -> Option<Assign> {
        if !is_name_start(self.cur.peek()) {
            return None;
        }
        let mark = self.mark();
        let start = self.cur.pos;
        let name = self.name();
        let mut subscript = None;
        if self.cur.looking_at(b"[") && place == Place::Prefix {
            self.cur.bump(1);
            subscript = Some(self.arith_until(b']', "a subscript"));
        }
        let append = self.cur.looking_at(b"+=");
        if !append && !self.cur.looking_at(b"=") {
            // Bash reads `a[ b ]` in this place as one word, blanks and all.
            if subscript.is_some() {
                self.stop(start, "a subscript without an assignment");
                return None;
            }
            self.reset(mark);
            return None;
        }
        self.cur.bump(if append { 2 } else { 1 });
        let array = self.cur.looking_at(b"(");
        if !array && place == Place::Argument {
            self.reset(mark);
            return None;
        }
        let value = if array {
            self.cur.bump(1);
            let elements = self.nested(Self::elements);
            if !self.cur.at_end() && !crate::cursor::is_meta(self.cur.peek()) {
                self.stop(self.cur.pos, "text behind an array's parenthesis");
            }
            AssignValue::Array(elements)
        } else {
            AssignValue::Scalar(self.word())
        };
        Some(Assign { span: self.cur.span(start, self.cur.pos), name, subscript, append, value })
    }

    /// The words of an array assignment, up to and with the closing parenthesis.
    fn elements(&mut self) -> Vec<Element> {
        let mut elements = Vec::new();
        loop {
            self.step();
            self.newlines();
            if self.cur.at_end() {
                self.stop(self.cur.pos, "an array is not closed");
                return elements;
            }
            if self.cur.eat(b")") {
                return elements;
            }
            let subscript = self.element_subscript();
            let value = self.word();
            if value.pieces.is_empty() && subscript.is_none() {
                self.unexpected();
            }
            elements.push(Element { subscript, value });
        }
    }

    fn element_subscript(&mut self) -> Option<crate::ast::Arith> {
        if self.cur.peek() != b'[' {
            return None;
        }
        let mark = self.mark();
        self.cur.bump(1);
        let subscript = self.arith_until(b']', "a subscript");
        if self.cur.eat(b"=") || self.cur.eat(b"+=") {
            return Some(subscript);
        }
        self.reset(mark);
        None
    }

    /// An identifier; the caller has seen that one begins here.
    pub(super) fn name(&mut self) -> String {
        let mut name = String::new();
        while is_name_byte(self.cur.peek()) {
            name.push(char::from(self.cur.raw()));
            self.cur.pos += 1;
        }
        name
    }

    /// A word as it stands in most places; empty when none begins here.
    pub(super) fn word(&mut self) -> Word {
        self.word_in(Mode::Word)
    }
}

/// Where an assignment stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before the name.
    Prefix,
    /// Behind `declare` and its kin: all but `name=(…)` are ordinary words there.
    Argument,
}

/// The text of a word that is one plain literal.
pub(crate) fn literal(word: &Word) -> Option<&str> {
    match word.pieces.as_slice() {
        [Piece::Literal(text)] => Some(text),
        _ => None,
    }
}

/// Builtins behind which bash reads `name=(…)`.
const TAKES_ARRAYS: &[&str] =
    &["declare", "typeset", "local", "export", "readonly", "alias", "eval", "let"];

/// Longer operators first.
const OPERATORS: &[(&str, RedirectOp)] = &[
    ("&>>", RedirectOp::BothAppend),
    ("&>", RedirectOp::Both),
    ("<<<", RedirectOp::HereString),
    ("<<-", RedirectOp::HeredocTabs),
    ("<<", RedirectOp::Heredoc),
    ("<&", RedirectOp::DupIn),
    ("<>", RedirectOp::ReadWrite),
    ("<", RedirectOp::Read),
    (">>", RedirectOp::Append),
    (">&", RedirectOp::DupOut),
    (">|", RedirectOp::Clobber),
    (">", RedirectOp::Write),
];
