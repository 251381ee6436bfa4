//! Rows below a command: words that are not what they look like, and what is nested in them.

use portcullis_shell::Invocation;
use portcullis_shell::Span;
use portcullis_shell::Value;
use portcullis_shell::ast::Arith;
use portcullis_shell::ast::Assign;
use portcullis_shell::ast::AssignValue;
use portcullis_shell::ast::List;
use portcullis_shell::ast::Param;
use portcullis_shell::ast::ParamOp;
use portcullis_shell::ast::Piece;
use portcullis_shell::ast::Word;

use super::PLAIN;
use super::Tree;
use super::outline;
use super::values;
use crate::output::Line;
use crate::output::Tone;

impl Tree<'_> {
    /// A row for a word whose value is not its text, and rows for what is nested in it.
    pub(super) fn word(&mut self, word: &Word, depth: usize) {
        self.word_of(word.span, word, depth);
    }

    /// The same for a word whose value is known by the place of what it belongs to.
    fn word_of(&mut self, place: Span, word: &Word, depth: usize) {
        let value = self.value(place, word);
        let only = only_list(&word.pieces);
        let text = outline::word(self.text, word);
        let says = match &value {
            Known::AsWritten | Known::Nothing => false,
            Known::Text(_) | Known::Ways(_) => true,
        };
        if says || only.is_some() || has_rows(&word.pieces) || outline::is_long(&text) {
            // The value of a long text has all of it, when all of it is known.
            let shown = if value.is_whole() { outline::brief(text) } else { text };
            let line = self.line(word.span, depth).source(&shown, PLAIN);
            self.lines.push(value.add_to(line));
        }
        match only {
            Some(list) => self.list(list, depth + 1),
            None => self.nested(&word.pieces, depth + 1),
        }
    }

    /// What is known of a word whose value came from `place`.
    pub(super) fn value(&self, place: Span, word: &Word) -> Known<'_> {
        if self.is_cut(word.span) {
            return Known::Nothing;
        }
        let written = word.span.of(self.text);
        let ways = self.values.of(place);
        if ways.is_empty() {
            return match fixed_text(&word.pieces) {
                Some(text) if text == written => Known::AsWritten,
                Some(text) => Known::Text(text),
                None => Known::Nothing,
            };
        }
        let same = |way: &Vec<&Value>| matches!(way.as_slice(), [value] if is(value, written));
        if ways.iter().all(same) { Known::AsWritten } else { Known::Ways(ways) }
    }

    /// A row for an assignment whose value is not its text, and rows for what is nested in it.
    pub(super) fn assign(&mut self, assign: &Assign, depth: usize) {
        if let Some(arith) = &assign.subscript {
            self.nested(&arith.text.pieces, depth);
        }
        match &assign.value {
            AssignValue::Scalar(word) => self.word_of(assign.span, word, depth),
            AssignValue::Array(elements) => {
                for element in elements {
                    if let Some(arith) = &element.subscript {
                        self.nested(&arith.text.pieces, depth);
                    }
                    self.word(&element.value, depth);
                }
            }
        }
    }

    /// Rows for the expansions among `pieces` that do more than name a parameter.
    pub(super) fn nested(&mut self, pieces: &[Piece], depth: usize) {
        for piece in pieces {
            match piece {
                Piece::Literal(_) | Piece::Quoted(_) => {}
                Piece::Double(pieces) | Piece::ExtGlob { pieces, .. } => self.nested(pieces, depth),
                Piece::Param(param) => self.param(param, depth),
                Piece::Command(node) => {
                    self.row(node.span, depth, outline::mark(node.form));
                    self.list(&node.list, depth + 1);
                }
                Piece::Process(node) => {
                    self.row(node.span, depth, if node.output { ">(…)" } else { "<(…)" });
                    self.list(&node.list, depth + 1);
                }
                Piece::Arith(node) => self.arith(node, depth),
            }
        }
    }

    fn arith(&mut self, arith: &Arith, depth: usize) {
        let text = outline::arith(self.text, arith);
        let line = self.line(arith.span, depth).ours("arithmetic", Tone::Kind);
        self.lines.push(line.source(&format!("  {}", text.trim()), PLAIN));
        self.nested(&arith.text.pieces, depth + 1);
    }

    fn param(&mut self, param: &Param, depth: usize) {
        if let Some(does) = describe(param) {
            let line = self
                .line(param.span, depth)
                .ours("parameter", Tone::Kind)
                .source(&format!("  {}", param.name), PLAIN)
                .ours(&format!("  {does}"), Tone::Faint);
            self.lines.push(line);
        }
        if let Some(arith) = &param.subscript {
            self.nested(&arith.text.pieces, depth + 1);
        }
        match &param.op {
            ParamOp::Plain | ParamOp::Transform(_) | ParamOp::Names => {}
            ParamOp::Default { word, .. }
            | ParamOp::Pattern { word, .. }
            | ParamOp::Replace(word) => self.nested(&word.pieces, depth + 1),
            ParamOp::Substring(arith) => self.nested(&arith.text.pieces, depth + 1),
        }
    }

    /// Rows for the commands within `span` that stand nowhere in the tree: `eval` and its kin
    /// make them from text.
    pub(super) fn claim(&mut self, span: Span, depth: usize) {
        self.values.tell(span);
        for run in self.values.take_untold(span) {
            self.derived(run, depth);
        }
    }

    /// Rows for the commands no row has told of.
    pub(super) fn unclaimed(&mut self) {
        for run in self.values.take_untold(Span::new(0, u32::MAX)) {
            self.derived(run, 0);
        }
    }

    fn derived(&mut self, run: &Invocation, depth: usize) {
        let mut line = self.line(run.span, depth).ours("runs", Tone::Kind).ours("  ", PLAIN);
        for (index, value) in run.argv.iter().enumerate() {
            line = line.ours(if index == 0 { "" } else { " " }, PLAIN);
            line = match value.known() {
                Some(text) if !value.splits => line.name(text, Tone::Value),
                _ => values::add_value(line, value),
            };
        }
        self.lines.push(line);
    }
}

