//! Text of others, made safe to print: what does not show is shown.
//!
//! INVARIANT: nothing an agent wrote reaches a terminal but through this file. What comes out
//! holds no control character, nothing that reorders a line, and nothing without a look of its
//! own, so that a person sees what bash will see.

mod table;

use std::fmt;

use unicode_width::UnicodeWidthChar;

pub(crate) use table::Hidden;
pub(crate) use table::hidden;

/// One character as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    /// The character itself.
    Plain(char),
    /// What stands for a character that cannot be printed as it is; always ASCII.
    Escaped(String),
}

/// How a text is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// As it was written: `<U+202E>` for what does not show, `\n` and `\t`, all else as it is.
    Source,
    /// As a string between double quotes, where quotes and backslashes are escaped too, so that
    /// no two texts look the same: `"\u{202e}"`.
    Literal,
}

impl Cell {
    /// How `c` is printed.
    pub(crate) fn new(c: char, form: Form) -> Self {
        match (c, form) {
            ('\n', _) => Self::Escaped(r"\n".to_owned()),
            ('\t', _) => Self::Escaped(r"\t".to_owned()),
            ('"' | '\\', Form::Literal) => Self::Escaped(format!("\\{c}")),
            _ => match (hidden(c), form) {
                (None, _) => Self::Plain(c),
                (Some(_), Form::Source) => Self::Escaped(format!("<{}>", code_point(c))),
                (Some(_), Form::Literal) => Self::Escaped(format!("\\u{{{:x}}}", u32::from(c))),
            },
        }
    }

    /// How many columns of a terminal it takes.
    pub(crate) fn columns(&self) -> usize {
        match self {
            Self::Plain(c) => c.width().unwrap_or(0),
            Self::Escaped(text) => text.len(),
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(c) => write!(f, "{c}"),
            Self::Escaped(text) => f.write_str(text),
        }
    }
}

/// The cells of `text`.
pub(crate) fn cells(text: &str, form: Form) -> impl Iterator<Item = Cell> {
    text.chars().map(move |c| Cell::new(c, form))
}

/// `text` in one line.
pub(crate) fn line(text: &str) -> String {
    cells(text, Form::Source).map(|cell| cell.to_string()).collect()
}

/// `text` with its line ends kept: for texts of ours that quote an argument.
pub(crate) fn page(text: &str) -> String {
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// The characters of `text` that do not show, with the byte each stands at.
pub(crate) fn hidden_in(text: &str) -> impl Iterator<Item = (usize, char, Hidden)> {
    text.char_indices().filter_map(|(at, c)| hidden(c).map(|kind| (at, c, kind)))
}

/// `U+202E`.
pub(crate) fn code_point(c: char) -> String {
    format!("U+{:04X}", u32::from(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literal(text: &str) -> String {
        cells(text, Form::Literal).map(|cell| cell.to_string()).collect()
    }

    #[test]
    fn ordinary_text_is_itself() {
        for text in ["ls -l", "grüße", "日本語", "🦀", "e\u{301}", "<U+202E>", r"a\nb"] {
            assert_eq!(line(text), text);
        }
    }

    #[test]
    fn what_does_not_show_is_shown() {
        assert_eq!(line("a\u{202e}b"), "a<U+202E>b");
        assert_eq!(line("\x1b[2J\x7f\u{9b}\r"), "<U+001B>[2J<U+007F><U+009B><U+000D>");
        assert_eq!(line("a\nb\tc"), r"a\nb\tc");
        assert_eq!(line("\u{e0041}\u{f8ff}"), "<U+E0041><U+F8FF>");
        assert_eq!(page("a\u{200b}\nb"), "a<U+200B>\nb");
    }

    #[test]
    fn no_two_texts_have_one_literal() {
        assert_eq!(literal("a\nb"), r"a\nb");
        assert_eq!(literal(r"a\nb"), r"a\\nb");
        assert_eq!(literal("\"\u{202e}"), r#"\"\u{202e}"#);
        assert_eq!(literal(r"\u{202e}"), r"\\u{202e}");
    }

    #[test]
    fn columns_are_those_of_the_terminal() {
        let columns = |text| cells(text, Form::Source).map(|cell| cell.columns()).sum::<usize>();
        assert_eq!(columns("abc"), 3);
        assert_eq!(columns("日本"), 4);
        assert_eq!(columns("e\u{301}"), 1);
        assert_eq!(columns("\u{200b}"), 8);
    }

    #[test]
    fn nothing_that_acts_comes_out() {
        for c in '\0'..=char::MAX {
            for form in [Form::Source, Form::Literal] {
                let shown = Cell::new(c, form).to_string();
                assert!(shown.chars().all(|c| hidden(c).is_none() && !c.is_control()), "{c:?}");
            }
        }
    }
}
