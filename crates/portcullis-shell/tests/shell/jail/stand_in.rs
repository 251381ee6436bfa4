//! Stands in for every program: writes its name and arguments to the log, and does nothing else.
//!
//! Compiled by `truth.rs` with rustc, linked into a `bin` directory under many names. It has
//! no runtime of its own (`no_main`), since thousands of them are started. Three names do more:
//! `cat` copies (so that data can flow through a text), `bash` and `sh` become the real bash,
//! and names that begin with `f` fail.
#![no_main]

use std::ffi::c_char;

const PATH_MAX: usize = 4096;
const REAL_BASH: &[u8] = b"/bin/bash\0";
/// In the environment of a bash that reads its commands from a file or from its input.
const FOREIGN: &[u8] = b"PORTCULLIS_FOREIGN\0";

unsafe extern "C" {
    fn readlink(path: *const c_char, buffer: *mut u8, size: usize) -> isize;
    fn open(path: *const c_char, flags: i32, ...) -> i32;
    fn write(fd: i32, data: *const u8, size: usize) -> isize;
    fn read(fd: i32, data: *mut u8, size: usize) -> isize;
    fn close(fd: i32) -> i32;
    fn getenv(name: *const c_char) -> *const c_char;
    fn setenv(name: *const c_char, value: *const c_char, overwrite: i32) -> i32;
    fn strlen(text: *const c_char) -> usize;
    fn execv(path: *const c_char, argv: *const *const c_char) -> i32;
}

/// The bytes of a C string.
unsafe fn bytes<'a>(text: *const c_char) -> &'a [u8] {
    unsafe { std::slice::from_raw_parts(text.cast(), strlen(text)) }
}

/// Everything from `from` to the standard output.
unsafe fn copy(from: i32) {
    let mut block = [0_u8; 4096];
    loop {
        let got = unsafe { read(from, block.as_mut_ptr(), block.len()) };
        if got <= 0 || unsafe { write(1, block.as_ptr(), got as usize) } != got {
            return;
        }
    }
}

/// Whether a shell with these arguments has its commands in one of them (`-c`).
unsafe fn takes_command(arguments: &[*const c_char]) -> bool {
    let mut rest = arguments.iter().map(|argument| unsafe { bytes(*argument) });
    while let Some(argument @ [b'-' | b'+', options @ ..]) = rest.next() {
        if argument.starts_with(b"-") && !argument.starts_with(b"--") && options.contains(&b'c') {
            return true;
        }
        if let [.., b'o' | b'O'] = options {
            rest.next();
        }
    }
    false
}

/// The entry point of the C runtime.
///
/// # Safety
/// Called once, by the C runtime, with what the kernel gave.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn main(argc: i32, argv: *const *const c_char) -> i32 {
    let mut own = [0_u8; PATH_MAX];
    let length = unsafe { readlink(c"/proc/self/exe".as_ptr(), own.as_mut_ptr(), PATH_MAX - 8) };
    if length <= 0 {
        return 126;
    }
    let own = &own[..length as usize];
    let Some(slash) = own.iter().rposition(|byte| *byte == b'/') else { return 126 };
    let name = &own[slash + 1..];
    let arguments: Vec<*const c_char> =
        (1..argc.max(1) as usize).map(|at| unsafe { *argv.add(at) }).collect();

    // ROOT/bin/NAME: the log is ROOT/log.
    let mut log = own[..slash].to_vec();
    log.truncate(log.iter().rposition(|byte| *byte == b'/').unwrap_or(0));
    log.extend_from_slice(b"/log\0");
    let foreign = unsafe { !getenv(FOREIGN.as_ptr().cast()).is_null() };
    let mut record = Vec::with_capacity(256);
    record.extend_from_slice(if foreign { b"f" } else { b"p" });
    record.extend_from_slice((arguments.len() + 1).to_string().as_bytes());
    record.push(0);
    record.extend_from_slice(name);
    record.push(0);
    for argument in &arguments {
        record.extend_from_slice(unsafe { bytes(*argument) });
        record.push(0);
    }
    const WRITE_ONLY_APPEND: i32 = 0o1 | 0o2000;
    unsafe {
        let fd = open(log.as_ptr().cast(), WRITE_ONLY_APPEND);
        if fd >= 0 {
            write(fd, record.as_ptr(), record.len());
            close(fd);
        }
    }

    match name {
        b"bash" | b"sh" => {
            let command = unsafe { takes_command(&arguments) };
            unsafe {
                if !command {
                    setenv(FOREIGN.as_ptr().cast(), c"f".as_ptr(), 1);
                }
                // A login shell would read the machine's profile, which is not the text's.
                let mut rest = vec![*argv, c"--noprofile".as_ptr()];
                rest.extend(&arguments);
                rest.push(std::ptr::null());
                execv(REAL_BASH.as_ptr().cast(), rest.as_ptr());
            }
            126
        }
        b"cat" => {
            if arguments.is_empty() {
                unsafe { copy(0) };
            }
            for argument in arguments {
                let fd = if unsafe { bytes(argument) } == b"-" {
                    0
                } else {
                    unsafe { open(argument, 0) }
                };
                if fd >= 0 {
                    unsafe { copy(fd) };
                }
            }
            0
        }
        [b'f', ..] => 1,
        _ => 0,
    }
}
