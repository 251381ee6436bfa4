//! Runs texts in real bash, one after the other, and tells what each of them ran.
//!
//! Compiled by `truth.rs` with rustc: the workspace forbids `unsafe`, and this cannot do without
//! (fork, sessions, limits, Landlock). It is started once for each worker:
//! `keeper ROOT MILLISECONDS`, where ROOT holds `bin` (the stand-ins), `cwd` and `log`.
//!
//! Frames in: length (u32, little endian), text. Frames out: flags (u8: 1 timed out), status
//! (i32), length (u32), the log.
//!
//! What keeps a text inside ROOT/cwd: a Landlock domain of its own (writing only there, executing
//! only the stand-ins and bash, no TCP, signals only inside), an unprivileged user when the keeper
//! is root, resource limits, and a session that is dead before the next text begins.

use std::ffi::{CString, c_char, c_void};
use std::fs;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const REAL_BASH: &str = "/bin/bash";
/// Users of the stand-ins when the keeper is root: this plus a number from its own pid.
const FIRST_USER: u32 = 610_000;
/// How long what a text left in the background may go on.
const GRACE: Duration = Duration::from_millis(150);

const SIGCHLD: i32 = 17;
const SIGKILL: i32 = 9;
const WNOHANG: i32 = 1;
const O_PATH_CLOEXEC: i32 = 0o10_000_000 | 0o2_000_000;

#[repr(C)]
struct TimeSpec {
    seconds: i64,
    nanoseconds: i64,
}

#[repr(C)]
struct RulesetAttributes {
    fs: u64,
    net: u64,
    scoped: u64,
}

#[repr(C, packed)]
struct PathBeneath {
    access: u64,
    parent: i32,
}

unsafe extern "C" {
    fn fork() -> i32;
    fn setsid() -> i32;
    fn getuid() -> u32;
    fn setuid(user: u32) -> i32;
    fn setgid(group: u32) -> i32;
    fn setgroups(size: usize, list: *const u32) -> i32;
    fn setrlimit(which: i32, limit: *const [u64; 2]) -> i32;
    fn waitpid(pid: i32, status: *mut i32, options: i32) -> i32;
    fn kill(pid: i32, signal: i32) -> i32;
    fn prctl(what: i32, ...) -> i32;
    fn syscall(number: i64, ...) -> i64;
    fn sigemptyset(set: *mut [u64; 16]) -> i32;
    fn sigaddset(set: *mut [u64; 16], signal: i32) -> i32;
    fn sigprocmask(how: i32, set: *const [u64; 16], old: *mut [u64; 16]) -> i32;
    fn sigtimedwait(set: *const [u64; 16], info: *mut c_void, timeout: *const TimeSpec) -> i32;
    fn chdir(path: *const c_char) -> i32;
    fn umask(mask: u32) -> u32;
    fn dup2(from: i32, to: i32) -> i32;
    fn open(path: *const c_char, flags: i32, ...) -> i32;
    fn execve(path: *const c_char, argv: *const *const c_char, env: *const *const c_char) -> i32;
    fn _exit(status: i32) -> !;
    fn unshare(flags: i32) -> i32;
}

/// What does not change from text to text.
struct Keeper {
    cwd: PathBuf,
    cwd_c: CString,
    log: fs::File,
    null: fs::File,
    ruleset: Option<i32>,
    user: Option<u32>,
    processes: u64,
    bash: CString,
    environment: Vec<CString>,
    limit: Duration,
    chld: [u64; 16],
}

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let root = PathBuf::from(arguments.next().ok_or(io::ErrorKind::InvalidInput)?);
    let limit = arguments.next().and_then(|ms| ms.parse().ok()).unwrap_or(300);
    let mut keeper = Keeper::new(&root, Duration::from_millis(limit))?;
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    loop {
        let mut length = [0; 4];
        if input.read_exact(&mut length).is_err() {
            return Ok(());
        }
        let mut text = vec![0; u32::from_le_bytes(length) as usize];
        input.read_exact(&mut text)?;
        let (timed_out, status) = keeper.run(&text)?;
        let log = keeper.take_log()?;
        keeper.clean()?;
        let mut frame = vec![u8::from(timed_out)];
        frame.extend(status.to_le_bytes());
        frame.extend((log.len() as u32).to_le_bytes());
        frame.extend(log);
        output.write_all(&frame)?;
        output.flush()?;
    }
}

/// A string for C.
fn c(text: impl Into<Vec<u8>>) -> io::Result<CString> {
    CString::new(text).map_err(|_| io::ErrorKind::InvalidInput.into())
}

