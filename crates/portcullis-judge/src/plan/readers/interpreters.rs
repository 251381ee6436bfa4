//! Interpreters: scripts, modules and inline text. Text that is not understood is opaque.

use portcullis_shell::Value;

use crate::args;
use crate::args::Until;
use crate::effect::Kind;
use crate::effect::Object;
use crate::plan::Planner;
use crate::plan::programs::Command;
use crate::table;
use crate::table::Role;
use crate::table::Spec;

/// An interpreter; `code` says which language.
pub(crate) fn inline(
    code: &str,
    planner: &mut Planner<'_>,
    command: &Command<'_>,
    spec: &'static Spec,
) {
    if code == "python"
        && let Some(at) = module(command.words)
    {
        let name = command.words.get(at).and_then(Value::known).unwrap_or("");
        let words = command.words.get(at + 1..).unwrap_or(&[]);
        let inner = Command { words, ..*command };
        match table::program(&format!("python -m {name}")) {
            Some(known) => planner.by_table(&inner, known),
            None => planner.opaque(&format!("the module {name} is not known"), command.run.span),
        }
        return;
    }
    let args = args::parse(command.words, spec, &[], Until::FirstOperand);
    let acts = args
        .options
        .iter()
        .any(|given| !given.option.gives.is_empty() || given.option.takes.is_some_and(Role::acts));
    if args.harmless && !acts {
        return;
    }
    let text = |role: Option<Role>| role == Some(Role::Shell);
    let mut given = false;
    for option in &args.options {
        let holds = INLINE.iter().any(|name| option.option.is.contains(name));
        let Some(held) = option.value.as_ref().filter(|_| holds || text(option.option.takes))
        else {
            continue;
        };
        given = true;
        match held.value().known() {
            Some(text) if is_plain(code, text) => {}
            Some(text) if runs_others(text) => {
                let reason = "inline code that runs other programs".to_owned();
                planner.give(Kind::Execute, Object::Reason(reason), held.value().span);
            }
            _ => planner.opaque("inline code that is not understood", held.value().span),
        }
    }
    for option in &args.options {
        let inline = INLINE.iter().any(|name| option.option.is.contains(name));
        if !inline {
            planner.all(option.option.gives, command);
            if let (Some(role), Some(held)) = (option.option.takes, &option.value) {
                planner.role(command, role, held.value());
            }
        }
    }
    planner.doubtful(command, &args);
    let mut operands = args.operands.iter();
    if given {
        for file in operands.filter(|_| matches!(code, "perl" | "ruby")) {
            let in_place = args.options.iter().any(|option| option.option.is.contains(&"-i"));
            let kind = if in_place { Kind::Write } else { Kind::Read };
            planner.path(kind, file, command.run.shell, command.reading);
        }
    } else if let Some(script) = operands.next() {
        if script.known() == Some("-") {
            planner.opaque("it takes its program from its input", command.run.span);
        } else {
            planner.path(Kind::Execute, script, command.run.shell, command.reading);
        }
    } else {
        planner.opaque("it takes its program from its input", command.run.span);
    }
}

/// Where the module's name stands behind `-m`, which must come before any operand and any `-c`.
fn module(words: &[Value]) -> Option<usize> {
    for (at, word) in words.iter().enumerate() {
        let text = word.known()?;
        let letters = text.strip_prefix('-').filter(|letters| !letters.starts_with('-'))?;
        match letters.find(['m', 'c', 'W', 'X']) {
            Some(found) if letters.get(found..) == Some("m") => return Some(at + 1),
            Some(_) => return None,
            None => {}
        }
    }
    None
}

/// Whether every name in a text is one that only computes and prints.
fn is_plain(code: &str, text: &str) -> bool {
    let Some(bare) = without_strings(text) else { return false };
    if bare.contains(['`', '\\', '@']) || bare.contains("__") {
        return false;
    }
    // Perl and Ruby run what stands between some brackets and behind some pipes.
    if matches!(code, "perl" | "ruby" | "php") && bare.contains(['|', '<', '>', '%']) {
        return false;
    }
    let names = match code {
        "python" => PYTHON,
        "node" => NODE,
        _ => OTHERS,
    };
    let mut words = bare
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty());
    words.all(|word| {
        word.len() == 1
            || word.bytes().next().is_some_and(|byte| byte.is_ascii_digit())
            || names.contains(&word)
    }) && !bare.contains("eval")
}

