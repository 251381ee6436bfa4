//! The profile `guarded`: deny what nobody would approve, allow what walls stop or a checkpoint
//! restores, ask for what leaves the machine or cannot be brought back.

use crate::decide::Posture;
use crate::decide::Verdict;
use crate::effect::Effect;
use crate::effect::Kind;
use crate::effect::Object;
use crate::place::Place;
use crate::url::Reach;
use crate::url::host_of;

use Verdict::Allow;
use Verdict::Ask;
use Verdict::Deny;

/// One line of law over effects.
pub(crate) struct Rule {
    pub(crate) id: &'static str,
    kinds: &'static [Kind],
    /// Where; empty means anywhere.
    places: &'static [Place],
    bare: Verdict,
    contained: Verdict,
    pub(crate) words: &'static str,
}

impl Rule {
    pub(crate) fn matches(&self, effect: &Effect) -> bool {
        let place = match &effect.object {
            Object::Path { place, .. } => Some(*place),
            Object::None | Object::Host(_) | Object::Program(_) | Object::Reason(_) => None,
        };
        let there =
            self.places.is_empty() || place.is_some_and(|place| self.places.contains(&place));
        let special = match self.id {
            "download.run" => matches!(&effect.object, Object::Program(_)),
            "fetch.metadata" => is_metadata(&effect.object),
            _ => true,
        };
        self.kinds.contains(&effect.kind) && there && special
    }

    pub(crate) fn verdict(&self, posture: Posture) -> Verdict {
        match posture {
            Posture::Bare => self.bare,
            Posture::Contained => self.contained,
        }
    }
}

/// Whether an address of a cloud's own is asked.
fn is_metadata(object: &Object) -> bool {
    let Object::Host(Some(url)) = object else { return false };
    host_of(url).is_some_and(|host| host.reach() == Reach::Metadata)
}

const fn rule(
    id: &'static str,
    kinds: &'static [Kind],
    places: &'static [Place],
    (bare, contained): (Verdict, Verdict),
    words: &'static str,
) -> Rule {
    Rule { id, kinds, places, bare, contained, words }
}

use Place::{
    Credentials, Device, Git, Guard, Home, HomeRoot, Null, Outside, Root, Settings, System, Temp,
    Unknown, Workflow, Workspace, WorkspaceRoot,
};

pub(crate) const RULES: &[Rule] = &[
    rule("read", &[Kind::Read], &[], (Allow, Allow), "reads files"),
    rule(
        "read.settings",
        &[Kind::Read],
        &[Settings],
        (Ask, Allow),
        "reads a file with passwords in it",
    ),
    rule(
        "read.credentials",
        &[Kind::Read],
        &[Credentials],
        (Deny, Deny),
        "reads keys or credentials",
    ),
    rule("read.device", &[Kind::Read], &[Device], (Ask, Ask), "reads a raw device"),
    rule(
        "write.nowhere",
        &[Kind::Write],
        &[Null, Temp],
        (Allow, Allow),
        "writes where it does not last",
    ),
    rule(
        "write.workspace",
        &[Kind::Write],
        &[Workspace, WorkspaceRoot],
        (Ask, Allow),
        "changes files of the workspace; no checkpoint covers them",
    ),
    rule("write.git", &[Kind::Write], &[Git], (Ask, Ask), "changes the repository's own data"),
    rule(
        "write.settings",
        &[Kind::Write],
        &[Settings, Workflow],
        (Ask, Ask),
        "changes settings that others rely on",
    ),
    rule(
        "write.outside",
        &[Kind::Write],
        &[Outside, Home, System, Unknown, HomeRoot, Root, Credentials],
        (Ask, Ask),
        "changes files outside the workspace",
    ),
    rule(
        "write.guard",
        &[Kind::Write, Kind::Delete],
        &[Guard],
        (Deny, Deny),
        "changes what guards this machine",
    ),
    rule(
        "write.device",
        &[Kind::Write, Kind::Delete],
        &[Device],
        (Deny, Deny),
        "writes to a raw device",
    ),
    rule(
        "delete.workspace",
        &[Kind::Delete],
        &[Workspace, Settings, Workflow, Temp],
        (Ask, Allow),
        "deletes files; no checkpoint covers them",
    ),
    rule(
        "delete.outside",
        &[Kind::Delete],
        &[Outside, Home, Unknown, Null],
        (Ask, Ask),
        "deletes files outside the workspace",
    ),
    rule(
        "delete.everything",
        &[Kind::Delete],
        &[WorkspaceRoot, Git, System, HomeRoot, Root, Credentials],
        (Deny, Deny),
        "deletes what nobody could bring back",
    ),
    rule("execute", &[Kind::Execute], &[], (Ask, Allow), "runs a program that is not known"),
    rule("download.run", &[Kind::Execute], &[], (Deny, Deny), "runs what was downloaded, unseen"),
    rule("project.code", &[Kind::Project], &[], (Ask, Allow), "runs the project's own code"),
    rule("fetch", &[Kind::Connect], &[], (Allow, Allow), "fetches from the network"),
    rule(
        "fetch.metadata",
        &[Kind::Connect],
        &[],
        (Deny, Deny),
        "asks the cloud for this machine's credentials",
    ),
    rule("publish", &[Kind::Publish], &[], (Ask, Ask), "sends data, or changes what others see"),
    rule("listen", &[Kind::Listen], &[], (Ask, Allow), "opens a port"),
    rule("permissions", &[Kind::Permissions], &[], (Ask, Ask), "changes permissions or owners"),
    rule("privilege", &[Kind::Privilege], &[], (Ask, Deny), "acts as another user"),
    rule("device", &[Kind::Device], &[], (Deny, Deny), "touches a raw device"),
    rule("signal", &[Kind::Signal], &[], (Ask, Deny), "signals processes"),
    rule("refs", &[Kind::Refs], &[], (Allow, Allow), "changes git refs"),
    rule("discard", &[Kind::Discard], &[], (Ask, Allow), "throws away uncommitted work"),
    rule("install", &[Kind::Install], &[], (Ask, Ask), "installs or removes packages"),
    rule("system", &[Kind::System], &[], (Ask, Ask), "changes the state of a system"),
    rule("destroy", &[Kind::Destroy], &[], (Deny, Deny), "destroys what nobody could bring back"),
    rule("secrets", &[Kind::Secrets], &[], (Ask, Ask), "shows secrets"),
    rule("guard", &[Kind::Guard], &[], (Deny, Deny), "changes what guards this machine"),
    rule("hang", &[Kind::Hang], &[], (Ask, Ask), "does not end by itself"),
    rule("opaque", &[Kind::Opaque], &[], (Ask, Allow), "is not understood"),
];
