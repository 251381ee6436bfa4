//! The ranges of addresses that are special, and what can be reached there.
//!
//! The tables are the IANA special-purpose registries for IPv4 and IPv6 in whole (state of October
//! 2025), and what stands in other registries: multicast, site-local, the forms of IPv4 in IPv6.
//! The longest prefix decides. What IANA calls globally reachable is [`Reach::Public`]; "not
//! applicable" counts as no.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::embedded::{self, Form};

/// What an address or a name leads to, from harmless to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// The public network.
    Public,
    /// Nothing that is meant to be reached: documentation, benchmarks, multicast, tunnels.
    Reserved,
    /// A private network.
    Private,
    /// The local link.
    LinkLocal,
    /// This machine.
    Loopback,
    /// A metadata service that hands out credentials, or the interface of a cluster.
    Metadata,
}

/// What is known of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) reach: Reach,
    /// The range it lies in, as the end of "it is ...".
    pub(super) what: &'static str,
    /// The IPv4 address inside that decided, where one did.
    pub(super) inside: Option<(Form, Ipv4Addr)>,
}

/// What `address` leads to. An IPv4 address inside an IPv6 address counts as much as the outside.
pub(super) fn standing(address: IpAddr) -> Standing {
    match address {
        IpAddr::V4(four) => standing_v4(four),
        IpAddr::V6(six) => embedded::inside(six)
            .into_iter()
            .map(|(form, four)| Standing { inside: Some((form, four)), ..standing_v4(four) })
            .fold(
                standing_v6(six),
                |worst, next| if next.reach > worst.reach { next } else { worst },
            ),
    }
}

fn standing_v4(address: Ipv4Addr) -> Standing {
    let bits = u128::from(u32::from(address));
    let metadata = METADATA_V4.iter().filter(|block| block.holds(bits, 32));
    longest(metadata)
        .or_else(|| longest(V4.iter().filter(|block| block.holds(bits, 32))))
        .map_or(Standing { reach: Reach::Public, what: "public", inside: None }, Block::standing)
}

fn standing_v6(address: Ipv6Addr) -> Standing {
    let bits = u128::from(address);
    let metadata = METADATA_V6.iter().filter(|block| block.holds(bits, 128));
    longest(metadata)
        .or_else(|| longest(V6.iter().filter(|block| block.holds(bits, 128))))
        .map_or(Standing { reach: Reach::Public, what: "public", inside: None }, Block::standing)
}

fn longest<'a>(blocks: impl Iterator<Item = &'a Block>) -> Option<&'a Block> {
    blocks.max_by_key(|block| block.length)
}

/// A prefix and what it is for.
struct Block {
    bits: u128,
    length: u32,
    reach: Reach,
    what: &'static str,
}

impl Block {
    fn holds(&self, bits: u128, width: u32) -> bool {
        // A shift by the whole width leaves nothing to compare: everything matches.
        let free = width.saturating_sub(self.length);
        (bits ^ self.bits).checked_shr(free).unwrap_or(0) == 0
    }

    fn standing(&self) -> Standing {
        Standing { reach: self.reach, what: self.what, inside: None }
    }
}

const fn four(octets: [u8; 4], length: u32, reach: Reach, what: &'static str) -> Block {
    Block { bits: u32::from_be_bytes(octets) as u128, length, reach, what }
}

#[expect(clippy::many_single_char_names, reason = "eight groups of an address")]
const fn six(segments: [u16; 8], length: u32, reach: Reach, what: &'static str) -> Block {
    let [a, b, c, d, e, f, g, h] = segments;
    Block { bits: Ipv6Addr::new(a, b, c, d, e, f, g, h).to_bits(), length, reach, what }
}

