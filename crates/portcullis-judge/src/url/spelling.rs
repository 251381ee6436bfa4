//! From the way a host is written to the name or the address that it is.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::host::Host;
use super::letters::{self, Glyph};
use super::{UrlReason, ranges, shown};

/// A host and whether it was written as everybody writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spelt {
    /// What it is. Where parsers read several addresses out of one text, the worst of them.
    pub(super) host: Host,
    /// What is odd about the way it is written, as the end of "the host is ...".
    pub(super) odd: Option<&'static str>,
}

/// What the host `raw` of a URL is; an IPv6 address stands in brackets.
pub(super) fn read(raw: &str) -> Result<Spelt, UrlReason> {
    // Escapes and letters make a host of 253 characters longer, but not this long.
    if raw.len() > 4096 {
        return Err(UrlReason::malformed("the host is too long"));
    }
    match raw.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) {
        Some(inner) => bracketed(inner),
        None => unbracketed(raw),
    }
}

fn bracketed(inner: &str) -> Result<Spelt, UrlReason> {
    let (address, odd) = match inner.split_once('%') {
        Some((address, _)) => (address, Some("an address of one network interface only")),
        None => (inner, None),
    };
    match address.parse::<Ipv6Addr>() {
        Ok(address) => Ok(Spelt { host: Host::Address(IpAddr::V6(address)), odd }),
        Err(_) => {
            let words = format!("{} in brackets is no IPv6 address", shown(inner));
            Err(UrlReason::malformed(words))
        }
    }
}

fn unbracketed(raw: &str) -> Result<Spelt, UrlReason> {
    let (decoded, percent) = decoded(raw)?;
    let (text, disguised) = unmasked(&decoded)?;
    let odd = percent.or(disguised);
    let (name, dot) = match text.strip_suffix('.') {
        Some(name) => (name, Some("an address with a dot behind it")),
        None => (text.as_str(), None),
    };
    well_formed(name, raw)?;
    let last = name.rsplit('.').next().unwrap_or(name);
    if is_number(last) {
        let (address, spelling) = numbers(name)?;
        return Ok(Spelt {
            host: Host::Address(IpAddr::V4(address)),
            odd: odd.or(spelling).or(dot),
        });
    }
    if name.contains('.') && last.starts_with(|first: char| first.is_ascii_digit()) {
        let words = format!("no top-level domain begins with a digit as {} does", shown(last));
        return Err(UrlReason::ambiguous(words));
    }
    Ok(Spelt { host: Host::Name(name.to_owned()), odd })
}

/// Percent escapes replaced, once.
fn decoded(raw: &str) -> Result<(String, Option<&'static str>), UrlReason> {
    if !raw.contains('%') {
        return Ok((raw.to_owned(), None));
    }
    let broken = || UrlReason::malformed("the host has broken percent escapes");
    let mut bytes = Vec::with_capacity(raw.len());
    let mut rest = raw.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || char::from(rest.next()?).to_digit(16);
        let high = digit().ok_or_else(broken)?;
        let low = digit().ok_or_else(broken)?;
        bytes.push(u8::try_from(high * 16 + low).map_err(|_| broken())?);
    }
    let text = String::from_utf8(bytes).map_err(|_| broken())?;
    Ok((text, Some("written with percent escapes")))
}

