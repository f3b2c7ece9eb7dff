//! An output that gets its name when it is complete, and its state for a later run.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use flate2::{Compression, write::GzEncoder};
use trommel_warc::Codec;
use zstd::stream::write::Encoder as ZstdEncoder;

use crate::interrupt::RemovedBySignal;
use crate::remote::{self, Upload, is_address};

/// An output: a file, compressed if its name ends in `.gz` or `.zst`, or standard output.
///
/// A file is written next to its final path under a temporary name (hidden, ending in
/// `.trommel-part`) and renamed by [`finish`](Self::finish). Otherwise it is deleted, unless a
/// [`checkpoint`](Self::checkpoint) lets a later run continue it; then a [mark](Self::marked) may
/// be left. Anything but a regular file (a pipe, a device, `/dev/stdout` wherever it leads) is
/// written directly. A remote object appears when it is complete, or not at all.
pub(crate) struct Output {
    codec: Codec,
    /// `None` while it is replaced, and after an error in that.
    encoder: Option<Encoder>,
    places: Option<Places>,
    /// Whether nothing was written yet.
    is_empty: bool,
    is_kept: bool,
    /// Whether it leaves a [mark](Places::mark) if it is neither kept nor finished.
    is_marked: bool,
    /// Deletes the partial file on a signal; `None` if the writer handles signals itself.
    removed_by_signal: Option<RemovedBySignal>,
}

/// Paths of an output file.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// The final path.
    place: PathBuf,
    /// The path while it is written.
    part: PathBuf,
    /// The path of the state for a later run.
    state: PathBuf,
}

impl Places {
    /// The paths for an output `path`; `None` for anything but a regular local file.
    pub(crate) fn of(path: &Path) -> io::Result<Option<Self>> {
        if path == Path::new("-") || is_address(path) || open_file(path).is_some() {
            return Ok(None);
        }
        let place = match fs::metadata(path) {
            Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) if !found.is_file() => return Ok(None),
            // Replace the target of a link, not the link.
            Ok(_) => path.canonicalize()?,
            Err(_) => linked(path),
        };
        let name = place.file_name().ok_or(io::ErrorKind::IsADirectory)?;
        let with_ending = |ending: &str| {
            let mut hidden = OsString::from(".");
            hidden.push(name);
            hidden.push(ending);
            place.with_file_name(hidden)
        };
        Ok(Some(Self { part: with_ending(".trommel-part"), state: with_ending(".trommel-state"), place }))
    }

    /// Whether the output is complete.
    pub(crate) fn is_finished(&self) -> bool {
        self.place.is_file()
    }

    /// Size of the complete output; `None` if it does not exist.
    pub(crate) fn finished_bytes(&self) -> Option<u64> {
        Some(fs::metadata(&self.place).ok().filter(fs::Metadata::is_file)?.len())
    }

    /// Gives the partial file the permissions of the file that it will replace, if any. It stays
    /// writable while it is written.
    fn keep_permissions(&self, is_written: bool) -> io::Result<()> {
        let Ok(replaced) = fs::metadata(&self.place) else { return Ok(()) };
        let permissions = replaced.permissions();
        if (permissions.readonly() && is_written) || fs::metadata(&self.part)?.permissions() == permissions {
            return Ok(());
        }
        fs::set_permissions(&self.part, permissions)
    }

    /// Whether a run has begun to write the output, or [intends](Self::mark) to, and has not
    /// finished it.
    pub(crate) fn is_begun(&self) -> bool {
        self.part.exists()
    }

    /// Marks an existing output as stale, so that no later run takes it for this run's result.
    pub(crate) fn mark(&self) -> io::Result<()> {
        if self.is_finished() { File::create(&self.part).map(drop) } else { Ok(()) }
    }

    /// The state left by the last checkpoint, or by [`Output::finish_with`].
    pub(crate) fn state(&self) -> Option<Vec<u8>> {
        fs::read(&self.state).ok()
    }

    /// Deletes the state.
    pub(crate) fn forget_state(&self) {
        let _ = fs::remove_file(&self.state);
    }

    /// Writes the state atomically.
    fn leave_state(&self, state: &[u8]) -> io::Result<()> {
        let mut new = self.state.clone().into_os_string();
        new.push("-new");
        let written = File::create(&new).and_then(|mut file| {
            file.write_all(state)?;
            file.sync_data()
        });
        written.and_then(|()| fs::rename(&new, &self.state)).inspect_err(|_| drop(fs::remove_file(&new)))
    }
}

/// Maximum number of links to follow, as on Linux.
const MAX_LINKS: usize = 40;

/// The target of the links at `path`, even if it does not exist. It will be created, and the links
/// stay.
pub(crate) fn linked(path: &Path) -> PathBuf {
    let mut linked = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let Ok(target) = fs::read_link(&linked) else { break };
        // A relative link starts from its own folder.
        linked.pop();
        linked.push(target);
    }
    linked
}

