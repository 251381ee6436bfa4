//! From tree to reading: a walk in the order bash would run things, carrying what is known.
//!
//! Every way the text could take is looked at: both sides of `||`, every arm of a `case`, the
//! bodies of functions nobody calls. Where two ways meet, only what holds on both is known.

mod arith;
mod assign;
mod brace;
mod builtins;
mod declare;
mod expand;
mod fields;
mod mutation;
mod run;
mod shells;
mod state;

use std::cell::Cell;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use self::mutation::Mutation;
use self::mutation::Mutations;
use self::state::State;
use self::state::Var;
use self::state::is_number;
use crate::ast::Argument;
use crate::ast::Case;
use crate::ast::Chain;
use crate::ast::Command;
use crate::ast::CommandKind;
use crate::ast::CondTerm;
use crate::ast::For;
use crate::ast::Function;
use crate::ast::If;
use crate::ast::List;
use crate::ast::Pipeline;
use crate::ast::Script;
use crate::limits::Limits;
use crate::parser;
use crate::reading::Part;
use crate::reading::Pipe;
use crate::reading::Reading;
use crate::reading::Redirection;
use crate::reading::Shell;
use crate::reading::Value;
use crate::span::Opaque;
use crate::span::Span;

/// What `text` would run.
pub(crate) fn read(text: &str, limits: &Limits) -> Reading {
    let mut reader = Reader::new(text, limits);
    reader.text(text, None);
    reader.afterwards();
    for (file, span) in std::mem::take(&mut reader.run_files) {
        if reader.is_written(&file) {
            let reason = "a file that this text writes is run".to_owned();
            reader.reading.opaque.push(Opaque { span, reason });
        }
    }
    let mut reading = reader.reading;
    if !reading.invocations.is_sorted_by_key(|run| run.span.start) {
        reading.invocations.sort_by_key(|run| run.span.start);
    }
    reading.opaque.sort_by_key(|opaque| opaque.span);
    reading.opaque.dedup();
    reading
}

/// The walk.
struct Reader {
    limits: Limits,
    reading: Reading,
    state: State,
    frame: Rc<Frame>,
    frames: u32,
    /// What `$0` is.
    shell_name: Vec<Part>,
    shell: u32,
    pipe: Option<Pipe>,
    pipelines: u32,
    /// Redirections of the compounds around the cursor.
    redirects: Vec<Arc<Redirection>>,
    stdin: Stdin,
    /// The present command's input comes from a redirection of its own.
    own_stdin: bool,
    /// `exec` has moved this shell's input.
    stdin_moved: bool,
    /// Loops around the cursor.
    loops: u32,
    /// The text writes files by redirection somewhere.
    writes: bool,
    /// An array of the text may have keys that are no numbers.
    keys_may_be_text: bool,
    /// No trap prints into what a substitution takes for a number.
    numbers_trusted: bool,
    /// The text has nothing that could make a variable other than it looks: then a name or a
    /// text that comes from variables is taken as known.
    calm: bool,
    /// Bytes of text left to read; keeps text that runs text bounded.
    bytes: usize,
    /// Words left to keep; keeps what a reading holds bounded.
    words: usize,
    /// The text is read by a shell that may not be bash.
    posix: bool,
    /// The text has `!(` where a command begins: with extended patterns on, that is a name.
    negated_subshell: bool,
    calls: Vec<Rc<Defined>>,
    /// The cursor is in a function's body.
    in_function: bool,
    /// Files that redirections write.
    written: Vec<Value>,
    /// Files that are run, for a last look at what is written behind them.
    run_files: Vec<(Value, Span)>,
    /// Every command listed so far: its text, its place there, its names.
    sites: BTreeSet<(u32, Span, Vec<String>)>,
    /// What runs at a time nobody knows.
    traps: Vec<Later>,
    /// Functions; those that are called need no look of their own.
    later: Vec<Later>,
    depth: u32,
    /// Commands left to look at; keeps functions that call functions bounded.
    steps: usize,
}

/// One text: the given one, or one that a builtin or a shell was given.
#[derive(Debug, Default)]
struct Frame {
    /// Tells texts apart.
    number: u32,
    script: Script,
    /// Made when the first loop or function asks for it.
    mutations: OnceCell<Mutations>,
    /// For derived text: the place that stands for all of it.
    place: Option<Span>,
}

