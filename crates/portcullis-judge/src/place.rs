//! Paths: where they lead, and what kind of place that is.

use portcullis_shell::Part;
use portcullis_shell::Value;

use crate::facts::Facts;

/// What kind of place a path leads to, the more delicate the further down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// `/dev/null` and its like.
    Null,
    /// A temporary directory.
    Temp,
    /// Inside the workspace.
    Workspace,
    /// Somewhere else that is nobody's in particular.
    Outside,
    /// Below the home directory.
    Home,
    /// A file of the workspace that runs elsewhere: workflows, hooks of the project.
    Workflow,
    /// The workspace itself.
    WorkspaceRoot,
    /// The repository's own data.
    Git,
    /// Settings with passwords in them, such as `.env`.
    Settings,
    /// Not known.
    Unknown,
    /// The system's files.
    System,
    /// Keys and credentials.
    Credentials,
    /// What guards us: agents' settings, git hooks, start-up files, our own state.
    Guard,
    /// The home directory itself.
    HomeRoot,
    /// `/`.
    Root,
    /// A raw device.
    Device,
}

/// Where `value` leads from `cwd`: the text, and the most delicate place it may be.
pub(crate) fn resolve(value: &Value, cwd: Option<&str>, facts: &Facts) -> (String, Place) {
    let mut texts = vec![String::new()];
    let mut known = true;
    for part in &value.parts {
        let more: Vec<String> = match part {
            Part::Text(text) => vec![text.clone()],
            Part::OneOf(choices) => choices.clone(),
            Part::Number => vec!["0".to_owned()],
            Part::Glob(_) => vec!["*".to_owned()],
            Part::Home(user) if user.is_empty() => vec![facts.home.clone()],
            Part::Home(user) => vec![format!("/home/{user}")],
            Part::Variable(name) if name == "PWD" && cwd.is_some() => {
                vec![cwd.unwrap_or("").to_owned()]
            }
            Part::Variable(name) if name == "TMPDIR" => vec!["/tmp".to_owned()],
            Part::Variable(_) | Part::Unknown => {
                known = false;
                vec!["…".to_owned()]
            }
        };
        if texts.len() * more.len() > MOST_TEXTS {
            return ("…".to_owned(), Place::Unknown);
        }
        texts = texts.iter().flat_map(|a| more.iter().map(move |b| format!("{a}{b}"))).collect();
    }
    let mut worst = (String::new(), Place::Null);
    for text in texts {
        let (path, mut place) = match absolute(&text, cwd) {
            Some(path) => {
                let place = classify(&path, facts);
                (path, place)
            }
            None => (text, Place::Unknown),
        };
        if !known
            && !matches!(
                place,
                Place::Device
                    | Place::Root
                    | Place::System
                    | Place::Guard
                    | Place::Credentials
                    | Place::HomeRoot
            )
        {
            place = Place::Unknown;
        }
        if place >= worst.1 {
            worst = (path, place);
        }
    }
    worst
}

/// The path from `/`, `.` and `..` taken out; `None` when the directory is not known.
pub(crate) fn absolute(text: &str, cwd: Option<&str>) -> Option<String> {
    let joined = if text.starts_with('/') { text.to_owned() } else { format!("{}/{text}", cwd?) };
    let mut parts: Vec<&str> = Vec::new();
    for part in joined.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    Some(format!("/{}", parts.join("/")))
}

fn classify(path: &str, facts: &Facts) -> Place {
    if let Some(device) = path.strip_prefix("/dev/") {
        return match device {
            "null" | "stdout" | "stderr" | "stdin" | "tty" | "zero" | "random" | "urandom"
            | "full" => Place::Null,
            _ if device.starts_with("fd/") => Place::Null,
            _ if device.starts_with("shm/") => Place::Temp,
            _ => Place::Device,
        };
    }
    let base = path.rsplit('/').next().unwrap_or("");
    if matches!(path, "/" | "/*" | "/**") {
        return Place::Root;
    }
    let home = facts.home.as_str();
    if path == home
        || path == format!("{home}/*")
        || path == format!("{home}/**")
        || matches!(path, "/home" | "/Users" | "/root" | "/home/*")
    {
        return Place::HomeRoot;
    }
    if is_credentials(path, base, home) {
        return Place::Credentials;
    }
    if is_guard(path, base, home) {
        return Place::Guard;
    }
    if let Some(inside) = below(path, &facts.workspace) {
        return match inside {
            "" | "*" => Place::WorkspaceRoot,
            _ if is_settings(base) => Place::Settings,
            _ if inside == ".git" || inside.starts_with(".git/") => Place::Git,
            _ if inside.split('/').any(|part| part == ".git") => Place::Git,
            _ if inside.starts_with(".github/") || inside.starts_with(".husky/") => Place::Workflow,
            _ => Place::Workspace,
        };
    }
    if is_settings(base) {
        return Place::Settings;
    }
    for temp in ["/tmp", "/var/tmp", "/private/tmp", "/var/folders"] {
        if below(path, temp).is_some_and(|inside| !inside.is_empty()) {
            return Place::Temp;
        }
    }
    if below(path, home).is_some() {
        return Place::Home;
    }
    let top = path.split('/').nth(1).unwrap_or("");
    if SYSTEM.contains(&top) { Place::System } else { Place::Outside }
}

