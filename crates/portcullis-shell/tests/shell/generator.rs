//! Random bash texts from a grammar: mostly valid, mostly short, a program at every position.
//!
//! Everything is written from left to right into one buffer, since the bodies of heredocs go
//! behind the next newline. Loops end, functions do not call themselves (`FUNCNEST` helps when
//! they do), and one text in twenty is damaged on purpose.
mod compound;
mod flow;
mod words;

use crate::mutated::mutate;
use crate::truth::{FAILING, PROGRAMS};

/// Splitmix64.
pub(crate) struct Rng(u64);

impl Rng {
    /// A sequence of its own for each seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bf0_3635_dcf6_1b4d)
    }

    /// The next number.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`; 0 when that is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let number = self.next() % (bound.max(1) as u64);
        usize::try_from(number).unwrap_or(0)
    }

    /// True in `percent` of a hundred cases.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of `choices`.
    pub(crate) fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices.get(self.below(choices.len())).copied().unwrap_or_default()
    }
}

/// The text with this number.
pub(crate) fn generate(seed: u64) -> String {
    let mut writer = Writer::new(seed);
    writer.text();
    let text = writer.out;
    if writer.rng.chance(5) { mutate(&mut writer.rng, &text, "rm x") } else { text }
}

/// Where one text is written.
struct Writer {
    rng: Rng,
    out: String,
    /// Bodies of heredocs that wait for a newline, terminator included.
    pending: Vec<String>,
    /// How many programs were named; they are taken in turn, from a random start.
    named: usize,
    /// How many pieces may still be written; when there are none, everything is simple.
    budget: usize,
    /// Variables that hold the name of a program.
    holders: Vec<&'static str>,
    /// Functions that are defined.
    functions: Vec<&'static str>,
    /// `shopt -s extglob` stood on a line before.
    extglob: bool,
    /// Nothing is written that no reader could know (names from output, arithmetic on it): a
    /// reading that is opaque for one of those cannot be wrong about the rest.
    tame: bool,
    /// Inside of backquotes or of an argument: no heredocs, to keep what is written valid.
    no_heredoc: usize,
}

impl Writer {
    fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let named = rng.below(1000);
        let tame = rng.chance(75);
        let budget = 1 + rng.below(5) + rng.below(7);
        Self {
            rng,
            out: String::new(),
            pending: Vec::new(),
            named,
            budget,
            tame,
            holders: Vec::new(),
            functions: Vec::new(),
            extglob: false,
            no_heredoc: 0,
        }
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// One of `choices`, written.
    fn any(&mut self, choices: &[&str]) {
        let choice = self.rng.pick(choices);
        self.put(choice);
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.rng.chance(percent)
    }

    /// Whether another piece may be nested here.
    fn may_nest(&mut self, depth: usize) -> bool {
        if depth == 0 || self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        true
    }

