//! `portcullis check`: a verdict and its first reason.

use std::ffi::OsString;
use std::io;
use std::io::BufRead;
use std::io::Read;

use portcullis_judge::Verdict;

use crate::error::CommandError;
use crate::error::ErrorKind;
use crate::error::Exit;
use crate::input;
use crate::json;
use crate::judged;
use crate::judged::Judged;
use crate::judged::Planned;
use crate::output::Line;
use crate::output::Printer;
use crate::output::Tone;
use crate::request::Asked;
use crate::request::Request;
use crate::setting::Options;
use crate::setting::Setting;

/// Say whether a command may run
///
/// Judges what CMD would do as if an agent had asked for it, and prints one
/// line: the verdict, the rule that decides, and the reason. Nothing is run.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment, after_help = NOTES)]
pub(crate) struct Args {
    /// Print one JSON object
    #[arg(long)]
    json: bool,

    /// Judge JSON lines from standard input, one answer each
    #[arg(long, conflicts_with_all = ["json", "command"])]
    jsonl: bool,

    #[command(flatten)]
    options: Options,

    /// Shell text; several arguments are the exact words of one command;
    /// - or nothing reads shell text from standard input
    #[arg(value_name = "CMD", verbatim_doc_comment)]
    command: Vec<OsString>,
}

/// Judges and says so.
pub(crate) fn run(args: &Args, printer: &mut Printer) -> Result<Exit, CommandError> {
    let setting = args.options.setting()?;
    if args.jsonl {
        return lines(io::stdin().lock(), &setting, printer);
    }
    let planned = Planned::new(input::command(&args.command, "check")?, &setting);
    let judged = Judged::of(&planned.decision);
    if args.json {
        printer.data(json::verdict(&judged).as_bytes())?;
    } else {
        printer.line(&line(&judged))?;
    }
    Ok(match judged.verdict {
        Verdict::Allow => Exit::Success,
        Verdict::Ask => Exit::Ask,
        Verdict::Deny => Exit::Deny,
    })
}

/// The verdict, the reason that decides, and the rules that speak against it too.
pub(crate) fn line(judged: &Judged) -> Line {
    let line = Line::new(GAP).ours(judged.verdict.name(), tone(judged.verdict));
    let Some(((rule, words), others)) = judged.reasons.split_first() else { return line };
    let gap = " ".repeat(GAP.saturating_sub(line.columns()));
    let line = line
        .ours(&gap, Tone::Plain)
        .ours(rule, Tone::Kind)
        .ours(": ", Tone::Plain)
        .source(words, Tone::Plain);
    let others: Vec<&str> = others.iter().map(|(rule, _)| rule.as_str()).collect();
    match others.as_slice() {
        [] => line,
        others => line.ours(&format!(" (also {})", others.join(", ")), Tone::Faint),
    }
}

/// How a verdict looks.
pub(crate) fn tone(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Allow => Tone::Value,
        Verdict::Ask => Tone::Warning,
        Verdict::Deny => Tone::Danger,
    }
}

/// One answer to each line, in order, before the next line is read.
fn lines(
    mut source: impl BufRead,
    setting: &Setting,
    printer: &mut Printer,
) -> Result<Exit, CommandError> {
    while let Some(request) = next(&mut source)? {
        let judged = request.call.map(|call| {
            let there = call.cwd.map(|cwd| {
                let mut setting = setting.clone();
                setting.facts.cwd = cwd;
                setting
            });
            let setting = there.as_ref().unwrap_or(setting);
            match call.asked {
                Asked::Command(text) => judged::command(&text, setting),
                Asked::Url(url, addresses) => judged::url(&url, addresses.as_deref()),
                Asked::Tool(name, input) => judged::tool(&name, &input, setting),
            }
        });
        printer.data(json::answer(&request.id, &judged).as_bytes())?;
    }
    Ok(Exit::Success)
}

/// The next line; `None` when there are no more.
fn next(source: &mut impl BufRead) -> Result<Option<Request>, CommandError> {
    let failed = |error: io::Error| {
        CommandError::new(ErrorKind::Input, format!("cannot read standard input: {error}"))
    };
    let mut line = Vec::new();
    source.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut line).map_err(failed)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') && line.len() as u64 > LONGEST_LINE {
        source.skip_until(b'\n').map_err(failed)?;
        return Ok(Some(Request::too_long(LONGEST_LINE)));
    }
    Ok(Some(Request::read(line.trim_ascii_end())))
}

/// Verdicts are as wide as `allow`, and two spaces follow.
pub(crate) const GAP: usize = 7;
const LONGEST_LINE: u64 = 16 << 20;

const NOTES: &str = "\
Lines of --jsonl:
  {\"id\":1,\"command\":\"ls\",\"cwd\":\"/srv\"}
  {\"id\":2,\"url\":\"https://example.com\",\"addresses\":[\"192.0.2.1\"]}
  {\"id\":3,\"tool\":\"Read\",\"input\":{\"file_path\":\"a.txt\"}}

Exit codes:
  0  allow; with --jsonl: every line has its answer
  1  it failed, nothing was judged: do not run
  2  deny, or the arguments are wrong
  3  ask a person first

Examples:
  portcullis check 'rm -rf build && make'
  portcullis check --json -- git push --force
  portcullis check --jsonl < calls.jsonl";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_end_has_an_answer_and_the_next_is_read() {
        let mut text = vec![b'a'; usize::try_from(LONGEST_LINE).expect("it fits") + 9];
        text.extend(b"\n{\"id\":2,\"command\":\"ls\"}\n");
        let mut source = text.as_slice();
        let mut next = || next(&mut source).expect("it can be read");
        let problem = next().expect("a line").call.expect_err("it is too long");
        assert_eq!(problem, "the line is longer than 16 MiB");
        assert_eq!(next().expect("a line").id, "2");
        assert!(next().is_none());
    }

    #[test]
    fn the_last_line_needs_no_end() {
        let mut source = b"{\"id\":1}".as_slice();
        assert_eq!(next(&mut source).expect("it can be read").expect("a line").id, "1");
        assert!(next(&mut source).expect("it can be read").is_none());
    }
}
