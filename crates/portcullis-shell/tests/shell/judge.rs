//! Compares what bash ran with what a reader saw, over many texts at once.
//!
//! The rule: every program that bash ran is among the programs of the reading, or the reading has
//! something opaque. Programs that a nested shell took from a file or from its input are not part
//! of the text; for them it is enough that the shell itself was seen.
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{env, thread};

use portcullis_shell::{Limits, Part, Value, read};

use crate::argv::{base, fits};
use crate::corpus::say;
use crate::truth::{Bash, Ran, Truth};

/// No reading of a text of this size takes as long, on the slowest machine.
const SLOW: Duration = Duration::from_millis(500);

/// Beyond this many failures the rest is counted, not shown.
const SHOWN: usize = 120;

/// How many runs of bash the making-smaller of one failure may cost.
const SHRINK_RUNS: usize = 250;

/// Something that says what a text would run.
pub(crate) type Reader = fn(&str) -> Seen;

/// What a reader says.
#[derive(Default)]
pub(crate) struct Seen {
    /// Every command name.
    pub(crate) programs: Vec<String>,
    /// Names and arguments, when the reader says something on them.
    pub(crate) argvs: Option<Vec<Vec<Value>>>,
    /// Why something is not known.
    pub(crate) opaque: Vec<String>,
}

/// The reader this crate is about.
pub(crate) fn portcullis(text: &str) -> Seen {
    let reading = read(text, &Limits::default());
    let programs = reading.programs();
    let argvs = reading.invocations.into_iter().map(|invocation| invocation.argv).collect();
    let opaque = reading.opaque.into_iter().map(|opaque| opaque.reason).collect();
    Seen { programs, argvs: Some(argvs), opaque }
}

/// What became of one text.
pub(crate) struct Verdict {
    /// What bash did; `None` when the text may not be run.
    pub(crate) truth: Option<Truth>,
    /// What the reader said; nothing when it panicked.
    pub(crate) seen: Seen,
    /// What is wrong with the reading, if something is.
    pub(crate) fault: Option<String>,
}

/// Runs and reads one text.
pub(crate) fn judge(bash: &mut Bash, reader: Reader, text: &str) -> Verdict {
    let started = Instant::now();
    let seen = catch_unwind(|| reader(text));
    let took = started.elapsed();
    let truth = bash.run(text);
    let Ok(seen) = seen else {
        let fault = Some("the reader panicked".to_owned());
        return Verdict { truth, seen: Seen::default(), fault };
    };
    let lost = truth.as_ref().map(|truth| lost(&seen, truth)).unwrap_or_default();
    let misread = truth.as_ref().and_then(|truth| misread(&seen, truth));
    let fault = if !lost.is_empty() {
        Some(format!("lost {lost:?}, saw {:?}", seen.programs))
    } else if let Some(ran) = misread {
        Some(format!("misread {:?} {:?}, saw {}", ran.name, ran.arguments, shown(&seen)))
    } else if took > SLOW {
        Some(format!("reading took {took:?}"))
    } else {
        None
    };
    Verdict { truth, seen, fault }
}

/// What a reader said on arguments, in few words.
fn shown(seen: &Seen) -> String {
    let part = |part: &Part| match part {
        Part::Text(text) => text.clone(),
        other => format!("‹{other:?}›"),
    };
    let value = |value: &Value| {
        let text: String = value.parts.iter().map(part).collect();
        format!("{text:?}{}", if value.splits { "…" } else { "" })
    };
    let argv = |argv: &Vec<Value>| argv.iter().map(value).collect::<Vec<_>>().join(" ");
    let argvs = seen.argvs.iter().flatten();
    argvs.map(argv).collect::<Vec<_>>().join("; ")
}

