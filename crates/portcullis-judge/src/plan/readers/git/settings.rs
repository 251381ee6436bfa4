//! Settings of git: which of them make it run something, and aliases.

use portcullis_shell::Value;

use crate::args;
use crate::effect::Kind;
use crate::effect::Object;
use crate::plan::Planner;
use crate::table;

/// What a setting can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Power {
    /// Changes how git shows or counts something.
    Harmless,
    /// Makes git run, load, trust or send something.
    Executing,
    /// Not known.
    Unclear,
}

/// An alias that is given with `-c`.
pub(super) struct Alias {
    pub(super) name: String,
    pub(super) text: String,
}

/// What setting `key` to `value` can do; `None` is a value that is not known.
pub(super) fn power(key: &str, value: Option<&str>) -> Power {
    let key = key.to_ascii_lowercase();
    if value.is_some_and(|value| switches_off(&key, value)) {
        return Power::Harmless;
    }
    let listed = |list: &[&str]| list.iter().any(|pattern| matches(pattern, &key));
    if listed(table::GIT_EXECUTING) {
        Power::Executing
    } else if listed(table::GIT_HARMLESS) {
        Power::Harmless
    } else {
        Power::Unclear
    }
}

/// `key=value` as `-c` takes it: the key, and the value as far as it is known. No `=` means true.
pub(super) fn split(setting: &Value) -> Option<(&str, Option<&str>)> {
    let text = args::leading_text(setting);
    match (text.split_once('='), setting.known()) {
        (Some((key, value)), Some(_)) => Some((key, Some(value))),
        (Some((key, _)), None) => Some((key, None)),
        (None, Some(key)) => Some((key, Some("true"))),
        (None, None) => None,
    }
}

/// One `-c key=value`, or `--config-env=key=NAME` when `from_env`.
pub(super) fn one(planner: &mut Planner<'_>, setting: &Value, from_env: bool) {
    let known = split(setting);
    let power = match known {
        Some((key, value)) => power(key, value.filter(|_| !from_env)),
        None => Power::Unclear,
    };
    match power {
        Power::Harmless => {}
        Power::Executing => {
            let key = known.map_or("…", |(key, _)| key);
            let reason = format!("the setting {key} can make git run something");
            planner.give(Kind::Execute, Object::Reason(reason), setting.span);
        }
        Power::Unclear => planner.opaque("a setting of git that is not known", setting.span),
    }
}

/// The alias that a setting makes.
pub(super) fn alias(setting: &Value) -> Option<Alias> {
    let (key, value) = split(setting)?;
    let (section, name) = key.split_once('.')?;
    let text = value?.to_owned();
    section.eq_ignore_ascii_case("alias").then(|| Alias { name: name.to_ascii_lowercase(), text })
}

/// Values that take a helper away, or name one that does nothing.
fn switches_off(key: &str, value: &str) -> bool {
    let off = matches!(value, "" | "false" | "/dev/null");
    match key {
        "core.fsmonitor" | "core.hookspath" | "core.attributesfile" | "diff.external" => off,
        "credential.helper" => value.is_empty(),
        "core.pager" => matches!(value, "" | "cat"),
        "core.editor" | "sequence.editor" => matches!(value, "true" | ":"),
        _ if key.starts_with("pager.") => matches!(value, "false" | "no" | "off" | "0" | "cat"),
        _ if key.starts_with("protocol.") && key.ends_with("allow") => value == "never",
        _ => false,
    }
}

/// Whether `*` in `pattern`, as any text, makes it `key`.
fn matches(pattern: &str, key: &str) -> bool {
    let Some((before, mut pattern)) = pattern.split_once('*') else { return pattern == key };
    let Some(mut rest) = key.strip_prefix(before) else { return false };
    while let Some((middle, after)) = pattern.split_once('*') {
        let Some((_, behind)) = rest.split_once(middle) else { return false };
        (pattern, rest) = (after, behind);
    }
    rest.ends_with(pattern)
}

#[cfg(test)]
mod tests {
    use super::Power;
    use super::matches;
    use super::power;

    #[test]
    fn a_star_spans_dots_and_may_be_empty() {
        assert!(matches("http.*proxy*", "http.proxy"));
        assert!(matches("http.*proxy*", "http.https://x.y.proxyauthmethod"));
        assert!(matches("diff.*.command", "diff.a.b.command"));
        assert!(!matches("diff.*.command", "diff.commander"));
        assert!(!matches("core.pager", "core.pagers"));
    }

    #[test]
    fn executing_wins_and_case_does_not_count() {
        assert_eq!(power("Core.SSHCommand", Some("x")), Power::Executing);
        assert_eq!(power("core.hooksPath", Some("/dev/null")), Power::Harmless);
        assert_eq!(power("core.hooksPath", None), Power::Executing);
        assert_eq!(power("color.ui", Some("always")), Power::Harmless);
        assert_eq!(power("diff.tool.command", Some("x")), Power::Executing);
        assert_eq!(power("nobody.knows", Some("x")), Power::Unclear);
    }
}
