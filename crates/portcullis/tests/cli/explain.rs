//! `portcullis explain`: transcripts.

use insta::assert_snapshot;
use serde_json::Value;

use crate::kit::Told;
use crate::kit::portcullis;
use crate::kit::project;

fn explain(text: &str) -> Told {
    portcullis(["explain", "--", text])
}

#[test]
fn what_may_run() {
    assert_snapshot!(explain("ls"), @"
    allow

      | ls
      | ^~
        nothing that is guarded

    programs  ls

    to a person  nothing: it may run

    to the model  nothing: it may run
    [exit 0]
    ");
}

#[test]
fn what_is_asked_about() {
    assert_snapshot!(explain("ls; rm -rf src"), @"
    ask    delete.workspace: deletes files; no checkpoint covers them

      | ls; rm -rf src
      | ^~
        nothing that is guarded

      | ls; rm -rf src
      |     ^~~~~~~~~~
        ask    deletes src  (delete.workspace)

    programs  ls rm

    to a person
      An agent wants to DELETE files  [bare]
      Text    ls; rm -rf src
      Does    deletes src
      Opens   nothing: there are no walls
      Undo    none: no checkpoint covers it
      Why     deletes files; no checkpoint covers them (rule delete.workspace,
              profile guarded)
      Answer  [y] once  [n] no  [d] no, and say why; nothing means no

    to the model  when it does not run
      REFUSED by Portcullis, nothing ran. rule=delete.workspace
      Part: `rm -rf src` (number 2 of 2; none of them ran)
      Does: deletes src
      Why: deletes files; no checkpoint covers them
      The effect is judged, not the spelling: another command, script or tool that
        does the same is refused too.
      Instead: delete single files of the workspace by their names
      A person may approve this: if it is needed, stop and ask the user.
      Do not try it again. Go on with work that does not need it.
    [exit 0]
    ");
}

#[test]
fn what_is_refused() {
    assert_snapshot!(explain("rm -rf src\nrm -rf /"), @r#"
    deny   delete.everything: deletes what nobody could bring back (also
           delete.workspace)

    1:1
      | rm -rf src
      | ^~~~~~~~~~
        ask    deletes src  (delete.workspace)

    2:1
      | rm -rf /
      | ^~~~~~~~
        deny   deletes /  (delete.everything)

    programs  rm rm

    to a person
      An agent was refused: it wanted to DELETE files  [bare]
      Text    rm -rf src\nrm -rf /
      Does    deletes /
      Undo    none: no checkpoint covers it
      Why     deletes what nobody could bring back (rule delete.everything, profile
              guarded)
      And     deletes files; no checkpoint covers them (rule delete.workspace)
      Answer  none: no approval lifts this, and nothing ran

    to the model  when it does not run
      REFUSED by Portcullis, nothing ran. rule=delete.everything
      Part: `rm -rf /` (number 2 of 2; none of them ran)
      Does: deletes /
      Why: deletes what nobody could bring back
      And: deletes files; no checkpoint covers them (rule=delete.workspace)
      The effect is judged, not the spelling: another command, script or tool that
        does the same is refused too.
      Instead: delete single files of the workspace by their names
      No approval lifts this.
      Do not try it again. Go on with work that does not need it.
    [exit 0]
    "#);
}

#[test]
fn what_is_not_understood() {
    assert_snapshot!(explain("\"$x\" -rf a"), @r#"
    ask    opaque: is not understood

      | "$x" -rf a
      | ^~~~~~~~~~
        ask    is not understood: the command's name is not known  (opaque)

    programs  none

    to a person
      An agent wants to RUN something that is not understood  [bare]
      Text    "$x" -rf a
      Does    is not understood: the command's name is not known
      Opens   nothing: there are no walls
      Undo    not known: it may do anything
      Why     is not understood (rule opaque, profile guarded)
      Answer  [y] once  [n] no  [d] no, and say why; nothing means no

    to the model  when it does not run
      REFUSED by Portcullis, nothing ran. rule=opaque
      Part: `"$x" -rf a`
      Does: is not understood: the command's name is not known
      Why: is not understood
      The effect is judged, not the spelling: another command, script or tool that
        does the same is refused too.
      Instead: spell out what is to happen as plain commands, without eval and the
        like
      A person may approve this: if it is needed, stop and ask the user.
      Do not try it again. Go on with work that does not need it.
    [exit 0]
    "#);
}

#[test]
fn nothing_that_acts_comes_out() {
    let told = explain("rm \u{202e}x \u{1b}[2J");
    assert!(told.stdout().contains("<U+202E>x"), "{told}");
    assert!(!told.stdout().contains(['\u{202e}', '\u{1b}']), "{told}");
}

#[test]
fn a_long_text_is_cut() {
    let told = explain(&"rm x;".repeat(500));
    assert_eq!(told.code(), Some(0));
    assert!(told.stdout().contains("… and 460 more parts"), "{told}");
    assert!(told.stdout().lines().all(|line| line.chars().count() <= 80), "{told}");
}

#[test]
fn one_object_for_programs() {
    let told = portcullis(["explain", "--json", "--", "ls && rm -rf src; \"$x\""]);
    let text = told.to_string().replace(project().to_str().expect("a text"), "/project");
    assert_snapshot!(text, @r#"
    {"schema":1,"verdict":"ask","programs":["ls","rm"],"effects":[{"kind":"delete","object":"/project/src","start":13,"end":16},{"kind":"opaque","object":null,"note":"the command's name is not known","start":18,"end":22}],"opaque":[{"start":18,"end":22,"reason":"the command's name is not known"}],"reasons":[{"rule":"delete.workspace","reason":"deletes files; no checkpoint covers them","verdict":"ask","kind":"delete","start":13,"end":16},{"rule":"opaque","reason":"is not understood","verdict":"ask","kind":"opaque","start":18,"end":22}]}
    [exit 0]
    "#);
}

#[test]
fn nested_programs_are_named() {
    let told = portcullis(["explain", "--json", "--", "bash -c 'ls; rm x' && echo $(cat y)"]);
    let report: Value = serde_json::from_str(told.stdout()).expect("JSON");
    let programs: Vec<&str> =
        report["programs"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(programs, ["bash", "ls", "rm", "echo", "cat"]);
}