/// The programs that ran and were neither seen nor covered by something opaque.
fn lost(seen: &Seen, truth: &Truth) -> BTreeSet<String> {
    if !seen.opaque.is_empty() {
        return BTreeSet::new();
    }
    let names: BTreeSet<&str> = seen.programs.iter().map(|name| base(name)).collect();
    let shell = names.contains("bash") || names.contains("sh");
    let known = |name: &str| name.is_empty() || names.contains(base(name));
    let ran = truth.ran.iter().filter(|ran| !(ran.foreign && shell || known(&ran.name)));
    ran.map(|ran| ran.name.clone()).collect()
}

/// A program that was seen, but with other arguments.
fn misread<'a>(seen: &Seen, truth: &'a Truth) -> Option<&'a Ran> {
    let argvs = seen.argvs.as_ref().filter(|_| seen.opaque.is_empty())?;
    truth.ran.iter().find(|ran| {
        let fit = |argv: &Vec<Value>| fits(argv, &ran.name, &ran.arguments);
        !(ran.foreign || ran.name.is_empty() || argvs.iter().any(fit))
    })
}

/// A text whose reading is wrong.
pub(crate) struct Failure {
    /// Where it came from.
    pub(crate) label: String,
    /// As it was found.
    pub(crate) text: String,
    /// The smallest text found that still fails, and how it fails.
    pub(crate) smallest: Option<(String, String)>,
    /// What is wrong.
    pub(crate) fault: String,
}

impl Failure {
    /// Failures of a kind have probably the same reason: they are the same but for names.
    fn kind(&self) -> String {
        let text = self.smallest.as_ref().map_or(&self.text, |(smallest, _)| smallest);
        let mut kind = String::new();
        for c in text.chars() {
            let c = if c.is_alphanumeric() { 'a' } else { c };
            if !(c == 'a' && kind.ends_with('a')) {
                kind.push(c);
            }
        }
        kind
    }
}

/// What became of many texts.
#[derive(Default)]
pub(crate) struct Tally {
    /// Looked at.
    pub(crate) texts: usize,
    /// Not run, because they may not be.
    pub(crate) forbidden: usize,
    /// Bash ran at least one program.
    pub(crate) ran: usize,
    /// Bash had to be stopped.
    pub(crate) timed_out: usize,
    /// Bash said it is no valid text (status 2).
    pub(crate) invalid: usize,
    /// The reading has something opaque.
    pub(crate) opaque: usize,
    /// … although bash took the text as valid.
    pub(crate) opaque_valid: usize,
    /// How often each reason was given, digits left out, with one text for each.
    pub(crate) reasons: BTreeMap<String, (usize, String)>,
    /// How many failed.
    pub(crate) failed: usize,
    /// The first of them.
    pub(crate) failures: Vec<Failure>,
}

impl Tally {
    /// Adds one verdict.
    fn add(&mut self, text: &str, verdict: &Verdict) {
        self.texts += 1;
        let mut valid = false;
        match &verdict.truth {
            None => self.forbidden += 1,
            Some(truth) => {
                self.ran += usize::from(!truth.ran.is_empty());
                self.timed_out += usize::from(truth.timed_out);
                valid = truth.status != 2;
                self.invalid += usize::from(!valid);
            }
        }
        if let Some(reason) = verdict.seen.opaque.first() {
            self.opaque += 1;
            self.opaque_valid += usize::from(valid);
            if valid {
                let key = reason.chars().filter(|c| !c.is_ascii_digit()).collect();
                let entry = self.reasons.entry(key).or_insert_with(|| (0, text.to_owned()));
                entry.0 += 1;
                if text.len() < entry.1.len() {
                    text.clone_into(&mut entry.1);
                }
            }
        }
    }

