//! The one integration-test binary of the command line: real processes, told as transcripts.
#![cfg(test)]

mod kit;
// Verbs, one file each.
mod check;
mod completions;
mod explain;
mod parse;
mod parse_json;
// What holds for every verb: help, exit codes, streams that break.
mod manners;
// Every console block of the documents, run and compared.
mod readme;
// What holds for every file of the repository.
mod tidy;
