//! Signals that interrupt the command: Ctrl-C and SIGTERM.

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

/// Records the first signal, so that results can be kept. The second signal ends the process at
/// once.
#[derive(Debug)]
pub(crate) struct Interrupt {
    /// The signal; 0 if none came yet.
    signal: Arc<AtomicUsize>,
    handlers: Vec<SigId>,
}

impl Interrupt {
    /// Watches for signals until it is dropped. A signal that cannot be watched ends the process as
    /// usual.
    pub(crate) fn watch() -> Self {
        let signal = Arc::new(AtomicUsize::new(0));
        let mut handlers = Vec::new();
        for number in [SIGINT, SIGTERM] {
            let is_second = Arc::new(AtomicBool::new(false));
            // Handlers run in order of registration: the first signal finds it false.
            handlers.extend(flag::register_conditional_default(number, Arc::clone(&is_second)));
            handlers.extend(flag::register(number, is_second));
            handlers.extend(flag::register_usize(number, Arc::clone(&signal), number as usize));
        }
        Self { signal, handlers }
    }

    /// The signal that interrupted the command.
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

/// Interval between checks for a signal.
const POLL: Duration = Duration::from_millis(50);

/// On a signal, deletes the partial file of an output and ends the process.
#[derive(Debug)]
pub(crate) struct RemovedBySignal {
    /// Dropping it ends the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl RemovedBySignal {
    /// Watches until it is dropped. In: the partial file, and the name of the output. If no thread
    /// can be started, the file stays.
    pub(crate) fn watch(part: PathBuf, output: String) -> Self {
        let (end, is_ended) = mpsc::channel();
        let interrupt = Interrupt::watch();
        let watch = move || {
            loop {
                // Also check at the end, or a late signal would be lost.
                let is_last = is_ended.recv_timeout(POLL) == Err(RecvTimeoutError::Disconnected);
                if let Some(signal) = interrupt.signal() {
                    let _ = fs::remove_file(&part);
                    report(&format!("{output}: interrupted and not written"));
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

/// Ends the process by the signal's default action, so that a shell sees the signal. Out: the exit
/// code, if the process survives.
pub(crate) fn end_by(signal: i32) -> u8 {
    let _ = low_level::emulate_default_handler(signal);
    u8::try_from(128 + signal).unwrap_or(u8::MAX)
}
