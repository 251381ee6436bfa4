//! The one integration-test binary of the shell room: real bash is the judge.
#![cfg(test)]
#![expect(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "real bash is the judge, and it is a process with files"
)]

mod agents;
mod argv;
mod checks;
mod corpus;
mod debian;
mod differential;
mod generated;
mod generator;
mod judge;
mod mutated;
mod probes;
mod replay;
mod truth;
mod witness;
