//! Characters outside ASCII in a host: plain letters, letters in disguise, and the `xn--` form.

/// What a character outside ASCII is in a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Glyph {
    /// A letter that stands for itself, in lower case.
    Letter(char),
    /// Another shape of ASCII characters. Resolvers with IDNA take it for them.
    Disguise(String),
    /// Something IDNA drops.
    Dropped,
    /// Something no host has, or that the versions of IDNA treat differently.
    Foreign,
}

/// What `character`, which is not ASCII, is in a host.
pub(super) fn glyph(character: char) -> Glyph {
    if let Some(text) = disguise(character) {
        return Glyph::Disguise(text);
    }
    if within(DROPPED, character) {
        return Glyph::Dropped;
    }
    let letter = character.is_alphabetic() || within(MARKS, character);
    if !letter || character.is_numeric() || within(UNSTABLE, character) {
        return Glyph::Foreign;
    }
    let mut lower = character.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(one), None) if !one.is_ascii() => Glyph::Letter(one),
        _ => Glyph::Foreign,
    }
}

fn within(ranges: &[(u32, u32)], character: char) -> bool {
    let code = u32::from(character);
    ranges.iter().any(|(first, last)| (*first..=*last).contains(&code))
}

/// The ASCII text behind a fullwidth, circled, mathematical, raised or lowered character.
fn disguise(character: char) -> Option<String> {
    let code = u32::from(character);
    let digit = |first: u32| Some(((code - first) % 10).to_string());
    let number = |first: u32, start: u32| Some((code - first + start).to_string());
    let letter = |first: u32| {
        let offset = u8::try_from((code - first) % 26).ok()?;
        Some(char::from(b'a'.checked_add(offset)?).to_string())
    };
    match code {
        0x3002 | 0xff61 | 0x2024 => Some(".".to_owned()),
        0xff01..=0xff5e => {
            char::from_u32(code - 0xfee0).map(|ascii| ascii.to_ascii_lowercase().to_string())
        }
        0xb2 | 0xb3 => digit(0xb0),
        0xb9 => Some("1".to_owned()),
        0x2070 | 0x2074..=0x2079 => digit(0x2070),
        0x2080..=0x2089 => digit(0x2080),
        0x2460..=0x2473 => number(0x2460, 1),
        0x2474..=0x2487 => number(0x2474, 1),
        0x2488..=0x249b => number(0x2488, 1).map(|text| text + "."),
        0x249c..=0x24b5 => letter(0x249c),
        0x24b6..=0x24e9 => letter(0x24b6),
        0x24ea | 0x24ff => Some("0".to_owned()),
        0x24eb..=0x24f4 => number(0x24eb, 11),
        0x24f5..=0x24fe => number(0x24f5, 1),
        0x2776..=0x277f => number(0x2776, 1),
        0x2780..=0x2789 => number(0x2780, 1),
        0x278a..=0x2793 => number(0x278a, 1),
        0x1d400..=0x1d6a3 => letter(0x1d400),
        0x1d7ce..=0x1d7ff => digit(0x1d7ce),
        0x1f100 => Some("0.".to_owned()),
        0x1f101..=0x1f10a => number(0x1f101, 0),
        0x1f110..=0x1f129 => letter(0x1f110),
        0x1f130..=0x1f149 => letter(0x1f130),
        0x1f150..=0x1f169 => letter(0x1f150),
        0x1f170..=0x1f189 => letter(0x1f170),
        0x1fbf0..=0x1fbf9 => digit(0x1fbf0),
        _ => {
            let (_, text) = SHAPES.iter().find(|(shape, _)| *shape == character)?;
            Some((*text).to_owned())
        }
    }
}

