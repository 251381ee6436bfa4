//! Real bash, with logging stand-ins for all programs: what did this text run?
//!
//! Each [`Bash`] is a keeper process (`jail/keeper.rs`) with a throw-away directory of its own.
//! The text sees a `PATH` of stand-ins (`jail/stand_in.rs`) and nothing else. Names that have no
//! stand-in are logged by a `command_not_found_handle`. `bash` and `sh` are logged and then are
//! real shells under the same `PATH`.
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::{env, fs, process};

/// How long a text may run.
const LIMIT_MILLISECONDS: u32 = 300;

/// Programs that succeed. None is a builtin or a reserved word.
pub(crate) const PROGRAMS: &[&str] = &[
    "rm", "ls", "aa", "bb", "cc", "dd", "ee", "gg", "hh", "ii", "jj", "kk", "ll", "mm", "nn", "oo",
    "pp", "qq", "rr", "ss", "tt", "uu", "vv", "ww", "xx", "yy", "zz", "git", "curl", "make", "mv",
    "cp", "tar", "sudo", "ssh", "python3", "node", "cargo", "dig", "wget",
];

/// Programs that fail.
pub(crate) const FAILING: &[&str] = &["ff", "fg1", "find"];

/// Programs that do something: `cat` copies, the shells are real.
const SPECIAL: &[&str] = &["cat", "bash", "sh"];

/// Names that only odd quoting reaches, or that are reserved words when they are not quoted.
const ODD: &[&str] = &[
    "r m", "rm;", "a=b", "{fd}", "if", "in", "do", "}", "{", "]]", "time", "!", "1", "é", "-x",
    "$x", "a'b", "#rm", "*", "ls\n",
];

/// One program that bash started, or tried to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ran {
    /// As it was looked up; a stand-in's file name.
    pub(crate) name: String,
    /// What it was given.
    pub(crate) arguments: Vec<String>,
    /// Started by a nested shell that took its commands from a file or from its input: not part
    /// of the text.
    pub(crate) foreign: bool,
}

/// What bash did with a text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Truth {
    /// Each program once for each list of arguments.
    pub(crate) ran: BTreeSet<Ran>,
    /// It was stopped; `ran` is what had run until then.
    pub(crate) timed_out: bool,
    /// The exit status of bash.
    pub(crate) status: i32,
}

impl Truth {
    /// The names of the programs that ran, foreign ones left out.
    pub(crate) fn names(&self) -> BTreeSet<&str> {
        self.ran.iter().filter(|ran| !ran.foreign).map(|ran| ran.name.as_str()).collect()
    }
}

/// A keeper and its throw-away directory.
pub(crate) struct Bash {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    /// Removed when this is dropped.
    root: tempfile::TempDir,
}

impl Bash {
    /// Starts a keeper.
    pub(crate) fn start() -> Self {
        let (keeper, stand_in) = (tool("keeper"), tool("stand_in"));
        let root = tempfile::Builder::new().prefix("portcullis-truth-").tempdir().unwrap();
        let path = root.path().canonicalize().unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        fs::create_dir(path.join("bin")).unwrap();
        fs::create_dir(path.join("cwd")).unwrap();
        let first = path.join("stand_in");
        fs::copy(stand_in, &first).unwrap();
        fs::set_permissions(&first, fs::Permissions::from_mode(0o555)).unwrap();
        for name in [PROGRAMS, FAILING, SPECIAL, ODD].into_iter().flatten() {
            fs::hard_link(&first, path.join("bin").join(name)).unwrap();
        }
        fs::set_permissions(path.join("bin"), fs::Permissions::from_mode(0o555)).unwrap();
        symlink("../bin", path.join("cwd").join("d")).unwrap();
        let mut child = Command::new(keeper)
            .arg(&path)
            .arg(LIMIT_MILLISECONDS.to_string())
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { child, input, output, root }
    }

