//! Words: literal text, quotes, and where a word ends in each of the places one can stand.

use super::Parser;
use crate::ast::Piece;
use crate::ast::Word;
use crate::cursor::is_meta;

/// The places a word can stand, which differ in what ends it and what quotes do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Between blanks and operators.
    Word,
    /// Behind `=~`: parentheses and `|` belong to it.
    Regex,
    /// Inside the parentheses of a pattern: up to the one that closes it.
    Pattern,
    /// Inside `"…"`.
    Double,
    /// The body of a here-document: as inside `"…"`, but `"` is a character like any other.
    Here,
    /// Arithmetic, up to the closing `)` or `]`.
    Arith(u8),
    /// Behind the operator of `${…}`, up to `}`.
    Operand {
        /// The expansion stands inside `"…"` or a here-document.
        double: bool,
        /// The operand is a pattern: quotes quote, even inside `"…"`.
        pattern: bool,
    },
}

impl Mode {
    /// Whether `'…'` and `$'…'` are quotes here and nothing inside them is expanded.
    fn single_quotes(self) -> bool {
        match self {
            Self::Word | Self::Regex | Self::Pattern => true,
            Self::Operand { double, pattern } => !double || pattern,
            Self::Double | Self::Here | Self::Arith(_) => false,
        }
    }

    /// Whether `<(…)` is a process substitution here.
    fn processes(self) -> bool {
        match self {
            Self::Word | Self::Regex | Self::Pattern => true,
            // A pattern and its replacement are expanded as if there were no quotes around them.
            Self::Operand { double, pattern } => !double || pattern,
            Self::Double | Self::Here | Self::Arith(_) => false,
        }
    }

    /// Whether the text is treated as inside `"…"`.
    pub(super) fn double(self) -> bool {
        match self {
            Self::Double | Self::Here | Self::Arith(_) => true,
            Self::Operand { double, .. } => double,
            Self::Word | Self::Regex | Self::Pattern => false,
        }
    }
}

