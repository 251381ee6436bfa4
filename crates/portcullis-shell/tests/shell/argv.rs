//! Whether the arguments a reading gives for a command can be those that bash gave it.
//!
//! A reader that sees `rm` but believes its argument to be another one has not lost the command,
//! and yet a judge would be fooled. What is not known fits everything.

use portcullis_shell::{Part, Value};

/// Whether `argv` can be the program `name` with `arguments`.
pub(crate) fn fits(argv: &[Value], name: &str, arguments: &[String]) -> bool {
    let Some((first, rest)) = argv.split_first() else { return false };
    let known = first.names();
    let named = known.is_empty() || known.iter().any(|known| base(known) == base(name));
    named && fields_fit(rest, arguments)
}

/// The last part of a path.
pub(crate) fn base(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

fn fields_fit(values: &[Value], arguments: &[String]) -> bool {
    let Some((value, rest)) = values.split_first() else { return arguments.is_empty() };
    if value.splits {
        let mut tails = (0..=arguments.len()).filter_map(|taken| arguments.get(taken..));
        return tails.any(|tail| fields_fit(rest, tail));
    }
    arguments
        .split_first()
        .is_some_and(|(first, more)| parts_fit(&value.parts, first) && fields_fit(rest, more))
}

fn parts_fit(parts: &[Part], text: &str) -> bool {
    let Some((part, rest)) = parts.split_first() else { return text.is_empty() };
    match part {
        Part::Text(known) => text.strip_prefix(known.as_str()).is_some_and(|t| parts_fit(rest, t)),
        Part::OneOf(choices) => choices
            .iter()
            .filter_map(|choice| text.strip_prefix(choice.as_str()))
            .any(|tail| parts_fit(rest, tail)),
        Part::Number => tails(text)
            .take_while(|(head, _)| head.chars().all(|c| c.is_ascii_digit() || c == '-'))
            .any(|(_, tail)| parts_fit(rest, tail)),
        Part::Home(_) | Part::Variable(_) | Part::Glob(_) | Part::Unknown => {
            tails(text).any(|(_, tail)| parts_fit(rest, tail))
        }
    }
}

/// Every way to cut a text in two.
fn tails(text: &str) -> impl Iterator<Item = (&str, &str)> {
    (0..=text.len()).filter_map(|at| text.split_at_checked(at))
}

#[test]
fn what_is_not_known_fits_everything() {
    use portcullis_shell::Span;
    let known = |text: &str| Value::text(Span::default(), text);
    let parts = |parts, splits| Value { span: Span::default(), parts, splits };
    let text = |text: &str| Part::Text(text.to_owned());
    let fit = |argv: &[Value], arguments: &[&str]| {
        fits(argv, "rm", &arguments.iter().map(|a| (*a).to_owned()).collect::<Vec<_>>())
    };
    assert!(fit(&[known("d/rm"), known("x")], &["x"]));
    assert!(!fit(&[known("rm"), known("x")], &["y"]));
    assert!(!fit(&[known("rm"), known("x")], &["x", "y"]));
    assert!(!fit(&[known("ls"), known("x")], &["x"]));
    assert!(fit(
        &[known("rm"), parts(vec![text("a"), Part::Unknown, text("b")], false)],
        &["axxb"]
    ));
    assert!(!fit(&[known("rm"), parts(vec![text("a"), Part::Unknown], false)], &["a", "b"]));
    assert!(fit(&[known("rm"), parts(vec![Part::Unknown], true), known("z")], &["a", "b", "z"]));
    assert!(fit(&[known("rm"), parts(vec![Part::Number, text("k")], false)], &["-12k"]));
    assert!(!fit(&[known("rm"), parts(vec![Part::Number], false)], &["x"]));
    let choice = Part::OneOf(vec!["a".to_owned(), "b".to_owned()]);
    assert!(fit(&[known("rm"), parts(vec![choice], false)], &["b"]));
}
