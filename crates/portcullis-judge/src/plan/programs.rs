//! One program with its arguments, by the tables.

use portcullis_shell::Invocation;
use portcullis_shell::Reading;
use portcullis_shell::Value;

use super::Planner;
use super::quote;
use super::readers;
use crate::args;
use crate::args::Args;
use crate::args::Until;
use crate::effect::Kind;
use crate::effect::Object;
use crate::table;
use crate::table::Role;
use crate::table::Spec;

/// One command as a reader of a program's arguments sees it.
#[derive(Clone, Copy)]
pub(super) struct Command<'a> {
    pub(super) name: &'a str,
    /// Behind the name.
    pub(super) words: &'a [Value],
    pub(super) run: &'a Invocation,
    pub(super) reading: &'a Reading,
}

impl Planner<'_> {
    pub(super) fn program(&mut self, name: &str, run: &Invocation, reading: &Reading) {
        let words = run.argv.get(1..).unwrap_or(&[]);
        let base = match name.rsplit_once('/') {
            Some((dir, base)) if TRUSTED.contains(&dir) => base,
            Some(_) => {
                if let Some(value) = run.argv.first() {
                    self.path(Kind::Execute, value, run.shell, reading);
                }
                return;
            }
            None => name,
        };
        if run.path_changed {
            let reason = "PATH was changed before it: the name may be another program".to_owned();
            self.give(Kind::Execute, Object::Reason(reason), run.span);
        }
        let command = Command { name: base, words, run, reading };
        if matches!(base, "cd" | "pushd") {
            let target = words.iter().find(|word| !args::leading_text(word).starts_with('-'));
            self.change_directory(target, run, reading);
            return;
        }
        if readers::shell(self, &command) {
            return;
        }
        match table::program(base) {
            Some(spec) => self.spec(&command, spec),
            None => self.opaque(&format!("the program {base} is not known"), run.span),
        }
    }

    fn spec(&mut self, command: &Command<'_>, spec: &'static Spec) {
        if let Some(code) = spec.code {
            if !readers::read(code, self, command, spec) {
                self.opaque(&format!("{} is not read yet", command.name), command.run.span);
            }
            return;
        }
        self.by_table(command, spec);
    }

    /// What the table says of a command.
    pub(super) fn by_table(&mut self, command: &Command<'_>, spec: &'static Spec) {
        if spec.subs.is_empty() {
            let args = args::parse(command.words, spec, &[], Until::End);
            self.apply(command, spec, &args);
            return;
        }
        let global = args::parse(command.words, spec, &[], Until::FirstOperand);
        self.apply_options(command, &global);
        let Some(first) = global.operands.first() else {
            if !global.harmless {
                self.all(spec.bare, command);
            }
            self.doubtful(command, &global);
            return;
        };
        let at = command.words.iter().position(|word| std::ptr::eq(word, *first)).unwrap_or(0);
        let rest = command.words.get(at..).unwrap_or(&[]);
        let reordered = verb_behind(spec, rest);
        let rest = reordered.as_deref().unwrap_or(rest);
        match subcommand(spec, rest) {
            Some((sub, used)) => {
                self.doubtful(command, &global);
                let words = rest.get(used..).unwrap_or(&[]);
                let inner = Command { words, ..*command };
                if let Some(code) = sub.code {
                    if !readers::read(code, self, &inner, sub) {
                        self.opaque(&format!("{} is not read yet", command.name), command.run.span);
                    }
                    return;
                }
                let args = args::parse(words, sub, spec.options, Until::End);
                self.apply(&inner, sub, &args);
            }
            None if global.harmless => {}
            None => {
                let shown = first.known().unwrap_or("…");
                self.opaque(&format!("{} {shown} is not known", command.name), command.run.span);
            }
        }
    }

    /// All that a table says of arguments that were told apart.
    pub(super) fn apply(&mut self, command: &Command<'_>, spec: &'static Spec, args: &Args<'_>) {
        if args.harmless {
            // Options that run something still count.
            let acting =
                args.options.iter().any(|given| given.option.takes.is_some_and(Role::acts));
            if !acting {
                if !args.help {
                    self.read_only(command, spec, args);
                    self.doubtful(command, args);
                }
                return;
            }
        }
        self.all(spec.gives, command);
        self.apply_options(command, args);
        self.doubtful(command, args);
        let count = args.operands.len();
        let filled = usize::from(args.options.iter().any(|given| given.option.fills));
        for (index, operand) in args.operands.iter().enumerate() {
            let listed = spec.operands.get(index + filled).or(spec.operands.last()).copied();
            let mut role = listed.unwrap_or(Role::Text);
            if index + 1 == count
                && count > 1
                && let Some(last) = spec.last
            {
                role = last;
            }
            if matches!(role, Role::RunRest | Role::ShellRest) {
                let rest: Vec<Value> =
                    args.operands.iter().skip(index).map(|value| (*value).clone()).collect();
                self.rest(command, role, &rest);
                break;
            }
            self.role(command, role, operand);
        }
        let inner = spec.operands.iter().position(|role| matches!(role, Role::RunRest));
        if count <= inner.unwrap_or(0) && spec.reads_program && !args.harmless {
            let given = args.options.iter().any(|given| given.option.takes.is_some_and(Role::acts));
            if !given {
                self.opaque("it takes its program from its input", command.run.span);
            }
        }
    }

    /// The files of a command that only reads because an option says so.
    fn read_only(&mut self, command: &Command<'_>, spec: &'static Spec, args: &Args<'_>) {
        for (index, operand) in args.operands.iter().enumerate() {
            let role = spec.operands.get(index).or(spec.operands.last());
            if matches!(role, Some(Role::Read | Role::Write | Role::Delete)) {
                self.role(command, Role::Read, operand);
            }
        }
    }

    /// Options and doubts of arguments whose operands a reader looks at.
    pub(super) fn mention(&mut self, command: &Command<'_>, args: &Args<'_>) {
        self.apply_options(command, args);
        self.doubtful(command, args);
    }

    fn apply_options(&mut self, command: &Command<'_>, args: &Args<'_>) {
        for given in &args.options {
            self.all(given.option.gives, command);
            if let (Some(role), Some(value)) =
                (given.option.takes.or(given.option.maybe), &given.value)
            {
                self.role(command, role, value.value());
            }
        }
    }

    /// What is not known of the arguments.
    pub(super) fn doubtful(&mut self, command: &Command<'_>, args: &Args<'_>) {
        if let Some(option) = &args.unknown {
            self.opaque(
                &format!("the option {option} of {} is not known", command.name),
                command.run.span,
            );
        }
        if args.unclear {
            self.opaque(
                &format!("a word that may become an option of {}", command.name),
                command.run.span,
            );
        }
    }

    /// Effects without an object.
    pub(super) fn all(&mut self, kinds: &'static [Kind], command: &Command<'_>) {
        for kind in kinds {
            self.give(*kind, Object::None, command.run.span);
        }
    }

    /// What one word means in its place.
    pub(super) fn role(&mut self, command: &Command<'_>, role: Role, value: &Value) {
        let (shell, reading) = (command.run.shell, command.reading);
        match role {
            Role::Text => {}
            Role::Read if value.known() == Some("-") => {}
            Role::Write if value.known() == Some("-") => {}
            Role::Read => self.path(Kind::Read, value, shell, reading),
            Role::Write | Role::Into => self.path(Kind::Write, value, shell, reading),
            Role::Delete => self.path(Kind::Delete, value, shell, reading),
            Role::Dir => {}
            Role::Run | Role::Shell => match value.known() {
                Some(text) => self.nested(text, value.span, shell, reading),
                None => self.opaque("a command that is not known is run", value.span),
            },
            Role::RunRest | Role::ShellRest => {
                self.rest(command, role, std::slice::from_ref(value));
            }
            Role::Script => self.path(Kind::Execute, value, shell, reading),
            Role::Url | Role::Host => {
                let host = value.known().map(str::to_owned);
                self.give(Kind::Connect, Object::Host(host), value.span);
            }
            Role::Config => self.opaque("a setting that can make it run anything", value.span),
        }
    }

    /// The argv of another command, or text for a shell.
    pub(super) fn rest(&mut self, command: &Command<'_>, role: Role, words: &[Value]) {
        let span = command.run.span;
        let text = if role == Role::ShellRest {
            let known: Option<Vec<&str>> =
                words.iter().map(|word| word.known().filter(|_| !word.splits)).collect();
            known.map(|words| words.join(" "))
        } else {
            Some(quote::line(words))
        };
        let outside = self.piped;
        self.piped |= command.run.pipe.is_some_and(|pipe| pipe.index > 0);
        match text {
            Some(text) => self.nested(&text, span, command.run.shell, command.reading),
            None => self.opaque("a command that is not known is run", span),
        }
        self.piped = outside;
    }
}

