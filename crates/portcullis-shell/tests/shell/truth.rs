//! truth: to be written.
