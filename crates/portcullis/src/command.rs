//! The verbs, one file each.

pub(crate) mod completions;
pub(crate) mod parse;
