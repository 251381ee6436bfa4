//! One line of a report: cells with a tone each, wrapped where the terminal ends.

use std::fmt::Write;

use anstyle::AnsiColor;
use anstyle::Style;

use super::Ink;
use crate::visible;
use crate::visible::Cell;
use crate::visible::Form;

/// What a stretch of text is, and so how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Nothing special.
    Plain,
    /// Beside the point: places, joints.
    Faint,
    /// Names of ours.
    Kind,
    /// What is known.
    Value,
    /// Look here.
    Warning,
    /// Not understood, or wrong.
    Danger,
    /// Stands for a character that does not show.
    Escape,
}

/// A line that grows to the right.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    cells: Vec<(Cell, Tone)>,
    hang: usize,
}

impl Line {
    /// An empty line; where it is wrapped, it goes on `hang` columns from the left.
    pub(crate) fn new(hang: usize) -> Self {
        Self { cells: Vec::new(), hang }
    }

    /// Adds words of ours.
    #[must_use]
    pub(crate) fn ours(self, text: &str, tone: Tone) -> Self {
        self.source(text, tone)
    }

    /// Adds text as it was written.
    #[must_use]
    pub(crate) fn source(self, text: &str, tone: Tone) -> Self {
        self.add(visible::cells(text, Form::Source), tone)
    }

    /// Adds text as a string between double quotes.
    #[must_use]
    pub(crate) fn literal(self, text: &str, tone: Tone) -> Self {
        self.ours("\"", tone).add(visible::cells(text, Form::Literal), tone).ours("\"", tone)
    }

    /// Adds text that stands among others: between quotes only where it would not be clear
    /// otherwise.
    #[must_use]
    pub(crate) fn name(self, text: &str, tone: Tone) -> Self {
        let clear = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '\'' | '\\');
        if !text.is_empty() && text.chars().all(clear) {
            self.source(text, tone)
        } else {
            self.literal(text, tone)
        }
    }

    /// Adds cells: those that stand for a hidden character look so, the rest as `tone` says.
    #[must_use]
    pub(crate) fn add(mut self, cells: impl IntoIterator<Item = Cell>, tone: Tone) -> Self {
        self.cells.extend(cells.into_iter().map(|cell| match &cell {
            Cell::Plain(_) => (cell, tone),
            Cell::Escaped(_) => (cell, Tone::Escape),
        }));
        self
    }

    /// How many columns it takes so far.
    pub(crate) fn columns(&self) -> usize {
        self.cells.iter().map(|(cell, _)| cell.columns()).sum()
    }

    /// The line as it is printed, its line end included.
    pub(crate) fn render(&self, width: usize, ink: Ink) -> String {
        let mut text = String::new();
        for (index, row) in self.rows(width).into_iter().enumerate() {
            if index > 0 {
                text.extend(std::iter::repeat_n(' ', self.hang));
            }
            paint(row, ink, &mut text);
            text.push('\n');
        }
        text
    }

    /// Cuts at the last space near the end, or else where the width is used up.
    fn rows(&self, width: usize) -> Vec<&[(Cell, Tone)]> {
        let mut rows = Vec::new();
        let mut rest = self.cells.as_slice();
        let mut room = width;
        loop {
            let fits = fitting(rest, room);
            if fits == rest.len() {
                rows.push(rest);
                return rows;
            }
            let fits = fits.max(1);
            let nearest = fits.saturating_sub(LONGEST_WORD);
            let space = (nearest.max(1)..=fits)
                .rev()
                .find(|&at| rest.get(at).is_some_and(|(cell, _)| *cell == Cell::Plain(' ')));
            let (end, next) = space.map_or((fits, fits), |at| (at, at + 1));
            let (row, after) = rest.split_at(end);
            rows.push(row);
            rest = after.get(next - end..).unwrap_or_default();
            room = width.saturating_sub(self.hang).max(NARROWEST);
        }
    }
}

/// How many of `cells` fit into `room` columns.
fn fitting(cells: &[(Cell, Tone)], room: usize) -> usize {
    let mut used = 0;
    cells
        .iter()
        .position(|(cell, _)| {
            used += cell.columns();
            used > room
        })
        .unwrap_or(cells.len())
}

fn paint(row: &[(Cell, Tone)], ink: Ink, text: &mut String) {
    for run in row.chunk_by(|(_, one), (_, other)| one == other) {
        let style = match (ink, run) {
            (Ink::Color, [(_, tone), ..]) => style(*tone),
            _ => Style::new(),
        };
        // Writing into a String cannot fail.
        let _ = write!(text, "{style}");
        for (cell, _) in run {
            let _ = write!(text, "{cell}");
        }
        let _ = write!(text, "{style:#}");
    }
}

fn style(tone: Tone) -> Style {
    match tone {
        Tone::Plain => Style::new(),
        Tone::Faint => Style::new().dimmed(),
        Tone::Kind => AnsiColor::Cyan.on_default(),
        Tone::Value => AnsiColor::Green.on_default(),
        Tone::Warning => AnsiColor::Yellow.on_default().bold(),
        Tone::Danger => AnsiColor::Red.on_default().bold(),
        Tone::Escape => AnsiColor::Magenta.on_default(),
    }
}

const LONGEST_WORD: usize = 24;
const NARROWEST: usize = 20;

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(line: &Line, width: usize) -> String {
        line.render(width, Ink::Plain)
    }

    #[test]
    fn a_line_that_fits_is_one_row() {
        let line = Line::new(4).ours("kind  ", Tone::Kind).literal("a\"b", Tone::Value);
        assert_eq!(plain(&line, 80), "kind  \"a\\\"b\"\n");
        assert_eq!(plain(&Line::new(0), 80), "\n");
    }

    #[test]
    fn a_long_line_goes_on_below() {
        let line = Line::new(2).source("one two three four five six seven eight", Tone::Plain);
        assert_eq!(plain(&line, 24), "one two three four five\n  six seven eight\n");
        let line = Line::new(1).source(&"x".repeat(50), Tone::Plain);
        let (a, b) = ("x".repeat(24), "x".repeat(23));
        assert_eq!(plain(&line, 24), format!("{a}\n {b}\n xxx\n"));
    }

    #[test]
    fn wide_characters_count_twice() {
        let line = Line::new(0).source(&"日".repeat(13), Tone::Plain);
        assert_eq!(plain(&line, 20), format!("{}\n{}\n", "日".repeat(10), "日".repeat(3)));
    }

    #[test]
    fn colour_is_closed_again() {
        let line = Line::new(0).ours("a", Tone::Value).source("\x1b", Tone::Plain);
        assert_eq!(
            line.render(80, Ink::Color),
            "\u{1b}[32ma\u{1b}[0m\u{1b}[35m<U+001B>\u{1b}[0m\n"
        );
    }

    #[test]
    fn a_hang_wider_than_the_terminal_still_ends() {
        let line = Line::new(100).source(&"x".repeat(50), Tone::Plain);
        assert_eq!(plain(&line, 20).lines().count(), 3);
    }
}
