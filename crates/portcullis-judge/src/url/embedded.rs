//! IPv4 addresses that travel inside IPv6 addresses.

use std::net::{Ipv4Addr, Ipv6Addr};

/// How an IPv4 address is carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Mapped,
    Compatible,
    Translated,
    Nat64,
    LocalNat64,
    SixToFour,
    TeredoServer,
    TeredoClient,
    Isatap,
}

impl Form {
    /// The word for it in a reason.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Mapped => "IPv4-mapped",
            Self::Compatible => "IPv4-compatible",
            Self::Translated => "IPv4-translated",
            Self::Nat64 => "NAT64",
            Self::LocalNat64 => "local NAT64",
            Self::SixToFour => "6to4",
            Self::TeredoServer => "Teredo server",
            Self::TeredoClient => "Teredo client",
            Self::Isatap => "ISATAP",
        }
    }
}

/// Every IPv4 address that `address` carries.
#[expect(clippy::many_single_char_names, reason = "eight groups of an address")]
pub(super) fn inside(address: Ipv6Addr) -> Vec<(Form, Ipv4Addr)> {
    let segments = address.segments();
    let [a, b, c, d, e, f, g, h] = segments;
    let last = join(g, h);
    let mut found = Vec::new();
    match segments {
        // The unspecified address and loopback are no IPv4 addresses, they have ranges of their own.
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] => {}
        [0, 0, 0, 0, 0, 0, ..] => found.push((Form::Compatible, last)),
        [0, 0, 0, 0, 0, 0xffff, ..] => found.push((Form::Mapped, last)),
        [0, 0, 0, 0, 0xffff, 0, ..] => found.push((Form::Translated, last)),
        [0x64, 0xff9b, 0, 0, 0, 0, ..] => found.push((Form::Nat64, last)),
        // RFC 6052 has a place for each length of the prefix; bits 64 to 71 are always left out.
        [0x64, 0xff9b, 1, ..] => found.extend(
            [
                join(d, (e << 8) | (f >> 8)),
                join((d << 8) | (e & 0xff), f),
                join((e << 8) | (f >> 8), (f << 8) | (g >> 8)),
                last,
            ]
            // Which of them is meant is not known; where nothing stands, nothing is meant.
            .into_iter()
            .filter(|four| !four.is_unspecified())
            .map(|four| (Form::LocalNat64, four)),
        ),
        [0x2002, ..] => found.push((Form::SixToFour, join(b, c))),
        [0x2001, 0, ..] => {
            found.push((Form::TeredoServer, join(c, d)));
            found.push((Form::TeredoClient, join(!g, !h)));
        }
        _ => {}
    }
    // Any prefix may be in front of an ISATAP interface; two of its bits are free.
    if a != 0 && e & !0x0300 == 0 && f == 0x5efe {
        found.push((Form::Isatap, last));
    }
    found
}

fn join(high: u16, low: u16) -> Ipv4Addr {
    Ipv4Addr::from((u32::from(high) << 16) | u32::from(low))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn carries(outer: &str, inner: &str) -> bool {
        let inner: Ipv4Addr = inner.parse().unwrap();
        inside(outer.parse().unwrap()).iter().any(|(_, four)| *four == inner)
    }

    #[test]
    fn p07_every_form_gives_up_its_ipv4_address() {
        for outer in [
            "::ffff:169.254.169.254",
            "::169.254.169.254",
            "::ffff:0:169.254.169.254",
            "64:ff9b::169.254.169.254",
            "64:ff9b:1:a9fe:a9:fe00::",
            "64:ff9b:1:ffa9:fe:a9fe::",
            "64:ff9b:1:ffff:a9:fea9:fe00:0",
            "64:ff9b:1:ffff:0:0:a9fe:a9fe",
            "2002:a9fe:a9fe::1",
            "2001:0:a9fe:a9fe::1",
            "2001:0:101:101::5601:5601",
            "2606:4700::5efe:169.254.169.254",
            "2606:4700::200:5efe:a9fe:a9fe",
        ] {
            assert!(carries(outer, "169.254.169.254"), "{outer}");
        }
    }

    #[test]
    fn an_ordinary_address_carries_none() {
        for outer in ["::", "::1", "2606:4700:4700::1111", "2001:4860:4860::8888", "fe80::1"] {
            assert_eq!(inside(outer.parse().unwrap()), [], "{outer}");
        }
    }
}
