//! Acceptance: the shell scripts that the system ships, as `bash -n` judges them.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use portcullis_shell::{Limits, parse};

use crate::corpus::say;

/// Where packages put scripts; the last holds what they run when they are installed.
const ROOMS: &[&str] =
    &["/usr/bin", "/usr/sbin", "/usr/lib", "/etc", "/usr/share", "/var/lib/dpkg/info"];

/// Directories of these names hold other things, in great number.
const OTHER: &[&str] = &[
    "dist-packages",
    "fonts",
    "i18n",
    "icons",
    "include",
    "locale",
    "man",
    "modules",
    "node_modules",
    "perl",
    "perl5",
    "site-packages",
    "zoneinfo",
];

/// Longer ones are left out.
const LONGEST: u64 = 256 * 1024;

/// With fewer than this the share of agreement says nothing.
const ENOUGH: usize = 100;

/// A script of the system.
pub(crate) struct Script {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// All of it.
    pub(crate) text: String,
}

/// Every script of the system once, in the order of their paths, and how many were left out
/// because they are not UTF-8.
pub(crate) fn scripts() -> (Vec<Script>, usize) {
    let mut found = Vec::new();
    for room in ROOMS {
        walk(Path::new(room), false, &mut found);
    }
    found.sort();
    let (mut scripts, mut seen, mut foreign) = (Vec::new(), BTreeSet::new(), 0);
    for path in found {
        match fs::read(&path).map(String::from_utf8) {
            Ok(Ok(text)) => {
                if seen.insert(text.clone()) {
                    scripts.push(Script { path, text });
                }
            }
            Ok(Err(_)) => foreign += 1,
            Err(_) => {}
        }
    }
    (scripts, foreign)
}

/// Collects the scripts below `directory`; in a directory of completions every file is one.
fn walk(directory: &Path, completions: bool, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() && !OTHER.iter().any(|other| name == *other) {
            let inside =
                name == "bash_completion.d" || path.ends_with("bash-completion/completions");
            walk(&path, completions || inside, found);
        } else if kind.is_file()
            && (completions || may_be_script(&path) && has_shebang(&path))
            && entry.metadata().is_ok_and(|data| data.len() <= LONGEST)
        {
            found.push(path);
        }
    }
}

/// Whether it is worth a look: executable, or named like a script.
fn may_be_script(path: &Path) -> bool {
    match path.extension() {
        None => true,
        Some(ending)
            if ["sh", "bash", "dash", "config", "in"].iter().any(|known| ending == *known) =>
        {
            true
        }
        Some(_) => fs::metadata(path).is_ok_and(|data| data.permissions().mode() & 0o111 != 0),
    }
}

/// Whether the first line names `sh`, `bash` or `dash`.
fn has_shebang(path: &Path) -> bool {
    let mut head = [0; 64];
    let Ok(length) = File::open(path).and_then(|mut file| file.read(&mut head)) else {
        return false;
    };
    let head = String::from_utf8_lossy(&head[..length]).into_owned();
    let Some(line) = head.lines().next().and_then(|line| line.strip_prefix("#!")) else {
        return false;
    };
    let mut words = line.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word));
    let first = words.next().unwrap_or_default();
    let shell = if first == "env" { words.next().unwrap_or_default() } else { first };
    ["sh", "bash", "dash"].contains(&shell)
}

/// What `bash -n` says of each: it reads and does not run.
fn accepted(scripts: &[Script]) -> Vec<bool> {
    let workers = thread::available_parallelism().map_or(2, std::num::NonZero::get);
    let share = scripts.len().div_ceil(workers).max(1);
    thread::scope(|scope| {
        let parts: Vec<_> = scripts
            .chunks(share)
            .map(|part| {
                scope.spawn(move || {
                    let verdict = |script: &Script| {
                        let mut bash = Command::new("bash");
                        bash.args(["--norc", "--noprofile", "-O", "extglob", "-n", "--"])
                            .arg(&script.path);
                        bash.env_remove("BASH_ENV")
                            .stdin(Stdio::null())
                            .stdout(Stdio::null())
                            .stderr(Stdio::null());
                        bash.status().unwrap().success()
                    };
                    part.iter().map(verdict).collect::<Vec<bool>>()
                })
            })
            .collect();
        parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
    })
}

#[test]
fn agrees_with_bash_on_the_scripts_of_the_system() {
    let (scripts, foreign) = scripts();
    say(&format!("{} scripts of the system ({foreign} more are not UTF-8)", scripts.len()));
    if scripts.len() < ENOUGH {
        say(&format!(
            "SKIPPED: acceptance against bash -n: {} scripts, {ENOUGH} wanted",
            scripts.len()
        ));
        assert!(
            !Path::new("/etc/debian_version").exists(),
            "a Debian with fewer than {ENOUGH} scripts"
        );
        return;
    }
    let limits = Limits { bytes: 1 << 20, ..Limits::default() };
    let (mut refused, mut taken) = (0, 0);
    for (script, valid) in scripts.iter().zip(accepted(&scripts)) {
        let opaque = parse(&script.text, &limits).opaque;
        match (valid, opaque.first()) {
            (true, Some(first)) => {
                refused += 1;
                let line = script
                    .text
                    .bytes()
                    .take(first.span.start as usize)
                    .filter(|byte| *byte == b'\n')
                    .count();
                println!("refused: {}:{}: {}", script.path.display(), line + 1, first.reason);
            }
            (false, None) => {
                taken += 1;
                println!("taken: {}: bash -n refuses it", script.path.display());
            }
            (true, None) | (false, Some(_)) => {}
        }
    }
    let wrong = refused + taken;
    say(&format!(
        "{refused} refused that bash takes, {taken} taken that bash refuses, of {}",
        scripts.len()
    ));
    assert!(wrong * 100 <= scripts.len(), "{wrong} of {} disagree with bash -n", scripts.len());
}
