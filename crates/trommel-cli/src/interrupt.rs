//! Signals that ask the command to end: Ctrl-C and SIGTERM.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{fs, process};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{SigId, flag, low_level};

use crate::stderr::report;

/// Takes note of the first signal, so that what was done can be kept. The second one ends the
/// process at once.
#[derive(Debug)]
pub(crate) struct Interrupt {
    /// The signal; 0 before it comes.
    signal: Arc<AtomicUsize>,
    handlers: Vec<SigId>,
}

impl Interrupt {
    /// Watches for signals until it is dropped. What cannot be watched for ends the process, as
    /// without it.
    pub(crate) fn watch() -> Self {
        let signal = Arc::new(AtomicUsize::new(0));
        let mut handlers = Vec::new();
        for number in [SIGINT, SIGTERM] {
            let is_second = Arc::new(AtomicBool::new(false));
            // Handlers run in the order of their registration: the first signal finds it false.
            handlers.extend(flag::register_conditional_default(number, Arc::clone(&is_second)));
            handlers.extend(flag::register(number, is_second));
            handlers.extend(flag::register_usize(number, Arc::clone(&signal), number as usize));
        }
        Self { signal, handlers }
    }

    /// The signal that asked the command to end.
    pub(crate) fn signal(&self) -> Option<i32> {
        i32::try_from(self.signal.load(SeqCst)).ok().filter(|signal| *signal > 0)
    }
}

impl Drop for Interrupt {
    fn drop(&mut self) {
        for handler in self.handlers.drain(..) {
            low_level::unregister(handler);
        }
    }
}

/// How often it is asked whether a signal came.
const POLL: Duration = Duration::from_millis(50);

/// Removes the part of an output that is not complete, and ends the process, when a signal asks for
/// it. Without it, the part would stay.
#[derive(Debug)]
pub(crate) struct RemovedBySignal {
    /// Its end ends the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl RemovedBySignal {
    /// Watches until it is dropped. In: the part, and what the output is called. Where there is no
    /// thread for it, the part stays.
    pub(crate) fn watch(part: PathBuf, output: String) -> Self {
        let (end, is_ended) = mpsc::channel();
        let interrupt = Interrupt::watch();
        let watch = move || {
            loop {
                // At the end, too: a signal that nobody heeds would be lost.
                let is_last = is_ended.recv_timeout(POLL) == Err(RecvTimeoutError::Disconnected);
                if let Some(signal) = interrupt.signal() {
                    let _ = fs::remove_file(&part);
                    report(&format!("{output}: interrupted: it is not written"));
                    process::exit(end_by(signal).into());
                }
                if is_last {
                    return;
                }
            }
        };
        Self { end: Some(end), thread: thread::Builder::new().spawn(watch).ok() }
    }
}

impl Drop for RemovedBySignal {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Ends the process as the signal does that nobody watches for, so that a shell sees which it was.
/// Out: the exit code, where the process does not end by it.
pub(crate) fn end_by(signal: i32) -> u8 {
    let _ = low_level::emulate_default_handler(signal);
    u8::try_from(128 + signal).unwrap_or(u8::MAX)
}
