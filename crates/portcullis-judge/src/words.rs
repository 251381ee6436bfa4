//! The words for a decision: what a person is asked or told, and what a model gets back.
//!
//! A person decides better about an effect than about a spelling, so the effect comes first. A
//! model that is refused looks for another way, so it is told that the effect is what is judged.

use portcullis_shell::Limits;
use portcullis_shell::Span;
use portcullis_shell::read;

use crate::decide::Decision;
use crate::decide::Posture;
use crate::decide::Reason;
use crate::decide::Verdict;
use crate::effect::Effect;
use crate::effect::Kind;
use crate::effect::Object;
use crate::facts::Facts;
use crate::plan::Plan;

/// A call that was judged.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The command.
    pub text: &'a str,
    /// What it would do.
    pub plan: &'a Plan,
    /// What is said to that.
    pub decision: &'a Decision,
    /// How it would run.
    pub posture: Posture,
    /// Where.
    pub facts: &'a Facts,
    /// Who asks: an agent's name.
    pub agent: Option<&'a str>,
    /// Why it says it asks; nobody can check that.
    pub claim: Option<&'a str>,
    /// The id under which a person can approve it.
    pub id: Option<&'a str>,
}

/// One row of a question: what it tells, and the words. The first row has no label.
pub type Row = (&'static str, String);

/// What a person would see: a question, or the notice that something was refused. Empty when it
/// may simply run.
pub fn for_person(case: &Case<'_>) -> Vec<Row> {
    let Some(reason) = case.decision.reasons.first() else { return Vec::new() };
    let (wants, undo) = (wants(reason.kind), undo(reason.kind));
    let walls = match case.posture {
        Posture::Bare => "bare",
        Posture::Contained => "contained",
    };
    let agent = case.agent.map_or_else(|| "An agent".to_owned(), short);
    let head = match case.decision.verdict {
        Verdict::Allow => return Vec::new(),
        Verdict::Ask => format!("{agent} wants to {wants}  [{walls}]"),
        Verdict::Deny => format!("{agent} was refused: it wanted to {wants}  [{walls}]"),
    };
    let mut rows = vec![("", head), ("Text", short(case.text)), ("Does", case.does(reason))];
    if case.decision.verdict == Verdict::Ask {
        rows.push(("Opens", case.opens(reason)));
    }
    rows.push(("Undo", undo.to_owned()));
    rows.push(("Why", format!("{} (rule {}, profile guarded)", reason.words, reason.rule)));
    let others = other_rules(case.decision).into_iter();
    rows.extend(others.map(|(rule, words)| ("And", format!("{words} (rule {rule})"))));
    if let Some(claim) = case.claim {
        rows.push(("Says", format!("\"{}\" (its own words, not checked)", short(claim))));
    }
    let answers = match case.decision.verdict {
        Verdict::Allow | Verdict::Ask => "[y] once  [n] no  [d] no, and say why; nothing means no",
        Verdict::Deny => "none: no approval lifts this, and nothing ran",
    };
    rows.push(("Answer", answers.to_owned()));
    rows
}

/// What a model would get in place of output when the call did not run: refused, or asked about
/// and not approved. Empty when it may simply run.
pub fn for_model(case: &Case<'_>) -> Vec<String> {
    let Some(reason) = case.decision.reasons.first() else { return Vec::new() };
    let end = match (case.decision.verdict, case.id) {
        (Verdict::Allow, _) => return Vec::new(),
        (Verdict::Ask, None) => {
            "A person may approve this: if it is needed, stop and ask the user.".to_owned()
        }
        (Verdict::Ask, Some(id)) => format!(
            "A person may approve this: if it is needed, stop and ask the user to run: portcullis \
             approvals approve {id}"
        ),
        (Verdict::Deny, _) => "No approval lifts this.".to_owned(),
    };
    let parts = parts(case.text);
    let part = part_of(&parts, reason.span);
    let mut lines = vec![format!("REFUSED by Portcullis, nothing ran. rule={}", reason.rule)];
    lines.push(match parts.iter().position(|it| *it == part) {
        Some(at) if parts.len() > 1 => {
            let (count, text) = (parts.len(), short(part.of(case.text)));
            format!("Part: `{text}` (number {} of {count}; none of them ran)", at + 1)
        }
        _ => format!("Part: `{}`", short(part.of(case.text))),
    });
    lines.push(format!("Does: {}", case.does(reason)));
    lines.push(format!("Why: {}", reason.words));
    for (rule, words) in other_rules(case.decision) {
        lines.push(format!("And: {words} (rule={rule})"));
    }
    lines.push(
        "The effect is judged, not the spelling: another command, script or tool that does the \
         same is refused too."
            .to_owned(),
    );
    if let Some(instead) = instead(reason.kind) {
        lines.push(format!("Instead: {instead}"));
    }
    lines.push(end);
    lines.push("Do not try it again. Go on with work that does not need it.".to_owned());
    lines
}

impl Case<'_> {
    fn behind(&self, reason: &Reason) -> impl Iterator<Item = &Effect> {
        let of_it = |it: &&Effect| it.kind == reason.kind && it.span == reason.span;
        self.plan.effects.iter().filter(of_it)
    }

    /// What a yes lets through the walls.
    fn opens(&self, reason: &Reason) -> String {
        let object = self.behind(reason).map(|it| &it.object).next();
        match (self.posture, object) {
            (Posture::Bare, _) => "nothing: there are no walls".to_owned(),
            (Posture::Contained, Some(Object::Path { text, .. })) => {
                format!("the path {}, for this call", short(text))
            }
            (Posture::Contained, Some(Object::Host(Some(host)))) => {
                format!("the network to {}, for this call", short(host))
            }
            (Posture::Contained, _) => "what this call needs, for this call".to_owned(),
        }
    }

    /// What the effects behind a reason do, in one line.
    fn does(&self, reason: &Reason) -> String {
        let told: Vec<String> = self.behind(reason).map(|it| does(it, self.facts)).collect();
        match told.split_first() {
            Some((first, [])) => first.clone(),
            Some((first, rest)) => format!("{first}, and {} more of the kind", rest.len()),
            None => reason.words.to_owned(),
        }
    }
}

