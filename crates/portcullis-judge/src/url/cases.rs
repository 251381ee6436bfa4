//! The cases of `corpus/urls.jsonl`, one judgement a line.

use std::collections::BTreeSet;
use std::net::IpAddr;

use serde_json::Value;

use super::{UrlPolicy, UrlRule, UrlVerdict, host_of, judge_url};

const CASES: &str = include_str!("../../../../corpus/urls.jsonl");

fn cases() -> impl Iterator<Item = (usize, Value)> {
    (1..).zip(CASES.lines()).map(|(line, text)| {
        (line, serde_json::from_str(text).unwrap_or_else(|error| panic!("line {line}: {error}")))
    })
}

fn strings(value: &Value) -> Vec<String> {
    let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter().map(|entry| entry.as_str().unwrap().to_owned()).collect()
}

fn policy(value: &Value) -> UrlPolicy {
    let standard = UrlPolicy::default();
    let flag = |name: &str, otherwise| value[name].as_bool().unwrap_or(otherwise);
    UrlPolicy {
        enabled: flag("enabled", standard.enabled),
        allow_private: flag("allow_private", standard.allow_private),
        allowed_domains: strings(&value["allowed_domains"]),
        blocked_domains: strings(&value["blocked_domains"]),
        allow_unresolved: flag("allow_unresolved", standard.allow_unresolved),
    }
}

fn verdict(case: &Value) -> UrlVerdict {
    let url = case["url"].as_str().unwrap();
    let addresses: Option<Vec<IpAddr>> = case
        .get("addresses")
        .map(|list| strings(list).iter().map(|address| address.parse().unwrap()).collect());
    judge_url(url, addresses.as_deref(), &policy(&case["policy"]))
}

#[test]
fn p06_every_case_is_judged_as_it_says() {
    let mut wrong = Vec::new();
    for (line, case) in cases() {
        let (expect, rule) = (case["expect"].as_str().unwrap(), case["rule"].as_str());
        let (found, found_rule) = match verdict(&case) {
            UrlVerdict::Allow => ("allow", None),
            UrlVerdict::Deny(reason) => ("deny", Some(reason.rule.id())),
        };
        if (expect, rule) != (found, found_rule) {
            wrong.push(format!("line {line}: {found} {found_rule:?}, not {case}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn p06_every_rule_has_its_cases_and_no_case_stands_twice() {
    let named: BTreeSet<String> =
        cases().filter_map(|(_, case)| case["rule"].as_str().map(str::to_owned)).collect();
    let known: BTreeSet<String> = UrlRule::ALL.iter().map(|rule| rule.id().to_owned()).collect();
    assert_eq!(named, known);
    let distinct: BTreeSet<&str> = CASES.lines().collect();
    assert_eq!(distinct.len(), CASES.lines().count());
    assert!(distinct.len() >= 250);
}

#[test]
fn p06_a_reason_is_plain_ascii_on_one_line() {
    for (line, case) in cases() {
        if let UrlVerdict::Deny(reason) = verdict(&case) {
            let plain = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
            assert!(reason.words.bytes().all(plain), "line {line}: {}", reason.words);
            assert!(reason.words.len() < 1500, "line {line}: {}", reason.words);
        }
    }
}

/// P06: a list that blocks never opens, and a host that is not blocked is judged as before.
#[test]
fn p06_another_blocked_domain_never_loosens() {
    for (line, mut case) in cases() {
        let before = verdict(&case).is_allowed();
        for entry in ["example.com", "*", "10.0.0.1", "not a host"] {
            let mut list = strings(&case["policy"]["blocked_domains"]);
            list.push(entry.to_owned());
            case["policy"]["blocked_domains"] = list.into();
            assert!(before || !verdict(&case).is_allowed(), "line {line}: {entry}");
        }
    }
}

/// P06: cut, doubled and mixed texts have a verdict too.
#[test]
fn p06_every_text_has_a_verdict() {
    let policy = UrlPolicy { allow_private: true, ..UrlPolicy::default() };
    for (_, case) in cases() {
        let url = case["url"].as_str().unwrap();
        let characters: Vec<char> = url.chars().take(60).collect();
        for place in (0..characters.len()).step_by(3) {
            for insert in ["", "%", "[", "]", "@", ".", "0x", "\u{3002}", "\u{ad}", "ß", "\0"] {
                let mut text: String = characters[..place].iter().collect();
                text.push_str(insert);
                text.extend(&characters[place + 1..]);
                let _ = judge_url(&text, None, &policy);
                let _ = host_of(&text);
            }
        }
    }
}
