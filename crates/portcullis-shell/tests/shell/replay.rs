//! The committed corpus of the fuzz targets and all written cases, without a fuzzer.

use std::fs;
use std::path::PathBuf;
use std::thread;

use crate::checks::{check_parse, check_read};
use crate::corpus::{cases, root, say};

/// The seeds of a target, sorted by name; bytes that are not UTF-8 are read as the targets do.
fn seeds(target: &str) -> Vec<(PathBuf, String)> {
    let directory = root().join("fuzz/corpus").join(target);
    let mut paths: Vec<PathBuf> = fs::read_dir(&directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn fuzz_corpus_holds() {
    for (target, check) in [("parse", check_parse as fn(&str)), ("read", check_read)] {
        let seeds = seeds(target);
        assert!(seeds.len() >= 50, "{target}: only {} seeds", seeds.len());
        for (path, text) in &seeds {
            let _named = Named(path.display().to_string());
            with_prefixes(text, check);
        }
        say(&format!("fuzz corpus of {target}: {} texts replayed", seeds.len()));
    }
}

#[test]
fn written_cases_hold() {
    for case in ["agents.jsonl", "probes.jsonl"].into_iter().flat_map(cases) {
        let _named = Named(case.id);
        with_prefixes(&case.text, check_parse);
        with_prefixes(&case.text, check_read);
    }
}

/// Says which case it was when a check fails.
struct Named(String);

impl Drop for Named {
    fn drop(&mut self) {
        if thread::panicking() {
            println!("in {}", self.0);
        }
    }
}

/// A text and what is left of it when it is cut off: nothing may depend on an end being there.
fn with_prefixes(text: &str, check: fn(&str)) {
    check(text);
    for (at, _) in text.char_indices().step_by(text.len() / 40 + 1) {
        check(text.get(..at).unwrap());
    }
}