/// The path of an open file of a process, if `path` is one or links to one: `/dev/stdout`,
/// `/dev/fd/3`. It may be a regular file, but must not be replaced, since others write to it too.
fn open_file(path: &Path) -> Option<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = folder.canonicalize().ok()?;
        if folder.starts_with("/proc") || folder == Path::new("/dev/fd") {
            return Some(folder.join(path.file_name()?));
        }
        path = folder.join(fs::read_link(&path).ok()?);
    }
    None
}

/// Whether `path` is standard output, by any of its names.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path == Path::new("-") || own_number(path).as_deref() == Some("1")
}

/// The number of this process's open file that `path` leads to.
fn own_number(path: &Path) -> Option<String> {
    let file = open_file(path)?;
    let own = Path::new("/dev/fd").canonicalize().ok()?;
    (file.parent() == Some(&own)).then(|| file.file_name().unwrap_or_default().to_string_lossy().into_owned())
}

/// Opens an output that is written directly. Open files are appended to.
fn stream(path: &Path) -> io::Result<Box<dyn Sure>> {
    if is_address(path) {
        return Ok(Box::new(remote::create(path)?));
    }
    if is_stdout(path) {
        return Ok(Box::new(io::stdout()));
    }
    let number = own_number(path);
    if number.as_deref() == Some("2") {
        return Ok(Box::new(io::stderr()));
    }
    let mut options = File::options();
    let options = if open_file(path).is_some() { options.append(true) } else { options.write(true) };
    Ok(Box::new(options.open(path)?))
}

type Target = BufWriter<Box<dyn Sure>>;

/// A writer that can be flushed to disk.
trait Sure: Write + Send {
    /// Flushes to disk. Out: the position.
    fn sync(&mut self) -> io::Result<u64>;

