//! The compound commands of the generator.

use super::Writer;

impl Writer {
    pub(super) fn subshell(&mut self, depth: usize) {
        self.put("(");
        if self.chance(25) {
            // Against `((`.
            self.any(&["(", " (", " ( ", "\\\n("]);
            self.list(depth);
            self.put(")");
            if self.chance(40) {
                self.any(&[";", " && ", " | ", "; ", "\n", "||"]);
                self.list(depth);
            }
            self.any(&["", " ", "\n", ";", " \\\n", " >f "]);
        } else {
            self.any(&["", "", "", " ", "\n", "#c\n", "\t"]);
            self.list(depth);
            if self.chance(20) {
                self.end();
            }
        }
        self.put(")");
    }

    pub(super) fn group(&mut self, depth: usize) {
        self.any(&["{ ", "{\n", "{\t", "{ \\\n", "{ # }\n"]);
        self.ended_list(depth);
        self.put("}");
    }

    pub(super) fn conditional(&mut self, depth: usize) {
        self.any(&["if ", "if\n", "if  ", "if ! "]);
        self.ended_list(depth);
        self.any(&["then ", "then\n", "then \\\n"]);
        self.ended_list(depth);
        while self.chance(15) {
            self.put("elif ");
            self.ended_list(depth);
            self.put("then ");
            self.ended_list(depth);
        }
        if self.chance(35) {
            self.any(&["else ", "else\n"]);
            self.ended_list(depth);
        }
        self.put("fi");
    }

    pub(super) fn looping(&mut self, depth: usize) {
        self.any(&["while ", "until ", "while\n"]);
        self.ended_list(depth);
        self.any(&["do ", "do\n"]);
        self.ended_list(depth);
        self.any(&["break; ", "break\n", "break;"]);
        self.put("done");
    }

    pub(super) fn counting(&mut self, depth: usize) {
        let opener;
        if self.chance(25) {
            self.any(&["for ((", "for (( ", "for(("]);
            if self.chance(25) {
                self.put(";;))");
            } else {
                self.put("i=0");
                if !self.tame && self.chance(30) {
                    self.put("+");
                    self.substitution(depth);
                    self.put("0");
                }
                self.any(&[";i<1", "; i < 1 "]);
                self.any(&[";i++))", "; i++ ))", ";i+=1))"]);
            }
            opener = self.rng.pick(&[" do ", "; do ", ";do ", "\ndo ", "; { ", " { "]);
            self.put(opener);
        } else {
            let name = self.rng.pick(&["i", "x", "y", "in", "do"]);
            self.any(&["for ", "for ", "for ", "select "]);
            self.put(name);
            self.any(&[" in ", " in ", "\nin "]);
            let used = self.chance(40);
            for at in 0..=self.rng.below(3) {
                if at > 0 {
                    self.blank();
                }
                if self.chance(30) || used && self.tame {
                    let program = self.program();
                    self.put(program);
                } else {
                    self.word(depth);
                }
            }
            opener = self.rng.pick(&["; do ", "\ndo ", " ;do\n", "; { "]);
            self.put(opener);
            if used {
                self.put("$");
                self.put(name);
                self.any(&[" x", "", " \"$i\""]);
                self.end();
            }
        }
        let braces = opener.contains('{');
        self.ended_list(depth);
        if !braces && self.chance(85) {
            self.put("break; ");
        }
        self.put(if braces { "}" } else { "done" });
    }

    pub(super) fn cases(&mut self, depth: usize) {
        self.put("case ");
        let subject = self.rng.pick(&["a", "b", "x", "in", "esac"]);
        if self.chance(25) {
            self.word(depth);
        } else {
            self.put(subject);
        }
        self.any(&[" in ", " in\n", "\nin "]);
        for _ in 0..=self.rng.below(3) {
            self.any(&["", "", "("]);
            match self.rng.below(10) {
                0..4 => self.put(subject),
                4..6 => self.put("*"),
                6 => self.any(&["[a-z]", "?", "\"a\"", "')'", "\\)", "a*", "$x"]),
                7 => {
                    self.put(subject);
                    self.maybe_blank();
                    self.put("|");
                    self.maybe_blank();
                    self.word(depth);
                }
                8 if self.extglob => self.any(&["@(a|x)", "!(b)", "+([a-z])", "?(x)*"]),
                _ => self.word(depth),
            }
            self.any(&[") ", ")", ")\n"]);
            if self.chance(88) {
                self.list(depth);
            }
            self.any(&[" ;; ", ";;", "\n;;\n", " ;& ", ";;& ", ";;", ";;\n"]);
            let after_newline = self.out.ends_with('\n');
            if after_newline && !self.pending.is_empty() {
                self.newline();
            }
        }
        if self.chance(15) {
            self.any(&["*) ", "(x) "]);
            self.ended_list(depth);
        }
        self.put("esac");
    }

