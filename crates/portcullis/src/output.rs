//! The one place that writes: standard output for data, standard error for talk.

use std::env;
use std::io;
use std::io::IsTerminal;
use std::io::Write;

use crate::error::CommandError;
use crate::error::ErrorKind;
use crate::visible;

mod line;

pub(crate) use line::Line;
pub(crate) use line::Tone;

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ColorChoice {
    /// On a terminal that knows colour, unless the environment says otherwise
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Whether what is written may hold colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    /// Escape sequences of ours, and none of others.
    Color,
    /// Text only.
    Plain,
}

/// Writes to the streams of this process.
#[derive(Debug)]
pub(crate) struct Printer {
    stdout: io::Stdout,
    stderr: io::Stderr,
    out: Ink,
    err: Ink,
}

impl Printer {
    /// A printer that uses colour as `choice` says.
    pub(crate) fn new(choice: ColorChoice) -> Self {
        let var = |name: &str| env::var(name).ok();
        let (stdout, stderr) = (io::stdout(), io::stderr());
        let out = ink(choice, var, stdout.is_terminal());
        let err = ink(choice, var, stderr.is_terminal());
        Self { stdout, stderr, out, err }
    }

    /// Writes a report.
    pub(crate) fn lines(&mut self, lines: &[Line]) -> Result<(), CommandError> {
        let text: String = lines.iter().map(|line| line.render(WIDTH, self.out)).collect();
        self.data(text.as_bytes())
    }

    /// Writes one line, however long it is.
    pub(crate) fn line(&mut self, line: &Line) -> Result<(), CommandError> {
        self.data(line.render(usize::MAX, self.out).as_bytes())
    }

    /// Writes a text of ours, line ends kept, anything else made visible.
    pub(crate) fn page(&mut self, text: &str) -> Result<(), CommandError> {
        self.data(visible::page(text).as_bytes())
    }

    /// Writes bytes that are safe as they are.
    pub(crate) fn data(&mut self, bytes: &[u8]) -> Result<(), CommandError> {
        let mut stdout = self.stdout.lock();
        stdout
            .write_all(bytes)
            .and_then(|()| stdout.flush())
            .map_err(|error| CommandError::output(&error))
    }

    /// Says what went wrong and what to do about it.
    pub(crate) fn report(&mut self, error: &CommandError) {
        if error.kind == ErrorKind::BrokenPipe {
            return;
        }
        let mut lines =
            vec![Line::new(0).ours("error: ", Tone::Danger).source(&error.message, Tone::Plain)];
        lines.extend(
            error
                .hints
                .iter()
                .map(|hint| Line::new(0).ours("hint: ", Tone::Kind).source(hint, Tone::Plain)),
        );
        // Not wrapped: a hint is there to be copied.
        let text: String = lines.iter().map(|line| line.render(usize::MAX, self.err)).collect();
        self.complain_raw(&text);
    }

    /// Writes a complaint, line ends kept, anything else made visible.
    pub(crate) fn complain(&mut self, text: &str) {
        self.complain_raw(&visible::page(text));
    }

    fn complain_raw(&mut self, text: &str) {
        // Nobody is left to be told when standard error is closed; the exit code still speaks.
        let _ = self.stderr.write_all(text.as_bytes());
    }
}

/// The flag decides, then `NO_COLOR`, then `CLICOLOR_FORCE`, then the terminal.
fn ink(choice: ColorChoice, var: impl Fn(&str) -> Option<String>, terminal: bool) -> Ink {
    let set = |name: &str| var(name).is_some_and(|value| !value.is_empty());
    let not_zero = |name: &str| var(name).is_some_and(|value| !value.is_empty() && value != "0");
    let color = match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto if set("NO_COLOR") => false,
        ColorChoice::Auto if not_zero("CLICOLOR_FORCE") => true,
        ColorChoice::Auto => {
            let capable = var("TERM").is_some_and(|term| !term.is_empty() && term != "dumb");
            terminal && capable && var("CLICOLOR").as_deref() != Some("0")
        }
    };
    if color { Ink::Color } else { Ink::Plain }
}

/// Reports are laid out for a terminal of this many columns.
pub(crate) const WIDTH: usize = 80;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_follows_flag_environment_terminal() {
        let check = |choice, vars: &[(&str, &str)], terminal, expected| {
            let var = |name: &str| {
                vars.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(ink(choice, var, terminal), expected, "{choice:?} {vars:?} {terminal}");
        };
        let term = ("TERM", "xterm");
        check(ColorChoice::Auto, &[term], true, Ink::Color);
        check(ColorChoice::Auto, &[term], false, Ink::Plain);
        check(ColorChoice::Auto, &[("TERM", "dumb")], true, Ink::Plain);
        check(ColorChoice::Auto, &[], true, Ink::Plain);
        check(ColorChoice::Auto, &[term, ("NO_COLOR", "1")], true, Ink::Plain);
        check(ColorChoice::Auto, &[term, ("NO_COLOR", "")], true, Ink::Color);
        check(ColorChoice::Auto, &[term, ("CLICOLOR", "0")], true, Ink::Plain);
        check(ColorChoice::Auto, &[("CLICOLOR_FORCE", "1")], false, Ink::Color);
        check(ColorChoice::Auto, &[("CLICOLOR_FORCE", "0")], false, Ink::Plain);
        check(ColorChoice::Auto, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], true, Ink::Plain);
        check(ColorChoice::Always, &[("NO_COLOR", "1")], false, Ink::Color);
        check(ColorChoice::Never, &[("CLICOLOR_FORCE", "1")], true, Ink::Plain);
    }
}
