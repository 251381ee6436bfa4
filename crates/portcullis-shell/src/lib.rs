//! Bash text to syntax tree, and what can be known of it without running anything.
//!
//! The promise of this room: a command that bash would run is either among the
//! [`Reading::invocations`] or inside something called [`Opaque`]. It may refuse what it
//! does not know; it may not lose a command.
//!
//! No policy and no I/O live here, and no panic is reachable from any text.

mod ansi_c;
pub mod ast;
mod cursor;
mod limits;
mod parser;
mod reader;
mod reading;
mod span;
mod visit;

pub use crate::limits::Limits;
pub use crate::reading::Invocation;
pub use crate::reading::Part;
pub use crate::reading::Pipe;
pub use crate::reading::Reading;
pub use crate::reading::Redirection;
pub use crate::reading::Shell;
pub use crate::reading::Value;
pub use crate::span::Opaque;
pub use crate::span::Span;

/// The syntax tree of `text`. Never fails: what is not understood is in [`ast::Script::opaque`].
pub fn parse(text: &str, limits: &Limits) -> ast::Script {
    parser::script(text, limits)
}

/// What `text` would run, nested commands included.
pub fn read(text: &str, limits: &Limits) -> Reading {
    reader::read(text, limits)
}
