//! Words to fields: what bash's expansions leave of a word, as far as that is known.

use std::borrow::Cow;

use super::Reader;
use super::brace;
use super::fields::Elements;
use super::fields::Fields;
use super::fields::Quotes;
use super::state::Var;
use super::state::is_number;
use crate::ast::Param;
use crate::ast::ParamOp;
use crate::ast::Piece;
use crate::ast::SubstitutionForm;
use crate::ast::Word;
use crate::parser::literal;
use crate::reading::Part;
use crate::reading::Value;
use crate::span::Span;

impl Reader {
    /// The fields of an argument: all expansions, splitting and patterns.
    pub(super) fn fields(&mut self, word: &Word) -> Vec<Value> {
        let span = self.place(word.span);
        if !brace::may_apply(&word.pieces) {
            return self.fields_of(&word.pieces, span);
        }
        match brace::expand(&word.pieces) {
            Some(words) => {
                if words.len() != 1 {
                    self.refuse_posix(word.span);
                }
                words.iter().flat_map(|word| self.fields_of(word, span)).collect()
            }
            None => {
                // Which words they become is not clear; what they run still counts.
                self.fields_of(&word.pieces, span);
                vec![Value { span, parts: vec![Part::Unknown], splits: true }]
            }
        }
    }

    /// One value: a right side, a target, the subject of a `case`. Nothing is split.
    pub(super) fn single(&mut self, word: &Word) -> Value {
        let span = self.place(word.span);
        let parts = self.unsplit(&word.pieces, Tilde::AfterColons);
        Value { span, parts, splits: false }
    }

    /// The body of a here-document or arithmetic: as inside double quotes.
    pub(super) fn quoted(&mut self, word: &Word) -> Value {
        let span = self.place(word.span);
        let parts = self.unsplit(&word.pieces, Tilde::Nowhere);
        Value { span, parts, splits: false }
    }

    fn unsplit(&mut self, pieces: &[Piece], tilde: Tilde) -> Vec<Part> {
        let mut fields = self.new_fields(pieces, Span::default());
        for (index, piece) in pieces.iter().enumerate() {
            match piece {
                Piece::Literal(text) if tilde == Tilde::AfterColons => {
                    let alone = pieces.len() == index + 1;
                    self.literal_unsplit(text, index == 0, alone, &mut fields);
                }
                Piece::Literal(text) => fields.text(text),
                other => self.piece(other, Quotes::Double, &mut fields),
            }
        }
        fields.joined()
    }

    fn fields_of(&mut self, pieces: &[Piece], span: Span) -> Vec<Value> {
        let mut fields = self.new_fields(pieces, span);
        let closes =
            pieces.iter().any(|piece| matches!(piece, Piece::Literal(text) if text.contains(']')));
        for (index, piece) in pieces.iter().enumerate() {
            match piece {
                Piece::Literal(text) => {
                    let mut rest = text.as_str();
                    if index == 0 {
                        rest = self.tilde(rest, pieces.len() == 1, &mut fields);
                    }
                    // In `name=~` bash expands the tilde, also in an ordinary argument.
                    if let Some((name, value)) = rest.split_once('=')
                        && index == 0
                        && is_identifier(name)
                        && (value.starts_with('~') || value.contains(":~"))
                    {
                        fields.text(name);
                        fields.text("=");
                        fields.part(Part::Unknown);
                        continue;
                    }
                    fields.literal(rest, closes);
                }
                other => self.piece(other, Quotes::None, &mut fields),
            }
        }
        fields.finish()
    }