/// What is known of a word's value.
pub(super) enum Known<'a> {
    /// It is the text of the word.
    AsWritten,
    /// It is this text, whatever the shell's state.
    Text(String),
    /// It is one of these, by the way the commands around it go.
    Ways(Vec<Vec<&'a Value>>),
    /// No command has it.
    Nothing,
}

impl Known<'_> {
    /// Whether no part of it is unknown.
    fn is_whole(&self) -> bool {
        match self {
            Known::Text(_) => true,
            Known::Ways(ways) => ways.iter().flatten().all(|value| value.known().is_some()),
            Known::AsWritten | Known::Nothing => false,
        }
    }

    /// Adds it behind the word, when it says more than the word does.
    pub(super) fn add_to(&self, line: Line) -> Line {
        match self {
            Known::AsWritten | Known::Nothing => line,
            Known::Text(text) => line.ours("  = ", Tone::Faint).literal(text, Tone::Value),
            Known::Ways(ways) => values::add_ways(line.ours("  = ", Tone::Faint), ways),
        }
    }
}

fn is(value: &Value, text: &str) -> bool {
    value.known() == Some(text) && !value.splits
}

/// The text of pieces that expand to nothing else, whatever the shell's state.
fn fixed_text(pieces: &[Piece]) -> Option<String> {
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Literal(part) if part.contains(ACTIVE) => return None,
            Piece::Literal(part) | Piece::Quoted(part) => text.push_str(part),
            Piece::Double(pieces) => text.push_str(&fixed_text_quoted(pieces)?),
            Piece::Param(_)
            | Piece::Command(_)
            | Piece::Arith(_)
            | Piece::Process(_)
            | Piece::ExtGlob { .. } => return None,
        }
    }
    Some(text)
}

fn fixed_text_quoted(pieces: &[Piece]) -> Option<String> {
    pieces
        .iter()
        .map(|piece| match piece {
            Piece::Literal(part) | Piece::Quoted(part) => Some(part.as_str()),
            _ => None,
        })
        .collect()
}

/// The commands of a word that is nothing but one substitution, quoted or not: they need no row
/// between them and the word.
fn only_list(pieces: &[Piece]) -> Option<&List> {
    match pieces {
        [Piece::Double(pieces)] => only_list(pieces),
        [Piece::Command(node)] => Some(&node.list),
        [Piece::Process(node)] => Some(&node.list),
        _ => None,
    }
}

/// Whether rows will follow for what is nested in these.
fn has_rows(pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| match piece {
        Piece::Literal(_) | Piece::Quoted(_) => false,
        Piece::Double(pieces) | Piece::ExtGlob { pieces, .. } => has_rows(pieces),
        Piece::Param(param) => describe(param).is_some() || param.subscript.is_some(),
        Piece::Command(_) | Piece::Process(_) | Piece::Arith(_) => true,
    })
}

/// What an expansion does beyond naming a parameter.
fn describe(param: &Param) -> Option<String> {
    let does = match &param.op {
        ParamOp::Plain if param.length => "its length".to_owned(),
        ParamOp::Plain if param.indirect => "the parameter it names".to_owned(),
        ParamOp::Plain => return None,
        ParamOp::Default { kind, colon, .. } => {
            let unset = if *colon { "unset or empty" } else { "unset" };
            match kind {
                '-' => format!("else a default, when {unset}"),
                '=' => format!("set to a default, when {unset}"),
                '?' => format!("an error, when {unset}"),
                _ => format!("an alternative, unless {unset}"),
            }
        }
        ParamOp::Substring(_) => "a part of it".to_owned(),
        ParamOp::Pattern { op, .. } => match op.chars().next() {
            Some('#') => "without a prefix".to_owned(),
            Some('%') => "without a suffix".to_owned(),
            _ => "in another case".to_owned(),
        },
        ParamOp::Replace(_) => "with a pattern replaced".to_owned(),
        ParamOp::Transform(op) => format!("transformed by @{op}"),
        ParamOp::Names => "the names that begin so".to_owned(),
    };
    Some(does)
}

const ACTIVE: [char; 5] = ['*', '?', '[', '{', '~'];
