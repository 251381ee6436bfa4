//! One line of `check --jsonl`: a call to be judged, as JSON.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::net::IpAddr;

use portcullis_judge::Argument;
use serde_core::Deserialize;
use serde_core::Deserializer;
use serde_core::de::MapAccess;
use serde_core::de::Visitor;
use serde_json::value::RawValue;

/// What one line asks.
#[derive(Debug)]
pub(crate) struct Request {
    /// The id as it was written; `null` when there was none.
    pub(crate) id: String,
    /// The call, or what is wrong with the line.
    pub(crate) call: Result<Call, String>,
}

/// A call to be judged.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Call {
    /// What is called.
    pub(crate) asked: Asked,
    /// Where, when the line says so: from `/`.
    pub(crate) cwd: Option<String>,
}

/// What is called.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// A shell text.
    Command(String),
    /// A URL, and the addresses its name has when they are known.
    Url(String, Option<Vec<IpAddr>>),
    /// A tool with its arguments.
    Tool(String, Vec<(String, Argument)>),
}

impl Request {
    /// Reads a line. Whatever is wrong with it, there is an answer to it.
    pub(crate) fn read(line: &[u8]) -> Self {
        let nameless = |problem: String| Self { id: "null".to_owned(), call: Err(problem) };
        let Ok(text) = std::str::from_utf8(line) else {
            return nameless("the line is not UTF-8".to_owned());
        };
        match serde_json::from_str::<Fields<'_>>(text) {
            Err(error) => nameless(format!("the line is not a JSON object: {error}")),
            Ok(fields) => {
                Self { id: fields.get("id").unwrap_or("null").to_owned(), call: fields.call() }
            }
        }
    }

    /// The answer to a line that was too long to be read.
    pub(crate) fn too_long(limit: u64) -> Self {
        let problem = format!("the line is longer than {} MiB", limit >> 20);
        Self { id: "null".to_owned(), call: Err(problem) }
    }
}

/// The fields of an object, unread.
struct Fields<'a> {
    fields: BTreeMap<String, &'a RawValue>,
    /// A name that is there twice: which of them others would take is not known.
    twice: Option<String>,
}

impl Fields<'_> {
    fn get(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(|value| value.get())
    }

    fn call(&self) -> Result<Call, String> {
        if let Some(name) = &self.twice {
            return Err(format!("\"{name}\" is there twice"));
        }
        let asked = match (self.get("command"), self.get("url"), self.get("tool")) {
            (Some(command), None, None) => Asked::Command(text("command", command)?),
            (None, Some(url), None) => Asked::Url(text("url", url)?, self.addresses()?),
            (None, None, Some(tool)) => Asked::Tool(text("tool", tool)?, self.input()?),
            (None, None, None) => {
                return Err("none of \"command\", \"url\" and \"tool\" is there".to_owned());
            }
            _ => return Err("only one of \"command\", \"url\" and \"tool\" can be".to_owned()),
        };
        Ok(Call { asked, cwd: self.cwd()? })
    }

    fn cwd(&self) -> Result<Option<String>, String> {
        match self.given("cwd") {
            None => Ok(None),
            Some(raw) => match text("cwd", raw)? {
                cwd if cwd.starts_with('/') => Ok(Some(cwd)),
                _ => Err("\"cwd\" does not begin with /".to_owned()),
            },
        }
    }

    fn addresses(&self) -> Result<Option<Vec<IpAddr>>, String> {
        let Some(raw) = self.given("addresses") else { return Ok(None) };
        let texts: Vec<String> = serde_json::from_str(raw)
            .map_err(|_| "\"addresses\" is not a list of strings".to_owned())?;
        let address = |text: &String| {
            text.parse().map_err(|_| format!("\"addresses\" holds {text:?}, which is none"))
        };
        texts.iter().map(address).collect::<Result<_, _>>().map(Some)
    }

    fn input(&self) -> Result<Vec<(String, Argument)>, String> {
        let Some(raw) = self.given("input") else { return Ok(Vec::new()) };
        let input: Fields<'_> =
            serde_json::from_str(raw).map_err(|_| "\"input\" is not an object".to_owned())?;
        if let Some(name) = &input.twice {
            return Err(format!("\"{name}\" is twice in \"input\""));
        }
        input.fields.iter().map(|(name, raw)| Ok((name.clone(), argument(name, raw)?))).collect()
    }

    /// A field that is there and not null.
    fn given(&self, name: &str) -> Option<&str> {
        self.get(name).filter(|raw| *raw != "null")
    }
}