    /// The numbers, in a few lines.
    pub(crate) fn summary(&self, what: &str) -> String {
        let share = |part: usize| {
            let tenths = (part * 1000).checked_div(self.texts).unwrap_or(0);
            format!("{part} ({}.{} %)", tenths / 10, tenths % 10)
        };
        let mut text = format!(
            "{what}: {} texts; bash ran something in {}, called {} invalid, was stopped in {}; {} not \
             run; opaque {}, of these valid {}; failed {}",
            self.texts,
            share(self.ran),
            share(self.invalid),
            share(self.timed_out),
            share(self.forbidden),
            share(self.opaque),
            share(self.opaque_valid),
            self.failed,
        );
        let mut reasons: Vec<_> = self.reasons.iter().collect();
        reasons.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        for (reason, (count, example)) in reasons.into_iter().take(25) {
            let _ = write!(text, "\n  opaque {count:6} × {reason}, e.g. {example:?}");
        }
        text
    }

    /// Panics with everything that failed, if something did. A lost command always fails. Where
    /// texts are made at random, a name that was seen with other arguments than bash passed is
    /// shown, and fails when there are more than `misreadings` in ten thousand texts.
    pub(crate) fn finish(&self, what: &str, misreadings: usize) {
        let mut report = String::new();
        for failure in &self.failures {
            let _ = write!(
                report,
                "\n\n[{}] {}\n  text: {:?}",
                failure.label, failure.fault, failure.text
            );
            if let Some((smallest, fault)) = &failure.smallest {
                let _ = write!(report, "\n  smallest: {smallest:?}\n    {fault}");
            }
        }
        let misread = self.failures.iter().filter(|failure| failure.fault.starts_with("misread"));
        let only_misread = misread.count() == self.failed;
        let few = self.failed * 10_000 <= misreadings * self.texts;
        if self.failed > 0 && only_misread && few {
            say(&format!("{what}: {} of {} texts misread:{report}", self.failed, self.texts));
            return;
        }
        assert!(
            self.failed == 0,
            "{what}: {} of {} texts failed, {} shown:{report}\n",
            self.failed,
            self.texts,
            self.failures.len()
        );
    }
}

/// Judges `count` texts on all cores (at most four); `make` gives a label and a text for each.
/// What fails is made smaller.
pub(crate) fn sweep(
    count: usize,
    reader: Reader,
    make: impl Fn(usize) -> (String, String) + Sync,
) -> Tally {
    sweep_with(count, reader, true, make, |_, verdict| verdict.fault.clone())
}

/// The same, with another opinion on what is wrong with a verdict.
pub(crate) fn sweep_with(
    count: usize,
    reader: Reader,
    shrink: bool,
    make: impl Fn(usize) -> (String, String) + Sync,
    fault: impl Fn(usize, &Verdict) -> Option<String> + Sync,
) -> Tally {
    let (next, tally) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    let workers = thread::available_parallelism().map_or(2, usize::from).clamp(1, 4);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                let mut bash = Bash::start();
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= count {
                        break;
                    }
                    let (label, text) = make(at);
                    let verdict = judge(&mut bash, reader, &text);
                    let fault = fault(at, &verdict);
                    let show = {
                        let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
                        tally.add(&text, &verdict);
                        tally.failed += usize::from(fault.is_some());
                        tally.failures.len() < if shrink { SHOWN / 3 } else { SHOWN }
                    };
                    if let Some(fault) = fault.filter(|_| show) {
                        let smallest = shrink.then(|| smaller(&mut bash, reader, &text)).flatten();
                        let failure = Failure { label, text, smallest, fault };
                        let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
                        if tally
                            .failures
                            .iter()
                            .filter(|other| other.kind() == failure.kind())
                            .count()
                            < 3
                        {
                            tally.failures.push(failure);
                        }
                    }
                }
            });
        }
    });
    let mut tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    tally.failures.sort_by(|a, b| a.label.cmp(&b.label));
    tally
}

