//! generator: to be written.