    /// Runs `text`, or does not when [`may_run`] forbids it.
    pub(crate) fn run(&mut self, text: &str) -> Option<Truth> {
        if !may_run(text) {
            return None;
        }
        let mut frame = u32::try_from(text.len()).unwrap().to_le_bytes().to_vec();
        frame.extend(text.as_bytes());
        self.input.write_all(&frame).unwrap();
        let mut head = [0; 9];
        self.output.read_exact(&mut head).unwrap();
        let [timed_out, s0, s1, s2, s3, l0, l1, l2, l3] = head;
        let mut log = vec![0; u32::from_le_bytes([l0, l1, l2, l3]) as usize];
        self.output.read_exact(&mut log).unwrap();
        let status = i32::from_le_bytes([s0, s1, s2, s3]);
        assert_ne!(status, 125, "the keeper could not become bash");
        Some(Truth { ran: records(&log), timed_out: timed_out != 0, status })
    }
}

impl Drop for Bash {
    fn drop(&mut self) {
        let bin = self.root.path().join("bin");
        drop(fs::set_permissions(bin, fs::Permissions::from_mode(0o755)));
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The records of a log: a letter and a count, then as many fields, each ended by a NUL.
fn records(log: &[u8]) -> BTreeSet<Ran> {
    let mut fields = log.split(|byte| *byte == 0).map(|field| String::from_utf8_lossy(field));
    let mut ran = BTreeSet::new();
    while let Some(head) = fields.next() {
        let (Some(kind), Some(count)) = (head.get(..1), head.get(1..)) else { break };
        let Ok(count) = count.parse::<usize>() else { break };
        let mut taken = fields.by_ref().take(count).map(std::borrow::Cow::into_owned);
        let Some(name) = taken.next() else { break };
        ran.insert(Ran { name, arguments: taken.collect(), foreign: kind == "f" });
    }
    ran
}

/// The program `jail/NAME.rs`, compiled once for its source.
fn tool(name: &str) -> PathBuf {
    static COMPILING: Mutex<()> = Mutex::new(());
    let _one_at_a_time = COMPILING.lock().unwrap_or_else(PoisonError::into_inner);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/shell/jail/{name}.rs"));
    let mut hash = DefaultHasher::new();
    fs::read(&source).unwrap().hash(&mut hash);
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let program = directory.join(format!("{name}-{:016x}", hash.finish()));
    if !program.exists() {
        fs::create_dir_all(directory).unwrap();
        let unfinished = directory.join(format!("{name}-{}", process::id()));
        let status = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
            .args(["--edition", "2024", "-O", "-C", "panic=abort", "-C", "strip=symbols"])
            .args(["-C", "target-feature=+crt-static", "-C", "relocation-model=static", "-o"])
            .args([unfinished.as_os_str(), source.as_os_str()])
            .status()
            .unwrap();
        assert!(status.success(), "rustc could not compile {}", source.display());
        fs::rename(unfinished, &program).unwrap();
    }
    program
}

/// Whether two dots may be a path; those of a range (`{1..3}`) stand between other characters.
fn leads_up(bare: &str) -> bool {
    bare.match_indices("..").any(|(at, _)| {
        let before = bare.get(..at).and_then(|text| text.chars().next_back());
        let after = bare.get(at + 2..).and_then(|text| text.chars().next());
        !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, ')' | '}')) || after == Some('/')
    })
}

/// Whether a text may be run at all.
///
/// The keeper confines what it runs. This is the second fence, for kernels without Landlock and
/// users other than root: no path that leads out of the directory, nothing that signals, raises
/// limits or opens connections.
pub(crate) fn may_run(text: &str) -> bool {
    const FORBIDDEN: &[&str] = &["kill", "ulimit", "tcp", "udp", "bind", "suspend"];
    const DEVICES: &[&str] = &["/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/fd/"];
    if text.contains('\0') {
        return false;
    }
    let bare: String =
        text.replace("\\\n", "").chars().filter(|c| !matches!(c, '\\' | '\'' | '"')).collect();
    if FORBIDDEN.iter().any(|word| bare.contains(word)) || leads_up(&bare) {
        return false;
    }
    let mut before = ' ';
    let mut skip = 0;
    for (at, c) in text.char_indices() {
        let rest = text.get(at..).unwrap_or_default();
        if skip > 0 {
            skip -= 1;
        } else if c == '~' && (before.is_whitespace() || matches!(before, '=' | ':' | ';')) {
            if rest.chars().nth(1).is_some_and(char::is_alphanumeric) {
                return false;
            }
        } else if c == '/' {
            if let Some(device) = DEVICES.iter().find(|device| rest.starts_with(**device)) {
                skip = device.len() - 1;
            } else if !(before.is_alphanumeric()
                || matches!(
                    before,
                    '.' | '_' | '/' | '[' | '}' | ']' | ')' | '~' | '*' | '?' | '@'
                ))
            {
                return false;
            }
        }
        if !matches!(c, '\\' | '\'' | '"') {
            before = c;
        }
    }
    true
}

