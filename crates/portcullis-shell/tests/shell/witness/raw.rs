//! Words as they stand in the source: what they come to when nothing has to be expanded.

/// The text of a word after the removal of its quotes; `None` when something in it is expanded.
pub(super) fn name(word: &str) -> Option<String> {
    if ["[", "[["].contains(&word) {
        return Some(word.to_owned());
    }
    let mut name = String::new();
    let mut rest = word.chars();
    while let Some(c) = rest.next() {
        match c {
            '\'' => loop {
                match rest.next()? {
                    '\'' => break,
                    inner => name.push(inner),
                }
            },
            '"' => loop {
                match rest.next()? {
                    '"' => break,
                    '$' | '`' => return None,
                    '\\' => match rest.next()? {
                        '\n' => {}
                        inner @ ('$' | '`' | '"' | '\\') => name.push(inner),
                        inner => name.extend(['\\', inner]),
                    },
                    inner => name.push(inner),
                }
            },
            '\\' => match rest.next() {
                Some('\n') => {}
                Some(inner) => name.push(inner),
                None => return None,
            },
            // Parameters and substitutions, patterns, braces, and what is no word at all.
            '$' | '`' | '*' | '?' | '[' | '{' | '<' | '>' | '(' | ')' => return None,
            other => name.push(other),
        }
    }
    Some(name)
}

/// Whether a raw text may hold a command.
pub(super) fn may_run(text: &str) -> bool {
    ["$(", "`", "<(", ">(", "${"].iter().any(|opener| text.contains(opener))
}
