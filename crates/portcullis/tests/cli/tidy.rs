//! Tidy: the rules of this repository that no compiler checks.
#![cfg(test)]
#![expect(
    clippy::disallowed_methods,
    reason = "git and cargo are asked what belongs to the repository"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// No file may be longer; 300 is the aim.
const LONGEST: usize = 800;

/// How many promises of `corpus/conformance.txt` are named by tests. Raise it with every test
/// that names another; it never falls.
const CONFORMANCE_FLOOR: usize = 0;

/// The rooms in order: each may use those before it, none may use those behind it.
const ROOMS: [&str; 8] = [
    "portcullis-shell",
    "portcullis-judge",
    "portcullis-walls",
    "portcullis-host",
    "portcullis-agent",
    "portcullis-serve",
    "portcullis-hook",
    "portcullis",
];

#[test]
fn no_source_file_is_too_long() {
    settle(files().iter().filter(|file| file.is_rust()).filter_map(|file| {
        let lines = file.text.lines().count();
        (lines > LONGEST).then(|| format!("{}: {lines} lines, {LONGEST} are the end", file.path))
    }));
}

#[test]
fn every_source_file_says_whose_room_it_is() {
    settle(
        files()
            .iter()
            .filter(|file| file.is_rust() && !file.text.starts_with("//! "))
            .map(|file| format!("{}: the first line is no `//!` sentence", file.path)),
    );
}

#[test]
fn modules_are_named_by_their_files() {
    settle(
        files()
            .iter()
            .filter(|file| file.path.ends_with("/mod.rs"))
            .map(|file| format!("{}: is `foo.rs` beside `foo/` here", file.path)),
    );
}

#[test]
fn no_unfinished_work_is_marked() {
    let markers = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")];
    settle(files().iter().flat_map(|file| {
        file.comments()
            .filter(|(_, comment)| words(comment).any(|word| markers.contains(&word)))
            .map(|(line, _)| format!("{}:{line}: marks unfinished work", file.path))
            .collect::<Vec<_>>()
    }));
}

#[test]
fn no_path_of_one_machine_is_left() {
    let anywhere = [concat!("/wo", "rk/"), concat!(".cargo/", "registry")];
    let outside_tests = concat!("/ro", "ot/");
    settle(files().iter().filter(|file| !file.is_corpus()).flat_map(|file| {
        let mut offences = Vec::new();
        for (number, line) in (1..).zip(file.text.lines()) {
            let in_tests = file.path.contains("/tests/");
            if anywhere.iter().any(|path| names_path(line, path))
                || (!in_tests && names_path(line, outside_tests))
            {
                offences.push(format!("{}:{number}: a path of one machine", file.path));
            }
        }
        offences
    }));
}

#[test]
fn every_package_comes_from_crates_io() {
    const INDEX: &str = r#"source = "registry+https://github.com/rust-lang/crates.io-index""#;
    let replacements = ["[source", "[registries", "[registry", "replace-with"];
    settle(files().iter().flat_map(|file| {
        let lock = file.path.ends_with("Cargo.lock");
        let config = file.path.contains(".cargo/config");
        (1..)
            .zip(file.text.lines())
            .filter(|(_, line)| {
                (lock && line.starts_with("source = ") && *line != INDEX)
                    || (config && replacements.iter().any(|key| line.trim().starts_with(key)))
            })
            .map(|(number, line)| format!("{}:{number}: {line}", file.path))
            .collect::<Vec<_>>()
    }));
}

#[test]
fn every_crate_takes_the_lints_of_the_workspace() {
    settle(
        members()
            .iter()
            .filter(|member| {
                let manifest = fs::read_to_string(&member.manifest).unwrap();
                let mut lines =
                    manifest.lines().skip_while(|line| line.trim() != "[lints]").skip(1);
                lines.next().map(str::trim) != Some("workspace = true")
            })
            .map(|member| format!("{}: no `[lints] workspace = true`", member.name)),
    );
}

#[test]
fn dependencies_point_one_way() {
    let place = |name: &str| ROOMS.iter().position(|room| *room == name);
    let mut offences = Vec::new();
    for member in members().iter().filter(|member| member.is_room()) {
        let Some(own) = place(&member.name) else {
            offences.push(format!("{}: has no place in ROOMS and ARCHITECTURE.md", member.name));
            continue;
        };
        for used in &member.uses {
            if place(used).is_some_and(|used| used >= own) {
                offences.push(format!("{} uses {used}, which stands behind it", member.name));
            }
        }
        if member.name == "portcullis-shell" && !member.uses.is_empty() {
            offences.push(format!("{} depends on {:?}, not on nothing", member.name, member.uses));
        }
    }
    settle(offences);
}

#[test]
fn conformance_does_not_fall() {
    let list = fs::read_to_string(root().join("corpus/conformance.txt")).unwrap();
    let promises: BTreeSet<&str> = list.lines().collect();
    let tests = files();
    let covered: BTreeSet<&str> = tests
        .iter()
        .filter(|file| file.is_rust() && file.text.contains("#[test]"))
        .flat_map(|file| promises.iter().filter(|promise| file.covers(promise)))
        .copied()
        .collect();
    println!("conformance: {} of {} promises are named by a test", covered.len(), promises.len());
    match covered.len().cmp(&CONFORMANCE_FLOOR) {
        std::cmp::Ordering::Less => panic!(
            "only {} promises are named by tests, {CONFORMANCE_FLOOR} were: {covered:?}",
            covered.len()
        ),
        std::cmp::Ordering::Equal => {}
        std::cmp::Ordering::Greater => println!("CONFORMANCE_FLOOR may be raised to it"),
    }
}

