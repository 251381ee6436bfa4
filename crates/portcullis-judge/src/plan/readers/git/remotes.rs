//! Where git fetches from and pushes to: names, URLs, helpers, refspecs.

use portcullis_shell::Value;

use super::Call;
use super::asks;
use super::settings;
use super::settings::Power;
use crate::effect::Kind;
use crate::effect::Object;
use crate::plan::Planner;

/// `push`: what it overwrites or removes, and on which branch.
pub(super) fn push(planner: &mut Planner<'_>, call: &Call<'_>) {
    planner.apply(&call.command, call.spec, &call.args);
    if call.args.harmless {
        return;
    }
    let words = call.command.words;
    let span = call.command.run.span;
    let forces = asks::given(words, call.spec, &asks::PUSH_FORCES);
    let deletes = asks::given(words, call.spec, &asks::PUSH_DELETES);
    let leases = !forces
        && asks::given(words, call.spec, &asks::PUSH_LEASES)
        && !asks::undone(words, call.spec);
    if let Some(remote) = call.args.operands.first() {
        address(planner, remote, Kind::Publish);
    }
    for given in &call.args.options {
        if let Some(held) = given.value.as_ref().filter(|_| given.option.is.contains(&"--repo"))
            && held.value().known().is_some_and(is_helper)
        {
            helper(planner, held.value());
        }
    }
    for refspec in call.args.operands.iter().skip(1).filter_map(|word| word.known()) {
        let (plus, refspec) = match refspec.strip_prefix('+') {
            Some(rest) => (true, rest),
            None => (false, refspec),
        };
        let (source, target) = match refspec.split_once(':') {
            Some((source, target)) => (Some(source), target),
            None => (None, refspec),
        };
        // A lone `:` pushes what both sides have.
        let removes = deletes || (source == Some("") && !target.is_empty());
        // A `+` overwrites even what a lease would spare, as git 2.47 does.
        let overwrites = plus || forces;
        if removes || overwrites {
            planner.give(Kind::Refs, Object::None, span);
        }
        let branch = target.strip_prefix("refs/heads/").unwrap_or(target);
        if (removes || overwrites) && !leases && matches!(branch, "main" | "master") {
            planner.give(Kind::Destroy, Object::None, span);
        }
    }
}

/// `fetch` and `pull`: the first operand is a remote, the others are refspecs.
pub(super) fn fetch(planner: &mut Planner<'_>, call: &Call<'_>) {
    planner.apply(&call.command, call.spec, &call.args);
    if call.args.harmless {
        return;
    }
    let several = asks::given(call.command.words, call.spec, &asks::FETCH_MULTIPLE);
    for (index, word) in call.args.operands.iter().enumerate() {
        if index == 0 || several {
            address(planner, word, Kind::Connect);
            continue;
        }
        let target = word.known().and_then(|text| text.split_once(':')).map(|(_, target)| target);
        if target.is_some_and(|target| !target.is_empty() && !target.starts_with("refs/remotes/")) {
            planner.give(Kind::Refs, Object::None, word.span);
            planner.give(Kind::Write, Object::None, call.command.run.span);
        }
    }
}

/// Subcommands where any operand may be the address of a repository.
pub(super) fn addresses(planner: &mut Planner<'_>, call: &Call<'_>) {
    planner.apply(&call.command, call.spec, &call.args);
    if !call.args.harmless {
        for word in &call.args.operands {
            address(planner, word, Kind::Connect);
        }
    }
}

/// `remote add` and `remote set-url`: nothing is connected to yet.
pub(super) fn named(planner: &mut Planner<'_>, call: &Call<'_>) {
    planner.apply(&call.command, call.spec, &call.args);
    for word in call.args.operands.iter().skip(1) {
        if word.known().is_some_and(is_helper) {
            helper(planner, word);
        }
    }
}

/// `clone`: settings that do no harm are taken out before the table has its say.
pub(super) fn clone(planner: &mut Planner<'_>, call: &mut Call<'_>) {
    call.args.options.retain(|given| {
        let setting = given.value.as_ref().filter(|_| given.option.is.contains(&"--config"));
        let split = setting.and_then(|held| settings::split(held.value()));
        !split.is_some_and(|(key, value)| settings::power(key, value) == Power::Harmless)
    });
    planner.apply(&call.command, call.spec, &call.args);
    if let Some(word) = call.args.operands.first()
        && word.known().is_some_and(is_helper)
    {
        helper(planner, word);
    }
}

/// `archive`: the repository it asks, and the files it packs.
pub(super) fn archive(planner: &mut Planner<'_>, call: &Call<'_>) {
    planner.apply(&call.command, call.spec, &call.args);
    for given in &call.args.options {
        if let Some(held) = &given.value
            && given.option.is.contains(&"--remote")
        {
            address(planner, held.value(), Kind::Connect);
        }
    }
    // Behind the tree stand paths whose contents are written out.
    for path in call.args.operands.iter().skip(1) {
        planner.path(Kind::Read, path, call.command.run.shell, call.command.reading);
    }
}

/// The name, URL or path of a repository that git talks to.
fn address(planner: &mut Planner<'_>, word: &Value, kind: Kind) {
    let Some(text) = word.known() else { return };
    if is_helper(text) {
        helper(planner, word);
    } else if let Some(host) = host(text) {
        planner.give(kind, Object::Host(Some(host)), word.span);
    }
}

fn helper(planner: &mut Planner<'_>, word: &Value) {
    let reason = "an address that makes git run a helper".to_owned();
    planner.give(Kind::Execute, Object::Reason(reason), word.span);
}

/// `ext::sh -c …`, `fd::7`, `x://…`: git runs `git-remote-x`.
fn is_helper(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let is_name = !scheme.is_empty()
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-._".contains(&byte));
    let builtin = SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme));
    is_name && (rest.starts_with(':') || (rest.starts_with("//") && !builtin))
}

/// The URL, or the host of `user@host:path`.
fn host(text: &str) -> Option<String> {
    if let Some((scheme, _)) = text.split_once("://") {
        return (!scheme.eq_ignore_ascii_case("file")).then(|| text.to_owned());
    }
    let (host, _) = text.split_once(':').filter(|(host, _)| !host.contains('/'))?;
    let host = host.rsplit('@').next().unwrap_or(host);
    (!host.is_empty()).then(|| host.to_owned())
}

/// What git speaks without a helper of somebody else's.
const SCHEMES: &[&str] =
    &["http", "https", "ssh", "git", "ftp", "ftps", "file", "git+ssh", "ssh+git"];

#[cfg(test)]
mod tests {
    use super::host;
    use super::is_helper;

    #[test]
    fn helpers_are_told_from_urls_and_hosts() {
        for text in ["ext::sh -c id", "fd::7", "codecommit::eu://x", "x://y", "a.b::c"] {
            assert!(is_helper(text), "{text}");
        }
        for text in ["origin", "https://h/x", "git@h:x/y", "/a/b", "./a::b", "h:x::y"] {
            assert!(!is_helper(text), "{text}");
        }
    }

    #[test]
    fn hosts_are_found() {
        assert_eq!(host("git@h.org:x/y").as_deref(), Some("h.org"));
        assert_eq!(host("https://h/x").as_deref(), Some("https://h/x"));
        assert_eq!(host("origin"), None);
        assert_eq!(host("./a:b"), None);
        assert_eq!(host("file:///x"), None);
    }
}
