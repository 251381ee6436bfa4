//! The report of `parse`: the tree as bash sees it, then what it comes to.
//!
//! One row a node: the bytes it stands in, indented what it is, its text, and behind `=` what a
//! word is known to expand to when that is not what was written. Nested commands are left out of
//! the text around them (`$(…)`) and shown below it, so that each is read once.

mod outline;
mod redirects;
mod summary;
mod values;
mod words;

use portcullis_shell::Span;
use portcullis_shell::ast;
use portcullis_shell::ast::CommandKind;

use crate::output::Line;
use crate::output::Tone;
use crate::seen::Seen;
use values::Values;

/// The report on a text.
pub(crate) fn report(seen: &Seen<'_>) -> Vec<Line> {
    let mut tree = Tree::new(seen);
    tree.list(&seen.script.list, 0);
    tree.unclaimed();
    let mut lines = tree.lines;
    lines.extend(summary::lines(seen));
    lines
}

struct Tree<'a> {
    text: &'a str,
    script: &'a ast::Script,
    values: Values<'a>,
    digits: usize,
    lines: Vec<Line>,
}

impl<'a> Tree<'a> {
    fn new(seen: &'a Seen<'_>) -> Self {
        Self {
            text: seen.text,
            script: &seen.script,
            values: Values::new(&seen.reading),
            digits: seen.text.len().to_string().len(),
            lines: Vec::new(),
        }
    }

    fn list(&mut self, list: &ast::List, depth: usize) {
        for item in &list.items {
            if item.background {
                self.row(item_span(item), depth, "background");
                self.chain(&item.chain, depth + 1);
            } else {
                self.chain(&item.chain, depth);
            }
        }
    }

    fn chain(&mut self, chain: &ast::Chain, depth: usize) {
        self.pipeline(&chain.first, depth, "");
        for (joint, pipeline) in &chain.rest {
            let joint = match joint {
                ast::Joint::And => "&& ",
                ast::Joint::Or => "|| ",
            };
            self.pipeline(pipeline, depth, joint);
        }
    }

    fn pipeline(&mut self, pipeline: &ast::Pipeline, depth: usize, joint: &str) {
        let time = if pipeline.timed { "time " } else { "" };
        let prefix = format!("{joint}{time}{}", "! ".repeat(pipeline.negations as usize));
        match pipeline.commands.as_slice() {
            [] => {
                let line = self.line(pipeline.span, depth).ours(prefix.trim_end(), Tone::Kind);
                self.lines.push(line);
            }
            [command] => self.command(command, depth, &prefix),
            [first, rest @ ..] => {
                let line = self.line(pipeline.span, depth).ours(&prefix, Tone::Faint);
                self.lines.push(line.ours("pipeline", Tone::Kind));
                self.command(first, depth + 1, "");
                for (index, command) in rest.iter().enumerate() {
                    let stderr_too = pipeline.stderr_too.get(index).copied().unwrap_or_default();
                    self.command(command, depth + 1, if stderr_too { "|& " } else { "| " });
                }
            }
        }
    }

    fn command(&mut self, command: &ast::Command, depth: usize, prefix: &str) {
        let line = self.line(command.span, depth).ours(prefix, Tone::Faint);
        match &command.kind {
            CommandKind::Simple(simple) => self.simple(simple, depth, line),
            CommandKind::Subshell(list) => {
                self.lines.push(line.ours("subshell", Tone::Kind));
                self.list(list, depth + 1);
            }
            CommandKind::Group(list) => {
                self.lines.push(line.ours("group", Tone::Kind));
                self.list(list, depth + 1);
            }
            CommandKind::If(node) => self.branches(node, depth, line),
            CommandKind::Loop(node) => {
                let kind = if node.until { "until" } else { "while" };
                self.lines.push(line.ours(kind, Tone::Kind));
                self.list(&node.condition, depth + 1);
                self.block("do", &node.body, depth);
            }
            CommandKind::For(node) => self.for_words(node, depth, line),
            CommandKind::ForArith(node) => {
                let header = outline::arith(self.text, &node.header);
                let line = line.ours("for", Tone::Kind).source(&format!("  (({header}))"), PLAIN);
                self.lines.push(line);
                self.nested(&node.header.text.pieces, depth + 1);
                self.block("do", &node.body, depth);
            }
            CommandKind::Case(node) => self.case(node, depth, line),
            CommandKind::Cond(terms) => {
                let text = outline::cond(self.text, terms);
                let line = line.ours("test", Tone::Kind).source(&format!("  [[ {text} ]]"), PLAIN);
                self.lines.push(line);
                for term in terms {
                    match term {
                        ast::CondTerm::Operator(..) => {}
                        ast::CondTerm::Operand(word)
                        | ast::CondTerm::Arith(word)
                        | ast::CondTerm::Pattern(word) => self.word(word, depth + 1),
                    }
                }
            }
            CommandKind::Arith(arith) => {
                let text = outline::arith(self.text, arith);
                let line = line.ours("arithmetic", Tone::Kind);
                self.lines.push(line.source(&format!("  (({text}))"), PLAIN));
                self.nested(&arith.text.pieces, depth + 1);
            }
            CommandKind::Function(node) => {
                let name = outline::word(self.text, &node.name);
                let line = line.ours("function", Tone::Kind).source(&format!("  {name}"), PLAIN);
                self.lines.push(line);
                self.command(&node.body, depth + 1, "");
            }
            CommandKind::Coproc(node) => {
                let name = node.name.as_ref().map(|name| outline::word(self.text, name));
                let name = name.map(|name| format!("  {name}")).unwrap_or_default();
                self.lines.push(line.ours("coproc", Tone::Kind).source(&name, PLAIN));
                self.command(&node.body, depth + 1, "");
            }
        }
        for redirect in &command.redirects {
            self.redirect(redirect, depth + 1);
        }
        self.claim(command.span, depth + 1);
    }

