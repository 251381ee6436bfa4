//! Brace expansion, which bash does before it looks at anything else in a word.

use crate::ast::Piece;
use crate::ast::SubstitutionForm;

/// The words that `pieces` become; `None` when they are too many or not clear.
pub(super) fn expand(pieces: &[Piece]) -> Option<Vec<Vec<Piece>>> {
    let mut tokens = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Literal(text) => tokens.extend(text.chars().map(Token::Char)),
            other => tokens.push(Token::Piece(other)),
        }
    }
    let braces = tokens.iter().filter(|token| **token == Token::Char('{')).count();
    let dollar = tokens.contains(&Token::Char('$'));
    if braces > MOST_BRACES || dollar || !pieces.iter().all(is_skipped_whole) {
        return None;
    }
    let words = words(&tokens)?;
    Some(words.iter().map(|word| pieces_of(word)).collect())
}

/// Whether brace expansion could change anything.
pub(super) fn may_apply(pieces: &[Piece]) -> bool {
    let mut texts = pieces.iter().filter_map(|piece| match piece {
        Piece::Literal(text) => Some(text),
        _ => None,
    });
    texts.any(|text| text.contains('{'))
}

/// Whether bash, looking for braces and commas, gets over this piece without seeing any of its
/// own, and without its quotes coming apart.
fn is_skipped_whole(piece: &Piece) -> bool {
    match piece {
        Piece::Literal(_) | Piece::Quoted(_) => true,
        Piece::Double(inner) => inner.iter().all(is_skipped_whole),
        // What stands behind `$x` could become a part of its name.
        Piece::Param(_) => false,
        Piece::Command(substitution) => substitution.form == SubstitutionForm::Dollar,
        Piece::Arith(_) | Piece::Process(_) | Piece::ExtGlob { .. } => false,
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Token<'a> {
    Char(char),
    Piece(&'a Piece),
}

type Tokens<'a> = Vec<Token<'a>>;

fn words<'a>(tokens: &[Token<'a>]) -> Option<Vec<Tokens<'a>>> {
    let mut from = 0;
    while let Some(open) = find(tokens, '{', from) {
        let group = match group(tokens, open)? {
            Reading::Plain { next } => {
                from = next;
                continue;
            }
            Reading::Group(group) => group,
        };
        let before = tokens.get(..open)?;
        let after = words(tokens.get(group.end..)?)?;
        let mut all = Vec::new();
        for choice in group.choices {
            for middle in words(&choice)? {
                for rest in &after {
                    if all.len() >= MOST_WORDS {
                        return None;
                    }
                    let mut word = before.to_vec();
                    word.extend_from_slice(&middle);
                    word.extend_from_slice(rest);
                    all.push(word);
                }
            }
        }
        return Some(all);
    }
    Some(vec![tokens.to_vec()])
}

enum Reading<'a> {
    /// The brace is a plain character; the search goes on at `next`.
    Plain {
        next: usize,
    },
    Group(Group<'a>),
}

struct Group<'a> {
    choices: Vec<Tokens<'a>>,
    /// Behind the closing brace.
    end: usize,
}

/// What the brace at `open` begins; `None` when bash's reading of it is not clear.
///
/// A closing brace counts only behind a comma or `..` of the same level: `{x}y,z}` has the two
/// choices `x}y` and `z`.
fn group<'a>(tokens: &[Token<'a>], open: usize) -> Option<Reading<'a>> {
    if tokens.get(open + 1) == Some(&Token::Char('}')) {
        // `{}` is itself; what bash makes of braces behind it is not clear.
        let alone = find(tokens, '{', open + 2).is_none() && find(tokens, '}', open + 2).is_none();
        return alone.then_some(Reading::Plain { next: open + 2 });
    }
    let mut level = 0;
    let mut commas = Vec::new();
    let mut inner_comma = false;
    let mut separated = false;
    let mut close = None;
    for (at, token) in tokens.iter().enumerate().skip(open + 1) {
        match token {
            Token::Char('{') => level += 1,
            Token::Char('}') if level > 0 => level -= 1,
            Token::Char('}') if separated => {
                close = Some(at);
                break;
            }
            Token::Char(',') if level == 0 => {
                commas.push(at);
                separated = true;
            }
            Token::Char(',') => inner_comma = true,
            Token::Char('.') if level == 0 && tokens.get(at + 1) == Some(&Token::Char('.')) => {
                separated |= tokens.get(at + 2) != Some(&Token::Char('}'));
            }
            _ => {}
        }
    }
    let Some(close) = close else { return Some(Reading::Plain { next: open + 1 }) };
    let end = close + 1;
    if commas.is_empty() {
        return match sequence(tokens.get(open + 1..close)?) {
            Sequence::None if inner_comma => None,
            Sequence::None => Some(Reading::Plain { next: end }),
            Sequence::Unclear => None,
            Sequence::Of(texts) => {
                let choices =
                    texts.iter().map(|text| text.chars().map(Token::Char).collect()).collect();
                Some(Reading::Group(Group { choices, end }))
            }
        };
    }
    let mut choices = Vec::new();
    let mut from = open + 1;
    for comma in commas.into_iter().chain([close]) {
        choices.push(tokens.get(from..comma)?.to_vec());
        from = comma + 1;
    }
    Some(Reading::Group(Group { choices, end }))
}

