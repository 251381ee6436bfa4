//! The decision: every effect against every rule, and the strictest answer wins.

use portcullis_shell::Span;

use crate::effect::Effect;
use crate::effect::Kind;
use crate::guarded;
use crate::plan::Plan;

/// What is said to a call. The order is the strictness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[must_use]
pub enum Verdict {
    /// It may run.
    Allow,
    /// A person is asked.
    Ask,
    /// It may not run.
    Deny,
}

impl Verdict {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

/// How a call would run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Posture {
    /// No walls, no network control, no checkpoint.
    Bare,
    /// Full walls, network through our proxy, a checkpoint that covers the workspace.
    Contained,
}

/// A verdict and what led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The strictest answer.
    pub verdict: Verdict,
    /// One for each effect that was not simply allowed, strictest first.
    pub reasons: Vec<Reason>,
}

/// Why a part of a call is not simply allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The rule that says so.
    pub rule: &'static str,
    /// Its answer.
    pub verdict: Verdict,
    /// In words for a person.
    pub words: &'static str,
    /// Where in the text.
    pub span: Span,
    /// The effect it is about.
    pub kind: Kind,
}

/// What the default profile says to a plan.
pub fn decide(plan: &Plan, posture: Posture) -> Decision {
    let mut reasons: Vec<Reason> =
        plan.effects.iter().filter_map(|effect| reason(effect, posture)).collect();
    reasons.sort_by_key(|reason| std::cmp::Reverse(reason.verdict));
    let verdict = reasons.first().map_or(Verdict::Allow, |reason| reason.verdict);
    Decision { verdict, reasons }
}

fn reason(effect: &Effect, posture: Posture) -> Option<Reason> {
    let matching = guarded::RULES.iter().filter(|rule| rule.matches(effect));
    let strictest = matching.max_by_key(|rule| rule.verdict(posture));
    let (rule, verdict, words) = match strictest {
        Some(rule) => (rule.id, rule.verdict(posture), rule.words),
        None => ("nothing-allows-it", Verdict::Ask, "no rule allows this"),
    };
    (verdict > Verdict::Allow).then_some(Reason {
        rule,
        verdict,
        words,
        span: effect.span,
        kind: effect.kind,
    })
}
