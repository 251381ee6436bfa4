//! What rable sees. It leaves operands, arithmetic and here-documents as strings: they are parsed
//! again where it is clear how.

use rable::{Node, NodeKind};

use super::raw;

/// How often strings within strings are parsed again.
const DEEPEST: usize = 8;

/// rable as a witness.
pub(crate) fn witness() -> super::Witness {
    super::Witness::new("rable", look, |_| None)
}

/// The names in a text.
fn look(text: &str) -> Option<Vec<String>> {
    look_again(text, 0)
}

fn look_again(text: &str, depth: usize) -> Option<Vec<String>> {
    let nodes = rable::parse(text, true).ok()?;
    let mut eye = Eye { names: Vec::new(), depth };
    eye.nodes(&nodes);
    Some(eye.names)
}

/// Walks a tree and keeps the names.
struct Eye {
    names: Vec<String>,
    depth: usize,
}

impl Eye {
    fn nodes<'a>(&mut self, nodes: impl IntoIterator<Item = &'a Node>) {
        for node in nodes {
            self.node(node);
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of node")]
    fn node(&mut self, node: &Node) {
        use NodeKind as K;
        match &node.kind {
            K::Command { assignments, words, redirects } => {
                if let Some(K::Word { value, .. }) = words.first().map(|word| &word.kind) {
                    self.names.extend(raw::name(value));
                }
                self.nodes(assignments.iter().chain(words).chain(redirects));
            }
            K::Word { parts, .. } | K::ArithConcat { parts } => self.nodes(parts),
            K::Array { elements } => self.nodes(elements),
            K::Pipeline { commands, .. } => self.nodes(commands),
            K::List { items } => self.nodes(items.iter().map(|item| &item.command)),
            K::If { condition, then_body, else_body, redirects } => {
                self.nodes([&**condition, &**then_body]);
                self.nodes(else_body.as_deref());
                self.nodes(redirects);
            }
            K::While { condition, body, redirects } | K::Until { condition, body, redirects } => {
                self.nodes([&**condition, &**body]);
                self.nodes(redirects);
            }
            K::For { words, body, redirects, .. } | K::Select { words, body, redirects, .. } => {
                self.nodes(words.iter().flatten());
                self.node(body);
                self.nodes(redirects);
            }
            K::ForArith { init, cond, incr, body, redirects } => {
                for text in [init, cond, incr] {
                    self.quoted(text);
                }
                self.node(body);
                self.nodes(redirects);
            }
            K::Case { word, patterns, redirects } => {
                self.node(word);
                for arm in patterns {
                    self.nodes(arm.patterns.iter().chain(&arm.body));
                }
                self.nodes(redirects);
            }
            K::Function { body, .. } => self.node(body),
            K::Subshell { body, redirects }
            | K::BraceGroup { body, redirects }
            | K::ConditionalExpr { body, redirects } => {
                self.node(body);
                self.nodes(redirects);
            }
            K::Coproc { command, .. }
            | K::CommandSubstitution { command, .. }
            | K::ProcessSubstitution { command, .. } => self.node(command),
            K::Redirect { target, .. } => self.node(target),
            K::HereDoc { content, quoted, .. } => {
                if !quoted {
                    self.quoted(content);
                }
            }
            K::ParamExpansion { param, arg, .. } | K::ParamIndirect { param, arg, .. } => {
                self.quoted(param);
                if let Some(arg) = arg {
                    self.operand(arg);
                }
            }
            K::ParamLength { param } => self.quoted(param),
            K::LocaleString { inner, .. } => self.quoted(inner),
            K::ArithmeticExpansion { expression } => self.nodes(expression.as_deref()),
            K::ArithmeticCommand { redirects, raw_content, .. } => {
                self.quoted(raw_content);
                self.nodes(redirects);
            }
            K::ArithDeprecated { expression } => self.quoted(expression),
            K::ArithBinaryOp { left, right, .. }
            | K::ArithComma { left, right }
            | K::BinaryTest { left, right, .. }
            | K::CondAnd { left, right }
            | K::CondOr { left, right }
            | K::ArithAssign { target: left, value: right, .. } => self.nodes([&**left, &**right]),
            K::ArithUnaryOp { operand, .. }
            | K::ArithPreIncr { operand }
            | K::ArithPostIncr { operand }
            | K::ArithPreDecr { operand }
            | K::ArithPostDecr { operand }
            | K::UnaryTest { operand, .. }
            | K::CondNot { operand } => self.node(operand),
            K::ArithTernary { condition, if_true, if_false } => {
                self.node(condition);
                self.nodes(if_true.as_deref());
                self.nodes(if_false.as_deref());
            }
            K::ArithSubscript { index: inner, .. }
            | K::CondParen { inner }
            | K::Negation { pipeline: inner }
            | K::Time { pipeline: inner, .. } => self.node(inner),
            K::CondTerm { value, .. } => {
                let names = self.again(value);
                self.names.extend(names);
            }
            // Braces are words with raw text: what runs in them is not told apart from what does not.
            K::BraceExpansion { .. }
            | K::WordLiteral { .. }
            | K::AnsiCQuote { .. }
            | K::ArithNumber { .. }
            | K::ArithVar { .. }
            | K::ArithEmpty
            | K::ArithEscape { .. }
            | K::Empty
            | K::Comment { .. } => {}
        }
    }

    /// A text in which quotes are ordinary characters.
    fn quoted(&mut self, text: &str) {
        let names = self.again(&between_quotes(text));
        self.names.extend(names);
    }

    /// An operand, of which it is not known whether double quotes stand around it: what runs in
    /// both readings.
    fn operand(&mut self, text: &str) {
        let mut other = self.again(&between_quotes(text));
        for name in self.again(text) {
            if let Some(at) = other.iter().position(|seen| *seen == name) {
                self.names.push(other.swap_remove(at));
            }
        }
    }

    /// The names in a text that stands as an argument.
    fn again(&self, text: &str) -> Vec<String> {
        if self.depth >= DEEPEST || !raw::may_run(text) {
            return Vec::new();
        }
        let mut names = look_again(&format!(": {text}"), self.depth + 1).unwrap_or_default();
        if let Some(at) = names.iter().position(|name| name == ":") {
            names.remove(at);
        }
        names
    }
}

/// `text` as a double-quoted word; its own double quotes are dropped unless they stand within
/// parentheses, where they may belong to a substitution.
fn between_quotes(text: &str) -> String {
    let mut quoted = String::from("\"");
    let mut depth = 0_usize;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '"' if depth == 0 => continue,
            _ => {}
        }
        quoted.push(c);
        if c == '\\' {
            quoted.extend(rest.next());
        }
    }
    quoted.push('"');
    quoted
}
