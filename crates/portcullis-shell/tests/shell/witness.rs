//! Other people's parsers as witnesses: which command names do they see?
//!
//! A witness may loop, take very long, panic or exhaust its stack; it looks at a text in a thread
//! that can be left behind, and does not get texts that are known to be too much for it.

pub(crate) mod brush;
pub(crate) mod rable;
mod raw;

use std::panic::catch_unwind;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// How long a witness may look at one text.
const PATIENCE: Duration = Duration::from_secs(5);

/// Enough for what is shown to a witness in a build without optimisation.
const STACK: usize = 512 << 20;

/// Texts with more brackets open at once are not shown to a witness.
const DEEPEST: usize = 200;

/// Nor are those with more words that open something.
const MOST_OPENERS: usize = 2_000;

/// What a witness says of a text.
pub(crate) enum Sight {
    /// The command names it sees that need no expansion, in no special order.
    Names(Vec<String>),
    /// It does not take the text.
    Refused,
    /// It was not asked, or did not answer, and why.
    Silent(&'static str),
}

/// A parser that may be asked.
pub(crate) struct Witness {
    /// What it is called.
    pub(crate) name: &'static str,
    /// Its names; `None` when it does not take the text.
    look: fn(&str) -> Option<Vec<String>>,
    /// Why it must not be asked.
    spare: fn(&str) -> Option<&'static str>,
    worker: Option<Worker>,
}

/// A thread that looks at texts.
struct Worker {
    texts: Sender<String>,
    sights: Receiver<Sight>,
}

impl Witness {
    /// A witness that has not been asked yet.
    pub(crate) fn new(
        name: &'static str,
        look: fn(&str) -> Option<Vec<String>>,
        spare: fn(&str) -> Option<&'static str>,
    ) -> Self {
        Self { name, look, spare, worker: None }
    }

    /// Asks.
    pub(crate) fn see(&mut self, text: &str) -> Sight {
        if too_deep(text) {
            return Sight::Silent("nested too deeply for its stack");
        }
        if let Some(reason) = (self.spare)(text) {
            return Sight::Silent(reason);
        }
        let look = self.look;
        let worker = self.worker.get_or_insert_with(|| Worker::start(look));
        worker.texts.send(text.to_owned()).unwrap();
        worker.sights.recv_timeout(PATIENCE).unwrap_or_else(|_| {
            self.worker = None;
            Sight::Silent("did not answer in time")
        })
    }
}

impl Worker {
    fn start(look: fn(&str) -> Option<Vec<String>>) -> Self {
        let (texts, inbox) = channel::<String>();
        let (outbox, sights) = channel();
        let work = move || {
            for text in inbox {
                let sight = match catch_unwind(|| look(&text)) {
                    Ok(Some(names)) => Sight::Names(names),
                    Ok(None) => Sight::Refused,
                    Err(_) => Sight::Silent("panicked"),
                };
                if outbox.send(sight).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().stack_size(STACK).spawn(work).unwrap();
        Self { texts, sights }
    }
}

/// Whether a text may be nested too deeply, by its brackets and by the words that open something.
/// Quotes and comments are not looked at.
fn too_deep(text: &str) -> bool {
    let (mut depth, mut deepest) = (0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    let openers = ["if", "while", "until", "for", "select", "case", "coproc", "!", "time"];
    let words = text.split_whitespace().filter(|word| openers.contains(word)).count();
    deepest > DEEPEST || words > MOST_OPENERS || text.matches('`').count() > MOST_OPENERS
}
