//! What a name gives away by itself, before anybody resolves it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::ranges::{self, Reach};
use super::services::{LOCAL_ENDS, METADATA, SERVICES, Service, THIS_MACHINE};

/// What a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    /// Nothing is known of it.
    Ordinary,
    /// The metadata service of this cloud, or the interface of a cluster.
    Metadata(&'static str),
    /// `localhost` and its like.
    ThisMachine,
    /// Below a public name that leads to this machine.
    LeadsHere(&'static str),
    /// It spells an inner address; below this service, where one is known.
    Spells(Option<&'static str>, IpAddr),
    /// Below a service that leads to the address in the name, and none can be read.
    Unreadable(&'static str),
    /// Below a name that changes its answers or redirects at will.
    Rebinds(&'static str),
    /// Only a private network could know it.
    Local,
}

/// What `name`, in lower case and without a dot at the end, is.
pub(super) fn naming(name: &str) -> Naming {
    if let Some((_, whose)) = METADATA.iter().find(|(known, _)| *known == name) {
        return Naming::Metadata(whose);
    }
    if THIS_MACHINE.iter().any(|known| is_below(name, known)) {
        return Naming::ThisMachine;
    }
    if let Some((service, kind)) = SERVICES.iter().find(|(known, _)| is_below(name, known)) {
        return match kind {
            Service::Here => Naming::LeadsHere(service),
            Service::Turns => Naming::Rebinds(service),
            Service::Embeds => below_embedding(name, service),
        };
    }
    if !name.contains('.') || LOCAL_ENDS.iter().any(|end| is_below(name, end)) {
        return Naming::Local;
    }
    // Anybody can run such a service under a name of their own.
    match worst(dotted(name).map(IpAddr::V4)) {
        Some((address, Reach::Private | Reach::LinkLocal | Reach::Loopback | Reach::Metadata)) => {
            Naming::Spells(None, address)
        }
        Some((_, Reach::Public | Reach::Reserved)) | None => Naming::Ordinary,
    }
}

/// Whether `name` is `above` or stands below it.
pub(super) fn is_below(name: &str, above: &str) -> bool {
    name.strip_suffix(above).is_some_and(|front| front.is_empty() || front.ends_with('.'))
}

fn below_embedding(name: &str, service: &'static str) -> Naming {
    let front = name.strip_suffix(service).unwrap_or(name).trim_end_matches('.');
    // The service's own pages.
    if front.is_empty() || front == "www" {
        return Naming::Ordinary;
    }
    let inside = front.split('.').flat_map(within_label);
    match worst(dotted(front).map(IpAddr::V4).chain(inside)) {
        None => Naming::Unreadable(service),
        Some((_, Reach::Public)) => Naming::Ordinary,
        Some((address, _)) => Naming::Spells(Some(service), address),
    }
}

fn worst(addresses: impl Iterator<Item = IpAddr>) -> Option<(IpAddr, Reach)> {
    addresses
        .map(|address| (address, ranges::standing(address).reach))
        .max_by_key(|(_, reach)| *reach)
}

/// Every four labels in a row that are an IPv4 address.
fn dotted(name: &str) -> impl Iterator<Item = Ipv4Addr> {
    quads(name, '.')
}

fn quads(text: &str, separator: char) -> impl Iterator<Item = Ipv4Addr> {
    let octets: Vec<Option<u8>> = text.split(separator).map(octet).collect();
    let found: Vec<Ipv4Addr> = octets
        .windows(4)
        .filter_map(|window| match window {
            [Some(a), Some(b), Some(c), Some(d)] => Some(Ipv4Addr::new(*a, *b, *c, *d)),
            _ => None,
        })
        .collect();
    found.into_iter()
}

fn octet(text: &str) -> Option<u8> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// The addresses that one label spells: `10-0-0-1`, `www-10-0-0-1`, `0a000001`, `--1`.
fn within_label(label: &str) -> Vec<IpAddr> {
    let mut found: Vec<IpAddr> = quads(label, '-').map(IpAddr::V4).collect();
    found.extend(label.split('-').filter_map(hexadecimal).map(IpAddr::V4));
    found.extend(label.replace('-', ":").parse::<Ipv6Addr>().map(IpAddr::V6));
    found
}

fn hexadecimal(text: &str) -> Option<Ipv4Addr> {
    let good = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    good.then(|| u32::from_str_radix(text, 16).ok().map(Ipv4Addr::from)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p06_a_name_below_a_wildcard_service_is_judged_by_the_address_in_it() {
        for name in [
            "127.0.0.1.nip.io",
            "app.127.0.0.1.nip.io",
            "127-0-0-1.nip.io",
            "www-127-0-0-1.sslip.io",
            "7f000001.nip.io",
            "app-7f000001.nip.io",
            "--1.sslip.io",
            "a.b.127.0.0.1.xip.io",
            "8-8-8-8.127-0-0-1.nip.io",
        ] {
            let Naming::Spells(Some(_), address) = naming(name) else {
                panic!("{name}: {:?}", naming(name));
            };
            assert!(address.is_loopback(), "{name}");
        }
        for name in ["8.8.8.8.nip.io", "nip.io", "www.sslip.io", "app-52-0-56-137.sslip.io"] {
            assert_eq!(naming(name), Naming::Ordinary, "{name}");
        }
        assert_eq!(naming("1ynrnhl.xip.io"), Naming::Unreadable("xip.io"));
    }

    #[test]
    fn p06_names_that_lead_inward_are_known() {
        assert_eq!(naming("metadata.google.internal"), Naming::Metadata("Google"));
        assert_eq!(naming("a.localhost"), Naming::ThisMachine);
        assert_eq!(naming("localtest.me"), Naming::LeadsHere("localtest.me"));
        assert_eq!(naming("7f000001.08080808.rbndr.us"), Naming::Rebinds("rbndr.us"));
        assert_eq!(naming("printer"), Naming::Local);
        assert_eq!(naming("host.docker.internal"), Naming::Local);
        let inner = IpAddr::from([10, 0, 0, 1]);
        assert_eq!(naming("10.0.0.1.example.com"), Naming::Spells(None, inner));
    }

    #[test]
    fn ordinary_names_are_ordinary() {
        for name in [
            "example.com",
            "notlocalhost.com",
            "mylocaltest.me",
            "locals.example",
            "1.0.0.1.example.com",
            "metadata.ftp-master.debian.org",
            "internal.example.com",
            "get.example",
        ] {
            assert_eq!(naming(name), Naming::Ordinary, "{name}");
        }
    }
}
