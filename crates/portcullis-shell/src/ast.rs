//! The syntax tree: what bash would see, with a span on everything.
//!
//! The tree keeps structure, not judgement. Nothing in it is evaluated:
//! [`crate::read`] does that.

use crate::span::{Opaque, Span};

/// A whole text.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Script {
    /// What was understood.
    pub list: List,
    /// The here-documents of all redirections, in the order their bodies end.
    pub heredocs: Vec<Heredoc>,
    /// What was not. Empty when bash and we agree on every byte.
    pub opaque: Vec<Opaque>,
}

/// Commands one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct List {
    /// In the order of the text.
    pub items: Vec<Item>,
}

/// One element of a list: a chain and how it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// `a && b || c`.
    pub chain: Chain,
    /// Whether `&` puts it into the background.
    pub background: bool,
}

/// Pipelines joined by `&&` and `||`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Always runs.
    pub first: Pipeline,
    /// Each runs or not, by the status of what was before it.
    pub rest: Vec<(Joint, Pipeline)>,
}

/// What joins two pipelines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// `&&`
    And,
    /// `||`
    Or,
}

/// Commands joined by `|`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipeline {
    /// From the first prefix to the last command.
    pub span: Span,
    /// `time` stood before it.
    pub timed: bool,
    /// How many `!` stood before it.
    pub negations: u32,
    /// The commands; empty for a bare `time` or `!`.
    pub commands: Vec<Command>,
    /// For each joint between two commands: whether it is `|&`.
    pub stderr_too: Vec<bool>,
}

/// One command with its redirections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// All of it, redirections included.
    pub span: Span,
    /// What it is.
    pub kind: CommandKind,
    /// In the order of the text.
    pub redirects: Vec<Redirect>,
}

/// The kinds of command bash knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandKind {
    /// Assignments and words.
    Simple(Simple),
    /// `( list )`
    Subshell(List),
    /// `{ list; }`
    Group(List),
    /// `if … fi`
    If(If),
    /// `while` and `until`.
    Loop(Loop),
    /// `for name in words` and `select`.
    For(For),
    /// `for (( ; ; ))`
    ForArith(ForArith),
    /// `case word in … esac`
    Case(Case),
    /// `[[ … ]]`
    Cond(Vec<CondTerm>),
    /// `(( … ))`
    Arith(Arith),
    /// `name () body`
    Function(Function),
    /// `coproc [NAME] command`
    Coproc(Coproc),
}

/// A simple command: what stands before the name, the name, what stands after.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Simple {
    /// `a=1 b=2` before the name.
    pub assigns: Vec<Assign>,
    /// The name and its arguments; empty when only assignments or redirections stand there.
    pub words: Vec<Argument>,
}

/// An argument of a simple command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// An ordinary word.
    Word(Word),
    /// `a=(…)` behind `declare` and its kin.
    Assign(Assign),
}

/// `name=value`, `name+=value`, `name[subscript]=value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assign {
    /// All of it.
    pub span: Span,
    /// The variable.
    pub name: String,
    /// What stands between the brackets.
    pub subscript: Option<Arith>,
    /// `+=`
    pub append: bool,
    /// What is assigned.
    pub value: AssignValue,
}

/// The right side of an assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssignValue {
    /// One word.
    Scalar(Word),
    /// `( words )`
    Array(Vec<Element>),
}

/// One element of an array assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// `[subscript]=` before it.
    pub subscript: Option<Arith>,
    /// The value.
    pub value: Word,
}

/// `if`, with any number of `elif`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct If {
    /// Condition and body of `if` and of each `elif`.
    pub branches: Vec<(List, List)>,
    /// `else`.
    pub otherwise: Option<List>,
}

/// `while` and `until`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// Whether it is `until`.
    pub until: bool,
    /// Runs before each round.
    pub condition: List,
    /// The round.
    pub body: List,
}

/// `for` and `select` over words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct For {
    /// Whether it is `select`.
    pub select: bool,
    /// The variable.
    pub name: String,
    /// `None`: the positional parameters.
    pub words: Option<Vec<Word>>,
    /// The round.
    pub body: List,
}

/// `for (( init; condition; step ))`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForArith {
    /// All three expressions as one text.
    pub header: Arith,
    /// The round.
    pub body: List,
}

/// `case`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What is compared.
    pub subject: Word,
    /// The arms, in order.
    pub arms: Vec<Arm>,
}

/// One arm of a `case`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arm {
    /// The patterns, joined by `|`.
    pub patterns: Vec<Word>,
    /// What runs.
    pub body: List,
    /// `;&` or `;;&`: the next arm may run too.
    pub falls_through: bool,
}

/// One term of `[[ … ]]`. The order is kept, the precedence is not: every
/// operand may be evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CondTerm {
    /// `!`, `(`, `)`, `&&`, `||`, `-f`, `==` …
    Operator(Span, String),
    /// Something that is expanded.
    Operand(Word),
    /// An operand of `-eq` and its kin, or of `-v`: evaluated as arithmetic.
    Arith(Word),
    /// The right side of `==`, `!=`, `=`, `=~`.
    Pattern(Word),
}

/// A function definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: Word,
    /// Its body, with the redirections that apply at each call.
    pub body: Box<Command>,
}

