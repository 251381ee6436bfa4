//! Calls of an agent's tools: a shell tool is its command, a file tool what it does to its path,
//! a fetching tool its URL. Of a tool that is not known, nothing is known.

use portcullis_shell::Span;
use portcullis_shell::Value;

use crate::effect::Effect;
use crate::effect::Kind;
use crate::effect::Object;
use crate::facts::Facts;
use crate::place::absolute;
use crate::place::resolve;
use crate::plan::Plan;
use crate::plan::plan;

/// One argument of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A text.
    Text(String),
    /// A list of texts.
    Words(Vec<String>),
    /// Anything else: a number, a truth value, a structure.
    Other,
}

/// What a tool would do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolPlan {
    /// Its effects.
    pub plan: Plan,
    /// What it would fetch: each is for the URL policy to judge.
    pub urls: Vec<String>,
}

/// What the tool `name` would do with `input` at the place that `facts` describe.
pub fn plan_tool(name: &str, input: &[(String, Argument)], facts: &Facts) -> ToolPlan {
    let call = Call { name, input, facts };
    match KNOWN.iter().find(|(names, _)| listed(names, name)) {
        Some((_, Duty::Shell)) => call.shell(),
        Some((_, Duty::Files(kind))) => call.files(*kind),
        Some((_, Duty::Search)) => call.search(),
        Some((_, Duty::Patch)) => call.patch(),
        Some((_, Duty::Fetch)) => call.fetch(),
        Some((_, Duty::WebSearch)) => just(vec![effect(Kind::Connect, Object::Host(None))]),
        Some((_, Duty::Talk)) => ToolPlan::default(),
        None => call.unknown(),
    }
}

#[derive(Clone, Copy)]
enum Duty {
    /// Runs `command`.
    Shell,
    /// Does one thing to the paths it is given.
    Files(Kind),
    /// Reads the directory it is given, or the present one.
    Search,
    /// Changes the files that a patch names.
    Patch,
    /// Fetches a URL.
    Fetch,
    /// Asks a search engine.
    WebSearch,
    /// Touches nothing but the conversation.
    Talk,
}

struct Call<'a> {
    name: &'a str,
    input: &'a [(String, Argument)],
    facts: &'a Facts,
}

impl Call<'_> {
    fn shell(&self) -> ToolPlan {
        if self.twice(COMMANDS) || self.twice(DIRECTORIES) {
            return self.not_known("it has two commands or two directories");
        }
        let mut facts = self.facts.clone();
        if let Some(Argument::Text(directory)) = self.argument(DIRECTORIES) {
            facts.cwd = self.located(directory);
        }
        let text = match self.argument(COMMANDS) {
            Some(Argument::Text(text)) => text.clone(),
            Some(Argument::Words(words)) => {
                words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
            }
            Some(Argument::Other) | None => {
                return self.not_known("it runs a command that is not a text");
            }
        };
        let mut plan = plan(&text, &facts);
        let known = [COMMANDS, DIRECTORIES, ASIDES];
        for (key, _) in self.input {
            if !known.iter().any(|names| listed(names, key)) {
                plan.effects.push(opaque(format!("the argument {key} is not known")));
            }
        }
        ToolPlan { plan, urls: Vec::new() }
    }

    fn files(&self, kind: Kind) -> ToolPlan {
        if self.hides_paths() {
            return self.not_known("its path is not a text");
        }
        let effects: Vec<Effect> = self.paths().map(|path| self.path(kind, path)).collect();
        if effects.is_empty() {
            return self.not_known("it names no path");
        }
        just(effects)
    }

    fn search(&self) -> ToolPlan {
        if self.hides_paths() {
            return self.not_known("its path is not a text");
        }
        let here = std::iter::once(self.facts.cwd.as_str()).filter(|_| self.paths().count() == 0);
        let pattern = match self.argument("pattern") {
            Some(Argument::Text(text)) if text.contains('/') => Some(text.as_str()),
            _ => None,
        };
        just(self.paths().chain(here).chain(pattern).map(|it| self.path(Kind::Read, it)).collect())
    }

    fn patch(&self) -> ToolPlan {
        let Some(Argument::Text(patch)) = self.argument(PATCHES) else {
            return self.not_known("its patch is not a text");
        };
        let named = |line: &str| {
            PATCH_LINES.iter().find_map(|(start, kind)| {
                line.strip_prefix(start).map(|path| self.path(*kind, path.trim()))
            })
        };
        let effects: Vec<Effect> = patch.lines().filter_map(named).collect();
        if effects.is_empty() {
            return self.not_known("its patch names no file");
        }
        just(effects)
    }

    fn fetch(&self) -> ToolPlan {
        if self.twice(URLS) {
            return self.not_known("it has two URLs");
        }
        let urls = match self.argument(URLS) {
            Some(Argument::Text(url)) => vec![url.clone()],
            Some(Argument::Words(urls)) => urls.clone(),
            Some(Argument::Other) => return self.not_known("its URL is not a text"),
            None => self.texts().flat_map(urls_in).collect(),
        };
        if urls.is_empty() {
            return self.not_known("it names no URL");
        }
        let sends = self.input.iter().any(|(key, _)| listed(SENDS, key));
        let effects = urls.iter().map(|url| {
            effect(
                if sends { Kind::Publish } else { Kind::Connect },
                Object::Host(Some(url.clone())),
            )
        });
        ToolPlan { plan: of(effects.collect()), urls }
    }

    /// A tool that is not known may do anything, and whoever answers to it stands outside every
    /// wall: what it is given leaves us. What its arguments name is judged all the same.
    fn unknown(&self) -> ToolPlan {
        let mut told = self.not_known("the tool is not known");
        told.plan.effects.push(effect(Kind::Publish, Object::Host(None)));
        let plain = plain(self.name);
        let changes = CHANGES.split(' ').any(|word| plain.contains(word));
        let kind = if changes { Kind::Write } else { Kind::Read };
        for text in self.texts() {
            if ["/", "~/", "./", "../"].iter().any(|start| text.starts_with(start)) {
                told.plan.effects.push(self.path(kind, text));
            }
            told.urls.extend(urls_in(text));
        }
        told
    }

    fn not_known(&self, why: &str) -> ToolPlan {
        just(vec![opaque(format!("{}: {why}", self.name))])
    }

    /// Which of two spellings the tool would take is not known.
    fn twice(&self, names: &str) -> bool {
        let given = self.input.iter().filter(|(key, _)| listed(names, key));
        given.count() > 1
    }

    fn argument(&self, names: &str) -> Option<&Argument> {
        let found = self.input.iter().find(|(key, _)| listed(names, key));
        found.map(|(_, value)| value)
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        texts(self.input.iter())
    }

    fn paths(&self) -> impl Iterator<Item = &str> {
        texts(self.input.iter().filter(|(key, _)| listed(PATHS, key)))
    }

    fn hides_paths(&self) -> bool {
        let hidden =
            |(key, value): &(String, Argument)| *value == Argument::Other && listed(PATHS, key);
        self.input.iter().any(hidden)
    }

    fn path(&self, kind: Kind, text: &str) -> Effect {
        let value = Value::text(Span::default(), self.located(text));
        let (text, place) = resolve(&value, Some(&self.facts.cwd), self.facts);
        effect(kind, Object::Path { text, place })
    }

    /// Tools take `~` and `file://` where a shell would have taken them out.
    fn located(&self, text: &str) -> String {
        let text = text.strip_prefix("file://").unwrap_or(text);
        let text = match text.strip_prefix('~') {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => {
                format!("{}{rest}", self.facts.home)
            }
            _ => text.to_owned(),
        };
        absolute(&text, Some(&self.facts.cwd)).unwrap_or(text)
    }
}

