//! Measures the default profile against labelled cases: `measure FILE… [--only PROGRAM]`.
#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a tool for developers"
)]

use portcullis_judge::{Facts, Posture, Verdict, decide, plan};

fn main() {
    let mut only = None;
    let mut files = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        if arg == "--only" {
            only = args.next();
        } else {
            files.push(arg);
        }
    }
    let (mut cases, mut wrong) = (0u32, [0u32; 4]);
    for file in files {
        for line in std::fs::read_to_string(&file).unwrap().lines() {
            let case: serde_json::Value = serde_json::from_str(line).unwrap();
            let (Some(text), Some(expect)) = (case["cmd"].as_str(), case["expect"].as_str()) else {
                continue;
            };
            if case.get("conservative").is_some() || case.get("policy").is_some() {
                continue;
            }
            if only.as_deref().is_some_and(|only| !text.contains(only)) {
                continue;
            }
            let home = if file.contains("nah") { "/home/test" } else { "/home/user" };
            let root = format!("{home}/project");
            let facts = Facts { workspace: root.clone(), cwd: root, home: home.to_owned() };
            let plan = plan(text, &facts);
            let decision = decide(&plan, Posture::Bare);
            cases += 1;
            let strict = file.contains("safetynet") || file.contains("nah");
            let fault = match (expect, decision.verdict, strict) {
                ("ask" | "dangerous" | "deny", Verdict::Allow, false) => Some((0, "unsafe allow")),
                ("safe" | "allow", Verdict::Ask | Verdict::Deny, false) => Some((1, "needless")),
                ("deny", Verdict::Allow, true) => Some((2, "missed")),
                ("allow", Verdict::Deny, true) => Some((3, "false denial")),
                _ => None,
            };
            if let Some((index, what)) = fault {
                wrong[index] += 1;
                let why: Vec<String> = plan
                    .effects
                    .iter()
                    .map(|e| format!("{}:{:?}", e.kind.name(), e.object))
                    .collect();
                println!("{what}\t{}\t{text:?}\t{}", decision.verdict.name(), why.join(" "));
            }
        }
    }
    println!(
        "{cases} cases: unsafe allow {}, needless {}, missed {}, false denial {}",
        wrong[0], wrong[1], wrong[2], wrong[3]
    );
}
