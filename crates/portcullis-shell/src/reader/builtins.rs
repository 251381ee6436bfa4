//! Builtins that run text, change names or change variables. The rest are programs like any
//! other to a reader.

use super::Deferred;
use super::Lookup;
use super::NESTED_TEXT;
use super::Reader;
use super::Stdin;
use super::expand::is_identifier;
use super::mutation::Mutations;
use super::shells::is_file;
use super::shells::is_stdin;
use super::state::Var;
use crate::reading::Part;
use crate::reading::Value;
use crate::span::Span;

/// One call of a builtin.
pub(super) struct Call<'a> {
    pub(super) name: &'a str,
    pub(super) args: &'a [Value],
    pub(super) assigns: &'a [(String, Value)],
    pub(super) span: Span,
}

type Action = fn(&mut Reader, &Call<'_>);

/// What a builtin does to this shell; `None` for those, and for programs, that do nothing to it.
pub(super) fn action(name: &str) -> Option<Action> {
    BUILTINS.iter().find(|(known, _)| *known == name).map(|(_, action)| *action)
}

const BUILTINS: &[(&str, Action)] = &[
    ("eval", |reader, call| reader.eval(call.args, call.span)),
    (".", |reader, call| reader.source(call.args, call.span)),
    ("source", |reader, call| reader.source(call.args, call.span)),
    ("trap", |reader, call| reader.trap(call.args, call.span)),
    ("command", Reader::prefix),
    ("exec", Reader::prefix),
    ("builtin", Reader::prefix),
    ("alias", |reader, call| reader.alias(call.args, call.span)),
    ("hash", |reader, call| reader.hash(call.args, call.span)),
    ("enable", |reader, call| reader.enable(call.args, call.span)),
    ("shopt", |reader, call| reader.shopt(call.args, call.span)),
    ("set", |reader, call| reader.set(call.args, call.span)),
    ("shift", |reader, call| reader.shift(call.args)),
    ("read", Reader::read_into),
    ("mapfile", Reader::read_into),
    ("readarray", Reader::read_into),
    ("getopts", |reader, call| {
        reader.state.forget("OPTARG", false);
        if call.args.first().is_some_and(may_begin_with_dash) {
            reader.doubt(call.span, "options that are not known");
        }
        reader.assign_names(call.args.get(1..2).unwrap_or(&[]), call.span);
    }),
    ("printf", |reader, call| reader.printf(call.args, call.span)),
    ("declare", Reader::declare),
    ("typeset", Reader::declare),
    ("local", Reader::declare),
    ("export", Reader::declare),
    ("readonly", Reader::declare),
    ("unset", |reader, call| reader.unset(call.args, call.span)),
    ("let", |reader, call| {
        for arg in call.args {
            reader.arith_value(&arg.parts, call.span);
        }
        reader.state.forget_variables();
    }),
    ("test", |reader, call| reader.test(call.args, call.span)),
    ("[", |reader, call| reader.test(call.args, call.span)),
    ("wait", |reader, call| {
        let plain = |arg: &Value| {
            arg.known().is_some_and(|text| !text.contains('p'))
                || !arg.splits && !may_begin_with_dash(arg)
        };
        if !call.args.iter().all(plain) {
            reader.doubt(call.span, "a variable that `wait` assigns");
        }
    }),
    ("compgen", |reader, call| reader.compgen(call.args, call.span)),
    ("jobs", |reader, call| {
        let option =
            |arg: &&Value| arg.known().is_some_and(|text| text.starts_with('-') && text.len() > 1);
        let options = call.args.iter().take_while(option).count();
        let (flags, argv) = call.args.split_at_checked(options).unwrap_or_default();
        if flags.iter().any(|flag| flag.known().is_some_and(|text| text.contains('x'))) {
            // `%1` becomes a process id.
            let job = |arg: &Value| arg.known().is_none_or(|text| text.starts_with('%'));
            let unknown = |arg: &Value| Value { parts: vec![Part::Unknown], ..arg.clone() };
            let argv = argv.iter().map(|arg| if job(arg) { unknown(arg) } else { arg.clone() });
            reader.invoke(argv.collect(), &[], call.span, Lookup::Usual);
        }
    }),
    ("history", |reader, call| {
        let count = |arg: &Value| {
            arg.known().is_some_and(|text| text.bytes().all(|byte| byte.is_ascii_digit()))
        };
        if !call.args.iter().all(count) {
            reader.doubt(call.span, RUNS_OTHERS);
        }
    }),
    ("fc", |reader, call| reader.doubt(call.span, RUNS_OTHERS)),
    ("bind", |reader, call| reader.doubt(call.span, RUNS_OTHERS)),
];

impl Reader {
    /// Reads text that runs in this shell, one level deeper.
    pub(super) fn nested_text(&mut self, text: &str, span: Span) {
        if self.depth > self.limits.depth {
            self.doubt(span, "nested too deeply");
            return;
        }
        self.depth += NESTED_TEXT;
        self.text(text, Some(self.place(span)));
        self.depth -= NESTED_TEXT;
    }

    fn eval(&mut self, args: &[Value], span: Span) {
        let args = match args.first().and_then(Value::known) {
            Some("--") => args.get(1..).unwrap_or(&[]),
            _ => args,
        };
        match known(args) {
            Some(words) => self.nested_text(&words.join(" "), span),
            None => {
                self.doubt(span, "text that is not known is run");
                self.state.forget_all();
            }
        }
    }

    fn source(&mut self, args: &[Value], span: Span) {
        let mut files = args.iter().filter(|arg| arg.known() != Some("--"));
        let Some(file) = files.next() else { return };
        if files.next().is_some() {
            self.doubt(span, "a file that is run with arguments of its own");
        }
        match self.stdin.clone() {
            Stdin::Redirected(from) if is_stdin(file) && from.op.text() && self.own_stdin => {
                match from.target.known() {
                    Some(text) => return self.nested_text(text, span),
                    None => self.doubt(span, "text that is not known is run"),
                }
            }
            _ if !is_file(file) => self.doubt(span, "a file that is not known is run"),
            _ => {
                let place = self.place(span);
                self.run_files.push((file.clone(), place));
            }
        }
        self.state.forget_all();
    }

    fn trap(&mut self, args: &[Value], span: Span) {
        let args = match args.first().and_then(Value::known) {
            Some("--") => args.get(1..).unwrap_or(&[]),
            Some("-l" | "-p" | "-P" | "-" | "") => return,
            _ => args,
        };
        match args {
            [] | [_] => {
                if args.iter().any(|arg| arg.splits) {
                    self.doubt(span, "a trap that is not known");
                }
            }
            [text, signals @ ..] => match text.known().filter(|_| !text.splits) {
                Some("-" | "") => {}
                Some(text) => {
                    let text = text.to_owned();
                    // A trap that may run in between changes what holds in between.
                    let at_end =
                        |signal: &Value| signal.known().is_some_and(|name| AT_END.contains(&name));
                    let exit = |signal: &Value| matches!(signal.known(), Some("EXIT" | "0"));
                    if !signals.iter().all(exit) && self.changes_state(&text) {
                        self.doubt(span, "a trap that may change anything at any time");
                    }
                    if !signals.iter().all(at_end) {
                        self.numbers_trusted = false;
                    }
                    if signals.iter().any(|signal| !matches!(signal.known(), Some(name) if name != "DEBUG" && name != "RETURN")) {
                        self.doubt(span, "a trap that runs in between");
                    }
                    self.later(Deferred::Trap(text), span);
                }
                None => self.doubt(span, "a trap that is not known"),
            },
        }
    }

    /// Whether a trap's text may assign something, by itself or by a function of the text.
    fn changes_state(&self, text: &str) -> bool {
        let script = crate::parser::script(text, &self.limits);
        let frame = std::rc::Rc::clone(&self.frame);
        let around = frame.mutations.get_or_init(|| Mutations::of(&frame.script));
        Mutations::of(&script).changes_anything()
            || frame.place.is_some()
            || around.functions_change_anything()
    }

    /// `command`, `builtin` and `exec` run what stands behind their options.
    fn prefix(&mut self, call: &Call<'_>) {
        let Call { name, args, assigns, span } = *call;
        let mut rest = args;
        while let [first, behind @ ..] = rest {
            let Some(text) = first.known().filter(|_| !first.splits) else { break };
            if !text.starts_with('-') || text == "-" {
                break;
            }
            rest = behind;
            if text == "--" {
                break;
            }
            if name == "command" && text.contains(['v', 'V']) {
                return;
            }
            if name == "exec" && text.contains(['a', 'l']) {
                self.doubt(span, "a program that is given another name");
                return;
            }
        }
        if rest.first().is_some_and(may_begin_with_dash) {
            self.doubt(span, "options that are not known");
        }
        if rest.is_empty() {
            // The redirections of a bare `exec` stay with the shell.
            self.stdin_moved |= name == "exec" && !self.redirects.is_empty();
            return;
        }
        self.invoke(rest.to_vec(), assigns, span, Lookup::NoFunctions);
    }

    /// An alias can change how everything behind it is read.
    fn alias(&mut self, args: &[Value], span: Span) {
        if self.loops > 0 && !args.is_empty() {
            self.doubt(span, "a name is given another meaning");
        }
        for arg in args {
            match arg.known().map(|text| text.split_once('=')) {
                Some(Some((name, text))) => {
                    let text = text.to_owned();
                    if parser_keyword(name) {
                        self.doubt(span, "an alias for a word of the grammar");
                    }
                    self.state.names_mut().replaced.insert(name.to_owned());
                    self.subshell(|reader| reader.nested_text(&text, span));
                }
                Some(None) => {}
                None => self.doubt(span, "an alias that is not known"),
            }
        }
    }

    fn hash(&mut self, args: &[Value], span: Span) {
        let Some(words) = known(args) else {
            self.doubt(span, "`hash` with arguments that are not known");
            return;
        };
        if words.iter().any(|word| word.starts_with('-') && word.contains('p')) {
            self.doubt(span, "a name is given another meaning");
        }
    }

    fn enable(&mut self, args: &[Value], span: Span) {
        if !args.is_empty() {
            self.doubt(span, "builtins are switched on or off");
        }
    }

    /// `-v name` evaluates a subscript in the name.
    fn printf(&mut self, args: &[Value], span: Span) {
        let (Some(first), name) = (args.first(), args.get(1)) else { return };
        let touching = first.known().and_then(|text| text.strip_prefix("-v"));
        if touching == Some("") {
            self.assign_names(args.get(1..2).unwrap_or(&[]), span);
        } else if let Some(name) = touching {
            self.assign_names(&[Value::text(first.span, name)], span);
        } else if let Some(name) = name.filter(|_| may_be_option(first)) {
            match name.known().filter(|text| is_identifier(text)) {
                Some(text) => self.state.forget(text, false),
                None => self.doubt(span, "options that are not known"),
            }
        }
    }

    /// Options that change how text is read or where a pipeline's last command runs.
    fn shopt(&mut self, args: &[Value], span: Span) {
        let Some(words) = known(args) else {
            self.doubt(span, "`shopt` with arguments that are not known");
            return;
        };
        let plain = |word: &&&str| {
            matches!(**word, "-s" | "-u" | "-q" | "-p" | "-qs" | "-sq") || HARMLESS.contains(*word)
        };
        let odd = words.iter().filter(|word| !plain(word)).count();
        let extglob = words.contains(&"extglob");
        if odd > usize::from(extglob) || (extglob && self.negated_subshell) {
            self.doubt(span, "an option that changes how text is read");
        }
    }

    fn set(&mut self, args: &[Value], span: Span) {
        let mut rest = args;
        while let [first, behind @ ..] = rest {
            let Some(text) = first.known().filter(|_| !first.splits) else {
                self.state.positional = None;
                return;
            };
            match text {
                "--" => {
                    self.set_positional(behind);
                    return;
                }
                "-" => {
                    rest = behind;
                    break;
                }
                "-o" | "+o" => {
                    let option = behind.first().map(Value::known);
                    if option.is_some_and(|name| name.is_none_or(|name| GRAMMAR.contains(&name))) {
                        self.doubt(span, "the shell's mode changes");
                    }
                    if option.flatten().is_some_and(|name| !OPTIONS.contains(&name)) {
                        // It fails, and the arguments stay.
                        self.state.positional = None;
                        return;
                    }
                    rest = behind.get(1..).unwrap_or(&[]);
                }
                _ if text.starts_with(['-', '+']) => {
                    if text.contains(['B', 'H', 'k']) {
                        self.doubt(span, "the shell's mode changes");
                    }
                    let flags = text.get(1..).unwrap_or("");
                    let named = behind.first().and_then(Value::known).unwrap_or("");
                    let inside = flags.trim_end_matches('o').contains('o');
                    let twice = flags.matches('o').count() > 1;
                    let unknown = flags.ends_with('o') && !OPTIONS.contains(&named);
                    if inside
                        || twice
                        || unknown
                        || (flags.ends_with('o') && GRAMMAR.contains(&named))
                    {
                        self.doubt(span, "the shell's mode changes");
                    }
                    if !flags.bytes().all(|flag| b"abefhkmnptuvxBCEHPTo".contains(&flag)) {
                        // It fails, and the arguments stay.
                        self.state.positional = None;
                        return;
                    }
                    rest =
                        if text.ends_with('o') { behind.get(1..).unwrap_or(&[]) } else { behind };
                }
                _ => break,
            }
        }
        if !rest.is_empty() {
            self.set_positional(rest);
        }
    }

    fn set_positional(&mut self, args: &[Value]) {
        let plain = args.iter().all(|arg| !arg.splits);
        let few = args.len() <= MOST_ARGUMENTS;
        self.state.positional = (plain && few)
            .then(|| std::rc::Rc::new(args.iter().map(|arg| arg.parts.clone()).collect()));
    }

    fn shift(&mut self, args: &[Value]) {
        let count = match args {
            [] => Some(1),
            [count, ..] => count.known().and_then(|text| text.parse::<usize>().ok()),
        };
        let rest = self.state.positional.as_ref().zip(count).map(|(list, count)| {
            // Shifting by more than there are changes nothing.
            list.get(count..).unwrap_or(list).to_vec()
        });
        self.state.positional = rest.map(std::rc::Rc::new);
    }

    fn read_into(&mut self, call: &Call<'_>) {
        let Call { name, args, span, .. } = *call;
        self.state.forget("REPLY", false);
        self.state.forget("MAPFILE", false);
        let mut names = Vec::new();
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            let takes_value = if name == "read" { "adinNptu" } else { "dnOsuCc" };
            match arg.known().filter(|_| !arg.splits) {
                Some(text) if text.starts_with('-') && names.is_empty() => {
                    let flags = text.trim_start_matches('-');
                    let Some(at) = flags.find(|c| takes_value.contains(c)) else { continue };
                    let inline = flags.get(at + 1..).is_some_and(|value| !value.is_empty());
                    let flag = flags.get(at..=at);
                    let touching = flags.get(at + 1..).unwrap_or("");
                    let value = if inline { None } else { rest.next() };
                    match (flag, value) {
                        (Some("a"), Some(value)) => names.push(value.clone()),
                        (Some("a"), None) => names.push(Value::text(arg.span, touching)),
                        (Some("C"), _) => {
                            // Called with an index and a line behind it.
                            let plain = |text: &&str| {
                                !text.is_empty()
                                    && text.bytes().all(|b| {
                                        b.is_ascii_alphanumeric() || b == b' ' || b == b'_'
                                    })
                            };
                            match value.and_then(Value::known).filter(plain) {
                                Some(text) => {
                                    self.nested_text(
                                        &format!("{text} \"$RANDOM\" \"$REPLY\""),
                                        span,
                                    );
                                }
                                None => self.doubt(span, "text that is not known is run"),
                            }
                        }
                        _ => {}
                    }
                }
                None => {
                    self.doubt(span, "a variable whose name is not known");
                    self.state.forget_all();
                }
                Some(_) => names.push(arg.clone()),
            }
        }
        self.assign_names(&names, span);
    }

    /// Variables that get a value nobody knows.
    fn assign_names(&mut self, names: &[Value], span: Span) {
        for value in names {
            if value.splits {
                self.doubt(span, "a variable whose name is not known");
                self.state.forget_all();
            } else if let Some(name) = self.variable_name(&value.parts, span) {
                self.assign_var(&name, Var::Unknown, span);
            }
        }
    }

    /// `-v name` evaluates a subscript.
    fn test(&mut self, args: &[Value], span: Span) {
        let args = match args {
            [inside @ .., last] if last.known() == Some("]") => inside,
            args => args,
        };
        let runs = |arg: &Value| {
            arg.known().is_some_and(|text| text.contains('[') && text.contains(['$', '`']))
        };
        let unknown = |arg: &Value| arg.known().is_none() && !starts_with_text(arg);
        if args.iter().any(runs) && args.iter().any(unknown)
            || matches!(args, [operator, _] if unknown(operator))
        {
            self.doubt(span, "an operator that is not known");
        }
        for pair in args.windows(2) {
            if let [flag, name] = pair
                && flag.known() == Some("-v")
            {
                match name.known() {
                    Some(text) if !text.contains('[') => {}
                    Some(_) => drop(self.variable_name(&name.parts, span)),
                    None => self.doubt(span, "a variable whose name is not known"),
                }
            }
        }
    }

    /// It runs `-C` and expands `-W`.
    fn compgen(&mut self, args: &[Value], span: Span) {
        if !args.is_empty() {
            self.doubt(span, RUNS_OTHERS);
        }
    }
}

