//! Arithmetic, which runs commands when a value it meets holds a subscript with one.

use super::Reader;
use super::expand::is_identifier;
use super::state::Var;
use super::state::is_number;
use crate::ast::Arith;
use crate::ast::Piece;
use crate::ast::Word;
use crate::cursor::is_name_byte;
use crate::cursor::is_name_start;
use crate::reading::Part;
use crate::span::Span;

impl Reader {
    /// Evaluates arithmetic text for what it runs and what it assigns.
    pub(super) fn arith(&mut self, arith: &Arith) {
        self.arith_word(&arith.text);
    }

    /// A word that is evaluated as arithmetic after its expansion.
    pub(super) fn arith_word(&mut self, word: &Word) {
        let parts = self.quoted(word).parts;
        self.arith_value(&parts, word.span);
        match assigned(word) {
            Assigned::These(names) => {
                for (name, always) in names {
                    if always {
                        self.assign_var(&name, Var::Scalar(vec![Part::Number]), word.span);
                    } else {
                        self.state.forget(&name, true);
                    }
                }
            }
            Assigned::Anything => self.state.forget_all(),
        }
    }

    /// Looks at the text arithmetic would evaluate: names in it are evaluated in turn.
    pub(super) fn arith_value(&mut self, parts: &[Part], span: Span) {
        if !self.is_plain_arith(parts) {
            self.doubt(span, "arithmetic on a value that is not known");
        }
    }

    fn is_plain_arith(&self, parts: &[Part]) -> bool {
        if is_number(parts) {
            return true;
        }
        let mut before = "";
        parts.iter().enumerate().all(|(at, part)| {
            // A name that is put together from pieces could be any name.
            let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let behind = match parts.get(at + 1) {
                Some(Part::Text(text)) => text.starts_with(word),
                Some(_) => true,
                None => false,
            };
            let alone = part == &Part::Number && !before.ends_with(word);
            let glued = before.ends_with(word)
                && before.contains(|c: char| c.is_ascii_alphabetic())
                || (behind && !alone);
            before = "";
            match part {
                Part::Number | Part::Variable(_) => !glued,
                Part::Text(text) => {
                    before = text;
                    self.is_plain_text(text)
                }
                Part::OneOf(texts) => !glued && texts.iter().all(|text| self.is_plain_text(text)),
                Part::Home(_) => true,
                Part::Glob(_) | Part::Unknown => false,
            }
        })
    }

    fn is_plain_text(&self, text: &str) -> bool {
        if text.contains(['$', '`']) {
            return false;
        }
        identifiers(text).all(|(_, name)| match self.state.get(name) {
            // A name that leads to other text could assign or run something there.
            Var::Scalar(parts) => {
                let outside = |part: &Part| matches!(part, Part::Variable(_) | Part::Number);
                let plain = is_number(&parts) || parts.iter().all(outside);
                plain && !self.state.names().arrays.contains(name)
            }
            Var::Array(elements) => elements.iter().all(|element| is_number(element)),
            Var::Unknown => false,
        })
    }

    /// The name a builtin was given for a variable: a subscript in it is evaluated.
    pub(super) fn variable_name(&mut self, parts: &[Part], span: Span) -> Option<String> {
        match parts {
            [Part::Text(text)] if is_identifier(text) => Some(text.clone()),
            [Part::Text(text)] if !text.contains('[') => None,
            [Part::Text(text)] => {
                let (name, subscript) = text.split_once('[').unwrap_or((text, ""));
                let plain = subscript.trim_end_matches(']').to_owned();
                self.arith_value(&[Part::Text(plain)], span);
                let name = name.to_owned();
                self.assign_var(&name, Var::Unknown, span);
                None
            }
            _ => {
                self.doubt(span, "a variable whose name is not known");
                self.state.forget_all();
                None
            }
        }
    }
}

/// What arithmetic assigns.
pub(super) enum Assigned {
    /// These names; the flag says whether it always happens.
    These(Vec<(String, bool)>),
    /// A name that is only known when it runs.
    Anything,
}

/// The variables that arithmetic text assigns.
pub(super) fn assigned(word: &Word) -> Assigned {
    let mut text = String::new();
    for piece in &word.pieces {
        match piece {
            Piece::Literal(part) | Piece::Quoted(part) => text.push_str(part),
            // A character that no name and no operator has.
            _ => text.push('\u{1}'),
        }
    }
    let always = !text.contains("&&") && !text.contains("||") && !text.contains('?');
    let mut names = Vec::new();
    for (from, name) in identifiers(&text) {
        let before = text.get(..from).unwrap_or("").trim_end();
        let after = text.get(from + name.len()..).unwrap_or("").trim_start();
        let subscripted = after.starts_with('[');
        let target = if subscripted { after.rsplit(']').next().unwrap_or("") } else { after };
        if before.ends_with("++")
            || before.ends_with("--")
            || target.starts_with("++")
            || target.starts_with("--")
            || is_assignment(target.trim_start())
        {
            names.push((name.to_owned(), always && !subscripted));
        }
    }
    let dynamic = text.split('\u{1}').skip(1).any(|after| {
        let after = after.trim_start();
        is_assignment(after) || after.starts_with("++") || after.starts_with("--")
    });
    if dynamic { Assigned::Anything } else { Assigned::These(names) }
}

fn is_assignment(after: &str) -> bool {
    let rest = OPERATORS.iter().find_map(|op| after.strip_prefix(op)).unwrap_or(after);
    rest.starts_with('=') && !(rest.starts_with("==") && rest.len() == after.len())
}

/// The names in arithmetic text and where they stand, numbers such as `0x1f` and `16#ff` left out.
fn identifiers(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + text.bytes().skip(at).position(is_name_byte)?;
            let rest = text.get(start..)?;
            let number = !rest.bytes().next().is_some_and(is_name_start);
            let belongs = |byte: u8| is_name_byte(byte) || (number && matches!(byte, b'#' | b'@'));
            let length = rest.bytes().position(|byte| !belongs(byte)).unwrap_or(rest.len());
            at = start + length;
            if !number {
                return Some((start, rest.get(..length)?));
            }
        }
    })
}

const OPERATORS: &[&str] = &["<<", ">>", "+", "-", "*", "/", "%", "&", "^", "|"];