/// ASCII in lower case: other letters as `xn--`, letters in disguise as what they stand for.
fn unmasked(text: &str) -> Result<(String, Option<&'static str>), UrlReason> {
    if text.is_ascii() {
        return Ok((text.to_ascii_lowercase(), None));
    }
    let mut plain = String::with_capacity(text.len());
    let mut odd = None;
    for character in text.chars() {
        if character.is_ascii() {
            plain.push(character.to_ascii_lowercase());
            continue;
        }
        match letters::glyph(character) {
            Glyph::Letter(letter) => plain.push(letter),
            Glyph::Disguise(ascii) => {
                odd = Some("written with characters that stand for others");
                plain.push_str(&ascii);
            }
            Glyph::Dropped => odd = Some("written with invisible characters"),
            Glyph::Foreign => {
                let code = u32::from(character);
                return Err(UrlReason::ambiguous(format!(
                    "the host has the character U+{code:04X}, which resolvers treat differently"
                )));
            }
        }
    }
    let labels: Option<Vec<String>> = plain
        .split('.')
        .map(
            |label| {
                if label.is_ascii() { Some(label.to_owned()) } else { letters::punycode(label) }
            },
        )
        .collect();
    let labels = labels.ok_or_else(|| UrlReason::malformed("a part of the host is too long"))?;
    Ok((labels.join("."), odd))
}

fn well_formed(name: &str, raw: &str) -> Result<(), UrlReason> {
    if name.is_empty() || name.len() > 253 {
        return Err(UrlReason::malformed("the host is empty or too long"));
    }
    for label in name.split('.') {
        if label.is_empty() || label.len() > 63 {
            return Err(UrlReason::malformed("a part of the host is empty or too long"));
        }
        // No decoder gives such a label back as it was, so they differ in what they make of it.
        if label.strip_prefix("xn--").is_some_and(|rest| rest.is_empty() || rest.ends_with('-')) {
            return Err(UrlReason::ambiguous("a part of the host is xn-- around plain ASCII"));
        }
    }
    let known = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    if name.starts_with('-') || !name.bytes().all(known) {
        return Err(UrlReason::malformed(format!("{} is no host", shown(raw))));
    }
    Ok(())
}

fn is_number(label: &str) -> bool {
    let hex = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    label.bytes().all(|byte| byte.is_ascii_digit()) || label.strip_prefix("0x").is_some_and(hex)
}

/// The address behind one to four numbers, and what is odd about them.
///
/// `inet_aton`, and with it curl and browsers, read a leading zero as octal, others as decimal;
/// some cut numbers that are too large. The worst of all these readings counts.
fn numbers(name: &str) -> Result<(Ipv4Addr, Option<&'static str>), UrlReason> {
    if let Ok(address) = name.parse::<Ipv4Addr>() {
        return Ok((address, None));
    }
    let parts: Vec<&str> = name.split('.').collect();
    let octal = || parts.iter().map(|part| number(part, Zero::Octal)).collect::<Option<Vec<_>>>();
    let decimal =
        || parts.iter().map(|part| number(part, Zero::Decimal)).collect::<Option<Vec<_>>>();
    let readings = [octal(), decimal()];
    let exact = readings.iter().flatten().filter_map(|parts| joined(parts, Excess::Refused));
    let cut = readings.iter().flatten().filter_map(|parts| joined(parts, Excess::Cut));
    let worst = exact.chain(cut).max_by_key(|four| ranges::standing(IpAddr::V4(*four)).reach);
    match worst {
        Some(address) => Ok((address, Some("an address in an unusual spelling"))),
        None => {
            let words = format!("{} ends in a number and is no address", shown(name));
            Err(UrlReason::malformed(words))
        }
    }
}

/// What a zero in front means.
#[derive(Clone, Copy)]
enum Zero {
    Octal,
    Decimal,
}

/// What becomes of a number that is too large for its place.
#[derive(Clone, Copy)]
enum Excess {
    Refused,
    Cut,
}

fn number(part: &str, zero: Zero) -> Option<u64> {
    let (digits, radix) = match (part.strip_prefix("0x"), zero) {
        (Some(hex), _) => (hex, 16),
        (None, Zero::Octal) if part.starts_with('0') => (part, 8),
        (None, Zero::Octal | Zero::Decimal) => (part, 10),
    };
    if digits.chars().any(|digit| !digit.is_digit(radix)) || part.is_empty() {
        return None;
    }
    match digits.trim_start_matches('0') {
        "" => Some(0),
        digits => u64::from_str_radix(digits, radix).ok(),
    }
}