    fn simple(&mut self, simple: &ast::Simple, depth: usize, line: Line) {
        let kind = match (simple.words.as_slice(), simple.assigns.as_slice()) {
            ([], [_, ..]) => "assign",
            _ => "command",
        };
        let text = outline::simple(self.text, simple);
        let line = line.ours(kind, Tone::Kind);
        self.lines.push(match text.as_str() {
            "" => line.ours("  nothing but redirections", Tone::Faint),
            text => line.source(&format!("  {text}"), PLAIN),
        });
        for assign in &simple.assigns {
            self.assign(assign, depth + 1);
        }
        for argument in &simple.words {
            match argument {
                ast::Argument::Word(word) => self.word(word, depth + 1),
                ast::Argument::Assign(assign) => self.assign(assign, depth + 1),
            }
        }
    }

    fn branches(&mut self, node: &ast::If, depth: usize, line: Line) {
        let mut line = Some(line.ours("if", Tone::Kind));
        for (condition, body) in &node.branches {
            match line.take() {
                Some(line) => self.lines.push(line),
                None => self.row(list_span(condition), depth, "elif"),
            }
            self.list(condition, depth + 1);
            self.block("then", body, depth);
        }
        if let Some(body) = &node.otherwise {
            self.block("else", body, depth);
        }
    }

    fn for_words(&mut self, node: &ast::For, depth: usize, line: Line) {
        let kind = if node.select { "select" } else { "for" };
        let words = match &node.words {
            Some(words) => format!(" in {}", outline::words(self.text, words)),
            None => String::new(),
        };
        let line = line.ours(kind, Tone::Kind);
        self.lines.push(line.source(&format!("  {}{words}", node.name), PLAIN));
        for word in node.words.iter().flatten() {
            self.word(word, depth + 1);
        }
        self.block("do", &node.body, depth);
    }

    fn case(&mut self, node: &ast::Case, depth: usize, line: Line) {
        let subject = outline::word(self.text, &node.subject);
        self.lines.push(line.ours("case", Tone::Kind).source(&format!("  {subject}"), PLAIN));
        self.word(&node.subject, depth + 1);
        for arm in &node.arms {
            let span = arm.patterns.iter().map(|word| word.span).reduce(Span::to);
            let patterns: Vec<_> =
                arm.patterns.iter().map(|word| outline::word(self.text, word)).collect();
            let falls = if arm.falls_through { "  falls through" } else { "" };
            let line = self
                .line(span.unwrap_or_default(), depth + 1)
                .ours("when", Tone::Kind)
                .source(&format!("  {}", patterns.join(" | ")), PLAIN)
                .ours(falls, Tone::Warning);
            self.lines.push(line);
            for pattern in &arm.patterns {
                self.nested(&pattern.pieces, depth + 2);
            }
            self.list(&arm.body, depth + 2);
        }
    }

    /// Whether the parser stopped within `span`: what it made of the pieces is not all there is.
    fn is_cut(&self, span: Span) -> bool {
        self.script.opaque.iter().any(|it| it.span.start < span.end && span.start < it.span.end)
    }

    /// A part of a compound that has a keyword of its own.
    fn block(&mut self, keyword: &str, list: &ast::List, depth: usize) {
        self.row(list_span(list), depth, keyword);
        self.list(list, depth + 1);
    }

    fn row(&mut self, span: Span, depth: usize, kind: &str) {
        let line = self.line(span, depth).ours(kind, Tone::Kind);
        self.lines.push(line);
    }

    /// A line that begins with its place.
    fn line(&self, span: Span, depth: usize) -> Line {
        let digits = self.digits;
        let place = format!("{:>digits$}..{:<digits$}", span.start, span.end);
        self.indented(&place, depth)
    }

    /// A line that belongs to the one above it.
    fn bare_line(&self, depth: usize) -> Line {
        self.indented(&" ".repeat(self.digits * 2 + 2), depth)
    }

