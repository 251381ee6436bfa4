//! probes: to be written.
