//! Programs that are shells themselves, and programs known to print a number.

use std::rc::Rc;

use super::Reader;
use super::Stdin;
use super::state::Var;
use crate::ast::RedirectOp;
use crate::parser;
use crate::reading::Invocation;
use crate::reading::Part;
use crate::reading::Value;
use crate::span::Span;

impl Reader {
    /// Opens `bash -c text name args…` and a shell that is given its text on standard input.
    pub(super) fn shell_program(
        &mut self,
        name: &str,
        args: &[Value],
        assigns: &[(String, Value)],
        span: Span,
    ) {
        let login = |arg: &Value| {
            arg.known().is_some_and(|text| {
                text == "--login" || (text.starts_with('-') && text.contains('l'))
            })
        };
        let moved =
            self.state.is_assigned("HOME") || assigns.iter().any(|(name, _)| name == "HOME");
        let profile = |value: &Value| {
            value.parts.iter().any(|part| {
            matches!(part, Part::Unknown) || matches!(part, Part::Text(text) if text.contains("profile") || text.contains(".bash"))
        })
        };
        if args.iter().any(login) && (moved || self.written.iter().any(profile)) {
            self.doubt(span, "a shell that runs start-up files of the text");
        }
        let program = base_name(name);
        if !is_shell(name) {
            return;
        }
        let text = match input(args) {
            Input::Text(text, rest) => Some((text, rest)),
            Input::Stdin(rest) => match self.stdin.clone() {
                _ if self.stdin_moved || !self.own_stdin => None,
                Stdin::Redirected(from) if from.op.text() => {
                    // What a command of it reads is not run, so lines must stand for themselves.
                    let lines = from.target.known().filter(|text| self.stands_line_by_line(text));
                    lines.map(|_| (from.target.clone(), rest))
                }
                Stdin::Redirected(from) => {
                    if from.op == RedirectOp::Read && is_file(&from.target) {
                        let place = self.place(span);
                        self.run_files.push((from.target.clone(), place));
                        return;
                    }
                    None
                }
                Stdin::Pipe | Stdin::Inherited => None,
            },
            Input::File(file) => {
                let place = self.place(span);
                self.run_files.push((file, place));
                return;
            }
            Input::Nothing => return,
            Input::Unknown => None,
        };
        let Some((text, known)) =
            text.as_ref().and_then(|(text, rest)| Some((text.known()?, rest)))
        else {
            self.doubt(span, "a shell whose commands are not known");
            return;
        };
        let mut child = self.state.child();
        for (name, _) in assigns.iter().filter(|(name, _)| name != "IFS") {
            child.set(name, Var::Unknown);
        }
        let plain = known.iter().all(|value| !value.splits);
        let mut parts = known.iter().map(|value| value.parts.clone());
        let zero = parts.next().unwrap_or_else(|| vec![Part::Text(name.to_owned())]);
        child.positional = plain.then(|| Rc::new(parts.collect()));
        let outside = std::mem::replace(&mut self.state, child);
        let shell_name = std::mem::replace(&mut self.shell_name, zero);
        let option = |arg: &Value| matches!(arg.known(), Some("posix" | "--posix"));
        let posix = !matches!(program, "bash" | "rbash") || args.iter().any(option);
        let posix = std::mem::replace(&mut self.posix, posix);
        let joined = text.replace("\\\n", "");
        if self.posix && BASH_ONLY.iter().any(|form| joined.contains(form)) {
            self.refuse_posix(span);
        }
        self.other_shell(|reader| reader.nested_text(text, span));
        self.posix = posix;
        self.shell_name = shell_name;
        self.state = outside;
    }
}

impl Reader {
    /// Whether the text itself may have written this file before.
    pub(super) fn is_written(&self, file: &Value) -> bool {
        let last = |value: &Value| match value.parts.last() {
            Some(Part::Text(text)) => base_name(text).to_owned(),
            _ => String::new(),
        };
        let name = last(file);
        (self.loops > 0 && self.writes)
            || self.written.iter().any(|written| {
                // Another way to the same file ends in the same name.
                written.parts.contains(&Part::Unknown) || last(written) == name || name.is_empty()
            })
    }

    /// Whether every line of a text is a whole command.
    fn stands_line_by_line(&self, text: &str) -> bool {
        text.lines().count() <= 1
            || text.lines().all(|line| {
                let script = parser::script(line, &self.limits);
                script.opaque.is_empty()
                    && script.heredocs.is_empty()
                    && !line.ends_with('\\')
                    && !line.contains("exec")
            })
    }
}

/// Where a shell takes its commands from.
enum Input {
    /// The text behind `-c`, and `$0`, `$1` … behind it.
    Text(Value, Vec<Value>),
    /// Standard input, and the arguments.
    Stdin(Vec<Value>),
    /// A script's file.
    File(Value),
    /// It runs nothing: `--version`, `-n`.
    Nothing,
    Unknown,
}

