//! The plan: everything a command would do, part by part.

mod programs;
mod quote;
mod readers;

use std::collections::BTreeMap;

use portcullis_shell::Invocation;
use portcullis_shell::Limits;
use portcullis_shell::Reading;
use portcullis_shell::Redirection;
use portcullis_shell::Span;
use portcullis_shell::Value;
use portcullis_shell::ast::RedirectOp;
use portcullis_shell::read;

use crate::effect::Effect;
use crate::effect::Kind;
use crate::effect::Object;
use crate::environment::executes;
use crate::facts::Facts;
use crate::place::absolute;
use crate::place::resolve;

/// What a text would do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Every program it would run, wrappers and nested ones included, in order.
    pub programs: Vec<String>,
    /// Every effect, in the order of the text.
    pub effects: Vec<Effect>,
}

/// What `text` would do at the place that `facts` describe.
pub fn plan(text: &str, facts: &Facts) -> Plan {
    let mut planner = Planner {
        facts,
        plan: Plan::default(),
        cwd: BTreeMap::from([(0, Some(facts.cwd.clone()))]),
        place: None,
        depth: 0,
        piped: false,
    };
    planner.text(text);
    planner.plan.effects.sort_by_key(|effect| effect.span.start);
    planner.plan
}

struct Planner<'a> {
    facts: &'a Facts,
    plan: Plan,
    /// The working directory of each shell; `None` when it is not known.
    cwd: BTreeMap<u32, Option<String>>,
    /// Where the text stands that is being looked at, when it is inside another.
    place: Option<Span>,
    depth: u32,
    /// The command around the present text reads from a pipe.
    piped: bool,
}

impl Planner<'_> {
    fn text(&mut self, text: &str) {
        let reading = read(text, &Limits::default());
        for opaque in &reading.opaque {
            self.give(Kind::Opaque, Object::Reason(opaque.reason.clone()), opaque.span);
        }
        for (redirection, shell) in &reading.redirections {
            self.redirection(redirection, *shell, &reading);
        }
        for run in &reading.invocations {
            self.invocation(run, &reading);
        }
    }

    /// Looks at text that stands inside the present one.
    fn nested(&mut self, text: &str, span: Span, shell: u32, reading: &Reading) {
        if self.depth >= MOST_NESTED {
            self.opaque("nested too deeply", span);
            return;
        }
        let cwd = self.directory(shell, reading);
        let outside = (self.place, std::mem::replace(&mut self.cwd, BTreeMap::from([(0, cwd)])));
        self.place = Some(self.place.unwrap_or(span));
        self.depth += 1;
        self.text(text);
        self.depth -= 1;
        (self.place, self.cwd) = outside;
    }

    fn give(&mut self, kind: Kind, object: Object, span: Span) {
        let span = self.place.unwrap_or(span);
        let effect = Effect { kind, object, span };
        // The same thing twice stands close together, if at all.
        if !self.plan.effects.iter().rev().take(LOOK_BACK).any(|known| *known == effect) {
            self.plan.effects.push(effect);
        }
    }

    fn opaque(&mut self, reason: &str, span: Span) {
        self.give(Kind::Opaque, Object::Reason(reason.to_owned()), span);
    }

    fn path(&mut self, kind: Kind, value: &Value, shell: u32, reading: &Reading) {
        let cwd = self.directory(shell, reading);
        let (text, place) = resolve(value, cwd.as_deref(), self.facts);
        self.give(kind, Object::Path { text, place }, value.span);
    }

    /// The working directory of a shell: its own, or what its parent had when it began.
    fn directory(&mut self, shell: u32, reading: &Reading) -> Option<String> {
        if let Some(known) = self.cwd.get(&shell) {
            return known.clone();
        }
        let parent = reading.shells.get(shell as usize).and_then(|shell| shell.parent);
        let cwd = match parent {
            Some(parent) => self.directory(parent, reading),
            None => Some(self.facts.cwd.clone()),
        };
        self.cwd.insert(shell, cwd.clone());
        cwd
    }

    fn change_directory(&mut self, target: Option<&Value>, run: &Invocation, reading: &Reading) {
        let before = self.directory(run.shell, reading);
        let after = match target {
            None => Some(self.facts.home.clone()),
            Some(value) => {
                let (text, _) = resolve(value, before.as_deref(), self.facts);
                let known = text.starts_with('/') && !text.contains(['…', '*']);
                absolute(&text, before.as_deref()).filter(|_| known)
            }
        };
        self.cwd.insert(run.shell, after);
    }

    fn redirection(&mut self, redirection: &Redirection, shell: u32, reading: &Reading) {
        let target = &redirection.target;
        if let Some(text) = target.known()
            && (text.starts_with("/dev/tcp/") || text.starts_with("/dev/udp/"))
        {
            let host = text.split('/').nth(3).map(str::to_owned);
            self.give(Kind::Publish, Object::Host(host), redirection.span);
            return;
        }
        match redirection.op {
            RedirectOp::Read => self.path(Kind::Read, target, shell, reading),
            RedirectOp::Write
            | RedirectOp::Clobber
            | RedirectOp::Append
            | RedirectOp::ReadWrite
            | RedirectOp::Both
            | RedirectOp::BothAppend => self.path(Kind::Write, target, shell, reading),
            RedirectOp::DupOut => {
                let number = target.known().is_some_and(|text| {
                    text.trim_end_matches('-').bytes().all(|byte| byte.is_ascii_digit())
                });
                let descriptor = number || portcullis_shell_is_number(target);
                if !descriptor {
                    self.path(Kind::Write, target, shell, reading);
                }
            }
            RedirectOp::DupIn
            | RedirectOp::Heredoc
            | RedirectOp::HeredocTabs
            | RedirectOp::HereString => {}
        }
    }

    fn invocation(&mut self, run: &Invocation, reading: &Reading) {
        let names = run.argv.first().map(Value::names).unwrap_or_default();
        for (name, value) in &run.assigns {
            if executes(name) {
                let reason = format!("the variable {name} makes programs run others");
                self.give(Kind::Execute, Object::Reason(reason), value.span);
            }
        }
        if !run.again {
            self.plan.programs.extend(names.iter().filter(|name| !name.is_empty()).cloned());
        }
        if run.function {
            return;
        }
        for name in &names {
            self.program(name, run, reading);
        }
    }
}

/// Whether a value can only be a decimal number.
fn portcullis_shell_is_number(value: &Value) -> bool {
    !value.parts.is_empty()
        && value.parts.iter().all(|part| matches!(part, portcullis_shell::Part::Number))
}

/// How far back an effect is looked for before it is listed again.
const LOOK_BACK: usize = 16;

/// Texts inside texts.
const MOST_NESTED: u32 = 8;
