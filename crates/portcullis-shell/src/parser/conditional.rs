//! `[[ … ]]`: which words are operators, which are patterns, which are arithmetic.

use super::Parser;
use super::command::literal;
use super::word::Mode;
use crate::ast::CommandKind;
use crate::ast::CondTerm;
use crate::ast::Word;

impl Parser<'_> {
    /// Behind `[[`, up to and with `]]`.
    pub(super) fn conditional(&mut self) -> CommandKind {
        let mut terms = Vec::new();
        self.cond_or(&mut terms);
        self.newlines();
        if self.at_cond_end() {
            self.cur.bump(2);
        } else {
            self.stop(self.cur.pos, "`[[` is not closed");
        }
        CommandKind::Cond(terms)
    }

    fn cond_or(&mut self, terms: &mut Vec<CondTerm>) {
        loop {
            self.step();
            self.cond_term(terms);
            self.newlines();
            let (at, and) = (self.cur.pos, self.cur.looking_at(b"&&"));
            if !and && !self.cur.looking_at(b"||") {
                return;
            }
            self.cur.bump(2);
            self.operator(terms, at, if and { "&&" } else { "||" });
        }
    }

    fn cond_term(&mut self, terms: &mut Vec<CondTerm>) {
        self.newlines();
        while self.keyword() == Some("!") {
            let at = self.cur.pos;
            self.cur.bump(1);
            self.operator(terms, at, "!");
            self.newlines();
        }
        if self.cur.looking_at(b"(") {
            let at = self.cur.pos;
            self.cur.bump(1);
            self.operator(terms, at, "(");
            self.nested(|parser| parser.cond_or(terms));
            let at = self.cur.pos;
            self.expect_byte(b')', "a group in `[[`");
            self.operator(terms, at, ")");
            return;
        }
        let at = self.cur.pos;
        let first = if self.at_cond_end() { Word::default() } else { self.word() };
        if first.pieces.is_empty() {
            self.unexpected();
            return;
        }
        if let Some(unary) = literal(&first).filter(|text| is_unary(text)).map(str::to_owned) {
            self.blanks();
            // `[[ -f ]]` asks whether the text `-f` is empty.
            if !self.at_cond_end() && !matches!(self.cur.peek(), b'&' | b'|' | b')' | b'\n' | 0) {
                let operand = self.word();
                self.operator(terms, at, &unary);
                terms.push(match unary.as_str() {
                    "-v" | "-R" => CondTerm::Arith(operand),
                    _ => CondTerm::Operand(operand),
                });
                return;
            }
        }
        self.cond_binary(terms, first);
    }

    /// What may stand behind a first operand.
    fn cond_binary(&mut self, terms: &mut Vec<CondTerm>, left: Word) {
        self.blanks();
        let at = self.cur.pos;
        let op = if self.cur.looking_at(b"<") || self.cur.looking_at(b">") {
            let op = char::from(self.cur.peek()).to_string();
            self.cur.bump(1);
            op
        } else {
            if self.at_cond_end() || matches!(self.cur.peek(), b'&' | b'|' | b')' | b'\n' | 0) {
                terms.push(CondTerm::Operand(left));
                return;
            }
            let word = self.word();
            match literal(&word) {
                Some(text) if BINARY.contains(&text) => text.to_owned(),
                _ => {
                    terms.push(CondTerm::Operand(left));
                    self.stop(at, "an operator of `[[` that is not known");
                    return;
                }
            }
        };
        let arith = ARITHMETIC.contains(&op.as_str());
        terms.push(if arith { CondTerm::Arith(left) } else { CondTerm::Operand(left) });
        self.operator(terms, at, &op);
        self.blanks();
        let at = self.cur.pos;
        let right = self.word_in(match op.as_str() {
            "=~" => Mode::Regex,
            _ => Mode::Word,
        });
        if right.pieces.is_empty() {
            self.stop(at, "an operator of `[[` without its right side");
        }
        terms.push(match op.as_str() {
            "==" | "=" | "!=" | "=~" => CondTerm::Pattern(right),
            _ if arith => CondTerm::Arith(right),
            _ => CondTerm::Operand(right),
        });
    }

    fn operator(&mut self, terms: &mut Vec<CondTerm>, at: usize, text: &str) {
        terms.push(CondTerm::Operator(self.cur.span(at, self.cur.pos), text.to_owned()));
    }

    fn at_cond_end(&self) -> bool {
        let behind = self.cur.ahead(2);
        self.cur.looking_at(b"]]") && (behind == 0 || crate::cursor::is_meta(behind))
    }
}

fn is_unary(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next() == Some(b'-')
        && bytes.next().is_some_and(|byte| UNARY.contains(&byte))
        && bytes.next().is_none()
}

const UNARY: &[u8] = b"abcdefghknoprstuvwxzGLNORS";

const ARITHMETIC: &[&str] = &["-eq", "-ne", "-lt", "-le", "-gt", "-ge"];

const BINARY: &[&str] =
    &["==", "=", "!=", "=~", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"];
