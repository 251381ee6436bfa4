//! Words, redirections and simple commands of the generator.

use super::Writer;

/// `text` in single quotes.
pub(super) fn single(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// `text` in double quotes, nothing in it expanded.
pub(super) fn double(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        if matches!(c, '"' | '\\' | '$' | '`') {
            quoted.push('\\');
        }
        quoted.push(c);
    }
    quoted.push('"');
    quoted
}

impl Writer {
    /// Assignments, redirections, a name, arguments.
    pub(super) fn simple(&mut self, depth: usize) {
        self.budget = self.budget.saturating_sub(1);
        while self.budget > 0 && self.chance(6) {
            match self.rng.below(3) {
                0 => self.redirection(depth),
                1 => {
                    self.any(&["a=", "b=1", "a+=", "c[1]=", "a=\\\n", "PATH=d "]);
                    if self.chance(50) {
                        self.word(depth);
                    }
                }
                _ => {
                    self.put("a=");
                    self.substitution(depth);
                }
            }
            self.blank();
        }
        if self.chance(7) {
            self.any(&["echo", ":", "true", "cat", "printf %s", "test", "cd"]);
        } else {
            self.name(depth);
        }
        for _ in 0..[0, 1, 1, 1, 2, 3][self.rng.below(6)] {
            self.blank();
            if self.chance(12) {
                self.redirection(depth);
            } else {
                self.word(depth);
            }
        }
        if self.chance(9) {
            self.maybe_blank();
            self.redirection(depth);
        }
    }

    /// A command name, in one of the many ways to write it.
    pub(super) fn name(&mut self, depth: usize) {
        if let Some(holder) = self.holders.get(self.rng.below(12)).copied() {
            let forms = [format!("${holder}"), format!("\"${holder}\""), format!("${{{holder}}}")];
            let form = forms[self.rng.below(3)].clone();
            return self.put(&form);
        }
        if let Some(function) = self.functions.get(self.rng.below(14)).copied() {
            return self.put(function);
        }
        let program = self.program();
        let (head, tail) = program.split_at(1);
        let form = match self.rng.below(60) {
            0..11 if self.tame => self.rng.below(18),
            form @ 0..25 if !self.tame => form,
            _ => 99,
        };
        // The first eighteen are known to whoever reads carefully.
        let written = match form {
            0 => format!("'{program}'"),
            1 => format!("\"{program}\""),
            2 => format!("\\{program}"),
            3 => format!("{head}''{tail}"),
            4 => format!("{head}\"{tail}\""),
            5 => format!("{head}\\\n{tail}"),
            6 => format!("$'{program}'"),
            7 => {
                let code = head.bytes().next().unwrap_or(b'r');
                let escape =
                    [format!("\\x{code:x}"), format!("\\{code:o}"), format!("\\u{code:04x}")];
                format!("$'{}{tail}'", escape[self.rng.below(3)])
            }
            8 => format!("$\"{program}\""),
            9 => format!("{{{program},x}}"),
            10 => format!("{head}{{{tail},}}"),
            11 => format!("d/{program}"),
            12 => format!("command {program}"),
            13 => format!("exec {program}"),
            14 => format!("command -- {program}"),
            15 => format!("!\\\n {program}"),
            16 => format!("$'\\{tail}'"),
            17 => {
                // A reserved word behind a redirection is a name, until bash prints it again.
                let word = self.rng.pick(&["!", "time", "{", "if", "coproc", "while", "then"]);
                format!(">f {word} {program}")
            }
            18 => format!("${{u:-{program}}}"),
            19 => format!("$(echo {program})"),
            20 => format!("`echo {program}`"),
            21 => format!("$u {program}"),
            22 => format!("eval {program}"),
            23 => format!("${{u:-{head}}}{tail}"),
            24 => format!("\"$@\" {program}"),
            _ => program.to_owned(),
        };
        self.put(&written);
        if depth > 0 && self.chance(1) {
            self.substitution(depth);
        }
    }

    /// A command substitution.
    pub(super) fn substitution(&mut self, depth: usize) {
        if !self.may_nest(depth) {
            let program = self.program();
            return self.put(&format!("$({program})"));
        }
        let depth = depth - 1;
        if self.chance(25) {
            self.no_heredoc += 1;
            let inner = self.aside(|writer| writer.list(depth));
            self.no_heredoc -= 1;
            let inner = inner.replace('\\', "\\\\").replace('`', "\\`");
            return self.put(&format!("`{inner}`"));
        }
        let inner = self.aside(|writer| {
            writer.any(&["", "", " ", "\n", "#c\n", "\t"]);
            writer.list(depth);
            if writer.chance(12) {
                writer.end();
            }
        });
        self.any(&["$(", "$(", "$(", "$(", "$(", "$(", "$\\\n("]);
        self.put(&inner);
        self.put(")");
    }