/// A function and the text it was defined in.
#[derive(Debug)]
struct Defined {
    function: Function,
    frame: Rc<Frame>,
    /// How often its body was looked at with the arguments of a call.
    seen: Cell<Seen>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Never,
    AtCalls,
    /// Some call of it could not be followed.
    NotAtAllCalls,
}

struct Later {
    what: Deferred,
    state: State,
    frame: Rc<Frame>,
    span: Span,
    shell: u32,
    posix: bool,
}

enum Deferred {
    Trap(String),
    Function(Rc<Defined>),
}

/// Where a command's input comes from.
#[derive(Clone, Debug)]
enum Stdin {
    Inherited,
    Pipe,
    Redirected(Arc<Redirection>),
}

/// How a command's name is looked up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lookup {
    /// Functions first.
    Usual,
    /// Behind `command`, `builtin` and `exec`.
    NoFunctions,
}

impl Reader {
    fn new(text: &str, limits: &Limits) -> Self {
        Self {
            limits: *limits,
            reading: Reading { shells: vec![Shell { parent: None }], ..Reading::default() },
            state: State::start(),
            frame: Rc::default(),
            frames: 0,
            shell_name: vec![Part::Unknown],
            shell: 0,
            pipe: None,
            pipelines: 0,
            redirects: Vec::new(),
            stdin: Stdin::Inherited,
            own_stdin: false,
            stdin_moved: false,
            loops: 0,
            calm: !UNCALM.iter().any(|word| text.contains(word)),
            numbers_trusted: true,
            writes: text.contains('>'),
            keys_may_be_text: text.contains('A'),
            bytes: text.len().saturating_mul(8).saturating_add(1 << 16),
            words: text.len().saturating_add(1 << 14),
            posix: false,
            negated_subshell: text.contains("!(") || text.contains("!\\\n"),
            calls: Vec::new(),
            in_function: false,
            written: Vec::new(),
            run_files: Vec::new(),
            sites: BTreeSet::new(),
            traps: Vec::new(),
            later: Vec::new(),
            depth: 0,
            steps: text.len().saturating_mul(4).saturating_add(4096),
        }
    }

    /// Reads a text in the present shell. `place` stands for all of it when it is derived.
    fn text(&mut self, text: &str, place: Option<Span>) {
        match self.bytes.checked_sub(text.len()) {
            Some(left) => self.bytes = left,
            None => {
                let span = place.unwrap_or_default();
                self.doubt(span, "too much to be read");
                return;
            }
        }
        let script = parser::script(text, &self.limits);
        for opaque in &script.opaque {
            let span = place.unwrap_or(opaque.span);
            self.reading.opaque.push(Opaque { span, reason: opaque.reason.clone() });
        }
        self.frames += 1;
        let mutations = OnceCell::new();
        let frame = Rc::new(Frame { number: self.frames, script, mutations, place });
        let outside = std::mem::replace(&mut self.frame, Rc::clone(&frame));
        self.list(&frame.script.list);
        self.frame = outside;
    }

    /// Reads what runs at a time nobody knows, with what holds at every time.
    fn afterwards(&mut self) {
        let end = self.state.clone();
        let mut looked_at = 0;
        // Traps first: they may call functions, and those that were called need no second look.
        while let Some(later) = self.take_later() {
            self.state = later.state;
            self.state.join(&end);
            self.frame = Rc::clone(&later.frame);
            self.shell = later.shell;
            self.posix = later.posix;
            looked_at += 1;
            if later.frame.place.is_some() || looked_at > MOST_LATER {
                self.state.forget_all();
            } else {
                self.forget_changed(Span::new(later.span.start, u32::MAX));
            }
            self.state.positional = None;
            (self.stdin, self.pipe) = (Stdin::Inherited, None);
            match later.what {
                Deferred::Trap(text) => self.nested_text(&text, later.span),
                Deferred::Function(defined) => {
                    self.in_function = true;
                    self.command(&defined.function.body);
                    self.in_function = false;
                }
            }
        }
    }

    fn take_later(&mut self) -> Option<Later> {
        if let Some(trap) = self.traps.pop() {
            return Some(trap);
        }
        loop {
            let later = self.later.pop()?;
            match &later.what {
                Deferred::Function(defined) if defined.seen.get() == Seen::AtCalls => {}
                Deferred::Function(_) | Deferred::Trap(_) => return Some(later),
            }
        }
    }

