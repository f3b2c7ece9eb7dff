//! A pool of worker threads. They run jobs, some with a stream of bytes, and return results in
//! order.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread::{self, Scope};

use trommel_warc::Block;

/// Maximum number of waiting jobs per worker, beside the current one, and of waiting results.
const QUEUE_PER_WORKER: usize = 3;

/// Maximum bytes of all jobs together, if more of them wait than there are workers.
const MAX_HELD_BYTES: usize = 8 << 20;

/// Maximum waiting chunks of a stream.
const CHUNKS: usize = 16;

/// Maximum bytes of a chunk.
const CHUNK_BYTES: usize = 64 << 10;

pub(crate) trait Work<J, R> {
    /// Runs one job. It need not read the stream to its end.
    fn work(&mut self, job: J, block: Option<&mut dyn Block>) -> R;

    /// Bytes that a job holds, without its stream.
    fn held_bytes(_job: &J) -> usize {
        0
    }
}

impl<J, R, F: FnMut(J) -> R> Work<J, R> for F {
    fn work(&mut self, job: J, _: Option<&mut dyn Block>) -> R {
        self(job)
    }
}

/// A pool of workers. A single worker runs in the caller's thread, on the caller's stream. Several
/// workers have a thread each and get streams in chunks.
///
/// Cost:
///
/// - For each worker, the current job.
/// - The next job, and at most [`MAX_HELD_BYTES`] of other waiting jobs.
/// - The waiting results.
/// - For each worker, at most 1 + [`QUEUE_PER_WORKER`] streams of [`CHUNKS`] chunks, 4 MiB.
pub(crate) enum WorkerPool<'scope, W, J, R> {
    /// A worker in the caller's thread.
    Alone(W),
    /// Several threads.
    Many(Many<'scope, J, R>),
}

pub(crate) struct Many<'scope, J, R> {
    jobs: SyncSender<Queued<J, R>>,
    waiting: VecDeque<Receiver<R>>,
    most_waiting: usize,
    workers: usize,
    load: Arc<Load>,
    _scope: std::marker::PhantomData<&'scope ()>,
}

/// Submitted jobs that are not done.
#[derive(Default)]
struct Load {
    jobs: AtomicUsize,
    /// Bytes of these jobs.
    bytes: AtomicUsize,
}

struct Queued<J, R> {
    job: J,
    block: Option<Pipe>,
    result: SyncSender<R>,
}

/// Receives results, in the order of their jobs.
pub(crate) type Take<'a, R> = &'a mut dyn FnMut(R) -> ControlFlow<()>;

