//! A place in a text: its line and column, and the line itself with a mark under it.

use std::fmt;

use portcullis_shell::Span;

use crate::output::Line;
use crate::output::Tone;
use crate::output::WIDTH;
use crate::visible;
use crate::visible::Cell;
use crate::visible::Form;

/// Line and column, both counted from 1; columns are characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    line: usize,
    column: usize,
}

impl Place {
    /// Where byte `at` of `text` stands.
    pub(crate) fn of(text: &str, at: usize) -> Self {
        let before = text.get(..at).unwrap_or(text);
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        Self { line, column }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The line `span` begins in, as much of it as fits, and a mark under what belongs to the span.
pub(crate) fn marked(text: &str, span: Span) -> [Line; 2] {
    let (before, inside, after) = split(text, span);
    let mut left = cells(before);
    let mut marked = cells(inside);
    let mut right = cells(after);

    let cut = columns(&left) + columns(&marked) + columns(&right) > ROOM;
    if cut {
        left = last_columns(left, CONTEXT);
        marked = first_columns(marked, ROOM - 2 - columns(&left));
        right = first_columns(right, ROOM - 2 - columns(&left) - columns(&marked));
    }
    let (head, tail) = (
        if cut && shorter(&left, before) { "…" } else { "" },
        if cut && (shorter(&marked, inside) || shorter(&right, after)) { "…" } else { "" },
    );

    let indent = head.chars().count() + columns(&left);
    let mark: String =
        std::iter::once('^').chain(std::iter::repeat_n('~', columns(&marked).max(1) - 1)).collect();
    [
        Line::new(GUTTER.len())
            .ours(GUTTER, Tone::Faint)
            .ours(head, Tone::Faint)
            .add(left, Tone::Plain)
            .add(marked, Tone::Plain)
            .add(right, Tone::Plain)
            .ours(tail, Tone::Faint),
        Line::new(GUTTER.len())
            .ours(GUTTER, Tone::Faint)
            .ours(&" ".repeat(indent), Tone::Plain)
            .ours(&mark, Tone::Danger),
    ]
}

/// The line around the beginning of `span`: before it, in it, after it. A line has no end that
/// must be near, so only the bytes that could be shown are looked at.
fn split(text: &str, span: Span) -> (&str, &str, &str) {
    let start = text.floor_char_boundary(span.start as usize);
    let end = text.ceil_char_boundary(span.end as usize).max(start);
    let (head, tail) = text.split_at(start);
    let head = head.get(head.ceil_char_boundary(head.len().saturating_sub(REACH))..).unwrap_or("");
    let before = head.rsplit('\n').next().unwrap_or("");
    let line = tail.get(..tail.floor_char_boundary(REACH)).unwrap_or(tail);
    let line = line.split('\n').next().unwrap_or("");
    let (inside, after) = line.split_at(line.floor_char_boundary(end - start));
    (before, inside, after)
}

fn cells(text: &str) -> Vec<Cell> {
    visible::cells(text, Form::Source).collect()
}

fn columns(cells: &[Cell]) -> usize {
    cells.iter().map(Cell::columns).sum()
}

fn shorter(cells: &[Cell], text: &str) -> bool {
    cells.len() < text.chars().count()
}

fn first_columns(mut cells: Vec<Cell>, room: usize) -> Vec<Cell> {
    let mut used = 0;
    let fits = cells.iter().take_while(|cell| {
        used += cell.columns();
        used <= room
    });
    cells.truncate(fits.count());
    cells
}

fn last_columns(mut cells: Vec<Cell>, room: usize) -> Vec<Cell> {
    cells.reverse();
    let mut cells = first_columns(cells, room);
    cells.reverse();
    cells
}

const GUTTER: &str = "  | ";
const ROOM: usize = WIDTH - GUTTER.len();
/// What is kept before the mark when the line is too long.
const CONTEXT: usize = 24;
/// How many bytes around the mark can be of use: even a line of wide text shows fewer.
const REACH: usize = 4096;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::Ink;

    fn shown(text: &str, start: u32, end: u32) -> String {
        let lines = marked(text, Span::new(start, end));
        lines.iter().map(|line| line.render(WIDTH, Ink::Plain)).collect()
    }

    #[test]
    fn places_count_from_one() {
        let place = |at| Place::of("ab\nçd", at).to_string();
        assert_eq!([place(0), place(2), place(3), place(5)], ["1:1", "1:3", "2:1", "2:2"]);
        assert_eq!(place(99), "2:3");
    }

    #[test]
    fn the_mark_is_under_its_text() {
        assert_eq!(shown("echo hi; 'abc", 9, 13), "  | echo hi; 'abc\n  |          ^~~~\n");
        assert_eq!(shown("a\nbcd\ne", 3, 5), "  | bcd\n  |  ^~\n");
        assert_eq!(shown("日本 x", 7, 8), "  | 日本 x\n  |      ^\n");
        assert_eq!(shown("e\u{301} x", 4, 5), "  | e\u{301} x\n  |   ^\n");
        assert_eq!(shown("\u{202e} x", 4, 5), "  | <U+202E> x\n  |          ^\n");
    }

    #[test]
    fn an_end_without_text_has_a_mark_too() {
        assert_eq!(shown("a |", 3, 3), "  | a |\n  |    ^\n");
        assert_eq!(shown("", 0, 0), "  | \n  | ^\n");
        assert_eq!(shown("ab", 7, 9), "  | ab\n  |   ^\n");
    }

    #[test]
    fn several_lines_are_marked_in_the_first() {
        assert_eq!(shown("a 'b\nc'", 2, 7), "  | a 'b\n  |   ^~\n");
    }

    #[test]
    fn a_long_line_is_cut_around_the_mark() {
        let text = format!("{} bad {}", "x".repeat(9000), "y".repeat(9000));
        let shown = shown(&text, 9001, 9004);
        let [line, mark] = shown.lines().collect::<Vec<_>>()[..] else { panic!("{shown}") };
        assert_eq!(line, format!("  | …{} bad {}…", "x".repeat(23), "y".repeat(46)));
        assert_eq!(mark, format!("  | {}^~~", " ".repeat(25)));
        assert!(line.chars().count() <= WIDTH);
    }
}
