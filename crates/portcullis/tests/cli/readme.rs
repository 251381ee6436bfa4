//! Documents do not drift: every console block is run and its output compared.
//!
//! A block that a test cannot run says so in its info string (```` ```console no-test ````), and
//! only the test command itself may.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::path::PathBuf;

use crate::kit::BINARY;
use crate::kit::command;
use crate::kit::finish;
use crate::kit::spawn;

#[test]
fn console_blocks_show_what_comes_out() {
    let mut ran = 0;
    for path in documents() {
        let text = fs::read_to_string(&path).expect("it can be read");
        for block in blocks(&text) {
            let told = block.commands();
            assert!(!told.is_empty(), "{}: no `$ ` in\n{}", path.display(), block.body);
            for (line, expected) in told {
                if block.info == "console no-test" {
                    assert!(line.starts_with("scripts/test"), "{}: {line}", path.display());
                } else {
                    assert_eq!(run(&line), expected, "{}: $ {line}", path.display());
                    ran += 1;
                }
            }
        }
    }
    assert!(ran > 0, "no document shows a command");
}

struct Block {
    info: String,
    body: String,
}

/// The fenced blocks that begin with `console`.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else { continue };
        let body: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
        if info.split(' ').next() == Some("console") {
            blocks.push(Block { info: info.to_owned(), body: body.join("\n") });
        }
    }
    blocks
}

impl Block {
    /// Each command with what is shown below it; `> ` goes on with a command.
    fn commands(&self) -> Vec<(String, String)> {
        let mut commands: Vec<(String, String)> = Vec::new();
        for line in self.body.lines() {
            if let Some(command) = line.strip_prefix("$ ") {
                commands.push((command.to_owned(), String::new()));
                continue;
            }
            let (command, output) = commands.last_mut().expect("a block begins with `$ `");
            match line.strip_prefix("> ") {
                Some(more) if output.is_empty() => *command = format!("{command}\n{more}"),
                _ => *output = format!("{output}{line}\n"),
            }
        }
        commands
    }
}

/// What a person would see: the binary under test in place of the one they would build.
fn run(line: &str) -> String {
    let line = line.replace("cargo run --release --", "portcullis");
    let bin = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bin");
    fs::create_dir_all(&bin).expect("it can be made");
    let name = bin.join("portcullis");
    let _ = fs::remove_file(&name);
    symlink(BINARY, &name).expect("it can be linked");
    let mut bash = command("/bin/bash");
    bash.env("PATH", format!("{}:/usr/bin:/bin", bin.display()));
    let child = spawn(bash.args(["-c", &format!("exec 2>&1; {line}")]));
    finish(child, b"").stdout().to_owned()
}

/// README and the pages under `docs`.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut documents = vec![root.join("README.md")];
    if let Ok(pages) = fs::read_dir(root.join("docs")) {
        let pages = pages.map(|page| page.expect("it can be listed").path());
        documents.extend(pages.filter(|page| page.extension().is_some_and(|it| it == "md")));
    }
    documents.sort();
    documents
}