    /// One word, never empty.
    pub(super) fn word(&mut self, depth: usize) {
        if self.chance(45) || depth == 0 || self.budget == 0 {
            return self.plain_word();
        }
        match self.rng.below(22) {
            0..6 => self.substitution(depth),
            6..10 => self.quoted(depth),
            10..14 => self.parameter(depth, false),
            14..16 => {
                if self.chance(85) {
                    self.any(&["$((", "$(( "]);
                    self.arithmetic(depth - 1);
                    self.any(&["))", " ))"]);
                } else {
                    self.put("$[");
                    self.arithmetic(depth - 1);
                    self.put("]");
                }
            }
            16..18 => self.process(depth),
            18 => {
                self.put("{a,");
                self.word(depth - 1);
                self.put("}");
            }
            19 if self.extglob => {
                self.any(&["@(", "!(", "+(", "?(", "*("]);
                self.word(depth - 1);
                self.any(&["|b)", ")", "|)"]);
            }
            _ => {
                self.plain_word();
                self.word(depth - 1);
            }
        }
    }

    /// A word in which nothing runs, though some look like it.
    pub(super) fn plain_word(&mut self) {
        self.any(&[
            "a",
            "b",
            "x",
            "-f",
            "1",
            "'a b'",
            "\"c d\"",
            "a\\ b",
            "$x",
            "\"$x\"",
            "${x}",
            "*.c",
            "~",
            "a#b",
            "'$(rm x)'",
            "\\$x",
            "\"\\$(rm x)\"",
            "'#'",
            "\"'\"",
            "'\"'",
            "{a,b}",
            "{1..3}",
            "[a-c]",
            "$'\\t'",
            "$'a\\'b'",
            "\"\\\"\"",
            "\\;",
            "\\(",
            "')'",
            "\"}\"",
            "a=b",
            "\\\\",
            "\"`echo`\"",
            "''",
            "{",
            "}",
            "!",
            "if",
            "done",
            "$",
            "\"$\"",
            "$#",
            "$?",
            "a{b",
            "%1",
            "=",
            "\"a\nb\"",
            "'a\nb'",
            "\"#\"",
            "$\"a\"",
            "\\`",
            "a'b'\"c\"",
            "--",
            "[",
            "]",
            "é",
            "a\\\nb",
        ]);
    }

    fn quoted(&mut self, depth: usize) {
        let depth = depth.saturating_sub(1);
        self.any(&["\"", "\"", "\"", "$\""]);
        for _ in 0..=self.rng.below(2) {
            match self.rng.below(8) {
                0..4 => {
                    // Inside double quotes a backquote would need other escapes.
                    let inner = self.aside(|writer| writer.list(depth));
                    self.put(&format!("$({inner})"));
                }
                4..6 => self.parameter(depth, true),
                6 => {
                    self.put("$((");
                    self.arithmetic(depth);
                    self.put("))");
                }
                _ => {
                    let program = self.program();
                    self.put(&format!("`{program} x`"));
                }
            }
            self.any(&[
                "", " a", "'", "\\\"", "#", " # ", ")", "}", "\\$", "\\\\", "!", "\n", ";", "$",
            ]);
        }
        if self.out.ends_with('$') {
            self.put(" ");
        }
        self.put("\"");
    }

    /// A parameter expansion whose operand may run something.
    pub(super) fn parameter(&mut self, depth: usize, quoted: bool) {
        let depth = depth.saturating_sub(1);
        self.any(&["${", "${", "${", "${", "$\\\n{"]);
        match self.rng.below(12) {
            0..6 => {
                self.any(&["u:-", "u-", "u:=", "x:+", "x+", "PWD:+", "HOME+", "u:-"]);
                self.operand(depth, quoted);
            }
            6..8 => {
                self.any(&["PWD#", "PWD##", "PWD%", "PWD%%", "HOME^^", "PWD,,"]);
                self.operand(depth, quoted);
            }
            8 => {
                self.any(&["PWD/a/", "PWD//a/", "HOME/%a/"]);
                self.operand(depth, quoted);
            }
            9 => {
                self.any(&["PWD:", "HOME:0:", "PWD: -"]);
                self.arithmetic(depth);
            }
            10 => {
                self.put("u[");
                self.arithmetic(depth);
                self.any(&["]", "]:-a"]);
            }
            _ => self.any(&["#x", "!x", "x@Q", "!P*", "#", "@", "*", "x:-", "#u[@]", "?", "$"]),
        }
        self.put("}");
    }

    fn operand(&mut self, depth: usize, quoted: bool) {
        match self.rng.below(9) {
            0..4 => self.substitution(depth),
            4 if quoted => {
                self.put("'");
                self.substitution(depth);
                self.put("'");
            }
            4 | 5 => {
                self.put("\"");
                let inner = self.aside(|writer| writer.list(depth));
                self.put(&format!("$({inner})\""));
            }
            6 => self.parameter(depth, quoted),
            7 => self.any(&["a", "'}'", "\\}", "\"}\"", "{", "a b", "*", "#", "$'}'", "(", ";"]),
            _ => {
                let program = self.program();
                self.put(program);
            }
        }
    }

