//! `portcullis check`: transcripts.

use std::ffi::OsStr;
use std::io::BufRead;
use std::io::BufReader;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;

use insta::assert_snapshot;
use serde_json::Value;
use serde_json::json;

use crate::kit::BINARY;
use crate::kit::Told;
use crate::kit::command;
use crate::kit::directory;
use crate::kit::finish;
use crate::kit::portcullis;
use crate::kit::portcullis_with_input;
use crate::kit::spawn;

fn check(text: &str) -> Told {
    portcullis(["check", "--", text])
}

fn answers(lines: &str) -> Told {
    portcullis_with_input(["check", "--jsonl"], lines.as_bytes())
}

/// Rule ids of one answer, and its verdict.
fn verdict(line: &Value) -> (String, Vec<String>) {
    let answer = answers(&format!("{line}\n"));
    let answer: Value = serde_json::from_str(answer.stdout()).expect("an answer is JSON");
    let rules = answer["reasons"].as_array().expect("a list").iter();
    let text = |value: &Value| value.as_str().expect("a string").to_owned();
    (text(&answer["verdict"]), rules.map(|reason| text(&reason["rule"])).collect())
}

#[test]
fn three_verdicts_and_their_exit_codes() {
    assert_snapshot!(check("ls"), @"
    allow
    [exit 0]
    ");
    assert_snapshot!(check("rm -rf /"), @"
    deny   delete.everything: deletes what nobody could bring back
    [exit 2]
    ");
    assert_snapshot!(check("rm -rf src"), @"
    ask    delete.workspace: deletes files; no checkpoint covers them
    [exit 3]
    ");
}

#[test]
fn the_strictest_part_decides_and_the_rest_is_named() {
    assert_snapshot!(check("rm -rf src && ls && rm -rf ~"), @"
    deny   delete.everything: deletes what nobody could bring back (also delete.workspace)
    [exit 2]
    ");
}

#[test]
fn several_arguments_are_one_command() {
    assert_snapshot!(portcullis(["check", "--", "rm", "-rf", "/; ls"]), @"
    ask    delete.outside: deletes files outside the workspace
    [exit 3]
    ");
    assert_eq!(portcullis(["check", "echo", "rm -rf /"]).code(), Some(0));
}

#[test]
fn standard_input_is_a_command_too() {
    assert_eq!(portcullis_with_input(["check"], b"rm -rf /\n").code(), Some(2));
    assert_eq!(portcullis_with_input(["check", "-"], b"ls\n").code(), Some(0));
}

#[test]
fn one_object_for_programs() {
    assert_snapshot!(portcullis(["check", "--json", "--", "rm -rf src"]), @r#"
    {"schema":1,"verdict":"ask","reasons":[{"rule":"delete.workspace","reason":"deletes files; no checkpoint covers them"}],"destructive":[],"sensitive":[]}
    [exit 3]
    "#);
    assert_snapshot!(portcullis(["check", "--json", "--", "ls"]), @r#"
    {"schema":1,"verdict":"allow","reasons":[],"destructive":[],"sensitive":[]}
    [exit 0]
    "#);
}

#[test]
fn inside_walls_a_checkpoint_is_enough() {
    let told = portcullis(["check", "--posture", "contained", "rm -rf src"]);
    assert_snapshot!(told, @"
    allow
    [exit 0]
    ");
    assert_eq!(portcullis(["check", "--posture=contained", "rm -rf /"]).code(), Some(2));
}

#[test]
fn bytes_that_are_no_text_are_not_understood() {
    let broken = OsStr::from_bytes(b"ls a\xff");
    assert_snapshot!(portcullis([OsStr::new("check"), broken]), @"
    ask    opaque: is not understood
    [exit 3]
    ");
    let broken = OsStr::from_bytes(b"rm -rf / a\xff");
    assert_eq!(portcullis([OsStr::new("check"), broken]).code(), Some(2));
}

#[test]
fn an_unknown_profile_or_posture_is_a_wrong_argument() {
    assert_snapshot!(portcullis(["check", "--profile", "gaurded", "ls"]), @"
    [stderr]
    error: invalid value 'gaurded' for '--profile <NAME>'
      [possible values: guarded]

      tip: a similar value exists: 'guarded'

    For more information, try '--help'.
    [exit 2]
    ");
    assert_eq!(portcullis(["check", "--posture", "open", "ls"]).code(), Some(2));
    assert_eq!(portcullis(["check", "--jsonl", "ls"]).code(), Some(2));
}

#[test]
fn the_workspace_is_never_the_home_or_what_holds_it() {
    for dir in ["/", env!("CARGO_TARGET_TMPDIR")] {
        let told = portcullis(["check", "--workspace", dir, "ls"]);
        assert_eq!(told.code(), Some(1), "{told}");
        assert!(told.stderr().contains(" cannot be the workspace: "), "{told}");
        assert!(told.stderr().contains("\nhint: "), "{told}");
    }
    let at_home = spawn(command(BINARY).current_dir(directory("home")).args(["check", "ls"]));
    assert_eq!(finish(at_home, b"").code(), Some(1));
    assert_snapshot!(portcullis(["check", "--workspace", "/no/such/place", "ls"]), @"
    [stderr]
    error: cannot use the workspace /no/such/place: No such file or directory (os error 2)
    hint: --workspace takes a directory that exists
    [exit 1]
    ");
    let homeless = spawn(command(BINARY).env_remove("HOME").args(["check", "ls"]));
    assert_snapshot!(finish(homeless, b""), @"
    [stderr]
    error: HOME is not set: what ~ means is not known
    hint: set HOME to the home directory, even to an empty one
    [exit 1]
    ");
}

#[test]
fn the_workspace_is_the_top_of_the_repository() {
    directory("nested/.git");
    let below = directory("nested/a/b");
    let up = spawn(command(BINARY).current_dir(&below).args(["check", "rm ../../x"]));
    assert_snapshot!(finish(up, b""), @"
    ask    delete.workspace: deletes files; no checkpoint covers them
    [exit 3]
    ");
    let above = spawn(command(BINARY).current_dir(&below).args(["check", "rm -rf ../.."]));
    assert_eq!(finish(above, b"").code(), Some(2));
}

#[test]
fn each_line_has_its_answer_and_the_rest_goes_on() {
    let lines = concat!(
        r#"{"id":1,"command":"ls"}"#,
        "\n",
        "this is no JSON\n",
        "\n",
        r#"{"id":{"a":[1.50,"\u202e"]},"command":"rm -rf /"}"#,
        "\n",
        r#"{"id":"x"}"#,
        "\n",
        r#"{"id":2,"command":"rm -rf src"}"#,
    );
    assert_snapshot!(answers(lines), @r#"
    {"id":1,"verdict":"allow","reasons":[],"destructive":[],"sensitive":[]}
    {"id":null,"verdict":"deny","reasons":[{"rule":"malformed","reason":"the line is not a JSON object: expected ident at line 1 column 2"}],"destructive":[],"sensitive":[],"error":"the line is not a JSON object: expected ident at line 1 column 2"}
    {"id":null,"verdict":"deny","reasons":[{"rule":"malformed","reason":"the line is not a JSON object: EOF while parsing a value at line 1 column 0"}],"destructive":[],"sensitive":[],"error":"the line is not a JSON object: EOF while parsing a value at line 1 column 0"}
    {"id":{"a":[1.50,"\u202e"]},"verdict":"deny","reasons":[{"rule":"delete.everything","reason":"deletes what nobody could bring back"}],"destructive":[],"sensitive":[]}
    {"id":"x","verdict":"deny","reasons":[{"rule":"malformed","reason":"none of \"command\", \"url\" and \"tool\" is there"}],"destructive":[],"sensitive":[],"error":"none of \"command\", \"url\" and \"tool\" is there"}
    {"id":2,"verdict":"ask","reasons":[{"rule":"delete.workspace","reason":"deletes files; no checkpoint covers them"}],"destructive":[],"sensitive":[]}
    [exit 0]
    "#);
}

#[test]
fn nothing_in_nothing_out() {
    assert_snapshot!(answers(""), @"[exit 0]");
}

#[test]
fn a_line_that_is_no_text_is_denied() {
    let told = portcullis_with_input(["check", "--jsonl"], b"{\"id\":1,\"command\":\"\xff\"}\n");
    assert_snapshot!(told, @r#"
    {"id":null,"verdict":"deny","reasons":[{"rule":"malformed","reason":"the line is not UTF-8"}],"destructive":[],"sensitive":[],"error":"the line is not UTF-8"}
    [exit 0]
    "#);
}

#[test]
fn an_answer_does_not_wait_for_the_next_line() {
    let mut child = spawn(command(BINARY).args(["check", "--jsonl"]));
    let mut stdin = child.stdin.take().expect("it was piped");
    let mut stdout = BufReader::new(child.stdout.take().expect("it was piped"));
    for id in 0..3 {
        writeln!(stdin, r#"{{"id":{id},"command":"ls"}}"#).expect("it reads");
        let mut answer = String::new();
        stdout.read_line(&mut answer).expect("it answers");
        assert!(answer.starts_with(&format!("{{\"id\":{id},")), "{answer}");
    }
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_url_is_judged_by_the_url_policy_alone() {
    let lines = concat!(
        r#"{"id":1,"url":"https://example.com/a"}"#,
        "\n",
        r#"{"id":2,"url":"http://169.254.169.254/latest/meta-data"}"#,
        "\n",
        r#"{"id":3,"url":"http://0x7f.1/"}"#,
        "\n",
        r#"{"id":4,"url":"https://example.com/","addresses":["93.184.216.34","10.0.0.1"]}"#,
        "\n",
        r#"{"id":5,"url":"https://example.com/","addresses":["ten"]}"#,
        "\n",
    );
    let told = answers(lines);
    let verdicts: Vec<String> = told
        .stdout()
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["verdict"].to_string())
        .collect();
    assert_eq!(verdicts, [r#""allow""#, r#""deny""#, r#""deny""#, r#""deny""#, r#""deny""#]);
    let (_, rules) = verdict(&json!({ "url": "http://169.254.169.254/" }));
    assert_eq!(rules, ["url.metadata"]);
}

#[test]
fn a_tool_is_judged_by_what_it_does() {
    let (allow, ask, deny) = ("allow", "ask", "deny");
    for (tool, input, expected) in [
        ("Bash", json!({ "command": "ls", "description": "look" }), allow),
        ("run_shell_command", json!({ "command": "rm -rf /" }), deny),
        ("shell", json!({ "command": ["bash", "-lc", "rm -rf /"] }), deny),
        ("exec_shell", json!({ "command": "rm -rf src" }), ask),
        ("Bash", json!({}), ask),
        ("Read", json!({ "file_path": "src/main.rs" }), allow),
        ("Read", json!({ "file_path": "~/.ssh/id_rsa" }), deny),
        ("Write", json!({ "file_path": "/etc/hosts", "content": "" }), ask),
        ("Edit", json!({ "file_path": ".git/hooks/pre-commit" }), deny),
        ("WebFetch", json!({ "url": "https://example.com", "prompt": "what" }), allow),
        ("WebFetch", json!({ "url": "http://127.0.0.1:8999/x" }), deny),
        ("TodoWrite", json!({ "todos": [] }), allow),
        ("mcp__files__look", json!({ "where": "here" }), ask),
        ("mcp__files__look", json!({ "where": "~/.ssh/id_rsa" }), deny),
    ] {
        let (verdict, rules) = verdict(&json!({ "tool": tool, "input": input }));
        assert_eq!(verdict, expected, "{tool} {input}: {rules:?}");
    }
}

#[test]
fn a_line_may_stand_elsewhere() {
    assert_eq!(verdict(&json!({ "command": "rm x" })).1, ["delete.workspace"]);
    let (verdict, _) = verdict(&json!({ "command": "rm -rf etc", "cwd": "/" }));
    assert_eq!(verdict, "deny");
}
