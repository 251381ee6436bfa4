//! Assignments and redirections: what they change and what they open.

use std::rc::Rc;
use std::sync::Arc;

use super::Reader;
use super::Stdin;
use super::fields::merge;
use super::state;
use super::state::Var;
use crate::ast::Assign;
use crate::ast::AssignValue;
use crate::ast::Redirect;
use crate::ast::RedirectFd;
use crate::ast::RedirectOp;
use crate::reading::Part;
use crate::reading::Redirection;
use crate::reading::Value;
use crate::span::Span;

impl Reader {
    pub(super) fn redirect(&mut self, redirects: &[Redirect]) {
        for redirect in redirects {
            let target = match (redirect.op, redirect.heredoc) {
                (RedirectOp::Heredoc | RedirectOp::HeredocTabs, slot) => {
                    let frame = Rc::clone(&self.frame);
                    let heredoc = slot.and_then(|slot| frame.script.heredocs.get(slot));
                    heredoc.map(|heredoc| self.quoted(&heredoc.body)).unwrap_or_default()
                }
                (RedirectOp::HereString, _) => self.single(&redirect.target),
                _ => {
                    let mut fields = self.fields(&redirect.target);
                    let span = self.place(redirect.target.span);
                    match (fields.pop(), fields.is_empty()) {
                        (Some(field), true) => field,
                        _ => Value { span, parts: vec![Part::Unknown], splits: false },
                    }
                }
            };
            if matches!(redirect.op, RedirectOp::Both | RedirectOp::BothAppend) {
                self.refuse_posix(redirect.span);
            }
            if let RedirectFd::Variable(name) = &redirect.fd {
                self.assign_var(name, Var::Scalar(vec![Part::Number]), redirect.span);
            }
            let fd = match redirect.fd {
                RedirectFd::Number(number) => number,
                RedirectFd::Default | RedirectFd::Variable(_) => None,
            };
            if matches!(redirect.op, RedirectOp::DupIn | RedirectOp::DupOut) {
                self.expanded_twice(&target, redirect.span);
            }
            if !redirect.op.reads() || redirect.op == RedirectOp::ReadWrite {
                self.written.push(target.clone());
            }
            let span = self.place(redirect.span);
            let redirection = Arc::new(Redirection { span, fd, op: redirect.op, target });
            let moves_input = match redirect.fd {
                RedirectFd::Default => redirect.op.reads(),
                RedirectFd::Number(number) => number == Some(0),
                RedirectFd::Variable(_) => false,
            };
            if moves_input {
                self.own_stdin = true;
                self.stdin = Stdin::Redirected(Arc::clone(&redirection));
            }
            self.reading.redirections.push((Arc::clone(&redirection), self.shell));
            self.redirects.push(redirection);
        }
    }

    /// Bash expands the word behind `>&` once to see whether it is a number, and once more when
    /// it is not.
    fn expanded_twice(&mut self, target: &Value, span: Span) {
        let active = |part: &Part| match part {
            Part::Text(text) => text.contains(['$', '`']),
            Part::OneOf(texts) => texts.iter().any(|text| text.contains(['$', '`'])),
            Part::Unknown => true,
            Part::Number | Part::Home(_) | Part::Variable(_) | Part::Glob(_) => false,
        };
        if target.parts.iter().any(active) {
            self.doubt(span, "a target that is expanded twice");
        }
    }

