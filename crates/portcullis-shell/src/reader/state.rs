//! What is known of a shell's variables, functions and arguments at one place of the text.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::rc::Rc;

use super::Defined;
use crate::reading::Part;

/// A variable that the text has assigned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Var {
    /// One value.
    Scalar(Vec<Part>),
    /// An indexed array whose elements are known.
    Array(Vec<Vec<Part>>),
    /// Anything.
    Unknown,
}

/// One shell at one place of the text. Cheap to copy: branches share what they do not change.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    vars: Rc<BTreeMap<String, Var>>,
    names: Rc<Names>,
    /// `None` when the arguments are not known.
    pub(super) positional: Option<Rc<Vec<Vec<Part>>>>,
    /// Something may have assigned any variable; only what was assigned since is known.
    blurred: bool,
}

/// Names with a meaning of their own.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// Each name with every body it may have here.
    pub(super) functions: BTreeMap<String, Vec<Rc<Defined>>>,
    /// Names that bash may replace before it looks at them, or find elsewhere.
    pub(super) replaced: BTreeSet<String>,
    pub(super) readonly: BTreeSet<String>,
    pub(super) integers: BTreeSet<String>,
    /// Names that were given elements and then one value: the other elements are still there.
    pub(super) arrays: BTreeSet<String>,
    pub(super) associative: BTreeSet<String>,
    pub(super) functions_exported: bool,
    pub(super) path_changed: bool,
}

impl State {
    /// The text's own shell: no arguments, nothing assigned.
    pub(super) fn start() -> Self {
        Self { positional: Some(Rc::default()), ..Self::default() }
    }

    pub(super) fn names(&self) -> &Names {
        &self.names
    }

    pub(super) fn names_mut(&mut self) -> &mut Names {
        Rc::make_mut(&mut self.names)
    }

    /// The variable, or what stands for one that the text has not assigned.
    pub(super) fn get(&self, name: &str) -> Var {
        match self.vars.get(name) {
            _ if CHANGING.contains(&name) => Var::Unknown,
            Some(_) if name == "PWD" => Var::Unknown,
            Some(var) => var.clone(),
            None if NUMBERS.contains(&name) => Var::Scalar(vec![Part::Number]),
            None if self.blurred => Var::Unknown,
            None if name == "HOME" => Var::Scalar(vec![Part::Home(String::new())]),
            None => Var::Scalar(vec![Part::Variable(name.to_owned())]),
        }
    }

    pub(super) fn set(&mut self, name: &str, var: Var) {
        if name == "PATH" {
            self.names_mut().path_changed = true;
        }
        let var = if is_large(&var) { Var::Unknown } else { var };
        let vars = Rc::make_mut(&mut self.vars);
        if vars.len() >= MOST_VARIABLES && !vars.contains_key(name) {
            self.blurred = true;
            return;
        }
        vars.insert(name.to_owned(), var);
    }

    /// Whether the text has assigned a variable of this name.
    pub(super) fn is_assigned(&self, name: &str) -> bool {
        self.blurred || self.vars.contains_key(name)
    }

    /// Forgets one variable, keeping that it is a number, or some, if it can only be that.
    pub(super) fn forget(&mut self, name: &str, numeric: bool) {
        let stays = numeric
            && match self.get(name) {
                Var::Scalar(parts) => is_number(&parts),
                Var::Array(elements) => elements.iter().all(|parts| is_number(parts)),
                Var::Unknown => false,
            };
        self.set(name, if stays { Var::Scalar(vec![Part::Number]) } else { Var::Unknown });
    }

    /// Forgets every variable and the arguments.
    pub(super) fn forget_all(&mut self) {
        self.vars = Rc::default();
        self.blurred = true;
        self.positional = None;
    }

    /// Forgets every variable; the arguments stay.
    pub(super) fn forget_variables(&mut self) {
        let positional = self.positional.clone();
        self.forget_all();
        self.positional = positional;
    }

    /// What a program started here would find: exported variables only.
    pub(super) fn child(&self) -> Self {
        let mut child = Self::start();
        child.blurred = self.blurred;
        for name in self.vars.keys() {
            if name != "IFS" {
                child.set(name, Var::Unknown);
            }
        }
        if self.names.functions_exported {
            child.names_mut().functions.clone_from(&self.names.functions);
        }
        child.names_mut().path_changed = self.names.path_changed;
        child
    }

    /// What is known when either of the two may be.
    pub(super) fn join(&mut self, other: &Self) {
        if !Rc::ptr_eq(&self.vars, &other.vars) {
            let differs = |name: &&String| self.vars.get(*name) != other.vars.get(*name);
            let mine = self.vars.keys().filter(differs);
            let new = other.vars.keys().filter(|name| !self.vars.contains_key(*name));
            let names: Vec<String> = mine.chain(new).cloned().collect();
            for name in names {
                let var = either(self.get(&name), other.get(&name));
                self.set(&name, var);
            }
        }
        if !Rc::ptr_eq(&self.names, &other.names) {
            self.names_mut().join(&other.names);
        }
        if self.positional != other.positional {
            self.positional = None;
        }
        self.blurred |= other.blurred;
    }
}

