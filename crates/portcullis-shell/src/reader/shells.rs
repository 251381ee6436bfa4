//! Programs that are shells themselves, and programs known to print a number.

use std::rc::Rc;

use super::Reader;
use super::Stdin;
use super::state::Var;
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
        let program = base_name(name);
        if !is_shell(name) {
            return;
        }
        let text = match input(args) {
            Input::Text(text, rest) => Some((text, rest)),
            Input::Stdin(rest) => match self.stdin.clone() {
                Stdin::Redirected(from) => match from.op.text() {
                    true => Some((from.target.clone(), rest)),
                    false if is_file(&from.target) && !self.is_written(&from.target) => return,
                    false => None,
                },
                Stdin::Pipe | Stdin::Inherited => None,
            },
            Input::File(file) if self.is_written(&file) => None,
            Input::File(_) | Input::Nothing => return,
            Input::Unknown => None,
        };
        let Some((text, known)) =
            text.as_ref().and_then(|(text, rest)| Some((text.known()?, rest)))
        else {
            self.doubt(span, "a shell whose commands are not known");
            return;
        };
        let mut child = self.state.child();
        for (name, value) in assigns {
            child.set(name, Var::Scalar(value.parts.clone()));
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
        let name = |text: &str| text.trim_start_matches("./").to_owned();
        self.written.iter().any(|written| match (written.known(), file.known()) {
            (Some(written), Some(file)) => name(written) == name(file),
            // `> "$x"` could be any file; `. "$HOME/x"` is not one that a plain name writes.
            (None, _) => written.parts.contains(&Part::Unknown) || written.parts == file.parts,
            (Some(_), None) => false,
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
            _ if text.starts_with("--") => {}
            _ if text.starts_with(['-', '+']) && text.len() > 1 => {
                command |= text.contains('c') && text.starts_with('-');
                stdin |= text.contains('s');
                if text.contains('i') {
                    return Input::Unknown;
                }
                if text.contains('n') && text.starts_with('-') {
                    return Input::Nothing;
                }
                for _ in text.matches(['o', 'O']) {
                    rest.next();
                }
            }
            _ if command => return Input::Text(arg.clone(), rest.cloned().collect()),
            _ if stdin => {
                return Input::Stdin(
                    std::iter::once(Value::text(arg.span, "bash")).chain(first()).collect(),
                );
            }
            "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0" => {
                return Input::Stdin(first().collect());
            }
            _ if text.starts_with("/dev/") || text.starts_with("/proc/") => return Input::Unknown,
            _ => return Input::File(arg.clone()),
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
    let text: String = value
        .parts
        .iter()
        .map(|part| match part {
            Part::Text(text) => text.as_str(),
            _ => "",
        })
        .collect();
    let plain = value.parts.iter().all(|part| {
        matches!(
            part,
            Part::Text(_) | Part::Home(_) | Part::Variable(_) | Part::OneOf(_) | Part::Number
        )
    });
    plain && !text.is_empty() && !text.starts_with("/dev/") && !text.starts_with("/proc/")
}

/// Whether a command prints one decimal number, whatever its input is.
pub(super) fn prints_a_number(run: &Invocation) -> bool {
    if run.function || run.path_changed {
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
const BASH_ONLY: &[&str] =
    &["$'", "$\"", "$[", "<(", ">(", "<<<", ";&", ";;&", "|&", "&>", "function ", "select "];

/// Shells that read bash's grammar or a part of it.
const SHELLS: &[&str] = &["bash", "sh", "dash", "ash", "ksh", "rbash"];
