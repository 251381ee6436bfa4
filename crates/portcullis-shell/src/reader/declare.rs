//! `declare` and its kin, and `unset`.

use super::Reader;
use super::builtins::Call;
use super::expand::is_identifier;
use super::state::Var;
use crate::reading::Part;
use crate::reading::Value;
use crate::span::Span;

impl Reader {
    pub(super) fn declare(&mut self, call: &Call<'_>) {
        let Call { name: builtin, args, span, .. } = *call;
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
            None if self.in_function && !matches!(builtin, "export" | "readonly") => {
                self.state.set(&name, Var::Unset);
            }
            None => {}
        }
    }

    pub(super) fn unset(&mut self, args: &[Value], span: Span) {
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
}

/// Builtins that declare variables.
pub(super) const DECLARES: &[&str] = &["declare", "typeset", "local", "export", "readonly"];
