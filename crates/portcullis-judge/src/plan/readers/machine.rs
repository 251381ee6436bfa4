//! Programs of the machine whose operands decide: `ip`, `sysctl`, `parted`, `ps`, `kill`, and
//! `gh api`.

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

/// `ip [options] OBJECT [VERB …]`: without a verb it shows.
pub(crate) fn ip(planner: &mut Planner<'_>, command: &Command<'_>) {
    let span = command.run.span;
    let mut words = command.words.iter();
    let mut operands: Vec<&Value> = Vec::new();
    while let Some(word) = words.next() {
        match word.known() {
            Some("-n" | "-netns" | "-f" | "-family" | "-rc" | "-rcvbuf" | "-l" | "-loops")
                if operands.is_empty() =>
            {
                words.next();
            }
            Some("-b" | "-batch") if operands.is_empty() => {
                planner.give(Kind::Execute, Object::None, span);
                return;
            }
            Some(text) if text.starts_with('-') && operands.is_empty() => {}
            Some(_) => operands.push(word),
            None => {
                planner.opaque("arguments of ip that are not known", word.span);
                return;
            }
        }
    }
    let known = |at: usize| operands.get(at).and_then(|word| word.known());
    if known(0).is_some_and(|object| object.starts_with("netn")) && known(1) == Some("exec") {
        let inner: Vec<Value> = operands.iter().skip(3).map(|word| (*word).clone()).collect();
        planner.rest(command, Role::RunRest, &inner);
        return;
    }
    let shows = |verb: &str| {
        ["show", "list", "lst", "ls", "get", "save", "help", "identify", "pids", "count", "monitor"]
            .iter()
            .any(|whole| whole.starts_with(verb))
    };
    match (known(0), known(1)) {
        (None, _) | (_, None) => {}
        (Some("monitor" | "mon"), _) => {}
        (_, Some(verb)) if shows(verb) => {}
        (Some("xfrm"), Some("state" | "policy")) if known(2).is_none_or(shows) => {}
        // A filter such as `dev eth0` behind the object shows too.
        (_, Some("dev" | "up" | "type" | "table")) => {}
        _ => planner.give(Kind::System, Object::None, span),
    }
}

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

/// `parted DEVICE COMMAND…`
pub(crate) fn parted(planner: &mut Planner<'_>, command: &Command<'_>) {
    let operands: Vec<&str> = command
        .words
        .iter()
        .map(|word| word.known().unwrap_or("?"))
        .filter(|text| !text.starts_with('-'))
        .collect();
    let lists = command.words.iter().any(|word| {
        matches!(word.known(), Some("-l" | "--list" | "-h" | "--help" | "-v" | "--version"))
    });
    let shows = |text: &&str| {
        matches!(
            *text,
            "print"
                | "unit"
                | "free"
                | "all"
                | "list"
                | "devices"
                | "s"
                | "MB"
                | "MiB"
                | "GB"
                | "GiB"
                | "B"
                | "%"
                | "help"
                | "version"
                | "align-check"
                | "quit"
        )
    };
    let reads = operands.len() > 1 && operands.iter().skip(1).all(shows);
    if !lists && !reads {
        planner.give(Kind::Device, Object::None, command.run.span);
    }
}

/// `ps`: with the old style's `e` it shows environments.
pub(crate) fn ps(planner: &mut Planner<'_>, command: &Command<'_>) {
    let environment = |word: &Value| {
        word.known().is_some_and(|text| {
            !text.starts_with('-')
                && text.contains('e')
                && text.len() < 8
                && text.bytes().all(|byte| byte.is_ascii_alphabetic())
        })
    };
    if command.words.first().is_some_and(environment) {
        planner.give(Kind::Secrets, Object::None, command.run.span);
    }
}

/// `kill`: `-l` lists, `-0` looks.
pub(crate) fn kill(planner: &mut Planner<'_>, command: &Command<'_>) {
    let looks = matches!(
        command.words.first().and_then(Value::known),
        None | Some("-l" | "-L" | "--list" | "--table" | "-0" | "--help" | "--version")
    );
    if !looks {
        planner.give(Kind::Signal, Object::None, command.run.span);
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
