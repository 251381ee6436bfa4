//! Shells: what `-c` and standard input hold was read with the text around it.

use crate::effect::Kind;
use crate::effect::Object;
use crate::plan::Planner;
use crate::plan::programs::Command;

/// A shell; false when it is another program.
pub(crate) fn shell(planner: &mut Planner<'_>, command: &Command<'_>) -> bool {
    let read_before = matches!(command.name, "bash" | "sh" | "dash" | "ash" | "ksh" | "rbash");
    if !read_before
        && !matches!(command.name, "zsh" | "fish" | "tcsh" | "csh" | "nu" | "elvish" | "xonsh")
    {
        return false;
    }
    let span = command.run.span;
    let piped = planner.piped || command.run.pipe.is_some_and(|pipe| pipe.index > 0);
    let downloads = piped && planner.plan.effects.iter().any(|effect| effect.kind == Kind::Connect);
    if downloads {
        planner.give(Kind::Execute, Object::Program(DOWNLOADED.to_owned()), span);
    }
    let mut texts = command.words.iter();
    while let Some(word) = texts.next() {
        let Some(text) = word.known() else { break };
        match text {
            "--version" | "--help" => return true,
            "--" => break,
            _ if text.starts_with("--") => {}
            _ if text.starts_with(['-', '+']) && text.len() > 1 => {
                if text.contains('n') && text.starts_with('-') && !text.contains('c') {
                    return true;
                }
                if text.contains('c') && text.starts_with('-') {
                    if !read_before {
                        planner.opaque("a shell whose grammar is not read", span);
                    }
                    return true;
                }
                if text.ends_with(['o', 'O']) {
                    texts.next();
                }
            }
            _ => {
                planner.path(Kind::Execute, word, command.run.shell, command.reading);
                return true;
            }
        }
    }
    if let Some(file) = texts.next().filter(|_| read_before) {
        planner.path(Kind::Execute, file, command.run.shell, command.reading);
    } else if !read_before {
        planner.opaque("a shell whose grammar is not read", span);
    }
    true
}

pub(crate) const DOWNLOADED: &str = "what was downloaded";
