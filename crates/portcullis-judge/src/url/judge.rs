//! The eight steps of the URL policy, over a host that has been understood.

use std::net::IpAddr;

use super::host::Host;
use super::lists::{self, Opening};
use super::names::{self, Naming};
use super::ranges::{self, Reach, Standing};
use super::spelling::{self, Spelt};
use super::{UrlPolicy, UrlReason, UrlRule, UrlVerdict, parse};

/// Whether `url` may be fetched.
///
/// `addresses` are those its name was resolved to, each of which is judged; an empty slice says
/// that it resolved to nothing. Without them the host is judged by itself. Every text has a
/// verdict.
pub fn judge_url(url: &str, addresses: Option<&[IpAddr]>, policy: &UrlPolicy) -> UrlVerdict {
    match refusal(url, addresses, policy) {
        Ok(()) => UrlVerdict::Allow,
        Err(reason) => UrlVerdict::Deny(reason),
    }
}

fn refusal(url: &str, addresses: Option<&[IpAddr]>, policy: &UrlPolicy) -> Result<(), UrlReason> {
    if !policy.enabled {
        return Ok(());
    }
    // Step 1: the host.
    let Spelt { host, odd } = spelling::read(parse::web_host(url)?)?;
    if let Some(odd) = odd {
        return Err(oddity(&host, odd));
    }
    let given = addresses.unwrap_or_default();
    let reach = host.reach();
    // Step 2: allowed hosts. None of them opens a metadata service but by its own name.
    let blocked = lists::is_blocked(&host, policy);
    match lists::opening(&host, policy) {
        Some(Opening::Exact) if reach == Reach::Metadata => return Ok(()),
        Some(Opening::Exact) => return no_hidden_metadata(&host, given, policy),
        Some(Opening::Below) if !blocked && reach != Reach::Metadata => {
            return no_hidden_metadata(&host, given, policy);
        }
        Some(Opening::Below) | None => {}
    }
    // Step 3: blocked hosts.
    if blocked {
        let words = format!("{host} is blocked by the policy");
        return Err(UrlReason::new(UrlRule::BlockedDomain, words));
    }
    if let Some(address) =
        given.iter().find(|address| lists::is_blocked(&Host::Address(**address), policy))
    {
        let words = format!("{host} leads to {address}, which is blocked by the policy");
        return Err(UrlReason::new(UrlRule::BlockedDomain, words));
    }
    // Step 4: metadata services, and names that can become one between two questions.
    if reach == Reach::Metadata {
        return Err(inward(&host));
    }
    no_hidden_metadata(&host, given, policy)?;
    let naming = match &host {
        Host::Address(_) => None,
        Host::Name(name) => Some(names::naming(name)),
    };
    if matches!(naming, Some(Naming::Rebinds(_) | Naming::Unreadable(_))) {
        return Err(inward(&host));
    }
    // Step 8, where the document lets everything pass: the name resolved to nothing.
    let resolved = match (&host, addresses) {
        (Host::Name(name), Some([])) if !policy.allow_unresolved => {
            let words = format!("{name} does not resolve to any address");
            return Err(UrlReason::new(UrlRule::Unresolved, words));
        }
        (Host::Name(_), Some([]) | None) | (Host::Address(_), _) => false,
        (Host::Name(_), Some([_, ..])) => true,
    };
    // Step 5: the opening to private networks.
    if policy.allow_private {
        return Ok(());
    }
    // Step 6 and 7: the host by itself, then every address it was given. Those say more about a
    // local name than the name does.
    let by_addresses = resolved && matches!(naming, Some(Naming::Local | Naming::Spells(None, _)));
    if reach != Reach::Public && !by_addresses {
        return Err(inward(&host));
    }
    match given.iter().find(|address| ranges::standing(**address).reach != Reach::Public) {
        Some(address) => Err(led_to(&host, *address)),
        None => Ok(()),
    }
}

/// A host that did not say so leads to a metadata service, unless that is allowed by its address.
fn no_hidden_metadata(host: &Host, given: &[IpAddr], policy: &UrlPolicy) -> Result<(), UrlReason> {
    let hidden = given.iter().find(|address| {
        ranges::standing(**address).reach == Reach::Metadata
            && lists::opening(&Host::Address(**address), policy) != Some(Opening::Exact)
    });
    hidden.map_or(Ok(()), |address| Err(led_to(host, *address)))
}

/// Why a host that is spelt oddly is refused: for what it is, or else for the spelling.
fn oddity(host: &Host, odd: &str) -> UrlReason {
    if host.reach() == Reach::Public {
        let words = format!("the host is {odd}; it could be read as {host}");
        return UrlReason::ambiguous(words);
    }
    let reason = inward(host);
    UrlReason { words: format!("{}; the host is {odd}", reason.words), ..reason }
}

/// Why a host that is not public is refused.
fn inward(host: &Host) -> UrlReason {
    let name = match host {
        Host::Address(address) => return by_address(&address.to_string(), *address),
        Host::Name(name) => name,
    };
    match names::naming(name) {
        // Not asked about such names; the answer would be true all the same.
        Naming::Ordinary => UrlReason::ambiguous(format!("{name} may lead anywhere")),
        Naming::Metadata(whose) => {
            let words = format!("{name} is the metadata service or the interface of {whose}");
            UrlReason::new(UrlRule::Metadata, words)
        }
        Naming::ThisMachine => UrlReason::new(UrlRule::Loopback, format!("{name} is this machine")),
        Naming::LeadsHere(service) => {
            let words = format!("{name} leads to this machine, as all of {service} does");
            UrlReason::new(UrlRule::Loopback, words)
        }
        Naming::Spells(Some(service), address) => {
            by_address(&format!("{name} leads to {address}, as {service} does, and that"), address)
        }
        Naming::Spells(None, address) => {
            by_address(&format!("{name} spells {address}, and that"), address)
        }
        Naming::Unreadable(service) => {
            let words =
                format!("{service} leads to the address in the name, and {name} shows none");
            UrlReason::new(UrlRule::Rebinding, words)
        }
        Naming::Rebinds(service) => {
            let words = format!("{name} may lead anywhere, {service} turns at will");
            UrlReason::new(UrlRule::Rebinding, words)
        }
        Naming::Local => {
            let words = format!("{name} is a name that only a private network knows");
            UrlReason::new(UrlRule::LocalName, words)
        }
    }
}

fn led_to(host: &Host, address: IpAddr) -> UrlReason {
    by_address(&format!("{host} leads to {address}, and that"), address)
}

fn by_address(subject: &str, address: IpAddr) -> UrlReason {
    let Standing { reach, what, inside } = ranges::standing(address);
    let rule = match reach {
        Reach::Public | Reach::Reserved => UrlRule::Reserved,
        Reach::Private => UrlRule::Private,
        Reach::LinkLocal => UrlRule::LinkLocal,
        Reach::Loopback => UrlRule::Loopback,
        Reach::Metadata => UrlRule::Metadata,
    };
    let words = match inside {
        None => format!("{subject} is {what}"),
        Some((form, four)) => {
            format!("{subject} carries {four} ({}), which is {what}", form.name())
        }
    };
    UrlReason::new(rule, words)
}