impl Parser<'_> {
    pub(super) fn word_in(&mut self, mode: Mode) -> Word {
        let start = self.cur.pos;
        let pieces = self.pieces(mode);
        Word { span: self.cur.span(start, self.cur.pos), pieces }
    }

    /// Pieces up to what ends them in this place; the end itself is left.
    pub(super) fn pieces(&mut self, mode: Mode) -> Vec<Piece> {
        let mut pieces = Vec::new();
        // Parentheses or brackets open around the cursor, for the places that count them.
        let mut open = 0u32;
        loop {
            self.step();
            let byte = self.cur.peek();
            if byte == 0 || (open == 0 && self.ends(mode, byte)) {
                return pieces;
            }
            match byte {
                b'\\' => self.escape(mode, &mut pieces),
                b'\'' if mode.single_quotes() => {
                    let start = self.cur.pos;
                    let piece = self.single();
                    // There bash finds substitutions although the quotes quote.
                    if mode.double() && self.cur.slice(start, self.cur.pos).contains(['$', '`']) {
                        self.stop(
                            start,
                            "an expansion in single quotes in a double-quoted pattern",
                        );
                    }
                    pieces.push(piece);
                }
                b'\'' if matches!(mode, Mode::Arith(_) | Mode::Operand { .. }) => {
                    self.paired_but_active(mode, &mut pieces);
                }
                b'"' if mode != Mode::Here => pieces.push(self.double()),
                b'$' => self.dollar(mode, &mut pieces),
                b'`' => pieces.push(self.backquote(mode)),
                b'<' | b'>' if mode.processes() && self.at_process() => {
                    let process = self.process();
                    if matches!(mode, Mode::Operand { .. }) {
                        self.refuse_brace_in(&process);
                    }
                    pieces.push(process);
                }
                b'?' | b'*' | b'+' | b'@' | b'!' if self.at_extglob(mode) => {
                    pieces.push(self.extglob());
                }
                _ => {
                    open = count(mode, byte, open);
                    self.literal_run(&mut pieces);
                }
            }
        }
    }

    /// Whether an unquoted `byte` ends a word in this place.
    fn ends(&self, mode: Mode, byte: u8) -> bool {
        match mode {
            Mode::Word => is_meta(byte) && !(matches!(byte, b'<' | b'>') && self.at_process()),
            Mode::Regex => {
                matches!(byte, b' ' | b'\t' | b'\n' | b'&' | b';' | b'<' | b'>' | b')')
            }
            Mode::Pattern => byte == b')',
            Mode::Double => byte == b'"',
            Mode::Here => false,
            Mode::Arith(close) => byte == close,
            Mode::Operand { .. } => byte == b'}',
        }
    }

    /// Takes one byte that may be special, and the ordinary ones behind it.
    fn literal_run(&mut self, pieces: &mut Vec<Piece>) {
        let start = self.cur.pos;
        self.cur.bump_char();
        while is_ordinary(self.cur.raw()) {
            self.cur.pos += 1;
        }
        push_literal(pieces, self.cur.slice(start, self.cur.pos));
    }

    fn escape(&mut self, mode: Mode, pieces: &mut Vec<Piece>) {
        let next = self.cur.byte(self.cur.pos + 1);
        if next == 0 {
            push_literal(pieces, "\\");
            self.cur.pos += 1;
            return;
        }
        let quotes = match mode {
            Mode::Word | Mode::Regex | Mode::Pattern => true,
            Mode::Double | Mode::Arith(_) => matches!(next, b'$' | b'`' | b'"' | b'\\'),
            Mode::Here => matches!(next, b'$' | b'`' | b'\\'),
            Mode::Operand { double: true, .. } => {
                matches!(next, b'$' | b'`' | b'"' | b'\\' | b'}')
            }
            Mode::Operand { double: false, .. } => true,
        };
        let start = self.cur.pos;
        self.cur.pos += 1;
        self.cur.bump_char();
        if quotes {
            pieces.push(Piece::Quoted(self.cur.slice(start + 1, self.cur.pos).to_owned()));
        } else {
            push_literal(pieces, self.cur.slice(start, self.cur.pos));
        }
    }

    fn single(&mut self) -> Piece {
        let start = self.cur.pos;
        match self.closing_quote() {
            Some(close) => {
                self.cur.pos = close + 1;
                Piece::Quoted(self.cur.slice(start + 1, close).to_owned())
            }
            None => {
                self.stop(start, "a single quote is not closed");
                Piece::Quoted(String::new())
            }
        }
    }

    /// The `'` that closes the one at the cursor: nothing escapes it.
    fn closing_quote(&self) -> Option<usize> {
        let start = self.cur.pos + 1;
        let length = self.cur.slice(start, self.cur.end).find('\'')?;
        Some(start + length)
    }

    /// In arithmetic and in `"${x:-'…'}"` bash pairs single quotes to find the end, and later
    /// expands what stands between them all the same.
    fn paired_but_active(&mut self, mode: Mode, pieces: &mut Vec<Piece>) {
        let start = self.cur.pos;
        let Some(close) = self.closing_quote() else {
            self.stop(start, "a single quote is not closed");
            return;
        };
        // In POSIX mode the quotes would not be paired here.
        let inside = self.cur.slice(start + 1, close);
        if matches!(mode, Mode::Operand { .. }) && inside.contains(['}', '"', '`']) {
            self.stop(start, "single quotes whose meaning depends on the shell's mode");
            return;
        }
        // A continuation stays in single quotes, and the text is not single-quoted any more when
        // it is expanded.
        if inside.contains("\\\n") {
            self.stop(start, "a line continuation in single quotes that are expanded");
            return;
        }
        push_literal(pieces, "'");
        pieces.extend(self.within(start + 1, close, |parser| parser.pieces(Mode::Here)));
        push_literal(pieces, "'");
        self.cur.pos = close + 1;
    }

    /// `"…"`, from quote to quote.
    pub(super) fn double(&mut self) -> Piece {
        let start = self.cur.pos;
        self.cur.bump(1);
        let pieces = self.nested(|parser| parser.pieces(Mode::Double));
        if !self.cur.eat(b"\"") {
            self.stop(start, "a double quote is not closed");
        }
        Piece::Double(pieces)
    }

    /// A pattern such as `@(a|b)`. Where extended patterns are off, bash refuses the text, but
    /// for `!(` where a command begins: the pipeline has taken that one.
    fn extglob(&mut self) -> Piece {
        let op = char::from(self.cur.peek());
        self.cur.bump(2);
        let pieces = self.nested(|parser| parser.pieces(Mode::Pattern));
        self.expect_byte(b')', "a pattern");
        Piece::ExtGlob { op, pieces }
    }

    fn at_extglob(&self, mode: Mode) -> bool {
        let place = match mode {
            Mode::Word | Mode::Pattern => true,
            Mode::Operand { pattern, .. } => pattern,
            Mode::Regex | Mode::Double | Mode::Here | Mode::Arith(_) => false,
        };
        place && self.cur.ahead(1) == b'('
    }

    /// Whether `<(` or `>(` comes next.
    pub(super) fn at_process(&self) -> bool {
        self.cur.looking_at(b"<(") || self.cur.looking_at(b">(")
    }

    /// Bash ends `${…}` at the first brace, even inside `<(…)`.
    fn refuse_brace_in(&mut self, process: &Piece) {
        let Piece::Process(process) = process else { return };
        let length = (process.span.end - process.span.start) as usize;
        let start = self.cur.pos.saturating_sub(length);
        if self.cur.slice(start, self.cur.pos).contains('}') {
            self.stop(start, "a brace in a process substitution in an expansion");
        }
    }
}

/// Appends literal text, joining it with what stands before it.
pub(super) fn push_literal(pieces: &mut Vec<Piece>, text: &str) {
    match pieces.last_mut() {
        Some(Piece::Literal(last)) => last.push_str(text),
        _ => pieces.push(Piece::Literal(text.to_owned())),
    }
}

/// How many brackets are open behind `byte`.
fn count(mode: Mode, byte: u8, open: u32) -> u32 {
    let (up, down) = match mode {
        Mode::Regex | Mode::Pattern | Mode::Arith(b')') => (b'(', b')'),
        Mode::Arith(_) => (b'[', b']'),
        Mode::Word | Mode::Double | Mode::Here | Mode::Operand { .. } => return open,
    };
    match byte {
        _ if byte == up => open + 1,
        _ if byte == down => open.saturating_sub(1),
        _ => open,
    }
}

/// Bytes that are themselves in every place a word can stand.
fn is_ordinary(byte: u8) -> bool {
    byte >= 0x80
        || byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'_' | b'-' | b'.' | b'/' | b',' | b':' | b'=' | b'%' | b'^' | b'~' | b'#'
        )
}
