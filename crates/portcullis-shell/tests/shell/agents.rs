//! Commands as coding agents write them: all are read, and every program in them is named.

use std::collections::BTreeSet;

use portcullis_shell::{Limits, read};

use crate::corpus::{cases, say};

#[test]
fn agents_commands_are_read() {
    let cases = cases("agents.jsonl");
    assert!(cases.len() >= 220, "only {} cases", cases.len());
    let mut wrong = 0;
    let mut opaque = 0;
    let mut needless = 0;
    for case in &cases {
        let reading = read(&case.text, &Limits::default());
        let programs = reading.programs();
        let understood = reading.opaque.is_empty();
        if !understood {
            opaque += 1;
            let reasons: Vec<&str> =
                reading.opaque.iter().map(|opaque| opaque.reason.as_str()).collect();
            println!("opaque: {}: {}", case.id, reasons.join("; "));
        }
        if understood == case.opaque.is_some() {
            needless += 1;
            println!("{} is {}opaque", case.id, if understood { "not " } else { "" });
        }
        // What was understood before an opaque place still counts, and nothing may be made up.
        let right =
            if understood { programs == case.programs } else { within(&programs, &case.programs) };
        if !right {
            wrong += 1;
            println!("wrong: {}\n  written: {:?}\n  read:    {programs:?}", case.id, case.programs);
        }
    }
    say(&format!("{} commands of agents: {wrong} wrong, {opaque} opaque", cases.len()));
    assert_eq!(wrong, 0, "commands whose programs are not those of the corpus");
    assert_eq!(needless, 0, "commands that are opaque and need not be, or the other way round");
}

#[test]
fn agents_ids_are_unique() {
    let cases = cases("agents.jsonl");
    let ids: BTreeSet<&str> = cases.iter().map(|case| case.id.as_str()).collect();
    assert_eq!(ids.len(), cases.len());
}

/// Whether `part` can be had from `whole` by leaving some out.
fn within(part: &[String], whole: &[String]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|name| rest.any(|other| other == name))
}