/// Letters in disguise that stand in no row.
const SHAPES: &[(char, &str)] = &[
    ('\u{aa}', "a"),
    ('\u{ba}', "o"),
    ('\u{17f}', "s"),
    ('\u{2071}', "i"),
    ('\u{207f}', "n"),
    ('\u{2102}', "c"),
    ('\u{210a}', "g"),
    ('\u{210b}', "h"),
    ('\u{210c}', "h"),
    ('\u{210d}', "h"),
    ('\u{210e}', "h"),
    ('\u{2110}', "i"),
    ('\u{2111}', "i"),
    ('\u{2112}', "l"),
    ('\u{2113}', "l"),
    ('\u{2115}', "n"),
    ('\u{2119}', "p"),
    ('\u{211a}', "q"),
    ('\u{211b}', "r"),
    ('\u{211c}', "r"),
    ('\u{211d}', "r"),
    ('\u{2124}', "z"),
    ('\u{2128}', "z"),
    ('\u{212a}', "k"),
    ('\u{212c}', "b"),
    ('\u{212d}', "c"),
    ('\u{212f}', "e"),
    ('\u{2130}', "e"),
    ('\u{2131}', "f"),
    ('\u{2133}', "m"),
    ('\u{2134}', "o"),
    ('\u{2139}', "i"),
    ('\u{2145}', "d"),
    ('\u{2146}', "d"),
    ('\u{2147}', "e"),
    ('\u{2148}', "i"),
    ('\u{2149}', "j"),
    ('\u{fb00}', "ff"),
    ('\u{fb01}', "fi"),
    ('\u{fb02}', "fl"),
    ('\u{fb03}', "ffi"),
    ('\u{fb04}', "ffl"),
    ('\u{fb05}', "st"),
    ('\u{fb06}', "st"),
];

/// Invisible characters that IDNA maps to nothing.
const DROPPED: &[(u32, u32)] = &[
    (0xad, 0xad),
    (0x34f, 0x34f),
    (0x115f, 0x1160),
    (0x17b4, 0x17b5),
    (0x180b, 0x180f),
    (0x200b, 0x200d),
    (0x2060, 0x2064),
    (0x3164, 0x3164),
    (0xfe00, 0xfe0f),
    (0xfeff, 0xfeff),
    (0xffa0, 0xffa0),
    (0x1bca0, 0x1bca3),
    (0xe0100, 0xe01ef),
];

/// Marks that Indic, Thai and their like cannot be written without and that are no letters.
const MARKS: &[(u32, u32)] = &[
    (0x93c, 0x93c),
    (0x94d, 0x94d),
    (0x9bc, 0x9bc),
    (0x9cd, 0x9cd),
    (0xa3c, 0xa3c),
    (0xa4d, 0xa4d),
    (0xabc, 0xabc),
    (0xacd, 0xacd),
    (0xb3c, 0xb3c),
    (0xb4d, 0xb4d),
    (0xbcd, 0xbcd),
    (0xc4d, 0xc4d),
    (0xcbc, 0xcbc),
    (0xccd, 0xccd),
    (0xd4d, 0xd4d),
    (0xdca, 0xdca),
    (0xe47, 0xe4e),
    (0xeba, 0xeba),
    (0xec8, 0xecd),
    (0x1037, 0x1037),
    (0x1039, 0x103a),
    (0x17d2, 0x17d2),
];

/// Letters that normalise into others, compose with their neighbours, or differ between IDNA 2003
/// and 2008.
const UNSTABLE: &[(u32, u32)] = &[
    (0xaa, 0xba),
    (0xdf, 0xdf),
    (0x130, 0x133),
    (0x13f, 0x140),
    (0x149, 0x149),
    (0x17f, 0x17f),
    (0x1c4, 0x1cc),
    (0x1f1, 0x1f3),
    (0x2b0, 0x2ff),
    (0x300, 0x36f),
    (0x374, 0x37a),
    (0x3c2, 0x3c2),
    (0x3d0, 0x3d6),
    (0x3f0, 0x3f9),
    (0x587, 0x587),
    (0x675, 0x678),
    (0x958, 0x95f),
    (0x9dc, 0x9df),
    (0xa33, 0xa36),
    (0xa59, 0xa5e),
    (0xb5c, 0xb5d),
    (0xe33, 0xe33),
    (0xeb3, 0xeb3),
    (0xedc, 0xedd),
    (0xf43, 0xfb9),
    (0x10fc, 0x10fc),
    (0x1100, 0x11ff),
    (0x13a0, 0x13ff),
    (0x1c80, 0x1c8a),
    (0x1d2c, 0x1dbf),
    (0x1e9a, 0x1e9f),
    (0x1f00, 0x1fff),
    (0x2071, 0x2149),
    (0x2c7c, 0x2c7d),
    (0x2d6f, 0x2d6f),
    (0x3099, 0x309f),
    (0x30ff, 0x30ff),
    (0x3131, 0x318e),
    (0xa69c, 0xa69d),
    (0xa770, 0xa770),
    (0xa7f1, 0xa7f9),
    (0xab5c, 0xabbf),
    (0xf900, 0xffdc),
    (0x10781, 0x107ba),
    (0x1d400, 0x1d7ff),
    (0x1e030, 0x1e06d),
    (0x1ee00, 0x1f1ff),
    (0x2f800, 0x2fa1f),
];