/// What an effect does, in words that follow "it": `deletes build`.
pub fn does(effect: &Effect, facts: &Facts) -> String {
    let (verb, anything) = verb(effect.kind);
    match &effect.object {
        Object::None | Object::Host(None) => join(verb, anything),
        Object::Path { text, .. } => join(verb, &short(inside(text, facts))),
        Object::Host(Some(host)) => join(verb, &short(host)),
        Object::Program(program) if program.is_empty() => join(verb, anything),
        Object::Program(program) => join(verb, &short(program)),
        Object::Reason(reason) => format!("{}: {}", join(verb, anything), short(reason)),
    }
}

/// A path as a person in the workspace would write it.
fn inside<'a>(path: &'a str, facts: &Facts) -> &'a str {
    match path.strip_prefix(&facts.workspace) {
        Some("") => "the workspace itself",
        Some(rest) => rest.strip_prefix('/').unwrap_or(path),
        None => path,
    }
}

/// The commands of a text, each place once, in the order of the text.
pub fn parts(text: &str) -> Vec<Span> {
    let reading = read(text, &Limits::default());
    let mut spans: Vec<Span> = reading.invocations.iter().map(|run| run.span).collect();
    spans.sort();
    spans.dedup();
    spans
}

/// The innermost of `parts` around `span`, or `span` itself when it stands in none. They are
/// sorted as [`parts`] sorts them: of those that begin last, the first to end is the innermost.
pub fn part_of(parts: &[Span], span: Span) -> Span {
    let begun = parts.partition_point(|part| part.start <= span.start);
    let mut around = parts.iter().take(begun).rev().skip_while(|part| part.end < span.end);
    let Some(first) = around.next() else { return span };
    let others = around.take_while(|part| part.start == first.start && span.end <= part.end);
    *others.last().unwrap_or(first)
}

