//! Commands of the generator in which data becomes code: variables, `eval`, traps, parameters.

use super::Writer;
use super::words::{double, single};

impl Writer {
    /// A short script of its own, to be quoted.
    fn script(&mut self, depth: usize) -> String {
        let inner = usize::from(self.chance(80));
        self.no_heredoc += inner;
        let script = self.aside(|writer| writer.list(depth));
        self.no_heredoc -= inner;
        script
    }

    /// `text` in quotes of one kind or the other.
    fn in_quotes(&mut self, text: &str) {
        let quoted = match self.rng.below(3) {
            0 => double(text),
            _ => single(text),
        };
        self.put(&quoted);
    }

    /// Something that runs what is data at first sight.
    pub(super) fn flow(&mut self, depth: usize) {
        let form = self.rng.below(13);
        match form {
            8..13 if self.tame && self.rng.chance(90) => self.positional(),
            0..4 => self.assigned(depth),
            4 => {
                self.any(&["eval ", "eval -- ", "builtin eval ", "command eval "]);
                let script = self.script(depth);
                self.in_quotes(&script);
            }
            5 => self.trap(depth),
            6 => {
                let script = self.script(depth);
                self.any(&["bash -c ", "sh -c ", "bash -ec ", "bash -o posix -c ", "bash -c -- "]);
                self.in_quotes(&script);
            }
            7 => {
                let program = self.program();
                let form = match self.rng.below(4) {
                    0 => format!("bash -c '\"$0\" x' {program}"),
                    1 => format!("bash -c '\"$@\"' a {program} x"),
                    2 => format!("bash -c '$1 $2' a {program} x"),
                    _ => format!("bash -c 'shift; $*' a b {program}"),
                };
                self.put(&form);
            }
            8 => self.positional(),
            9 | 10 => self.evaluated(),
            11 => self.callbacks(depth),
            _ => self.sourced(depth),
        }
    }

    /// A variable gets the name of a program, and is used as one.
    fn assigned(&mut self, depth: usize) {
        let holder = ["v", "w", "y", "z"][self.rng.below(4)];
        let program = self.program();
        let (head, tail) = program.split_at(1);
        let forms = if self.tame { 21 } else { 24 };
        let (written, reference) = match self.rng.below(forms) {
            0..5 => (format!("{holder}={program}"), format!("${holder}")),
            5 => (format!("{holder}='{program} x'"), format!("${holder}")),
            6 => (format!("{holder}={head}; {holder}+={tail}"), format!("\"${holder}\"")),
            7 => (format!("{holder}=({program} x)"), format!("\"${{{holder}[@]}}\"")),
            8 => (format!("{holder}=(a {program})"), format!("${{{holder}[1]}}")),
            9 => (format!("declare {holder}={program}"), format!("${{{holder}}}")),
            10 => (format!("export {holder}={program}"), format!("${holder}")),
            11 => (format!("{holder}={program}.c"), format!("${{{holder}%.*}}")),
            12 => (format!("{holder}=a{program}"), format!("${{{holder}:1}}")),
            13 => (format!("read {holder} <<< {program}"), format!("${holder}")),
            14 => (format!("printf -v {holder} %s {program}"), format!("${holder}")),
            15 => (format!("{holder}=q; q={program}"), format!("${{!{holder}}}")),
            16 => (format!("declare -n {holder}=q; q={program}"), format!("${holder}")),
            17 => (format!(": ${{{holder}:={program}}}"), format!("${holder}")),
            18 => (format!("declare -A {holder}=([k]={program})"), format!("${{{holder}[k]}}")),
            19 => (format!("if :; then {holder}={program}; fi"), format!("${holder}")),
            20 => (format!("{holder}={program}; ({holder}=a)"), format!("${holder}")),
            21 => (format!("{holder}=$(echo {program})"), format!("${holder}")),
            22 => (format!("{holder}=$(cat <<E\n{program}\nE\n)"), format!("${holder}")),
            _ => (format!("mapfile -t {holder} <<< {program}"), format!("${{{holder}[0]}}")),
        };
        self.put(&written);
        if self.chance(70) && !self.holders.contains(&holder) {
            self.holders.push(holder);
        }
        if self.chance(20) {
            self.end();
            self.chain(depth);
        }
        self.end();
        self.put(&reference);
        self.any(&["", " x", " a b"]);
    }