    /// Takes a tilde prefix off `text`. `alone` when nothing but `text` is in the word: a prefix
    /// that ends at a quote is no prefix.
    fn tilde<'t>(&self, text: &'t str, alone: bool, fields: &mut Fields) -> &'t str {
        let Some(rest) = text.strip_prefix('~') else { return text };
        let end = rest.find(['/', ':']).unwrap_or(rest.len());
        if end == rest.len() && !alone {
            return text;
        }
        let (user, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        match user {
            "" => match self.state.get("HOME") {
                Var::Scalar(parts) => parts.into_iter().for_each(|part| fields.part(part)),
                Var::Array(_) | Var::Unknown => fields.part(Part::Unknown),
            },
            "+" => fields.part(Part::Variable("PWD".to_owned())),
            "-" => fields.part(Part::Unknown),
            _ if user.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.".contains(&b)) => {
                fields.part(Part::Home(user.to_owned()));
            }
            _ => return text,
        }
        after
    }

    fn literal_unsplit(&self, text: &str, first: bool, last: bool, fields: &mut Fields) {
        for (index, part) in text.split(':').enumerate() {
            if index > 0 {
                fields.text(":");
            }
            let rest = if first || index > 0 { self.tilde(part, last, fields) } else { part };
            fields.text(rest);
        }
    }

    fn piece(&mut self, piece: &Piece, quotes: Quotes, fields: &mut Fields) {
        match piece {
            Piece::Literal(text) | Piece::Quoted(text) => fields.text(text),
            Piece::Double(inner) => {
                // `"$@"` with no arguments leaves no field, not an empty one.
                let list = |piece: &Piece| matches!(piece, Piece::Param(param) if is_list(param));
                let at = |piece: &Piece| matches!(piece, Piece::Param(param) if !is_star(param));
                let may_vanish = inner.iter().all(list) && inner.iter().any(at);
                fields.started |= !may_vanish;
                for piece in inner {
                    self.piece(piece, Quotes::Double, fields);
                }
            }
            Piece::Param(param) => self.param(param, quotes, fields),
            Piece::Command(substitution) => {
                let own = substitution.form == SubstitutionForm::Brace;
                let part = if own {
                    self.list(&substitution.list);
                    Part::Unknown
                } else {
                    self.substitution(&substitution.list)
                };
                fields.expansion(&[part], quotes);
            }
            Piece::Arith(arith) => {
                self.arith(arith);
                fields.part(Part::Number);
            }
            Piece::Process(process) => {
                self.substitution(&process.list);
                fields.part(Part::Unknown);
                // `<()` is nothing.
                fields.splits |= process.list.items.is_empty();
            }
            Piece::ExtGlob { op, pieces } => {
                self.unsplit(pieces, Tilde::Nowhere);
                fields.part(Part::Glob(format!("{op}(…)")));
                fields.splits = true;
            }
        }
    }

    fn param(&mut self, param: &Param, quotes: Quotes, fields: &mut Fields) {
        match self.elements(param) {
            Some(elements) => fields.elements(&elements, is_star(param), quotes),
            None => {
                let parts = self.param_parts(param);
                fields.expansion(&parts, quotes);
                // Without a background process there is none.
                fields.splits |= param.name == "!" && quotes == Quotes::None;
            }
        }
    }

    /// What `$@`, `${a[@]}`, `${!a[@]}` and their kin become; `None` for everything else.
    fn elements(&mut self, param: &Param) -> Option<Elements> {
        if !is_list(param) || param.length {
            return None;
        }
        self.operand(param);
        if param.op == ParamOp::Transform('P')
            || (param.indirect && (param.op != ParamOp::Plain || param.subscript.is_none()))
        {
            self.doubt(param.span, "values that are expanded once more");
        }
        if param.op != ParamOp::Plain {
            return Some(Elements::Any(Part::Unknown));
        }
        if param.indirect {
            // The keys of an array.
            let associative = self.keys_may_be_text;
            return Some(Elements::Any(if associative { Part::Unknown } else { Part::Number }));
        }
        let known = match param.name.as_str() {
            "@" | "*" => self.state.positional.as_ref().map(|list| list.to_vec()),
            name => match self.state.get(name) {
                Var::Array(elements) => Some(elements),
                // What a loop may have made of an array of numbers.
                Var::Scalar(parts)
                    if !parts.is_empty()
                        && is_number(&parts)
                        && !self.state.names().arrays.contains(name) =>
                {
                    return Some(Elements::Any(Part::Number));
                }
                Var::Scalar(_) | Var::Unknown => None,
            },
        };
        Some(known.map_or(Elements::Any(Part::Unknown), Elements::These))
    }

    /// The value of a parameter after its operator.
    fn param_parts(&mut self, param: &Param) -> Vec<Part> {
        if let Some(subscript) = &param.subscript {
            if self.state.names().associative.contains(&param.name) {
                self.quoted(&subscript.text);
            } else {
                self.arith(subscript);
            }
        }
        let operand = self.operand(param);
        if param.length {
            return vec![Part::Number];
        }
        if param.op == ParamOp::Names {
            return vec![Part::Unknown];
        }
        let mut value = self.param_value(param);
        if param.indirect {
            value = self.indirect(param, &value);
        }
        match &param.op {
            ParamOp::Plain | ParamOp::Names => value,
            ParamOp::Default { kind, colon, .. } => {
                self.default(param, *kind, *colon, value, operand.unwrap_or_default())
            }
            ParamOp::Substring(_) => substring(&value, operand.as_deref()),
            ParamOp::Pattern { op, .. } => pattern(&value, op, operand.as_deref()),
            ParamOp::Replace(_) => vec![Part::Unknown],
            ParamOp::Transform(op) => self.transform(param, *op, value),
        }
    }

    /// Expands what stands behind the operator, whether or not bash would come to it.
    fn operand(&mut self, param: &Param) -> Option<Vec<Part>> {
        match &param.op {
            ParamOp::Plain | ParamOp::Transform(_) | ParamOp::Names => None,
            ParamOp::Substring(arith) => {
                let before = self.state.clone();
                self.arith(arith);
                let parts = self.quoted(&arith.text).parts;
                self.state.join(&before);
                Some(parts)
            }
            ParamOp::Default { word, .. }
            | ParamOp::Pattern { word, .. }
            | ParamOp::Replace(word) => {
                // Without quotes around it the operand is split and its patterns are active;
                // that is the same text in another number of fields.
                // What it assigns is assigned only if bash comes to it.
                let before = self.state.clone();
                let parts = self.unsplit(&word.pieces, Tilde::AfterColons);
                self.state.join(&before);
                Some(parts)
            }
        }
    }

    fn param_value(&mut self, param: &Param) -> Vec<Part> {
        let name = param.name.as_str();
        if let Ok(index) = name.parse::<usize>() {
            return match (&self.state.positional, index.checked_sub(1)) {
                (_, None) => self.shell_name.clone(),
                (Some(list), Some(index)) => list.get(index).cloned().unwrap_or_default(),
                (None, Some(_)) => vec![Part::Unknown],
            };
        }
        match (self.state.get(name), &param.subscript) {
            (Var::Scalar(parts), None) => parts,
            (Var::Array(elements), subscript) => {
                let index = match subscript {
                    None => Some(0),
                    Some(subscript) => {
                        Value { parts: self.quoted(&subscript.text).parts, ..Value::default() }
                            .known()
                            .and_then(plain_number)
                    }
                };
                index
                    .map_or(vec![Part::Unknown], |at| elements.get(at).cloned().unwrap_or_default())
            }
            (Var::Scalar(_) | Var::Unknown, _) => vec![Part::Unknown],
        }
    }

    /// `${!x}`: the value names what is meant, and a subscript in it is evaluated.
    fn indirect(&mut self, param: &Param, value: &[Part]) -> Vec<Part> {
        match value {
            [Part::Text(name)] if is_identifier(name) => match self.state.get(name) {
                Var::Scalar(parts) => parts,
                Var::Array(_) | Var::Unknown => vec![Part::Unknown],
            },
            [Part::Variable(_)] | [] => vec![Part::Unknown],
            parts if is_number(parts) => vec![Part::Unknown],
            _ => {
                self.doubt(param.span, "an indirect expansion of a value that is not a plain name");
                vec![Part::Unknown]
            }
        }
    }

    fn default(
        &mut self,
        param: &Param,
        kind: char,
        colon: bool,
        value: Vec<Part>,
        operand: Vec<Part>,
    ) -> Vec<Part> {
        match (kind, self.is_set(param, colon, &value)) {
            ('+', Some(true)) | ('-', Some(false)) => operand,
            ('+', Some(false)) => Vec::new(),
            ('-' | '=', Some(true)) | ('?', _) => value,
            ('=', _) if param.indirect || param.subscript.is_some() => {
                self.doubt(param.span, "an assignment to a variable that is not known");
                self.state.forget_all();
                vec![Part::Unknown]
            }
            ('=', Some(false)) => {
                self.assign_var(&param.name, Var::Scalar(operand.clone()), param.span);
                operand
            }
            ('=', None) => {
                self.assign_var(&param.name, Var::Scalar(operand), param.span);
                self.state.forget(&param.name, false);
                vec![Part::Unknown]
            }
            // Still what the environment says, or a number.
            ('-', None)
                if matches!(value.as_slice(), [Part::Variable(_)]) && is_number(&operand) =>
            {
                value
            }
            _ => vec![Part::Unknown],
        }
    }

    /// Whether the parameter has a value (with `colon`: one that is not empty), if that is certain.
    fn is_set(&self, param: &Param, colon: bool, value: &[Part]) -> Option<bool> {
        if param.subscript.is_some() || matches!(self.state.get(&param.name), Var::Array(_)) {
            return None;
        }
        let empty = value.iter().all(|part| matches!(part, Part::Text(text) if text.is_empty()));
        let certain = value.iter().any(|part| match part {
            Part::Text(text) => !text.is_empty(),
            Part::Number => true,
            Part::OneOf(texts) => texts.iter().all(|text| !text.is_empty()),
            Part::Home(_) | Part::Variable(_) | Part::Glob(_) | Part::Unknown => false,
        });
        match (empty, certain) {
            (true, _) if colon || param.indirect => Some(false),
            (true, _) => Some(!self.is_absent(&param.name)),
            (_, true) => Some(true),
            _ => None,
        }
    }

    fn is_absent(&self, name: &str) -> bool {
        match name.parse::<usize>() {
            Ok(index) => self.state.positional.as_ref().is_some_and(|list| index > list.len()),
            Err(_) => false,
        }
    }

    /// `${x@P}` expands the value once more.
    fn transform(&mut self, param: &Param, op: char, value: Vec<Part>) -> Vec<Part> {
        match (op, value.as_slice()) {
            ('P', [Part::Text(text)]) if !text.contains(['$', '`', '\\']) => value,
            ('P', []) => value,
            ('P', _) => {
                self.doubt(param.span, "a value that is expanded once more");
                vec![Part::Unknown]
            }
            _ => vec![Part::Unknown],
        }
    }

    /// The characters that split fields; `None` when the text has made them unknown.
    fn separators(&self) -> Option<Cow<'static, str>> {
        match self.state.get("IFS") {
            Var::Scalar(parts) => match parts.as_slice() {
                [Part::Variable(_)] => Some(Cow::Borrowed(USUAL_SEPARATORS)),
                [Part::Text(text)] => Some(Cow::Owned(text.clone())),
                [] => Some(Cow::Borrowed("")),
                _ => None,
            },
            Var::Array(_) | Var::Unknown => None,
        }
    }

    /// Empty fields for these pieces; separators matter to expansions only.
    fn new_fields(&self, pieces: &[Piece], span: Span) -> Fields {
        let plain = |piece: &Piece| matches!(piece, Piece::Literal(_) | Piece::Quoted(_));
        let separators = if pieces.iter().all(plain) {
            Some(Cow::Borrowed(USUAL_SEPARATORS))
        } else {
            self.separators()
        };
        Fields::new(span, separators)
    }
}

