//! agents: to be written.
