//! The reports for programs: one object in one line. Below `parse --json`; the others have files
//! of their own.

mod judgement;
mod object;
mod tree;

use portcullis_shell::Invocation;
use portcullis_shell::Part;
use portcullis_shell::Redirection;
use portcullis_shell::Span;
use portcullis_shell::Value;

pub(crate) use judgement::answer;
pub(crate) use judgement::explanation;
pub(crate) use judgement::verdict;

use crate::seen::Seen;
use crate::visible;
use object::Object;

/// The object, its line end included. Names in it are kept; new ones may be added.
pub(crate) fn document(seen: &Seen<'_>) -> String {
    let reading = &seen.reading;
    let mut line = object::object(|it| {
        it.field("schema", SCHEMA);
        it.field("text", seen.text);
        it.scalars("programs", reading.programs().iter().map(String::as_str));
        it.objects("opaque", &seen.opaque, |it, place| {
            bounds(it, place.span);
            it.field("reason", place.reason.as_str());
        });
        let hidden = visible::hidden_in(seen.text);
        it.objects("invisible", hidden.take(MOST_INVISIBLE), |it, (at, c, _)| {
            it.field("at", at);
            it.field("char", visible::code_point(c).as_str());
        });
        it.field("invisible_count", visible::hidden_in(seen.text).count());
        it.objects("invocations", &reading.invocations, invocation);
        it.objects("shells", &reading.shells, |it, shell| it.field("parent", shell.parent));
        it.object("tree", |it| tree::script(it, seen));
    });
    line.push('\n');
    line
}

fn invocation(it: &mut Object<'_>, run: &Invocation) {
    bounds(it, run.span);
    it.objects("argv", &run.argv, value);
    it.objects("assigns", &run.assigns, |it, (name, assigned)| {
        it.field("name", name.as_str());
        it.object("value", |it| value(it, assigned));
    });
    it.objects("redirects", &run.redirects, |it, redirect| redirection(it, redirect));
    it.optional("pipe", run.pipe, |it, pipe| {
        it.field("pipeline", pipe.pipeline);
        it.field("index", pipe.index);
        it.field("length", pipe.length);
    });
    it.field("shell", run.shell);
    it.field("function", run.function);
    it.field("path_changed", run.path_changed);
    it.field("derived", run.derived);
    it.field("again", run.again);
}

fn redirection(it: &mut Object<'_>, redirect: &Redirection) {
    bounds(it, redirect.span);
    it.field("fd", redirect.fd);
    it.field("op", tree::redirect_op(redirect.op));
    it.object("target", |it| value(it, &redirect.target));
}

fn value(it: &mut Object<'_>, value: &Value) {
    bounds(it, value.span);
    it.field("text", value.known());
    it.objects("parts", &value.parts, part);
    it.field("splits", value.splits);
}

fn part(it: &mut Object<'_>, part: &Part) {
    match part {
        Part::Text(text) => {
            it.field("kind", "text");
            it.field("text", text.as_str());
        }
        Part::OneOf(texts) => {
            it.field("kind", "one_of");
            it.scalars("texts", texts.iter().map(String::as_str));
        }
        Part::Number => it.field("kind", "number"),
        Part::Home(user) => {
            it.field("kind", "home");
            it.field("user", user.as_str());
        }
        Part::Variable(name) => {
            it.field("kind", "variable");
            it.field("name", name.as_str());
        }
        Part::Glob(pattern) => {
            it.field("kind", "glob");
            it.field("pattern", pattern.as_str());
        }
        Part::Unknown => it.field("kind", "unknown"),
    }
}

fn bounds(it: &mut Object<'_>, span: Span) {
    it.field("start", span.start);
    it.field("end", span.end);
}

const SCHEMA: u32 = 1;
/// A list of more would help nobody; `invisible_count` says how many there are.
const MOST_INVISIBLE: usize = 1000;