impl Keeper {
    fn new(root: &Path, limit: Duration) -> io::Result<Self> {
        const PR_SET_PDEATHSIG: i32 = 1;
        const PR_SET_CHILD_SUBREAPER: i32 = 36;
        const NEW_NETWORK_AND_IPC: i32 = 0x4000_0000 | 0x0800_0000;
        let root_user = unsafe { getuid() } == 0;
        let user = root_user.then(|| FIRST_USER + std::process::id() % 50_000);
        let mut chld = [0; 16];
        unsafe {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            prctl(PR_SET_CHILD_SUBREAPER, 1_u64);
            sigemptyset(&mut chld);
            sigaddset(&mut chld, SIGCHLD);
            sigprocmask(0, &chld, std::ptr::null_mut());
            if root_user {
                unshare(NEW_NETWORK_AND_IPC);
            }
        }
        let cwd = root.join("cwd");
        if let Some(user) = user {
            chown(&cwd, Some(user), Some(user))?;
        }
        let log_path = root.join("log");
        let log = fs::OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .mode(0o666)
            .open(&log_path)?;
        fs::set_permissions(&log_path, fs::Permissions::from_mode(0o666))?;
        let (root_text, cwd_text) = (root.display(), cwd.display());
        let handler = format!(
            "BASH_FUNC_command_not_found_handle%%=() {{ builtin printf '%s\\0' \"${{PORTCULLIS_FOREIGN:-p}}$#\" \"$@\" >>'{root_text}/log'; return 127; }}"
        );
        let environment = [
            format!("PATH={root_text}/bin"),
            format!("HOME={cwd_text}"),
            format!("TMPDIR={cwd_text}"),
            "LC_ALL=C.UTF-8".to_owned(),
            "FUNCNEST=20".to_owned(),
            handler,
        ]
        .into_iter()
        .map(c)
        .collect::<io::Result<_>>()?;
        let ruleset = ruleset(root);
        if ruleset.is_none() && user.is_none() {
            return Err(io::Error::other("neither Landlock nor root: texts would not be confined"));
        }
        Ok(Self {
            cwd_c: c(cwd.display().to_string())?,
            ruleset,
            null: fs::OpenOptions::new().read(true).write(true).open("/dev/null")?,
            bash: c(REAL_BASH)?,
            processes: if root_user { 60 } else { own_tasks() + 300 },
            cwd,
            log,
            user,
            environment,
            limit,
            chld,
        })
    }

    /// Runs `text` to its end or to the limit; nothing of it is alive afterwards.
    fn run(&mut self, text: &[u8]) -> io::Result<(bool, i32)> {
        let Ok(text) = c(text) else { return Ok((false, -1)) };
        let argv = [c"bash".as_ptr(), c"-c".as_ptr(), text.as_ptr(), std::ptr::null()];
        let mut environment: Vec<*const c_char> =
            self.environment.iter().map(|entry| entry.as_ptr()).collect();
        environment.push(std::ptr::null());
        let started = Instant::now();
        let pid = unsafe { fork() };
        if pid < 0 {
            return Err(io::Error::last_os_error());
        }
        if pid == 0 {
            self.become_bash(&argv, &environment);
        }
        let (mut deadline, mut status, mut timed_out) = (started + self.limit, -1, false);
        loop {
            loop {
                let mut how = 0;
                let ended = unsafe { waitpid(-1, &mut how, WNOHANG) };
                if ended < 0 {
                    return Ok((timed_out, status));
                }
                if ended == 0 {
                    break;
                }
                if ended == pid {
                    status = if how & 0x7f == 0 { (how >> 8) & 0xff } else { 128 + (how & 0x7f) };
                    deadline = deadline.min(Instant::now() + GRACE);
                }
            }
            let now = Instant::now();
            let pause = if now >= deadline {
                timed_out = true;
                kill_session(pid);
                Duration::from_millis(2)
            } else {
                deadline - now
            };
            let pause = TimeSpec {
                seconds: pause.as_secs() as i64,
                nanoseconds: i64::from(pause.subsec_nanos()),
            };
            unsafe { sigtimedwait(&self.chld, std::ptr::null_mut(), &pause) };
        }
    }