/// `coproc`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coproc {
    /// The array that gets the descriptors.
    pub name: Option<Word>,
    /// What runs.
    pub body: Box<Command>,
}

/// A redirection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirect {
    /// All of it.
    pub span: Span,
    /// What stands before the operator.
    pub fd: RedirectFd,
    /// The operator.
    pub op: RedirectOp,
    /// What stands behind it. For a here-document: the delimiter, quotes kept.
    pub target: Word,
    /// The body of a here-document: an index into [`Script::heredocs`], because a body
    /// stands behind the line and is read long after its redirection.
    pub heredoc: Option<usize>,
}

/// The descriptor a redirection is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RedirectFd {
    /// The operator's own.
    Default,
    /// `2>`; `None` when the number does not fit.
    Number(Option<u32>),
    /// `{name}>`
    Variable(String),
}

/// The redirection operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedirectOp {
    /// `<`
    Read,
    /// `>`
    Write,
    /// `>|`
    Clobber,
    /// `>>`
    Append,
    /// `<>`
    ReadWrite,
    /// `<&`
    DupIn,
    /// `>&`
    DupOut,
    /// `&>`
    Both,
    /// `&>>`
    BothAppend,
    /// `<<`
    Heredoc,
    /// `<<-`
    HeredocTabs,
    /// `<<<`
    HereString,
}

impl RedirectOp {
    /// Whether the text to be read stands in the command itself.
    pub fn text(self) -> bool {
        matches!(self, Self::Heredoc | Self::HeredocTabs | Self::HereString)
    }

    /// Whether it gives the command something to read.
    pub fn reads(self) -> bool {
        self.text() || matches!(self, Self::Read | Self::ReadWrite | Self::DupIn)
    }
}

/// The body of a here-document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heredoc {
    /// The body without its terminator.
    pub span: Span,
    /// The text; expansions are among its pieces unless the delimiter was quoted.
    pub body: Word,
    /// The delimiter was quoted: the body is literal.
    pub quoted: bool,
}

/// A word: pieces that are expanded and joined.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Word {
    /// All of it.
    pub span: Span,
    /// In the order of the text.
    pub pieces: Vec<Piece>,
}

/// One piece of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Unquoted text, escapes and line continuations removed from it. Active characters
    /// (`*`, `?`, `[`, `{`, `~`) are still active here.
    Literal(String),
    /// `\c`, `'…'`, `$'…'` (decoded): text that nothing is expanded in.
    Quoted(String),
    /// `"…"` or `$"…"`
    Double(Vec<Piece>),
    /// `$name`, `${…}`
    Param(Box<Param>),
    /// `$(…)`, `` `…` ``, `${ …; }`, `${| …; }`
    Command(Box<Substitution>),
    /// `$((…))`, `$[…]`
    Arith(Box<Arith>),
    /// `<(…)`, `>(…)`
    Process(Box<Process>),
    /// `@(…)` and its kin; `op` is the character before the parenthesis.
    ExtGlob {
        /// `?`, `*`, `+`, `@` or `!`.
        op: char,
        /// What stands between the parentheses, `|` as literal text.
        pieces: Vec<Piece>,
    },
}

/// A command substitution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Substitution {
    /// All of it.
    pub span: Span,
    /// How it was written.
    pub form: SubstitutionForm,
    /// What runs.
    pub list: List,
}

/// The spellings of command substitution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubstitutionForm {
    /// `$(…)`
    Dollar,
    /// `` `…` ``
    Backquote,
    /// `${ …; }` and `${| …; }` of bash 5.3: run in the shell itself.
    Brace,
}

/// A process substitution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// All of it.
    pub span: Span,
    /// `>(…)`: the command reads what is written to it.
    pub output: bool,
    /// What runs.
    pub list: List,
}

/// A parameter expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// All of it.
    pub span: Span,
    /// `!name`: the value names another parameter.
    pub indirect: bool,
    /// `#name`: the length.
    pub length: bool,
    /// Name, digit or special character.
    pub name: String,
    /// `[…]`; `@` and `*` as their text.
    pub subscript: Option<Arith>,
    /// What is done with the value.
    pub op: ParamOp,
}

/// What `${name…}` does with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamOp {
    /// Nothing.
    Plain,
    /// `-`, `=`, `?`, `+`, each also with `:`.
    Default {
        /// One of `-`, `=`, `?`, `+`.
        kind: char,
        /// With `:` an empty value counts as unset.
        colon: bool,
        /// What stands behind it.
        word: Word,
    },
    /// `:offset[:length]`: arithmetic.
    Substring(Arith),
    /// `#`, `##`, `%`, `%%`, `^`, `^^`, `,`, `,,` with a pattern.
    Pattern {
        /// As written.
        op: String,
        /// The pattern.
        word: Word,
    },
    /// `/pattern/replacement`: both as one word.
    Replace(Word),
    /// `@Q` and its kin.
    Transform(char),
    /// `${!prefix*}`, `${!prefix@}`: names, not values.
    Names,
}

/// Arithmetic text: dollar expansions are pieces, the rest is literal.
///
/// The text is kept as a word because the shell expands it like a double-quoted
/// string first and evaluates it afterwards; subscripts in it can execute.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Arith {
    /// Without the brackets around it.
    pub span: Span,
    /// The text.
    pub text: Word,
}
