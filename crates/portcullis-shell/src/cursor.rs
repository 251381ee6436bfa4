//! Bytes of a text, one at a time, with line continuations taken out.
//!
//! Bash removes a backslash-newline pair before it looks at anything else (outside single
//! quotes, comments and quoted here-documents), so `$\⏎(rm)` is a substitution. The two ways
//! to look at the next byte are named for that: [`Cursor::peek`] skips continuations,
//! [`Cursor::raw`] does not.

use crate::span::Span;

/// A place in a text, or in text derived from one.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    /// Offset of the next byte.
    pub(crate) pos: usize,
    /// One past the last byte that may be looked at.
    pub(crate) end: usize,
    /// For derived text: where each byte stands in the original, and one past the last.
    origin: Option<&'a [u32]>,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, pos: 0, end: text.len(), origin: None }
    }

    /// Over text whose byte `i` came from byte `origin[i]` of the original.
    pub(crate) fn derived(text: &'a str, origin: &'a [u32]) -> Self {
        Self { text, pos: 0, end: text.len(), origin: Some(origin) }
    }

    /// The byte at `index`; 0 behind the end. A text holds no NUL: the parser stops at one.
    pub(crate) fn byte(&self, index: usize) -> u8 {
        if index < self.end { self.text.as_bytes().get(index).copied().unwrap_or(0) } else { 0 }
    }

    /// The next byte as it stands.
    pub(crate) fn raw(&self) -> u8 {
        self.byte(self.pos)
    }

    /// The next byte after any line continuations, which are consumed.
    pub(crate) fn peek(&mut self) -> u8 {
        self.pos = self.after_continuations(self.pos);
        self.raw()
    }

    /// The `n`th byte from here, continuations left out; nothing is consumed.
    pub(crate) fn ahead(&self, n: usize) -> u8 {
        let mut at = self.after_continuations(self.pos);
        for _ in 0..n {
            at = self.after_continuations(at + 1);
        }
        self.byte(at)
    }

    /// Whether these bytes come next, continuations left out.
    pub(crate) fn looking_at(&self, wanted: &[u8]) -> bool {
        let mut at = self.pos;
        wanted.iter().all(|&byte| {
            at = self.after_continuations(at);
            at += 1;
            self.byte(at - 1) == byte
        })
    }

    /// Consumes `n` bytes, continuations between them included.
    pub(crate) fn bump(&mut self, n: usize) {
        for _ in 0..n {
            self.pos = (self.after_continuations(self.pos) + 1).min(self.end);
        }
    }

    /// Consumes one whole character as it stands.
    pub(crate) fn bump_char(&mut self) {
        self.pos = (self.pos + self.char_len(self.pos)).min(self.end);
    }

    /// Consumes `wanted` when it comes next.
    pub(crate) fn eat(&mut self, wanted: &[u8]) -> bool {
        let found = self.looking_at(wanted);
        if found {
            self.bump(wanted.len());
        }
        found
    }

    pub(crate) fn at_end(&self) -> bool {
        self.after_continuations(self.pos) >= self.end
    }

    /// The text between two offsets of this cursor.
    pub(crate) fn slice(&self, start: usize, end: usize) -> &'a str {
        let part = self.text.get(start..end);
        debug_assert!(part.is_some(), "{start}..{end} is not a range of whole characters");
        part.unwrap_or("")
    }

    /// The length in bytes of the character at `index`, at least 1.
    pub(crate) fn char_len(&self, index: usize) -> usize {
        match self.byte(index) {
            0xf0.. => 4,
            0xe0.. => 3,
            0xc0.. => 2,
            _ => 1,
        }
    }

    /// Where a range of this cursor stands in the original text.
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.original(start), self.original(end))
    }

    /// Where one offset of this cursor stands in the original text.
    pub(crate) fn original(&self, index: usize) -> u32 {
        match self.origin {
            None => u32::try_from(index).unwrap_or(u32::MAX),
            Some(map) => map.get(index).or(map.last()).copied().unwrap_or(0),
        }
    }

    fn after_continuations(&self, mut at: usize) -> usize {
        while self.byte(at) == b'\\' && self.byte(at + 1) == b'\n' {
            at += 2;
        }
        at
    }
}

/// Text built from parts of another, remembering where each byte stood.
#[derive(Debug, Default)]
pub(crate) struct Derived {
    pub(crate) text: String,
    pub(crate) origin: Vec<u32>,
}

impl Derived {
    /// Appends the bytes from `start` to `end` of `source`.
    pub(crate) fn push(&mut self, source: &Cursor<'_>, start: usize, end: usize) {
        let part = source.slice(start, end);
        self.text.push_str(part);
        self.origin.extend((start..start + part.len()).map(|at| source.original(at)));
    }

    /// Ends the text: `at` is where the byte behind the last one stands.
    pub(crate) fn close(&mut self, source: &Cursor<'_>, at: usize) {
        self.origin.push(source.original(at));
    }
}

/// Blank, newline or an operator's first byte: what ends an unquoted word.
pub(crate) fn is_meta(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'|' | b'&' | b';' | b'(' | b')' | b'<' | b'>')
}

pub(crate) fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

pub(crate) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
