//! Help, exit codes, streams that break: what every verb owes its caller.

use std::fs::File;
use std::process::Stdio;

use insta::assert_snapshot;

use crate::kit::BINARY;
use crate::kit::Told;
use crate::kit::command;
use crate::kit::finish;
use crate::kit::portcullis;
use crate::kit::spawn;

#[test]
fn help_tells_the_verbs_and_the_exit_codes() {
    assert_snapshot!(portcullis(["--help"]), @"
    One gate between AI agents and the machine

    Usage: portcullis [OPTIONS] <COMMAND>

    Commands:
      check        Say whether a command may run
      explain      Show what a command would do, and what is said to it
      parse        Show a command as bash would see it
      completions  Print a completion script for a shell

    Options:
          --color <WHEN>  When to use colour: auto (the default), always or never
      -h, --help          Print help
      -V, --version       Print version

    Exit codes:
      0  done; check: allow
      1  it failed: input that cannot be read, output that cannot be written
      2  the arguments are wrong; check: deny
      3  check: ask a person first

    Environment:
      NO_COLOR        no colour, unless --color asks for it
      CLICOLOR_FORCE  colour even where the output is no terminal
    [exit 0]
    ");
}

#[test]
fn help_of_parse() {
    assert_snapshot!(portcullis(["parse", "--help"]), @"
    Show a command as bash would see it

    Shows the syntax tree of CMD with the bytes each part stands in, what its
    words are known to expand to, the programs it names, and the places that
    are not understood. Nothing is run. Characters that do not show or that
    reorder a line are printed as <U+202E>.

    Usage: portcullis parse [OPTIONS] [CMD]...

    Arguments:
      [CMD]...
              Shell text; several arguments are the exact words of one command;
              - or nothing reads shell text from standard input

    Options:
          --json
              Print one JSON object

          --color <WHEN>
              When to use colour: auto (the default), always or never

      -h, --help
              Print help (see a summary with '-h')

    Examples:
      portcullis parse 'cd src && cargo test 2>&1 | tail -20'
      portcullis parse --json -- 'x=rm; $x -rf build'
      portcullis parse -- git commit -m 'two words'
      portcullis parse < script.sh
    [exit 0]
    ");
}

#[test]
fn help_fits_a_terminal() {
    for args in [
        &["--help"][..],
        &["-h"],
        &["check", "--help"],
        &["check", "-h"],
        &["explain", "--help"],
        &["explain", "-h"],
        &["parse", "--help"],
        &["parse", "-h"],
    ] {
        let told = portcullis(args);
        assert!(told.stdout().lines().all(|line| line.chars().count() <= 80), "{told}");
        assert!(told.stdout().lines().all(|line| line == line.trim_end()), "{told}");
    }
}

#[test]
fn the_version_is_the_package_s() {
    let told = portcullis(["--version"]);
    assert_eq!(told.stdout(), concat!("portcullis ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn wrong_arguments_end_in_2() {
    assert_snapshot!(portcullis(["prase", "ls"]), @"
    [stderr]
    error: unrecognized subcommand 'prase'

      tip: a similar subcommand exists: 'parse'

    Usage: portcullis [OPTIONS] <COMMAND>

    For more information, try '--help'.
    [exit 2]
    ");
    assert_snapshot!(portcullis(["parse", "git", "log", "--oneline"]), @"
    [stderr]
    error: unexpected argument '--oneline' found

      tip: to pass '--oneline' as a value, use '-- --oneline'

    Usage: portcullis parse <CMD>...

    For more information, try '--help'.
    [exit 2]
    ");
    assert_eq!(portcullis::<&str>([]).code(), Some(2));
}

#[test]
fn a_complaint_does_not_repeat_an_escape_sequence() {
    let told = portcullis(["parse", "--\u{1b}[2J\u{202e}"]);
    assert_eq!(told.code(), Some(2));
    assert!(told.stderr().contains("--<U+001B>[2J<U+202E>"), "{told}");
    assert!(!told.stderr().contains(['\u{1b}', '\u{202e}']), "{told}");
}

#[test]
fn colour_is_for_those_who_ask() {
    let escape = '\u{1b}';
    assert!(!portcullis(["parse", "ls"]).stdout().contains(escape));
    assert!(portcullis(["--color", "always", "parse", "ls"]).stdout().contains(escape));
    assert!(portcullis(["parse", "--color=always", "ls"]).stdout().contains(escape));

    let forced = spawn(command(BINARY).env("CLICOLOR_FORCE", "1").args(["parse", "ls"]));
    assert!(finish(forced, b"").stdout().contains(escape));
    let mut both = command(BINARY);
    both.env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1");
    assert!(!finish(spawn(both.args(["parse", "ls"])), b"").stdout().contains(escape));
}

#[test]
fn a_reader_that_goes_away_is_no_news() {
    let mut child = spawn(command(BINARY).args(["parse", "-"]));
    drop(child.stdout.take());
    let told = finish(child, b"ls\n");
    assert_eq!((told.stderr(), told.code()), ("", Some(1)));
}

#[test]
fn output_that_cannot_be_written_is_a_failure() {
    let full = File::options().write(true).open("/dev/full").expect("Linux has it");
    let mut command = command(BINARY);
    command.args(["parse", "ls"]).stdin(Stdio::null()).stdout(full).stderr(Stdio::piped());
    let told = Told::of(command.output().expect("it runs"));
    assert_eq!(told.code(), Some(1));
    assert!(told.stderr().starts_with("error: cannot write to standard output: "), "{told}");
}
