//! Reads the written cases of `corpus/shell`: one JSON object a line.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

/// One written case.
pub(crate) struct Case {
    /// Its name, unique in its file.
    pub(crate) id: String,
    /// What would be given to bash.
    pub(crate) text: String,
    /// Every command name in the order of the text, where the file says so.
    pub(crate) programs: Vec<String>,
    /// Why it cannot be known, where the file says so.
    pub(crate) opaque: Option<String>,
}

/// The lines of a file of the corpus.
pub(crate) fn lines(name: &str) -> Vec<serde_json::Value> {
    let path = root().join("corpus/shell").join(name);
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(at, line)| {
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}:{}: {error}", at + 1))
        })
        .collect()
}

/// The cases of a file of the corpus.
pub(crate) fn cases(name: &str) -> Vec<Case> {
    let string = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    lines(name)
        .iter()
        .map(|line| Case {
            id: string(&line["id"]),
            text: string(&line["text"]),
            programs: line["programs"].as_array().into_iter().flatten().map(string).collect(),
            opaque: line["opaque"].as_str().map(str::to_owned),
        })
        .collect()
}

/// The directory that holds `corpus` and `fuzz`.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Says something that is to be read whether the test passes or not.
pub(crate) fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