    /// In the child: gives up everything and becomes bash.
    fn become_bash(&self, argv: &[*const c_char], environment: &[*const c_char]) -> ! {
        const PR_SET_NO_NEW_PRIVS: i32 = 38;
        const RESTRICT_SELF: i64 = 446;
        // which, limit: cpu seconds, file size, core, processes, open files, address space
        let limits = [(0, 2), (1, 1 << 20), (4, 0), (6, self.processes), (7, 256), (9, 512 << 20)];
        unsafe {
            setsid();
            sigprocmask(1, &self.chld, std::ptr::null_mut());
            for fd in 0..3 {
                dup2(self.null.as_raw_fd(), fd);
            }
            let mut ready = chdir(self.cwd_c.as_ptr()) == 0;
            umask(0o022);
            for (which, limit) in limits {
                ready &= setrlimit(which, &[limit, limit]) == 0;
            }
            ready &= prctl(PR_SET_NO_NEW_PRIVS, 1_u64, 0_u64, 0_u64, 0_u64) == 0;
            if let Some(ruleset) = self.ruleset {
                ready &= syscall(RESTRICT_SELF, i64::from(ruleset), 0_i64) == 0;
            }
            if let Some(user) = self.user {
                setgroups(0, std::ptr::null());
                ready &= setgid(user) == 0 && setuid(user) == 0;
            }
            if ready {
                execve(self.bash.as_ptr(), argv.as_ptr(), environment.as_ptr());
            }
            _exit(125)
        }
    }

    /// What has been logged since the last time.
    fn take_log(&mut self) -> io::Result<Vec<u8>> {
        let mut log = Vec::new();
        if self.log.metadata()?.len() > 0 {
            self.log.seek(SeekFrom::Start(0))?;
            self.log.read_to_end(&mut log)?;
            self.log.set_len(0)?;
        }
        Ok(log)
    }

    /// Empties the working directory, but for the link `d` to the stand-ins.
    fn clean(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.cwd)? {
            let entry = entry?;
            if entry.file_name() == "d" {
                continue;
            }
            if entry.file_type()?.is_dir() {
                fs::remove_dir_all(entry.path())?;
            } else {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

/// Ends every process of a session, whatever groups they are in.
fn kill_session(session: i32) {
    unsafe { kill(-session, SIGKILL) };
    let Ok(entries) = fs::read_dir("/proc") else { return };
    for entry in entries.flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok()) else {
            continue;
        };
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        // pid (name) state ppid pgrp session …
        let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
        if after.split_whitespace().nth(3).and_then(|id| id.parse().ok()) == Some(session) {
            unsafe { kill(pid, SIGKILL) };
        }
    }
}

/// How many tasks exist: the limit on processes counts all of a user's.
fn own_tasks() -> u64 {
    fs::read_dir("/proc")
        .map(|entries| {
            entries
                .flatten()
                .map(|entry| {
                    fs::read_dir(entry.path().join("task")).map_or(0, |tasks| tasks.count())
                })
                .sum::<usize>() as u64
        })
        .unwrap_or(1000)
}

/// The Landlock rules, when the kernel has it.
fn ruleset(root: &Path) -> Option<i32> {
    const CREATE_RULESET: i64 = 444;
    const ADD_RULE: i64 = 445;
    const EXECUTE: u64 = 1;
    const WRITE_FILE: u64 = 1 << 1;
    let abi = unsafe { syscall(CREATE_RULESET, 0_i64, 0_i64, 1_i64) };
    if abi < 1 {
        return None;
    }
    // Writing, removing, making of all kinds; REFER from ABI 2 on, TRUNCATE from 3 on.
    let truncate = if abi >= 3 { 1 << 14 } else { 0 };
    let change = WRITE_FILE | 0x1ff0 | if abi >= 2 { 1 << 13 } else { 0 } | truncate;
    let attributes = RulesetAttributes {
        fs: change | EXECUTE,
        net: if abi >= 4 { 3 } else { 0 },
        scoped: if abi >= 6 { 3 } else { 0 },
    };
    let size = if abi >= 6 {
        24_i64
    } else if abi >= 4 {
        16
    } else {
        8
    };
    let ruleset = unsafe { syscall(CREATE_RULESET, &raw const attributes, size, 0_i64) };
    if ruleset < 0 {
        return None;
    }
    let mut rules = vec![
        (root.join("cwd"), change),
        (root.join("log"), WRITE_FILE | truncate),
        (PathBuf::from("/dev/null"), WRITE_FILE | truncate),
        (root.join("bin"), EXECUTE),
        (PathBuf::from(REAL_BASH), EXECUTE),
    ];
    let loaders = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"];
    rules.extend(loaders.into_iter().map(|loader| (PathBuf::from(loader), EXECUTE)));
    for (path, access) in rules {
        let Ok(path) = c(path.display().to_string()) else { continue };
        let parent = unsafe { open(path.as_ptr(), O_PATH_CLOEXEC) };
        if parent >= 0 {
            let rule = PathBeneath { access, parent };
            unsafe { syscall(ADD_RULE, ruleset, 1_i64, &raw const rule, 0_i64) };
        }
    }
    Some(ruleset as i32)
}