fn texts<'a>(input: impl Iterator<Item = &'a (String, Argument)>) -> impl Iterator<Item = &'a str> {
    input.flat_map(|(_, value)| match value {
        Argument::Text(text) => std::slice::from_ref(text).iter().map(String::as_str),
        Argument::Words(words) => words.iter().map(String::as_str),
        Argument::Other => [].iter().map(String::as_str),
    })
}

fn urls_in(text: &str) -> Vec<String> {
    let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>' | '`' | ')' | ',');
    text.split(ends)
        .filter_map(|word| word.find("://").map(|_| word.trim_end_matches(['.', ';', '!', '?'])))
        .map(|word| word.trim_start_matches(['(', '[']).to_owned())
        .collect()
}

fn listed(names: &str, name: &str) -> bool {
    let plain = plain(name);
    names.split(' ').any(|known| known == plain)
}

/// A name without the ways agents spell it: `run_shell_command`, `runShellCommand`.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '_' | '-')).flat_map(char::to_lowercase).collect()
}

fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

fn effect(kind: Kind, object: Object) -> Effect {
    Effect { kind, object, span: Span::default() }
}

fn opaque(reason: String) -> Effect {
    effect(Kind::Opaque, Object::Reason(reason))
}

fn of(effects: Vec<Effect>) -> Plan {
    Plan { effects, ..Plan::default() }
}

fn just(effects: Vec<Effect>) -> ToolPlan {
    ToolPlan { plan: of(effects), urls: Vec::new() }
}

/// Names without `_`, `-` and capitals, one space between them.
const KNOWN: &[(&str, Duty)] = &[
    (
        "bash shell sh exec execshell execcommand runshellcommand runcommand runterminalcmd \
         runinterminal executecommand localshell shellcommand terminal",
        Duty::Shell,
    ),
    ("read readfile readmanyfiles view viewfile viewimage notebookread", Duty::Files(Kind::Read)),
    (
        "write writefile createfile edit editfile multiedit replace notebookedit strreplace \
         searchreplace appendfile",
        Duty::Files(Kind::Write),
    ),
    ("delete deletefile removefile", Duty::Files(Kind::Delete)),
    (
        "glob grep ls listdirectory listdir findfiles searchfilecontent grepsearch filesearch",
        Duty::Search,
    ),
    ("applypatch", Duty::Patch),
    ("webfetch fetch fetchurl", Duty::Fetch),
    ("websearch googlewebsearch", Duty::WebSearch),
    ("todowrite todoread updateplan exitplanmode askuserquestion", Duty::Talk),
];

const COMMANDS: &str = "command cmd";
const DIRECTORIES: &str = "cwd workdir workingdirectory directory dirpath";
const URLS: &str = "url uri urls";
const PATCHES: &str = "command patch input";
/// Arguments of shell tools that change nothing about what runs.
const ASIDES: &str = "description explanation justification timeout timeoutms yieldtimems \
                      maxoutputtokens runinbackground isbackground login tty";
const PATHS: &str = "path paths filepath filepaths file files filename absolutepath notebookpath \
                     targetfile dirpath directory include";
/// Arguments with which a fetch sends something.
const SENDS: &str = "method body data json headers form payload";
/// Words in a name that say it changes what it is given.
const CHANGES: &str =
    "write edit create delete remove move rename update patch append replace save put";
const PATCH_LINES: &[(&str, Kind)] = &[
    ("*** Add File: ", Kind::Write),
    ("*** Update File: ", Kind::Write),
    ("*** Move to: ", Kind::Write),
    ("*** Delete File: ", Kind::Delete),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn planned(name: &str, input: &[(&str, &str)]) -> ToolPlan {
        let facts = Facts {
            workspace: "/home/user/project".to_owned(),
            cwd: "/home/user/project".to_owned(),
            home: "/home/user".to_owned(),
        };
        let input: Vec<_> = input
            .iter()
            .map(|(key, value)| ((*key).to_owned(), Argument::Text((*value).to_owned())))
            .collect();
        plan_tool(name, &input, &facts)
    }

    fn effects(name: &str, input: &[(&str, &str)]) -> Vec<(&'static str, String)> {
        let object = |object: &Object| match object {
            Object::Path { text, .. } => text.clone(),
            Object::Host(host) => host.clone().unwrap_or_default(),
            other => format!("{other:?}"),
        };
        let plan = planned(name, input).plan;
        plan.effects.iter().map(|it| (it.kind.name(), object(&it.object))).collect()
    }

    fn names(name: &str, input: &[(&str, &str)]) -> Vec<&'static str> {
        effects(name, input).into_iter().map(|(kind, _)| kind).collect()
    }

    #[test]
    fn file_tools_do_one_thing_to_their_path() {
        let at = |kind, path: &str| vec![(kind, path.to_owned())];
        assert_eq!(
            effects("Read", &[("file_path", "a.rs")]),
            at("read", "/home/user/project/a.rs")
        );
        assert_eq!(effects("write_file", &[("path", "~/b")]), at("write", "/home/user/b"));
        assert_eq!(effects("Edit", &[("filePath", "/etc/../x")]), at("write", "/x"));
        assert_eq!(effects("LS", &[]), at("read", "/home/user/project"));
        assert_eq!(names("Write", &[("content", "x")]), ["opaque"]);
    }

    #[test]
    fn shell_tools_are_their_command() {
        let there = [("command", "rm x"), ("dir_path", "/srv")];
        assert_eq!(effects("run_shell_command", &there), [("delete", "/srv/x".to_owned())]);
        assert_eq!(names("Bash", &[("command", "true"), ("env", "LD_PRELOAD=x")]), ["opaque"]);
        assert_eq!(names("Bash", &[]), ["opaque"]);
        assert_eq!(names("Bash", &[("command", "true"), ("cmd", "rm -rf /")]), ["opaque"]);
    }

    #[test]
    fn a_patch_names_its_files() {
        let patch = "*** Begin Patch\n*** Update File: a\n+x\n*** Delete File: b\n*** End Patch\n";
        assert_eq!(names("apply_patch", &[("command", patch)]), ["write", "delete"]);
        assert_eq!(names("apply_patch", &[("command", "?")]), ["opaque"]);
    }

    #[test]
    fn what_is_fetched_is_for_the_url_policy() {
        let told = planned("WebFetch", &[("url", "http://10.0.0.1/"), ("prompt", "what")]);
        assert_eq!(told.urls, ["http://10.0.0.1/"]);
        let told = planned("web_fetch", &[("prompt", "sum up http://a.example/b, please")]);
        assert_eq!(told.urls, ["http://a.example/b"]);
        let sends = [("url", "https://a.example"), ("body", "x")];
        assert_eq!(names("fetch", &sends), ["publish"]);
    }

    #[test]
    fn a_tool_that_is_not_known_is_opaque() {
        let input = [("target", "~/.ssh/id_rsa"), ("note", "see http://127.0.0.1/")];
        assert_eq!(names("mcp__x__show", &input), ["opaque", "publish", "read"]);
        assert_eq!(names("mcp__x__save_it", &input), ["opaque", "publish", "write"]);
        assert_eq!(planned("mcp__x__show", &input).urls, ["http://127.0.0.1/"]);
    }
}
