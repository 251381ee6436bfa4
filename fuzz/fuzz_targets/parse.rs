//! The parser on any bytes: total, the same each time, every place within the text.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| portcullis_fuzz::parse(bytes));