fn text(name: &str, raw: &str) -> Result<String, String> {
    serde_json::from_str(raw).map_err(|_| format!("\"{name}\" is not a string"))
}

/// Text and lists of text are read; a string that cannot be one is an error, and no structure is
/// looked into.
fn argument(name: &str, raw: &RawValue) -> Result<Argument, String> {
    let raw = raw.get();
    if raw.starts_with('"') {
        return text(name, raw).map(Argument::Text);
    }
    Ok(serde_json::from_str(raw).map_or(Argument::Other, Argument::Words))
}

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsVisitor)
    }
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut fields, mut twice) = (BTreeMap::new(), None);
        while let Some((name, value)) = map.next_entry::<String, &'de RawValue>()? {
            match fields.entry(name) {
                Entry::Vacant(place) => {
                    place.insert(value);
                }
                Entry::Occupied(place) => twice = Some(place.key().clone()),
            }
        }
        Ok(Fields { fields, twice })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(line: &str) -> Result<Call, String> {
        Request::read(line.as_bytes()).call
    }

    fn asked(line: &str) -> Asked {
        call(line).expect("it is a call").asked
    }

    fn problem(line: &str) -> String {
        call(line).expect_err("it is no call")
    }

    #[test]
    fn the_three_kinds_of_call() {
        assert_eq!(asked(r#"{"id":1,"command":"l\u0073"}"#), Asked::Command("ls".to_owned()));
        let url = Asked::Url("http://a".to_owned(), Some(vec![IpAddr::from([10, 0, 0, 1])]));
        assert_eq!(asked(r#"{"url":"http://a","addresses":["10.0.0.1"]}"#), url);
        let input = vec![
            ("a".to_owned(), Argument::Text("x".to_owned())),
            ("b".to_owned(), Argument::Words(vec!["y".to_owned()])),
            ("c".to_owned(), Argument::Other),
        ];
        let tool = Asked::Tool("T".to_owned(), input);
        assert_eq!(asked(r#"{"tool":"T","input":{"a":"x","b":["y"],"c":{"d":1}}}"#), tool);
        assert_eq!(asked(r#"{"tool":"T"}"#), Asked::Tool("T".to_owned(), Vec::new()));
    }

    #[test]
    fn an_id_is_kept_as_it_was_written() {
        let id = |line: &str| Request::read(line.as_bytes()).id;
        assert_eq!(id(r#"{"id": {"a" : [1e999]}, "command":1}"#), r#"{"a" : [1e999]}"#);
        assert_eq!(id(r#"{"command":"ls"}"#), "null");
        assert_eq!(id("{"), "null");
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert!(problem("[]").contains("is not a JSON object"));
        assert!(problem("").contains("is not a JSON object"));
        assert!(problem(r#"{"command":"ls"} x"#).contains("is not a JSON object"));
        assert_eq!(problem(r#"{"command":7}"#), "\"command\" is not a string");
        assert_eq!(problem(r#"{"command":"\ud800"}"#), "\"command\" is not a string");
        assert_eq!(problem(r#"{"command":"a","command":"b"}"#), "\"command\" is there twice");
        assert!(problem(r#"{"command":"a","url":"b"}"#).starts_with("only one of"));
        assert!(problem(r#"{"id":1}"#).starts_with("none of"));
        assert!(problem(r#"{"command":"a","cwd":"b"}"#).contains("begin with /"));
        assert!(problem(r#"{"url":"a","addresses":["b"]}"#).contains("\"b\""));
        assert!(problem(r#"{"tool":"a","input":{"b":1,"b":2}}"#).contains("twice"));
        assert!(problem(r#"{"tool":"a","input":[]}"#).contains("not an object"));
    }
}
