//! The shape of the program tables; their content is compiled from `builtin/programs`.

use crate::effect::Kind;

/// What a program, or one of its subcommands, does with its arguments.
#[derive(Debug)]
pub(crate) struct Spec {
    /// Roles of the operands; the last one repeats.
    pub(crate) operands: &'static [Role],
    /// Role of the last of two or more operands.
    pub(crate) last: Option<Role>,
    pub(crate) gives: &'static [Kind],
    pub(crate) options: &'static [Opt],
    pub(crate) style: Style,
    /// An option that is not listed does no harm.
    pub(crate) loose: bool,
    /// Options that leave nothing but reading.
    pub(crate) harmless: &'static [&'static str],
    pub(crate) subs: &'static [Sub],
    /// What it does without a subcommand.
    pub(crate) bare: &'static [Kind],
    /// Without operands, standard input is its program.
    pub(crate) reads_program: bool,
    /// Who reads what the table cannot say.
    pub(crate) code: Option<&'static str>,
}

#[derive(Debug)]
pub(crate) struct Sub {
    /// Each may be several words; a word may end in `*`.
    pub(crate) names: &'static [&'static str],
    pub(crate) spec: Spec,
}

#[derive(Debug)]
pub(crate) struct Opt {
    pub(crate) is: &'static [&'static str],
    /// The role of its value.
    pub(crate) takes: Option<Role>,
    /// The role of a value that touches it.
    pub(crate) maybe: Option<Role>,
    pub(crate) gives: &'static [Kind],
    /// It stands for the first operand: `grep -e pattern file`.
    pub(crate) fills: bool,
}

/// What a word is to the program that gets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Text,
    Read,
    Write,
    Delete,
    Into,
    Dir,
    Run,
    Shell,
    RunRest,
    ShellRest,
    Script,
    Url,
    Host,
    Config,
}

/// How a program takes its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Gnu,
    Stop,
    Long,
    Dashless,
    Pairs,
}

impl Role {
    /// Whether a word in this place can change or run something.
    pub(crate) fn acts(self) -> bool {
        match self {
            Self::Text | Self::Read | Self::Dir => false,
            Self::Write
            | Self::Delete
            | Self::Into
            | Self::Run
            | Self::Shell
            | Self::RunRest
            | Self::ShellRest
            | Self::Script
            | Self::Url
            | Self::Host
            | Self::Config => true,
        }
    }
}

impl Spec {
    /// Whether a word that turns out to be an option could do something.
    pub(crate) fn has_acting_option(&self) -> bool {
        self.options.iter().any(|option| {
            !option.gives.is_empty()
                || option.takes.is_some_and(Role::acts)
                || option.maybe.is_some_and(Role::acts)
        })
    }
}

/// The entry for a program's name.
pub(crate) fn program(name: &str) -> Option<&'static Spec> {
    let at = NAMES.binary_search_by(|(known, _)| (*known).cmp(name)).ok()?;
    let (_, index) = NAMES.get(at)?;
    SPECS.get(*index)
}

/// How many programs are known.
pub fn programs_known() -> usize {
    NAMES.len()
}

include!(concat!(env!("OUT_DIR"), "/programs.rs"));
