//! How much of a text is looked at before the rest is called opaque.

/// Caps that keep every reading bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest text, in bytes.
    pub bytes: usize,
    /// Deepest nesting of compounds, substitutions and quotes.
    pub depth: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 64 * 1024, depth: 64 }
    }
}
