//! differential: to be written.
