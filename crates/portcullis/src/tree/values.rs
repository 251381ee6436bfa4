//! What words are known to expand to, and how that is told.

use std::collections::BTreeMap;

use portcullis_shell::Invocation;
use portcullis_shell::Part;
use portcullis_shell::Reading;
use portcullis_shell::Span;
use portcullis_shell::Value;

use crate::output::Line;
use crate::output::Tone;

/// The values of a reading by the words they came from, and the invocations still to be told of.
pub(super) struct Values<'a> {
    by_word: BTreeMap<Span, Vec<(usize, &'a Value)>>,
    untold: BTreeMap<Span, Vec<&'a Invocation>>,
}

impl<'a> Values<'a> {
    pub(super) fn new(reading: &'a Reading) -> Self {
        let mut by_word: BTreeMap<Span, Vec<(usize, &'a Value)>> = BTreeMap::new();
        let mut untold: BTreeMap<Span, Vec<&'a Invocation>> = BTreeMap::new();
        for (index, run) in reading.invocations.iter().enumerate() {
            // The words of derived text have the place of the command that runs it.
            if !run.derived {
                let redirects = run.redirects.iter().map(|redirect| &redirect.target);
                let assigns = run.assigns.iter().map(|(_, value)| value);
                for value in assigns.chain(&run.argv).chain(redirects) {
                    by_word.entry(value.span).or_default().push((index, value));
                }
            }
            untold.entry(run.span).or_default().push(run);
        }
        Self { by_word, untold }
    }

    /// The fields a word becomes, for each way it can go.
    pub(super) fn of(&self, word: Span) -> Vec<Vec<&'a Value>> {
        let mut ways: Vec<Vec<&'a Value>> = Vec::new();
        let values = self.by_word.get(&word).map(Vec::as_slice).unwrap_or_default();
        for run in values.chunk_by(|(one, _), (other, _)| one == other) {
            let way: Vec<_> = run.iter().map(|(_, value)| *value).collect();
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
        ways
    }

    /// Marks the invocations that are the command at `span` itself.
    pub(super) fn tell(&mut self, span: Span) {
        if let Some(runs) = self.untold.get_mut(&span) {
            runs.retain(|run| run.derived);
        }
    }

    /// Those within `span` that no row has told of yet: the text of an `eval` and its kin.
    pub(super) fn take_untold(&mut self, span: Span) -> Vec<&'a Invocation> {
        let first = Span::new(span.start, span.start);
        let last = Span::new(span.end, span.end);
        let within: Vec<Span> = self
            .untold
            .range(first..=last)
            .map(|(found, _)| *found)
            .filter(|found| found.end <= span.end)
            .collect();
        let mut untold: Vec<&'a Invocation> = Vec::new();
        for run in within.iter().filter_map(|found| self.untold.remove(found)).flatten() {
            if !untold.iter().any(|told| told.argv == run.argv) {
                untold.push(run);
            }
        }
        untold
    }
}

/// Adds the ways a word can go.
pub(super) fn add_ways(mut line: Line, ways: &[Vec<&Value>]) -> Line {
    for (index, way) in ways.iter().take(MOST_WAYS).enumerate() {
        line = line.ours(if index == 0 { "" } else { " or " }, Tone::Faint);
        line = add_fields(line, way);
    }
    if ways.len() > MOST_WAYS {
        line = line.ours(&format!(" or {} more", ways.len() - MOST_WAYS), Tone::Faint);
    }
    line
}

/// Adds fields, a comma between them.
pub(super) fn add_fields(mut line: Line, fields: &[&Value]) -> Line {
    for (index, value) in fields.iter().enumerate() {
        line = line.ours(if index == 0 { "" } else { ", " }, Tone::Faint);
        line = add_value(line, value);
    }
    line
}

/// Adds one value: known text in quotes, what is not known in words.
pub(super) fn add_value(mut line: Line, value: &Value) -> Line {
    if let Some(text) = value.known() {
        line = line.literal(text, Tone::Value);
    } else {
        for (index, part) in value.parts.iter().enumerate() {
            line = line.ours(if index == 0 { "" } else { " + " }, Tone::Faint);
            line = add_part(line, part);
        }
    }
    if value.splits { line.ours(" (any number of fields)", Tone::Faint) } else { line }
}

fn add_part(line: Line, part: &Part) -> Line {
    match part {
        Part::Text(text) => line.literal(text, Tone::Value),
        Part::OneOf(choices) => {
            let line = line.ours("one of ", Tone::Kind);
            choices.iter().enumerate().fold(line, |line, (index, choice)| {
                line.ours(if index == 0 { "" } else { " | " }, Tone::Faint)
                    .literal(choice, Tone::Value)
            })
        }
        Part::Number => line.ours("a number", Tone::Kind),
        Part::Home(user) if user.is_empty() => line.ours("home", Tone::Kind),
        Part::Home(user) => line.ours("home of ", Tone::Kind).literal(user, Tone::Value),
        Part::Variable(name) => line.ours("variable ", Tone::Kind).source(name, Tone::Value),
        Part::Glob(pattern) => line.ours("files ", Tone::Kind).literal(pattern, Tone::Value),
        Part::Unknown => line.ours("unknown", Tone::Warning),
    }
}

const MOST_WAYS: usize = 4;