    /// Gives a complete object its name, if it has none until then.
    fn complete(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sure for Upload {
    fn sync(&mut self) -> io::Result<u64> {
        Ok(0)
    }

    fn complete(&mut self) -> io::Result<()> {
        Self::complete(self)
    }
}

impl Sure for File {
    fn sync(&mut self) -> io::Result<u64> {
        self.sync_data()?;
        self.stream_position()
    }
}

impl Sure for io::Stdout {
    fn sync(&mut self) -> io::Result<u64> {
        Ok(0)
    }
}

impl Sure for io::Stderr {
    fn sync(&mut self) -> io::Result<u64> {
        Ok(0)
    }
}

/// Compression of an output, by its extension.
pub(crate) fn codec_of(path: &Path) -> Codec {
    Codec::of_name(&path.file_name().unwrap_or_default().to_string_lossy()).0
}

enum Encoder {
    None(Target),
    Gzip(GzEncoder<Target>),
    Zstd(ZstdEncoder<'static, Target>),
}

impl Encoder {
    fn out(&mut self) -> &mut dyn Write {
        match self {
            Self::None(target) => target,
            Self::Gzip(encoder) => encoder,
            Self::Zstd(encoder) => encoder,
        }
    }

    /// Ends the gzip member or zstd frame.
    fn end(self) -> io::Result<Target> {
        match self {
            Self::None(target) => Ok(target),
            Self::Gzip(encoder) => encoder.finish(),
            Self::Zstd(encoder) => encoder.finish(),
        }
    }

    fn begin(codec: Codec, target: Target) -> io::Result<Self> {
        Ok(match codec {
            Codec::None => Self::None(target),
            Codec::Gzip => Self::Gzip(GzEncoder::new(target, Compression::default())),
            Codec::Zstd => Self::Zstd(ZstdEncoder::new(target, zstd::DEFAULT_COMPRESSION_LEVEL)?),
        })
    }
}

impl Output {
    /// Creates an output for `path`, compressed according to its name; `-` is standard output. A
    /// signal that ends the command deletes the partial file.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let mut output = Self::open(path, Places::of(path)?, codec_of(path), None)?;
        let watch = |places: &Places| RemovedBySignal::watch(places.part.clone(), path.display().to_string());
        output.removed_by_signal = output.places.as_ref().map(watch);
        Ok(output)
    }

    /// Opens an output for `path` with these `places`, from [`Places::of`]; `-` is standard output.
    /// `from`: bytes of an earlier run's partial file to keep.
    pub(crate) fn open(
        path: &Path,
        places: Option<Places>,
        codec: Codec,
        from: Option<u64>,
    ) -> io::Result<Self> {
        let target: Box<dyn Sure> = match &places {
            None => stream(path)?,
            Some(places) => {
                let mut options = File::options();
                let mut file =
                    options.write(true).create(true).truncate(from.is_none()).open(&places.part)?;
                places.keep_permissions(true)?;
                match from {
                    Some(bytes) => {
                        check_part(&places.part, file.metadata()?.len(), bytes)?;
                        file.set_len(bytes)?;
                        file.seek(SeekFrom::End(0))?;
                    }
                    // The state of an earlier run is obsolete.
                    None => drop(fs::remove_file(&places.state)),
                }
                Box::new(file)
            }
        };
        Ok(Self {
            codec,
            encoder: Some(Encoder::None(BufWriter::with_capacity(64 << 10, target))),
            places,
            is_empty: from.is_none(),
            is_kept: from.is_some(),
            is_marked: false,
            removed_by_signal: None,
        })
    }

    /// Leaves a [mark](Places::mark) unless it is finished.
    pub(crate) fn marked(mut self) -> Self {
        self.is_marked = true;
        self
    }

    /// Flushes the output to disk and writes the `state` made from its length, so that a later run
    /// can continue here.
    ///
    /// Does nothing unless the output is a regular file. Out: whether it is one.
    pub(crate) fn checkpoint(&mut self, state: impl FnOnce(u64) -> Vec<u8>) -> io::Result<bool> {
        let Some(places) = self.places.clone() else { return Ok(false) };
        let mut target = self.end()?;
        let bytes = target.get_mut().sync()?;
        self.encoder = Some(Encoder::None(target));
        places.leave_state(&state(bytes))?;
        self.is_kept = true;
        Ok(true)
    }

    pub(crate) fn is_compressed(&self) -> bool {
        self.codec != Codec::None
    }

    /// Whether it is a regular file.
    pub(crate) fn is_file(&self) -> bool {
        self.places.is_some()
    }

    /// Finishes the output: it gets its name.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.finish_with(None)
    }

    /// Finishes the output, and leaves a state for later runs, made from its length.
    pub(crate) fn finish_with(mut self, state: Option<&dyn Fn(u64) -> Vec<u8>>) -> io::Result<()> {
        if self.is_empty {
            // An empty output still needs a compressed frame.
            self.encoder()?;
        }
        let mut target = self.end()?;
        let mut bytes = 0;
        if self.places.is_some() {
            // Otherwise, the name could point to an empty file after a power failure.
            bytes = target.get_mut().sync()?;
        } else {
            target.get_mut().complete()?;
        }
        drop(target);
        drop(self.removed_by_signal.take());
        if let Some(places) = self.places.take() {
            // Before renaming, so that no other state is next to the final file.
            places.forget_state();
            state
                .map_or(Ok(()), |state| places.leave_state(&state(bytes)))
                .and_then(|()| places.keep_permissions(false))
                .and_then(|()| fs::rename(&places.part, &places.place))
                .inspect_err(|_| {
                    // The existing file is not the one that was finished.
                    places.forget_state();
                    let _ = fs::remove_file(&places.part);
                    if self.is_marked {
                        let _ = places.mark();
                    }
                })?;
            sync_folder(&places.place);
        }
        Ok(())
    }

    /// Ends the compressed stream.
    fn end(&mut self) -> io::Result<Target> {
        let mut target = self.encoder.take().ok_or_else(broken)?.end()?;
        target.flush()?;
        Ok(target)
    }

    /// The encoder. It starts the compressed stream if needed.
    fn encoder(&mut self) -> io::Result<&mut Encoder> {
        if let (Some(Encoder::None(_)), true) = (&self.encoder, self.codec != Codec::None)
            && let Some(Encoder::None(target)) = self.encoder.take()
        {
            self.encoder = Some(Encoder::begin(self.codec, target)?);
        }
        self.encoder.as_mut().ok_or_else(broken)
    }
}

/// An error if an earlier run's partial file is shorter than its checkpoint.
fn check_part(part: &Path, found: u64, expected: u64) -> io::Result<()> {
    if found >= expected {
        return Ok(());
    }
    let part = part.display();
    let message = format!(
        "expected the {expected} bytes of the interrupted run in {part}, found {found}; delete that file to write this output again"
    );
    Err(io::Error::new(io::ErrorKind::InvalidData, message))
}

/// Flushes the name of a file to disk, on systems where folders can be opened.
fn sync_folder(file: &Path) {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// The error for an output that is used after an error.
fn broken() -> io::Error {
    io::Error::other("an earlier write failed")
}

impl Drop for Output {
    fn drop(&mut self) {
        if let (Some(places), false) = (&self.places, self.is_kept) {
            let _ = fs::remove_file(&places.part);
            if self.is_marked {
                // If it cannot be marked, writing has failed too and was reported.
                let _ = places.mark();
            }
        }
        // The buffers hold part of a record, or data after the last checkpoint.
        if let Some(Encoder::None(target)) = self.encoder.take() {
            let _ = target.into_parts();
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.encoder()?.out().write(bytes)?;
        self.is_empty = false;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.encoder()?.out().flush()
    }
}
