//! What `$`, `` ` ``, `<(` and `>(` begin.

use super::Parser;
use super::word::Mode;
use super::word::push_literal;
use crate::ansi_c;
use crate::ast::Param;
use crate::ast::ParamOp;
use crate::ast::Piece;
use crate::ast::Process;
use crate::ast::Substitution;
use crate::ast::SubstitutionForm;
use crate::cursor::Cursor;
use crate::cursor::Derived;
use crate::cursor::is_name_start;

impl Parser<'_> {
    /// An expansion, or a plain dollar sign.
    pub(super) fn dollar(&mut self, mode: Mode, pieces: &mut Vec<Piece>) {
        let start = self.cur.pos;
        match self.cur.ahead(1) {
            // The second dollar begins a pair when bash looks for the closing quote, and is part
            // of `$$` when it expands the text.
            b'$' if mode.double() && matches!(self.cur.ahead(2), b'(' | b'{' | b'[') => {
                self.stop(start, "`$$` before an opening bracket inside quotes");
            }
            b'(' if self.cur.ahead(2) == b'(' => pieces.push(self.arith_or_command()),
            b'(' => pieces.push(self.command_substitution()),
            b'{' => pieces.push(self.braced(mode)),
            b'[' => {
                self.cur.bump(2);
                let arith = self.arith_until(b']', "`$[`");
                pieces.push(Piece::Arith(Box::new(arith)));
            }
            b'\'' if !matches!(mode, Mode::Double | Mode::Here) => {
                pieces.push(self.ansi_c(mode));
            }
            b'"' if !mode.double() => {
                self.cur.bump(1);
                pieces.push(self.double());
            }
            byte if is_name_start(byte) => {
                self.cur.bump(1);
                let name = self.name();
                pieces.push(self.plain_param(start, name));
            }
            byte if byte.is_ascii_digit() || SPECIAL.contains(&byte) => {
                self.cur.bump(2);
                let name = char::from(byte).to_string();
                pieces.push(self.plain_param(start, name));
            }
            _ => {
                self.cur.bump(1);
                push_literal(pieces, "$");
            }
        }
    }

    fn plain_param(&self, start: usize, name: String) -> Piece {
        Piece::Param(Box::new(Param {
            span: self.cur.span(start, self.cur.pos),
            indirect: false,
            length: false,
            name,
            subscript: None,
            op: ParamOp::Plain,
        }))
    }

    /// `$'…'`: decoded now, as bash does.
    fn ansi_c(&mut self, mode: Mode) -> Piece {
        let start = self.cur.pos;
        self.cur.bump(2);
        let inside = self.cur.pos;
        loop {
            match self.cur.raw() {
                0 => {
                    self.stop(start, "`$'` is not closed");
                    return Piece::Quoted(String::new());
                }
                b'\'' => break,
                b'\\' => self.cur.pos += 2,
                _ => self.cur.pos += 1,
            }
        }
        let decoded = ansi_c::decode(self.cur.slice(inside, self.cur.pos));
        self.cur.pos += 1;
        let Some(text) = decoded else {
            self.stop(start, "`$'…'` that does not give plain text");
            return Piece::Quoted(String::new());
        };
        // Inside `"${x:-$'…'}"` bash puts the decoded text where it is expanded once more.
        if mode.double() && text.contains(['$', '`', '"', '\'', '\\', '}']) {
            self.stop(start, "`$'…'` inside a double-quoted expansion");
        }
        Piece::Quoted(text)
    }

    /// `$(…)`, from the dollar sign to the parenthesis.
    fn command_substitution(&mut self) -> Piece {
        let start = self.cur.pos;
        self.cur.bump(2);
        let list = self.substituted_list(start);
        let span = self.cur.span(start, self.cur.pos);
        Piece::Command(Box::new(Substitution { span, form: SubstitutionForm::Dollar, list }))
    }

    /// `<(…)` and `>(…)`.
    pub(super) fn process(&mut self) -> Piece {
        if self.cur.ahead(2) == b'(' {
            return self.counted(self.cur.pos, Self::process_substitution);
        }
        self.process_substitution()
    }

    fn process_substitution(&mut self) -> Piece {
        let start = self.cur.pos;
        let output = self.cur.peek() == b'>';
        self.cur.bump(2);
        let list = self.substituted_list(start);
        Piece::Process(Box::new(Process { span: self.cur.span(start, self.cur.pos), output, list }))
    }

    /// Commands up to and with `)`. Here-documents open on either side of the parentheses do
    /// not reach over them in any way that all versions of bash agree on.
    fn substituted_list(&mut self, start: usize) -> crate::ast::List {
        let outside = std::mem::take(&mut self.pending);
        if self.substitutions == 0 {
            self.timed_substitution = false;
            self.heredocs_outside = self.shared.heredocs.len();
        }
        self.substitutions += 1;
        let list = self.list();
        self.substitutions -= 1;
        if self.cur.peek() != b')' {
            self.stop(self.cur.pos, "a substitution is not closed");
        } else if !self.pending.is_empty() {
            self.stop(self.cur.pos, "a here-document whose body is outside its substitution");
        }
        self.cur.bump(1);
        if !outside.is_empty() && self.cur.slice(start, self.cur.pos).contains('\n') {
            self.stop(start, "a substitution over several lines before a here-document's body");
        }
        self.pending = outside;
        list
    }

    /// `$((…))`, unless the parentheses turn out to be a subshell in a substitution.
    fn arith_or_command(&mut self) -> Piece {
        let start = self.cur.pos;
        let mark = self.mark();
        self.cur.bump(3);
        let inside = self.cur.pos;
        let arith = self.arith_until(b')', "`$((`");
        let inner_end = self.cur.pos.saturating_sub(1);
        let closes = self.cur.peek() == b')';
        if self.gave_up() {
            return Piece::Arith(Box::new(arith));
        }
        if closes {
            self.cur.bump(1);
            // Bash counts every parenthesis, also those of a `case` in a substitution.
            if !balanced(self.cur.slice(inside, inner_end)) {
                self.stop(start, "parentheses in arithmetic that do not balance");
            }
            return Piece::Arith(Box::new(arith));
        }
        self.reset(mark);
        self.counted(start, Self::command_substitution)
    }

    /// Behind `$((`, `<((` and `>((` bash first looks for the end by counting parentheses, and
    /// does so whatever stands between them. Where the commands end elsewhere, nobody knows.
    fn counted(&mut self, start: usize, parse: fn(&mut Self) -> Piece) -> Piece {
        let mark = self.mark();
        self.cur.bump(2);
        self.arith_until(b')', "a substitution");
        let end = self.cur.pos;
        self.reset(mark);
        let heredocs = self.shared.heredocs.len();
        let piece = parse(self);
        // Counting, it also takes `$'…'` apart before its quotes are looked at.
        let inside = self.cur.slice(start, self.cur.pos);
        let taken_apart = inside.contains("$'") || inside.contains("$\\\n'");
        if self.cur.pos != end || taken_apart || self.shared.heredocs.len() > heredocs {
            self.stop(start, "parentheses that end a substitution early");
        }
        piece
    }

    /// `` `…` ``: bash takes the text up to the next backquote, removes one level of
    /// backslashes and parses what is left.
    pub(super) fn backquote(&mut self, mode: Mode) -> Piece {
        let start = self.cur.pos;
        let mut inner = Derived::default();
        self.cur.bump(1);
        loop {
            let (at, byte) = (self.cur.pos, self.cur.peek());
            let at = at.max(self.cur.pos);
            match byte {
                0 => {
                    self.stop(start, "a backquote is not closed");
                    break;
                }
                b'`' => break,
                b'\\' => {
                    let next = self.cur.byte(at + 1);
                    let removed = matches!(next, b'$' | b'`' | b'\\')
                        || (next == b'"'
                            && matches!(mode, Mode::Double | Mode::Operand { double: true, .. }));
                    self.cur.pos += 1;
                    self.cur.bump_char();
                    inner.push(&self.cur, if removed { at + 1 } else { at }, self.cur.pos);
                }
                _ => {
                    self.cur.bump_char();
                    inner.push(&self.cur, at, self.cur.pos);
                }
            }
        }
        // In `"${x:-`…`}"` bash takes backslashes away more than once.
        let operand = matches!(mode, Mode::Operand { double: true, .. });
        if operand && self.cur.slice(start, self.cur.pos).contains('\\') {
            self.stop(start, "a backslash in backquotes in a double-quoted expansion");
        }
        inner.close(&self.cur, self.cur.pos);
        self.cur.bump(1);
        let cursor = Cursor::derived(&inner.text, &inner.origin);
        #[expect(
            clippy::redundant_closure_for_method_calls,
            reason = "the method is for one lifetime, the closure for any"
        )]
        let list = self.derived(cursor, |parser| parser.list());
        let span = self.cur.span(start, self.cur.pos);
        Piece::Command(Box::new(Substitution { span, form: SubstitutionForm::Backquote, list }))
    }
}

/// Whether the parentheses of arithmetic balance as bash counts them: quotes are skipped,
/// everything else is looked at.
fn balanced(text: &str) -> bool {
    let mut open = 0i64;
    let mut bytes = text.bytes();
    let mut quote = None;
    while let Some(byte) = bytes.next() {
        match (byte, quote) {
            (b'\\', None | Some(b'"')) => {
                bytes.next();
            }
            (b'\'' | b'"', None) => quote = Some(byte),
            (_, Some(mark)) if byte == mark => quote = None,
            (_, Some(_)) => {}
            (b'(', None) => open += 1,
            (b')', None) => {
                open -= 1;
                if open < 0 {
                    return false;
                }
            }
            _ => {}
        }
    }
    open == 0
}

pub(super) const SPECIAL: &[u8] = b"@*#?-$!";
