//! Runs the built binary away from the user's home and environment, in an empty repository, and
//! tells what came of it.

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;
use std::process::Child;
use std::process::Command;
use std::process::Output;
use std::process::Stdio;

/// The binary under test.
pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_portcullis");

/// Runs `portcullis` with these arguments and nothing on standard input.
pub(crate) fn portcullis<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Told {
    portcullis_with_input(args, b"")
}

/// Runs `portcullis` with these arguments and this on standard input.
pub(crate) fn portcullis_with_input<A: AsRef<OsStr>>(
    args: impl IntoIterator<Item = A>,
    input: &[u8],
) -> Told {
    let child = spawn(command(BINARY).args(args));
    finish(child, input)
}

/// A command in an empty environment: an own home, no programs on the path.
#[expect(clippy::disallowed_methods, reason = "the binary under test, by its full path")]
pub(crate) fn command(program: &str) -> Command {
    let home = directory("home");
    let mut command = Command::new(program);
    command
        .env_clear()
        .env("HOME", &home)
        .env("XDG_CONFIG_HOME", home.join("config"))
        .env("XDG_STATE_HOME", home.join("state"))
        .env("XDG_CACHE_HOME", home.join("cache"))
        .env("LC_ALL", "C.UTF-8")
        .current_dir(project());
    command
}

/// Starts a command with pipes on all streams.
pub(crate) fn spawn(command: &mut Command) -> Child {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

/// Gives a process its input and waits for its end.
pub(crate) fn finish(mut child: Child, input: &[u8]) -> Told {
    let mut stdin = child.stdin.take().expect("it was piped");
    let input = input.to_vec();
    // A process may end without reading, and may write before it has read all.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the writer does not panic");
    Told::of(output)
}

/// The top of the repository that commands run in.
pub(crate) fn project() -> PathBuf {
    directory("project/.git");
    directory("project")
}

/// A directory that the tests share: nobody writes files into it.
pub(crate) fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&path).expect("it can be made");
    path
}

/// What a process said: standard output, then standard error and exit code where there is
/// something to tell.
pub(crate) struct Told(Output);

impl Told {
    pub(crate) fn of(output: Output) -> Self {
        Self(output)
    }

    pub(crate) fn stdout(&self) -> &str {
        std::str::from_utf8(&self.0.stdout).expect("standard output is text")
    }

    pub(crate) fn stderr(&self) -> &str {
        std::str::from_utf8(&self.0.stderr).expect("standard error is text")
    }

    /// The exit code; `None` for a signal.
    pub(crate) fn code(&self) -> Option<i32> {
        self.0.status.code()
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.stdout())?;
        if !self.stderr().is_empty() {
            write!(f, "[stderr]\n{}", self.stderr())?;
        }
        match self.code() {
            Some(code) => write!(f, "[exit {code}]"),
            None => write!(f, "[{}]", self.0.status),
        }
    }
}