/// Drops chunks of a failing text as long as what is left fails too.
fn smaller(bash: &mut Bash, reader: Reader, text: &str) -> Option<(String, String)> {
    let mut best: Vec<char> = text.chars().collect();
    let mut fault = None;
    let (mut chunk, mut runs) = (best.len().div_ceil(2), 0);
    while chunk > 0 && runs < SHRINK_RUNS {
        let (mut at, mut dropped) = (0, false);
        while at < best.len() && runs < SHRINK_RUNS {
            let rest = best.iter().take(at).chain(best.iter().skip(at + chunk));
            let candidate: String = rest.collect();
            runs += 1;
            match judge(bash, reader, &candidate).fault {
                Some(found) => {
                    best = candidate.chars().collect();
                    fault = Some(found);
                    dropped = true;
                }
                None => at += chunk,
            }
        }
        if !dropped || chunk > best.len() {
            chunk = (chunk / 2).min(best.len());
        }
    }
    fault.map(|fault| (best.into_iter().collect(), fault))
}

/// A number from the environment.
pub(crate) fn setting(name: &str) -> Option<u64> {
    env::var(name).ok().and_then(|value| value.parse().ok())
}

/// A seed: `PORTCULLIS_SEED`, or from the clock.
pub(crate) fn seed() -> u64 {
    setting("PORTCULLIS_SEED").unwrap_or_else(|| {
        let now = std::time::UNIX_EPOCH.elapsed().unwrap_or_default();
        now.as_secs().wrapping_mul(1_000_003).wrapping_add(u64::from(now.subsec_nanos()))
            % 1_000_000_000
    })
}

/// A reader that takes every text for commands separated by `;`, words separated by blanks.
fn naive(text: &str) -> Seen {
    let names = text.split(';').filter_map(|command| command.split_whitespace().next());
    Seen { programs: names.map(str::to_owned).collect(), ..Seen::default() }
}

#[test]
fn a_naive_reader_is_caught() {
    let texts = [
        "rm x; ls",            // the naive reader is right
        "echo $(rm x)",        // a substitution
        "ls | rm x",           // a pipe
        "d/rm x",              // right again: the last part of the path counts
        "( rm x )",            // a subshell
        "x=rm; $x y",          // a variable
        "echo 'rm x' | bash",  // a pipe, and a script that is not the text's
        "echo; no_such_thing", // right
        "if :; then echo $(aa) && bb; fi; echo a b c d e f g",
    ];
    let tally = sweep(texts.len(), naive, |at| (at.to_string(), texts[at].to_owned()));
    let labels: Vec<&str> = tally.failures.iter().map(|failure| failure.label.as_str()).collect();
    assert_eq!(labels, ["1", "2", "4", "5", "6", "8"]);
    let smallest = tally.failures.last().and_then(|failure| failure.smallest.as_ref()).unwrap();
    assert!(smallest.0.len() <= 16, "{smallest:?}");
    assert_eq!((tally.texts, tally.ran, tally.failed), (9, 9, 6));
}

#[test]
fn panics_and_opaque_are_told_apart() {
    let opaque: Reader = |_| Seen { opaque: vec!["because".to_owned()], ..Seen::default() };
    let mut bash = Bash::start();
    let verdict = judge(&mut bash, opaque, "rm x");
    assert!(verdict.fault.is_none() && verdict.seen.opaque == ["because"]);
    let fault = judge(&mut bash, |_| panic!("on purpose"), "rm x").fault;
    assert_eq!(fault.as_deref(), Some("the reader panicked"));
    let fault = judge(&mut bash, |_| Seen::default(), "rm x").fault;
    assert!(fault.is_some_and(|fault| fault.starts_with("lost {\"rm\"}")));
    let wrong: Reader = |_| {
        let argv = ["rm", "y"].map(|word| Value::text(portcullis_shell::Span::default(), word));
        Seen {
            programs: vec!["rm".to_owned()],
            argvs: Some(vec![argv.to_vec()]),
            opaque: Vec::new(),
        }
    };
    let fault = judge(&mut bash, wrong, "rm x").fault;
    assert!(fault.is_some_and(|fault| fault.starts_with("misread \"rm\" [\"x\"]")));
    assert!(judge(&mut bash, wrong, "rm y").fault.is_none());
}
