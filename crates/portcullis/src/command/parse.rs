//! `portcullis parse`: a command as bash would see it.

use std::ffi::OsString;

use crate::error::CommandError;
use crate::error::Exit;
use crate::input;
use crate::input::Input;
use crate::json;
use crate::output::Printer;
use crate::seen::Seen;
use crate::tree;

/// Show a command as bash would see it
///
/// Shows the syntax tree of CMD with the bytes each part stands in, what its
/// words are known to expand to, the programs it names, and the places that
/// are not understood. Nothing is run. Characters that do not show or that
/// reorder a line are printed as <U+202E>.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Print one JSON object
    #[arg(long)]
    json: bool,

    /// Shell text; several arguments are the exact words of one command;
    /// - or nothing reads shell text from standard input
    #[arg(value_name = "CMD", verbatim_doc_comment)]
    command: Vec<OsString>,
}

/// Reads the command and prints what it is.
pub(crate) fn run(args: &Args, printer: &mut Printer) -> Result<Exit, CommandError> {
    match (input::command(&args.command, "parse")?, args.json) {
        (Input::Text(text), false) => printer.lines(&tree::report(&Seen::new(&text)))?,
        (Input::Text(text), true) => printer.data(json::document(&Seen::new(&text)).as_bytes())?,
        (Input::NotText(broken), false) => return Err(broken.into()),
        (Input::NotText(broken), true) => {
            let seen = Seen::opaque(&broken.lossy, broken.reason);
            printer.data(json::document(&seen).as_bytes())?;
        }
    }
    Ok(Exit::Success)
}

const EXAMPLES: &str = "\
Examples:
  portcullis parse 'cd src && cargo test 2>&1 | tail -20'
  portcullis parse --json -- 'x=rm; $x -rf build'
  portcullis parse -- git commit -m 'two words'
  portcullis parse < script.sh";
