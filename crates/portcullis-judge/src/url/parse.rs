//! A URL taken apart, strictly: what two parsers could split in two ways is not split at all.

use super::{UrlReason, UrlRule, shown};

/// The host of an http or https URL, as it is written, brackets included.
pub(super) fn web_host(url: &str) -> Result<&str, UrlReason> {
    no_control(url)?;
    if url.trim() != url {
        return Err(UrlReason::ambiguous("there is white space around the URL"));
    }
    let Some((scheme, rest)) = scheme(url) else {
        return Err(UrlReason::malformed("the URL has no scheme"));
    };
    if !["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
        let words = format!("the scheme is {}, not http or https", shown(scheme));
        return Err(UrlReason::new(UrlRule::Scheme, words));
    }
    let Some(rest) = rest.strip_prefix("//") else {
        return Err(UrlReason::ambiguous("two slashes do not follow the scheme"));
    };
    let (user, host) = user_and_host(rest)?;
    user.map_or(Ok(()), plain_user)?;
    Ok(host)
}

/// The host of a URL of any scheme, or of a text as curl takes it: without one.
pub(super) fn any_host(text: &str) -> Result<&str, UrlReason> {
    no_control(text)?;
    let text = text.trim();
    let rest = scheme(text).and_then(|(_, rest)| rest.strip_prefix("//")).unwrap_or(text);
    user_and_host(rest).map(|(_, host)| host)
}

fn no_control(text: &str) -> Result<(), UrlReason> {
    // Browsers drop tabs and line breaks, others cut there or send them on.
    if text.chars().any(char::is_control) {
        return Err(UrlReason::ambiguous("there is a control character in the URL"));
    }
    Ok(())
}

fn scheme(url: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = url.split_once(':')?;
    let mut characters = scheme.chars();
    let good = characters.next().is_some_and(|first| first.is_ascii_alphabetic())
        && characters.all(|next| next.is_ascii_alphanumeric() || matches!(next, '+' | '-' | '.'));
    good.then_some((scheme, rest))
}

/// The credentials and the host in what follows the two slashes.
fn user_and_host(rest: &str) -> Result<(Option<&str>, &str), UrlReason> {
    let (authority, behind) = match rest.find(['/', '?', '#']) {
        Some(end) => rest.split_at_checked(end).unwrap_or((rest, "")),
        None => (rest, ""),
    };
    if authority.contains('\\') {
        return Err(UrlReason::ambiguous("there is a backslash in or before the host"));
    }
    // `good?@evil/` and `good#@evil/`: some take everything up to the slash for the host.
    let until_slash = behind.split('/').next().unwrap_or_default();
    if until_slash.contains(['@', '\\']) {
        return Err(UrlReason::ambiguous("an @ or a backslash follows the host without a slash"));
    }
    let (user, place) = match authority.split_once('@') {
        None => (None, authority),
        Some((_, place)) if place.contains('@') => {
            return Err(UrlReason::ambiguous("there are two @ in front of the path"));
        }
        Some((user, place)) => (Some(user), place),
    };
    let (host, port) = split_port(place)?;
    if host.is_empty() {
        return Err(UrlReason::malformed("the URL has no host"));
    }
    let Some(port) = port else { return Ok((user, host)) };
    let digits = port.bytes().all(|byte| byte.is_ascii_digit());
    let leading_zero = port.len() > 1 && port.starts_with('0');
    if port.is_empty() || (digits && !leading_zero && port.parse::<u16>().is_ok()) {
        Ok((user, host))
    } else {
        Err(UrlReason::malformed(format!("{} is no port", shown(port))))
    }
}

fn split_port(place: &str) -> Result<(&str, Option<&str>), UrlReason> {
    if !place.starts_with('[') {
        return match place.split_once(':') {
            None => Ok((place, None)),
            Some((_, port)) if port.contains(':') => {
                Err(UrlReason::malformed("the host has two colons and no brackets"))
            }
            Some((host, port)) => Ok((host, Some(port))),
        };
    }
    let unclosed = || UrlReason::malformed("the bracket around the host does not close");
    let end = place.find(']').ok_or_else(unclosed)?.saturating_add(1);
    let (host, behind) = place.split_at_checked(end).ok_or_else(unclosed)?;
    match (behind, behind.strip_prefix(':')) {
        ("", _) => Ok((host, None)),
        (_, Some(port)) => Ok((host, Some(port))),
        (_, None) => Err(UrlReason::malformed("there is text behind the bracket of the host")),
    }
}

/// Credentials pass if no parser and no reader could take them for a host.
fn plain_user(userinfo: &str) -> Result<(), UrlReason> {
    let (user, password) = userinfo.split_once(':').unwrap_or((userinfo, "-"));
    let word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'~');
    let plain_user = user.bytes().all(word) && user.bytes().any(|byte| byte.is_ascii_alphabetic());
    let plain_password = password.bytes().all(|byte| word(byte) || byte == b'.');
    let like_host = user.eq_ignore_ascii_case("localhost")
        || user.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("0x"))
        || password.bytes().all(|byte| byte.is_ascii_digit());
    if plain_user && plain_password && !like_host {
        return Ok(());
    }
    Err(UrlReason::ambiguous("what stands before the @ could be taken for a host"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(url: &str) -> Option<UrlRule> {
        web_host(url).err().map(|reason| reason.rule)
    }

    #[test]
    fn p06_the_host_is_what_is_connected_to() {
        for (url, host) in [
            ("http://example.com", "example.com"),
            ("HTTPS://Example.COM:8443/a?b#c", "Example.COM"),
            ("http://example.com?q=1", "example.com"),
            ("http://example.com#top", "example.com"),
            ("http://example.com:/", "example.com"),
            ("http://user:pa-ss_1.x@example.com/", "example.com"),
            ("http://[2606:4700::1]:80/", "[2606:4700::1]"),
            ("http://example.com/a@b\\c:d", "example.com"),
        ] {
            assert_eq!(web_host(url).as_deref(), Ok(host), "{url}");
        }
    }

    #[test]
    fn p06_what_parsers_split_differently_is_refused() {
        for url in [
            "http:example.com",
            "http:/example.com",
            "http:\\\\example.com",
            "http://good\\@evil",
            "http://good.com@evil.com",
            "http://a@b@c",
            "http://good?@evil/",
            "http://good#@evil/",
            "http://user%40host@evil",
            "http://exa\tmple.com",
            " http://example.com",
            "http://localhost@example.com",
            "http://gate:80@example.com",
            "http://2130706433@example.com",
            "http://@example.com",
            "http://:x@example.com",
        ] {
            assert_eq!(rule(url), Some(UrlRule::Ambiguous), "{url:?}");
        }
        for url in [
            "",
            "example.com",
            "//example.com",
            "http://",
            "http:///x",
            "http://:80/",
            "http://a:b",
            "http://a:65536",
            "http://a:080",
            "http://::1/",
            "http://[::1/",
            "http://[::1]x/",
            "1http://x",
        ] {
            assert_eq!(rule(url), Some(UrlRule::Malformed), "{url:?}");
        }
        for url in ["file:///etc/passwd", "gopher://x/_", "ftp://x", "javascript:1", "h+t.p-1:x"] {
            assert_eq!(rule(url), Some(UrlRule::Scheme), "{url:?}");
        }
    }
}
