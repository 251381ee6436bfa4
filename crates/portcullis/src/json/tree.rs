//! The syntax tree as nested objects, each with its kind and the bytes it stands in.

use portcullis_shell::Span;
use portcullis_shell::ast::Argument;
use portcullis_shell::ast::Arith;
use portcullis_shell::ast::Assign;
use portcullis_shell::ast::AssignValue;
use portcullis_shell::ast::Command;
use portcullis_shell::ast::CommandKind;
use portcullis_shell::ast::CondTerm;
use portcullis_shell::ast::Heredoc;
use portcullis_shell::ast::Item;
use portcullis_shell::ast::Joint;
use portcullis_shell::ast::List;
use portcullis_shell::ast::Param;
use portcullis_shell::ast::ParamOp;
use portcullis_shell::ast::Piece;
use portcullis_shell::ast::Pipeline;
use portcullis_shell::ast::Redirect;
use portcullis_shell::ast::RedirectFd;
use portcullis_shell::ast::RedirectOp;
use portcullis_shell::ast::SubstitutionForm;
use portcullis_shell::ast::Word;

use super::bounds;
use super::object::Object;
use crate::seen::Seen;

/// The whole tree.
pub(super) fn script(it: &mut Object<'_>, seen: &Seen<'_>) {
    it.field("kind", "script");
    it.field("start", 0_u32);
    it.field("end", seen.text.len());
    Tree { heredocs: &seen.script.heredocs }.list(it, "items", &seen.script.list);
}

/// The operator's name.
pub(super) fn redirect_op(op: RedirectOp) -> &'static str {
    match op {
        RedirectOp::Read => "read",
        RedirectOp::Write => "write",
        RedirectOp::Clobber => "clobber",
        RedirectOp::Append => "append",
        RedirectOp::ReadWrite => "read_write",
        RedirectOp::DupIn => "dup_in",
        RedirectOp::DupOut => "dup_out",
        RedirectOp::Both => "both",
        RedirectOp::BothAppend => "both_append",
        RedirectOp::Heredoc => "heredoc",
        RedirectOp::HeredocTabs => "heredoc_tabs",
        RedirectOp::HereString => "here_string",
    }
}

fn node(it: &mut Object<'_>, kind: &str, span: Span) {
    it.field("kind", kind);
    bounds(it, span);
}

#[derive(Clone, Copy)]
struct Tree<'a> {
    heredocs: &'a [Heredoc],
}

