//! Little languages: `sed`, `awk`, `jq`.

use crate::args;
use crate::args::Until;
use crate::effect::Kind;
use crate::effect::Object;
use crate::plan::Planner;
use crate::plan::programs::Command;
use crate::table::Spec;
use portcullis_shell::Value;

/// `sed`: the script may write (`w`), run (`e`, `s///e`) and read (`r`).
pub(crate) fn sed(planner: &mut Planner<'_>, command: &Command<'_>, spec: &'static Spec) {
    let args = args::parse(command.words, spec, &[], Until::End);
    if args.harmless {
        return;
    }
    let given = |name: &'static str| {
        args.options.iter().filter(move |given| given.option.is.contains(&name))
    };
    let in_place = given("-i").next().is_some() || given("--in-place").next().is_some();
    let mut scripts: Vec<Value> = given("-e")
        .filter_map(|given| given.value.as_ref())
        .map(|held| held.value().clone())
        .collect();
    let from_file = given("-f").next().is_some();
    let mut operands = args.operands.iter();
    if scripts.is_empty() && !from_file {
        scripts.extend(operands.next().map(|value| (*value).clone()));
    }
    if from_file {
        planner.opaque("a script in a file", command.run.span);
    }
    planner.mention(command, &args);
    for script in &scripts {
        match script.known().map(sed_script) {
            Some(Script::Plain) => {}
            Some(Script::Runs) => planner.give(
                Kind::Execute,
                Object::Reason("sed runs a command".to_owned()),
                script.span,
            ),
            Some(Script::Writes(file)) => {
                let value = Value::text(script.span, file);
                planner.path(Kind::Write, &value, command.run.shell, command.reading);
            }
            Some(Script::Unclear) | None => {
                planner.opaque("a sed script that is not understood", script.span);
            }
        }
    }
    for file in operands {
        let kind = if in_place { Kind::Write } else { Kind::Read };
        planner.path(kind, file, command.run.shell, command.reading);
    }
}

enum Script {
    Plain,
    Runs,
    Writes(String),
    Unclear,
}

/// What a sed script does beside printing.
fn sed_script(text: &str) -> Script {
    let mut rest = text;
    let mut written = None;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\n', ';', '}']);
        if rest.is_empty() {
            return written.map_or(Script::Plain, Script::Writes);
        }
        let Some(after) = addresses(rest) else { return Script::Unclear };
        rest = after.trim_start_matches([' ', '\t', '!']);
        let mut chars = rest.chars();
        let Some(command) = chars.next() else { return Script::Unclear };
        rest = chars.as_str();
        match command {
            '{' | '#' if command == '{' => {}
            '#' => rest = rest.split_once('\n').map_or("", |(_, after)| after),
            's' | 'y' => {
                let Some(delimiter) = rest.chars().next() else { return Script::Unclear };
                let Some(after) = skip_delimited(rest, delimiter, 2) else {
                    return Script::Unclear;
                };
                let flags: String = after.chars().take_while(char::is_ascii_alphanumeric).collect();
                if command == 's' && flags.contains('e') {
                    return Script::Runs;
                }
                rest = after.get(flags.len()..).unwrap_or("");
                if let Some((_, tail)) = flags.split_once('w') {
                    let name = format!("{tail}{}", rest.lines().next().unwrap_or(""));
                    written = Some(name.trim().to_owned());
                    rest = rest.split_once('\n').map_or("", |(_, after)| after);
                }
            }
            'e' => return Script::Runs,
            'w' | 'W' => {
                let name = rest.lines().next().unwrap_or("").trim().to_owned();
                written = Some(name);
                rest = rest.split_once('\n').map_or("", |(_, after)| after);
            }
            'a' | 'i' | 'c' | 'r' | 'R' => {
                // Text or a file name up to the end of the line; a backslash goes on.
                loop {
                    let line = rest.split_once('\n');
                    let (this, after) = line.unwrap_or((rest, ""));
                    rest = after;
                    if !this.ends_with('\\') || rest.is_empty() {
                        break;
                    }
                }
            }
            'b' | 't' | 'T' | ':' => {
                rest = rest.trim_start_matches(|c: char| c != ';' && c != '\n' && c != '}');
            }
            'l' | 'L' | 'q' | 'Q' => {
                rest = rest
                    .trim_start_matches([' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
            }
            '=' | 'd' | 'D' | 'g' | 'G' | 'h' | 'H' | 'n' | 'N' | 'p' | 'P' | 'x' | 'z' | 'F' => {}
            _ => return Script::Unclear,
        }
    }
}