    /// Where a span of the present text stands in the given one.
    fn place(&self, span: Span) -> Span {
        self.frame.place.unwrap_or(span)
    }

    fn doubt(&mut self, span: Span, reason: &str) {
        let span = self.place(span);
        self.reading.opaque.push(Opaque { span, reason: reason.to_owned() });
    }

    /// Runs `inner` in a copy of the present shell.
    fn subshell<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> T {
        let state = self.state.clone();
        let result = self.other_shell(inner);
        self.state = state;
        result
    }

    /// Runs `inner` as another shell process; the caller sees to its state.
    fn other_shell<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> T {
        let parent = self.shell;
        let (pipe, stdin) = (self.pipe, self.stdin.clone());
        self.shell = u32::try_from(self.reading.shells.len()).unwrap_or(u32::MAX);
        self.reading.shells.push(Shell { parent: Some(parent) });
        let moved = self.stdin_moved;
        let result = inner(self);
        self.stdin_moved = moved;
        (self.shell, self.pipe, self.stdin) = (parent, pipe, stdin);
        result
    }

    fn list(&mut self, list: &List) {
        if self.depth > self.limits.depth.saturating_mul(2) {
            self.doubt(span_of(list), "nested too deeply");
            return;
        }
        self.depth += 1;
        for item in &list.items {
            if item.background {
                self.subshell(|reader| reader.chain(&item.chain));
            } else {
                self.chain(&item.chain);
            }
        }
        self.depth -= 1;
    }

    fn chain(&mut self, chain: &Chain) {
        self.pipeline(&chain.first);
        for (_, pipeline) in &chain.rest {
            let skipped = self.state.clone();
            self.pipeline(pipeline);
            self.state.join(&skipped);
        }
    }

    fn pipeline(&mut self, pipeline: &Pipeline) {
        if pipeline.timed && self.posix {
            self.doubt(pipeline.span, "`time` is a program to some shells");
        }
        if let [command] = pipeline.commands.as_slice() {
            self.command(command);
            return;
        }
        let length = u32::try_from(pipeline.commands.len()).unwrap_or(u32::MAX);
        let number = self.pipelines;
        self.pipelines += 1;
        for (command, index) in pipeline.commands.iter().zip(0..) {
            self.subshell(|reader| {
                reader.pipe = Some(Pipe { pipeline: number, index, length });
                if index > 0 {
                    reader.stdin = Stdin::Pipe;
                }
                reader.command(command);
            });
        }
    }

    fn command(&mut self, command: &Command) {
        let words = match &command.kind {
            CommandKind::Simple(simple) => simple.words.len(),
            _ => 0,
        };
        match self.steps.checked_sub(1 + words) {
            Some(left) => self.steps = left,
            None => {
                self.doubt(command.span, "too much to be read");
                return;
            }
        }
        let outside = (self.redirects.len(), self.stdin.clone());
        if let CommandKind::Simple(simple) = &command.kind {
            self.simple(simple, command);
        } else {
            let before = self.state.clone();
            self.redirect(&command.redirects);
            self.own_stdin = false;
            self.compound(command);
            if command.redirects.iter().any(|redirect| !redirect.op.text()) {
                // A file that cannot be opened keeps it from running.
                self.state.join(&before);
            }
        }
        self.redirects.truncate(outside.0);
        self.stdin = outside.1;
    }

    fn compound(&mut self, command: &Command) {
        match &command.kind {
            CommandKind::Simple(_) => {}
            CommandKind::Subshell(list) => self.subshell(|reader| reader.list(list)),
            CommandKind::Group(list) => self.list(list),
            CommandKind::If(node) => self.if_command(node),
            CommandKind::Loop(node) => self.rounds(command.span, |reader| {
                reader.list(&node.condition);
                reader.list(&node.body);
            }),
            CommandKind::For(node) => self.for_command(node, command.span),
            CommandKind::ForArith(node) => {
                self.arith(&node.header);
                self.rounds(command.span, |reader| {
                    reader.arith(&node.header);
                    reader.list(&node.body);
                });
            }
            CommandKind::Case(node) => self.case(node),
            CommandKind::Cond(terms) => {
                self.refuse_posix(command.span);
                self.conditional(terms);
            }
            CommandKind::Arith(arith) => {
                self.refuse_posix(command.span);
                self.arith(arith);
            }
            CommandKind::Function(function) => self.define(function, command.span),
            CommandKind::Coproc(node) => {
                self.subshell(|reader| {
                    reader.stdin = Stdin::Pipe;
                    reader.command(&node.body);
                });
                let name = node.name.as_ref().map(|name| self.single(name));
                let name = name.as_ref().map_or(Some("COPROC"), Value::known);
                self.state.set(name.unwrap_or("COPROC"), Var::Unknown);
            }
        }
    }