    fn indented(&self, place: &str, depth: usize) -> Line {
        let indent = 2 + 2 * depth.min(DEEPEST);
        let margin = self.digits * 2 + 2 + indent;
        Line::new(margin + 4).ours(place, Tone::Faint).ours(&" ".repeat(indent), PLAIN)
    }
}

fn list_span(list: &ast::List) -> Span {
    list.items.iter().map(item_span).reduce(Span::to).unwrap_or_default()
}

fn item_span(item: &ast::Item) -> Span {
    let rest = item.chain.rest.iter().map(|(_, pipeline)| pipeline.span);
    rest.fold(item.chain.first.span, Span::to)
}

const PLAIN: Tone = Tone::Plain;
/// Deeper nodes stand below each other: half of the line is for their text.
const DEEPEST: usize = 14;

#[cfg(test)]
mod tests {
    use portcullis_shell::Invocation;
    use portcullis_shell::Limits;
    use portcullis_shell::Part;
    use portcullis_shell::Reading;
    use portcullis_shell::Value;

    use super::*;
    use crate::output::Ink;
    use crate::output::WIDTH;

    /// The tree of `text` when this is what it runs.
    fn shown(text: &str, runs: &[Invocation]) -> String {
        let reading = Reading { invocations: runs.to_vec(), ..Reading::default() };
        let script = portcullis_shell::parse(text, &Limits::default());
        let seen = Seen::of(text, script, reading);
        report(&seen).iter().map(|line| line.render(WIDTH, Ink::Plain)).collect()
    }

    /// A command whose words, in order, have these values.
    fn run(span: Span, argv: &[(Span, Part)]) -> Invocation {
        let field = |(span, part): &(Span, Part)| {
            let splits = matches!(part, Part::Glob(_) | Part::Unknown);
            Value { span: *span, parts: vec![part.clone()], splits }
        };
        let argv = argv.iter().map(field).collect();
        let any = portcullis_shell::read("x", &Limits::default()).invocations.remove(0);
        Invocation { span, argv, ..any }
    }

    fn at(start: u32, end: u32) -> Span {
        Span::new(start, end)
    }

    fn is(text: &str) -> Part {
        Part::Text(text.to_owned())
    }

    #[test]
    fn values_stand_behind_their_words() {
        let text = "$x -rf *.o ~/a $# $HOME";
        let argv = [
            (at(0, 2), is("rm")),
            (at(3, 6), is("-rf")),
            (at(7, 10), Part::Glob("*.o".to_owned())),
            (at(11, 14), Part::Home(String::new())),
            (at(15, 17), Part::Number),
            (at(18, 23), Part::Variable("HOME".to_owned())),
        ];
        insta::assert_snapshot!(shown(text, &[run(at(0, 23), &argv)]), @r#"
         0..23  command  $x -rf *.o ~/a $# $HOME
         0..2     $x  = "rm"
         7..10    *.o  = files "*.o" (any number of fields)
        11..14    ~/a  = home
        15..17    $#  = a number
        18..23    $HOME  = variable HOME

        programs  rm
        opaque    nothing
        "#);
    }

    #[test]
    fn a_word_of_several_fields_and_a_command_that_goes_two_ways() {
        let text = "f {a,b}";
        let braces = [(at(0, 1), is("f")), (at(2, 7), is("a")), (at(2, 7), is("b"))];
        let other = [(at(0, 1), is("f")), (at(2, 7), Part::Unknown)];
        let runs = [run(at(0, 7), &braces), run(at(0, 7), &other)];
        insta::assert_snapshot!(shown(text, &runs), @r#"
        0..7  command  f {a,b}
        2..7    {a,b}  = "a", "b" or unknown (any number of fields)

        programs  f f
        opaque    nothing
        "#);
    }

    #[test]
    fn a_command_that_stands_in_no_tree_is_told_below_its_text() {
        let text = "(eval 'rm x'); ls";
        let eval = [(at(1, 5), is("eval")), (at(6, 12), is("rm x"))];
        let rm = [(at(1, 12), is("rm")), (at(1, 12), is("x"))];
        let ls = [(at(15, 17), is("ls"))];
        let lost = [(at(0, 0), Part::OneOf(vec!["a".to_owned(), "b c".to_owned()]))];
        let derived = Invocation { derived: true, ..run(at(1, 12), &rm) };
        let runs = [
            run(at(1, 12), &eval),
            derived.clone(),
            derived,
            run(at(15, 17), &ls),
            run(at(0, 99), &lost),
        ];
        insta::assert_snapshot!(shown(text, &runs), @r#"
         0..13  subshell
         1..12    command  eval 'rm x'
         6..12      'rm x'  = "rm x"
         1..12      runs  rm x
        15..17  command  ls
         0..99  runs  one of "a" | "b c"

        programs  eval rm rm ls a "b c"
        opaque    nothing
        "#);
    }
}
