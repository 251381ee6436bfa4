//! The hand: argv in, exit code out. Everything it knows, it asks the other rooms.

mod cli;
mod command;
mod error;
mod excerpt;
mod input;
mod json;
mod judged;
mod output;
mod request;
mod seen;
mod setting;
mod tree;
mod visible;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run(std::env::args_os()).into()
}
