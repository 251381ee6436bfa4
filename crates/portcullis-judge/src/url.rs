//! The URL judgement: whether a URL leads to the public network, without asking anybody.
//!
//! A URL is taken apart by a strict parser of our own. Where browsers, curl and libraries are
//! known to read a text in different ways, it is refused and the reason says so; nobody can then
//! be sent elsewhere by another parser's reading. A host is judged by what it stands for: an
//! address in any spelling by its range, a name by the addresses the caller gives with it, and
//! without them by the name alone. Nothing is resolved here.

mod embedded;
mod host;
mod judge;
mod letters;
mod lists;
mod names;
mod parse;
mod ranges;
mod services;
mod spelling;

#[cfg(test)]
mod cases;

use std::fmt;

pub use self::host::Host;
pub use self::host::host_of;
pub use self::judge::judge_url;
pub use self::ranges::Reach;

/// What may be reached. The default is the document's, with its opening for names that do not
/// resolve closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrlPolicy {
    /// Whether URLs are judged at all. Off allows every text, even one that is no URL.
    pub enabled: bool,
    /// Whether addresses that are not public may be reached. Metadata services stay refused.
    pub allow_private: bool,
    /// Hosts that pass unseen: a name or an address, or `*.name` for what stands below a name. A
    /// metadata service is opened only by its own name or address.
    pub allowed_domains: Vec<String>,
    /// Hosts that are refused, each with everything below it.
    pub blocked_domains: Vec<String>,
    /// Whether a name that resolved to nothing passes. It costs the judgement of the addresses:
    /// who answers no question now may answer the client's with an inner address.
    pub allow_unresolved: bool,
}

impl Default for UrlPolicy {
    fn default() -> Self {
        Self {
            enabled: true,
            allow_private: false,
            allowed_domains: Vec::new(),
            blocked_domains: Vec::new(),
            allow_unresolved: false,
        }
    }
}

/// Whether a URL may be fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum UrlVerdict {
    /// Nothing speaks against it.
    Allow,
    /// It may not, and this is why.
    Deny(UrlReason),
}

impl UrlVerdict {
    /// Whether it may be fetched.
    pub fn is_allowed(&self) -> bool {
        match self {
            Self::Allow => true,
            Self::Deny(_) => false,
        }
    }

    /// Why it may not.
    pub fn reason(&self) -> Option<&UrlReason> {
        match self {
            Self::Allow => None,
            Self::Deny(reason) => Some(reason),
        }
    }
}

/// Why a URL is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrlReason {
    /// The rule that refuses it.
    pub rule: UrlRule,
    /// What is wrong, in lower case and without a full stop. Plain ASCII: what comes from the URL
    /// is escaped and cut.
    pub words: String,
    /// What could be done instead.
    pub hint: Option<&'static str>,
}

impl UrlReason {
    fn new(rule: UrlRule, words: impl Into<String>) -> Self {
        Self { rule, words: words.into(), hint: rule.hint() }
    }

    fn malformed(words: impl Into<String>) -> Self {
        Self::new(UrlRule::Malformed, words)
    }

    fn ambiguous(words: impl Into<String>) -> Self {
        Self::new(UrlRule::Ambiguous, words)
    }
}

impl fmt::Display for UrlReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

/// The rules of the URL judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UrlRule {
    /// It is no URL with a host.
    Malformed,
    /// Parsers are known to disagree about where it leads.
    Ambiguous,
    /// Neither http nor https.
    Scheme,
    /// The host is on the policy's own list.
    BlockedDomain,
    /// A cloud's metadata service, or the interface of a cluster.
    Metadata,
    /// This machine.
    Loopback,
    /// A private network.
    Private,
    /// The local link.
    LinkLocal,
    /// Documentation, benchmarks, multicast, tunnels: nothing public lives there.
    Reserved,
    /// A name that only a private network knows.
    LocalName,
    /// A name that is made to lead somewhere else than it seems.
    Rebinding,
    /// The name resolved to nothing.
    Unresolved,
}

impl UrlRule {
    /// Every rule.
    pub const ALL: [Self; 12] = [
        Self::Malformed,
        Self::Ambiguous,
        Self::Scheme,
        Self::BlockedDomain,
        Self::Metadata,
        Self::Loopback,
        Self::Private,
        Self::LinkLocal,
        Self::Reserved,
        Self::LocalName,
        Self::Rebinding,
        Self::Unresolved,
    ];

    /// The id of the rule, as it stands in reasons and in policies.
    pub fn id(self) -> &'static str {
        match self {
            Self::Malformed => "url.malformed",
            Self::Ambiguous => "url.ambiguous",
            Self::Scheme => "url.scheme",
            Self::BlockedDomain => "url.blocked-domain",
            Self::Metadata => "url.metadata",
            Self::Loopback => "url.loopback",
            Self::Private => "url.private",
            Self::LinkLocal => "url.link-local",
            Self::Reserved => "url.reserved",
            Self::LocalName => "url.local-name",
            Self::Rebinding => "url.rebinding",
            Self::Unresolved => "url.unresolved",
        }
    }

    fn hint(self) -> Option<&'static str> {
        match self {
            Self::Malformed => Some("write it as https://host/path"),
            Self::Ambiguous => Some(
                "write the host plainly: a name in ASCII (xn-- for others), an address as four \
                 decimal numbers or as IPv6 in brackets",
            ),
            Self::Scheme => Some("only http and https are fetched"),
            Self::BlockedDomain => None,
            Self::Metadata => Some("its exact name in allowed_domains opens it"),
            Self::Loopback | Self::Private | Self::LinkLocal | Self::Reserved | Self::LocalName => {
                Some("allowed_domains opens one host, allow_private all of them")
            }
            Self::Rebinding => Some("ask for the host that is meant"),
            Self::Unresolved => {
                Some("allow_unresolved lets such names pass, and their addresses unseen")
            }
        }
    }
}

/// Text of somebody else's, fit for a message: ASCII, escaped, cut.
fn shown(text: &str) -> String {
    const LONGEST: usize = 80;
    let mut out: String = text.chars().take(LONGEST).flat_map(char::escape_default).collect();
    if text.chars().nth(LONGEST).is_some() {
        out.push_str("...");
    }
    out
}
