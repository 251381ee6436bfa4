//! Places in the text: every node says which bytes it came from.

/// A half-open range of byte offsets into the text that was given to [`crate::parse`].
///
/// A node made from derived text (the inside of a backquote, the argument of
/// `eval`) carries the place of the original it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` to `end`; an inverted pair collapses to `start`.
    pub fn new(start: u32, end: u32) -> Self {
        Self { start, end: end.max(start) }
    }

    /// The smallest span that holds both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The bytes of `text` this span names, as far as they exist and are whole characters.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// A stretch of text whose effect is not known, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opaque {
    /// From where to where.
    pub span: Span,
    /// What is not known, in words for a person.
    pub reason: String,
}
