//! The policy's own lists of hosts.

use std::net::IpAddr;

use super::host::Host;
use super::names::is_below;
use super::{UrlPolicy, embedded, spelling};

/// How the list of allowed hosts speaks of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// By its own name or address.
    Exact,
    /// By `*.` and a name above it.
    Below,
}

/// Whether `host` is allowed, and how precisely.
pub(super) fn opening(host: &Host, policy: &UrlPolicy) -> Option<Opening> {
    let mut opening = None;
    for entry in &policy.allowed_domains {
        let entry = entry.trim();
        match (entry.strip_prefix("*."), host) {
            (Some(above), Host::Name(name)) => {
                let Some(Host::Name(above)) = plain(above) else { continue };
                if *name != above && is_below(name, &above) {
                    opening = Some(Opening::Below);
                }
            }
            (Some(_), Host::Address(_)) => {}
            (None, _) if plain(entry).as_ref() == Some(host) => return Some(Opening::Exact),
            (None, _) => {}
        }
    }
    opening
}

/// Whether `host`, or an IPv4 address inside it, is blocked.
pub(super) fn is_blocked(host: &Host, policy: &UrlPolicy) -> bool {
    policy.blocked_domains.iter().any(|entry| blocks(entry, host))
}

/// An entry that is meant to loosen is taken only as it should be written.
fn plain(entry: &str) -> Option<Host> {
    if let Ok(address) = entry.parse::<IpAddr>() {
        return Some(Host::Address(address));
    }
    let spelt = spelling::read(entry).ok()?;
    spelt.odd.is_none().then_some(spelt.host)
}

/// An entry that is meant to tighten is understood however it is written: as a URL, with a port,
/// with `*.` or a dot in front.
fn blocks(entry: &str, host: &Host) -> bool {
    let entry = entry.trim();
    let entry = entry.split_once("://").map_or(entry, |(_, rest)| rest);
    let entry = entry.split(['/', '?', '#']).next().unwrap_or(entry);
    let entry = entry.rsplit_once('@').map_or(entry, |(_, place)| place);
    let entry = entry.trim_start_matches("*.").trim_start_matches('.');
    if entry == "*" {
        return true;
    }
    let blocked = Host::read(entry).or_else(|| {
        let (place, _) = entry.rsplit_once(':')?;
        Host::read(place)
    });
    match (blocked, host) {
        (Some(Host::Name(above)), Host::Name(name)) => is_below(name, &above),
        (Some(Host::Address(one)), Host::Address(other)) => same(one, *other),
        (Some(Host::Name(_)), Host::Address(_)) | (Some(Host::Address(_)), Host::Name(_)) => false,
        (None, _) => false,
    }
}

fn same(blocked: IpAddr, address: IpAddr) -> bool {
    let inside = match address {
        IpAddr::V4(_) => Vec::new(),
        IpAddr::V6(six) => embedded::inside(six),
    };
    blocked.to_canonical() == address.to_canonical()
        || inside.iter().any(|(_, four)| blocked.to_canonical() == IpAddr::V4(*four))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(allowed: &[&str], blocked: &[&str]) -> UrlPolicy {
        let owned = |list: &[&str]| list.iter().map(|entry| (*entry).to_owned()).collect();
        UrlPolicy {
            allowed_domains: owned(allowed),
            blocked_domains: owned(blocked),
            ..UrlPolicy::default()
        }
    }

    fn host(text: &str) -> Host {
        Host::read(text).unwrap()
    }

    #[test]
    fn p06_an_allowed_name_is_that_name_only() {
        let policy = policy(&["API.corp.example", "*.lab.example", "10.0.0.5", "[fd00::1]"], &[]);
        let how = |text| opening(&host(text), &policy);
        assert_eq!(how("api.corp.example"), Some(Opening::Exact));
        assert_eq!(how("api.corp.example."), Some(Opening::Exact));
        assert_eq!(how("x.api.corp.example"), None);
        assert_eq!(how("xapi.corp.example"), None);
        assert_eq!(how("a.b.lab.example"), Some(Opening::Below));
        assert_eq!(how("lab.example"), None);
        assert_eq!(how("10.0.0.5"), Some(Opening::Exact));
        assert_eq!(how("fd00::1"), Some(Opening::Exact));
        assert_eq!(how("::ffff:10.0.0.5"), None);
    }

    #[test]
    fn p06_a_blocked_name_takes_everything_below_it_along() {
        for entry in [
            "evil.example",
            "*.evil.example",
            ".evil.example",
            "https://evil.example/path",
            "evil.example:443",
            "EVIL.example.",
        ] {
            let policy = policy(&[], &[entry]);
            assert!(is_blocked(&host("evil.example"), &policy), "{entry}");
            assert!(is_blocked(&host("a.b.evil.example"), &policy), "{entry}");
            assert!(!is_blocked(&host("notevil.example"), &policy), "{entry}");
        }
        let policy = policy(&[], &["8.8.8.8", "[2606:4700::1]:443", "münchen.de"]);
        assert!(is_blocked(&host("8.8.8.8"), &policy));
        assert!(is_blocked(&host("::ffff:8.8.8.8"), &policy));
        assert!(is_blocked(&host("64:ff9b::808:808"), &policy));
        assert!(is_blocked(&host("2606:4700::1"), &policy));
        assert!(is_blocked(&host("xn--mnchen-3ya.de"), &policy));
    }
}
