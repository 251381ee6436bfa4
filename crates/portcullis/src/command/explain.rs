//! `portcullis explain`: what a command would do, part by part, and what is said to it.

use std::ffi::OsString;

use portcullis_judge::Effect;
use portcullis_judge::Kind;
use portcullis_judge::Object;
use portcullis_judge::Plan;
use portcullis_judge::decide;
use portcullis_judge::words;
use portcullis_shell::Opaque;
use portcullis_shell::Span;

use crate::command::check;
use crate::error::CommandError;
use crate::error::Exit;
use crate::excerpt;
use crate::excerpt::Place;
use crate::input;
use crate::json;
use crate::judged::Judged;
use crate::judged::Planned;
use crate::output::Line;
use crate::output::Printer;
use crate::output::Tone;
use crate::seen::Seen;
use crate::setting::Options;
use crate::setting::Setting;

/// Show what a command would do, and what is said to it
///
/// Shows each part of CMD with its effects and the rules about them, then the
/// words a person and a model would get. Nothing is run, and whatever the
/// verdict is, the exit code is 0; check is for scripts.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    options: Options,

    /// Shell text; several arguments are the exact words of one command;
    /// - or nothing reads shell text from standard input
    #[arg(value_name = "CMD", verbatim_doc_comment)]
    command: Vec<OsString>,
}

/// Judges and tells all about it.
pub(crate) fn run(args: &Args, printer: &mut Printer) -> Result<Exit, CommandError> {
    let setting = args.options.setting()?;
    let planned = Planned::new(input::command(&args.command, "explain")?, &setting);
    if args.json {
        printer.data(json::explanation(&planned, &opaque(&planned)).as_bytes())?;
    } else {
        printer.lines(&report(&planned, &setting))?;
    }
    Ok(Exit::Success)
}

/// Every place that is not understood, by the shell's grammar or by what is known of programs.
fn opaque(planned: &Planned) -> Vec<Opaque> {
    let mut places = Seen::new(&planned.text).opaque;
    for effect in planned.plan.effects.iter().filter(|effect| effect.kind == Kind::Opaque) {
        let reason = match &effect.object {
            Object::Reason(reason) => reason.clone(),
            Object::None | Object::Path { .. } | Object::Host(_) | Object::Program(_) => {
                "it is not known".to_owned()
            }
        };
        let place = Opaque { span: effect.span, reason };
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places.sort_by_key(|place| place.span);
    places
}

fn report(planned: &Planned, setting: &Setting) -> Vec<Line> {
    let mut lines = vec![check::line(&Judged::of(&planned.decision))];
    lines.extend(parts(planned, setting));
    lines.push(Line::new(0));
    lines.push(programs(&planned.plan));
    let case = words::Case {
        text: &planned.text,
        plan: &planned.plan,
        decision: &planned.decision,
        posture: setting.posture,
        facts: &setting.facts,
        agent: None,
        claim: None,
        id: None,
    };
    lines.push(Line::new(0));
    lines.extend(to_a_person(&words::for_person(&case)));
    lines.push(Line::new(0));
    lines.extend(to_a_model(&words::for_model(&case)));
    lines
}

/// Each part, marked in the text, with its effects below.
fn parts(planned: &Planned, setting: &Setting) -> Vec<Line> {
    let text = planned.text.as_str();
    let commands = words::parts(text);
    let effects = &planned.plan.effects;
    let owners: Vec<Span> =
        effects.iter().map(|effect| words::part_of(&commands, effect.span)).collect();
    let mut spans: Vec<Span> = commands;
    spans.extend(&owners);
    spans.sort();
    spans.dedup();

    let mut lines = Vec::new();
    for span in spans.iter().take(MOST_PARTS) {
        lines.push(Line::new(0));
        if text.contains('\n') {
            let place = Place::of(text, span.start as usize).to_string();
            lines.push(Line::new(0).ours(&place, Tone::Faint));
        }
        lines.extend(excerpt::marked(text, *span));
        let own = effects.iter().zip(&owners).filter(|(_, owner)| *owner == span);
        let rows: Vec<Line> =
            own.take(MOST_EFFECTS).map(|(effect, _)| effect_row(effect, setting)).collect();
        if rows.is_empty() {
            lines.push(Line::new(0).ours("    nothing that is guarded", Tone::Faint));
        }
        lines.extend(rows);
    }
    if spans.len() > MOST_PARTS {
        let more = format!("… and {} more parts", spans.len() - MOST_PARTS);
        lines.extend([Line::new(0), Line::new(0).ours(&more, Tone::Faint)]);
    }
    lines
}

/// The verdict on one effect, what it does, and the rule.
fn effect_row(effect: &Effect, setting: &Setting) -> Line {
    let alone = Plan { effects: vec![effect.clone()], ..Plan::default() };
    let decision = decide(&alone, setting.posture);
    let verdict = decision.verdict;
    let line = Line::new(INDENT + check::GAP)
        .ours(&" ".repeat(INDENT), Tone::Plain)
        .ours(&format!("{:<width$}", verdict.name(), width = check::GAP), check::tone(verdict))
        .source(&words::does(effect, &setting.facts), Tone::Plain);
    match decision.reasons.first() {
        Some(reason) => {
            line.ours("  (", Tone::Plain).ours(reason.rule, Tone::Kind).ours(")", Tone::Plain)
        }
        None => line,
    }
}

fn programs(plan: &Plan) -> Line {
    let line = Line::new(10).ours("programs  ", Tone::Kind);
    if plan.programs.is_empty() {
        return line.ours("none", Tone::Faint);
    }
    plan.programs.iter().enumerate().fold(line, |line, (index, name)| {
        line.ours(if index == 0 { "" } else { " " }, Tone::Plain).name(name, Tone::Value)
    })
}

fn to_a_person(rows: &[words::Row]) -> Vec<Line> {
    if rows.is_empty() {
        return vec![title("to a person").ours("nothing: it may run", Tone::Faint)];
    }
    let mut lines = vec![Line::new(0).ours("to a person", Tone::Kind)];
    lines.extend(rows.iter().map(|(label, words)| match *label {
        "" => Line::new(4).ours("  ", Tone::Plain).source(words, Tone::Plain),
        label => {
            Line::new(10).ours(&format!("  {label:<8}"), Tone::Faint).source(words, Tone::Plain)
        }
    }));
    lines
}

fn to_a_model(told: &[String]) -> Vec<Line> {
    if told.is_empty() {
        return vec![title("to the model").ours("nothing: it may run", Tone::Faint)];
    }
    let mut lines = vec![title("to the model").ours("when it does not run", Tone::Faint)];
    let row = |text: &String| Line::new(4).ours("  ", Tone::Plain).source(text, Tone::Plain);
    lines.extend(told.iter().map(row));
    lines
}

fn title(text: &str) -> Line {
    Line::new(0).ours(&format!("{text}  "), Tone::Kind)
}

const INDENT: usize = 4;
/// More would help nobody; `--json` has all of them.
const MOST_PARTS: usize = 40;
const MOST_EFFECTS: usize = 40;

const EXAMPLES: &str = "\
Examples:
  portcullis explain 'find . -name \"*.o\" -delete && make'
  portcullis explain --posture contained -- rm -rf build
  portcullis explain --json < script.sh";
