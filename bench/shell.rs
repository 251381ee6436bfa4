//! How long a text takes to be parsed and read: `cargo bench -p portcullis-bench --bench shell`.
//!
//! Times are the best of many. Compare the ratios: the raw numbers are this machine's, now.

#![expect(clippy::print_stdout, reason = "a bench says what it measured")]

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use portcullis_shell::{Limits, parse, read};

/// How long one cell of the table may be measured.
const PATIENCE: Duration = Duration::from_millis(400);

/// A text with this many openers ends at once when it takes no longer than this.
const AT_ONCE: Duration = Duration::from_millis(100);

/// How many openers the nested texts have.
const OPENERS: usize = 10_000;

/// The length of the long texts.
const LONG: usize = 1_000_000;

/// So long texts are looked at whole.
const LIMITS: Limits = Limits { bytes: 4 << 20, depth: 64 };

/// Opener, what is nested in the innermost one, closer.
const NESTED: &[(&str, &str, &str)] = &[
    ("(", "a", ")"),
    ("( ", "a", " )"),
    ("{ ", "a;", " }; "),
    ("$(", "a", ")"),
    ("\"$(", "a", ")\""),
    ("${a:-", "a", "}"),
    ("\"${a:-", "a", "}\""),
    ("$((", "1", "))"),
    ("((", "1", "))"),
    ("`", "a", "`"),
    ("if ", "a;", " then a; fi; "),
    ("while ", "a;", " do a; done; "),
    ("case a in a) ", "a", ";; esac "),
    ("<(", "a", ")"),
    ("[[ ( ", "a", " ) ]]"),
    ("[[ ", "a", " ]]"),
    ("a[", "1", "]"),
    ("${a[", "1", "]}"),
    ("$[", "1", "]"),
    ("a=(", "a", ")"),
    ("@(", "a", ")"),
    ("f() { ", "a;", " }; "),
    ("eval '", "a", "'"),
    ("! ", "a", ""),
    ("time ", "a", ""),
    ("<<a ", "a", "\na\n"),
    ("\\\n", "a", ""),
];