/// What stands behind the addresses of a sed command.
fn addresses(text: &str) -> Option<&str> {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches([' ', '\t']);
        let first = rest.chars().next()?;
        match first {
            '0'..='9' | '$' | ',' | '~' | '+' => {
                rest = rest.get(1..)?;
            }
            '/' => {
                rest = skip_delimited(rest, '/', 1)?;
                rest = rest.trim_start_matches(['I', 'M']);
            }
            '\\' => {
                let delimiter = rest.chars().nth(1)?;
                rest = skip_delimited(rest.get(1..)?, delimiter, 1)?;
                rest = rest.trim_start_matches(['I', 'M']);
            }
            _ => return Some(rest),
        }
    }
}

/// Behind `count` stretches between delimiters, the first of which begins `text`.
fn skip_delimited(text: &str, delimiter: char, count: usize) -> Option<&str> {
    let mut chars = text.char_indices();
    chars.next()?;
    let mut left = count;
    let mut bracket = false;
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => {
                chars.next()?;
            }
            '[' if !bracket => bracket = true,
            ']' if bracket => bracket = false,
            _ if c == delimiter => {
                bracket = false;
                left -= 1;
                if left == 0 {
                    return text.get(at + c.len_utf8()..);
                }
            }
            _ => {}
        }
    }
    None
}

/// `awk`: `system()`, pipes and redirections in the program.
pub(crate) fn awk(planner: &mut Planner<'_>, command: &Command<'_>, spec: &'static Spec) {
    let args = args::parse(command.words, spec, &[], Until::FirstOperand);
    if args.harmless {
        return;
    }
    planner.mention(command, &args);
    let from_file = args.options.iter().any(|given| given.option.is.contains(&"-f"));
    let mut operands = args.operands.iter();
    if from_file {
        planner.opaque("a script in a file", command.run.span);
    } else if let Some(program) = operands.next() {
        match program.known() {
            Some(text) if awk_is_plain(text) => {}
            Some(_) => planner.opaque("an awk program that may run or write", program.span),
            None => planner.opaque("an awk program that is not known", program.span),
        }
    }
    for file in operands {
        let text = args::leading_text(file);
        if !text.contains('=') {
            planner.path(Kind::Read, file, command.run.shell, command.reading);
        }
    }
}

/// Whether an awk program has nothing that runs or writes. Strings and patterns are skipped.
fn awk_is_plain(text: &str) -> bool {
    let mut code = String::new();
    let mut chars = text.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                while let Some(c) = chars.next() {
                    match c {
                        '\\' => {
                            chars.next();
                        }
                        '"' => break,
                        _ => {}
                    }
                }
                code.push_str("\"\"");
                before = '"';
                continue;
            }
            '/' if matches!(before, ' ' | '(' | '{' | ';' | ',' | '!' | '~' | '&' | '|' | '\n') => {
                while let Some(c) = chars.next() {
                    match c {
                        '\\' => {
                            chars.next();
                        }
                        '/' => break,
                        _ => {}
                    }
                }
                code.push('/');
            }
            '#' => {
                for c in chars.by_ref() {
                    if c == '\n' {
                        break;
                    }
                }
                code.push('\n');
            }
            _ => code.push(c),
        }
        if !c.is_whitespace() {
            before = c;
        } else if c == '\n' {
            before = '\n';
        }
    }
    let words = ["system", "getline", "close", "@load", "@include", "extension", "fflush"];
    let runs = words.iter().any(|word| code.contains(word));
    let pipe = code.replace("||", "").contains('|');
    let writes = code.contains(">>") || writes_with_print(&code);
    !(runs || pipe || writes)
}

/// `print … > file`: a comparison stands in parentheses or before a brace.
fn writes_with_print(code: &str) -> bool {
    code.split(['{', '}', ';', '\n']).any(|statement| {
        let statement = statement.trim_start();
        let Some(at) = statement.find("print") else { return false };
        let mut depth = 0;
        statement.get(at..).unwrap_or("").chars().any(|c| {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            c == '>' && depth <= 0
        })
    })
}

/// `jq` programs compute; only options read files.
pub(crate) fn jq(planner: &mut Planner<'_>, command: &Command<'_>, spec: &'static Spec) {
    let args = args::parse(command.words, spec, &[], Until::End);
    planner.apply(command, spec, &args);
    let environment =
        args.operands.first().and_then(|program| program.known()).is_some_and(|text| {
            text.contains("$ENV")
                || text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == "env")
        });
    if environment {
        planner.give(Kind::Secrets, Object::None, command.run.span);
    }
}
