//! The word evaluator on any bytes: no panic, and what it says is consistent.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| portcullis_fuzz::read(bytes));