    /// Arithmetic, with things in it that run.
    pub(super) fn arithmetic(&mut self, depth: usize) {
        for _ in 0..=self.rng.below(2) {
            match self.rng.below(9) {
                0..4 if self.tame && self.rng.chance(95) => self.any(&["1", "4", "0x1f", "2#1"]),
                0..3 => {
                    self.substitution(depth);
                    self.put("1");
                }
                3 => {
                    self.put("u[");
                    self.substitution(depth);
                    self.put("0]");
                }
                4 if depth > 0 => {
                    self.put("(");
                    self.arithmetic(depth - 1);
                    self.put(")");
                }
                5 if self.tame => self.any(&["$((1))", "\"1\"", "i=1", "$#"]),
                5 => self.any(&["${u:-1}", "$((1))", "x", "u[1]", "$#", "\"1\"", "i=1"]),
                _ => self.any(&["1", "2", "0"]),
            }
            self.any(&["+", "*", "-", " + ", "<<", " > ", "&&", "||", " ? 1 : ", ",", "=="]);
        }
        self.any(&["1", "2", "0"]);
    }

    fn process(&mut self, depth: usize) {
        let depth = depth.saturating_sub(1);
        let inner = self.aside(|writer| writer.list(depth));
        self.any(&["<(", "<(", ">("]);
        self.put(&inner);
        self.put(")");
    }

    /// A redirection; heredocs leave their body for later.
    pub(super) fn redirection(&mut self, depth: usize) {
        if !self.out.ends_with([' ', '\n', '\t', ')', '}', '(', ';', '|', '&']) {
            self.put(" ");
        }
        if self.no_heredoc == 0 && self.budget > 0 && self.chance(45) {
            return self.heredoc(depth);
        }
        match self.rng.below(10) {
            0..4 => {
                self.any(&[">", "2>", ">>", "<>", "&>", ">|", "{fd}>", ">&", "&>>", "3>", "{v}>>"]);
                self.any(&["f", " f", "\"f\"", "f", "/dev/null"]);
                if self.chance(20) {
                    self.substitution(depth);
                }
            }
            4..6 => self.any(&["2>&1", ">&2", "<&0", "3>&-", "0<&-", "{fd}>&1", "2>& 1", "<&3-"]),
            6 => {
                self.any(&["< ", "> ", "2> "]);
                self.process(depth);
            }
            7 => self.put("</dev/null"),
            _ => {
                self.any(&["<<<", "<<< ", "0<<<"]);
                self.word(depth);
            }
        }
    }

    fn heredoc(&mut self, depth: usize) {
        let tabs = self.chance(25);
        self.any(&["", "", "", "0", "3", "{h}"]);
        self.put(if tabs { "<<-" } else { "<<" });
        self.any(&["", "", "", " ", "\\\n"]);
        let (written, delimiter, quoted) = match self.rng.below(14) {
            0..5 => ("E", "E", false),
            5 => ("EOF", "EOF", false),
            6 => ("'E'", "E", true),
            7 => ("\"E\"", "E", true),
            8 => ("\\E", "E", true),
            9 => ("E''F", "EF", true),
            10 => ("E\\\nF", "EF", false),
            11 => ("''", "", true),
            12 => ("'a b'", "a b", true),
            _ => ("$x", "$x", false),
        };
        self.put(written);
        let lines = self.rng.below(4);
        let body = self.aside(|writer| {
            let inner = usize::from(writer.chance(70));
            writer.no_heredoc += inner;

            for _ in 0..lines {
                if tabs && writer.chance(50) {
                    writer.put("\t");
                }
                match writer.rng.below(9) {
                    0..3 if quoted => writer.any(&["$(rm x)", "`ls`", "')", "a\\", "${x"]),
                    0..3 => writer.substitution(depth.saturating_sub(1)),
                    3 if !quoted => writer.parameter(depth.saturating_sub(1), true),
                    4 if !quoted => {
                        writer.put("'");
                        writer.substitution(depth.saturating_sub(1));
                        writer.put("'");
                    }
                    5 if !delimiter.is_empty() => {
                        writer.put(delimiter);
                        writer.any(&[" ", "\t", ")", ";", "x", "\r", "#"]);
                    }
                    _ => writer.any(&[
                        "a",
                        "rm x",
                        "\"",
                        "'",
                        ")",
                        "}",
                        "# c",
                        "\\$(rm x)",
                        "\\\\",
                        "a\\",
                        " E",
                        "<<F",
                        "$x",
                        "fi",
                        ";;",
                        "\\`rm\\`",
                        "b c",
                        "(",
                        "{",
                    ]),
                }
                if delimiter.is_empty() && writer.out.ends_with('\n') {
                    writer.put("x");
                }
                writer.put("\n");
            }
            writer.no_heredoc -= inner;
            if tabs {
                writer.any(&["", "\t", "\t\t"]);
            }
            writer.put(delimiter);
            writer.put("\n");
        });
        self.pending.push(body);
    }
}
