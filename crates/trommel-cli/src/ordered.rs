//! Workers side by side, results in order, a bounded number of them in memory.

use std::collections::VecDeque;
use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;

/// Results that may wait for their turn, for each worker.
const QUEUE_PER_WORKER: usize = 4;

/// Does `work` on each of `inputs`, a thread for each worker, and gives the results to `take` in the order of the inputs. Ends early
/// when `take` breaks.
///
/// Errors: not even one thread can be had. With fewer than asked for, the work goes on.
///
/// Cost: at most `workers.len() * (1 + QUEUE_PER_WORKER)` results are being made or wait.
///
/// Each input is sent to the workers with the sending end of a channel of its own; the receiving ends wait in a queue, in order. So
/// a slow page holds up those behind it only when the queue is full.
pub(crate) fn in_order<T: Send, R: Send>(
    workers: Vec<impl FnMut(T) -> R + Send>,
    inputs: impl Iterator<Item = T>,
    mut take: impl FnMut(R) -> ControlFlow<()>,
) -> io::Result<()> {
    let in_flight = workers.len() * (1 + QUEUE_PER_WORKER);
    thread::scope(|scope| {
        let (jobs, queue) = mpsc::sync_channel::<(T, SyncSender<R>)>(in_flight);
        // Owned by the workers alone: if all of them are gone, waiting results end instead of waiting for ever.
        let queue = Arc::new(Mutex::new(queue));
        for (started, mut work) in workers.into_iter().enumerate() {
            let queue = Arc::clone(&queue);
            let worker = move || {
                while let Some((input, result)) = next(&queue) {
                    // Nobody waits any more where `take` broke.
                    let _ = result.send(work(input));
                }
            };
            match thread::Builder::new().spawn_scoped(scope, worker) {
                Err(error) if started == 0 => return Err(error),
                Err(_) => break,
                Ok(_) => {}
            }
        }
        drop(queue);
        let mut waiting: VecDeque<Receiver<R>> = VecDeque::with_capacity(in_flight);
        let mut take_next = |waiting: &mut VecDeque<Receiver<R>>| match waiting.pop_front() {
            Some(result) => result.recv().map_or(ControlFlow::Break(()), &mut take),
            None => ControlFlow::Break(()),
        };
        for input in inputs {
            if waiting.len() == in_flight && take_next(&mut waiting).is_break() {
                return Ok(());
            }
            let (sender, receiver) = mpsc::sync_channel(1);
            if jobs.send((input, sender)).is_err() {
                return Ok(());
            }
            waiting.push_back(receiver);
        }
        while take_next(&mut waiting).is_continue() {}
        Ok(())
    })
}

/// The next job; `None` when there will be no more.
fn next<J>(queue: &Mutex<Receiver<J>>) -> Option<J> {
    queue.lock().ok()?.recv().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn results_come_in_the_order_of_the_inputs() {
        for jobs in [1, 2, 5] {
            let work = |input: u64| {
                thread::sleep(Duration::from_micros((input * 7919) % 300));
                input * 2
            };
            let mut taken = Vec::new();
            in_order(vec![work; jobs], 0..200, |result| {
                taken.push(result);
                ControlFlow::Continue(())
            })
            .expect("threads can be had");
            assert!(taken.iter().copied().eq((0..200).map(|input| input * 2)), "{jobs} jobs");
        }
    }

    #[test]
    fn a_break_ends_the_work_on_endless_inputs() {
        let mut taken = 0;
        in_order(vec![|input: u64| input; 3], 0.., |_| {
            taken += 1;
            if taken == 50 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .expect("threads can be had");
        assert_eq!(taken, 50);
    }
}
