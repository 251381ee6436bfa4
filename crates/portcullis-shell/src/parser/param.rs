//! `${…}`: names, subscripts, operators and their operands.

use super::Parser;
use super::dollar::SPECIAL;
use super::word::Mode;
use crate::ast::Arith;
use crate::ast::Param;
use crate::ast::ParamOp;
use crate::ast::Piece;
use crate::ast::Substitution;
use crate::ast::SubstitutionForm;
use crate::cursor::is_name_start;

impl Parser<'_> {
    /// From `${` to `}`.
    pub(super) fn braced(&mut self, mode: Mode) -> Piece {
        let start = self.cur.pos;
        self.cur.bump(2);
        if matches!(self.cur.peek(), b' ' | b'\t' | b'\n' | b'|') {
            return self.brace_command(start);
        }
        let piece = self.nested(|parser| Some(parser.param(start, mode)));
        piece.unwrap_or(Piece::Literal(String::new()))
    }

    /// `${ …; }` and `${| …; }` of bash 5.3. Older ones end it at the first brace and refuse
    /// it when it is expanded; where the two ends differ, nobody knows which shell it will be.
    fn brace_command(&mut self, start: usize) -> Piece {
        self.cur.eat(b"|");
        let inside = self.cur.pos;
        let list = self.list();
        self.expect_keyword("}");
        let before = self.cur.pos.saturating_sub(1);
        if !self.stopped && self.cur.slice(inside, before).contains('}') {
            self.stop(start, "braces in `${ …; }`");
        }
        let span = self.cur.span(start, self.cur.pos);
        Piece::Command(Box::new(Substitution { span, form: SubstitutionForm::Brace, list }))
    }

    fn param(&mut self, start: usize, mode: Mode) -> Piece {
        let prefix = self.cur.peek();
        let next = self.cur.ahead(1);
        let named = is_name_start(next) || next.is_ascii_digit();
        let length =
            prefix == b'#' && (named || (SPECIAL.contains(&next) && self.cur.ahead(2) == b'}'));
        let indirect = prefix == b'!' && (named || matches!(next, b'#' | b'@' | b'*'));
        if length || indirect {
            self.cur.bump(1);
        }
        let name = self.param_name();
        let mut subscript = None;
        if !name.is_empty() && self.cur.looking_at(b"[") {
            self.cur.bump(1);
            subscript = Some(self.arith_until(b']', "a subscript"));
        }
        let op = self.param_op(start, mode, indirect, &name);
        if !self.cur.eat(b"}") {
            self.stop(start, "`${` is not closed");
        }
        let span = self.cur.span(start, self.cur.pos);
        Piece::Param(Box::new(Param { span, indirect, length, name, subscript, op }))
    }

    fn param_name(&mut self) -> String {
        let byte = self.cur.peek();
        if is_name_start(byte) {
            return self.name();
        }
        let mut name = String::new();
        if byte.is_ascii_digit() {
            while self.cur.peek().is_ascii_digit() {
                name.push(char::from(self.cur.raw()));
                self.cur.pos += 1;
            }
        } else if SPECIAL.contains(&byte) {
            name.push(char::from(byte));
            self.cur.bump(1);
        }
        name
    }

    /// The operator and its operand; stands before `}` afterwards.
    fn param_op(&mut self, start: usize, mode: Mode, indirect: bool, name: &str) -> ParamOp {
        let double = mode.double();
        let first = self.cur.peek();
        let second = self.cur.ahead(1);
        match first {
            _ if name.is_empty() => self.bad_substitution(start, double),
            b'}' => ParamOp::Plain,
            b':' if matches!(second, b'-' | b'=' | b'?' | b'+') => {
                self.cur.bump(2);
                self.default_op(second, true, double)
            }
            b'-' | b'=' | b'?' | b'+' => {
                self.cur.bump(1);
                self.default_op(first, false, double)
            }
            b':' => {
                self.cur.bump(1);
                let text = self.word_in(Mode::Operand { double: true, pattern: false });
                ParamOp::Substring(Arith { span: text.span, text })
            }
            b'*' | b'@' if indirect && second == b'}' => {
                self.cur.bump(1);
                ParamOp::Names
            }
            b'@' if second.is_ascii_alphabetic() => {
                self.cur.bump(2);
                if self.cur.peek() != b'}' {
                    return self.bad_substitution(start, double);
                }
                ParamOp::Transform(char::from(second))
            }
            b'/' => {
                self.cur.bump(1);
                ParamOp::Replace(self.word_in(Mode::Operand { double, pattern: true }))
            }
            b'#' | b'%' | b'^' | b',' | b'~' => {
                let twice = first == second;
                self.cur.bump(if twice { 2 } else { 1 });
                let op = char::from(first).to_string().repeat(if twice { 2 } else { 1 });
                ParamOp::Pattern { op, word: self.word_in(Mode::Operand { double, pattern: true }) }
            }
            _ => self.bad_substitution(start, double),
        }
    }

    fn default_op(&mut self, kind: u8, colon: bool, double: bool) -> ParamOp {
        let word = self.word_in(Mode::Operand { double, pattern: false });
        ParamOp::Default { kind: char::from(kind), colon, word }
    }

    /// Bash refuses such an expansion when it comes to it; what stands inside is still looked at.
    fn bad_substitution(&mut self, start: usize, double: bool) -> ParamOp {
        let word = self.word_in(Mode::Operand { double, pattern: false });
        self.doubt(start, self.cur.pos, "an expansion that is not known");
        ParamOp::Default { kind: '?', colon: false, word }
    }
}
