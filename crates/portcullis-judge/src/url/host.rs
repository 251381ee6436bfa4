//! Where a URL leads, for plans: the host and what can be said of it without asking anybody.

use std::fmt;
use std::net::IpAddr;

use super::names::{self, Naming};
use super::ranges::{self, Reach};
use super::{parse, spelling};

/// The other end of a connection.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Host {
    /// A name in lower case, without the dot at its end, other letters as `xn--`.
    Name(String),
    /// An address, whichever way it was spelt.
    Address(IpAddr),
}

impl Host {
    /// The host that `text` names by itself: a name or an address, in brackets or not.
    pub fn read(text: &str) -> Option<Self> {
        match text.parse::<IpAddr>() {
            Ok(address) => Some(Self::Address(address)),
            Err(_) => spelling::read(text).ok().map(|spelt| spelt.host),
        }
    }

    /// What it leads to, judged by itself. A name that looks public may still resolve to an inner
    /// address.
    pub fn reach(&self) -> Reach {
        match self {
            Self::Address(address) => ranges::standing(*address).reach,
            Self::Name(name) => match names::naming(name) {
                Naming::Ordinary => Reach::Public,
                Naming::Metadata(_) => Reach::Metadata,
                Naming::ThisMachine | Naming::LeadsHere(_) => Reach::Loopback,
                Naming::Spells(_, address) => ranges::standing(address).reach,
                Naming::Unreadable(_) | Naming::Rebinds(_) => Reach::Reserved,
                Naming::Local => Reach::Private,
            },
        }
    }

    /// Whether it is this machine.
    pub fn is_loopback(&self) -> bool {
        self.reach() == Reach::Loopback
    }

    /// Whether it is on a private network or on the local link, metadata services included.
    pub fn is_private(&self) -> bool {
        match self.reach() {
            Reach::Private | Reach::LinkLocal | Reach::Metadata => true,
            Reach::Public | Reach::Reserved | Reach::Loopback => false,
        }
    }

    /// Whether nothing says that it is anywhere but on the public network.
    pub fn is_public(&self) -> bool {
        self.reach() == Reach::Public
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Address(address) => address.fmt(f),
        }
    }
}

/// The host of a URL of any scheme, or of a text without one as curl takes it. Odd spellings are
/// understood; where it cannot be said which host is meant, there is none.
pub fn host_of(url: &str) -> Option<Host> {
    let raw = parse::any_host(url).ok()?;
    spelling::read(raw).ok().map(|spelt| spelt.host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_learns_where_a_url_leads() {
        for (url, host, reach) in [
            ("https://Example.com/a", "example.com", Reach::Public),
            ("example.com/a", "example.com", Reach::Public),
            ("localhost:8080/x", "localhost", Reach::Loopback),
            ("http://127.1:3000", "127.0.0.1", Reach::Loopback),
            ("0177.0.0.1", "127.0.0.1", Reach::Loopback),
            ("ftp://10.0.0.1/", "10.0.0.1", Reach::Private),
            ("postgres://app:s3cret@db:5432/app", "db", Reach::Private),
            ("ssh://git@github.com/a/b", "github.com", Reach::Public),
            ("ftp://first.last@example.com", "example.com", Reach::Public),
            ("http://[::1]/", "::1", Reach::Loopback),
            ("http://169.254.169.254/latest", "169.254.169.254", Reach::Metadata),
            ("http://app.10.0.0.1.nip.io", "app.10.0.0.1.nip.io", Reach::Private),
            ("http://x.localtest.me", "x.localtest.me", Reach::Loopback),
        ] {
            let found = host_of(url).unwrap_or_else(|| panic!("{url}"));
            assert_eq!((found.to_string().as_str(), found.reach()), (host, reach), "{url}");
        }
    }

    #[test]
    fn a_host_that_cannot_be_told_is_none() {
        for url in
            ["", "file:///etc/passwd", "http://a\\@b", "git@host.com:a/b", "http://{a,b}.com"]
        {
            assert_eq!(host_of(url), None, "{url}");
        }
    }

    #[test]
    fn a_host_stands_by_itself_too() {
        assert!(Host::read("::1").is_some_and(|host| host.is_loopback()));
        assert!(Host::read("[::1]").is_some_and(|host| host.is_loopback()));
        assert!(Host::read("10.1.2.3").is_some_and(|host| host.is_private()));
        assert!(Host::read("crates.io").is_some_and(|host| host.is_public()));
        assert_eq!(Host::read("a b"), None);
    }
}