/// The subcommand that the words begin with, and how many of them name it.
pub(super) fn subcommand(spec: &'static Spec, words: &[Value]) -> Option<(&'static Spec, usize)> {
    let mut best: Option<(&'static Spec, usize, usize)> = None;
    for sub in spec.subs {
        for name in sub.names {
            let mut count = 0;
            let mut exact = 0;
            let matches = name.split(' ').all(|pattern| {
                let word = words.get(count).and_then(Value::known);
                count += 1;
                word.is_some_and(|word| match pattern.strip_suffix('*') {
                    Some("") => !word.starts_with('-'),
                    Some(prefix) => word.starts_with(prefix),
                    None => {
                        exact += 1;
                        word == pattern
                    }
                })
            });
            // More words, then more exact ones, win.
            if matches && best.is_none_or(|(_, used, sure)| (count, exact) > (used, sure)) {
                best = Some((&sub.spec, count, exact));
            }
        }
    }
    best.map(|(spec, used, _)| (spec, used)).or_else(|| behind_groups(spec, words))
}

/// A name `** verb`: groups stand before the verb, and the first word that fits decides.
fn behind_groups(spec: &'static Spec, words: &[Value]) -> Option<(&'static Spec, usize)> {
    for from in 0..words.len() {
        if words.get(from).and_then(Value::known).is_none_or(|word| word.starts_with('-')) {
            return None;
        }
        let mut best: Option<(&'static Spec, usize, usize)> = None;
        for sub in spec.subs {
            for name in sub.names {
                if let Some(verb) = name.strip_prefix("** ")
                    && let Some((count, exact)) = fits(verb, words.get(from..)?)
                    && best.is_none_or(|(_, used, sure)| (count, exact) > (used, sure))
                {
                    best = Some((&sub.spec, count, exact));
                }
            }
        }
        if let Some((spec, count, _)) = best {
            return Some((spec, from + count));
        }
    }
    None
}

/// How many words a name has, and how many of them say all of the word, when it fits.
fn fits(name: &str, words: &[Value]) -> Option<(usize, usize)> {
    let (mut count, mut exact) = (0, 0);
    for pattern in name.split(' ') {
        let word = words.get(count)?.known()?;
        count += 1;
        match pattern.strip_suffix('*') {
            Some("") if word.starts_with('-') => return None,
            Some(prefix) if word.starts_with(prefix) => {}
            None if word == pattern => exact += 1,
            _ => return None,
        }
    }
    Some((count, exact))
}

/// The words with the verb in front where known options stand before it: `pr -R o/r list` becomes
/// `pr list -R o/r`.
pub(super) fn verb_behind(spec: &'static Spec, words: &[Value]) -> Option<Vec<Value>> {
    let (first, behind) = words.split_first()?;
    let own = subcommand(spec, std::slice::from_ref(first)).map_or(&[][..], |(sub, _)| sub.options);
    let mut at = 0;
    let verb = loop {
        let word = behind.get(at)?;
        let text = args::leading_text(word);
        if !text.starts_with('-') {
            break word;
        }
        let (name, touching) = match text.split_once('=') {
            Some((name, _)) => (name, true),
            None => (word.known()?, false),
        };
        let option = own.iter().chain(spec.options).find(|option| option.is.contains(&name))?;
        at += if option.takes.is_some() && !touching { 2 } else { 1 };
    };
    let front = [first.clone(), verb.clone()];
    let longer = at > 0 && subcommand(spec, &front).is_some_and(|(_, used)| used == front.len());
    longer.then(|| {
        let options = behind.iter().take(at);
        front.iter().chain(options).chain(behind.iter().skip(at + 1)).cloned().collect()
    })
}

/// Where the system's programs are.
const TRUSTED: &[&str] = &[
    "/bin",
    "/usr/bin",
    "/sbin",
    "/usr/sbin",
    "/usr/local/bin",
    "/usr/local/sbin",
    "/opt/homebrew/bin",
];
