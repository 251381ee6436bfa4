//! The checks that the fuzz targets and the tests of the shell room share.

#[path = "../../crates/portcullis-shell/tests/shell/checks.rs"]
mod checks;

/// Panics when the tree of `bytes` is not as it must be.
pub fn parse(bytes: &[u8]) {
    checks::check_parse(&String::from_utf8_lossy(bytes));
}

/// Panics when the reading of `bytes` is not as it must be.
pub fn read(bytes: &[u8]) {
    checks::check_read(&String::from_utf8_lossy(bytes));
}