    pub(super) fn assign(&mut self, assign: &Assign) {
        if let Some(subscript) = &assign.subscript {
            if self.state.names().associative.contains(&assign.name) {
                self.quoted(&subscript.text);
            } else {
                self.arith(subscript);
            }
        }
        let var = match &assign.value {
            AssignValue::Scalar(word) => Var::Scalar(self.single(word).parts),
            AssignValue::Array(elements) => {
                let associative = self.state.names().associative.contains(&assign.name);
                let mut list = Some(Vec::new()).filter(|_| !associative);
                let mut numbers = !associative;
                for element in elements {
                    if let Some(subscript) = &element.subscript {
                        if associative {
                            self.quoted(&subscript.text);
                        } else {
                            self.arith(subscript);
                        }
                        list = None;
                    }
                    let fields = self.fields(&element.value);
                    numbers &= fields.iter().all(|field| state::is_number(&field.parts));
                    let plain = fields.iter().all(|field| !field.splits);
                    list = list.filter(|_| plain);
                    if let Some(list) = &mut list {
                        list.extend(fields.into_iter().map(|field| field.parts));
                    }
                }
                match list {
                    Some(list) => Var::Array(list),
                    None if numbers => Var::Scalar(vec![Part::Number]),
                    None => Var::Unknown,
                }
            }
        };
        let var =
            match (assign.subscript.is_some(), assign.append, self.state.get(&assign.name), var) {
                (true, ..) => Var::Unknown,
                (_, false, _, var) => var,
                // Some numbers, and some more.
                (_, true, Var::Scalar(before), Var::Scalar(after))
                    if matches!(assign.value, AssignValue::Array(_)) =>
                {
                    let numbers = state::is_number(&before) && state::is_number(&after);
                    if numbers { Var::Scalar(vec![Part::Number]) } else { Var::Unknown }
                }
                (_, true, Var::Array(before), Var::Scalar(after)) => {
                    let numbers = before.iter().all(|parts| state::is_number(parts));
                    if numbers && state::is_number(&after) {
                        Var::Scalar(vec![Part::Number])
                    } else {
                        Var::Unknown
                    }
                }
                (_, true, Var::Scalar(mut before), Var::Scalar(after)) => {
                    before.extend(after);
                    Var::Scalar(merge(before))
                }
                (_, true, Var::Array(mut before), Var::Array(after)) => {
                    before.extend(after);
                    Var::Array(before)
                }
                (_, true, Var::Scalar(before), Var::Array(after))
                    if state::is_number(&before)
                        && after.iter().all(|parts| state::is_number(parts)) =>
                {
                    Var::Scalar(vec![Part::Number])
                }
                _ => Var::Unknown,
            };
        let elements = matches!(assign.value, AssignValue::Array(_)) || assign.subscript.is_some();
        let had_elements = matches!(self.state.get(&assign.name), Var::Array(_) | Var::Unknown);
        if !elements && had_elements {
            self.state.names_mut().arrays.insert(assign.name.clone());
        }
        self.assign_var(&assign.name, var, assign.span);
    }

    /// Assigns with the attributes the variable has.
    pub(super) fn assign_var(&mut self, name: &str, var: Var, span: Span) {
        if self.state.names().integers.contains(name) || state::NUMBERS.contains(&name) {
            match &var {
                Var::Scalar(parts) => self.arith_value(&parts.clone(), span),
                Var::Array(_) | Var::Unknown => {
                    self.doubt(span, "arithmetic on a value that is not known");
                }
            }
            self.state.set(name, Var::Scalar(vec![Part::Number]));
            return;
        }
        match name {
            "BASH_ALIASES" | "BASH_CMDS" => self.doubt(span, "names are given another meaning"),
            "BASH_ARGV0" => self.doubt(span, "the shell is given another name"),
            "POSIXLY_CORRECT" => self.doubt(span, "the shell's mode changes"),
            "BASH_ENV" | "ENV" => self.doubt(span, "a file that every shell started later runs"),
            _ => {}
        }
        let expanded = matches!(name, "PS4" | "PS0" | "PROMPT_COMMAND");
        let plain = matches!(&var, Var::Scalar(parts) if parts.iter().all(|part| {
            matches!(part, Part::Text(text) if !text.contains(['$', '`', '\\']))
        }));
        if expanded && !plain {
            self.doubt(span, "a prompt that is expanded when it is shown");
        }
        let kept = self.state.names().readonly.contains(name);
        self.state.set(name, if kept { Var::Unknown } else { var });
    }
}
