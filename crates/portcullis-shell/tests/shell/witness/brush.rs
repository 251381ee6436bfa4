//! What brush-parser sees. Its words are strings: they are parsed again, and again within.

use brush_parser::ast;
use brush_parser::word::{self, Parameter, ParameterExpr, WordPiece, WordPieceWithSource};
use brush_parser::{Parser, ParserOptions};

use super::raw;

/// brush-parser as a witness.
pub(crate) fn witness() -> super::Witness {
    super::Witness::new("brush", look, spare)
}

/// What must not be shown to it.
fn spare(text: &str) -> Option<&'static str> {
    let bare: String = text.chars().filter(|c| !"'\"\\- \t\n".contains(*c)).collect();
    let empty = bare.ends_with("<<")
        || text.match_indices("<<").any(|(at, _)| has_empty_delimiter(text, at + 2));
    empty.then_some("loops on a heredoc with an empty delimiter")
}

/// Whether the delimiter that starts at `at` may be empty once its quotes are gone.
fn has_empty_delimiter(text: &str, at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default().trim_start_matches(['-', ' ', '\t']);
    ["''", "\"\"", "$''", "$\"\"", "\\\n"].iter().any(|empty| rest.starts_with(empty))
}

/// The names in a text.
fn look(text: &str) -> Option<Vec<String>> {
    let mut eye = Eye { names: Vec::new(), options: ParserOptions::default() };
    eye.script(text).then_some(eye.names)
}

/// Walks a tree and keeps the names.
struct Eye {
    names: Vec<String>,
    options: ParserOptions,
}

impl Eye {
    /// Whether it was taken.
    fn script(&mut self, text: &str) -> bool {
        let program = Parser::new(text.as_bytes(), &self.options).parse_program();
        if let Ok(program) = &program {
            for list in &program.complete_commands {
                self.list(list);
            }
        }
        program.is_ok()
    }

    fn list(&mut self, list: &ast::CompoundList) {
        for ast::CompoundListItem(chain, _) in &list.0 {
            self.pipeline(&chain.first);
            for ast::AndOr::And(pipeline) | ast::AndOr::Or(pipeline) in &chain.additional {
                self.pipeline(pipeline);
            }
        }
    }

    fn pipeline(&mut self, pipeline: &ast::Pipeline) {
        for command in &pipeline.seq {
            self.command(command);
        }
    }

    fn command(&mut self, command: &ast::Command) {
        match command {
            ast::Command::Simple(simple) => self.simple(simple),
            ast::Command::Compound(compound, redirects) => {
                self.compound(compound);
                self.redirects(redirects.as_ref());
            }
            ast::Command::Function(function) => {
                self.compound(&function.body.0);
                self.redirects(function.body.1.as_ref());
            }
            ast::Command::ExtendedTest(test, redirects) => {
                self.test(&test.expr);
                self.redirects(redirects.as_ref());
            }
        }
    }

    fn simple(&mut self, simple: &ast::SimpleCommand) {
        for item in simple.prefix.iter().flat_map(|prefix| &prefix.0) {
            self.item(item);
        }
        if let Some(name) = &simple.word_or_name {
            self.names.extend(raw::name(&name.value));
            self.word(&name.value);
        }
        for item in simple.suffix.iter().flat_map(|suffix| &suffix.0) {
            self.item(item);
        }
    }

    fn item(&mut self, item: &ast::CommandPrefixOrSuffixItem) {
        match item {
            ast::CommandPrefixOrSuffixItem::IoRedirect(redirect) => self.redirect(redirect),
            ast::CommandPrefixOrSuffixItem::Word(word) => self.word(&word.value),
            ast::CommandPrefixOrSuffixItem::AssignmentWord(assignment, _) => {
                self.assignment(assignment);
            }
            ast::CommandPrefixOrSuffixItem::ProcessSubstitution(_, process) => {
                self.list(&process.list);
            }
        }
    }

    fn assignment(&mut self, assignment: &ast::Assignment) {
        if let ast::AssignmentName::ArrayElementName(_, subscript) = &assignment.name {
            self.word(subscript);
        }
        match &assignment.value {
            ast::AssignmentValue::Scalar(word) => self.word(&word.value),
            ast::AssignmentValue::Array(elements) => {
                for (key, value) in elements {
                    if let Some(key) = key {
                        self.word(&key.value);
                    }
                    self.word(&value.value);
                }
            }
        }
    }

    fn compound(&mut self, compound: &ast::CompoundCommand) {
        match compound {
            ast::CompoundCommand::Arithmetic(arithmetic) => self.quoted(&arithmetic.expr.value),
            ast::CompoundCommand::ArithmeticForClause(clause) => {
                for expr in
                    [&clause.initializer, &clause.condition, &clause.updater].into_iter().flatten()
                {
                    self.quoted(&expr.value);
                }
                self.list(&clause.body.list);
            }
            ast::CompoundCommand::BraceGroup(group) => self.list(&group.list),
            ast::CompoundCommand::Subshell(subshell) => self.list(&subshell.list),
            ast::CompoundCommand::ForClause(clause) => {
                for word in clause.values.iter().flatten() {
                    self.word(&word.value);
                }
                self.list(&clause.body.list);
            }
            ast::CompoundCommand::CaseClause(clause) => {
                self.word(&clause.value.value);
                for case in &clause.cases {
                    for pattern in &case.patterns {
                        self.word(&pattern.value);
                    }
                    if let Some(list) = &case.cmd {
                        self.list(list);
                    }
                }
            }
            ast::CompoundCommand::IfClause(clause) => {
                self.list(&clause.condition);
                self.list(&clause.then);
                for other in clause.elses.iter().flatten() {
                    if let Some(list) = &other.condition {
                        self.list(list);
                    }
                    self.list(&other.body);
                }
            }
            ast::CompoundCommand::WhileClause(clause)
            | ast::CompoundCommand::UntilClause(clause) => {
                self.list(&clause.0);
                self.list(&clause.1.list);
            }
            ast::CompoundCommand::Coprocess(coprocess) => self.command(&coprocess.body),
        }
    }

