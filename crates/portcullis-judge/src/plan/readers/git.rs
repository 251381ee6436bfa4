//! git: global options, settings that execute, and subcommands whose operands decide.

mod asks;
mod refs;
mod remotes;
mod settings;
#[cfg(test)]
mod tests;

use portcullis_shell::Part;
use portcullis_shell::Value;

use self::settings::Alias;
use crate::args;
use crate::args::Args;
use crate::args::Until;
use crate::effect::Kind;
use crate::plan::Planner;
use crate::plan::programs::Command;
use crate::plan::programs::subcommand;
use crate::plan::programs::verb_behind;
use crate::plan::quote;
use crate::table::Role;
use crate::table::Spec;

/// A subcommand with its arguments told apart.
struct Call<'a> {
    /// Its words stand behind the name of the subcommand.
    command: Command<'a>,
    spec: &'static Spec,
    args: Args<'a>,
}

/// git with all its options.
pub(crate) fn git(planner: &mut Planner<'_>, command: &Command<'_>, spec: &'static Spec) {
    let mut global = args::parse(command.words, spec, &[], Until::FirstOperand);
    let first = global.operands.first().copied();
    let name = first.and_then(Value::known);
    // The values of settings that come from the environment are not known.
    let from_env =
        command.words.iter().any(|word| args::leading_text(word).starts_with("--config-env"));
    let mut used = None;
    // Settings are read here; the table would call each of them opaque.
    for given in &global.options {
        let Some(held) = given.value.as_ref().filter(|_| given.option.is.contains(&"-c")) else {
            continue;
        };
        let setting = held.value();
        match settings::alias(setting).filter(|alias| !from_env && is_used(alias, name, spec)) {
            Some(alias) => used = Some(alias),
            None => settings::one(planner, setting, from_env),
        }
    }
    let before = planner.directory(command.run.shell, command.reading);
    for given in &global.options {
        if let Some(held) = given.value.as_ref().filter(|_| given.option.is.contains(&"-C")) {
            planner.change_directory(Some(held.value()), command.run, command.reading);
        }
    }
    global.options.retain(|given| !given.option.is.contains(&"-c"));
    planner.mention(command, &global);
    if let Some(first) = first.filter(|_| !global.harmless) {
        let at = command.words.iter().position(|word| std::ptr::eq(word, first)).unwrap_or(0);
        let rest = command.words.get(at..).unwrap_or(&[]);
        match used {
            Some(alias) => expand(planner, command, &alias, rest.get(1..).unwrap_or(&[])),
            None => find(planner, command, spec, rest),
        }
    }
    planner.cwd.insert(command.run.shell, before);
}

/// Whether an alias stands for the subcommand; git's own names are never aliases.
fn is_used(alias: &Alias, name: Option<&str>, spec: &'static Spec) -> bool {
    name.is_some_and(|name| name.eq_ignore_ascii_case(&alias.name))
        && named(spec, &alias.name).is_none()
}

/// What an alias stands for, with the words behind it.
fn expand(planner: &mut Planner<'_>, command: &Command<'_>, alias: &Alias, rest: &[Value]) {
    let rest = quote::line(rest);
    let text = match alias.text.strip_prefix('!') {
        Some(text) => format!("{text} {rest}"),
        None => format!("git {} {rest}", alias.text),
    };
    planner.nested(&text, command.run.span, command.run.shell, command.reading);
}

