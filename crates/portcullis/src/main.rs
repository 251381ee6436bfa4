//! The hand: argv in, exit code out.

fn main() {}
