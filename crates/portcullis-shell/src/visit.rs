//! One walk over the tree, for those who look at everything.

use crate::ast::Argument;
use crate::ast::Arith;
use crate::ast::Assign;
use crate::ast::AssignValue;
use crate::ast::Command;
use crate::ast::CommandKind;
use crate::ast::CondTerm;
use crate::ast::List;
use crate::ast::Param;
use crate::ast::ParamOp;
use crate::ast::Piece;
use crate::ast::Redirect;
use crate::ast::Word;

/// Sees every node of a tree before what is inside it.
pub(crate) trait Visitor {
    /// A command of any kind.
    fn command(&mut self, _command: &Command) {}
    /// An assignment of any kind.
    fn assign(&mut self, _assign: &Assign) {}
    /// Arithmetic text, subscripts included.
    fn arith(&mut self, _text: &Word) {}
    /// A parameter expansion.
    fn param(&mut self, _param: &Param) {}
    /// A redirection.
    fn redirect(&mut self, _redirect: &Redirect) {}
}

pub(crate) fn list(list: &List, visitor: &mut impl Visitor) {
    for item in &list.items {
        let rest = item.chain.rest.iter().map(|(_, pipeline)| pipeline);
        for pipeline in std::iter::once(&item.chain.first).chain(rest) {
            for part in &pipeline.commands {
                command(part, visitor);
            }
        }
    }
}

fn command(node: &Command, visitor: &mut impl Visitor) {
    visitor.command(node);
    match &node.kind {
        CommandKind::Simple(simple) => {
            simple.assigns.iter().for_each(|node| assign(node, visitor));
            for argument in &simple.words {
                match argument {
                    Argument::Word(node) => word(node, visitor),
                    Argument::Assign(node) => assign(node, visitor),
                }
            }
        }
        CommandKind::Subshell(body) | CommandKind::Group(body) => list(body, visitor),
        CommandKind::If(node) => {
            for (condition, body) in &node.branches {
                list(condition, visitor);
                list(body, visitor);
            }
            if let Some(body) = &node.otherwise {
                list(body, visitor);
            }
        }
        CommandKind::Loop(node) => {
            list(&node.condition, visitor);
            list(&node.body, visitor);
        }
        CommandKind::For(node) => {
            node.words.iter().flatten().for_each(|node| word(node, visitor));
            list(&node.body, visitor);
        }
        CommandKind::ForArith(node) => {
            arith(&node.header, visitor);
            list(&node.body, visitor);
        }
        CommandKind::Case(node) => {
            word(&node.subject, visitor);
            for arm in &node.arms {
                arm.patterns.iter().for_each(|node| word(node, visitor));
                list(&arm.body, visitor);
            }
        }
        CommandKind::Cond(terms) => {
            for term in terms {
                match term {
                    CondTerm::Operator(..) => {}
                    CondTerm::Operand(node) | CondTerm::Pattern(node) => word(node, visitor),
                    CondTerm::Arith(node) => {
                        visitor.arith(node);
                        word(node, visitor);
                    }
                }
            }
        }
        CommandKind::Arith(node) => arith(node, visitor),
        CommandKind::Function(node) => command(&node.body, visitor),
        CommandKind::Coproc(node) => command(&node.body, visitor),
    }
    for node in &node.redirects {
        visitor.redirect(node);
        word(&node.target, visitor);
    }
}

fn assign(node: &Assign, visitor: &mut impl Visitor) {
    visitor.assign(node);
    if let Some(subscript) = &node.subscript {
        arith(subscript, visitor);
    }
    match &node.value {
        AssignValue::Scalar(value) => word(value, visitor),
        AssignValue::Array(elements) => {
            for element in elements {
                if let Some(subscript) = &element.subscript {
                    arith(subscript, visitor);
                }
                word(&element.value, visitor);
            }
        }
    }
}

fn arith(node: &Arith, visitor: &mut impl Visitor) {
    visitor.arith(&node.text);
    word(&node.text, visitor);
}

pub(crate) fn word(node: &Word, visitor: &mut impl Visitor) {
    pieces(&node.pieces, visitor);
}

fn pieces(nodes: &[Piece], visitor: &mut impl Visitor) {
    for node in nodes {
        match node {
            Piece::Literal(_) | Piece::Quoted(_) => {}
            Piece::Double(inner) | Piece::ExtGlob { pieces: inner, .. } => pieces(inner, visitor),
            Piece::Param(node) => param(node, visitor),
            Piece::Command(node) => list(&node.list, visitor),
            Piece::Arith(node) => arith(node, visitor),
            Piece::Process(node) => list(&node.list, visitor),
        }
    }
}

fn param(node: &Param, visitor: &mut impl Visitor) {
    visitor.param(node);
    if let Some(subscript) = &node.subscript {
        arith(subscript, visitor);
    }
    match &node.op {
        ParamOp::Plain | ParamOp::Transform(_) | ParamOp::Names => {}
        ParamOp::Default { word: operand, .. }
        | ParamOp::Pattern { word: operand, .. }
        | ParamOp::Replace(operand) => word(operand, visitor),
        ParamOp::Substring(node) => arith(node, visitor),
    }
}
