//! Where and how a call is judged: what the options say, and what the machine looks like.

use std::env;
use std::fs;
use std::path::Path;
use std::path::PathBuf;

use portcullis_judge::Facts;
use portcullis_judge::Posture;

use crate::error::CommandError;
use crate::error::ErrorKind;

/// The options of every verb that judges.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Where the work belongs (default: the repository's top)
    #[arg(long, value_name = "DIR", long_help = WORKSPACE)]
    workspace: Option<PathBuf>,

    /// How the call would run: bare (the default) or contained
    #[arg(long, value_name = "HOW", value_enum, default_value_t = PostureChoice::Bare)]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    posture: PostureChoice,

    /// The rules to judge by: guarded (the default)
    #[arg(long, value_name = "NAME", value_enum, default_value_t = Profile::Guarded)]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    profile: Profile,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum PostureChoice {
    /// No walls, no checkpoint
    Bare,
    /// Full walls, network through the proxy, a checkpoint of the workspace
    Contained,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Profile {
    /// Deny what nobody would approve, ask for what cannot be brought back
    Guarded,
}

/// What a judgement is made with.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    /// What the machine looks like.
    pub(crate) facts: Facts,
    /// How calls would run.
    pub(crate) posture: Posture,
}

impl Options {
    /// Looks at the machine.
    pub(crate) fn setting(&self) -> Result<Setting, CommandError> {
        let Profile::Guarded = self.profile;
        let posture = match self.posture {
            PostureChoice::Bare => Posture::Bare,
            PostureChoice::Contained => Posture::Contained,
        };
        let cwd = env::current_dir().map_err(|error| {
            failure(format!("cannot tell the current directory: {error}"))
                .hint("change to a directory that exists")
        })?;
        let home = home(env::var_os("HOME").map(PathBuf::from))?;
        let workspace = match &self.workspace {
            Some(given) => given_workspace(given)?,
            None => repository(&cwd).unwrap_or(&cwd).to_owned(),
        };
        refuse_too_much(&workspace, &home)?;
        let facts = Facts { workspace: text(&workspace)?, cwd: text(&cwd)?, home: text(&home)? };
        Ok(Setting { facts, posture })
    }
}

/// Without links where it exists: the current directory comes without them too.
fn home(given: Option<PathBuf>) -> Result<PathBuf, CommandError> {
    match given {
        Some(path) if path.is_absolute() => Ok(fs::canonicalize(&path).unwrap_or(path)),
        Some(_) => Err(failure("HOME is not an absolute path").hint("set HOME to /home/NAME")),
        None => Err(failure("HOME is not set: what ~ means is not known")
            .hint("set HOME to the home directory, even to an empty one")),
    }
}

fn given_workspace(given: &Path) -> Result<PathBuf, CommandError> {
    let shown = given.display();
    let path = fs::canonicalize(given).map_err(|error| {
        failure(format!("cannot use the workspace {shown}: {error}"))
            .hint("--workspace takes a directory that exists")
    })?;
    if path.is_dir() {
        Ok(path)
    } else {
        Err(failure(format!("the workspace {shown} is not a directory"))
            .hint("--workspace takes the directory the work belongs to"))
    }
}

/// The top of the repository that `directory` belongs to.
fn repository(directory: &Path) -> Option<&Path> {
    directory.ancestors().find(|top| fs::symlink_metadata(top.join(".git")).is_ok())
}

/// A workspace is what an agent may work in. One that holds the home directory, or is it, would
/// hold all that a person has.
fn refuse_too_much(workspace: &Path, home: &Path) -> Result<(), CommandError> {
    let why = if workspace.parent().is_none() {
        "it is the whole machine"
    } else if workspace == home {
        "it is the home directory"
    } else if home.starts_with(workspace) {
        "the home directory lies in it"
    } else {
        return Ok(());
    };
    let message = format!("{} cannot be the workspace: {why}", workspace.display());
    Err(failure(message).hint("change to the project's directory, or name it: --workspace DIR"))
}

fn text(path: &Path) -> Result<String, CommandError> {
    match path.to_str() {
        Some(text) => Ok(text.to_owned()),
        None => Err(failure(format!("the path {} is not UTF-8", path.display()))
            .hint("work in a directory whose name is text")),
    }
}

fn failure(message: impl Into<String>) -> CommandError {
    CommandError::new(ErrorKind::Input, message)
}

const WORKSPACE: &str = "\
Where the work belongs; by default the top of the git repository
around the current directory, or that directory where there is none";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workspace_does_not_hold_the_home() {
        let refused = |workspace: &str| {
            refuse_too_much(Path::new(workspace), Path::new("/home/user")).is_err()
        };
        assert!(["/", "/home", "/home/user"].into_iter().all(refused));
        assert!(!["/home/user/project", "/srv", "/home/use"].into_iter().any(refused));
        assert!(refuse_too_much(Path::new("/"), Path::new("/")).is_err());
        assert!(refuse_too_much(Path::new("/srv"), Path::new("/")).is_ok());
    }

    #[test]
    fn a_home_is_an_absolute_path() {
        assert!(home(None).is_err());
        assert!(home(Some(PathBuf::from("here"))).is_err());
        let nowhere = PathBuf::from("/nowhere/at/all");
        assert_eq!(home(Some(nowhere.clone())).expect("it need not exist"), nowhere);
    }
}