/// The rules beside the first with their words, each once.
fn other_rules(decision: &Decision) -> Vec<(&str, &str)> {
    let mut rules: Vec<(&str, &str)> = Vec::new();
    for reason in &decision.reasons {
        if !rules.iter().any(|(rule, _)| *rule == reason.rule) {
            rules.push((reason.rule, reason.words));
        }
    }
    rules.split_off(rules.len().min(1))
}

fn join(verb: &str, object: &str) -> String {
    if object.is_empty() { verb.to_owned() } else { format!("{verb} {object}") }
}

/// As much of a text as a question has room for.
fn short(text: &str) -> String {
    let mut cut: String = text.chars().take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        cut.push('…');
    }
    cut
}

/// A verb, and its object when that is not known.
fn verb(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Read => ("reads", "files"),
        Kind::Write => ("changes", "files"),
        Kind::Delete => ("deletes", "files"),
        Kind::Execute => ("runs", "a program that is not known"),
        Kind::Project => ("runs", "the project's own code"),
        Kind::Connect => ("fetches from", "the network"),
        Kind::Publish => ("sends to", "somebody else"),
        Kind::Listen => ("opens", "a port"),
        Kind::Permissions => ("changes the permissions or the owner of", "files"),
        Kind::Privilege => ("becomes", "another user"),
        Kind::Device => ("touches", "a raw device"),
        Kind::Signal => ("signals", "processes"),
        Kind::Refs => ("changes", "git refs"),
        Kind::Discard => ("throws away", "uncommitted work"),
        Kind::Install => ("installs or removes", "packages"),
        Kind::System => ("changes the state of", "a system"),
        Kind::Destroy => ("destroys", "what nobody could bring back"),
        Kind::Secrets => ("shows", "secrets"),
        Kind::Guard => ("changes", "what guards this machine"),
        Kind::Hang => ("does not end by itself", ""),
        Kind::Opaque => ("is not understood", ""),
    }
}

fn wants(kind: Kind) -> &'static str {
    match kind {
        Kind::Read => "READ a file that is delicate",
        Kind::Write => "CHANGE files",
        Kind::Delete => "DELETE files",
        Kind::Execute => "RUN a program that is not known",
        Kind::Project => "RUN the project's own code",
        Kind::Connect => "FETCH from the network",
        Kind::Publish => "SEND something away",
        Kind::Listen => "OPEN a port",
        Kind::Permissions => "CHANGE permissions or owners",
        Kind::Privilege => "BECOME another user",
        Kind::Device => "TOUCH a raw device",
        Kind::Signal => "SIGNAL processes",
        Kind::Refs => "CHANGE git refs",
        Kind::Discard => "THROW AWAY uncommitted work",
        Kind::Install => "INSTALL or remove packages",
        Kind::System => "CHANGE the state of a system",
        Kind::Destroy => "DESTROY what nobody could bring back",
        Kind::Secrets => "SHOW secrets",
        Kind::Guard => "CHANGE what guards this machine",
        Kind::Hang => "RUN something that does not end",
        Kind::Opaque => "RUN something that is not understood",
    }
}

fn undo(kind: Kind) -> &'static str {
    match kind {
        Kind::Read | Kind::Secrets => "none: what was read is known from then on",
        Kind::Write | Kind::Delete | Kind::Permissions => "none: no checkpoint covers it",
        Kind::Connect | Kind::Publish => "none: what has left the machine stays away",
        Kind::Discard => "none: git has no copy of what was never committed",
        Kind::Refs => "by hand: git's reflog keeps the old refs for a while",
        Kind::Install => "by hand: what an installer ran has run",
        Kind::Listen | Kind::Signal | Kind::Hang => "by hand: stop it, or start it again",
        Kind::Device | Kind::Destroy => "none",
        Kind::System | Kind::Guard => "by hand, if at all",
        Kind::Execute | Kind::Project | Kind::Privilege | Kind::Opaque => {
            "not known: it may do anything"
        }
    }
}

