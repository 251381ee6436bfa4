//! Programs of the machine and of forges whose operands decide: `sysctl` and `gh api`.

use portcullis_shell::Value;

use crate::args;
use crate::args::Given;
use crate::args::Held;
use crate::args::Until;
use crate::effect::Kind;
use crate::effect::Object;
use crate::plan::Planner;
use crate::plan::programs::Command;
use crate::table::Opt;
use crate::table::Role;
use crate::table::Spec;
use crate::table::Style;

/// `sysctl`: `name=value`, `-w`, `-p` and `--system` change.
pub(crate) fn sysctl(planner: &mut Planner<'_>, command: &Command<'_>) {
    let changes = |word: &Value| match word.known() {
        Some(text) if text.starts_with("--") => {
            ["--write", "--load", "--system"].iter().any(|name| text.starts_with(name))
        }
        Some(text) if text.starts_with('-') => text.contains(['w', 'p', 'f']),
        Some(text) => text.contains('='),
        None => true,
    };
    if command.words.iter().any(changes) {
        planner.give(Kind::System, Object::None, command.run.span);
    }
}

/// `gh api`: a method or a field makes it more than a look.
pub(crate) fn gh_api(planner: &mut Planner<'_>, command: &Command<'_>, spec: &'static Spec) {
    let args = args::parse(command.words, spec, &[], Until::End);
    if args.harmless {
        return;
    }
    planner.mention(command, &args);
    let endpoint = args.operands.first().and_then(|word| word.known()).unwrap_or("");
    let asked = args::parse(command.words, &API, spec.options, Until::End);
    let is = |given: &Given<'_>, name: &str| {
        API.options
            .iter()
            .any(|option| std::ptr::eq(option, given.option) && option.is.contains(&name))
    };
    let method = asked.options.iter().rfind(|given| is(given, "--method"));
    let method = method.map(|given| {
        let text = given.value.as_ref().and_then(|held| held.value().known());
        text.map_or_else(|| "?".to_owned(), str::to_ascii_uppercase)
    });
    let input = asked.options.iter().any(|given| is(given, "--input"));
    let fields: Vec<&Value> = asked
        .options
        .iter()
        .filter(|given| is(given, "--field"))
        .filter_map(|given| given.value.as_ref())
        .map(Held::value)
        .collect();
    // A query may come from a file, where nobody sees whether it changes something.
    let changes = |field: &&Value| {
        field.known().is_none_or(|text| text.contains("mutation") || text.contains("=@"))
    };
    let looks = endpoint == "graphql" && !input && !fields.iter().any(changes);
    let kind = match method.as_deref() {
        Some("GET" | "HEAD") => Kind::Connect,
        None if !input && fields.is_empty() => Kind::Connect,
        None | Some("POST") if looks => Kind::Connect,
        Some("DELETE") if is_repository(endpoint) => Kind::Destroy,
        _ => Kind::Publish,
    };
    planner.give(kind, Object::None, command.run.span);
}

/// `repos/OWNER/NAME` and nothing behind it; `projects/ID` for GitLab.
fn is_repository(endpoint: &str) -> bool {
    let path = endpoint.split(['?', '#']).next().unwrap_or(endpoint);
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    matches!(parts.as_slice(), ["repos", _, _] | ["projects", _])
}

/// What has to be told apart where the table lists it together.
static API: Spec = Spec {
    operands: &[Role::Text],
    last: None,
    gives: &[],
    options: &[
        api(&["-X", "--method"]),
        api(&["-f", "-F", "--field", "--raw-field"]),
        api(&["--input"]),
    ],
    style: Style::Gnu,
    loose: true,
    harmless: &[],
    subs: &[],
    bare: &[],
    reads_program: false,
    code: None,
};

const fn api(is: &'static [&'static str]) -> Opt {
    Opt { is, takes: Some(Role::Text), maybe: None, fills: false, gives: &[] }
}
