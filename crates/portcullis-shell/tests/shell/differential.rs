//! What other parsers see and we neither see nor call opaque: each such case is explained in
//! `corpus/shell/disagreements.jsonl`, or it is a fault of ours.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use portcullis_shell::{Limits, read};

use crate::corpus::{Case, cases, lines, say};
use crate::debian::scripts;
use crate::witness::{Sight, Witness, brush, rable};

/// Scripts of the system are looked at until this many bytes are reached.
const SCRIPT_BYTES: usize = 600_000;

/// Longer scripts of the system are left out: in a build without optimisation they take seconds.
const LONGEST_SCRIPT: usize = 24_000;

/// One line of the table of disagreements.
struct Explained {
    /// Name of the case, or [`hash`] of the text.
    id: String,
    /// The witness.
    which: String,
    used: bool,
}

/// What came of asking one witness.
#[derive(Default)]
struct Count {
    asked: usize,
    refused: usize,
    opaque: usize,
    equal: usize,
    more: usize,
    explained: usize,
    lost: usize,
    silent: BTreeMap<&'static str, usize>,
}

#[test]
fn no_witness_sees_more_in_agents_commands() {
    compare("agents", &cases("agents.jsonl"));
}

#[test]
fn no_witness_sees_more_than_was_written_down() {
    let mut wrong = 0;
    for mut witness in [brush::witness(), rable::witness()] {
        for case in cases("agents.jsonl") {
            if let Sight::Names(names) = witness.see(&case.text) {
                let more = without(&names, &case.programs);
                if !more.is_empty() {
                    println!("{}: {} sees {more:?} too", case.id, witness.name);
                    wrong += 1;
                }
            }
        }
    }
    assert_eq!(wrong, 0, "cases whose programs are not all written down");
}

#[test]
fn no_witness_sees_more_in_probes() {
    compare("probes", &cases("probes.jsonl"));
}

#[test]
fn no_witness_sees_more_in_the_scripts_of_the_system() {
    let mut bytes = 0;
    let mut sample = Vec::new();
    let (scripts, _) = scripts();
    // By hash: a sample that does not depend on the order of paths, and is the same each time.
    let by_hash: BTreeMap<String, _> =
        scripts.into_iter().map(|script| (hash(&script.text), script)).collect();
    for (hash, script) in by_hash {
        if script.text.len() <= LONGEST_SCRIPT && bytes < SCRIPT_BYTES {
            bytes += script.text.len();
            sample.push(Case {
                id: format!("{hash} {}", name(&script.path)),
                text: script.text,
                programs: Vec::new(),
                opaque: None,
            });
        }
    }
    compare("scripts", &sample);
}

#[test]
fn every_disagreement_is_about_a_case_and_has_a_reason() {
    let ids: BTreeSet<String> =
        ["agents.jsonl", "probes.jsonl"].into_iter().flat_map(cases).map(|case| case.id).collect();
    for line in lines("disagreements.jsonl") {
        let id = line["id"].as_str().unwrap_or_default();
        let hash = id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        assert!(hash || ids.contains(id), "no case has this id: {line}");
        assert!(
            ["brush", "rable"].contains(&line["which"].as_str().unwrap_or_default()),
            "no witness: {line}"
        );
        assert!(line["why"].as_str().is_some_and(|why| why.len() > 20), "not explained: {line}");
    }
}

/// Asks both witnesses about each case.
fn compare(what: &str, cases: &[Case]) {
    let mut table: Vec<Explained> = lines("disagreements.jsonl")
        .iter()
        .map(|line| Explained {
            id: line["id"].as_str().unwrap_or_default().to_owned(),
            which: line["which"].as_str().unwrap_or_default().to_owned(),
            used: false,
        })
        .collect();
    let mut lost = 0;
    for mut witness in [brush::witness(), rable::witness()] {
        let mut count = Count::default();
        for case in cases {
            ask(&mut witness, case, &mut table, &mut count);
        }
        lost += count.lost;
        let Count { asked, refused, opaque, equal, more, explained, lost, silent } = count;
        say(&format!(
            "{what}: {} of {asked}: {equal} the same, we see more in {more}, opaque to us {opaque}, refused by it \
             {refused}, silent {silent:?}, explained {explained}, LOST {lost}",
            witness.name,
        ));
    }
    for case in cases {
        for line in table.iter().filter(|line| line.id == case.id && !line.used) {
            println!(
                "{}: {} does not see more than we do: take it from the table",
                line.id, line.which
            );
            lost += 1;
        }
    }
    assert_eq!(lost, 0, "cases in which a witness sees more than we do, or no longer does");
}

/// Asks one witness about one case.
fn ask(witness: &mut Witness, case: &Case, table: &mut [Explained], count: &mut Count) {
    count.asked += 1;
    let names = match witness.see(&case.text) {
        // Neither removes the backslashes that backquotes need: `\\rm` in them is `rm`.
        Sight::Names(names) => {
            names.iter().map(|name| name.trim_start_matches('\\').to_owned()).collect::<Vec<_>>()
        }
        Sight::Refused => {
            count.refused += 1;
            return;
        }
        Sight::Silent(reason) => {
            *count.silent.entry(reason).or_default() += 1;
            return;
        }
    };
    let reading = read(&case.text, &Limits { bytes: 1 << 20, ..Limits::default() });
    let programs = reading.programs();
    let unseen = without(&names, &programs);
    if unseen.is_empty() {
        let more = !without(&programs, &names).is_empty();
        *(if more { &mut count.more } else { &mut count.equal }) += 1;
        return;
    }
    if !reading.opaque.is_empty() {
        count.opaque += 1;
        return;
    }
    let id = case.id.split(' ').next().unwrap_or_default();
    if let Some(line) = table.iter_mut().find(|line| line.id == id && line.which == witness.name) {
        line.used = true;
        count.explained += 1;
        return;
    }
    count.lost += 1;
    println!("{} sees {unseen:?} in {}; we see {programs:?}", witness.name, case.id);
    if case.text.len() < 400 {
        println!("    {:?}", case.text);
    }
}

/// What is in `names` more often than in `others`.
fn without(names: &[String], others: &[String]) -> Vec<String> {
    let mut others: Vec<&String> = others.iter().collect();
    let mut left = Vec::new();
    for name in names {
        match others.iter().position(|other| *other == name) {
            Some(at) => drop(others.swap_remove(at)),
            None => left.push(name.clone()),
        }
    }
    left
}

/// The same for the same text on every machine (FNV-1a).
fn hash(text: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

/// The last part of a path.
fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
