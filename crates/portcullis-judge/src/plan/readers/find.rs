//! `find` and `fd`: starting points, tests, and actions that delete, write or run.

use portcullis_shell::Value;

use crate::args;
use crate::args::Until;
use crate::effect::Kind;
use crate::plan::Planner;
use crate::plan::programs::Command;
use crate::table::Role;
use crate::table::Spec;

/// `find [starting points] [expression]`
pub(crate) fn find(planner: &mut Planner<'_>, command: &Command<'_>, _spec: &'static Spec) {
    let (shell, reading) = (command.run.shell, command.reading);
    let mut starts: Vec<Value> = Vec::new();
    let mut words = command.words.iter().peekable();
    while let Some(word) = words.peek() {
        let text = args::leading_text(word);
        let option = matches!(text, "-H" | "-L" | "-P" | "-D") || text.starts_with("-O");
        let begins = text.starts_with('-') || matches!(text, "(" | "!" | ")" | ",");
        if !option && begins {
            break;
        }
        if !option {
            if word.known().is_none() && text.is_empty() && word.splits {
                planner.opaque("a word that may become an action of find", word.span);
            }
            starts.push((*word).clone());
        }
        words.next();
    }
    if starts.is_empty() {
        starts.push(Value::text(command.run.span, "."));
    }
    for start in &starts {
        planner.path(Kind::Read, start, shell, reading);
    }
    // A test such as `-name` before an action leaves only a part of what is there.
    let mut narrowed = false;
    while let Some(word) = words.next() {
        let Some(text) = word.known() else {
            planner.opaque("a part of find's expression is not known", word.span);
            continue;
        };
        match text {
            "-delete" => {
                for start in &starts {
                    let some = below(start, start.span);
                    let object = if narrowed { &some } else { start };
                    planner.path(Kind::Delete, object, shell, reading);
                }
            }
            "-exec" | "-execdir" | "-ok" | "-okdir" => {
                let mut inner = Vec::new();
                for word in words.by_ref() {
                    if matches!(word.known(), Some(";" | "+")) {
                        break;
                    }
                    inner.push(found(word, &starts));
                }
                planner.rest(command, Role::RunRest, &inner);
            }
            "-fprint" | "-fprint0" | "-fls" => {
                if let Some(file) = words.next() {
                    planner.path(Kind::Write, file, shell, reading);
                }
            }
            "-fprintf" => {
                if let Some(file) = words.next() {
                    planner.path(Kind::Write, file, shell, reading);
                }
                words.next();
            }
            "-files0-from" | "-newer" | "-anewer" | "-cnewer" | "-samefile" => {
                if let Some(file) = words.next() {
                    planner.path(Kind::Read, file, shell, reading);
                }
            }
            _ if VALUED.contains(&text) || text.starts_with("-newer") => {
                narrowed |= !matches!(text, "-type" | "-maxdepth" | "-mindepth" | "-regextype");
                words.next();
            }
            _ if PLAIN.contains(&text) => {}
            _ => planner.opaque(&format!("{text} is not known to find"), word.span),
        }
    }
}

/// `{}` stands for something below the starting points.
fn found(word: &Value, starts: &[Value]) -> Value {
    match (word.known(), starts) {
        (Some("{}"), [start]) => below(start, word.span),
        (Some(text), _) if text.contains("{}") => {
            Value { span: word.span, parts: vec![portcullis_shell::Part::Unknown], splits: false }
        }
        _ => word.clone(),
    }
}

/// Something at any depth below a directory, not all of it at once.
fn below(start: &Value, span: portcullis_shell::Span) -> Value {
    let mut value = start.clone();
    value.parts.push(portcullis_shell::Part::Text("/".to_owned()));
    value.parts.push(portcullis_shell::Part::Glob("*".to_owned()));
    value.parts.push(portcullis_shell::Part::Glob("*".to_owned()));
    value.span = span;
    value
}

/// `fd [options] [pattern [paths]]`
pub(crate) fn fd(planner: &mut Planner<'_>, command: &Command<'_>, spec: &'static Spec) {
    let runs = |word: &&Value| {
        matches!(word.known(), Some("-x" | "--exec" | "-X" | "--exec-batch"))
            || word.known().is_some_and(|text| {
                text.starts_with("--exec=") || text.starts_with("--exec-batch=")
            })
    };
    let at = command.words.iter().position(|word| runs(&word));
    let before = command.words.get(..at.unwrap_or(command.words.len())).unwrap_or(&[]);
    let args = args::parse(before, spec, &[], Until::End);
    planner.apply(command, spec, &args);
    if let Some(at) = at {
        let mut inner = command.words.get(at + 1..).unwrap_or(&[]).to_vec();
        if !inner.iter().any(|word| word.known().is_some_and(|text| text.contains('{'))) {
            inner.push(Value {
                span: command.run.span,
                parts: vec![portcullis_shell::Part::Unknown],
                splits: false,
            });
        }
        planner.rest(command, Role::RunRest, &inner);
    }
}

/// Tests that take a value.
const VALUED: &[&str] = &[
    "-amin",
    "-atime",
    "-cmin",
    "-ctime",
    "-mmin",
    "-mtime",
    "-name",
    "-iname",
    "-path",
    "-ipath",
    "-wholename",
    "-iwholename",
    "-regex",
    "-iregex",
    "-regextype",
    "-type",
    "-xtype",
    "-size",
    "-perm",
    "-user",
    "-group",
    "-uid",
    "-gid",
    "-links",
    "-inum",
    "-fstype",
    "-maxdepth",
    "-mindepth",
    "-printf",
    "-lname",
    "-ilname",
    "-used",
    "-context",
    "-flags",
    "-Bmin",
    "-Btime",
];

const PLAIN: &[&str] = &[
    "(",
    ")",
    "!",
    ",",
    "-not",
    "-a",
    "-and",
    "-o",
    "-or",
    "-print",
    "-print0",
    "-ls",
    "-prune",
    "-quit",
    "-empty",
    "-true",
    "-false",
    "-depth",
    "-d",
    "-xdev",
    "-mount",
    "-follow",
    "-daystart",
    "-noleaf",
    "-readable",
    "-writable",
    "-executable",
    "-nouser",
    "-nogroup",
    "-warn",
    "-nowarn",
    "-ignore_readdir_race",
    "-noignore_readdir_race",
    "-x",
    "-X",
    "-s",
    "-E",
    "--help",
    "--version",
    "-help",
    "-version",
];
