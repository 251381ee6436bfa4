//! The examples of the program tables, run.

use crate::decide::Posture;
use crate::decide::Verdict;
use crate::decide::decide;
use crate::facts::Facts;
use crate::plan::plan;

include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// Every text in `spares` is allowed, every one in `catches` has the effect it names.
#[test]
fn tables_do_what_their_examples_say() {
    let home = "/home/user".to_owned();
    let workspace = format!("{home}/project");
    let facts = Facts { cwd: workspace.clone(), workspace, home };
    let mut wrong = Vec::new();
    for (text, effect, place) in EXAMPLES {
        let plan = plan(text, &facts);
        let kinds: Vec<&str> = plan.effects.iter().map(|effect| effect.kind.name()).collect();
        match effect {
            Some(effect) if !kinds.contains(effect) => {
                wrong.push(format!("{place}: `{text}` has {kinds:?}, not {effect}"));
            }
            None => {
                let decision = decide(&plan, Posture::Bare);
                if decision.verdict != Verdict::Allow {
                    let rules: Vec<&str> =
                        decision.reasons.iter().map(|reason| reason.rule).collect();
                    wrong.push(format!(
                        "{place}: `{text}` is not spared: {rules:?} {:?}",
                        plan.effects
                    ));
                }
            }
            Some(_) => {}
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} examples:\n{}",
        wrong.len(),
        EXAMPLES.len(),
        wrong.join("\n")
    );
}
