//! debian: to be written.