    fn trap(&mut self, depth: usize) {
        let script = self.script(depth);
        self.any(&["trap ", "trap -- "]);
        self.in_quotes(&script);
        self.any(&[" EXIT", " 0", " EXIT", " ERR", " DEBUG", " RETURN", " INT EXIT"]);
    }

    fn positional(&mut self) {
        let program = self.program();
        self.any(&["set -- ", "set -- ", "set "]);
        match self.rng.below(4) {
            0 => {
                self.put(&format!("{program} x"));
                self.end();
                self.any(&["\"$@\"", "$*", "$1", "$@", "\"${@:1}\"", "for i; do $i; done"]);
            }
            1 => {
                self.put(&format!("a {program}"));
                self.end();
                self.any(&["$2 x", "shift; \"$@\"", "${2}", "\"${@:2}\"", "shift 1; $1 y"]);
            }
            2 => {
                self.put(&format!("'{program} x'"));
                self.end();
                self.any(&["$1", "$*", "eval \"$1\"", "bash -c \"$1\""]);
            }
            _ => {
                self.put(&format!("a b; set -- \"$@\" {program}; $3"));
            }
        }
    }

    /// Text that is evaluated as arithmetic, where subscripts run.
    fn evaluated(&mut self) {
        let program = self.program();
        let inner = format!("u[$({program} x)0]");
        let form = match self.rng.below(22) {
            0 => format!("x='{inner}'; echo $((x))"),
            1 => format!("x='{inner}'; ((x))"),
            2 => format!("x='{inner}'; [[ x -eq 0 ]]"),
            3 => format!("[[ -v '{inner}' ]]"),
            4 => format!("test -v '{inner}'"),
            5 => format!("printf -v '{inner}' a"),
            6 => format!("read '{inner}' <<< a"),
            7 => format!("u=(1); unset '{inner}'"),
            8 => format!("declare -i n='{inner}'"),
            9 => format!("let 'n={inner}'"),
            10 => format!("x='{inner}'; n=abc; echo ${{n:x}}"),
            11 => format!("x='{inner}'; echo ${{!x}}"),
            12 => format!("declare -n n='{inner}'; echo $n"),
            13 => format!("x='$({program})'; echo \"${{x@P}}\""),
            14 => format!("PS4='$({program})'; set -x; :; set +x"),
            15 => format!("{inner}=1"),
            16 => format!("u=([$({program} x)1]=a b)"),
            17 => format!("declare -a 'u=($({program} x))'"),
            18 => format!("declare '{inner}=1'"),
            19 => format!("x='{inner}'; u[x]=1"),
            20 => format!("x='{inner}'; echo ${{u[x]}}"),
            _ => format!("[[ '{inner}' -lt 1 ]]"),
        };
        self.put(&form);
    }

    /// Builtins that call back.
    fn callbacks(&mut self, depth: usize) {
        let (program, other) = (self.program(), self.program());
        let form = match self.rng.below(10) {
            0 => format!("mapfile -C '{program} x;:' -c 1 u <<< a"),
            1 => format!("compgen -C '{program} x' a"),
            2 => format!("compgen -W '$({program})' a"),
            3 => format!("hash -p d/{program} {other}; {other} x"),
            4 => format!("shopt -s expand_aliases\nalias {other}='{program} x'\n{other}"),
            5 => format!("jobs -x {program} x"),
            6 => format!("exec -a {other} {program} x"),
            7 => format!("{other}() {{ {program} x; }}; {other}"),
            8 => format!("command_not_found_handle() {{ {program} x; }}; nothing_there"),
            _ => format!("[[ {program} =~ (.*) ]]; ${{BASH_REMATCH[1]}} x"),
        };
        self.put(&form);
        if self.chance(20) {
            self.end();
            self.chain(depth);
        }
    }

    /// Scripts that a shell reads from somewhere.
    fn sourced(&mut self, depth: usize) {
        let script = self.script(depth);
        let quoted = single(&script);
        let form = match self.rng.below(5) {
            0 => format!(". <(echo {quoted})"),
            1 => format!("source /dev/stdin <<< {quoted}"),
            2 => format!("echo {quoted} > s; bash s"),
            3 => format!("eval \"$(printf %s {quoted})\""),
            _ => format!("echo {quoted} | bash"),
        };
        self.put(&form);
    }
}