impl Tree<'_> {
    fn list(self, it: &mut Object<'_>, name: &str, list: &List) {
        it.objects(name, &list.items, |it, item| self.item(it, item));
    }

    fn item(self, it: &mut Object<'_>, item: &Item) {
        let chain = &item.chain;
        let rest = chain.rest.iter().map(|(joint, pipeline)| (Some(*joint), pipeline));
        let span = chain.rest.iter().fold(chain.first.span, |span, (_, next)| span.to(next.span));
        node(it, "chain", span);
        it.field("background", item.background);
        let pipelines = std::iter::once((None, &chain.first)).chain(rest);
        it.objects("pipelines", pipelines, |it, (joint, pipeline)| {
            self.pipeline(it, pipeline, joint);
        });
    }

    fn pipeline(self, it: &mut Object<'_>, pipeline: &Pipeline, joint: Option<Joint>) {
        node(it, "pipeline", pipeline.span);
        let joint = joint.map(|joint| match joint {
            Joint::And => "and",
            Joint::Or => "or",
        });
        it.field("joint", joint);
        it.field("time", pipeline.timed);
        it.field("negations", pipeline.negations);
        it.objects("commands", &pipeline.commands, |it, command| self.command(it, command));
        it.scalars("stderr_too", pipeline.stderr_too.iter().copied());
    }

    fn command(self, it: &mut Object<'_>, command: &Command) {
        let span = command.span;
        match &command.kind {
            CommandKind::Simple(simple) => {
                node(it, "simple", span);
                it.objects("assigns", &simple.assigns, |it, assign| self.assign(it, assign));
                it.objects("words", &simple.words, |it, argument| match argument {
                    Argument::Word(word) => self.word(it, word),
                    Argument::Assign(assign) => self.assign(it, assign),
                });
            }
            CommandKind::Subshell(list) => {
                node(it, "subshell", span);
                self.list(it, "body", list);
            }
            CommandKind::Group(list) => {
                node(it, "group", span);
                self.list(it, "body", list);
            }
            CommandKind::If(branching) => {
                node(it, "if", span);
                it.objects("branches", &branching.branches, |it, (condition, body)| {
                    self.list(it, "condition", condition);
                    self.list(it, "body", body);
                });
                match &branching.otherwise {
                    Some(body) => self.list(it, "else", body),
                    None => it.field("else", None::<&str>),
                }
            }
            CommandKind::Loop(looping) => {
                node(it, if looping.until { "until" } else { "while" }, span);
                self.list(it, "condition", &looping.condition);
                self.list(it, "body", &looping.body);
            }
            CommandKind::For(looping) => {
                node(it, if looping.select { "select" } else { "for" }, span);
                it.field("name", looping.name.as_str());
                match &looping.words {
                    Some(words) => self.words(it, "words", words),
                    None => it.field("words", None::<&str>),
                }
                self.list(it, "body", &looping.body);
            }
            CommandKind::ForArith(looping) => {
                node(it, "for_arithmetic", span);
                it.object("header", |it| self.arith(it, &looping.header));
                self.list(it, "body", &looping.body);
            }
            CommandKind::Case(case) => {
                node(it, "case", span);
                it.object("subject", |it| self.word(it, &case.subject));
                it.objects("arms", &case.arms, |it, arm| {
                    self.words(it, "patterns", &arm.patterns);
                    self.list(it, "body", &arm.body);
                    it.field("falls_through", arm.falls_through);
                });
            }
            CommandKind::Cond(terms) => {
                node(it, "conditional", span);
                it.objects("terms", terms, |it, term| self.cond_term(it, term));
            }
            CommandKind::Arith(arith) => {
                node(it, "arithmetic", span);
                it.object("expression", |it| self.arith(it, arith));
            }
            CommandKind::Function(function) => {
                node(it, "function", span);
                it.object("name", |it| self.word(it, &function.name));
                it.object("body", |it| self.command(it, &function.body));
            }
            CommandKind::Coproc(coproc) => {
                node(it, "coproc", span);
                it.optional("name", coproc.name.as_ref(), |it, name| self.word(it, name));
                it.object("body", |it| self.command(it, &coproc.body));
            }
        }
        it.objects("redirects", &command.redirects, |it, redirect| self.redirect(it, redirect));
    }

    fn cond_term(self, it: &mut Object<'_>, term: &CondTerm) {
        match term {
            CondTerm::Operator(span, text) => {
                node(it, "operator", *span);
                it.field("text", text.as_str());
            }
            CondTerm::Operand(word) => self.named_word(it, "operand", word),
            CondTerm::Arith(word) => self.named_word(it, "arithmetic", word),
            CondTerm::Pattern(word) => self.named_word(it, "pattern", word),
        }
    }

    fn assign(self, it: &mut Object<'_>, assign: &Assign) {
        node(it, "assign", assign.span);
        it.field("name", assign.name.as_str());
        it.optional("subscript", assign.subscript.as_ref(), |it, arith| self.arith(it, arith));
        it.field("append", assign.append);
        match &assign.value {
            AssignValue::Scalar(word) => it.object("value", |it| self.word(it, word)),
            AssignValue::Array(elements) => it.objects("elements", elements, |it, element| {
                let subscript = element.subscript.as_ref();
                it.optional("subscript", subscript, |it, arith| self.arith(it, arith));
                it.object("value", |it| self.word(it, &element.value));
            }),
        }
    }

    fn redirect(self, it: &mut Object<'_>, redirect: &Redirect) {
        node(it, "redirect", redirect.span);
        let (fd, variable) = match &redirect.fd {
            RedirectFd::Default => (None, None),
            RedirectFd::Number(number) => (*number, None),
            RedirectFd::Variable(name) => (None, Some(name.as_str())),
        };
        it.field("fd", fd);
        it.field("fd_variable", variable);
        it.field("op", redirect_op(redirect.op));
        it.object("target", |it| self.word(it, &redirect.target));
        let heredoc = redirect.heredoc.and_then(|index| self.heredocs.get(index));
        it.optional("heredoc", heredoc, |it, heredoc| {
            node(it, "heredoc", heredoc.span);
            it.field("quoted", heredoc.quoted);
            it.object("body", |it| self.word(it, &heredoc.body));
        });
    }

    fn words(self, it: &mut Object<'_>, name: &str, words: &[Word]) {
        it.objects(name, words, |it, word| self.word(it, word));
    }

    fn word(self, it: &mut Object<'_>, word: &Word) {
        self.named_word(it, "word", word);
    }

    fn named_word(self, it: &mut Object<'_>, kind: &str, word: &Word) {
        node(it, kind, word.span);
        self.pieces(it, &word.pieces);
    }

    fn pieces(self, it: &mut Object<'_>, pieces: &[Piece]) {
        it.objects("pieces", pieces, |it, piece| self.piece(it, piece));
    }

    fn piece(self, it: &mut Object<'_>, piece: &Piece) {
        match piece {
            Piece::Literal(text) => {
                it.field("kind", "literal");
                it.field("text", text.as_str());
            }
            Piece::Quoted(text) => {
                it.field("kind", "quoted");
                it.field("text", text.as_str());
            }
            Piece::Double(pieces) => {
                it.field("kind", "double");
                self.pieces(it, pieces);
            }
            Piece::Param(param) => self.param(it, param),
            Piece::Command(substitution) => {
                node(it, "substitution", substitution.span);
                let form = match substitution.form {
                    SubstitutionForm::Dollar => "dollar",
                    SubstitutionForm::Backquote => "backquote",
                    SubstitutionForm::Brace => "brace",
                };
                it.field("form", form);
                self.list(it, "body", &substitution.list);
            }
            Piece::Arith(arith) => self.arith(it, arith),
            Piece::Process(process) => {
                node(it, "process", process.span);
                it.field("output", process.output);
                self.list(it, "body", &process.list);
            }
            Piece::ExtGlob { op, pieces } => {
                it.field("kind", "ext_glob");
                it.field("op", *op);
                self.pieces(it, pieces);
            }
        }
    }

    fn param(self, it: &mut Object<'_>, param: &Param) {
        node(it, "parameter", param.span);
        it.field("name", param.name.as_str());
        it.field("indirect", param.indirect);
        it.field("length", param.length);
        it.optional("subscript", param.subscript.as_ref(), |it, arith| self.arith(it, arith));
        it.object("op", |it| self.param_op(it, &param.op));
    }

    fn param_op(self, it: &mut Object<'_>, op: &ParamOp) {
        match op {
            ParamOp::Plain => it.field("kind", "plain"),
            ParamOp::Default { kind, colon, word } => {
                let kind = match kind {
                    '-' => "default",
                    '=' => "assign_default",
                    '?' => "error",
                    _ => "alternative",
                };
                it.field("kind", kind);
                it.field("or_empty", *colon);
                it.object("word", |it| self.word(it, word));
            }
            ParamOp::Substring(arith) => {
                it.field("kind", "substring");
                it.object("expression", |it| self.arith(it, arith));
            }
            ParamOp::Pattern { op, word } => {
                it.field("kind", "pattern");
                it.field("op", op.as_str());
                it.object("word", |it| self.word(it, word));
            }
            ParamOp::Replace(word) => {
                it.field("kind", "replace");
                it.object("word", |it| self.word(it, word));
            }
            ParamOp::Transform(op) => {
                it.field("kind", "transform");
                it.field("op", *op);
            }
            ParamOp::Names => it.field("kind", "names"),
        }
    }

    fn arith(self, it: &mut Object<'_>, arith: &Arith) {
        node(it, "arithmetic", arith.span);
        self.pieces(it, &arith.text.pieces);
    }
}
