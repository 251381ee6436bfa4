//! What a text comes to: the programs it names, what is not understood, what does not show.

use portcullis_shell::Opaque;
use portcullis_shell::Reading;

use crate::excerpt;
use crate::excerpt::Place;
use crate::output::Line;
use crate::output::Tone;
use crate::seen::Seen;
use crate::visible;

/// The rows below the tree.
pub(super) fn lines(seen: &Seen<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    if !seen.script.list.items.is_empty() {
        lines.push(Line::new(0));
    }
    lines.push(programs(&seen.reading));
    lines.extend(opaque(seen.text, &seen.opaque));
    lines.extend(hidden(seen.text));
    lines
}

fn programs(reading: &Reading) -> Line {
    let line = Line::new(LABEL).ours("programs  ", Tone::Kind);
    let names = reading.programs();
    if names.is_empty() {
        return line.ours("none", Tone::Faint);
    }
    names.iter().enumerate().fold(line, |line, (index, name)| {
        let line = line.ours(if index == 0 { "" } else { " " }, Tone::Plain);
        line.name(name, Tone::Value)
    })
}

fn opaque(text: &str, places: &[Opaque]) -> Vec<Line> {
    let line = Line::new(LABEL).ours("opaque    ", Tone::Kind);
    let mut lines = vec![match places.len() {
        0 => line.ours("nothing", Tone::Faint),
        1 => line.ours("1 place", Tone::Danger),
        count => line.ours(&format!("{count} places"), Tone::Danger),
    }];
    for place in places.iter().take(MOST_PLACES) {
        let at = Place::of(text, place.span.start as usize);
        lines.push(Line::new(0));
        lines.push(
            Line::new(4).ours(&format!("{at}: "), Tone::Plain).source(&place.reason, Tone::Danger),
        );
        lines.extend(excerpt::marked(text, place.span));
    }
    if places.len() > MOST_PLACES {
        let more = format!("… and {} more places", places.len() - MOST_PLACES);
        lines.extend([Line::new(0), Line::new(0).ours(&more, Tone::Faint)]);
    }
    lines
}

/// One warning for all characters that do not show, each named once with its first place.
fn hidden(text: &str) -> Vec<Line> {
    let mut kinds: Vec<(char, visible::Hidden, usize, usize)> = Vec::new();
    let mut total = 0;
    let mut more = 0;
    for (at, c, kind) in visible::hidden_in(text) {
        total += 1;
        if let Some((.., count)) = kinds.iter_mut().find(|(known, ..)| *known == c) {
            *count += 1;
        } else if kinds.len() < MOST_KINDS {
            kinds.push((c, kind, at, 1));
        } else {
            more += 1;
        }
    }
    if total == 0 {
        return Vec::new();
    }
    let mut told: Vec<String> = kinds
        .into_iter()
        .map(|(c, kind, at, count)| {
            let times = if count == 1 { String::new() } else { format!(" {count} times, first") };
            let place = Place::of(text, at);
            format!("{} ({}){times} at {place}", visible::code_point(c), kind.name())
        })
        .collect();
    if more > 0 {
        told.push(format!("{more} others"));
    }
    let characters = if total == 1 { "character that does" } else { "characters that do" };
    let line = Line::new(4)
        .ours("warning: ", Tone::Warning)
        .ours(&format!("{total} {characters} not show: {}", told.join(", ")), Tone::Plain);
    vec![Line::new(0), line]
}

const LABEL: usize = 10;
const MOST_PLACES: usize = 20;
const MOST_KINDS: usize = 8;