fn runs_others(text: &str) -> bool {
    [
        "system",
        "exec",
        "spawn",
        "popen",
        "child_process",
        "subprocess",
        "os.remove",
        "rmtree",
        "unlink",
    ]
    .iter()
    .any(|word| text.contains(word))
}

/// The text with its strings emptied; `None` when one holds something that is expanded.
fn without_strings(text: &str) -> Option<String> {
    let mut bare = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        bare.push(c);
        if c == '\'' || c == '"' {
            loop {
                match chars.next()? {
                    '\\' => {
                        chars.next()?;
                    }
                    '$' | '#' | '{' if c == '"' => return None,
                    inside if inside == c => break,
                    _ => {}
                }
            }
        }
    }
    Some(bare)
}

const INLINE: &[&str] = &["-c", "-e", "-p", "--eval", "--print", "-r", "-E"];

const PYTHON: &[&str] = &[
    "print",
    "len",
    "str",
    "int",
    "float",
    "bool",
    "list",
    "dict",
    "set",
    "tuple",
    "range",
    "sum",
    "max",
    "min",
    "sorted",
    "enumerate",
    "zip",
    "abs",
    "round",
    "repr",
    "type",
    "import",
    "from",
    "as",
    "for",
    "in",
    "if",
    "else",
    "and",
    "or",
    "not",
    "None",
    "True",
    "False",
    "json",
    "sys",
    "math",
    "version",
    "version_info",
    "loads",
    "load",
    "dumps",
    "stdin",
    "platform",
    "upper",
    "lower",
    "strip",
    "split",
    "join",
    "keys",
    "values",
    "items",
    "get",
    "indent",
    "sqrt",
    "pi",
    "executable",
    "maxsize",
    "hex",
    "bin",
    "oct",
    "ord",
    "chr",
    "lambda",
    "datetime",
    "date",
    "today",
    "now",
    "isoformat",
    "format",
    "startswith",
    "endswith",
    "replace",
    "reversed",
    "any",
    "all",
    "isinstance",
    "append",
    "count",
    "index",
    "sort_keys",
    "string",
    "random",
    "uuid",
    "uuid4",
];

const NODE: &[&str] = &[
    "console",
    "log",
    "JSON",
    "stringify",
    "parse",
    "Math",
    "max",
    "min",
    "round",
    "floor",
    "process",
    "version",
    "versions",
    "node",
    "platform",
    "arch",
    "length",
    "map",
    "filter",
    "reduce",
    "join",
    "split",
    "slice",
    "toString",
    "toFixed",
    "Object",
    "keys",
    "values",
    "entries",
    "Array",
    "from",
    "isArray",
    "Number",
    "String",
    "parseInt",
    "parseFloat",
    "const",
    "let",
    "var",
    "return",
    "new",
    "Date",
    "now",
    "toISOString",
    "true",
    "false",
    "null",
    "undefined",
    "typeof",
    "if",
    "else",
    "for",
    "of",
    "in",
    "sort",
    "includes",
    "trim",
];

const OTHERS: &[&str] = &[
    "print",
    "puts",
    "echo",
    "say",
    "p",
    "if",
    "unless",
    "else",
    "and",
    "or",
    "not",
    "my",
    "length",
    "uc",
    "lc",
    "join",
    "split",
    "reverse",
    "sort",
    "RUBY_VERSION",
    "PHP_VERSION",
    "phpversion",
    "strlen",
    "count",
    "to_s",
    "to_i",
    "upcase",
    "downcase",
    "size",
    "printf",
    "sprintf",
    "time",
    "return",
    "true",
    "false",
    "nil",
    "null",
];