/// What a model could do that may pass.
fn instead(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Read | Kind::Secrets => {
            Some("work without the secret, or ask the user for the one value that is needed")
        }
        Kind::Write => Some("write inside the workspace"),
        Kind::Delete => Some("delete single files of the workspace by their names"),
        Kind::Execute | Kind::Opaque => {
            Some("spell out what is to happen as plain commands, without eval and the like")
        }
        Kind::Publish => Some("prepare it and leave the sending to the user"),
        Kind::Discard => Some("`git stash` keeps the work and cleans the tree"),
        Kind::Install => Some("name the package to the user and go on with what is there"),
        Kind::Privilege => Some("find a way that works as the present user"),
        Kind::Hang => Some("bound it: a count, a timeout"),
        Kind::Project
        | Kind::Connect
        | Kind::Listen
        | Kind::Permissions
        | Kind::Device
        | Kind::Signal
        | Kind::Refs
        | Kind::System
        | Kind::Destroy
        | Kind::Guard => None,
    }
}

const LONGEST: usize = 200;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::decide;
    use crate::plan::plan;

    fn told(text: &str) -> (Vec<Row>, Vec<String>) {
        let facts = Facts {
            workspace: "/home/user/project".to_owned(),
            cwd: "/home/user/project".to_owned(),
            home: "/home/user".to_owned(),
        };
        let plan = plan(text, &facts);
        let decision = decide(&plan, Posture::Bare);
        let case = Case {
            text,
            plan: &plan,
            decision: &decision,
            posture: Posture::Bare,
            facts: &facts,
            agent: Some("claude-code"),
            claim: Some("tidy up"),
            id: Some("0197c2"),
        };
        (for_person(&case), for_model(&case))
    }

    #[test]
    fn what_may_run_needs_no_words() {
        assert_eq!(told("ls"), (Vec::new(), Vec::new()));
    }

    #[test]
    fn the_part_is_named_with_its_place() {
        let (_, model) = told("ls && rm -rf / && true");
        assert!(
            model.iter().any(|it| it.starts_with("Part: `rm -rf /` (number 2 of 3")),
            "{model:?}"
        );
        assert!(model.iter().any(|it| it == "No approval lifts this."), "{model:?}");
    }

    #[test]
    fn a_question_says_what_happens_and_whether_it_comes_back() {
        let (person, model) = told("rm -rf src");
        let row =
            |label| person.iter().find(|(it, _)| *it == label).map(|(_, words)| words.as_str());
        assert_eq!(row("Does"), Some("deletes src"));
        assert_eq!(row("Undo"), Some("none: no checkpoint covers it"));
        assert!(row("Why").is_some_and(|why| why.contains("delete.workspace")), "{person:?}");
        assert_eq!(row("Says"), Some("\"tidy up\" (its own words, not checked)"));
        assert!(row("").is_some_and(|head| head.starts_with("claude-code wants to DELETE")));
        assert!(model.iter().any(|it| it.ends_with("approvals approve 0197c2")), "{model:?}");
    }

    #[test]
    fn a_part_is_the_innermost_command() {
        let parts = parts("echo $(rm x) > y");
        assert_eq!(part_of(&parts, Span::new(10, 11)).of("echo $(rm x) > y"), "rm x");
        assert_eq!(part_of(&parts, Span::new(15, 16)).start, 0);
        assert_eq!(part_of(&[], Span::new(1, 2)), Span::new(1, 2));
        let nested = [Span::new(0, 4), Span::new(0, 9), Span::new(5, 9), Span::new(20, 21)];
        assert_eq!(part_of(&nested, Span::new(1, 2)), Span::new(0, 4));
        assert_eq!(part_of(&nested, Span::new(3, 5)), Span::new(0, 9));
        assert_eq!(part_of(&nested, Span::new(6, 7)), Span::new(5, 9));
        assert_eq!(part_of(&nested, Span::new(12, 13)), Span::new(12, 13));
    }
}
