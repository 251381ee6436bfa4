//! generated: to be written.