const USUAL_SEPARATORS: &str = " \t\n";

/// Where a tilde is active in a word that is not split.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tilde {
    /// At the beginning and behind each colon, as in an assignment.
    AfterColons,
    Nowhere,
}

/// `$@`, `$*`, `${a[@]}`, `${a[*]}`.
fn is_list(param: &Param) -> bool {
    match &param.subscript {
        Some(subscript) => matches!(literal(&subscript.text), Some("@" | "*")),
        None => matches!(param.name.as_str(), "@" | "*"),
    }
}

/// Whether the elements are joined into one field when quoted.
fn is_star(param: &Param) -> bool {
    match &param.subscript {
        Some(subscript) => literal(&subscript.text) == Some("*"),
        None => param.name == "*",
    }
}

pub(super) fn is_identifier(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(crate::cursor::is_name_start) && bytes.all(crate::cursor::is_name_byte)
}

/// A decimal number; one with a leading zero would be octal.
fn plain_number(text: &str) -> Option<usize> {
    let text = text.trim();
    let plain = text == "0" || !text.starts_with('0');
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse::<u16>().ok().filter(|_| plain && digits).map(usize::from)
}

fn substring(value: &[Part], operand: Option<&[Part]>) -> Vec<Part> {
    let ([Part::Text(text)], Some([Part::Text(range)])) = (value, operand) else {
        return vec![Part::Unknown];
    };
    let mut numbers = range.splitn(2, ':').map(plain_number);
    let (Some(Some(from)), length) = (numbers.next(), numbers.next()) else {
        return vec![Part::Unknown];
    };
    if !text.is_ascii() {
        // Bytes or characters: that is for the locale to say.
        return vec![Part::Unknown];
    }
    let rest = text.chars().skip(from);
    match length {
        None => vec![Part::Text(rest.collect())],
        Some(Some(length)) => vec![Part::Text(rest.take(length).collect())],
        Some(None) => vec![Part::Unknown],
    }
}

/// Removal and case changes, where the pattern is plain text.
fn pattern(value: &[Part], op: &str, operand: Option<&[Part]>) -> Vec<Part> {
    let operand = match operand {
        Some([]) | None => "",
        Some([Part::Text(text)]) if !text.contains(['*', '?', '[', '\\', '(']) => text,
        Some(_) => return vec![Part::Unknown],
    };
    let [Part::Text(text)] = value else { return vec![Part::Unknown] };
    let changed = match (op, operand) {
        ("#" | "##", prefix) => text.strip_prefix(prefix).unwrap_or(text).to_owned(),
        ("%" | "%%", suffix) => text.strip_suffix(suffix).unwrap_or(text).to_owned(),
        ("^^", "") if text.is_ascii() => text.to_ascii_uppercase(),
        (",,", "") if text.is_ascii() => text.to_ascii_lowercase(),
        _ => return vec![Part::Unknown],
    };
    vec![Part::Text(changed)]
}
