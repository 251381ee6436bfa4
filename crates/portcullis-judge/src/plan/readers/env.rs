//! Wrappers that a table cannot describe: `env`, `xargs`, `parallel`, `busybox`.

use portcullis_shell::Value;

use crate::args;
use crate::args::Until;
use crate::effect::Kind;
use crate::effect::Object;
use crate::environment::executes;
use crate::plan::Planner;
use crate::plan::programs::Command;
use crate::table::Role;
use crate::table::Spec;

/// `env [options] [NAME=value]… [command]`
pub(crate) fn env(planner: &mut Planner<'_>, command: &Command<'_>, spec: &'static Spec) {
    let args = args::parse(command.words, spec, &[], Until::FirstOperand);
    planner.mention(command, &args);
    let mut words: Vec<Value> = args.operands.iter().map(|value| (*value).clone()).collect();
    let assignments = words.iter().take_while(|word| is_assignment(word)).count();
    for word in words.drain(..assignments) {
        let name = args::leading_text(&word).split('=').next().unwrap_or("").to_owned();
        if executes(&name) {
            let reason = format!("the variable {name} makes programs run others");
            planner.give(Kind::Execute, Object::Reason(reason), word.span);
        }
    }
    let split = args.options.iter().any(|given| given.option.takes == Some(Role::Run));
    if !words.is_empty() {
        // `-C dir` holds for the inner command only.
        let outside = planner.cwd.clone();
        let elsewhere = args.options.iter().find(|given| given.option.takes == Some(Role::Dir));
        if let Some(held) = elsewhere.and_then(|given| given.value.as_ref()) {
            planner.change_directory(Some(held.value()), command.run, command.reading);
        }
        planner.rest(command, Role::RunRest, &words);
        planner.cwd = outside;
    } else if !split && !args.harmless {
        planner.give(Kind::Secrets, Object::None, command.run.span);
    }
}

/// `xargs [options] [command]`: the input decides the arguments.
pub(crate) fn xargs(planner: &mut Planner<'_>, command: &Command<'_>, spec: &'static Spec) {
    let args = args::parse(command.words, spec, &[], Until::FirstOperand);
    planner.mention(command, &args);
    let mut words: Vec<Value> = args.operands.iter().map(|value| (*value).clone()).collect();
    if words.is_empty() {
        return;
    }
    words.push(Value {
        span: command.run.span,
        parts: vec![portcullis_shell::Part::Unknown],
        splits: true,
    });
    planner.rest(command, Role::RunRest, &words);
}

/// `parallel [options] command ::: arguments`
pub(crate) fn parallel(planner: &mut Planner<'_>, command: &Command<'_>, spec: &'static Spec) {
    let args = args::parse(command.words, spec, &[], Until::FirstOperand);
    planner.mention(command, &args);
    let ends = |value: &&&Value| !value.known().is_some_and(|text| text.starts_with(":::"));
    let mut words: Vec<Value> =
        args.operands.iter().take_while(ends).map(|value| (*value).clone()).collect();
    words.push(Value {
        span: command.run.span,
        parts: vec![portcullis_shell::Part::Unknown],
        splits: true,
    });
    planner.rest(command, Role::RunRest, &words);
    planner.opaque("its input becomes text that a shell runs", command.run.span);
}

/// `busybox APPLET …`
pub(crate) fn applet(planner: &mut Planner<'_>, command: &Command<'_>) {
    match command.words.first().and_then(Value::known) {
        None | Some("--help" | "--list" | "--list-full") => {}
        Some(_) => planner.rest(command, Role::RunRest, command.words),
    }
}

fn is_assignment(word: &Value) -> bool {
    args::leading_text(word).split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}