#[test]
fn links_between_documents_lead_somewhere() {
    let root = root();
    settle(files().iter().filter(|file| file.has_extension("md")).flat_map(|file| {
        let directory = root.join(&file.path).parent().unwrap().to_owned();
        links(&file.text)
            .into_iter()
            .filter(|link| !directory.join(link).exists())
            .map(|link| format!("{}: leads to {link}, which is not there", file.path))
            .collect::<Vec<_>>()
    }));
}

/// A file of the repository that is text.
struct SourceFile {
    /// From the root, with `/`.
    path: String,
    text: String,
}

impl SourceFile {
    fn is_rust(&self) -> bool {
        self.has_extension("rs")
    }

    fn has_extension(&self, extension: &str) -> bool {
        Path::new(&self.path).extension().is_some_and(|own| own == extension)
    }

    /// Data: texts as agents and attackers write them may hold anything.
    fn is_corpus(&self) -> bool {
        self.path.split('/').any(|part| part == "corpus" || part == "seeds")
    }

    /// The comments of a source file with their line numbers.
    fn comments(&self) -> impl Iterator<Item = (usize, &str)> {
        let sign = match self.path.rsplit_once('.') {
            _ if self.is_corpus() => None,
            Some((_, "rs")) => Some("//"),
            Some((_, "toml" | "sh" | "yml" | "yaml")) => Some("#"),
            _ => self.text.starts_with("#!").then_some("#"),
        };
        (1..).zip(self.text.lines()).filter_map(move |(number, line)| {
            let (_, comment) = line.split_once(sign?)?;
            Some((number, comment))
        })
    }

    /// Whether a comment or the name of a function here names this promise.
    fn covers(&self, promise: &str) -> bool {
        let function = format!("fn {}_", promise.to_lowercase());
        self.text.contains(&function)
            || self.comments().any(|(_, comment)| words(comment).any(|word| word == promise))
    }
}

/// What git would commit; without git, what lies in the directories.
fn files() -> Vec<SourceFile> {
    let root = root();
    let mut paths = tracked(&root).unwrap_or_else(|| {
        let mut found = Vec::new();
        walk(&root, &root, &mut found);
        found
    });
    paths.sort();
    paths.dedup();
    paths
        .into_iter()
        .filter_map(|path| {
            Some(SourceFile { text: fs::read_to_string(root.join(&path)).ok()?, path })
        })
        .collect()
}

fn tracked(root: &Path) -> Option<Vec<String>> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .ok()?;
    let list = String::from_utf8(output.stdout).ok()?;
    output
        .status
        .success()
        .then(|| list.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect())
}

fn walk(root: &Path, directory: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(directory).unwrap() {
        let entry = entry.unwrap();
        let kind = entry.file_type().unwrap();
        let built = ["target", "artifacts", "coverage", ".git"];
        if kind.is_dir() && !built.iter().any(|name| entry.file_name() == *name) {
            walk(root, &entry.path(), found);
        } else if kind.is_file() {
            found.push(entry.path().strip_prefix(root).unwrap().to_str().unwrap().to_owned());
        }
    }
}

/// A crate of the workspace.
struct Member {
    name: String,
    manifest: PathBuf,
    /// What it is built from, not what tests it.
    uses: Vec<String>,
}

impl Member {
    fn is_room(&self) -> bool {
        self.manifest.starts_with(root().join("crates"))
    }
}

fn members() -> Vec<Member> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    metadata["packages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|package| Member {
            name: text(&package["name"]),
            manifest: PathBuf::from(text(&package["manifest_path"])),
            uses: package["dependencies"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|dependency| dependency["kind"] != "dev")
                .map(|dependency| text(&dependency["name"]))
                .collect(),
        })
        .collect()
}

/// The relative links of a document, without their fragments. Code is not looked at.
fn links(markdown: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut fenced = false;
    for line in markdown.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        if fenced {
            continue;
        }
        let prose: String = line.split('`').step_by(2).collect();
        for (_, behind) in
            prose.match_indices("](").map(|(at, sign)| prose.split_at(at + sign.len()))
        {
            let target = behind.split([')', ' ', '#']).next().unwrap_or_default();
            if !target.is_empty() && !target.contains("://") && !target.starts_with("mailto:") {
                found.push(target.to_owned());
            }
        }
    }
    found
}

/// Whether `path` begins in this line, and is not the end of a longer one.
fn names_path(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let before = line.get(..at).and_then(|before| before.chars().next_back());
        !before.is_some_and(|c| c.is_alphanumeric() || "_.~})-*]".contains(c))
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

/// Passes when there are none, and names all of them when there are.
fn settle(offences: impl IntoIterator<Item = String>) {
    let offences: Vec<String> = offences.into_iter().collect();
    assert!(offences.is_empty(), "\n  {}\n", offences.join("\n  "));
}
