//! `fzf`: keys are bound to actions, and some actions run text.

use crate::args;
use crate::args::Until;
use crate::effect::Kind;
use crate::effect::Object;
use crate::plan::Planner;
use crate::plan::programs::Command;
use crate::table::Spec;

/// `fzf [options]`
pub(crate) fn fzf(planner: &mut Planner<'_>, command: &Command<'_>, spec: &'static Spec) {
    let args = args::parse(command.words, spec, &[], Until::End);
    planner.apply(command, spec, &args);
    for given in args.options.iter().filter(|given| given.option.is.contains(&"--bind")) {
        let Some(held) = &given.value else { continue };
        let value = held.value();
        let Some(text) = value.known() else {
            planner.opaque("an action of fzf that is not known", value.span);
            continue;
        };
        for action in actions(text) {
            match action {
                Action::Runs => {
                    let reason = "fzf runs what a key is bound to".to_owned();
                    planner.give(Kind::Execute, Object::Reason(reason), value.span);
                }
                Action::Shows(text) => {
                    planner.nested(&text, value.span, command.run.shell, command.reading);
                }
            }
        }
    }
}

enum Action {
    /// Runs a command on what was chosen.
    Runs,
    /// Shows what a command prints.
    Shows(String),
}

/// What the text of a binding runs. A name counts where its argument follows.
fn actions(text: &str) -> Vec<Action> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_lowercase()) {
        rest = rest.get(at..).unwrap_or("");
        let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        rest = after;
        let Some(open) = after.chars().next().filter(|c| !matches!(c, ',' | '+')) else { continue };
        let runs = matches!(name, "execute" | "execute-silent" | "execute-multi" | "become")
            || name.contains("transform");
        if runs {
            found.push(Action::Runs);
        } else if matches!(name, "reload" | "reload-sync" | "preview" | "change-preview") {
            let close = match open {
                '(' => Some(')'),
                '[' => Some(']'),
                '{' => Some('}'),
                '<' => Some('>'),
                ':' => None,
                other => Some(other),
            };
            let inner = after.get(open.len_utf8()..).unwrap_or("");
            let length = close.and_then(|close| inner.rfind(close)).unwrap_or(inner.len());
            let (inner, after) = inner.split_at(length);
            found.push(Action::Shows(inner.to_owned()));
            rest = after;
        }
    }
    found
}
