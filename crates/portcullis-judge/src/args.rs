//! Words to options and operands, the way each program takes them.

use portcullis_shell::Part;
use portcullis_shell::Value;

use crate::table::Opt;
use crate::table::Role;
use crate::table::Spec;
use crate::table::Style;

/// The arguments of one command, told apart.
#[derive(Debug, Default)]
pub(crate) struct Args<'a> {
    /// Options with their values, in order.
    pub(crate) options: Vec<Given<'a>>,
    /// Everything else, in order.
    pub(crate) operands: Vec<&'a Value>,
    /// An option nobody knows, as written.
    pub(crate) unknown: Option<String>,
    /// A word that may turn out to be an option when it runs.
    pub(crate) unclear: bool,
    /// One of the options leaves nothing but reading.
    pub(crate) harmless: bool,
    /// `--help` or `--version`: it does nothing else.
    pub(crate) help: bool,
}

/// An option that was given.
#[derive(Debug)]
pub(crate) struct Given<'a> {
    pub(crate) option: &'static Opt,
    /// Its value: a word of its own, or the text that touches it.
    pub(crate) value: Option<Held<'a>>,
}

/// A value that is a whole word, or a part of one.
#[derive(Clone, Debug)]
pub(crate) enum Held<'a> {
    Word(&'a Value),
    Part(Value),
}

impl Held<'_> {
    pub(crate) fn value(&self) -> &Value {
        match self {
            Self::Word(value) => value,
            Self::Part(value) => value,
        }
    }
}

/// Tells `words` apart by `spec`. `more` are options that hold here too: a program's, for its
/// subcommands.
pub(crate) fn parse<'a>(
    words: &'a [Value],
    spec: &'static Spec,
    more: &'static [Opt],
    until: Until,
) -> Args<'a> {
    Parser { spec, more, args: Args::default() }.run(words, until)
}

/// Where options end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Until {
    /// Where the program's own style says.
    End,
    /// At the first operand: what follows belongs to a subcommand.
    FirstOperand,
}

struct Parser<'a> {
    spec: &'static Spec,
    more: &'static [Opt],
    args: Args<'a>,
}

impl<'a> Parser<'a> {
    fn run(mut self, words: &'a [Value], until: Until) -> Args<'a> {
        let stops = until == Until::FirstOperand || self.spec.style == Style::Stop;
        let rest_at = self
            .spec
            .operands
            .iter()
            .position(|role| matches!(role, Role::RunRest | Role::ShellRest));
        let mut words = words.iter();
        let mut only_operands = false;
        let mut first = true;
        while let Some(word) = words.next() {
            let text = leading_text(word);
            let dash = text.starts_with('-') && text.len() > 1;
            let bundle = first && self.spec.style == Style::Dashless && !dash && !text.is_empty();
            first = false;
            if only_operands || !(dash || bundle) {
                self.operand(word, only_operands);
                let rest = rest_at.is_some_and(|at| self.args.operands.len() > at);
                only_operands |= stops || rest;
                continue;
            }
            if text == "--" && word.known().is_some() {
                only_operands = true;
                continue;
            }
            if bundle {
                self.dashless(word, text, &mut words);
            } else if self.spec.style == Style::Long || text.starts_with("--") {
                self.long(word, text, &mut words);
            } else {
                self.short(word, text, &mut words);
            }
        }
        self.args
    }

    fn operand(&mut self, word: &'a Value, certain: bool) {
        if self.spec.style == Style::Pairs
            && let Some((option, value)) = self.pair(word)
        {
            self.args.options.push(Given { option, value: Some(value) });
            return;
        }
        if !certain && may_be_option(word) && self.spec.has_acting_option() {
            self.args.unclear = true;
        }
        self.args.operands.push(word);
    }

    /// `if=file`
    fn pair(&self, word: &'a Value) -> Option<(&'static Opt, Held<'a>)> {
        let text = leading_text(word);
        let (key, _) = text.split_once('=')?;
        let option = self
            .options()
            .find(|option| option.is.iter().any(|name| name.strip_suffix('=') == Some(key)))?;
        Some((option, Held::Part(behind(word, key.len() + 1))))
    }

    fn options(&self) -> impl Iterator<Item = &'static Opt> + use<> {
        self.spec.options.iter().chain(self.more)
    }

