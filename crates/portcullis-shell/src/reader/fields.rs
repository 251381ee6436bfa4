//! Fields under construction: splitting, joining, lists.

use std::borrow::Cow;

use crate::reading::Part;
use crate::reading::Value;
use crate::span::Span;

/// Fields under construction.
pub(super) struct Fields {
    pub(super) span: Span,
    pub(super) separators: Option<Cow<'static, str>>,
    pub(super) done: Vec<Value>,
    pub(super) parts: Vec<Part>,
    /// The current field exists even if it has no parts: it was quoted.
    pub(super) started: bool,
    pub(super) splits: bool,
}

impl Fields {
    pub(super) fn new(span: Span, separators: Option<Cow<'static, str>>) -> Self {
        Self {
            span,
            separators,
            done: Vec::new(),
            parts: Vec::new(),
            started: false,
            splits: false,
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        self.started = true;
        match self.parts.last_mut() {
            _ if text.is_empty() => {}
            Some(Part::Text(last)) => last.push_str(text),
            _ => self.parts.push(Part::Text(text.to_owned())),
        }
    }

    pub(super) fn part(&mut self, part: Part) {
        match part {
            Part::Text(text) => self.text(&text),
            other => {
                self.started = true;
                self.parts.push(other);
            }
        }
    }

    /// Unquoted text of the word itself: patterns are active. `closes` when a bracket may be one.
    pub(super) fn literal(&mut self, text: &str, closes: bool) {
        let mut rest = text;
        let active = |c: char| matches!(c, '*' | '?') || (c == '[' && closes);
        while let Some(at) = rest.find(active) {
            let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
            self.text(before);
            let mut chars = from.chars();
            self.parts.extend(chars.next().map(|c| Part::Glob(c.to_string())));
            self.splits = true;
            rest = chars.as_str();
        }
        self.text(rest);
    }

    /// The result of an expansion.
    pub(super) fn expansion(&mut self, parts: &[Part], quotes: Quotes) {
        for part in parts {
            match (part, quotes) {
                (_, Quotes::Double) => self.part(part.clone()),
                (Part::Number | Part::Home(_), Quotes::None) => {
                    self.part(part.clone());
                    self.splits |= !self.is_usual();
                }
                (Part::Text(text), Quotes::None) => self.split(text),
                (Part::OneOf(texts), Quotes::None) => {
                    let plain = |text: &String| !text.is_empty() && !self.is_active(text);
                    if texts.iter().all(plain) {
                        self.part(part.clone());
                    } else {
                        self.part(Part::Unknown);
                        self.splits = true;
                    }
                }
                (Part::Variable(_) | Part::Glob(_) | Part::Unknown, Quotes::None) => {
                    self.part(part.clone());
                    self.splits = true;
                }
            }
        }
    }

    /// Whether fields are split at blanks and newlines.
    fn is_usual(&self) -> bool {
        self.separators.as_deref() == Some(" \t\n")
    }

    pub(super) fn is_active(&self, text: &str) -> bool {
        let separators = self.separators.as_deref();
        text.contains(['*', '?', '[', '\\', '('])
            || separators.is_none_or(|separators| text.contains(|c| separators.contains(c)))
    }

    /// Word splitting of known text.
    pub(super) fn split(&mut self, text: &str) {
        let separators = self.separators.clone().unwrap_or_default();
        // Other separators than blanks have rules of their own.
        if !self.is_usual() && !self.separators.as_ref().is_some_and(|text| text.is_empty()) {
            self.part(Part::Unknown);
            self.splits = true;
            return;
        }
        for c in text.chars() {
            if separators.contains(c) {
                if !c.is_ascii_whitespace() {
                    self.started = true;
                }
                self.cut();
            } else if matches!(c, '*' | '?' | '[' | '\\' | '(') {
                self.part(Part::Glob(c.to_string()));
                self.splits = true;
            } else {
                self.text(c.encode_utf8(&mut [0; 4]));
            }
        }
    }

    /// `"$@"` and its kin: a field an element, the first joined to what stands before it.
    pub(super) fn elements(&mut self, elements: &Elements, star: bool, quotes: Quotes) {
        let joined = star && quotes == Quotes::Double;
        let list = match elements {
            Elements::These(list) => list,
            Elements::Any(part) => {
                self.part(part.clone());
                self.splits |= !joined;
                return;
            }
        };
        for (index, element) in list.iter().enumerate() {
            if index > 0 && !joined {
                self.cut();
            } else if index > 0 {
                match self.separators.as_ref().map(|text| text.chars().next()) {
                    Some(Some(c)) => self.text(c.encode_utf8(&mut [0; 4])),
                    Some(None) => {}
                    None => self.part(Part::Unknown),
                }
            }
            self.started |= quotes == Quotes::Double;
            self.expansion(element, quotes);
        }
    }

    pub(super) fn cut(&mut self) {
        if self.started {
            let parts = std::mem::take(&mut self.parts);
            self.done.push(Value { span: self.span, parts, splits: self.splits });
        }
        self.started = false;
        self.splits = false;
    }

    pub(super) fn finish(mut self) -> Vec<Value> {
        self.cut();
        self.done
    }

    /// All fields as one text.
    pub(super) fn joined(mut self) -> Vec<Part> {
        let mut parts = Vec::new();
        self.cut();
        let several = self.done.len() > 1;
        for value in self.done {
            if several && !parts.is_empty() {
                parts.push(Part::Text(" ".to_owned()));
            }
            parts.extend(value.parts);
        }
        merge(parts)
    }
}

pub(super) fn merge(parts: Vec<Part>) -> Vec<Part> {
    let mut merged: Vec<Part> = Vec::new();
    for part in parts {
        match (part, merged.last_mut()) {
            (Part::Text(text), Some(Part::Text(last))) => last.push_str(&text),
            (part, _) => merged.push(part),
        }
    }
    merged
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quotes {
    None,
    Double,
}

/// What a list of fields is known to be.
pub(super) enum Elements {
    These(Vec<Vec<Part>>),
    /// Any number of fields of this kind.
    Any(Part),
}