/// What of `path` stands below `dir`.
fn below<'a>(path: &'a str, dir: &str) -> Option<&'a str> {
    let rest = path.strip_prefix(dir.trim_end_matches('/'))?;
    if rest.is_empty() { Some("") } else { rest.strip_prefix('/') }
}

fn is_settings(base: &str) -> bool {
    let env = base == ".env"
        || base.starts_with(".env.")
        || base.starts_with(".env*")
        || base == ".envrc";
    env && !EXAMPLES.iter().any(|end| base.ends_with(end))
}

fn is_credentials(path: &str, base: &str, home: &str) -> bool {
    let inside =
        |dir: &str| path.contains(&format!("/{dir}/")) || path.ends_with(&format!("/{dir}"));
    let public = base.to_ascii_lowercase().ends_with(".pub")
        || matches!(base, "known_hosts" | "config" | "authorized_keys");
    (inside(".ssh") && !public)
        || inside(".gnupg")
        || inside(".aws") && !matches!(base, "config")
        || path.ends_with("/.config/gcloud/application_default_credentials.json")
        || inside(".azure")
        || path.ends_with("/.kube/config")
        || path.ends_with("/.docker/config.json")
        || CREDENTIALS.contains(&base)
        || (base == ".npmrc" && path == format!("{home}/.npmrc"))
        || base.starts_with("id_rsa") && !public
        || base.starts_with("id_ed25519") && !public
        || (path.starts_with("/proc/") && matches!(base, "environ" | "mem"))
        || matches!(path, "/etc/shadow" | "/etc/gshadow" | "/etc/sudoers")
}

fn is_guard(path: &str, base: &str, home: &str) -> bool {
    let tail = |end: &str| path.ends_with(end);
    let inside = |dir: &str| path.contains(dir);
    tail("/.git/config")
        || inside("/.git/hooks")
        || tail("/.claude/settings.json")
        || tail("/.claude/settings.local.json")
        || inside("/.claude/hooks")
        || tail("/.claude.json")
        || tail("/.mcp.json")
        || tail("/.codex/config.toml")
        || tail("/.gemini/settings.json")
        || tail("/.cursor/mcp.json")
        || inside("/.cursor/hooks")
        || inside("/.portcullis")
        || inside("/.config/portcullis")
        || inside("/.local/state/portcullis")
        || tail("/.ssh/authorized_keys")
        || tail("/.ssh/config")
        || inside("/etc/cron")
        || inside("/var/spool/cron")
        || inside("/etc/profile")
        || inside("/etc/portcullis")
        || inside("/Library/LaunchAgents")
        || inside("/.config/autostart")
        || inside("/.config/systemd/user")
        || (path == format!("{home}/{base}") && START_UP.contains(&base))
}

const MOST_TEXTS: usize = 64;

const EXAMPLES: &[&str] = &[".example", ".sample", ".template", ".dist", ".defaults"];

const CREDENTIALS: &[&str] = &[
    ".netrc",
    ".boto",
    ".pypirc",
    ".git-credentials",
    ".pgpass",
    ".my.cnf",
    "credentials.json",
    "service-account.json",
    ".vault-token",
    ".htpasswd",
    "id_dsa",
    "id_ecdsa",
];

const START_UP: &[&str] = &[
    ".bashrc",
    ".bash_profile",
    ".bash_login",
    ".bash_logout",
    ".profile",
    ".zshrc",
    ".zshenv",
    ".zprofile",
    ".zlogin",
    ".gitconfig",
    ".npmrc",
    ".inputrc",
    ".vimrc",
    ".pam_environment",
];

const SYSTEM: &[&str] = &[
    "bin",
    "boot",
    "etc",
    "lib",
    "lib32",
    "lib64",
    "opt",
    "proc",
    "root",
    "run",
    "sbin",
    "srv",
    "sys",
    "usr",
    "var",
    "System",
    "Library",
    "Applications",
    "private",
    "Volumes",
];