/// All texts, when all are known.
fn known(args: &[Value]) -> Option<Vec<&str>> {
    args.iter().map(|arg| arg.known().filter(|_| !arg.splits)).collect()
}

/// The names that `set -o` takes.
const OPTIONS: &[&str] = &[
    "allexport",
    "braceexpand",
    "emacs",
    "errexit",
    "errtrace",
    "functrace",
    "hashall",
    "histexpand",
    "history",
    "ignoreeof",
    "interactive-comments",
    "keyword",
    "monitor",
    "noclobber",
    "noexec",
    "noglob",
    "nolog",
    "notify",
    "nounset",
    "onecmd",
    "physical",
    "pipefail",
    "posix",
    "privileged",
    "verbose",
    "vi",
    "xtrace",
];

/// Options of `set` that change how text is read.
const GRAMMAR: &[&str] = &["posix", "braceexpand", "histexpand", "history", "keyword"];

/// Signals that come when the text is over, or from outside.
const AT_END: &[&str] = &[
    "EXIT", "0", "INT", "TERM", "HUP", "QUIT", "PIPE", "SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT",
    "SIGPIPE", "SIGEXIT", "1", "2", "3", "15",
];

/// Options of `shopt` that change neither the grammar nor who assigns what.
const HARMLESS: &[&str] = &[
    "nullglob",
    "globstar",
    "dotglob",
    "failglob",
    "nocaseglob",
    "nocasematch",
    "inherit_errexit",
    "expand_aliases",
    "checkwinsize",
    "globasciiranges",
    "histappend",
    "huponexit",
];

