//! The one integration-test binary of the shell room: real bash is the judge.

mod agents;
mod debian;
mod differential;
mod generated;
mod generator;
mod mutated;
mod probes;
mod truth;