fn joined(parts: &[u64], excess: Excess) -> Option<Ipv4Addr> {
    let (last, front) = parts.split_last()?;
    let left = 4_usize.checked_sub(front.len()).filter(|left| *left > 0)?;
    let mut bits = 0_u64;
    let room = |bytes: usize| 256_u64.pow(u32::try_from(bytes).unwrap_or(4)) - 1;
    for (part, bytes) in front.iter().map(|part| (part, 1)).chain([(last, left)]) {
        let room = room(bytes);
        match excess {
            Excess::Refused if *part > room => return None,
            Excess::Refused | Excess::Cut => bits = bits * (room + 1) + (part & room),
        }
    }
    u32::try_from(bits).ok().map(Ipv4Addr::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(raw: &str) -> Option<String> {
        match read(raw).unwrap_or_else(|reason| panic!("{raw}: {reason}")) {
            Spelt { host: Host::Address(address), odd: Some(_) } => Some(address.to_string()),
            Spelt { .. } => None,
        }
    }

    #[test]
    fn p06_every_spelling_of_an_address_is_that_address() {
        for raw in [
            "2130706433",
            "0x7f000001",
            "0X7F000001",
            "017700000001",
            "127.1",
            "127.0.1",
            "0177.0.0.1",
            "0x7f.0.0.1",
            "0x7f.1",
            "0177.0x0.0.01",
            "127.0.0.1.",
            "00000177.0.0.1",
            "0000000127.0.0.1",
            "%31%32%37.0.0.1",
            "127%2e0%2E0%2e1",
            "\u{ff11}\u{ff12}\u{ff17}.0.0.1",
            "127\u{3002}0\u{ff0e}0\u{ff61}1",
            "\u{2460}\u{2461}\u{2466}.\u{24ea}.\u{24ea}.\u{2460}",
            "127.0.0.\u{ad}1",
            "4294967296127.0.0.1",
            "383.256.256.257",
            "6425673729",
        ] {
            let readings = address(raw);
            assert_eq!(readings.as_deref(), Some("127.0.0.1"), "{raw}");
        }
    }

    #[test]
    fn p06_a_host_in_the_usual_spelling_is_not_odd() {
        for (raw, host) in [
            ("1.1.1.1", "1.1.1.1"),
            ("[::FFFF:1.1.1.1]", "::ffff:1.1.1.1"),
            ("Example.COM", "example.com"),
            ("example.com.", "example.com"),
            ("a_b.example.com", "a_b.example.com"),
            ("MÜNCHEN.de", "xn--mnchen-3ya.de"),
            ("3com.com", "3com.com"),
        ] {
            let spelt = read(raw).unwrap();
            assert_eq!((spelt.host.to_string().as_str(), spelt.odd), (host, None), "{raw}");
        }
    }

    #[test]
    fn p06_what_is_no_host_is_refused() {
        for raw in [
            "",
            ".",
            "..",
            "a..b",
            ".a",
            "a..",
            "-a",
            "a b",
            "a,b",
            "a%",
            "a%zz",
            "a%ff",
            "a%00b",
            "a%2fb",
            "%2531",
            "foo.1",
            "1.2.3.4.5",
            "0o177.0.0.1",
            "256.0x1g.1",
            "1.1e3",
            "xn--",
            "xn--localhost-",
            "a\u{2044}b",
            "[127.0.0.1]",
            "[v1.a]",
            "[]",
            "[::1",
            "[:::]",
            "[::ffff:0177.0.0.1]",
            "[1:2]",
            "*",
            "a:b",
            "faß.de",
        ] {
            assert!(read(raw).is_err(), "{raw}: {:?}", read(raw));
        }
        assert!(read(&"a".repeat(64)).is_err());
        assert!(read(&["a"; 128].join(".")).is_err());
    }
}
