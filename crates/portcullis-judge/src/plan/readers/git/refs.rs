//! Subcommands that look or change, as their operands say.

use super::Call;
use super::asks;
use super::settings;
use super::settings::Power;
use crate::effect::Kind;
use crate::effect::Object;
use crate::plan::Planner;
use crate::table::Spec;

/// `branch`, `tag`, `replace`: an operand is a new ref, unless one of `lists` makes it a pattern.
pub(super) fn listed(planner: &mut Planner<'_>, call: &Call<'_>, lists: &'static Spec) {
    if call.args.harmless {
        return;
    }
    planner.mention(&call.command, &call.args);
    let words = call.command.words;
    let shows = asks::given(words, call.spec, lists) && !asks::undone(words, call.spec);
    if !shows && !call.args.operands.is_empty() {
        change(planner, call);
    }
}

/// `symbolic-ref`: with one operand it shows.
pub(super) fn symbolic(planner: &mut Planner<'_>, call: &Call<'_>) {
    if call.args.harmless {
        return;
    }
    planner.mention(&call.command, &call.args);
    if call.args.operands.len() > 1 {
        change(planner, call);
    }
}

/// `config` without a verb: two operands, or an option that says so, change.
pub(super) fn config(planner: &mut Planner<'_>, call: &Call<'_>) {
    if call.args.harmless {
        return;
    }
    let words = call.command.words;
    let shows = asks::given(words, call.spec, &asks::CONFIG_SHOWS);
    let changes = asks::given(words, call.spec, &asks::CONFIG_CHANGES);
    if !changes && (shows && !asks::undone(words, call.spec) || call.args.operands.len() < 2) {
        planner.mention(&call.command, &call.args);
        return;
    }
    planner.apply(&call.command, call.spec, &call.args);
    planner.give(Kind::Write, Object::None, call.command.run.span);
    for given in &call.args.options {
        if let Some(held) = &given.value
            && given.option.is.contains(&"--file")
        {
            let (shell, reading) = (call.command.run.shell, call.command.reading);
            planner.path(Kind::Write, held.value(), shell, reading);
        }
    }
    stored(planner, call);
}

/// `config set` and other verbs that change.
pub(super) fn config_verb(planner: &mut Planner<'_>, call: &Call<'_>) {
    planner.apply(&call.command, call.spec, &call.args);
    if !call.args.harmless {
        stored(planner, call);
    }
}

/// A setting that stays is run by every later git.
fn stored(planner: &mut Planner<'_>, call: &Call<'_>) {
    let mut operands = call.args.operands.iter();
    let Some(key) = operands.next().and_then(|word| word.known()) else { return };
    // Without a value it is taken away.
    let Some(value) = operands.next() else { return };
    if settings::power(key, value.known()) == Power::Executing {
        let reason = format!("the setting {key} can make git run something");
        planner.give(Kind::Execute, Object::Reason(reason), value.span);
    }
}

/// `checkout`: goes to a branch, makes one, or overwrites files.
pub(super) fn checkout(planner: &mut Planner<'_>, call: &Call<'_>) {
    if call.args.harmless {
        return;
    }
    planner.mention(&call.command, &call.args);
    let words = call.command.words;
    let given = |asks: &'static Spec| asks::given(words, call.spec, asks);
    let creates = given(&asks::CHECKOUT_CREATES);
    let tracks = given(&asks::CHECKOUT_TRACKS);
    // Behind `--` stand paths, and nothing before it is one.
    let divider = words.iter().rposition(|word| word.known() == Some("--"));
    let paths = divider.map_or(0, |at| words.len() - at - 1);
    let operands = &call.args.operands;
    let first = operands.first().and_then(|word| word.known());
    let splits = operands.iter().any(|word| word.splits);
    let switches = match operands.len() {
        _ if paths > 0 || splits => false,
        0 => true,
        1 => creates || tracks || divider.is_some() || first.is_some_and(is_head),
        _ => false,
    };
    if !switches {
        planner.give(Kind::Discard, Object::None, call.command.run.span);
    } else if tracks && !creates {
        change(planner, call);
    } else if !operands.is_empty() {
        planner.give(Kind::Refs, Object::None, call.command.run.span);
    }
}

/// A commit that is always there: `-`, `HEAD~2`, `@{-1}`.
fn is_head(text: &str) -> bool {
    if text == "-" {
        return true;
    }
    let rest = text
        .strip_prefix("HEAD")
        .or_else(|| text.strip_prefix("@{-1}"))
        .or_else(|| text.strip_prefix('@'));
    rest.is_some_and(|rest| rest.bytes().all(|byte| matches!(byte, b'~' | b'^' | b'0'..=b'9')))
}

/// `restore`: with `--staged` alone the working tree stays.
pub(super) fn restore(planner: &mut Planner<'_>, call: &Call<'_>) {
    if call.args.harmless {
        return;
    }
    planner.mention(&call.command, &call.args);
    let words = call.command.words;
    let staged = asks::given(words, call.spec, &asks::RESTORE_STAGED)
        && !asks::given(words, call.spec, &asks::RESTORE_WORKTREE)
        && !asks::undone(words, call.spec);
    let kind = if staged { Kind::Write } else { Kind::Discard };
    planner.give(kind, Object::None, call.command.run.span);
}

fn change(planner: &mut Planner<'_>, call: &Call<'_>) {
    planner.give(Kind::Refs, Object::None, call.command.run.span);
    planner.give(Kind::Write, Object::None, call.command.run.span);
}
