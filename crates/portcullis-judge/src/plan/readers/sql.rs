//! Database clients: the statements they are given.

use crate::args;
use crate::args::Until;
use crate::effect::Kind;
use crate::effect::Object;
use crate::plan::Planner;
use crate::plan::programs::Command;
use crate::table::Role;
use crate::table::Spec;

/// A client whose `-c` or `-e` holds statements.
pub(crate) fn sql(planner: &mut Planner<'_>, command: &Command<'_>, spec: &'static Spec) {
    let args = args::parse(command.words, spec, &[], Until::End);
    if args.harmless {
        return;
    }
    planner.mention(command, &args);
    let options = args
        .options
        .iter()
        .filter(|given| STATEMENT.iter().any(|name| given.option.is.contains(name)));
    let mut statements: Vec<_> =
        options.filter_map(|given| given.value.as_ref().map(|held| held.value().clone())).collect();
    if command.name == "sqlite3" || command.name == "duckdb" {
        statements.extend(args.operands.iter().skip(1).map(|value| (*value).clone()));
    }
    let lists = args.options.iter().any(|given| given.option.is.contains(&"-l"));
    if statements.is_empty() && !lists {
        let _ = Role::Text;
        planner.opaque("statements that are not known", command.run.span);
    }
    for statement in &statements {
        match statement.known() {
            Some(text) if only_reads(text) => {}
            Some(text) if destroys(text) => {
                planner.give(
                    Kind::System,
                    Object::Reason("statements that delete".to_owned()),
                    statement.span,
                );
            }
            _ => planner.give(
                Kind::System,
                Object::Reason("statements that change data".to_owned()),
                statement.span,
            ),
        }
    }
}

fn only_reads(text: &str) -> bool {
    text.split(';').map(str::trim).filter(|part| !part.is_empty()).all(|part| {
        let upper = part.to_ascii_uppercase();
        let first = upper
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '\\' && c != '.')
            .next()
            .unwrap_or("");
        let reads = matches!(
            first,
            "SELECT" | "SHOW" | "DESCRIBE" | "DESC" | "EXPLAIN" | "VALUES" | "TABLE"
        ) || READING_META.contains(&part.split_whitespace().next().unwrap_or(""));
        let writes = [
            " INTO ",
            "FOR UPDATE",
            "PG_READ",
            "LOAD_FILE",
            "WRITEFILE",
            "LOAD_EXTENSION",
            "EDIT(",
            "DELETE ",
            "UPDATE ",
            "INSERT ",
            "DROP ",
            "PG_TERMINATE",
            "PG_CANCEL",
            "LO_EXPORT",
            "LO_IMPORT",
            "DBLINK",
            "ANALYZE",
        ];
        reads && !writes.iter().any(|word| upper.contains(word))
    })
}

fn destroys(text: &str) -> bool {
    let upper = text.to_ascii_uppercase();
    upper.contains("DROP ")
        || upper.contains("TRUNCATE ")
        || (upper.contains("DELETE ") && !upper.contains("WHERE"))
}

const STATEMENT: &[&str] =
    &["-c", "--command", "-e", "--execute", "-Q", "-q", "--query", "--eval", "-cmd"];

const READING_META: &[&str] = &[
    "\\d",
    "\\dt",
    "\\dn",
    "\\du",
    "\\l",
    "\\di",
    "\\dv",
    "\\df",
    "\\d+",
    "\\dt+",
    "\\l+",
    "\\conninfo",
    ".tables",
    ".schema",
    ".databases",
    ".indexes",
    ".indices",
    ".dump",
    ".help",
    ".show",
    ".headers",
    ".mode",
    ".dbinfo",
    ".fullschema",
    ".width",
    ".version",
];
