//! The reports of `check` and `explain`: a verdict, and what led to it.

use portcullis_judge::Effect;
use portcullis_judge::Object as Target;
use portcullis_judge::Reason;
use portcullis_shell::Opaque;

use super::SCHEMA;
use super::bounds;
use super::object;
use super::object::Object;
use super::object::Raw;
use crate::judged::Judged;
use crate::judged::Planned;

/// The object of `check --json`, its line end included.
pub(crate) fn verdict(judged: &Judged) -> String {
    ended(object::object(|it| {
        it.field("schema", SCHEMA);
        outcome(it, judged);
    }))
}

/// One answer of `check --jsonl`, its line end included.
pub(crate) fn answer(id: &str, judged: &Result<Judged, String>) -> String {
    ended(object::object(|it| {
        it.field("id", Raw(id));
        match judged {
            Ok(judged) => outcome(it, judged),
            Err(problem) => {
                it.field("verdict", "deny");
                said(it, &[("malformed".to_owned(), problem.clone())]);
                it.field("error", problem.as_str());
            }
        }
    }))
}

/// The object of `explain --json`, its line end included.
pub(crate) fn explanation(planned: &Planned, opaque: &[Opaque]) -> String {
    let (plan, decision) = (&planned.plan, &planned.decision);
    ended(object::object(|it| {
        it.field("schema", SCHEMA);
        it.field("verdict", decision.verdict.name());
        it.scalars("programs", plan.programs.iter().map(String::as_str));
        it.objects("effects", &plan.effects, effect);
        it.objects("opaque", opaque, |it, place| {
            bounds(it, place.span);
            it.field("reason", place.reason.as_str());
        });
        it.objects("reasons", &decision.reasons, reason);
    }))
}

fn outcome(it: &mut Object<'_>, judged: &Judged) {
    it.field("verdict", judged.verdict.name());
    said(it, &judged.reasons);
}

fn said(it: &mut Object<'_>, reasons: &[(String, String)]) {
    it.objects("reasons", reasons, |it, (rule, words)| {
        it.field("rule", rule.as_str());
        it.field("reason", words.as_str());
    });
    it.scalars("destructive", None::<&str>);
    it.scalars("sensitive", None::<&str>);
}

fn effect(it: &mut Object<'_>, effect: &Effect) {
    it.field("kind", effect.kind.name());
    let (object, note) = match &effect.object {
        Target::None | Target::Host(None) => (None, None),
        Target::Path { text, .. } => (Some(text.as_str()), None),
        Target::Host(Some(text)) | Target::Program(text) => (Some(text.as_str()), None),
        Target::Reason(reason) => (None, Some(reason.as_str())),
    };
    it.field("object", object);
    if note.is_some() {
        it.field("note", note);
    }
    bounds(it, effect.span);
}

fn reason(it: &mut Object<'_>, reason: &Reason) {
    it.field("rule", reason.rule);
    it.field("reason", reason.words);
    it.field("verdict", reason.verdict.name());
    it.field("kind", reason.kind.name());
    bounds(it, reason.span);
}

fn ended(mut line: String) -> String {
    line.push('\n');
    line
}
