//! Where a command comes from: one argument, several, or standard input.

use std::ffi::OsStr;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;

use crate::error::CommandError;
use crate::error::ErrorKind;

/// What was given as a command.
#[derive(Debug)]
pub(crate) enum Input {
    /// Shell text.
    Text(String),
    /// Bytes that are no text.
    NotText(NotText),
}

/// Bytes that are not UTF-8. Bash takes them; what it would do with them is not known here.
#[derive(Debug)]
pub(crate) struct NotText {
    /// What it would read as, each broken byte replaced.
    pub(crate) lossy: String,
    /// Which bytes are broken, and where.
    pub(crate) reason: String,
}

/// The command that the `args` of a verb stand for.
pub(crate) fn command(args: &[OsString], verb: &str) -> Result<Input, CommandError> {
    match args {
        [] => stdin(verb),
        [dash] if dash == "-" => stdin(verb),
        [text] => Ok(decode(text, "the command")),
        words => Ok(argv(words)),
    }
}

fn stdin(verb: &str) -> Result<Input, CommandError> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        return Err(CommandError::new(ErrorKind::Usage, "no command was given")
            .hint(format!("portcullis {verb} 'ls | wc -l', or pipe the text in")));
    }
    read(stdin.lock())
}

fn read(source: impl Read) -> Result<Input, CommandError> {
    let mut bytes = Vec::new();
    source.take(LONGEST_STDIN + 1).read_to_end(&mut bytes).map_err(|error| {
        CommandError::new(ErrorKind::Input, format!("cannot read standard input: {error}"))
    })?;
    if bytes.len() as u64 > LONGEST_STDIN {
        return Err(CommandError::new(
            ErrorKind::Input,
            format!("standard input is longer than {} MiB", LONGEST_STDIN >> 20),
        )
        .hint("more than 64 KiB are never parsed; give the part you want to see"));
    }
    Ok(decode(OsStr::from_bytes(&bytes), "standard input"))
}

fn decode(bytes: &OsStr, what: &str) -> Input {
    match bytes.to_str() {
        Some(text) => Input::Text(text.to_owned()),
        None => Input::NotText(NotText {
            lossy: bytes.to_string_lossy().into_owned(),
            reason: broken(bytes, what),
        }),
    }
}

/// One simple command whose words are exactly these: each is quoted so that no shell rule
/// changes it, and the name so that it is no keyword and no assignment either.
fn argv(words: &[OsString]) -> Input {
    let mut quoted = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let Some(text) = word.to_str() else {
            let lossy: Vec<_> = words.iter().map(|word| quote(&word.to_string_lossy())).collect();
            let reason = broken(word, &format!("argument {}", index + 1));
            return Input::NotText(NotText { lossy: lossy.join(" "), reason });
        };
        let plain = match index {
            0 => text.chars().all(is_plain) && !KEYWORDS.contains(&text),
            _ => text.chars().all(|c| c == '=' || is_plain(c)),
        };
        quoted.push(if plain && !text.is_empty() { text.to_owned() } else { quote(text) });
    }
    Input::Text(quoted.join(" "))
}

fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Characters that mean nothing to a shell, wherever they stand in a word.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | ':' | ',' | '@' | '+')
}

/// Which byte is no text, counted from 0 like every span.
fn broken(bytes: &OsStr, what: &str) -> String {
    let bytes = bytes.as_bytes();
    let at = bytes.utf8_chunks().next().map_or(0, |chunk| chunk.valid().len());
    match bytes.get(at) {
        Some(byte) => format!("{what} is not UTF-8: byte {at} is 0x{byte:02x}"),
        None => format!("{what} is not UTF-8"),
    }
}

impl From<NotText> for CommandError {
    fn from(broken: NotText) -> Self {
        Self::new(ErrorKind::Input, broken.reason)
            .hint("spell such a byte as $'\\xff' in the text, or convert the text to UTF-8")
    }
}

const LONGEST_STDIN: u64 = 16 << 20;

const KEYWORDS: &[&str] = &[
    "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if", "in",
    "select", "then", "time", "until", "while",
];

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStringExt;

    use super::*;

    fn text_of(words: &[&str]) -> String {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        match command(&words, "parse") {
            Ok(Input::Text(text)) => text,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn one_argument_is_shell_text() {
        assert_eq!(text_of(&["ls | wc -l"]), "ls | wc -l");
        assert_eq!(text_of(&[""]), "");
    }

    #[test]
    fn several_arguments_are_exact_words() {
        assert_eq!(text_of(&["git", "log", "--format=%H"]), "git log '--format=%H'");
        assert_eq!(text_of(&["git", "-c", "user.name=a"]), "git -c user.name=a");
        assert_eq!(text_of(&["echo", "", "it's", "$x"]), r"echo '' 'it'\''s' '$x'");
        assert_eq!(text_of(&["echo", "~", "#", "a\nb"]), "echo '~' '#' 'a\nb'");
    }

    #[test]
    fn the_first_of_several_is_a_program() {
        assert_eq!(text_of(&["A=1", "B=2"]), "'A=1' B=2");
        assert_eq!(text_of(&["time", "if"]), "'time' if");
        assert_eq!(text_of(&["!", "x"]), "'!' x");
        assert_eq!(text_of(&["", "x"]), "'' x");
    }

    #[test]
    fn broken_bytes_are_named() {
        let words = [OsString::from("ls"), OsString::from_vec(b"a\xffb".to_vec())];
        let Ok(Input::NotText(broken)) = command(&words, "parse") else { panic!("it is no text") };
        assert_eq!(broken.reason, "argument 2 is not UTF-8: byte 1 is 0xff");
        assert_eq!(broken.lossy, "'ls' 'a\u{fffd}b'");
    }

    #[test]
    fn input_without_end_is_refused() {
        let error = read(std::io::repeat(b'a')).expect_err("it is too long");
        assert_eq!(error.message, "standard input is longer than 16 MiB");
    }
}