/// Where clouds keep credentials. Some of these lie in ranges that are otherwise public.
const METADATA_V4: &[Block] = &[
    four([169, 254, 169, 254], 32, Reach::Metadata, "the metadata service of most clouds"),
    four([169, 254, 169, 0], 24, Reach::Metadata, "where clouds keep services of the link"),
    four([169, 254, 170, 0], 24, Reach::Metadata, "the credentials of AWS containers"),
    four([169, 254, 0, 23], 32, Reach::Metadata, "the metadata service of Tencent"),
    four([169, 254, 42, 42], 32, Reach::Metadata, "the metadata service of Scaleway"),
    four([100, 100, 100, 200], 32, Reach::Metadata, "the metadata service of Alibaba"),
    four([192, 0, 0, 192], 32, Reach::Metadata, "the metadata service of Oracle"),
    four([168, 63, 129, 16], 32, Reach::Metadata, "the host service of Azure"),
];

const METADATA_V6: &[Block] = &[
    six([0xfd00, 0xec2, 0, 0, 0, 0, 0, 0], 32, Reach::Metadata, "the metadata services of AWS"),
    six(
        [0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254],
        128,
        Reach::Metadata,
        "the metadata service of Google",
    ),
    six(
        [0xfd00, 0xc1, 0, 0, 0, 0, 0xa9fe, 0xa9fe],
        128,
        Reach::Metadata,
        "the metadata service of Oracle",
    ),
    six(
        [0xfd00, 0x42, 0, 0, 0, 0, 0, 0x42],
        128,
        Reach::Metadata,
        "the metadata service of Scaleway",
    ),
    six(
        [0xfd00, 0xa9fe, 0xa9fe, 0, 0, 0, 0, 0],
        48,
        Reach::Metadata,
        "the metadata service of Akamai",
    ),
    six(
        [0xfd00, 0x100, 0, 0, 0, 0, 0x100, 0x200],
        128,
        Reach::Metadata,
        "the metadata service of Alibaba",
    ),
    six(
        [0xfe80, 0, 0, 0, 0, 0, 0xa9fe, 0xa9fe],
        128,
        Reach::Metadata,
        "the metadata service of OpenStack",
    ),
];

const V4: &[Block] = &[
    four([0, 0, 0, 0], 8, Reach::Reserved, "this network (RFC 791)"),
    four([0, 0, 0, 0], 32, Reach::Loopback, "this host (RFC 1122)"),
    four([10, 0, 0, 0], 8, Reach::Private, "private use (RFC 1918)"),
    four([100, 64, 0, 0], 10, Reach::Private, "shared address space (RFC 6598)"),
    four([127, 0, 0, 0], 8, Reach::Loopback, "loopback (RFC 1122)"),
    four([169, 254, 0, 0], 16, Reach::LinkLocal, "link-local (RFC 3927)"),
    four([172, 16, 0, 0], 12, Reach::Private, "private use (RFC 1918)"),
    four([192, 0, 0, 0], 24, Reach::Reserved, "protocol assignments (RFC 6890)"),
    four([192, 0, 0, 0], 29, Reach::Reserved, "service continuity (RFC 7335)"),
    four([192, 0, 0, 8], 32, Reach::Reserved, "the dummy address (RFC 7600)"),
    four([192, 0, 0, 9], 32, Reach::Public, "port control anycast (RFC 7723)"),
    four([192, 0, 0, 10], 32, Reach::Public, "TURN anycast (RFC 8155)"),
    four([192, 0, 0, 170], 31, Reach::Reserved, "NAT64 discovery (RFC 8880)"),
    four([192, 0, 2, 0], 24, Reach::Reserved, "documentation (RFC 5737)"),
    four([192, 31, 196, 0], 24, Reach::Public, "AS112 (RFC 7535)"),
    four([192, 52, 193, 0], 24, Reach::Public, "AMT (RFC 7450)"),
    four([192, 88, 99, 0], 24, Reach::Reserved, "6to4 relay anycast (RFC 7526)"),
    four([192, 88, 99, 2], 32, Reach::Reserved, "6a44 relay anycast (RFC 6751)"),
    four([192, 168, 0, 0], 16, Reach::Private, "private use (RFC 1918)"),
    four([192, 175, 48, 0], 24, Reach::Public, "AS112 (RFC 7534)"),
    four([198, 18, 0, 0], 15, Reach::Reserved, "benchmarking (RFC 2544)"),
    four([198, 51, 100, 0], 24, Reach::Reserved, "documentation (RFC 5737)"),
    four([203, 0, 113, 0], 24, Reach::Reserved, "documentation (RFC 5737)"),
    four([224, 0, 0, 0], 4, Reach::Reserved, "multicast (RFC 5771)"),
    four([240, 0, 0, 0], 4, Reach::Reserved, "reserved (RFC 1112)"),
    four([255, 255, 255, 255], 32, Reach::Reserved, "limited broadcast (RFC 8190)"),
];