    pub(super) fn test(&mut self, depth: usize) {
        self.any(&["[[ ", "[[\t", "[[ ! "]);
        self.test_term(depth);
        while self.chance(25) {
            self.any(&[" && ", " || ", " &&\n", " || ! "]);
            self.test_term(depth);
        }
        self.put(" ]]");
    }

    pub(super) fn test_term(&mut self, depth: usize) {
        match self.rng.below(9) {
            0 => self.word(depth),
            1 => {
                self.any(&["-n ", "-z ", "-f ", "-e ", "-x ", "-o "]);
                self.word(depth);
            }
            2 => {
                self.put("( ");
                self.test_term(depth.saturating_sub(1));
                self.put(" )");
            }
            3 => {
                self.any(&["3", "2", "0", "1"]);
                self.any(&[" -eq ", " -lt ", " -ge "]);
                self.any(&["0", "7", "1+1", if self.tame { "5" } else { "$x" }]);
            }
            4 => {
                self.any(&["a", "ab", "$x"]);
                self.put(" =~ ");
                self.any(&[
                    "^a",
                    "(a|b)",
                    "a$",
                    "[[:alpha:]]",
                    "(a b)",
                    "a\\ b",
                    "\"a\"",
                    "(^| )a",
                ]);
                if self.chance(40) {
                    self.substitution(depth);
                }
            }
            5 => {
                self.put("a");
                self.any(&[" == ", " != ", " = "]);
                self.any(&["@(a|b)", "a*", "!(b)", "[a-z]", "*"]);
                if self.chance(40) {
                    self.substitution(depth);
                }
            }
            _ => {
                self.word(depth);
                self.any(&[" == ", " != ", " = ", " < ", " > ", " -ef "]);
                self.word(depth);
            }
        }
    }

    pub(super) fn arithmetic_command(&mut self, depth: usize) {
        self.any(&["((", "(( ", "((\n"]);
        self.arithmetic(depth);
        self.any(&["))", " ))", "\n))"]);
    }

    pub(super) fn function(&mut self, depth: usize) {
        let name = ["f", "g", "h", "ls", "k-l"][self.rng.below(5)];
        if self.chance(20) {
            self.put("function ");
            self.put(name);
            self.any(&[" ", "\n", " () ", "() "]);
        } else {
            self.put(name);
            self.any(&["() ", "()", " () ", "( ) ", "()\n", "() #c\n", "() \\\n"]);
        }
        match self.rng.below(9) {
            0 => self.subshell(depth),
            1 => self.conditional(depth),
            2 => self.test(depth),
            3 => self.cases(depth),
            4 => {
                self.any(&["{ $1 x; ", "{ \"$@\"; ", "{ shift; \"$@\"; ", "{ local v=$1; $v; "]);
                self.ended_list(depth);
                self.put("}");
            }
            _ => self.group(depth),
        }
        if self.chance(15) {
            self.maybe_blank();
            self.redirection(depth);
        }
        if !self.functions.contains(&name) {
            self.functions.push(name);
        }
        if self.chance(85) {
            if self.chance(70) {
                self.put(";");
            } else {
                self.newline();
            }
            self.put(name);
            self.any(&["", " a", " a b"]);
            if self.chance(50) {
                let (first, second) = (self.program(), self.program());
                self.put(&format!(" {first} {second} x"));
            }
        }
    }

    pub(super) fn coprocess(&mut self, depth: usize) {
        self.put("coproc ");
        match self.rng.below(4) {
            0 => self.simple(depth),
            1 => self.group(depth),
            2 => {
                self.put("C ");
                self.group(depth);
            }
            _ => self.subshell(depth),
        }
    }
}
