//! Builtins that run text, change names or change variables. The rest are programs like any
//! other to a reader.

use super::Deferred;
use super::Lookup;
use super::NESTED_TEXT;
use super::Reader;
use super::Stdin;
use super::expand::is_identifier;
use super::shells::is_file;
use super::state::Var;
use crate::reading::Part;
use crate::reading::Value;
use crate::span::Span;

impl Reader {
    /// Follows a builtin; false when `name` is none of those.
    pub(super) fn builtin(
        &mut self,
        name: &str,
        args: &[Value],
        assigns: &[(String, Value)],
        span: Span,
    ) -> bool {
        match name {
            "eval" => self.eval(args, span),
            "." | "source" => self.source(args, span),
            "trap" => self.trap(args, span),
            "command" | "exec" | "builtin" => self.prefix(name, args, assigns, span),
            "alias" => self.alias(args, span),
            "hash" => self.hash(args, span),
            "enable" => self.refuse_flag(args, "f", span, "a builtin loaded from a file"),
            "shopt" => self.shopt(args, span),
            "set" => self.set(args, span),
            "shift" => self.shift(args),
            "read" | "mapfile" | "readarray" => self.read_into(name, args, span),
            "getopts" => {
                self.state.forget("OPTARG", false);
                self.assign_names(args.get(1..2).unwrap_or(&[]), span);
            }
            "printf" => {
                if args.first().is_some_and(|arg| {
                    arg.known() != Some("-v") && arg.known().is_none() && starts_with_dash(arg)
                }) {
                    self.doubt(span, "options that are not known");
                }
                if args.first().and_then(Value::known) == Some("-v") {
                    self.assign_names(args.get(1..2).unwrap_or(&[]), span);
                }
            }
            _ if DECLARES.contains(&name) => self.declare(name, args, span),
            "unset" => self.unset(args, span),
            "let" => {
                for arg in args {
                    self.arith_value(&arg.parts, span);
                }
                self.state.forget_variables();
            }
            "test" | "[" => self.test(args, span),
            "wait" => {
                if args.iter().any(|arg| arg.known() == Some("-p")) {
                    self.assign_names(args.get(1..2).unwrap_or(&[]), span);
                }
            }
            "compgen" => self.compgen(args, span),
            "jobs" => {
                if let Some(at) = args.iter().position(|arg| arg.known() == Some("-x")) {
                    let argv = args.get(at + 1..).unwrap_or(&[]).to_vec();
                    self.invoke(argv, &[], span, Lookup::Usual);
                }
            }
            "fc" | "bind" => self.doubt(span, "a builtin that runs other commands"),
            _ => return false,
        }
        true
    }

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
        let Some(file) = args.iter().find(|arg| arg.known() != Some("--")) else { return };
        let stdin = matches!(file.known(), Some("/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0"));
        match self.stdin.clone() {
            Stdin::Redirected(from) if stdin && from.op.text() => match from.target.known() {
                Some(text) => return self.nested_text(&text.to_owned(), span),
                None => self.doubt(span, "text that is not known is run"),
            },
            _ if !is_file(file) => self.doubt(span, "a file that is not known is run"),
            _ if self.is_written(file) => self.doubt(span, "a file that this text writes is run"),
            _ => {}
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
            [text, ..] => match text.known().filter(|_| !text.splits) {
                Some("-" | "") => {}
                Some(text) => {
                    let text = text.to_owned();
                    self.later(Deferred::Trap(text), span);
                }
                None => self.doubt(span, "a trap that is not known"),
            },
        }
    }

    /// `command`, `builtin` and `exec` run what stands behind their options.
    fn prefix(&mut self, name: &str, args: &[Value], assigns: &[(String, Value)], span: Span) {
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
            if name == "exec" && text.ends_with('a') {
                rest = rest.get(1..).unwrap_or(&[]);
            }
        }
        if rest.is_empty() {
            if name == "exec" {
                // Its redirections stay with the shell.
                self.lasting_stdin();
            }
            return;
        }
        self.invoke(rest.to_vec(), assigns, span, Lookup::NoFunctions);
    }

    /// An alias can change how everything behind it is read.
    fn alias(&mut self, args: &[Value], span: Span) {
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
            let names =
                words.iter().filter(|word| !word.starts_with('-')).map(|&word| word.to_owned());
            let names: Vec<_> = names.collect();
            self.state.names_mut().replaced.extend(names);
        }
    }

    fn refuse_flag(&mut self, args: &[Value], flag: &str, span: Span, reason: &str) {
        let given = |arg: &Value| {
            arg.known().is_none_or(|text| text.starts_with('-') && text.contains(flag))
        };
        if args.iter().any(given) {
            self.doubt(span, reason);
        }
    }

    /// Options that change how text is read or where a pipeline's last command runs.
    fn shopt(&mut self, args: &[Value], span: Span) {
        let Some(words) = known(args) else {
            self.doubt(span, "`shopt` with arguments that are not known");
            return;
        };
        let sets = words.iter().any(|word| word.starts_with('-') && word.contains('s'));
        if sets && words.contains(&"lastpipe") {
            self.doubt(span, "the last command of a pipeline runs in this shell");
        }
        if sets && words.contains(&"extglob") && self.negated_subshell {
            self.doubt(span, "`!(` becomes a pattern");
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
                    rest = behind.get(1..).unwrap_or(&[]);
                }
                _ if text.starts_with(['-', '+']) => {
                    if text.contains(['B', 'H']) {
                        self.doubt(span, "the shell's mode changes");
                    }
                    let flags = text.get(1..).unwrap_or("");
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
        let list = args.iter().map(|arg| arg.parts.clone()).collect();
        self.state.positional = plain.then(|| std::rc::Rc::new(list));
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

    fn read_into(&mut self, name: &str, args: &[Value], span: Span) {
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
                    let value = if inline { None } else { rest.next() };
                    match (flag, value) {
                        (Some("a"), Some(value)) => names.push(value.clone()),
                        (Some("C"), _) => {
                            // Called with an index and a line behind it.
                            match value.and_then(Value::known).map(str::to_owned) {
                                Some(text) => self.nested_text(&text, span),
                                None => self.doubt(span, "text that is not known is run"),
                            }
                        }
                        _ => {}
                    }
                }
                _ => names.push(arg.clone()),
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

    fn declare(&mut self, builtin: &str, args: &[Value], span: Span) {
        let mut flags = String::new();
        for arg in args {
            let text = match arg.parts.as_slice() {
                _ if arg.splits => None,
                [] => continue,
                [Part::Text(text), ..] => Some(text.as_str()),
                _ => None,
            };
            let Some(text) = text else {
                self.declare_unknown(builtin, span);
                continue;
            };
            if text.starts_with(['-', '+']) && arg.parts.len() == 1 {
                flags.push_str(text);
                continue;
            }
            self.array_text(&flags, text, arg, span);
            let (target, first) = match text.split_once('=') {
                Some((target, first)) => (target, Some(first)),
                None if arg.parts.len() > 1 => {
                    self.declare_unknown(builtin, span);
                    continue;
                }
                None => (text, None),
            };
            let append = target.ends_with('+');
            let target = target.trim_end_matches('+');
            let value = first.map(|first| {
                let mut parts = vec![Part::Text(first.to_owned())];
                parts.extend(arg.parts.iter().skip(1).cloned());
                parts.retain(|part| !matches!(part, Part::Text(text) if text.is_empty()));
                parts
            });
            self.declare_one(builtin, &flags, target, value.filter(|_| !append), append, span);
        }
    }

    /// A name that is not known. `export` and `readonly` take no subscript, so nothing runs.
    fn declare_unknown(&mut self, builtin: &str, span: Span) {
        if !matches!(builtin, "export" | "readonly") {
            self.doubt(span, "a declaration that is not known");
        }
        self.state.forget_all();
        self.state.names_mut().path_changed = true;
    }

    /// `declare -a 'a=($(…))'` expands the text between the parentheses.
    fn array_text(&mut self, flags: &str, text: &str, arg: &Value, span: Span) {
        let value = text.split_once('=').map_or("", |(_, value)| value);
        let known = arg.parts.len() == 1;
        let runs = value.starts_with('(') && (!known || value.contains(['$', '`']));
        let may_run = !known && value.is_empty() && flags.contains(['a', 'A']);
        if runs || may_run {
            self.doubt(span, "an array in a text that is expanded");
        }
    }

    fn declare_one(
        &mut self,
        builtin: &str,
        flags: &str,
        target: &str,
        value: Option<Vec<Part>>,
        append: bool,
        span: Span,
    ) {
        if flags.contains(['f', 'F']) {
            let exported = builtin == "export" || flags.contains('x');
            self.state.names_mut().functions_exported |= exported;
            if exported && !self.frame.heredocs.is_empty() {
                self.doubt(span, "a function with here-documents is printed for another shell");
            }
            return;
        }
        let Some(name) = self.variable_name(&[Part::Text(target.to_owned())], span) else {
            if let Some(parts) = value
                && target.contains('[')
                && self.state.names().integers.contains(target.split('[').next().unwrap_or(""))
            {
                self.arith_value(&parts, span);
            }
            return;
        };
        let names = self.state.names_mut();
        if flags.contains('A') {
            names.associative.insert(name.clone());
        }
        if flags.contains('i') && flags.starts_with('-') {
            names.integers.insert(name.clone());
        }
        if builtin == "export" || flags.contains('x') {
            names.exported.insert(name.clone());
        }
        if flags.contains('n') && builtin != "export" {
            let plain = matches!(value.as_deref(), None | Some([Part::Text(_)]))
                && !matches!(value.as_deref(), Some([Part::Text(text)]) if !is_identifier(text));
            if !plain {
                self.doubt(span, "a reference to a variable that is not known");
            }
            self.state.refer();
            return;
        }
        if builtin == "readonly" || flags.contains('r') {
            let before = value.clone().map_or(Var::Unknown, Var::Scalar);
            if value.is_some() {
                self.assign_var(&name, before, span);
            }
            self.state.names_mut().readonly.insert(name);
            return;
        }
        if builtin == "local" && !self.in_function {
            // It fails there.
            self.state.forget(&name, false);
            return;
        }
        match value {
            _ if append || flags.contains(['l', 'u', 'c']) => {
                self.assign_var(&name, Var::Unknown, span)
            }
            Some(parts) => self.assign_var(&name, Var::Scalar(parts), span),
            // In a function a bare declaration hides the variable of the same name.
            None if matches!(builtin, "local" | "declare" | "typeset") => {
                if self.in_function {
                    self.state.set(&name, Var::Unset);
                }
            }
            None => {}
        }
    }

    fn unset(&mut self, args: &[Value], span: Span) {
        let functions = args.iter().any(|arg| arg.known() == Some("-f"));
        for arg in args {
            if arg.known().is_some_and(|text| text.starts_with('-')) {
                continue;
            }
            if functions {
                // Whether it was one is all the same: the name is listed as it stands.
                continue;
            }
            if let Some(name) = self.variable_name(&arg.parts, span) {
                self.state.set(&name, Var::Unset);
            }
        }
    }

    /// `-v name` evaluates a subscript.
    fn test(&mut self, args: &[Value], span: Span) {
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
        let plain = |arg: &Value| {
            arg.known().is_some_and(|text| !text.contains(['$', '`']) && !text.starts_with("-C"))
        };
        if !args.iter().all(plain) {
            self.doubt(span, "a builtin that runs other commands");
        }
    }

    /// `exec <file` moves the shell's own input.
    fn lasting_stdin(&mut self) {
        let from = self.redirects.iter().rev().find(|from| from.op.reads()).cloned();
        if let Some(from) = from {
            self.lasting = Some(Stdin::Redirected(from));
        }
    }
}

/// All texts, when all are known.
fn known(args: &[Value]) -> Option<Vec<&str>> {
    args.iter().map(|arg| arg.known().filter(|_| !arg.splits)).collect()
}

/// Builtins that declare variables.
pub(super) const DECLARES: &[&str] = &["declare", "typeset", "local", "export", "readonly"];

/// Options of `set` that change how text is read.
const GRAMMAR: &[&str] = &["posix", "braceexpand", "histexpand", "history"];

fn starts_with_dash(value: &Value) -> bool {
    match value.parts.first() {
        Some(Part::Text(text)) => text.starts_with('-'),
        Some(_) => true,
        None => false,
    }
}

fn parser_keyword(name: &str) -> bool {
    crate::parser::KEYWORDS.contains(&name)
}
