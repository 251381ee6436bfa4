//! Compiles the program tables in `builtin/programs` into static data, and refuses a table that
//! says something the engine does not know.
#![expect(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    reason = "a build script reads and writes files, and a wrong table must stop the build"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use toml::Table;
use toml::Value;

fn main() {
    println!("cargo::rerun-if-changed=builtin/programs");
    let mut programs = BTreeMap::new();
    let mut bodies = String::new();
    let mut examples = String::new();
    let mut lists = String::new();
    let mut count = 0usize;
    let mut files: Vec<_> = fs::read_dir("builtin/programs")
        .expect("builtin/programs is there")
        .map(|entry| entry.expect("a directory entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
        .collect();
    files.sort();
    for path in files {
        let file = path.display().to_string();
        let text = fs::read_to_string(&path).expect("a readable table");
        let table: Table = text.parse().unwrap_or_else(|error| panic!("{file}: {error}"));
        if let Some(git) = table.get("git") {
            let git = git.as_table().unwrap_or_else(|| panic!("{file}: `git` is a table"));
            for key in ["executing", "harmless"] {
                let keys = words(git, key, &file);
                let name = key.to_ascii_uppercase();
                writeln!(lists, "/// Settings of git: `*` is any text.").expect("a string");
                writeln!(lists, "pub(crate) static GIT_{name}: &[&str] = &{keys:?};")
                    .expect("a string");
            }
        }
        for program in list(&table, "program", &file) {
            let names = words(program, "names", &file);
            let place = format!("{file}: {}", names.join(" "));
            assert!(!names.is_empty(), "{file}: a program without names");
            let spec = spec(program, &place, &mut examples, 0);
            writeln!(bodies, "    {spec},").expect("a string");
            for name in names {
                let twice = programs.insert(name.clone(), count);
                assert!(twice.is_none(), "{place}: {name} has two entries");
            }
            count += 1;
        }
    }
    let mut out = String::new();
    writeln!(out, "static SPECS: &[Spec] = &[\n{bodies}];").expect("a string");
    writeln!(out, "static NAMES: &[(&str, usize)] = &[").expect("a string");
    for (name, index) in programs {
        writeln!(out, "    ({name:?}, {index}),").expect("a string");
    }
    writeln!(out, "];").expect("a string");
    out.push_str(&lists);
    let dir = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&dir).join("programs.rs"), out).expect("OUT_DIR is writable");
    let examples = format!(
        "/// Text, the effect it must have (none: it must be spared), and where that is said.\n\
         static EXAMPLES: &[(&str, Option<&str>, &str)] = &[\n{examples}];\n"
    );
    fs::write(Path::new(&dir).join("examples.rs"), examples).expect("OUT_DIR is writable");
}

/// The Rust literal of a program or subcommand.
fn spec(table: &Table, place: &str, examples: &mut String, depth: usize) -> String {
    for key in table.keys() {
        assert!(KEYS.contains(&key.as_str()), "{place}: `{key}` is no key of a program");
    }
    for text in words(table, "spares", place) {
        writeln!(examples, "    ({text:?}, None, {place:?}),").expect("a string");
    }
    for pair in array(table, "catches", place) {
        let pair = pair.as_array().unwrap_or_else(|| panic!("{place}: `catches` holds pairs"));
        let [Value::String(text), Value::String(effect)] = pair.as_slice() else {
            panic!("{place}: `catches` holds pairs of a text and an effect");
        };
        let _ = kind(effect, place);
        writeln!(examples, "    ({text:?}, Some({effect:?}), {place:?}),").expect("a string");
    }
    let operands = roles(table, "operands", place);
    let operands = if operands.is_empty() { "Role::Text".to_owned() } else { operands.join(", ") };
    let last = match string(table, "last", place) {
        Some(text) => format!("Some({})", role(&text, place)),
        None => "None".to_owned(),
    };
    let style = match string(table, "style", place).as_deref() {
        None | Some("gnu") => "Style::Gnu",
        Some("stop") => "Style::Stop",
        Some("long") => "Style::Long",
        Some("dashless") => "Style::Dashless",
        Some("pairs") => "Style::Pairs",
        Some(other) => panic!("{place}: `{other}` is no style"),
    };
    let code = string(table, "code", place);
    let harmless = string(table, "harmless", place).unwrap_or_default();
    let harmless: Vec<_> = harmless.split_whitespace().collect();
    let mut subs = String::new();
    if table.contains_key("sub") {
        assert!(depth == 0, "{place}: a subcommand of a subcommand is one name of several words");
    }
    for sub in list(table, "sub", place) {
        let names = words(sub, "names", place);
        let place = format!("{place} {}", names.join("|"));
        assert!(!names.is_empty(), "{place}: a subcommand without names");
        let spec = spec(sub, &place, examples, depth + 1);
        write!(subs, "Sub {{ names: &{names:?}, spec: {spec} }}, ").expect("a string");
    }
    format!(
        "Spec {{ operands: &[{operands}], last: {last}, gives: &[{}], options: &[{}], \
         style: {style}, loose: {}, harmless: &{harmless:?}, subs: &[{subs}], bare: &[{}], \
         reads_program: {}, code: {code:?} }}",
        kinds(table, "gives", place),
        options(table, place),
        flag(table, "loose", place),
        kinds(table, "bare", place),
        flag(table, "reads_program", place),
    )
}

