//! Damaged texts: bytes and tokens of probes and generated texts dropped, doubled, swapped,
//! inserted, two texts joined. The rule is the same: what bash runs must be seen or opaque.
use crate::generator::{Rng, generate};
use crate::judge::{portcullis, seed, setting, sweep};
use crate::probes::probes;

/// What is put into texts.
const ALPHABET: &[&str] = &[
    "'", "\"", "`", "\\", "$", "(", ")", "{", "}", "[", "]", "<", ">", "|", "&", ";", "\n", " ",
    "\t", "#", "!", "*", "?", "~", "=", "-", "+", ":", "%", "/", ",", "@", "^", "0", "1", "x",
    "\r", "é", "\u{a0}", "$(", "${", "$((", "))", "((", "<<", "<<-", "<<<", "<(", ">(", "&&", "||",
    ";;", ";&", "|&", "&>", ">&", "\\\n", "$'", "$\"", "$[", "[[", "]]", " [[ ", " ]] ", "<<E\n",
    "\nE\n", "\nE", " in ", " do ", " done ", " fi ", " then ", " if ", " esac", " for ", " { ",
    " } ", "; ", "()", "a=(", "a[", "]=", "{fd}>", "2>", "!(", "@(", " ! ", " time ", " coproc ",
    " eval ", "ls", "$x", "${x", ":-", "#", " #", "\n#", "$(rm x)", "`ls`", "'$(ls)'", " exec ",
    "x=ls;", "\\`", "\\$", "\\\"", "\\\\", "}\n", "{\n", "(\n", ")\n",
];

/// The same, longer.
const PHRASES: &[&str] =
    &[" case x in ", " function ", " command ", " in ", " case x in ", " eval ", "x=rm;$x "];

/// A damaged `text`; `other` may be spliced in.
pub(crate) fn mutate(rng: &mut Rng, text: &str, other: &str) -> String {
    let mut pieces: Vec<String> = tokens(text, rng.chance(50));
    for _ in 0..=rng.below(3) {
        let (at, length) = (rng.below(pieces.len() + 1), 1 + rng.below(3));
        let end = (at + length).min(pieces.len());
        match rng.below(8) {
            0 | 1 => drop(pieces.drain(at..end)),
            2 => {
                let copy = pieces[at..end].to_vec();
                pieces.splice(end..end, copy);
            }
            3 => {
                let to = rng.below(pieces.len());
                if at < pieces.len() {
                    pieces.swap(at, to);
                }
            }
            4 => {
                let copy = pieces[at..end].to_vec();
                let to = rng.below(pieces.len() + 1);
                pieces.splice(to..to, copy);
            }
            5 if rng.chance(40) => {
                let theirs = tokens(other, true);
                let from = rng.below(theirs.len());
                pieces.truncate(at);
                pieces.extend(theirs.into_iter().skip(from));
            }
            5 => pieces.insert(at, rng.pick(PHRASES).to_owned()),
            _ => pieces.insert(at, rng.pick(ALPHABET).to_owned()),
        }
    }
    pieces.concat()
}

/// The characters of a text, or runs of letters and single other characters.
fn tokens(text: &str, runs: bool) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut joins = false;
    for c in text.chars() {
        let letter = c.is_alphanumeric() || c == '_';
        match pieces.last_mut() {
            Some(last) if runs && joins && letter => last.push(c),
            _ => pieces.push(c.to_string()),
        }
        joins = letter;
    }
    pieces
}

#[test]
fn no_mutated_text_loses_a_command() {
    let seed = seed();
    let count = setting("PORTCULLIS_MUTATED").unwrap_or(10_000);
    println!("mutated: PORTCULLIS_SEED={seed} PORTCULLIS_MUTATED={count}");
    // What a shell carries along has more corners than a change of a byte should have to find
    // each time; those probes are changed on demand.
    let all = setting("PORTCULLIS_MUTATE_ALL").is_some();
    let probes: Vec<_> =
        probes().into_iter().filter(|probe| all || !probe.id.starts_with("state-")).collect();
    let source = |rng: &mut Rng| match rng.below(10) {
        0..6 => probes[rng.below(probes.len())].text.clone(),
        _ => generate(rng.next()),
    };
    let tally = sweep(usize::try_from(count).unwrap_or(usize::MAX), portcullis, |at| {
        let mut rng = Rng::new(seed.wrapping_add(at as u64));
        let (text, other) = (source(&mut rng), source(&mut rng));
        (format!("seed {seed}, text {at}"), mutate(&mut rng, &text, &other))
    });
    println!("{}", tally.summary("mutated"));
    tally.finish(&format!("mutated texts, PORTCULLIS_SEED={seed}"), 5);
}
