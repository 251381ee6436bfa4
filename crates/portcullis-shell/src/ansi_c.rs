//! The escapes of `$'…'`.

/// The text `$'inside'` stands for. `None` when it holds a NUL, where bash ends it early, or
/// bytes that are not UTF-8 together.
pub(crate) fn decode(inside: &str) -> Option<String> {
    let mut out = Vec::with_capacity(inside.len());
    let mut rest = inside;
    while let Some((before, after)) = rest.split_once('\\') {
        out.extend_from_slice(before.as_bytes());
        let mut chars = after.chars();
        let Some(c) = chars.next() else {
            out.push(b'\\');
            rest = "";
            break;
        };
        rest = chars.as_str();
        match c {
            'a' => out.push(7),
            'b' => out.push(8),
            'e' | 'E' => out.push(0x1b),
            'f' => out.push(0x0c),
            'n' => out.push(b'\n'),
            'r' => out.push(b'\r'),
            't' => out.push(b'\t'),
            'v' => out.push(0x0b),
            '\\' | '\'' | '"' | '?' => out.push(c as u8),
            '0'..='7' => {
                let value = digits(&mut rest, 8, 2, c.to_digit(8)?);
                out.push((value & 0xff) as u8);
            }
            'x' if rest.starts_with('{') => {
                // `\x{…}` takes any number of digits in some versions, none in others.
                return None;
            }
            'x' => hex(&mut rest, 2, "\\x", &mut out)?,
            'u' => unicode(&mut rest, 4, "\\u", &mut out)?,
            'U' => unicode(&mut rest, 8, "\\U", &mut out)?,
            'c' => {
                let mut chars = rest.chars();
                let control = chars.next()?;
                // `\c\\` is one control character written with two backslashes.
                if !control.is_ascii() || control == '\\' {
                    return None;
                }
                rest = chars.as_str();
                out.push(control.to_ascii_uppercase() as u8 & 0x1f);
            }
            _ => {
                out.push(b'\\');
                out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
    }
    out.extend_from_slice(rest.as_bytes());
    if out.iter().any(|byte| matches!(byte, 0 | 1 | 0x7f)) {
        return None;
    }
    String::from_utf8(out).ok()
}

/// Takes up to `most` digits off `rest` and appends them to `value`.
fn digits(rest: &mut &str, radix: u32, most: usize, mut value: u32) -> u32 {
    for _ in 0..most {
        let mut chars = rest.chars();
        let Some(digit) = chars.next().and_then(|c| c.to_digit(radix)) else { break };
        value = value.wrapping_mul(radix).wrapping_add(digit);
        *rest = chars.as_str();
    }
    value
}

fn hex(rest: &mut &str, most: usize, written: &str, out: &mut Vec<u8>) -> Option<()> {
    if !rest.starts_with(|c: char| c.is_ascii_hexdigit()) {
        out.extend_from_slice(written.as_bytes());
        return Some(());
    }
    out.push(u8::try_from(digits(rest, 16, most, 0)).ok()?);
    Some(())
}

fn unicode(rest: &mut &str, most: usize, written: &str, out: &mut Vec<u8>) -> Option<()> {
    if !rest.starts_with(|c: char| c.is_ascii_hexdigit()) {
        out.extend_from_slice(written.as_bytes());
        return Some(());
    }
    let c = char::from_u32(digits(rest, 16, most, 0))?;
    out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    Some(())
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn escapes_are_those_of_bash() {
        let cases = [
            (r"a\nb", Some("a\nb")),
            (r"\x72\x6d", Some("rm")),
            (r"\162\155", Some("rm")),
            (r"\u72m", Some("rm")),
            (r"\'\\", Some("'\\")),
            (r"\q\x", Some("\\q\\x")),
            (r"\cA", None),
            (r"\cb", Some("\x02")),
            (r"a\0b", None),
            (r"\xff", None),
            (r"\xc3\xa9", Some("é")),
            (r"\x{41}", None),
        ];
        for (inside, wanted) in cases {
            assert_eq!(decode(inside).as_deref(), wanted, "{inside}");
        }
    }
}