    /// `((`, `[[` and `&>` are other commands to a shell that knows POSIX only.
    fn refuse_posix(&mut self, span: Span) {
        if self.posix {
            self.doubt(span, "shells differ in how they read this");
        }
    }

    fn if_command(&mut self, node: &If) {
        let mut ends: Option<State> = None;
        let mut meet = |state: &State| match &mut ends {
            Some(known) => known.join(state),
            None => ends = Some(state.clone()),
        };
        for (condition, body) in &node.branches {
            self.list(condition);
            let otherwise = self.state.clone();
            self.list(body);
            meet(&self.state);
            self.state = otherwise;
        }
        if let Some(body) = &node.otherwise {
            self.list(body);
        }
        if let Some(ends) = ends {
            self.state.join(&ends);
        }
    }

    /// A loop: its body may have run any number of times before each of its places.
    fn rounds(&mut self, span: Span, round: impl FnOnce(&mut Self)) {
        self.forget_changed(span);
        let before = self.state.clone();
        self.loops += 1;
        round(self);
        self.loops -= 1;
        self.state.join(&before);
        self.forget_changed(span);
    }

    fn for_command(&mut self, node: &For, span: Span) {
        let values = match &node.words {
            Some(words) => words.iter().flat_map(|word| self.fields(word)).collect(),
            None => match self.state.positional.clone() {
                Some(list) => list
                    .iter()
                    .map(|parts| Value { parts: parts.clone(), ..Value::default() })
                    .collect(),
                None => {
                    vec![Value { parts: vec![Part::Unknown], splits: true, ..Value::default() }]
                }
            },
        };
        let mut values = values;
        if node.select {
            // An answer that is none of the choices.
            values.push(Value::default());
        }
        let var = choice(&values);
        self.rounds(span, |reader| {
            reader.assign_var(&node.name, var, span);
            reader.list(&node.body);
        });
    }

    fn case(&mut self, node: &Case) {
        self.single(&node.subject);
        let mut entry = self.state.clone();
        let mut end = entry.clone();
        let mut fallen: Option<State> = None;
        for arm in &node.arms {
            self.state = entry.clone();
            for pattern in &arm.patterns {
                self.single(pattern);
                // Later arms come behind the patterns of this one.
                entry.join(&self.state);
            }
            if let Some(before) = fallen.take() {
                self.state.join(&before);
            }
            self.list(&arm.body);
            if arm.falls_through {
                fallen = Some(self.state.clone());
            }
            end.join(&self.state);
        }
        self.state = end;
    }

    fn conditional(&mut self, terms: &[CondTerm]) {
        for term in terms {
            // What a term assigns is assigned only if bash comes to it.
            let before = self.state.clone();
            match term {
                CondTerm::Operator(..) => {}
                CondTerm::Operand(word) | CondTerm::Pattern(word) => {
                    self.quoted(word);
                }
                CondTerm::Arith(word) => self.arith_word(word),
            }
            self.state.join(&before);
        }
    }

    fn define(&mut self, function: &Function, span: Span) {
        let frame = Rc::clone(&self.frame);
        let defined =
            Rc::new(Defined { function: function.clone(), frame, seen: Cell::new(Seen::Never) });
        let plain = parser::literal(&function.name);
        let taken = |name: &str| {
            builtins::action(name).is_some()
                || shells::is_shell(name)
                || name == "command_not_found_handle"
        };
        let many = self.state.names().functions.len() >= MOST_FUNCTIONS;
        if self.loops > 0 || many || plain.is_none_or(taken) {
            self.doubt(span, "a function that may stand for something else");
        }
        if let Some(name) = plain.filter(|_| !many) {
            let bodies = vec![Rc::clone(&defined)];
            self.state.names_mut().functions.insert(name.to_owned(), bodies);
        }
        self.later(Deferred::Function(defined), span);
    }

