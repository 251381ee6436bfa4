//! Compound commands: groups, conditions, loops, `case`, functions, coprocesses.

use super::FirstWord;
use super::Parser;
use super::command::literal;
use crate::ast::Arm;
use crate::ast::Case;
use crate::ast::Command;
use crate::ast::CommandKind;
use crate::ast::Coproc;
use crate::ast::For;
use crate::ast::ForArith;
use crate::ast::Function;
use crate::ast::If;
use crate::ast::List;
use crate::ast::Loop;
use crate::ast::Word;

impl Parser<'_> {
    /// A compound command without its redirections; `None` when none begins here.
    pub(super) fn compound(&mut self) -> Option<CommandKind> {
        if self.cur.looking_at(b"(") {
            return Some(self.parenthesis());
        }
        let keyword = self.keyword()?;
        if !OPENERS.contains(&keyword) {
            return None;
        }
        self.cur.bump(keyword.len());
        self.nested(|parser| match keyword {
            "{" => Some(parser.group()),
            "if" => Some(parser.if_command()),
            "while" | "until" => Some(parser.loop_command(keyword)),
            "for" | "select" => parser.for_command(keyword),
            "case" => parser.case_command(),
            "[[" => Some(parser.conditional()),
            "function" => parser.function_command(),
            _ => parser.coproc_command(),
        })
    }

    /// `(( … ))` or `( … )`. Bash reads up to the parenthesis that closes the inner one; only
    /// if the outer one closes directly behind it, it was arithmetic.
    fn parenthesis(&mut self) -> CommandKind {
        if self.cur.looking_at(b"((") {
            let mark = self.mark();
            self.cur.bump(2);
            let arith = self.arith_until(b')', "an arithmetic command");
            if self.cur.raw() == b')' {
                self.cur.bump(1);
                return CommandKind::Arith(arith);
            }
            if self.gave_up() {
                return CommandKind::Arith(arith);
            }
            self.reset(mark);
        }
        let (start, heredocs) = (self.cur.pos, self.shared.heredocs.len());
        let twice = self.cur.looking_at(b"((");
        self.cur.bump(1);
        let list = self.list();
        self.expect_byte(b')', "a subshell");
        if twice && self.shared.heredocs.len() > heredocs {
            // Bash reads such a text a second time, and then its here-documents are gone.
            self.stop(start, "a here-document behind `((`");
        }
        CommandKind::Subshell(list)
    }

    /// A list that must not be empty.
    fn body(&mut self) -> List {
        let list = self.list();
        if list.items.is_empty() {
            self.unexpected();
        }
        list
    }

    fn group(&mut self) -> CommandKind {
        let list = self.body();
        self.expect_keyword("}");
        CommandKind::Group(list)
    }

    fn if_command(&mut self) -> CommandKind {
        let mut branches = Vec::new();
        let mut otherwise = None;
        loop {
            let condition = self.body();
            self.expect_keyword("then");
            branches.push((condition, self.body()));
            match self.keyword() {
                Some("elif") => self.cur.bump(4),
                Some("else") => {
                    self.cur.bump(4);
                    otherwise = Some(self.body());
                    break;
                }
                _ => break,
            }
        }
        self.expect_keyword("fi");
        CommandKind::If(If { branches, otherwise })
    }

    fn loop_command(&mut self, keyword: &str) -> CommandKind {
        let condition = self.body();
        self.expect_keyword("do");
        let body = self.body();
        self.expect_keyword("done");
        CommandKind::Loop(Loop { until: keyword == "until", condition, body })
    }

    fn for_command(&mut self, keyword: &str) -> Option<CommandKind> {
        self.blanks();
        if keyword == "for" && self.cur.looking_at(b"((") {
            self.cur.bump(2);
            let header = self.arith_until(b')', "the header of a loop");
            self.expect_byte(b')', "the header of a loop");
            self.blanks();
            self.cur.eat(b";");
            let body = self.do_or_braces();
            return Some(CommandKind::ForArith(ForArith { header, body }));
        }
        let at = self.cur.pos;
        let word = self.word();
        let Some(name) = literal(&word).map(str::to_owned) else {
            self.stop(at, "a loop whose variable is not a plain name");
            return None;
        };
        self.blanks();
        let mut words = None;
        if !self.cur.eat(b";") {
            self.newlines();
            if self.keyword() == Some("in") {
                self.cur.bump(2);
                words = Some(self.words());
                if !self.cur.eat(b";") && self.cur.peek() != b'\n' {
                    self.unexpected();
                }
            }
        }
        let body = self.do_or_braces();
        Some(CommandKind::For(For { select: keyword == "select", name, words, body }))
    }

    /// Words up to something that is none.
    fn words(&mut self) -> Vec<Word> {
        let mut words = Vec::new();
        loop {
            self.step();
            self.blanks();
            let word = self.word();
            if word.pieces.is_empty() {
                return words;
            }
            words.push(word);
        }
    }

    fn do_or_braces(&mut self) -> List {
        self.newlines();
        let close = match self.keyword() {
            Some("do") => "done",
            Some("{") => "}",
            _ => {
                self.stop(self.cur.pos, "expected `do`");
                return List::default();
            }
        };
        self.cur.bump(if close == "done" { 2 } else { 1 });
        let body = self.body();
        self.expect_keyword(close);
        body
    }

    fn case_command(&mut self) -> Option<CommandKind> {
        if self.timed_substitution && self.substitutions > 0 {
            // There bash ends the substitution at the first pattern's parenthesis.
            self.stop(self.cur.pos, "`case` behind `time` in a substitution");
        }
        self.blanks();
        let subject = self.word();
        if subject.pieces.is_empty() {
            self.unexpected();
            return None;
        }
        self.expect_keyword("in");
        let mut arms = Vec::new();
        loop {
            self.step();
            self.newlines();
            if self.cur.at_end() || self.keyword() == Some("esac") {
                break;
            }
            arms.push(self.arm());
        }
        self.expect_keyword("esac");
        Some(CommandKind::Case(Case { subject, arms }))
    }

    fn arm(&mut self) -> Arm {
        self.cur.eat(b"(");
        let mut patterns = Vec::new();
        loop {
            self.blanks();
            let at = self.cur.pos;
            let pattern = self.word();
            if pattern.pieces.is_empty() {
                self.unexpected();
            } else if patterns.is_empty() && literal(&pattern) == Some("esac") {
                // Inside a substitution bash prints it anew without the parenthesis before it.
                self.stop(at, "`esac` as a pattern");
            }
            patterns.push(pattern);
            self.blanks();
            if !self.cur.eat(b"|") {
                break;
            }
        }
        if !self.cur.eat(b")") {
            self.unexpected();
        }
        let body = self.list();
        let falls_through = self.cur.looking_at(b";;&") || self.cur.looking_at(b";&");
        if !self.cur.eat(b";;&") && !self.cur.eat(b";;") && !self.cur.eat(b";&") {
            // The last arm may end with `esac` alone.
            self.newlines();
            if self.keyword() != Some("esac") {
                self.unexpected();
            }
        }
        Arm { patterns, body, falls_through }
    }

    fn function_command(&mut self) -> Option<CommandKind> {
        self.blanks();
        let name = self.word();
        if name.pieces.is_empty() {
            self.unexpected();
            return None;
        }
        self.blanks();
        // `function f (list)` has no parentheses of its own: only an empty pair belongs to it.
        let mark = self.mark();
        if self.cur.eat(b"(") {
            self.blanks();
            if !self.cur.eat(b")") {
                self.reset(mark);
            }
        }
        let body = self.function_body()?;
        Some(CommandKind::Function(Function { name, body: Box::new(body) }))
    }

    /// `coproc NAME compound` takes a name; before a simple command there is none.
    fn coproc_command(&mut self) -> Option<CommandKind> {
        self.blanks();
        if self.keyword() == Some("time") {
            self.stop(self.cur.pos, "`time` behind `coproc`");
        }
        if self.substitutions > 0 {
            // Bash prints it anew with a name, which makes the name the command.
            self.stop(self.cur.pos, "`coproc` in a substitution");
        }
        let mark = self.mark();
        if !self.cur.looking_at(b"(") && self.keyword().is_none() {
            let name = self.word();
            self.blanks();
            let opens = self.keyword().is_some_and(|word| OPENERS.contains(&word));
            if !name.pieces.is_empty() && (self.cur.looking_at(b"(") || opens) {
                let body = self.coproc_body()?;
                return Some(CommandKind::Coproc(Coproc { name: Some(name), body }));
            }
            self.reset(mark);
        }
        let body = self.coproc_body()?;
        Some(CommandKind::Coproc(Coproc { name: None, body }))
    }

    fn coproc_body(&mut self) -> Option<Box<Command>> {
        let body = self.command(FirstWord::AfterPipe);
        if body.is_none() {
            self.unexpected();
        }
        body.map(Box::new)
    }
}

const OPENERS: &[&str] =
    &["{", "if", "while", "until", "for", "select", "case", "[[", "function", "coproc"];
