//! A node as it was written, without the commands nested in it.

use portcullis_shell::Span;
use portcullis_shell::ast::Argument;
use portcullis_shell::ast::Arith;
use portcullis_shell::ast::Assign;
use portcullis_shell::ast::AssignValue;
use portcullis_shell::ast::CondTerm;
use portcullis_shell::ast::ParamOp;
use portcullis_shell::ast::Piece;
use portcullis_shell::ast::Redirect;
use portcullis_shell::ast::Simple;
use portcullis_shell::ast::SubstitutionForm;
use portcullis_shell::ast::Word;

/// A word.
pub(super) fn word(text: &str, word: &Word) -> String {
    let mut holes = Vec::new();
    holes_in(&word.pieces, &mut holes);
    fill(text, word.span, &holes)
}

/// Words, a space between them.
pub(super) fn words(text: &str, words: &[Word]) -> String {
    words.iter().map(|node| word(text, node)).collect::<Vec<_>>().join(" ")
}

/// Assignments, name and arguments. What is too long to be read in passing is cut: its own row
/// has all of it.
pub(super) fn simple(text: &str, simple: &Simple) -> String {
    let assigns = simple.assigns.iter().map(|node| assign(text, node));
    let words = simple.words.iter().map(|argument| match argument {
        Argument::Word(node) => brief(word(text, node)),
        Argument::Assign(node) => assign(text, node),
    });
    assigns.chain(words).collect::<Vec<_>>().join(" ")
}

/// An assignment.
fn assign(text: &str, assign: &Assign) -> String {
    let mut holes = Vec::new();
    subscript_holes(assign.subscript.as_ref(), &mut holes);
    match &assign.value {
        AssignValue::Scalar(value) => {
            let name = Span::new(assign.span.start, value.span.start);
            fill(text, name, &holes) + &brief(word(text, value))
        }
        AssignValue::Array(elements) => {
            for element in elements {
                subscript_holes(element.subscript.as_ref(), &mut holes);
                holes_in(&element.value.pieces, &mut holes);
            }
            fill(text, assign.span, &holes)
        }
    }
}

/// A redirection, without the body of a here-document.
pub(super) fn redirect(text: &str, redirect: &Redirect) -> String {
    let mut holes = Vec::new();
    holes_in(&redirect.target.pieces, &mut holes);
    fill(text, redirect.span, &holes)
}

/// Arithmetic, without the parentheses around it.
pub(super) fn arith(text: &str, arith: &Arith) -> String {
    let mut holes = Vec::new();
    holes_in(&arith.text.pieces, &mut holes);
    fill(text, arith.span, &holes)
}

/// The inside of `[[ … ]]`.
pub(super) fn cond(text: &str, terms: &[CondTerm]) -> String {
    let terms = terms.iter().map(|term| match term {
        CondTerm::Operator(_, operator) => operator.clone(),
        CondTerm::Operand(node) | CondTerm::Arith(node) | CondTerm::Pattern(node) => {
            word(text, node)
        }
    });
    terms.collect::<Vec<_>>().join(" ")
}

/// Whether a text is too long to stand among others.
pub(super) fn is_long(text: &str) -> bool {
    text.chars().nth(LONG).is_some()
}

/// The beginning of a text that is too long to stand among others.
pub(super) fn brief(text: String) -> String {
    match text.char_indices().nth(KEPT) {
        Some((cut, _)) if is_long(&text) => format!("{}…", text.get(..cut).unwrap_or(&text)),
        _ => text,
    }
}

/// What stands for a nested command.
struct Hole {
    span: Span,
    shown: &'static str,
}

fn holes_in(pieces: &[Piece], holes: &mut Vec<Hole>) {
    for piece in pieces {
        match piece {
            Piece::Literal(_) | Piece::Quoted(_) => {}
            Piece::Double(pieces) | Piece::ExtGlob { pieces, .. } => holes_in(pieces, holes),
            Piece::Command(node) => holes.push(Hole { span: node.span, shown: mark(node.form) }),
            Piece::Process(node) => {
                let shown = if node.output { ">(…)" } else { "<(…)" };
                holes.push(Hole { span: node.span, shown });
            }
            Piece::Arith(node) => holes_in(&node.text.pieces, holes),
            Piece::Param(node) => {
                subscript_holes(node.subscript.as_ref(), holes);
                match &node.op {
                    ParamOp::Plain | ParamOp::Transform(_) | ParamOp::Names => {}
                    ParamOp::Default { word, .. }
                    | ParamOp::Pattern { word, .. }
                    | ParamOp::Replace(word) => holes_in(&word.pieces, holes),
                    ParamOp::Substring(arith) => holes_in(&arith.text.pieces, holes),
                }
            }
        }
    }
}

fn subscript_holes(subscript: Option<&Arith>, holes: &mut Vec<Hole>) {
    if let Some(arith) = subscript {
        holes_in(&arith.text.pieces, holes);
    }
}

/// How a command substitution is shown from outside.
pub(super) fn mark(form: SubstitutionForm) -> &'static str {
    match form {
        SubstitutionForm::Dollar => "$(…)",
        SubstitutionForm::Backquote => "`…`",
        SubstitutionForm::Brace => "${ … }",
    }
}

/// The text of `span` with its holes marked. A hole that is not in order (derived text can come
/// from anywhere) is left as it was written.
fn fill(text: &str, span: Span, holes: &[Hole]) -> String {
    let mut out = String::new();
    let mut at = span.start;
    for hole in holes {
        if hole.span.start >= at && hole.span.start < hole.span.end && hole.span.end <= span.end {
            out.push_str(Span::new(at, hole.span.start).of(text));
            out.push_str(hole.shown);
            at = hole.span.end;
        }
    }
    out.push_str(Span::new(at, span.end).of(text));
    out
}

/// A text of more characters than this is cut …
const LONG: usize = 56;
/// … to this many.
const KEPT: usize = 40;