fn input(args: &[Value]) -> Input {
    let odd = |arg: &Value| arg.known().is_some_and(|text| text.starts_with('+'));
    if args.iter().any(odd) {
        return Input::Unknown;
    }
    let (mut command, mut stdin) = (false, false);
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let Some(text) = arg.known().filter(|_| !arg.splits) else {
            // A path that begins with a home directory is a file all the same.
            return if !command && !stdin && is_file(arg) {
                Input::File(arg.clone())
            } else {
                Input::Unknown
            };
        };
        let first = || std::iter::once(arg).chain(rest.clone()).cloned();
        match text {
            "--" | "-" => break,
            "--version" | "--help" => return Input::Nothing,
            "--rcfile" | "--init-file" => return Input::Unknown,
            "--norc" | "--noprofile" | "--login" | "--posix" | "--verbose" => {}
            _ if text.starts_with('-') && text.len() > 1 => {
                let letters = text.get(1..).unwrap_or("");
                if !letters.bytes().all(|letter| b"ceuxlsnvo".contains(&letter)) {
                    return Input::Unknown;
                }
                command |= letters.contains('c');
                stdin |= letters.contains('s');
                if letters == "n" {
                    return Input::Nothing;
                }
                if letters.contains('n') {
                    return Input::Unknown;
                }
                for _ in letters.matches('o') {
                    let named = rest.next().and_then(Value::known);
                    if !named.is_some_and(|name| {
                        matches!(name, "pipefail" | "errexit" | "nounset" | "xtrace" | "posix")
                    }) {
                        return Input::Unknown;
                    }
                }
            }
            _ if command => return Input::Text(arg.clone(), rest.cloned().collect()),
            _ if stdin => {
                return Input::Stdin(
                    std::iter::once(Value::text(arg.span, "bash")).chain(first()).collect(),
                );
            }
            _ if is_stdin(arg) => return Input::Stdin(first().collect()),
            _ if is_file(arg) => return Input::File(arg.clone()),
            _ => return Input::Unknown,
        }
    }
    match (command, rest.next()) {
        (true, Some(text)) => Input::Text(text.clone(), rest.cloned().collect()),
        (true, None) => Input::Nothing,
        (false, Some(file)) if !stdin => {
            if is_file(file) {
                Input::File(file.clone())
            } else {
                Input::Unknown
            }
        }
        (false, first) => {
            let zero = first.map(|value| Value::text(value.span, "bash"));
            Input::Stdin(zero.into_iter().chain(first.cloned()).chain(rest.cloned()).collect())
        }
    }
}

/// Whether a value names a file that is there before the text runs: known, or below a directory
/// the environment names.
pub(super) fn is_file(value: &Value) -> bool {
    let named = match value.parts.as_slice() {
        [Part::Text(text), ..] => !text.starts_with('-'),
        [Part::Home(_) | Part::Number, ..] => true,
        [Part::Variable(_) | Part::Glob(_), Part::Text(text), ..] => {
            text.starts_with('/') || text.contains('.')
        }
        [Part::OneOf(texts)] => texts.iter().all(|text| !text.is_empty() && !text.starts_with('-')),
        _ => false,
    };
    let text: String = value
        .parts
        .iter()
        .map(|part| match part {
            Part::Text(text) => text.as_str(),
            _ => "",
        })
        .collect();
    let plain = value.parts.iter().all(|part| !matches!(part, Part::Unknown));
    let place = format!("/{}/", text.replace("//", "/"));
    let special = place.contains("/dev/") || place.contains("/proc/") || text.ends_with("stdin");
    plain && named && !text.is_empty() && !special
}

/// Whether a word names a shell's own input.
pub(super) fn is_stdin(value: &Value) -> bool {
    matches!(value.known(), Some("/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0"))
}

/// Whether a command prints one decimal number, whatever its input is.
pub(super) fn prints_a_number(run: &Invocation) -> bool {
    // An error message is no number.
    let mixed = run.redirects.iter().any(|redirect| !redirect.op.reads());
    if run.function || run.path_changed || mixed {
        return false;
    }
    let Some(words) = run.argv.iter().map(|value| value.known()).collect::<Option<Vec<_>>>() else {
        return false;
    };
    match words.as_slice() {
        ["nproc"] | ["tput", "cols" | "lines"] | ["id", "-u" | "-g"] => true,
        ["wc", "-l" | "-c" | "-w" | "-m"] => true,
        // With several files it prints their names too.
        ["grep", "-c", _] => true,
        ["date", format] => *format == "+%s" || *format == "+%s%N" || *format == "+%Y",
        ["git", "rev-list", "--count", _] => true,
        _ => false,
    }
}

/// Whether a program reads shell text.
pub(super) fn is_shell(name: &str) -> bool {
    SHELLS.contains(&base_name(name))
}

fn base_name(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Forms that other shells take for something else.
const BASH_ONLY: &[&str] = &[
    "$'",
    "$\"",
    "$[",
    "<(",
    ">(",
    "<<<",
    ";&",
    ";;&",
    "|&",
    "&>",
    "function ",
    "select ",
    "local",
    "+=",
    "declare",
    "typeset",
    "RANDOM",
    "SECONDS",
    "EPOCH",
    "UID",
    "BASH",
    "shopt",
    "source",
    "${!",
    "//",
    ":0",
    ":1",
    "^",
    ",}",
    "@",
    "read -",
    "enable",
    "hash",
    "mapfile",
    "readarray",
];

/// Shells that read bash's grammar or a part of it.
const SHELLS: &[&str] = &["bash", "sh", "dash", "ash", "ksh", "rbash"];
