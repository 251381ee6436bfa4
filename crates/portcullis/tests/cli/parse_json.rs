//! `portcullis parse --json`: the names in it are kept.

use std::collections::BTreeSet;

use insta::assert_snapshot;
use serde_json::Value;

use crate::kit::portcullis;

fn json(text: &str) -> Value {
    let told = portcullis(["parse", "--json", "--", text]);
    assert_eq!(told.code(), Some(0), "{told}");
    assert_eq!(told.stdout().matches('\n').count(), 1, "{told}");
    serde_json::from_str(told.stdout()).expect("it is JSON")
}

#[test]
fn the_shape_of_the_json() {
    assert_snapshot!(flow(&json("A=1 x \"$y\" 2> e | tail -n"), 0), @r#"
    {"schema":1,"text":"A=1 x \"$y\" 2> e | tail -n",
     "programs":["x","tail"],
     "opaque":[],
     "invisible":[],
     "invisible_count":0,
     "invocations":[{"start":0,"end":15,
       "argv":[{"start":4,"end":5,"text":"x","parts":[{"kind":"text","text":"x"}],"splits":false},
        {"start":6,"end":10,"text":null,"parts":[{"kind":"variable","name":"y"}],"splits":false}],
       "assigns":[{"name":"A",
         "value":{"start":0,"end":3,"text":"1","parts":[{"kind":"text","text":"1"}],"splits":false}}],
       "redirects":[{"start":11,"end":15,"fd":2,"op":"write",
         "target":{"start":14,"end":15,"text":"e","parts":[{"kind":"text","text":"e"}],"splits":false}}],
       "pipe":{"pipeline":0,"index":0,"length":2},
       "shell":1,"function":false,"path_changed":false,"derived":false,"again":false},
      {"start":18,"end":25,
       "argv":[{"start":18,"end":22,"text":"tail","parts":[{"kind":"text","text":"tail"}],"splits":false},
        {"start":23,"end":25,"text":"-n","parts":[{"kind":"text","text":"-n"}],"splits":false}],
       "assigns":[],
       "redirects":[],
       "pipe":{"pipeline":0,"index":1,"length":2},
       "shell":2,"function":false,"path_changed":false,"derived":false,"again":false}],
     "shells":[{"parent":null},{"parent":0},{"parent":0}],
     "tree":{"kind":"script","start":0,"end":25,
      "items":[{"kind":"chain","start":0,"end":25,"background":false,
        "pipelines":[{"kind":"pipeline","start":0,"end":25,"joint":null,"time":false,"negations":0,
          "commands":[{"kind":"simple","start":0,"end":15,
            "assigns":[{"kind":"assign","start":0,"end":3,"name":"A","subscript":null,"append":false,
              "value":{"kind":"word","start":2,"end":3,"pieces":[{"kind":"literal","text":"1"}]}}],
            "words":[{"kind":"word","start":4,"end":5,"pieces":[{"kind":"literal","text":"x"}]},
             {"kind":"word","start":6,"end":10,
              "pieces":[{"kind":"double",
                "pieces":[{"kind":"parameter","start":7,"end":9,"name":"y","indirect":false,"length":false,"subscript":null,
                  "op":{"kind":"plain"}}]}]}],
            "redirects":[{"kind":"redirect","start":11,"end":15,"fd":2,"fd_variable":null,"op":"write",
              "target":{"kind":"word","start":14,"end":15,"pieces":[{"kind":"literal","text":"e"}]},
              "heredoc":null}]},
           {"kind":"simple","start":18,"end":25,
            "assigns":[],
            "words":[{"kind":"word","start":18,"end":22,"pieces":[{"kind":"literal","text":"tail"}]},
             {"kind":"word","start":23,"end":25,"pieces":[{"kind":"literal","text":"-n"}]}],
            "redirects":[]}],
          "stderr_too":[false]}]}]}}
    "#);
}

#[test]
fn the_kinds_of_the_tree() {
    let document = json(
        "if a; then b; else c; fi; while d; do e; done; for f in g; do h; done; \
         for ((;;)); do i; done; case j in k) l;; esac; [[ -f m ]]; (( n )); o() { p; }; \
         coproc q; (r); s=(t [1]=u); select v; do w; done; until x; do y; done",
    );
    let mut kinds = BTreeSet::new();
    collect_kinds(&document["tree"], &mut kinds);
    assert_snapshot!(kinds.into_iter().collect::<Vec<_>>().join(" "), @"arithmetic assign case chain conditional coproc for for_arithmetic function group if literal operand operator pipeline script select simple subshell until while word");
}

#[test]
fn programs_and_opaque_places() {
    let document = json("a | $(b) && { c; }; 'd");
    assert_snapshot!(document["programs"], @r#"["a","b","c"]"#);
    assert_snapshot!(document["opaque"], @r#"[{"start":4,"end":8,"reason":"the command's name is not known"},{"start":20,"end":22,"reason":"a single quote is not closed"}]"#);
}

#[test]
fn derived_commands_stand_where_their_text_is_run() {
    let document = json("eval 'rm x'; command ls");
    let invocations = document["invocations"].as_array().expect("a list");
    let told = invocations.iter().map(|run| {
        let name = &run["argv"][0]["text"];
        format!("{name} {}..{} {}", run["start"], run["end"], run["derived"])
    });
    assert_snapshot!(told.collect::<Vec<_>>().join("\n"), @r#"
    "eval" 0..11 false
    "rm" 0..11 true
    "command" 13..23 false
    "ls" 13..23 false
    "#);
}

#[test]
fn characters_that_do_not_show() {
    let told = portcullis(["parse", "--json", "--", "a '\u{202e}\u{e0041}' \u{9b}"]);
    assert!(told.stdout().contains(r#""text":"a '\u202e\udb40\udc41' \u009b""#), "{told}");
    let document: Value = serde_json::from_str(told.stdout()).expect("it is JSON");
    assert_eq!(document["text"], "a '\u{202e}\u{e0041}' \u{9b}");
    assert_snapshot!(document["invisible"], @r#"[{"at":3,"char":"U+202E"},{"at":6,"char":"U+E0041"},{"at":12,"char":"U+009B"}]"#);
    assert_snapshot!(document["invisible_count"], @"3");
}

#[test]
fn every_node_of_the_json_is_inside_its_parent() {
    let document = json(
        "if a; then b=(1 $(c)); fi; for i in {1..3}; do d <<E | e\n$(f)\nE\ndone; \
         case x in y) `g`;; esac; (h) > \"${i:-$(j)}\"; k() { l; }; [[ -v m ]] && (( n ))",
    );
    check_spans(&document["tree"], 0, u64::MAX);
}

fn check_spans(node: &Value, start: u64, end: u64) {
    let (mut start, mut end) = (start, end);
    let at = |name: &str| node.get(name).and_then(Value::as_u64);
    if let (Some(from), Some(to)) = (at("start"), at("end")) {
        // The body of a here-document stands behind the command it belongs to.
        if node["kind"] != "heredoc" {
            assert!(start <= from && from <= to && to <= end, "{start}..{end}: {node}");
            (start, end) = (from, to);
        }
    }
    let end = if node["kind"] == "redirect" || node["kind"] == "heredoc" { u64::MAX } else { end };
    match node {
        Value::Array(nodes) => nodes.iter().for_each(|node| check_spans(node, start, end)),
        Value::Object(map) => map.values().for_each(|node| check_spans(node, start, end)),
        _ => {}
    }
}

fn collect_kinds(node: &Value, kinds: &mut BTreeSet<String>) {
    match node {
        Value::Array(nodes) => nodes.iter().for_each(|node| collect_kinds(node, kinds)),
        Value::Object(map) => {
            kinds.extend(map.get("kind").and_then(Value::as_str).map(str::to_owned));
            map.values().for_each(|node| collect_kinds(node, kinds));
        }
        _ => {}
    }
}

/// JSON for reading: what fits into a line is not broken, and numbers do not take a line each.
fn flow(value: &Value, indent: usize) -> String {
    let line = value.to_string();
    if line.len() + indent <= 96 {
        return line;
    }
    let (open, rows, close) = match value {
        Value::Array(nodes) => {
            ('[', nodes.iter().map(|node| flow(node, indent + 1)).collect::<Vec<_>>(), ']')
        }
        Value::Object(map) => {
            let fields: Vec<_> = map.iter().collect();
            let simple = |node: &Value| !node.is_array() && !node.is_object();
            let rows = fields.chunk_by(|(_, one), (_, next)| simple(one) && simple(next));
            let field =
                |(key, node): &(&String, &Value)| format!("\"{key}\":{}", flow(node, indent + 1));
            (
                '{',
                rows.map(|row| row.iter().map(field).collect::<Vec<_>>().join(",")).collect(),
                '}',
            )
        }
        _ => return line,
    };
    format!("{open}{}{close}", rows.join(&format!(",\n{}", " ".repeat(indent + 1))))
}
