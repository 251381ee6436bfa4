//! `declare` and its kin, and `unset`.

use super::Reader;
use super::builtins::Call;
use super::state::Var;
use crate::reading::Part;
use crate::reading::Value;
use crate::span::Span;

impl Reader {
    pub(super) fn declare(&mut self, call: &Call<'_>) {
        let Call { name: builtin, args, span, .. } = *call;
        let mut flags = String::new();
        let options =
            args.iter().filter_map(Value::known).filter(|text| text.starts_with(['-', '+']));
        let given: String = options.collect();
        if given.contains('p') && !given.contains('+') {
            // It only shows.
            return;
        }
        let odd = |c: char| !matches!(c, '-' | 'a' | 'A' | 'i' | 'r' | 'x' | 'f' | 'F');
        let exports = builtin == "export";
        let changes = given.contains(['A', 'i']) && self.loops > 0;
        if (given.contains(odd) && !(exports && given == "-n")) || changes {
            self.doubt(span, "a declaration that changes what assignments do");
            self.state.forget_all();
        }
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
        let runs = value.starts_with('(');
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
            if exported && !self.frame.script.heredocs.is_empty() {
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
        // Where it is the first that is said of a name, its subscripts are plain text.
        let first = !self.in_function && self.loops == 0 && !self.state.is_assigned(&name);
        let names = self.state.names_mut();
        if flags.contains('A') && first {
            names.associative.insert(name.clone());
        }
        if flags.contains('i') && flags.starts_with('-') {
            names.integers.insert(name.clone());
        }
        if flags.contains('n') && builtin != "export" {
            // An assignment to it goes elsewhere; that was said above.
            return;
        }
        if builtin == "readonly" || flags.contains('r') {
            if let Some(parts) = value {
                let changed = flags.contains(['l', 'u', 'c']);
                let var = if changed { Var::Unknown } else { Var::Scalar(parts) };
                self.assign_var(&name, var, span);
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
                self.assign_var(&name, Var::Unknown, span);
            }
            Some(parts) => self.assign_var(&name, Var::Scalar(parts), span),
            // In a function a bare declaration hides the variable of the same name.
            None if !matches!(builtin, "export" | "readonly") => {
                self.state.forget(&name, false);
            }
            None => {}
        }
    }

    pub(super) fn unset(&mut self, args: &[Value], span: Span) {
        for arg in args {
            match arg.known() {
                Some("-v" | "--") => continue,
                Some(text) if text.starts_with('-') => {
                    self.doubt(span, "a function or a reference is taken away");
                    continue;
                }
                _ => {}
            }
            // It may fail, or bring an outer variable of that name to light.
            if let Some(name) = self.variable_name(&arg.parts, span) {
                let names = self.state.names();
                if names.integers.contains(&name) || names.associative.contains(&name) {
                    self.doubt(span, "a variable loses its attributes");
                }
                self.state.forget(&name, false);
            }
        }
    }
}

/// Builtins that declare variables.
pub(super) const DECLARES: &[&str] = &["declare", "typeset", "local", "export", "readonly"];