    fn test(&mut self, test: &ast::ExtendedTestExpr) {
        match test {
            ast::ExtendedTestExpr::And(left, right) | ast::ExtendedTestExpr::Or(left, right) => {
                self.test(left);
                self.test(right);
            }
            ast::ExtendedTestExpr::Not(inner) | ast::ExtendedTestExpr::Parenthesized(inner) => {
                self.test(inner);
            }
            ast::ExtendedTestExpr::UnaryTest(_, word) => self.word(&word.value),
            ast::ExtendedTestExpr::BinaryTest(_, left, right) => {
                self.word(&left.value);
                self.word(&right.value);
            }
        }
    }

    fn redirects(&mut self, redirects: Option<&ast::RedirectList>) {
        redirects.into_iter().flat_map(|list| &list.0).for_each(|redirect| self.redirect(redirect));
    }

    fn redirect(&mut self, redirect: &ast::IoRedirect) {
        match redirect {
            ast::IoRedirect::File(_, _, target) => match target {
                ast::IoFileRedirectTarget::Filename(word)
                | ast::IoFileRedirectTarget::Duplicate(word) => {
                    self.word(&word.value);
                }
                ast::IoFileRedirectTarget::Fd(_) => {}
                ast::IoFileRedirectTarget::ProcessSubstitution(_, process) => {
                    self.list(&process.list);
                }
            },
            ast::IoRedirect::HereDocument(_, document) => {
                if document.requires_expansion {
                    self.quoted(&document.doc.value);
                }
            }
            ast::IoRedirect::HereString(_, word) | ast::IoRedirect::OutputAndError(word, _) => {
                self.word(&word.value);
            }
        }
    }

    /// A word as it stands.
    fn word(&mut self, word: &str) {
        if raw::may_run(word)
            && let Ok(pieces) = word::parse(word, &self.options)
        {
            self.pieces(&pieces, false);
        }
    }

    /// A text in which quotes are ordinary characters.
    fn quoted(&mut self, text: &str) {
        if raw::may_run(text)
            && let Ok(pieces) = word::parse_heredoc(text, &self.options)
        {
            self.pieces(&pieces, true);
        }
    }

    /// The operand of a parameter expansion.
    fn operand(&mut self, text: &str, quoted: bool) {
        if quoted { self.quoted(text) } else { self.word(text) }
    }

    fn pieces(&mut self, pieces: &[WordPieceWithSource], quoted: bool) {
        for WordPieceWithSource { piece, .. } in pieces {
            match piece {
                WordPiece::Text(_)
                | WordPiece::SingleQuotedText(_)
                | WordPiece::AnsiCQuotedText(_)
                | WordPiece::TildeExpansion(_)
                | WordPiece::EscapeSequence(_) => {}
                WordPiece::DoubleQuotedSequence(inner)
                | WordPiece::GettextDoubleQuotedSequence(inner) => {
                    self.pieces(inner, true);
                }
                WordPiece::ParameterExpansion(expr) => self.parameter(expr, quoted),
                WordPiece::CommandSubstitution(text)
                | WordPiece::BackquotedCommandSubstitution(text) => {
                    self.script(text);
                }
                WordPiece::ArithmeticExpression(expr) => self.quoted(&expr.value),
            }
        }
    }

    fn parameter(&mut self, expr: &ParameterExpr, quoted: bool) {
        use ParameterExpr as P;
        match expr {
            P::Parameter { parameter, .. }
            | P::ParameterLength { parameter, .. }
            | P::Transform { parameter, .. } => {
                self.subscript(parameter);
            }
            P::UseDefaultValues { parameter, default_value: operand, .. }
            | P::AssignDefaultValues { parameter, default_value: operand, .. }
            | P::IndicateErrorIfNullOrUnset { parameter, error_message: operand, .. }
            | P::UseAlternativeValue { parameter, alternative_value: operand, .. } => {
                self.subscript(parameter);
                if let Some(operand) = operand {
                    self.operand(operand, quoted);
                }
            }
            // Quotes in a pattern are quotes, even between double quotes.
            P::RemoveSmallestSuffixPattern { parameter, pattern: operand, .. }
            | P::RemoveLargestSuffixPattern { parameter, pattern: operand, .. }
            | P::RemoveSmallestPrefixPattern { parameter, pattern: operand, .. }
            | P::RemoveLargestPrefixPattern { parameter, pattern: operand, .. }
            | P::UppercaseFirstChar { parameter, pattern: operand, .. }
            | P::UppercasePattern { parameter, pattern: operand, .. }
            | P::LowercaseFirstChar { parameter, pattern: operand, .. }
            | P::LowercasePattern { parameter, pattern: operand, .. } => {
                self.subscript(parameter);
                if let Some(operand) = operand {
                    self.word(operand);
                }
            }
            P::Substring { parameter, offset, length, .. } => {
                self.subscript(parameter);
                self.quoted(&offset.value);
                if let Some(length) = length {
                    self.quoted(&length.value);
                }
            }
            P::ReplaceSubstring { parameter, pattern, replacement, .. } => {
                self.subscript(parameter);
                self.word(pattern);
                if let Some(replacement) = replacement {
                    self.word(replacement);
                }
            }
            P::VariableNames { .. } | P::MemberKeys { .. } => {}
        }
    }

    fn subscript(&mut self, parameter: &Parameter) {
        if let Parameter::NamedWithIndex { index, .. } = parameter {
            self.quoted(index);
        }
    }
}
