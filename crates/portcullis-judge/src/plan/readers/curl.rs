//! Fetchers: what is fetched, what is sent, where it goes.

use crate::args;
use crate::args::Until;
use crate::effect::Kind;
use crate::effect::Object;
use crate::plan::Planner;
use crate::plan::programs::Command;
use crate::table::Spec;

/// `curl`
pub(crate) fn curl(planner: &mut Planner<'_>, command: &Command<'_>, spec: &'static Spec) {
    fetch(planner, command, spec, &["-X", "--request"]);
}

/// `wget`
pub(crate) fn wget(planner: &mut Planner<'_>, command: &Command<'_>, spec: &'static Spec) {
    fetch(planner, command, spec, &["--method"]);
}

fn fetch(planner: &mut Planner<'_>, command: &Command<'_>, spec: &'static Spec, methods: &[&str]) {
    let args = args::parse(command.words, spec, &[], Until::End);
    planner.apply(command, spec, &args);
    // `-w '%output{file}'` writes.
    let writes =
        |word: &portcullis_shell::Value| word.known().is_some_and(|text| text.contains("%output"));
    if command.words.iter().any(writes) {
        planner.give(Kind::Write, Object::None, command.run.span);
    }
    for given in &args.options {
        if !methods.iter().any(|name| given.option.is.contains(name)) {
            continue;
        }
        let method =
            given.value.as_ref().and_then(|held| held.value().known().map(str::to_ascii_uppercase));
        if !matches!(method.as_deref(), Some("GET" | "HEAD" | "OPTIONS")) {
            planner.give(Kind::Publish, Object::None, command.run.span);
        }
    }
}