    fn later(&mut self, what: Deferred, span: Span) {
        let (state, frame) = (self.state.clone(), Rc::clone(&self.frame));
        let (shell, posix) = (self.shell, self.posix);
        let queue = match what {
            Deferred::Trap(_) => &mut self.traps,
            Deferred::Function(_) => &mut self.later,
        };
        queue.push(Later { what, state, frame, span, shell, posix });
    }

    /// Forgets what `span` of the present text may change.
    fn forget_changed(&mut self, span: Span) {
        let frame = Rc::clone(&self.frame);
        let mutations = frame.mutations.get_or_init(|| Mutations::of(&frame.script));
        for mutation in mutations.within(span) {
            match mutation {
                Mutation::Name(name, numeric) => self.state.forget(&name, numeric),
                Mutation::Positional => self.state.positional = None,
                Mutation::Anything => self.state.forget_all(),
                Mutation::Call(name) => {
                    if self.state.names().functions.contains_key(&name) && !mutations.defines(&name)
                    {
                        self.state.forget_all();
                    }
                }
            }
        }
    }

    /// A substitution's commands, and what its output is known to be.
    fn substitution(&mut self, list: &List) -> Part {
        let before = self.reading.invocations.len();
        self.subshell(|reader| reader.list(list));
        let [item] = list.items.as_slice() else { return Part::Unknown };
        let name = item.chain.first.commands.last().and_then(plain_name);
        match self.reading.invocations.get(before..).and_then(<[_]>::last) {
            // A function or `eval` lists what it runs behind itself.
            Some(run)
                if item.chain.rest.is_empty()
                    && self.numbers_trusted
                    && name.is_some_and(|name| {
                        run.argv.first().and_then(Value::known) == Some(name)
                    })
                    && shells::prints_a_number(run) =>
            {
                Part::Number
            }
            _ => Part::Unknown,
        }
    }
}

/// The name of a simple command, when it is plain text.
fn plain_name(command: &Command) -> Option<&str> {
    match &command.kind {
        CommandKind::Simple(simple) => match simple.words.first() {
            Some(Argument::Word(word)) => parser::literal(word),
            _ => None,
        },
        _ => None,
    }
}

/// One of several values.
fn choice(values: &[Value]) -> Var {
    if let [value] = values {
        return Var::Scalar(value.parts.clone());
    }
    if values.iter().all(|value| is_number(&value.parts)) {
        return Var::Scalar(vec![Part::Number]);
    }
    let texts: Option<Vec<_>> = values
        .iter()
        .map(|value| value.known().filter(|_| !value.splits).map(str::to_owned))
        .collect();
    match texts {
        Some(texts) if texts.len() <= state::MOST_CHOICES => Var::Scalar(vec![Part::OneOf(texts)]),
        _ => Var::Unknown,
    }
}

fn span_of(list: &List) -> Span {
    let spans = list.items.iter().map(|item| item.chain.first.span);
    spans.reduce(Span::to).unwrap_or_default()
}

/// How much of the depth a nested text uses.
const NESTED_TEXT: u32 = 8;

/// Words and signs behind which assignments may fail, happen elsewhere or come undone. A text
/// that has one of them is not trusted to say what its variables are when it runs what they say.
const UNCALM: &[&str] = &[
    "readonly", "eval", "trap", "declare", "typeset", "local", "export", "unset", "read",
    "mapfile", "printf", "getopts", "let", "shopt", "set", "shift", "alias", "enable", "hash",
    "exec", "source", "coproc", "select", "return", "history", "jobs", "wait", "builtin", "case",
    "break", "continue", "((", "$[", "${!", ":=", "+=", "[[", "<<", "IFS", "HOME=", "BASH",
    "POSIX", "RANDOM=", "COPROC", "SECONDS=", "_ID", "=~", ":~", "@P", "test -v", "\\\n",
];

/// More functions than this are not told apart.
const MOST_FUNCTIONS: usize = 256;

/// For so many traps and functions it is worth to find out what they cannot know.
const MOST_LATER: u32 = 32;