impl<'scope, W, J, R> WorkerPool<'scope, W, J, R>
where
    W: Work<J, R> + Send + 'scope,
    J: Send + 'scope,
    R: Send + 'scope,
{
    /// Starts a pool of these workers, at least one. If not all threads can be started, there are
    /// fewer.
    ///
    /// Errors: no thread can be started.
    pub(crate) fn new(scope: &'scope Scope<'scope, '_>, mut workers: Vec<W>) -> io::Result<Self> {
        if workers.len() == 1
            && let Some(worker) = workers.pop()
        {
            return Ok(Self::Alone(worker));
        }
        let most_waiting = workers.len() * (1 + QUEUE_PER_WORKER);
        let many_workers = workers.len();
        let load = Arc::new(Load::default());
        let (jobs, queue) = mpsc::sync_channel::<Queued<J, R>>(most_waiting);
        // Only the workers own the queue. If all of them are gone, a waiting sender gets an error
        // instead of waiting forever.
        let queue = Arc::new(Mutex::new(queue));
        for (started, mut worker) in workers.into_iter().enumerate() {
            let (queue, load) = (Arc::clone(&queue), Arc::clone(&load));
            let run = move || {
                while let Some(mut task) = next(&queue) {
                    let block = task.block.as_mut().map(|pipe| pipe as &mut dyn Block);
                    let bytes = W::held_bytes(&task.job);
                    let result = worker.work(task.job, block);
                    load.jobs.fetch_sub(1, Relaxed);
                    load.bytes.fetch_sub(bytes, Relaxed);
                    // The receiver is gone if `take` broke.
                    let _ = task.result.send(result);
                }
            };
            match thread::Builder::new().spawn_scoped(scope, run) {
                Err(error) if started == 0 => return Err(error),
                Err(_) => break,
                Ok(_) => {}
            }
        }
        let waiting = VecDeque::with_capacity(most_waiting);
        let workers = many_workers;
        Ok(Self::Many(Many { jobs, waiting, most_waiting, workers, load, _scope: std::marker::PhantomData }))
    }

    /// Submits a job. Its stream is read as far as the worker needs it. Finished results go to
    /// `take`.
    pub(crate) fn submit(
        &mut self,
        job: J,
        block: Option<&mut dyn Block>,
        take: Take<'_, R>,
    ) -> ControlFlow<()> {
        let many = match self {
            Self::Alone(worker) => return take(worker.work(job, block)),
            Self::Many(many) => many,
        };
        let bytes = W::held_bytes(&job);
        while many.waiting.len() >= many.most_waiting || many.is_loaded(bytes) {
            many.take_next(take)?;
        }
        many.load.jobs.fetch_add(1, Relaxed);
        many.load.bytes.fetch_add(bytes, Relaxed);
        let (result, receiver) = mpsc::sync_channel(1);
        many.waiting.push_back(receiver);
        let Some(block) = block else {
            return many.send(Queued { job, block: None, result });
        };
        let (sender, parts) = mpsc::sync_channel(CHUNKS);
        let pipe = Pipe { parts, chunk: Vec::new(), pos: 0, is_cut: false, is_ended: false };
        many.send(Queued { job, block: Some(pipe), result })?;
        pump(block, &sender);
        ControlFlow::Continue(())
    }

    /// Waits for all jobs and passes their results to `take`.
    pub(crate) fn finish(self, take: Take<'_, R>) -> ControlFlow<()> {
        if let Self::Many(mut many) = self {
            while !many.waiting.is_empty() {
                many.take_next(take)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl<J, R> Many<'_, J, R> {
    /// Whether a job of `bytes` would have to wait, with unfinished jobs holding more than
    /// [`MAX_HELD_BYTES`].
    fn is_loaded(&self, bytes: usize) -> bool {
        let (jobs, held) = (self.load.jobs.load(Relaxed), self.load.bytes.load(Relaxed));
        jobs >= self.workers && held + bytes > MAX_HELD_BYTES
    }

    fn send(&self, task: Queued<J, R>) -> ControlFlow<()> {
        self.jobs.send(task).map_or(ControlFlow::Break(()), ControlFlow::Continue)
    }

    fn take_next(&mut self, take: Take<'_, R>) -> ControlFlow<()> {
        match self.waiting.pop_front().map(|result| result.recv()) {
            Some(Ok(result)) => take(result),
            // The worker is gone. The end of its thread gives the reason.
            _ => ControlFlow::Break(()),
        }
    }
}

/// The next task. `None` if there are no more.
fn next<T>(queue: &Mutex<Receiver<T>>) -> Option<T> {
    queue.lock().ok()?.recv().ok()
}

/// Sends a stream to its worker until the worker stops reading.
fn pump(block: &mut dyn Block, sender: &SyncSender<Part>) {
    loop {
        let part = match block.fill_buf() {
            Ok([]) => Part::End(Ok(block.is_cut())),
            Ok(bytes) => Part::Chunk(bytes[..bytes.len().min(CHUNK_BYTES)].to_vec()),
            Err(error) => Part::End(Err(error)),
        };
        let (bytes, is_end) = match &part {
            Part::Chunk(chunk) => (chunk.len(), false),
            Part::End(_) => (0, true),
        };
        if sender.send(part).is_err() || is_end {
            return;
        }
        block.consume(bytes);
    }
}

enum Part {
    Chunk(Vec<u8>),
    /// The end of the stream: whether it is incomplete, or the read error.
    End(io::Result<bool>),
}

/// The worker's end of a stream.
struct Pipe {
    parts: Receiver<Part>,
    chunk: Vec<u8>,
    pos: usize,
    is_cut: bool,
    is_ended: bool,
}

impl BufRead for Pipe {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.pos == self.chunk.len() && !self.is_ended {
            match self.parts.recv() {
                Ok(Part::Chunk(chunk)) => (self.chunk, self.pos) = (chunk, 0),
                Ok(Part::End(end)) => {
                    self.is_ended = true;
                    self.is_cut = end?;
                }
                Err(_) => self.is_ended = true,
            }
        }
        Ok(&self.chunk[self.pos..])
    }

    fn consume(&mut self, bytes: usize) {
        self.pos = (self.pos + bytes).min(self.chunk.len());
    }
}

impl Read for Pipe {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut chunk = self.fill_buf()?;
        let bytes = chunk.read(out)?;
        self.consume(bytes);
        Ok(bytes)
    }
}

impl Block for Pipe {
    fn is_cut(&self) -> bool {
        self.is_cut
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    struct Count;

    impl Work<u64, (u64, u64)> for Count {
        fn work(&mut self, job: u64, block: Option<&mut dyn Block>) -> (u64, u64) {
            thread::sleep(Duration::from_micros((job * 7919) % 300));
            // Every third stream is not read to its end.
            let most = if job.is_multiple_of(3) { 10 } else { u64::MAX };
            let read = block.map_or(0, |block| io::copy(&mut block.take(most), &mut io::sink()).unwrap_or(0));
            (job, read)
        }
    }

    struct Bytes(io::Cursor<Vec<u8>>);

    impl Read for Bytes {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            self.0.read(out)
        }
    }

    impl BufRead for Bytes {
        fn fill_buf(&mut self) -> io::Result<&[u8]> {
            self.0.fill_buf()
        }

        fn consume(&mut self, bytes: usize) {
            self.0.consume(bytes);
        }
    }

    impl Block for Bytes {
        fn is_cut(&self) -> bool {
            false
        }
    }

    #[test]
    fn results_and_streams_come_in_job_order() {
        for jobs in [1, 2, 5] {
            let mut taken = Vec::new();
            thread::scope(|scope| {
                let mut take = |result| {
                    taken.push(result);
                    ControlFlow::Continue(())
                };
                let mut pool = WorkerPool::new(scope, (0..jobs).map(|_| Count).collect())
                    .expect("threads can be started");
                for job in 0..100 {
                    let bytes = if job == 7 { 5 << 20 } else { job as usize };
                    let mut block = Bytes(io::Cursor::new(vec![0; bytes]));
                    assert!(pool.submit(job, Some(&mut block), &mut take).is_continue());
                }
                assert!(pool.finish(&mut take).is_continue());
            });
            let expected = |job: u64| match job {
                7 => 5 << 20,
                job if job.is_multiple_of(3) => job.min(10),
                job => job,
            };
            assert!(taken.iter().copied().eq((0..100).map(|job| (job, expected(job)))), "{jobs} jobs");
        }
    }

    /// A worker whose jobs hold a quarter of the maximum.
    struct Large;

    /// Counts how many of these jobs exist.
    struct Held(Arc<AtomicUsize>);

    impl Drop for Held {
        fn drop(&mut self) {
            self.0.fetch_sub(1, Relaxed);
        }
    }

    impl Work<Held, ()> for Large {
        fn work(&mut self, job: Held, _: Option<&mut dyn Block>) {
            thread::sleep(Duration::from_millis(1));
            drop(job);
        }

        fn held_bytes(_: &Held) -> usize {
            MAX_HELD_BYTES / 4
        }
    }

    #[test]
    fn waiting_jobs_hold_a_limited_number_of_bytes() {
        for (workers, most) in [(2, 4), (6, 6)] {
            let count = Arc::new(AtomicUsize::new(0));
            let mut seen = 0;
            thread::scope(|scope| {
                let pool = (0..workers).map(|_| Large).collect();
                let mut pool = WorkerPool::new(scope, pool).expect("threads can be started");
                let mut take = |()| ControlFlow::Continue(());
                for _ in 0..50 {
                    count.fetch_add(1, Relaxed);
                    let job = Held(Arc::clone(&count));
                    assert!(pool.submit(job, None, &mut take).is_continue());
                    seen = seen.max(count.load(Relaxed));
                }
                assert!(pool.finish(&mut take).is_continue());
            });
            assert!(seen > workers / 2 && seen <= most, "{seen} of {workers}");
        }
    }

    #[test]
    fn a_break_ends_the_work() {
        thread::scope(|scope| {
            let mut pool = WorkerPool::new(scope, vec![Count, Count]).expect("threads can be started");
            let mut take = |_| ControlFlow::Break(());
            let broke = (0..).any(|job| pool.submit(job, None, &mut take).is_break());
            assert!(broke);
        });
    }
}