#[test]
fn bash_tells_what_ran() {
    let mut bash = Bash::start();
    let cases: &[(&str, &[&str])] = &[
        ("rm x; ls", &["ls", "rm"]),
        ("echo $(aa) `bb` <(cc) | dd", &["aa", "bb", "cc", "dd"]),
        ("ff && aa || bb", &["bb", "ff"]),
        ("not_there x", &["not_there"]),
        ("exec -a other rm", &["rm"]),
        ("bash -c '\"$0\" x' rm", &["bash", "rm"]),
        ("$(cat <<E\nrm\nE\n) x", &["cat", "rm"]),
        ("d/rm x; './d/ls'", &["ls", "rm"]),
        ("'r m' x; \\{ y", &["r m", "{"]),
        (">rm; r* x", &["rm"]),
        ("aa & bb & wait", &["aa", "bb"]),
        ("set -m; aa & bb &", &["aa", "bb"]),
        ("exec 2>&- 1>&-; unset HOME PATH LC_ALL; d/aa", &["aa"]),
        ("echo aa | bash", &["bash"]),
        ("f() { aa; f; }; f; bb", &["aa"]),
        ("if", &[]),
    ];
    for (text, expected) in cases {
        let truth = bash.run(text).unwrap();
        assert_eq!(truth.names(), expected.iter().copied().collect(), "{text}: {truth:?}");
        assert!(!truth.timed_out, "{text}");
    }
    let foreign = bash.run("echo aa x | bash").unwrap();
    assert!(foreign.ran.iter().any(|ran| ran.foreign && ran.name == "aa"), "{foreign:?}");
    let endless = bash.run("set -m; while :; do :; done & rm x; while :; do ls; done").unwrap();
    assert!(endless.timed_out);
    assert_eq!(endless.names(), BTreeSet::from(["ls", "rm"]));
    assert!(bash.run("echo *").unwrap().ran.is_empty(), "nothing of one text is left in the next");
    let words = bash.run("rm '' \"a b\" \\*").unwrap();
    let arguments = ["", "a b", "*"].map(str::to_owned).to_vec();
    assert_eq!(
        words.ran,
        BTreeSet::from([Ran { name: "rm".to_owned(), arguments, foreign: false }])
    );
}

#[test]
fn texts_stay_inside() {
    let mut bash = Bash::start();
    for text in [
        "ls /etc",
        "cd ..",
        "cd ../x",
        "cd x/..",
        "cd .\".\"",
        "> '/tmp/x'",
        "x=''/tmp",
        "k\\ill -9 1",
        "ulimit -t 9",
        "exec 3<>/dev/tcp/1/2",
        "cat ~root/x",
        "a=~root",
        "x\0y",
    ] {
        assert!(!may_run(text), "{text:?} would be run");
    }
    for text in [
        "d/rm",
        "ls >/dev/null",
        "cat /dev/fd/3",
        "${x/a/b}",
        "${x//a}",
        "echo ~/x $((4/2))",
        "echo {1..3}",
        ". ./f",
    ] {
        assert!(may_run(text), "{text:?} would not be run");
    }
    // Past the first fence, on purpose.
    let outside = env::temp_dir().join(format!("portcullis-outside-{}", process::id()));
    let (first, rest) = outside.to_str().unwrap().split_at(1);
    assert_eq!(first, "/");
    let text = format!("x=${{PWD:0:1}}; echo a >$x{rest}; echo b >inside; [[ -f inside ]] && aa");
    assert_eq!(bash.run(&text).unwrap().names(), BTreeSet::from(["aa"]));
    assert!(!outside.exists(), "a text wrote outside of its directory");
    assert_eq!(bash.run("command -p rm x; bb").unwrap().names(), BTreeSet::from(["bb"]));
}
