//! The characters that have no look of their own, and what each kind of them does.

/// Why a character does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hidden {
    /// Moves the cursor, rings, starts an escape sequence.
    Control,
    /// Reorders the text around it.
    Bidi,
    /// Takes no column.
    ZeroWidth,
    /// Looks like a space and is none to the shell.
    Space,
    /// Looks like a line end and is none to the shell.
    LineEnd,
    /// Changes the look of the character before it, or nothing.
    Variation,
    /// Spells hidden ASCII.
    Tag,
    /// Looks like whatever the font's maker chose, or like nothing.
    PrivateUse,
    /// Is no character.
    Noncharacter,
}

impl Hidden {
    /// The kind in words.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Control => "control character",
            Self::Bidi => "changes the direction",
            Self::ZeroWidth => "zero width",
            Self::Space => "unusual space",
            Self::LineEnd => "unusual line end",
            Self::Variation => "variation selector",
            Self::Tag => "tag character",
            Self::PrivateUse => "private use",
            Self::Noncharacter => "not a character",
        }
    }
}

/// Why `c` does not show; `None` when it does. Space, tab and newline are what they look like.
pub(crate) fn hidden(c: char) -> Option<Hidden> {
    if matches!(c, ' '..='~' | '\n' | '\t') {
        return None;
    }
    let code = u32::from(c);
    // The last two of every plane.
    if code & 0xfffe == 0xfffe {
        return Some(Hidden::Noncharacter);
    }
    let after = TABLE.partition_point(|&(first, _, _)| first <= code);
    let &(_, last, kind) = TABLE.get(after.checked_sub(1)?)?;
    (code <= last).then_some(kind)
}

/// First, last, kind; in order and apart from each other.
const TABLE: &[(u32, u32, Hidden)] = &[
    (0x0000, 0x001f, Hidden::Control),
    (0x007f, 0x009f, Hidden::Control),
    (0x00a0, 0x00a0, Hidden::Space),
    (0x00ad, 0x00ad, Hidden::ZeroWidth),
    (0x034f, 0x034f, Hidden::ZeroWidth),
    (0x061c, 0x061c, Hidden::Bidi),
    (0x070f, 0x070f, Hidden::ZeroWidth),
    (0x115f, 0x1160, Hidden::Space),
    (0x1680, 0x1680, Hidden::Space),
    (0x17b4, 0x17b5, Hidden::ZeroWidth),
    (0x180b, 0x180d, Hidden::Variation),
    (0x180e, 0x180e, Hidden::ZeroWidth),
    (0x180f, 0x180f, Hidden::Variation),
    (0x2000, 0x200a, Hidden::Space),
    (0x200b, 0x200d, Hidden::ZeroWidth),
    (0x200e, 0x200f, Hidden::Bidi),
    (0x2028, 0x2029, Hidden::LineEnd),
    (0x202a, 0x202e, Hidden::Bidi),
    (0x202f, 0x202f, Hidden::Space),
    (0x205f, 0x205f, Hidden::Space),
    (0x2060, 0x2065, Hidden::ZeroWidth),
    (0x2066, 0x2069, Hidden::Bidi),
    (0x206a, 0x206f, Hidden::ZeroWidth),
    (0x2800, 0x2800, Hidden::Space),
    (0x3000, 0x3000, Hidden::Space),
    (0x3164, 0x3164, Hidden::Space),
    (0xe000, 0xf8ff, Hidden::PrivateUse),
    (0xfdd0, 0xfdef, Hidden::Noncharacter),
    (0xfe00, 0xfe0f, Hidden::Variation),
    (0xfeff, 0xfeff, Hidden::ZeroWidth),
    (0xffa0, 0xffa0, Hidden::Space),
    (0xfff0, 0xfffb, Hidden::ZeroWidth),
    (0x1_3430, 0x1_343f, Hidden::ZeroWidth),
    (0x1_bca0, 0x1_bca3, Hidden::ZeroWidth),
    (0x1_d173, 0x1_d17a, Hidden::ZeroWidth),
    (0xe_0000, 0xe_007f, Hidden::Tag),
    (0xe_0080, 0xe_00ff, Hidden::ZeroWidth),
    (0xe_0100, 0xe_01ef, Hidden::Variation),
    (0xe_01f0, 0xe_0fff, Hidden::ZeroWidth),
    (0xf_0000, 0x10_ffff, Hidden::PrivateUse),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        let mut next = 0;
        for &(first, last, _) in TABLE {
            assert!(next <= first && first <= last, "{first:x}");
            next = last + 1;
        }
    }

    #[test]
    fn each_kind_is_found() {
        for (chars, kind) in [
            ("\0\x1b\r\x7f\u{80}\u{9b}\u{9f}", Hidden::Control),
            ("\u{61c}\u{200e}\u{200f}\u{202a}\u{202e}\u{2066}\u{2069}", Hidden::Bidi),
            ("\u{ad}\u{180e}\u{200b}\u{200d}\u{2060}\u{2064}\u{feff}", Hidden::ZeroWidth),
            ("\u{a0}\u{2000}\u{200a}\u{202f}\u{205f}\u{2800}\u{3000}\u{3164}", Hidden::Space),
            ("\u{2028}\u{2029}", Hidden::LineEnd),
            ("\u{180b}\u{fe00}\u{fe0f}\u{e0100}\u{e01ef}", Hidden::Variation),
            ("\u{e0000}\u{e0001}\u{e0041}\u{e007f}", Hidden::Tag),
            ("\u{e000}\u{f8ff}\u{f0000}\u{10fffd}", Hidden::PrivateUse),
            ("\u{fdd0}\u{fffe}\u{ffff}\u{1fffe}\u{10ffff}", Hidden::Noncharacter),
        ] {
            for c in chars.chars() {
                assert_eq!(hidden(c), Some(kind), "{c:?}");
            }
        }
    }

    #[test]
    fn what_shows_is_not_hidden() {
        for c in "aZ ~\n\té日本🦀\u{301}\u{fffd}\u{fffc}…".chars() {
            assert_eq!(hidden(c), None, "{c:?}");
        }
    }
}