    /// `--name`, `--name=value`, `--nam`; with one dash where the style is so.
    fn long(&mut self, word: &'a Value, text: &str, words: &mut std::slice::Iter<'a, Value>) {
        let (name, touching) = match text.split_once('=') {
            Some((name, _)) => (name, true),
            None => (text, false),
        };
        let exact = self.options().find(|option| option.is.contains(&name));
        // `--version 1.2` is an option like any other to those who list it with a value.
        let valued = exact.is_some_and(|option| option.takes.is_some());
        let refused = text.split_once('=').is_some_and(|(_, value)| REFUSED.contains(&value));
        if refused {
            // `--dry-run=none` does it after all.
        } else if matches!(name, "--help" | "--version") && !valued {
            self.args.help = true;
            self.args.harmless = true;
        } else if self.spec.harmless.contains(&name) {
            self.args.harmless = true;
        }
        let abbreviated = || {
            let begins = |option: &&'static Opt| {
                option.is.iter().any(|known| known.starts_with("--") && known.starts_with(name))
            };
            // Where several begin so, the one that does most.
            let mut found: Vec<_> = self.options().filter(begins).collect();
            found.sort_by_key(|option| !acts(option));
            found.into_iter().next().filter(|_| name.len() > 2)
        };
        let gnu = matches!(self.spec.style, Style::Gnu | Style::Stop | Style::Dashless);
        let one_dash = || {
            // `-name` and `--name` are the same to these programs.
            let other = name.strip_prefix('-').filter(|name| name.starts_with('-'));
            self.options().find(|option| other.is_some_and(|other| option.is.contains(&other)))
        };
        let found = exact.or_else(|| if gnu { abbreviated() } else { one_dash() });
        let Some(option) = found else {
            if !self.args.harmless || self.args.unknown.is_some() {
                self.unknown(name);
            }
            return;
        };
        let value = match (option.takes.or(option.maybe), touching) {
            (Some(_), true) => Some(Held::Part(behind(word, name.len() + 1))),
            (Some(_), false) if option.takes.is_some() => words.next().map(Held::Word),
            _ => None,
        };
        self.args.options.push(Given { option, value });
    }

    /// `-abc`, `-ovalue`, `-o value`.
    fn short(&mut self, word: &'a Value, text: &str, words: &mut std::slice::Iter<'a, Value>) {
        // Some programs have long names behind one dash.
        if let Some(option) =
            self.options().find(|option| option.is.contains(&text) && text.len() > 2)
        {
            let value = if option.takes.is_some() { words.next().map(Held::Word) } else { None };
            self.args.options.push(Given { option, value });
            return;
        }
        self.letters(word, text, 1, words);
    }

    /// `xzf` without a dash: values follow in the order of the letters.
    fn dashless(&mut self, word: &'a Value, text: &str, words: &mut std::slice::Iter<'a, Value>) {
        for letter in text.chars() {
            let Some(option) = self.letter(letter) else {
                self.unknown(&letter.to_string());
                continue;
            };
            let value = if option.takes.is_some() { words.next().map(Held::Word) } else { None };
            self.args.options.push(Given { option, value });
        }
        if word.known().is_none() {
            self.args.unclear = true;
        }
    }

    fn letters(
        &mut self,
        word: &'a Value,
        text: &str,
        from: usize,
        words: &mut std::slice::Iter<'a, Value>,
    ) {
        let mut at = from;
        for letter in text.chars().skip(from) {
            at += letter.len_utf8();
            let dashed = format!("-{letter}");
            let harmless = self.spec.harmless.contains(&dashed.as_str());
            self.args.harmless |= harmless;
            let Some(option) = self.letter(letter) else {
                // `-20` is a number to those who take one.
                if !harmless && !letter.is_ascii_digit() {
                    self.unknown(&dashed);
                }
                continue;
            };
            let rest = at < text.len() || word.known().is_none();
            match (option.takes, option.maybe) {
                (Some(_), _) => {
                    let value = if rest {
                        Some(Held::Part(behind(word, at)))
                    } else {
                        words.next().map(Held::Word)
                    };
                    self.args.options.push(Given { option, value });
                    return;
                }
                (None, Some(_)) if rest => {
                    let value = Some(Held::Part(behind(word, at)));
                    self.args.options.push(Given { option, value });
                    return;
                }
                (None, _) => self.args.options.push(Given { option, value: None }),
            }
        }
        if word.known().is_none() {
            // Letters that are not known follow.
            self.args.unclear = true;
        }
    }

    fn letter(&self, letter: char) -> Option<&'static Opt> {
        let dashed = format!("-{letter}");
        self.options().find(|option| option.is.contains(&dashed.as_str()))
    }

    fn unknown(&mut self, name: &str) {
        if !self.spec.loose {
            self.args.unknown.get_or_insert_with(|| name.to_owned());
        }
    }
}

/// Values with which an option is not meant.
const REFUSED: &[&str] = &["false", "False", "none", "no", "off", "0"];

fn acts(option: &Opt) -> bool {
    !option.gives.is_empty()
        || option.takes.is_some_and(Role::acts)
        || option.maybe.is_some_and(Role::acts)
}

/// The known text a word begins with.
pub(crate) fn leading_text(word: &Value) -> &str {
    match word.parts.first() {
        Some(Part::Text(text)) => text,
        _ => "",
    }
}

/// Whether a word may begin with a dash when it runs.
fn may_be_option(word: &Value) -> bool {
    match word.parts.first() {
        None | Some(Part::Text(_) | Part::Home(_) | Part::Number) => false,
        Some(Part::OneOf(texts)) => texts.iter().any(|text| text.starts_with('-')),
        Some(Part::Variable(_) | Part::Glob(_) | Part::Unknown) => true,
    }
}

/// What of a word stands behind its first `length` bytes.
fn behind(word: &Value, length: usize) -> Value {
    let mut parts = word.parts.clone();
    if let Some(Part::Text(text)) = parts.first_mut() {
        let rest = text.get(length..).unwrap_or("").to_owned();
        *text = rest;
    }
    parts.retain(|part| !matches!(part, Part::Text(text) if text.is_empty()));
    Value { span: word.span, parts, splits: word.splits }
}