impl Names {
    fn join(&mut self, other: &Self) {
        for (name, bodies) in &other.functions {
            let mine = self.functions.entry(name.clone()).or_default();
            for body in bodies {
                if !mine.iter().any(|known| Rc::ptr_eq(known, body)) {
                    mine.push(Rc::clone(body));
                }
            }
        }
        self.replaced.extend(other.replaced.iter().cloned());
        self.integers.extend(other.integers.iter().cloned());
        self.arrays.extend(other.arrays.iter().cloned());
        self.readonly.extend(other.readonly.iter().cloned());
        self.associative = &self.associative & &other.associative;
        self.functions_exported |= other.functions_exported;
        self.path_changed |= other.path_changed;
    }
}

/// Whether a value is too large to be carried along.
fn is_large(var: &Var) -> bool {
    let size = |parts: &Vec<Part>| -> usize {
        let part = |part: &Part| match part {
            Part::Text(text) => text.len(),
            Part::OneOf(texts) => texts.iter().map(String::len).sum(),
            Part::Number | Part::Home(_) | Part::Variable(_) | Part::Glob(_) | Part::Unknown => 8,
        };
        parts.iter().map(part).sum()
    };
    match var {
        Var::Scalar(parts) => size(parts) > MOST_BYTES,
        Var::Array(elements) => {
            elements.len() > MOST_ELEMENTS || elements.iter().map(size).sum::<usize>() > MOST_BYTES
        }
        Var::Unknown => false,
    }
}

/// Whether this can only be a decimal number or nothing.
pub(super) fn is_number(parts: &[Part]) -> bool {
    let digits = |text: &String| {
        let text = text.trim_matches([' ', '\n', '\t']);
        let text = text.strip_prefix('-').unwrap_or(text);
        text.bytes().all(|byte| byte.is_ascii_digit())
    };
    parts.iter().all(|part| match part {
        Part::Number => true,
        Part::Text(text) => digits(text),
        Part::OneOf(texts) => texts.iter().all(digits),
        Part::Home(_) | Part::Variable(_) | Part::Glob(_) | Part::Unknown => false,
    })
}

fn either(a: Var, b: Var) -> Var {
    if a == b {
        return a;
    }
    let (Var::Scalar(a), Var::Scalar(b)) = (a, b) else { return Var::Unknown };
    if is_number(&a) && is_number(&b) {
        return Var::Scalar(vec![Part::Number]);
    }
    let (Some(mut texts), Some(more)) = (texts(&a), texts(&b)) else { return Var::Unknown };
    for text in more {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    if texts.len() > MOST_CHOICES {
        return Var::Unknown;
    }
    Var::Scalar(vec![Part::OneOf(texts)])
}

fn texts(parts: &[Part]) -> Option<Vec<String>> {
    match parts {
        [] => Some(vec![String::new()]),
        [Part::Text(text)] => Some(vec![text.clone()]),
        [Part::OneOf(texts)] => Some(texts.clone()),
        _ => None,
    }
}

/// More text than this is not carried along in one variable.
const MOST_BYTES: usize = 1024;

/// More elements than this are not carried along in one array.
const MOST_ELEMENTS: usize = 256;

/// More variables than this are not told apart.
const MOST_VARIABLES: usize = 256;

/// More values of one variable than this are not told apart.
pub(super) const MOST_CHOICES: usize = 32;

/// Variables that bash keeps as numbers, and evaluates when they are assigned.
pub(super) const NUMBERS: &[&str] = &[
    "RANDOM",
    "SRANDOM",
    "SECONDS",
    "LINENO",
    "UID",
    "EUID",
    "PPID",
    "BASHPID",
    "EPOCHSECONDS",
    "BASH_SUBSHELL",
    "OPTIND",
    "HISTCMD",
    "?",
    "#",
    "$",
    "!",
];

/// Variables that change by themselves as the text runs.
const CHANGING: &[&str] = &[
    "_",
    "-",
    "REPLY",
    "OPTARG",
    "BASH_COMMAND",
    "BASH_REMATCH",
    "BASH_ARGV",
    "BASH_ARGV0",
    "BASH_ARGC",
    "FUNCNAME",
    "BASH_SOURCE",
    "BASH_EXECUTION_STRING",
    "MAPFILE",
    "COPROC",
    "DIRSTACK",
    "PIPESTATUS",
    "READLINE_LINE",
    "BASH_ALIASES",
    "BASH_CMDS",
    "OLDPWD",
    "GROUPS",
    "HISTCMD",
    "BASH_ARGV0",
    "BASH_LINENO",
    "COLUMNS",
    "LINES",
];