fn options(table: &Table, place: &str) -> String {
    let mut out = String::new();
    for option in array(table, "options", place) {
        let option = option.as_table().unwrap_or_else(|| panic!("{place}: an option is a table"));
        for key in option.keys() {
            let known = ["is", "takes", "maybe", "gives", "fills"].contains(&key.as_str());
            assert!(known, "{place}: `{key}` is no key of an option");
        }
        let is = string(option, "is", place).unwrap_or_else(|| panic!("{place}: `is` is missing"));
        let is: Vec<_> = is.split_whitespace().collect();
        let value = |key: &str| match string(option, key, place) {
            Some(text) => format!("Some({})", role(&text, place)),
            None => "None".to_owned(),
        };
        write!(
            out,
            "Opt {{ is: &{is:?}, takes: {}, maybe: {}, gives: &[{}], fills: {} }}, ",
            value("takes"),
            value("maybe"),
            kinds(option, "gives", place),
            flag(option, "fills", place),
        )
        .expect("a string");
    }
    out
}

fn role(text: &str, place: &str) -> &'static str {
    match text {
        "text" => "Role::Text",
        "read" => "Role::Read",
        "write" => "Role::Write",
        "delete" => "Role::Delete",
        "into" => "Role::Into",
        "dir" => "Role::Dir",
        "run" => "Role::Run",
        "shell" => "Role::Shell",
        "run..." => "Role::RunRest",
        "shell..." => "Role::ShellRest",
        "script" => "Role::Script",
        "url" => "Role::Url",
        "host" => "Role::Host",
        "config" => "Role::Config",
        _ => panic!("{place}: `{text}` is no role"),
    }
}

fn roles(table: &Table, key: &str, place: &str) -> Vec<String> {
    words(table, key, place).iter().map(|text| role(text, place).to_owned()).collect()
}

fn kind(text: &str, place: &str) -> String {
    assert!(KINDS.contains(&text), "{place}: `{text}` is no effect");
    let mut name: Vec<char> = text.chars().collect();
    if let Some(first) = name.first_mut() {
        *first = first.to_ascii_uppercase();
    }
    format!("Kind::{}", name.into_iter().collect::<String>())
}

fn kinds(table: &Table, key: &str, place: &str) -> String {
    let kinds: Vec<_> = match table.get(key) {
        Some(Value::String(one)) => vec![kind(one, place)],
        _ => words(table, key, place).iter().map(|text| kind(text, place)).collect(),
    };
    kinds.join(", ")
}

fn flag(table: &Table, key: &str, place: &str) -> bool {
    match table.get(key) {
        None => false,
        Some(Value::Boolean(value)) => *value,
        Some(_) => panic!("{place}: `{key}` is true or false"),
    }
}

fn string(table: &Table, key: &str, place: &str) -> Option<String> {
    match table.get(key) {
        None => None,
        Some(Value::String(text)) => Some(text.clone()),
        Some(_) => panic!("{place}: `{key}` is a text"),
    }
}

fn array<'a>(table: &'a Table, key: &str, place: &str) -> &'a [Value] {
    match table.get(key) {
        None => &[],
        Some(Value::Array(values)) => values,
        Some(_) => panic!("{place}: `{key}` is a list"),
    }
}

fn list<'a>(table: &'a Table, key: &str, place: &str) -> Vec<&'a Table> {
    let tables = array(table, key, place).iter().map(|value| {
        value.as_table().unwrap_or_else(|| panic!("{place}: `{key}` is a list of tables"))
    });
    tables.collect()
}

fn words(table: &Table, key: &str, place: &str) -> Vec<String> {
    let texts = array(table, key, place).iter().map(|value| {
        let text = value.as_str().unwrap_or_else(|| panic!("{place}: `{key}` is a list of texts"));
        text.to_owned()
    });
    texts.collect()
}

const KEYS: &[&str] = &[
    "names",
    "operands",
    "last",
    "gives",
    "options",
    "style",
    "loose",
    "harmless",
    "sub",
    "bare",
    "reads_program",
    "code",
    "spares",
    "catches",
];

const KINDS: &[&str] = &[
    "read",
    "write",
    "delete",
    "execute",
    "project",
    "connect",
    "publish",
    "listen",
    "permissions",
    "privilege",
    "device",
    "signal",
    "refs",
    "discard",
    "install",
    "system",
    "destroy",
    "secrets",
    "guard",
    "hang",
    "opaque",
];
