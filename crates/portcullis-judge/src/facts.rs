//! What the host has seen, as data: nothing in this room looks for itself.

/// Where a call is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The workspace's root.
    pub workspace: String,
    /// The directory the call starts in.
    pub cwd: String,
    /// The home directory.
    pub home: String,
}
