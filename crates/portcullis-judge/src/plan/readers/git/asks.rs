//! Options of git's subcommands that have to be told apart where the table lists them together.

use portcullis_shell::Value;

use crate::args;
use crate::args::Until;
use crate::table::Opt;
use crate::table::Role;
use crate::table::Spec;
use crate::table::Style;

/// Whether one of the options that `asks` lists is among `words`. What takes a value is known
/// from the table of the subcommand.
pub(super) fn given(words: &[Value], table: &'static Spec, asks: &'static Spec) -> bool {
    let args = args::parse(words, asks, table.options, Until::End);
    args.options
        .iter()
        .any(|given| asks.options.iter().any(|option| std::ptr::eq(option, given.option)))
}

/// Whether a `--no-…` that the table does not list may take back another option.
pub(super) fn undone(words: &[Value], table: &'static Spec) -> bool {
    words.iter().filter_map(Value::known).take_while(|text| *text != "--").any(|text| {
        let name = text.split('=').next().unwrap_or(text);
        name.starts_with("--no-") && !table.options.iter().any(|option| option.is.contains(&name))
    })
}

const fn asks(options: &'static [Opt]) -> Spec {
    Spec {
        operands: &[Role::Text],
        last: None,
        gives: &[],
        options,
        style: Style::Gnu,
        loose: true,
        harmless: &[],
        subs: &[],
        bare: &[],
        reads_program: false,
        code: None,
    }
}

const fn flag(is: &'static [&'static str]) -> Opt {
    Opt { is, takes: None, maybe: None, fills: false, gives: &[] }
}

const fn takes(is: &'static [&'static str]) -> Opt {
    let mut option = flag(is);
    option.takes = Some(Role::Text);
    option
}

const fn maybe(is: &'static [&'static str]) -> Opt {
    let mut option = flag(is);
    option.maybe = Some(Role::Text);
    option
}

const FILTERS: Opt =
    takes(&["--contains", "--no-contains", "--merged", "--no-merged", "--points-at"]);

/// `branch` only lists.
pub(super) static BRANCH_LISTS: Spec = asks(&[flag(&["-l", "--list", "--show-current"]), FILTERS]);

/// `tag` only lists or verifies.
pub(super) static TAG_LISTS: Spec =
    asks(&[flag(&["-l", "--list", "-v", "--verify"]), maybe(&["-n"]), FILTERS]);

/// `config` only shows.
pub(super) static CONFIG_SHOWS: Spec = asks(&[flag(&[
    "--get",
    "--get-all",
    "--get-regexp",
    "--get-urlmatch",
    "--get-color",
    "--get-colorbool",
    "-l",
    "--list",
])]);

/// `config` changes, whatever its operands are.
pub(super) static CONFIG_CHANGES: Spec = asks(&[flag(&[
    "--add",
    "--replace-all",
    "--unset",
    "--unset-all",
    "--rename-section",
    "--remove-section",
    "-e",
    "--edit",
])]);

/// `checkout` makes a branch.
pub(super) static CHECKOUT_CREATES: Spec = asks(&[takes(&["-b", "-B", "--orphan"])]);

/// `checkout` takes a commit and no paths.
pub(super) static CHECKOUT_TRACKS: Spec = asks(&[maybe(&["-t", "--track"])]);

/// `restore` touches the index.
pub(super) static RESTORE_STAGED: Spec = asks(&[flag(&["-S", "--staged"])]);

/// `restore` touches the working tree.
pub(super) static RESTORE_WORKTREE: Spec = asks(&[flag(&["-W", "--worktree"])]);

/// `replace` only lists.
pub(super) static REPLACE_LISTS: Spec = asks(&[flag(&["-l", "--list"])]);

/// `push` overwrites.
pub(super) static PUSH_FORCES: Spec = asks(&[flag(&["-f", "--force"])]);

/// `push` deletes.
pub(super) static PUSH_DELETES: Spec = asks(&[flag(&["-d", "--delete"])]);

/// `push` overwrites only what it has seen.
pub(super) static PUSH_LEASES: Spec = asks(&[maybe(&["--force-with-lease"])]);

/// `fetch` takes remotes only.
pub(super) static FETCH_MULTIPLE: Spec = asks(&[flag(&["-m", "--multiple"])]);

/// `apply` applies after all.
pub(super) static APPLY_APPLIES: Spec = asks(&[flag(&["--apply"])]);
