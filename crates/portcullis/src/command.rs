//! The verbs, one file each.

pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod explain;
pub(crate) mod parse;