/// The `xn--` form of a label of letters in lower case, if it has one (RFC 3492).
pub(super) fn punycode(label: &str) -> Option<String> {
    const LONGEST: usize = 63;
    if label.chars().nth(LONGEST).is_some() {
        return None;
    }
    let mut out = String::from("xn--");
    let basic = label.chars().filter(char::is_ascii).inspect(|ascii| out.push(*ascii)).count();
    let basic = u32::try_from(basic).ok()?;
    let all = u32::try_from(label.chars().count()).ok()?;
    if basic > 0 {
        out.push('-');
    }
    let mut done = basic;
    let mut floor = 0x80_u32;
    let mut delta = 0_u32;
    let mut bias = 72_u32;
    while done < all {
        let next = label.chars().map(u32::from).filter(|code| *code >= floor).min()?;
        delta = delta.checked_add((next - floor).checked_mul(done + 1)?)?;
        for code in label.chars().map(u32::from) {
            if code < next {
                delta = delta.checked_add(1)?;
            }
            if code == next {
                variable_length(&mut out, delta, bias)?;
                let damping = if done == basic { 700 } else { 2 };
                bias = adapt(delta / damping, done + 1);
                delta = 0;
                done += 1;
            }
        }
        delta = delta.checked_add(1)?;
        floor = next + 1;
    }
    (out.len() <= LONGEST).then_some(out)
}

const BASE: u32 = 36;
const LOW: u32 = 1;
const HIGH: u32 = 26;

fn variable_length(out: &mut String, delta: u32, bias: u32) -> Option<()> {
    let mut rest = delta;
    let mut place = BASE;
    loop {
        let threshold = place.saturating_sub(bias).clamp(LOW, HIGH);
        if rest < threshold {
            out.push(digit(rest)?);
            return Some(());
        }
        let span = BASE - threshold;
        out.push(digit(threshold + (rest - threshold) % span)?);
        rest = (rest - threshold) / span;
        place += BASE;
    }
}

/// Letters count before digits here.
fn digit(value: u32) -> Option<char> {
    let digits = b"abcdefghijklmnopqrstuvwxyz0123456789";
    digits.get(usize::try_from(value).ok()?).copied().map(char::from)
}

fn adapt(damped: u32, points: u32) -> u32 {
    let mut delta = damped + damped / points.max(1);
    let mut bias = 0;
    while delta > ((BASE - LOW) * HIGH) / 2 {
        delta /= BASE - LOW;
        bias += BASE;
    }
    bias + (BASE - LOW + 1) * delta / (delta + 38)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p06_ascii_in_disguise_is_seen_through() {
        let text = "\u{2460}\u{ff12}\u{2466}\u{3002}\u{24ea}\u{ff0e}\u{1d7d8}\u{ff61}\u{b9}";
        let plain: String = text
            .chars()
            .map(|character| match glyph(character) {
                Glyph::Disguise(text) => text,
                other => panic!("{character}: {other:?}"),
            })
            .collect();
        assert_eq!(plain, "127.0.0.1");
        assert_eq!(glyph('\u{246f}'), Glyph::Disguise("16".to_owned()));
        assert_eq!(glyph('\u{24c1}'), Glyph::Disguise("l".to_owned()));
        assert_eq!(glyph('\u{1d4f5}'), Glyph::Disguise("l".to_owned()));
        assert_eq!(glyph('\u{ad}'), Glyph::Dropped);
    }

    #[test]
    fn letters_are_letters() {
        for letter in "äéøñžłșабвґελשمकग日本語中文한ไท".chars() {
            assert_eq!(glyph(letter), Glyph::Letter(letter), "{letter}");
        }
        assert_eq!(glyph('Ä'), Glyph::Letter('ä'));
        for foreign in "ßς\u{2044}\u{2100}١२\u{202e}\u{a0}❤".chars() {
            assert_eq!(glyph(foreign), Glyph::Foreign, "{foreign}");
        }
    }

    #[test]
    fn labels_are_encoded_as_rfc_3492_has_them() {
        for (label, encoded) in [
            ("münchen", "xn--mnchen-3ya"),
            ("bücher", "xn--bcher-kva"),
            ("пример", "xn--e1afmkfd"),
            ("例え", "xn--r8jz45g"),
            ("中国", "xn--fiqs8s"),
            ("ليهمابتكلموشعربي؟", "xn--egbpdaj6bu4bxfgehfvwxn"),
        ] {
            assert_eq!(punycode(label).as_deref(), Some(encoded));
        }
        assert_eq!(punycode(&"ü".repeat(64)), None);
    }
}