const V6: &[Block] = &[
    six([0, 0, 0, 0, 0, 0, 0, 0], 128, Reach::Loopback, "the unspecified address (RFC 4291)"),
    six([0, 0, 0, 0, 0, 0, 0, 1], 128, Reach::Loopback, "loopback (RFC 4291)"),
    six([0, 0, 0, 0, 0, 0, 0, 0], 96, Reach::Reserved, "IPv4-compatible (RFC 4291)"),
    // P07: judged by the IPv4 address inside, and by nothing else.
    six([0, 0, 0, 0, 0, 0xffff, 0, 0], 96, Reach::Public, "IPv4-mapped (RFC 4291)"),
    six([0, 0, 0, 0, 0xffff, 0, 0, 0], 96, Reach::Reserved, "IPv4-translated (RFC 2765)"),
    // What DNS64 answers on a network without IPv4, so it has to work.
    six([0x64, 0xff9b, 0, 0, 0, 0, 0, 0], 96, Reach::Public, "NAT64 (RFC 6052)"),
    six([0x64, 0xff9b, 1, 0, 0, 0, 0, 0], 48, Reach::Private, "local NAT64 (RFC 8215)"),
    six([0x100, 0, 0, 0, 0, 0, 0, 0], 64, Reach::Reserved, "discard-only (RFC 6666)"),
    six([0x100, 0, 0, 1, 0, 0, 0, 0], 64, Reach::Reserved, "the dummy prefix (RFC 9780)"),
    six([0x2001, 0, 0, 0, 0, 0, 0, 0], 23, Reach::Reserved, "protocol assignments (RFC 2928)"),
    six([0x2001, 0, 0, 0, 0, 0, 0, 0], 32, Reach::Reserved, "Teredo (RFC 4380)"),
    six([0x2001, 1, 0, 0, 0, 0, 0, 1], 128, Reach::Public, "port control anycast (RFC 7723)"),
    six([0x2001, 1, 0, 0, 0, 0, 0, 2], 128, Reach::Public, "TURN anycast (RFC 8155)"),
    six([0x2001, 1, 0, 0, 0, 0, 0, 3], 128, Reach::Public, "DNS-SD anycast (RFC 9665)"),
    six([0x2001, 2, 0, 0, 0, 0, 0, 0], 48, Reach::Reserved, "benchmarking (RFC 5180)"),
    six([0x2001, 3, 0, 0, 0, 0, 0, 0], 32, Reach::Public, "AMT (RFC 7450)"),
    six([0x2001, 4, 0x112, 0, 0, 0, 0, 0], 48, Reach::Public, "AS112 (RFC 7535)"),
    six([0x2001, 0x10, 0, 0, 0, 0, 0, 0], 28, Reach::Reserved, "ORCHID (RFC 4843)"),
    six([0x2001, 0x20, 0, 0, 0, 0, 0, 0], 28, Reach::Public, "ORCHIDv2 (RFC 7343)"),
    six([0x2001, 0x30, 0, 0, 0, 0, 0, 0], 28, Reach::Public, "drone identities (RFC 9374)"),
    six([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32, Reach::Reserved, "documentation (RFC 3849)"),
    six([0x2002, 0, 0, 0, 0, 0, 0, 0], 16, Reach::Reserved, "6to4 (RFC 3056)"),
    six([0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0], 48, Reach::Public, "AS112 (RFC 7534)"),
    six([0x3fff, 0, 0, 0, 0, 0, 0, 0], 20, Reach::Reserved, "documentation (RFC 9637)"),
    six([0x5f00, 0, 0, 0, 0, 0, 0, 0], 16, Reach::Reserved, "segment routing (RFC 9602)"),
    six([0xfc00, 0, 0, 0, 0, 0, 0, 0], 7, Reach::Private, "unique local (RFC 4193)"),
    six([0xfe80, 0, 0, 0, 0, 0, 0, 0], 10, Reach::LinkLocal, "link-local (RFC 4291)"),
    six([0xfec0, 0, 0, 0, 0, 0, 0, 0], 10, Reach::Private, "site-local (RFC 3879)"),
    six([0xff00, 0, 0, 0, 0, 0, 0, 0], 8, Reach::Reserved, "multicast (RFC 4291)"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn reach(text: &str) -> Reach {
        standing(text.parse().unwrap()).reach
    }

    #[test]
    fn p06_both_ends_of_every_range_of_the_document_are_inside_and_their_neighbours_are_not() {
        let ranges = [
            ("9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0", Reach::Private),
            ("172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0", Reach::Private),
            ("192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0", Reach::Private),
            ("126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0", Reach::Loopback),
            ("169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0", Reach::LinkLocal),
        ];
        for (before, first, last, behind, inside) in ranges {
            assert_eq!(reach(before), Reach::Public, "{before}");
            assert_eq!(reach(first), inside, "{first}");
            assert_eq!(reach(last), inside, "{last}");
            assert_eq!(reach(behind), Reach::Public, "{behind}");
        }
        assert_ne!(reach("0.0.0.0"), Reach::Public);
        assert_ne!(reach("0.255.255.255"), Reach::Public);
        assert_eq!(reach("::1"), Reach::Loopback);
        assert_eq!(reach("fe80::"), Reach::LinkLocal);
        assert_eq!(reach("febf:ffff::"), Reach::LinkLocal);
        assert_eq!(reach("fc00::"), Reach::Private);
        assert_eq!(reach("fdff:ffff::"), Reach::Private);
    }

    #[test]
    fn p07_a_mapped_address_is_what_its_ipv4_address_is() {
        for step in 0..=u8::MAX {
            for low in [0, 1, 63, 64, 127, 128, 168, 254, 255] {
                let four = Ipv4Addr::new(step, low, 169, 254);
                let mapped = IpAddr::V6(four.to_ipv6_mapped());
                assert_eq!(standing(mapped).reach, standing(IpAddr::V4(four)).reach, "{mapped}");
            }
        }
    }

    #[test]
    fn the_longest_prefix_decides() {
        assert_eq!(reach("192.0.0.9"), Reach::Public);
        assert_eq!(reach("192.0.0.11"), Reach::Reserved);
        assert_eq!(reach("2001:20::1"), Reach::Public);
        assert_eq!(reach("2001:40::1"), Reach::Reserved);
        assert_eq!(reach("2001:200::1"), Reach::Public);
        assert_eq!(reach("168.63.129.16"), Reach::Metadata);
        assert_eq!(reach("168.63.129.17"), Reach::Public);
    }

    #[test]
    fn every_block_is_a_prefix() {
        for (block, width) in V4
            .iter()
            .chain(METADATA_V4)
            .map(|block| (block, 32))
            .chain(V6.iter().chain(METADATA_V6).map(|block| (block, 128)))
        {
            assert!(block.length <= width, "{}", block.what);
            let free = width - block.length;
            assert!(free == 128 || block.bits >> free << free == block.bits, "{}", block.what);
        }
    }
}