fn main() -> Result<ExitCode, Box<dyn Error>> {
    // `cargo test --all-targets` starts benches too, and without optimisation they say nothing.
    if !std::env::args().any(|argument| argument == "--bench") {
        println!("not measured: `cargo bench -p portcullis-bench` does that");
        return Ok(ExitCode::SUCCESS);
    }
    let mixed = mixed()?;
    println!("best of many, microseconds; ratios are parse and read together against the other\n");
    println!(
        "{:<16} {:>9} {:>10} {:>10} {:>10} {:>10} {:>7} {:>7} {:>8}",
        "text", "bytes", "parse", "+ read", "rable", "brush", "/rable", "/brush", "ns/byte"
    );
    let command = "cd crates/core && RUST_LOG=info cargo test -q 2>&1 | grep -E \"^(error|warning)\" | \
                   sort -u | tail -20";
    flat("100 B command", command);
    flat("2 KB mixed", &fill(&mixed, 2_000));
    flat("100 KB mixed", &fill(&mixed, 100_000));
    flat("1 MB mixed", &fill(&mixed, LONG));
    flat("1 MB word", &format!("echo {}", "x".repeat(LONG)));
    flat("1 MB quoted", &format!("echo \"{}\"", "x $b ".repeat(LONG / 5)));
    flat("1 MB arguments", &format!("echo {}", "x ".repeat(LONG / 2)));
    flat("1 MB heredoc", &format!("cat <<'EOF'\n{}EOF\n", "a line of text\n".repeat(LONG / 15)));
    Ok(if nested() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Commands of agents that all three parsers take.
fn mixed() -> Result<Vec<String>, Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/shell/agents.jsonl");
    let mut texts = Vec::new();
    for line in fs::read_to_string(path)?.lines() {
        let case: serde_json::Value = serde_json::from_str(line)?;
        let text = case.get("text").and_then(|text| text.as_str()).unwrap_or_default();
        if parse(text, &LIMITS).opaque.is_empty() && rable(text) && brush(text) {
            texts.push(text.to_owned());
        }
    }
    Ok(texts)
}

/// The texts one after the other, again and again, up to `bytes`.
fn fill(texts: &[String], bytes: usize) -> String {
    let mut filled = String::new();
    for text in texts.iter().cycle().take(bytes) {
        if filled.len() + text.len() < bytes {
            filled.push_str(text);
            filled.push('\n');
        } else if filled.len() + 200 > bytes {
            break;
        }
    }
    filled
}

/// One line of the table.
fn flat(what: &str, text: &str) {
    let ours = best(|| parse(text, &LIMITS).opaque.is_empty());
    let both = best(|| read(text, &LIMITS).opaque.is_empty());
    let (rable, brush) = (best(|| rable(text)), best(|| brush(text)));
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    println!(
        "{what:<16} {:>9} {:>10.1} {:>10.1} {:>10.1} {:>10.1} {:>7.2} {:>7.2} {:>8.1}",
        text.len(),
        micros(ours),
        micros(both),
        micros(rable),
        micros(brush),
        micros(both) / micros(rable),
        micros(both) / micros(brush),
        micros(both) * 1e3 / f64::from(u32::try_from(text.len()).unwrap_or(u32::MAX)),
    );
}

fn rable(text: &str) -> bool {
    rable::parse(text, true).is_ok()
}

fn brush(text: &str) -> bool {
    let options = brush_parser::ParserOptions::default();
    brush_parser::Parser::new(text.as_bytes(), &options).parse_program().is_ok()
}

/// Whether every text of many nested openers ends at once.
fn nested() -> bool {
    println!(
        "\n{OPENERS} nested openers, {LONG} bytes, milliseconds for parse and read together\n"
    );
    println!("{:<14} {:>10} {:>8} {:>10} {:>8}", "opener", "open", "opaque", "closed", "opaque");
    let mut good = true;
    for &(opener, inner, closer) in NESTED {
        let (opened, closed) = (opener.repeat(OPENERS), closer.repeat(OPENERS));
        let padding = "x".repeat(LONG.saturating_sub(opened.len()));
        let open = format!("{opened}{inner} {padding}");
        good &= deep(opener, &open, &format!("{opened}{inner}{closed}\necho {padding}"));
    }
    let (open, closed) = backquotes();
    good & deep("` escaped", &open, &closed)
}

/// One line of the second table; whether both ended at once.
fn deep(opener: &str, open: &str, closed: &str) -> bool {
    let [open, closed] = [open, closed].map(|text| {
        let mut opaque = false;
        let time = best(|| {
            opaque = !read(text, &LIMITS).opaque.is_empty();
            opaque
        });
        (time, if opaque { "yes" } else { "no" })
    });
    let slow = open.0.max(closed.0) > AT_ONCE;
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "{:<14} {:>10.2} {:>8} {:>10.2} {:>8}{}",
        opener.escape_debug().to_string(),
        millis(open.0),
        open.1,
        millis(closed.0),
        closed.1,
        if slow { "  SLOW" } else { "" },
    );
    !slow
}

/// Backquotes truly within backquotes: each needs twice the backslashes of the one around it, so
/// a megabyte holds few.
fn backquotes() -> (String, String) {
    let (mut open, mut closers, mut backslashes) = (String::new(), Vec::new(), 0_usize);
    while open.len() * 2 < LONG {
        let quote = format!("{}`", "\\".repeat(backslashes));
        open.push_str("echo ");
        open.push_str(&quote);
        closers.push(quote);
        backslashes = backslashes * 2 + 1;
    }
    let closed = closers.iter().rev().fold(format!("{open}a"), |text, quote| text + quote);
    (open, closed)
}

/// The shortest time `work` took, after a first run that does not count.
fn best(mut work: impl FnMut() -> bool) -> Duration {
    let started = Instant::now();
    black_box(work());
    let mut best = Duration::MAX;
    let mut runs = 0;
    while runs < 3 || (started.elapsed() < PATIENCE && runs < 100_000) {
        let before = Instant::now();
        black_box(work());
        best = best.min(before.elapsed());
        runs += 1;
    }
    best
}
