//! What may be typed: the verbs, their options and their help.

use std::ffi::OsString;

use clap::Parser;
use clap::Subcommand;
use clap::error::ErrorKind;

use crate::command::check;
use crate::command::completions;
use crate::command::explain;
use crate::command::parse;
use crate::error::CommandError;
use crate::error::Exit;
use crate::output::ColorChoice;
use crate::output::Printer;

/// One gate between AI agents and the machine.
#[derive(Debug, Parser)]
#[command(name = "portcullis", version, disable_help_subcommand = true)]
#[command(after_help = NOTES)]
pub(crate) struct Cli {
    /// When to use colour: auto (the default), always or never
    #[arg(long, global = true, value_name = "WHEN", value_enum, display_order = 100)]
    #[arg(default_value_t = ColorChoice::Auto, hide_possible_values = true)]
    #[arg(hide_default_value = true)]
    color: ColorChoice,

    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Check(check::Args),
    Explain(explain::Args),
    Parse(parse::Args),
    Completions(completions::Args),
}

/// Does what the arguments ask for and says how it went.
pub(crate) fn run(args: impl Iterator<Item = OsString>) -> Exit {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => return answer(&error),
    };
    let mut printer = Printer::new(cli.color);
    let result = match cli.verb {
        Verb::Check(args) => check::run(&args, &mut printer),
        Verb::Explain(args) => explain::run(&args, &mut printer),
        Verb::Parse(args) => parse::run(&args, &mut printer),
        Verb::Completions(args) => completions::run(&args, &mut printer),
    };
    match result {
        Ok(exit) => exit,
        Err(error) => report(&error, &mut printer),
    }
}

/// Help and version are answers, the rest is a complaint. An argument that is quoted in a
/// complaint may hold anything, so the text is made visible like every other.
fn answer(error: &clap::Error) -> Exit {
    let mut printer = Printer::new(ColorChoice::Auto);
    let text = error.render().to_string();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => match printer.page(&text) {
            Ok(()) => Exit::Success,
            Err(error) => report(&error, &mut printer),
        },
        _ => {
            printer.complain(&text);
            Exit::Usage
        }
    }
}

fn report(error: &CommandError, printer: &mut Printer) -> Exit {
    printer.report(error);
    error.exit()
}

const NOTES: &str = "\
Exit codes:
  0  done; check: allow
  1  it failed: input that cannot be read, output that cannot be written
  2  the arguments are wrong; check: deny
  3  check: ask a person first

Environment:
  NO_COLOR        no colour, unless --color asks for it
  CLICOLOR_FORCE  colour even where the output is no terminal";

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }
}