/// The entry of a subcommand that has exactly this name.
fn named(spec: &'static Spec, name: &str) -> Option<&'static Spec> {
    spec.subs.iter().find(|sub| sub.names.contains(&name)).map(|sub| &sub.spec)
}

/// Finds the subcommand that `words` begin with.
fn find(planner: &mut Planner<'_>, command: &Command<'_>, spec: &'static Spec, words: &[Value]) {
    let first = words.first().and_then(Value::known).unwrap_or("");
    let behind = words.get(1..).unwrap_or(&[]);
    let verb = behind.first().and_then(Value::known).unwrap_or("");
    // `remote -v update`, `notes --ref=x add`
    let reordered = VERBS.contains(&first).then(|| verb_behind(spec, words)).flatten();
    let words = reordered.as_deref().unwrap_or(words);
    // The table lists `branch -l` and the like for those who have no reader.
    let found = match named(spec, first) {
        Some(sub) if reordered.is_none() && verb.starts_with('-') => Some((sub, 1)),
        _ => subcommand(spec, words),
    };
    let Some((sub, used)) = found else {
        let shown = if first.is_empty() { "…" } else { first };
        planner.opaque(&format!("git {shown} is not known"), command.run.span);
        return;
    };
    let verb = words.get(used.saturating_sub(1)).filter(|_| used > 1).and_then(Value::known);
    let words = words.get(used..).unwrap_or(&[]);
    if let [only] = words
        && only.known() == Some("-h")
    {
        return;
    }
    let inner = Command { words, ..*command };
    let mut args = args::parse(words, sub, &[], Until::End);
    args.harmless &= stays_harmless(words, sub);
    dispatch(planner, (first, verb), Call { command: inner, spec: sub, args });
}

/// Whether an option that leaves nothing but reading is not taken back or a value itself.
fn stays_harmless(words: &[Value], sub: &'static Spec) -> bool {
    let help = |word: &Value| matches!(word.known(), Some("--help" | "--version"));
    let Some(at) = words.iter().position(help) else {
        return !asks::undone(words, sub) && !asks::given(words, sub, &asks::APPLY_APPLIES);
    };
    let before = at.checked_sub(1).and_then(|at| words.get(at));
    before.is_none_or(|word| !args::leading_text(word).starts_with('-'))
}

fn dispatch(planner: &mut Planner<'_>, name: (&str, Option<&str>), mut call: Call<'_>) {
    match name {
        ("branch", None) => refs::listed(planner, &call, &asks::BRANCH_LISTS),
        ("tag", None) => refs::listed(planner, &call, &asks::TAG_LISTS),
        ("replace", None) => refs::listed(planner, &call, &asks::REPLACE_LISTS),
        ("symbolic-ref", None) => refs::symbolic(planner, &call),
        ("config", None) => refs::config(planner, &call),
        ("config", Some("set")) => refs::config_verb(planner, &call),
        ("checkout", None) => refs::checkout(planner, &call),
        ("restore", None) => refs::restore(planner, &call),
        ("push", None) => remotes::push(planner, &call),
        ("fetch" | "pull", None) => remotes::fetch(planner, &call),
        ("ls-remote" | "peek-remote" | "fetch-pack" | "request-pull", None)
        | ("submodule", Some("add")) => remotes::addresses(planner, &call),
        ("remote", Some("add" | "set-url")) => remotes::named(planner, &call),
        ("clone", None) => remotes::clone(planner, &mut call),
        ("archive", None) => {
            remotes::archive(planner, &call);
            contents(planner, &call);
        }
        _ => {
            planner.apply(&call.command, call.spec, &call.args);
            if call.spec.operands.contains(&Role::Read) && !call.args.harmless {
                contents(planner, &call);
            }
        }
    }
}

/// `REV:PATH` and `-L1,9:PATH` show a file of the repository.
fn contents(planner: &mut Planner<'_>, call: &Call<'_>) {
    let (shell, reading) = (call.command.run.shell, call.command.reading);
    let ranges = call.args.options.iter().filter(|given| given.option.is.contains(&"-L"));
    let ranges = ranges.filter_map(|given| given.value.as_ref()).map(args::Held::value);
    for (word, last) in
        call.args.operands.iter().map(|word| (*word, false)).chain(ranges.map(|word| (word, true)))
    {
        let text = args::leading_text(word);
        let Some((_, path)) = (if last { text.rsplit_once(':') } else { text.split_once(':') })
        else {
            continue;
        };
        // `:0:path` is a stage of the index.
        let path = match path.split_once(':') {
            Some(("0" | "1" | "2" | "3", path)) => path,
            _ => path,
        };
        let mut parts = word.parts.clone();
        if let Some(Part::Text(leading)) = parts.first_mut() {
            path.clone_into(leading);
        }
        if !(path.is_empty() && parts.len() == 1) {
            let value = Value { span: word.span, parts, splits: word.splits };
            planner.path(Kind::Read, &value, shell, reading);
        }
    }
}

/// Subcommands whose own options may stand before their verb.
const VERBS: &[&str] = &[
    "notes",
    "remote",
    "submodule",
    "worktree",
    "bundle",
    "sparse-checkout",
    "maintenance",
    "commit-graph",
    "multi-pack-index",
    "refs",
    "repo",
    "subtree",
    "svn",
    "p4",
];
