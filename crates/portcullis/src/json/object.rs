//! Compact JSON, written from left to right: no tree of it is held, and the order is ours.
//!
//! INVARIANT: what does not show is written as `\u202e`, so that a terminal may have the output.

use std::fmt::Write;

use crate::visible;

/// An object that is being written.
pub(super) struct Object<'a> {
    out: &'a mut String,
    empty: bool,
}

/// The object that `fill` writes, as text.
pub(super) fn object(fill: impl FnOnce(&mut Object<'_>)) -> String {
    let mut out = String::new();
    nested(&mut out, fill);
    out
}

fn nested(out: &mut String, fill: impl FnOnce(&mut Object<'_>)) {
    out.push('{');
    fill(&mut Object { out, empty: true });
    out.push('}');
}

impl Object<'_> {
    /// A field without parts.
    pub(super) fn field(&mut self, name: &str, value: impl Scalar) {
        self.name(name);
        value.write(self.out);
    }

    /// A field that is an object.
    pub(super) fn object(&mut self, name: &str, fill: impl FnOnce(&mut Object<'_>)) {
        self.name(name);
        nested(self.out, fill);
    }

    /// A field that is an object, or null.
    pub(super) fn optional<T>(
        &mut self,
        name: &str,
        value: Option<T>,
        fill: impl FnOnce(&mut Object<'_>, T),
    ) {
        match value {
            Some(value) => self.object(name, |object| fill(object, value)),
            None => self.field(name, None::<&str>),
        }
    }

    /// A field that is a list of objects.
    pub(super) fn objects<T>(
        &mut self,
        name: &str,
        items: impl IntoIterator<Item = T>,
        mut fill: impl FnMut(&mut Object<'_>, T),
    ) {
        self.list(name, items, |out, item| nested(out, |object| fill(object, item)));
    }

    /// A field that is a list of things without parts.
    pub(super) fn scalars<T: Scalar>(&mut self, name: &str, items: impl IntoIterator<Item = T>) {
        self.list(name, items, |out, item| item.write(out));
    }

    fn list<T>(
        &mut self,
        name: &str,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut String, T),
    ) {
        self.name(name);
        self.out.push('[');
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            write(self.out, item);
        }
        self.out.push(']');
    }

    fn name(&mut self, name: &str) {
        if !std::mem::take(&mut self.empty) {
            self.out.push(',');
        }
        name.write(self.out);
        self.out.push(':');
    }
}

/// What is one token in JSON.
pub(super) trait Scalar {
    /// Appends it.
    fn write(self, out: &mut String);
}

impl Scalar for &str {
    fn write(self, out: &mut String) {
        out.push('"');
        for c in self.chars() {
            match c {
                '"' | '\\' => out.extend(['\\', c]),
                '\n' => out.push_str("\\n"),
                '\t' => out.push_str("\\t"),
                _ if visible::hidden(c).is_some() => escape(c, out),
                _ => out.push(c),
            }
        }
        out.push('"');
    }
}

fn escape(c: char, out: &mut String) {
    for unit in c.encode_utf16(&mut [0; 2]) {
        // Writing into a String cannot fail.
        let _ = write!(out, "\\u{unit:04x}");
    }
}

/// JSON that somebody else wrote, without line ends.
pub(super) struct Raw<'a>(pub(super) &'a str);

impl Scalar for Raw<'_> {
    /// What does not show can only stand inside a string, but for the white space around values.
    fn write(self, out: &mut String) {
        for c in self.0.chars() {
            match c {
                '\n' | '\r' | '\t' => out.push(' '),
                _ if visible::hidden(c).is_some() => escape(c, out),
                _ => out.push(c),
            }
        }
    }
}

impl Scalar for char {
    fn write(self, out: &mut String) {
        (&*self.encode_utf8(&mut [0; 4])).write(out);
    }
}

impl Scalar for bool {
    fn write(self, out: &mut String) {
        out.push_str(if self { "true" } else { "false" });
    }
}

impl Scalar for u32 {
    fn write(self, out: &mut String) {
        let _ = write!(out, "{self}");
    }
}

impl Scalar for usize {
    fn write(self, out: &mut String) {
        let _ = write!(out, "{self}");
    }
}

impl<T: Scalar> Scalar for Option<T> {
    fn write(self, out: &mut String) {
        match self {
            Some(value) => value.write(out),
            None => out.push_str("null"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_forms() {
        let text = object(|it| {
            it.field("a", 1_u32);
            it.field("b", None::<u32>);
            it.object("c", |it| it.field("d", true));
            it.object("e", |_| {});
            it.objects("f", [1_usize, 2], |it, n| it.field("n", n));
            it.scalars("g", ["x", "y"]);
            it.scalars("h", None::<bool>);
            it.optional("i", None::<u32>, |_, _| {});
            it.optional("j", Some("k"), |it, text| it.field("l", text));
        });
        assert_eq!(
            text,
            r#"{"a":1,"b":null,"c":{"d":true},"e":{},"f":[{"n":1},{"n":2}],"g":["x","y"],"h":[],"i":null,"j":{"l":"k"}}"#
        );
    }

    #[test]
    fn what_others_wrote_stays_what_it_was() {
        let raw = "{\"a\u{202e}\u{7f}\" :\t[1e999]}";
        let json = object(|it| it.field("id", Raw(raw)));
        assert_eq!(json, "{\"id\":{\"a\\u202e\\u007f\" : [1e999]}}");
    }

    #[test]
    fn every_character_comes_back() {
        let text: String = ('\0'..=char::MAX).collect();
        let json = object(|it| it.field("text", text.as_str()));
        assert!(json.chars().all(|c| visible::hidden(c).is_none() && !c.is_control()));
        let back: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
        assert!(back["text"] == text);
    }
}
