//! Programs whose arguments are a language of their own.

mod curl;
mod env;
mod find;
mod fzf;
mod git;
mod interpreters;
mod machine;
mod scripts;
mod shells;
mod sql;

use super::Planner;
use super::programs::Command;
use crate::table::Spec;

pub(super) use self::shells::shell;

/// Reads a command with the reader that its table names; false when there is none of that name.
pub(super) fn read(
    code: &str,
    planner: &mut Planner<'_>,
    command: &Command<'_>,
    spec: &'static Spec,
) -> bool {
    match code {
        "env" => env::env(planner, command, spec),
        "xargs" => env::xargs(planner, command, spec),
        "parallel" => env::parallel(planner, command, spec),
        "applet" => env::applet(planner, command),
        "find" => find::find(planner, command, spec),
        "fd" => find::fd(planner, command, spec),
        "sed" => scripts::sed(planner, command, spec),
        "awk" => scripts::awk(planner, command, spec),
        "jq" => scripts::jq(planner, command, spec),
        "git" => git::git(planner, command, spec),
        "curl" => curl::curl(planner, command, spec),
        "wget" => curl::wget(planner, command, spec),
        "sysctl" => machine::sysctl(planner, command),
        "gh-api" => machine::gh_api(planner, command, spec),
        "fzf" => fzf::fzf(planner, command, spec),
        "sql" => sql::sql(planner, command, spec),
        "python" | "node" | "ruby" | "perl" | "php" => {
            interpreters::inline(code, planner, command, spec);
        }
        _ => return false,
    }
    true
}
