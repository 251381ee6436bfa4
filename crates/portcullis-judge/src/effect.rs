//! Effects: what something would do, to what, and where in the text that stands.

use portcullis_shell::Span;

use crate::place::Place;

/// What kind of thing would happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Reads a file.
    Read,
    /// Creates or changes a file.
    Write,
    /// Deletes a file or directory.
    Delete,
    /// Runs a program or code that is not known.
    Execute,
    /// Runs the project's own code.
    Project,
    /// Fetches from a host.
    Connect,
    /// Sends data, or changes something others see.
    Publish,
    /// Opens a port.
    Listen,
    /// Changes modes or owners.
    Permissions,
    /// Becomes another user.
    Privilege,
    /// Touches a raw device.
    Device,
    /// Signals processes.
    Signal,
    /// Changes git refs or history.
    Refs,
    /// Throws away uncommitted work.
    Discard,
    /// Installs or removes packages.
    Install,
    /// Changes the state of a machine, service, cluster or cloud.
    System,
    /// As [`Kind::System`], but nobody could bring it back.
    Destroy,
    /// Shows secrets.
    Secrets,
    /// Changes what guards us.
    Guard,
    /// Never ends by itself.
    Hang,
    /// Is not known.
    Opaque,
}

impl Kind {
    /// The word for it in tables and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Delete => "delete",
            Self::Execute => "execute",
            Self::Project => "project",
            Self::Connect => "connect",
            Self::Publish => "publish",
            Self::Listen => "listen",
            Self::Permissions => "permissions",
            Self::Privilege => "privilege",
            Self::Device => "device",
            Self::Signal => "signal",
            Self::Refs => "refs",
            Self::Discard => "discard",
            Self::Install => "install",
            Self::System => "system",
            Self::Destroy => "destroy",
            Self::Secrets => "secrets",
            Self::Guard => "guard",
            Self::Hang => "hang",
            Self::Opaque => "opaque",
        }
    }
}

/// One thing that would happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// What kind.
    pub kind: Kind,
    /// What it happens to.
    pub object: Object,
    /// Where in the text it comes from.
    pub span: Span,
}

/// What an effect happens to, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Object {
    /// Nothing in particular, or not known.
    None,
    /// A path, resolved against the working directory as far as that is possible.
    Path {
        /// As it would be opened; `…` stands for what is not known.
        text: String,
        /// What kind of place that is.
        place: Place,
    },
    /// A URL or a host; `None` when it is not known.
    Host(Option<String>),
    /// A program or a text that is run.
    Program(String),
    /// Why something is not known.
    Reason(String),
}