/// More arguments than this are not told apart.
pub(super) const MOST_ARGUMENTS: usize = 256;

/// Whether a word may begin with a dash when it runs.
pub(super) fn may_begin_with_dash(value: &Value) -> bool {
    match value.parts.first() {
        None => false,
        Some(Part::Text(text)) => {
            text.starts_with('-') && value.known().is_none() || {
                value.known().is_some_and(|text| text.starts_with('-'))
            }
        }
        Some(Part::OneOf(texts)) => {
            texts.iter().any(|text| text.starts_with('-') || text.is_empty())
        }
        Some(Part::Home(_) | Part::Number) => false,
        Some(Part::Variable(_) | Part::Glob(_) | Part::Unknown) => true,
    }
}

fn starts_with_text(value: &Value) -> bool {
    matches!(value.parts.first(), Some(Part::Text(text)) if !text.starts_with('-'))
}

fn may_be_option(value: &Value) -> bool {
    let text = |part: &Part| matches!(part, Part::Text(text) if !"-v".starts_with(text.as_str()));
    !value.parts.is_empty() && value.known().is_none() && !value.parts.iter().any(text)
}

fn parser_keyword(name: &str) -> bool {
    crate::parser::KEYWORDS.contains(&name)
}

const RUNS_OTHERS: &str = "a builtin that runs other commands";