enum Sequence {
    None,
    Unclear,
    Of(Vec<String>),
}

/// `1..5`, `05..1..2`, `a..e`.
fn sequence(tokens: &[Token<'_>]) -> Sequence {
    let mut text = String::new();
    for token in tokens {
        match token {
            Token::Char(c) => text.push(*c),
            Token::Piece(_) if text.contains("..") => return Sequence::Unclear,
            Token::Piece(_) => text.push('$'),
        }
    }
    let ends: Vec<_> = text.split("..").collect();
    let (first, last, step) = match ends.as_slice() {
        [first, last] => (*first, *last, Some(1)),
        [first, last, step] => (*first, *last, step.parse::<i64>().ok()),
        _ => return Sequence::None,
    };
    let Some(step) = step.map(|step| step.unsigned_abs().max(1)) else { return Sequence::None };
    if let (Ok(from), Ok(to)) = (first.parse::<i64>(), last.parse::<i64>()) {
        let padded = |text: &str| text.trim_start_matches('-').starts_with('0') && text.len() > 1;
        if padded(first) || padded(last) || from.abs_diff(to) / step > MOST_WORDS as u64 {
            return Sequence::Unclear;
        }
        return Sequence::Of(steps(from, to, step).map(|n| n.to_string()).collect());
    }
    let letter = |text: &str| match text.as_bytes() {
        [byte] if byte.is_ascii_alphabetic() => Some(i64::from(*byte)),
        _ => None,
    };
    match (letter(first), letter(last)) {
        (Some(from), Some(to)) => {
            let chars: Option<Vec<_>> = steps(from, to, step)
                .map(|n| u8::try_from(n).ok().filter(u8::is_ascii_alphabetic))
                .collect();
            match chars {
                Some(bytes) => {
                    Sequence::Of(bytes.into_iter().map(|b| char::from(b).to_string()).collect())
                }
                None => Sequence::Unclear,
            }
        }
        _ => Sequence::None,
    }
}

fn steps(from: i64, to: i64, step: u64) -> impl Iterator<Item = i64> {
    let count = from.abs_diff(to) / step;
    (0..=count).map(move |n| {
        let offset = i64::try_from(n * step).unwrap_or(0);
        if from <= to { from + offset } else { from - offset }
    })
}

fn find(tokens: &[Token<'_>], wanted: char, from: usize) -> Option<usize> {
    let found = tokens.iter().skip(from).position(|token| *token == Token::Char(wanted))?;
    Some(from + found)
}

fn pieces_of(tokens: &[Token<'_>]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for token in tokens {
        match (token, pieces.last_mut()) {
            (Token::Char(c), Some(Piece::Literal(text))) => text.push(*c),
            (Token::Char(c), _) => pieces.push(Piece::Literal(c.to_string())),
            (Token::Piece(piece), _) => pieces.push((*piece).clone()),
        }
    }
    pieces
}

/// A word with more opening braces than this is not looked into.
const MOST_BRACES: usize = 32;

/// More words than this are not told apart.
const MOST_WORDS: usize = 512;

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, wanted: Option<&[&str]>) {
        let words = expand(&[Piece::Literal(text.to_owned())]);
        let shown = words.map(|words| {
            let joined = words.into_iter().map(|word| match word.as_slice() {
                [] => String::new(),
                [Piece::Literal(text)] => text.clone(),
                other => format!("{other:?}"),
            });
            joined.collect::<Vec<_>>()
        });
        let wanted = wanted.map(|words| words.iter().map(|&word| word.to_owned()).collect());
        assert_eq!(shown, wanted, "{text}");
    }

    #[test]
    fn groups_and_sequences() {
        check("{rm,x}", Some(&["rm", "x"]));
        check("a{b,c}d", Some(&["abd", "acd"]));
        check("a{b,{c,d}}", Some(&["ab", "ac", "ad"]));
        check("{a,b}{1..3}", Some(&["a1", "a2", "a3", "b1", "b2", "b3"]));
        check("{3..1}", Some(&["3", "2", "1"]));
        check("{a..e..2}", Some(&["a", "c", "e"]));
        check("{}", Some(&["{}"]));
        check("{a}", Some(&["{a}"]));
        check("{a", Some(&["{a"]));
        check("{x}y,z}", Some(&["x}y", "z"]));
        check("{a{b,c}", Some(&["{ab", "{ac"]));
        check("{x..{1..2}}", Some(&["{x..{1..2}}"]));
        check("{,x}", Some(&["", "x"]));
        check("{01..3}", None);
        check("{1..9999999}", None);
    }
}
