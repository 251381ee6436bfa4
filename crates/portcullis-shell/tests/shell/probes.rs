//! The written probes of `corpus/shell/probes.jsonl`, each judged by bash.
//!
//! A line is `{"id", "text", "note"}`. Flags: `plain` must be read with nothing opaque; `bash53`
//! is run by bash 5.3 only, so that `rm` must be seen in it (or something opaque) whatever this
//! bash does; `quiet` says that bash is not expected to run anything.
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::judge::{Seen, Verdict, judge, portcullis, sweep_with};
use crate::truth::Bash;

/// One line of the corpus.
pub(crate) struct Probe {
    pub(crate) id: String,
    pub(crate) text: String,
    note: String,
    plain: bool,
    bash53: bool,
    quiet: bool,
}

impl Probe {
    /// What is wrong with the verdict on this probe.
    fn fault(&self, verdict: &Verdict) -> Option<String> {
        if verdict.fault.is_some() {
            return verdict.fault.clone();
        }
        if self.plain && !verdict.seen.opaque.is_empty() {
            return Some(format!("plain, but opaque: {:?}", verdict.seen.opaque));
        }
        let seen = verdict.seen.programs.iter().any(|name| name == "rm");
        if self.bash53 && verdict.seen.opaque.is_empty() && !seen {
            return Some(format!("bash 5.3 would run rm, saw {:?}", verdict.seen.programs));
        }
        None
    }
}

/// All of them.
pub(crate) fn probes() -> Vec<Probe> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/shell/probes.jsonl");
    let lines = fs::read_to_string(path).unwrap();
    let probe = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| line.get(key).and_then(Value::as_str).unwrap().to_owned();
        let flag = |key: &str| line.get(key).and_then(Value::as_bool).unwrap_or(false);
        Probe {
            id: text("id"),
            text: text("text"),
            note: text("note"),
            plain: flag("plain"),
            bash53: flag("bash53"),
            quiet: flag("quiet"),
        }
    };
    lines.lines().map(probe).collect()
}

#[test]
fn no_probe_loses_a_command() {
    let probes = probes();
    assert!(probes.len() >= 450, "only {} probes", probes.len());
    assert!(probes.iter().filter(|probe| probe.plain).count() >= 80);
    let opaque = std::sync::Mutex::new(BTreeMap::new());
    let tally = sweep_with(
        probes.len(),
        portcullis,
        false,
        |at| (format!("{}: {}", probes[at].id, probes[at].note), probes[at].text.clone()),
        |at, verdict| {
            if let Some(reason) = verdict.seen.opaque.first() {
                opaque.lock().unwrap().insert(probes[at].id.clone(), (at, reason.clone()));
            }
            probes[at].fault(verdict)
        },
    );
    println!("{}", tally.summary("probes"));
    for (id, (at, reason)) in opaque.into_inner().unwrap() {
        println!("  opaque {id}: {reason}: {:?}", probes[at].text);
    }
    tally.finish("probes", 0);
}

#[test]
fn every_probe_is_alive() {
    let mut probes = probes();
    probes.retain(|probe| !(probe.plain || probe.bash53 || probe.quiet));
    let tally = sweep_with(
        probes.len(),
        |_| Seen::default(),
        false,
        |at| (format!("{}: {}", probes[at].id, probes[at].note), probes[at].text.clone()),
        |_, verdict| {
            let alive = verdict.truth.as_ref().is_some_and(|truth| !truth.ran.is_empty());
            (!alive).then(|| "bash runs nothing in this probe".to_owned())
        },
    );
    tally.finish("probes", 0);
}

#[test]
#[ignore = "answers questions: PORTCULLIS_TEXTS names a file of texts, one JSON string a line"]
fn ask_bash() {
    let path = std::env::var("PORTCULLIS_TEXTS").unwrap();
    let mut bash = Bash::start();
    for line in fs::read_to_string(path).unwrap().lines() {
        let text: String = serde_json::from_str(line).unwrap();
        let verdict = judge(&mut bash, portcullis, &text);
        let ran = verdict.truth.as_ref().map(|truth| truth.names());
        println!(
            "{text:?}\n  bash ran {ran:?}, saw {:?}, opaque {:?}{}",
            verdict.seen.programs,
            verdict.seen.opaque,
            verdict.fault.map(|fault| format!("\n  FAULT {fault}")).unwrap_or_default()
        );
    }
}
