//! mutated: to be written.
