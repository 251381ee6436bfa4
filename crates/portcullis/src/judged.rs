//! What is said to one call, whichever kind of call it is.

use std::net::IpAddr;

use portcullis_judge::Argument;
use portcullis_judge::Decision;
use portcullis_judge::Effect;
use portcullis_judge::Kind;
use portcullis_judge::Object;
use portcullis_judge::Plan;
use portcullis_judge::Verdict;
use portcullis_judge::decide;
use portcullis_judge::plan;
use portcullis_judge::plan_tool;
use portcullis_judge::url::UrlPolicy;
use portcullis_judge::url::judge_url;
use portcullis_shell::Span;

use crate::input::Input;
use crate::setting::Setting;

/// A verdict with its reasons, strictest first and each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Judged {
    /// What is said.
    pub(crate) verdict: Verdict,
    /// Rule and words of each reason.
    pub(crate) reasons: Vec<(String, String)>,
}

/// A command with what it would do.
#[derive(Debug)]
pub(crate) struct Planned {
    /// The command, as far as it is text.
    pub(crate) text: String,
    /// What it would do.
    pub(crate) plan: Plan,
    /// What is said to that.
    pub(crate) decision: Decision,
}

impl Planned {
    /// Judges what was given as a command. Bytes that are no text are not known; what stands
    /// around them is judged all the same.
    pub(crate) fn new(input: Input, setting: &Setting) -> Self {
        let (text, broken) = match input {
            Input::Text(text) => (text, None),
            Input::NotText(broken) => (broken.lossy, Some(broken.reason)),
        };
        let mut plan = plan(&text, &setting.facts);
        if let Some(reason) = broken {
            let span = Span::new(0, u32::try_from(text.len()).unwrap_or(u32::MAX));
            plan.effects.push(Effect { kind: Kind::Opaque, object: Object::Reason(reason), span });
        }
        let decision = decide(&plan, setting.posture);
        Self { text, plan, decision }
    }
}

/// Judges a shell text.
pub(crate) fn command(text: &str, setting: &Setting) -> Judged {
    Judged::of(&decide(&plan(text, &setting.facts), setting.posture))
}

/// Judges a URL by the URL policy alone.
pub(crate) fn url(url: &str, addresses: Option<&[IpAddr]>) -> Judged {
    match judge_url(url, addresses, &UrlPolicy::default()).reason() {
        None => Judged { verdict: Verdict::Allow, reasons: Vec::new() },
        Some(reason) => {
            let said = (reason.rule.id().to_owned(), reason.words.clone());
            Judged { verdict: Verdict::Deny, reasons: vec![said] }
        }
    }
}

/// Judges a call of a tool.
pub(crate) fn tool(name: &str, input: &[(String, Argument)], setting: &Setting) -> Judged {
    let told = plan_tool(name, input, &setting.facts);
    let own = Judged::of(&decide(&told.plan, setting.posture));
    told.urls.iter().fold(own, |judged, fetched| judged.and(url(fetched, None)))
}

impl Judged {
    /// A decision in short.
    pub(crate) fn of(decision: &Decision) -> Self {
        let mut reasons: Vec<(String, String)> = Vec::new();
        for reason in &decision.reasons {
            let said = (reason.rule.to_owned(), reason.words.to_owned());
            if !reasons.contains(&said) {
                reasons.push(said);
            }
        }
        Self { verdict: decision.verdict, reasons }
    }

    /// Both: the stricter verdict holds, and its reasons come first.
    fn and(self, other: Self) -> Self {
        let verdict = self.verdict.max(other.verdict);
        let (mut first, second) =
            if other.verdict > self.verdict { (other, self) } else { (self, other) };
        for said in second.reasons {
            if !first.reasons.contains(&said) {
                first.reasons.push(said);
            }
        }
        Self { verdict, reasons: first.reasons }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stricter_of_two_holds_and_speaks_first() {
        let judged = |verdict, rule: &str| Judged {
            verdict,
            reasons: vec![(rule.to_owned(), "words".to_owned())],
        };
        let both = judged(Verdict::Ask, "a").and(judged(Verdict::Deny, "b"));
        assert_eq!(both.verdict, Verdict::Deny);
        assert_eq!(both.reasons.iter().map(|(rule, _)| rule).collect::<Vec<_>>(), ["b", "a"]);
        let same = judged(Verdict::Ask, "a").and(judged(Verdict::Ask, "a"));
        assert_eq!(same, judged(Verdict::Ask, "a"));
    }
}
