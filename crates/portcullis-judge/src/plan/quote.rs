//! Words back to text: a command inside another is read as bash would read it.

use portcullis_shell::Part;
use portcullis_shell::Value;

/// A text that bash would split into these words again. What is not known becomes a variable
/// that nobody has set.
pub(crate) fn line(words: &[Value]) -> String {
    let quoted: Vec<String> = words.iter().map(word).collect();
    quoted.join(" ")
}

fn word(value: &Value) -> String {
    if value.parts.is_empty() {
        return "''".to_owned();
    }
    value
        .parts
        .iter()
        .map(|part| match part {
            Part::Text(text) => format!("'{}'", text.replace('\'', r"'\''")),
            Part::Home(user) if user.is_empty() => "\"$HOME\"".to_owned(),
            Part::Home(user) => format!("'/home/{user}'"),
            Part::Number => "$((0))".to_owned(),
            Part::Glob(pattern) if matches!(pattern.as_str(), "*" | "?") => pattern.clone(),
            Part::Glob(_) => "*".to_owned(),
            Part::Variable(name) if value.splits => format!("${{{name}}}"),
            Part::Variable(name) => format!("\"${{{name}}}\""),
            Part::OneOf(texts) => match texts.first() {
                Some(_) => "\"$PORTCULLIS_UNKNOWN\"".to_owned(),
                None => String::new(),
            },
            Part::Unknown if value.splits => "$PORTCULLIS_UNKNOWN".to_owned(),
            Part::Unknown => "\"$PORTCULLIS_UNKNOWN\"".to_owned(),
        })
        .collect()
}