    /// The name of a program that was not used in this text, as long as there are such.
    fn program(&mut self) -> &'static str {
        self.named += 1;
        if self.named.is_multiple_of(9) {
            return FAILING.get(self.rng.below(FAILING.len())).copied().unwrap_or("ff");
        }
        PROGRAMS.get(self.named % PROGRAMS.len()).copied().unwrap_or("rm")
    }

    /// What `write` writes, as a text of its own with the bodies of its heredocs.
    fn aside(&mut self, write: impl FnOnce(&mut Self)) -> String {
        let out = std::mem::take(&mut self.out);
        let pending = std::mem::take(&mut self.pending);
        write(self);
        if !self.pending.is_empty() {
            self.newline();
        }
        self.pending = pending;
        std::mem::replace(&mut self.out, out)
    }

    /// Blanks between two words.
    fn blank(&mut self) {
        match self.rng.below(40) {
            0 => self.put("  "),
            1 => self.put("\t"),
            2 => self.put(" \\\n"),
            3 => self.put(" \\\n "),
            _ => self.put(" "),
        }
    }

    /// Blanks where none are needed.
    fn maybe_blank(&mut self) {
        match self.rng.below(24) {
            0..12 => {}
            12 => self.put("\\\n"),
            _ => self.put(" "),
        }
    }

    /// A newline, perhaps with a comment before it, and what heredocs wait for it.
    fn newline(&mut self) {
        if self.chance(8) {
            self.put(" #");
            let decoy = self.rng.pick(&[
                "", " c", " rm x", " '", " \"", " $(rm", " )", " }", " `rm x", " <<E", " \\",
                " ;;", " fi", " ${x",
            ]);
            self.put(decoy);
        }
        self.put("\n");
        while !self.pending.is_empty() {
            let body = self.pending.remove(0);
            self.put(&body);
        }
        if self.chance(5) {
            self.any(&["\n", " ", "# c\n", "#'\n", "\t"]);
        }
    }

    /// Newlines where the grammar has room for them.
    fn maybe_newline(&mut self) {
        if self.chance(7) {
            self.newline();
        }
    }

    /// What ends a command.
    fn end(&mut self) {
        match self.rng.below(12) {
            0..8 => {
                self.maybe_blank();
                self.put(";");
                self.maybe_blank();
            }
            8 => {
                self.maybe_blank();
                self.put("& ");
            }
            _ => self.newline(),
        }
    }

    /// A whole text.
    fn text(&mut self) {
        if self.chance(6) {
            self.extglob = true;
            self.put("shopt -s extglob\n");
        }
        if self.chance(3) {
            if self.tame {
                self.any(&["set -e", "set -u", "set -f", "set -x", "set -o pipefail", "set -T"]);
            } else {
                self.any(&[
                    "IFS=:",
                    "IFS=x",
                    "set -o posix",
                    "shopt -s nullglob",
                    "shopt -s lastpipe",
                    "set -k",
                    "set +B",
                ]);
            }
            self.end();
        }
        self.list(4);
        if self.pending.is_empty() {
            let tail = self.rng.pick(&["", "", "", "", "\n", ";", " ", " # c", "\n\n", " &"]);
            self.put(tail);
        } else if self.chance(95) {
            self.newline();
        }
    }

    /// Commands one after the other, without an end.
    fn list(&mut self, depth: usize) {
        let count = [1, 1, 1, 2, 2, 3][self.rng.below(6)];
        for at in 0..count {
            if at > 0 {
                if self.budget == 0 {
                    return;
                }
                self.end();
            }
            self.chain(depth);
        }
    }

    /// A list with its end: what stands before `}`, `done`, `fi` and their kin.
    fn ended_list(&mut self, depth: usize) {
        self.list(depth);
        self.end();
    }

    fn chain(&mut self, depth: usize) {
        self.pipeline(depth);
        while self.budget > 0 && self.chance(16) {
            self.maybe_blank();
            self.any(&["&&", "||", "&&", "||", "&\\\n&", "|\\\n|"]);
            self.maybe_blank();
            self.maybe_newline();
            self.pipeline(depth);
        }
    }

    fn pipeline(&mut self, depth: usize) {
        match self.rng.below(60) {
            0 => self.put("! "),
            1 => self.put("time "),
            2 => self.put("time -p "),
            3 => self.any(&["! ! ", "time ! ", "! time ", "time -- ", "time -p -- "]),
            _ => {}
        }
        self.command(depth);
        while self.budget > 0 && self.chance(11) {
            self.maybe_blank();
            self.any(&["|", "|", "|&"]);
            self.maybe_blank();
            self.maybe_newline();
            self.command(depth);
        }
    }

    fn command(&mut self, depth: usize) {
        if self.chance(58) || !self.may_nest(depth) {
            return self.simple(depth);
        }
        let depth = depth - 1;
        match self.rng.below(30) {
            0..3 => self.subshell(depth),
            3..6 => self.group(depth),
            6..8 => self.conditional(depth),
            8..10 => self.looping(depth),
            10..12 => self.counting(depth),
            12..15 => self.cases(depth),
            15..17 => self.test(depth),
            17..19 => self.arithmetic_command(depth),
            19..22 => return self.function(depth),
            22 => self.coprocess(depth),
            _ => return self.flow(depth),
        }
        while self.chance(12) {
            self.maybe_blank();
            self.redirection(depth);
        }
    }
}
