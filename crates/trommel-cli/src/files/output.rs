//! One output that has its name only when it is complete, and what a later run needs to go on with
//! it.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use flate2::{Compression, write::GzEncoder};
use trommel_warc::Codec;
use zstd::stream::write::Encoder as ZstdEncoder;

use crate::interrupt::RemovedBySignal;
use crate::remote::{self, Upload, is_address};

/// Where results go: a file, compressed if its name ends in `.gz` or `.zst`, or standard output.
///
/// A file is written next to its final place under another name (hidden, ending in `.trommel-part`)
/// and gets its own by [`finish`](Self::finish); without that, it vanishes, unless there was a
/// [`checkpoint`](Self::checkpoint), from which a later run can go on, or it is [to be
/// marked](Self::marked). What is no ordinary file (a pipe, a device, `/dev/stdout` wherever that
/// leads) is written directly. What is at an address appears when it is complete, or not at all.
pub(crate) struct Output {
    codec: Codec,
    /// `None` for the moment in which it is replaced, and after an error in that.
    encoder: Option<Encoder>,
    places: Option<Places>,
    /// Whether nothing was ever written.
    is_empty: bool,
    is_kept: bool,
    /// Whether it leaves a [mark](Places::mark) where it is neither kept nor finished.
    is_marked: bool,
    /// What a signal does; `None` where who writes the output heeds it.
    removed_by_signal: Option<RemovedBySignal>,
}

/// Names of a file.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// The final one.
    place: PathBuf,
    /// While it is written.
    part: PathBuf,
    /// The one of what a later run needs.
    state: PathBuf,
}

impl Places {
    /// Those of an output for `path`; `None` for what is no ordinary file of this machine.
    pub(crate) fn of(path: &Path) -> io::Result<Option<Self>> {
        if path == Path::new("-") || is_address(path) || open_file(path).is_some() {
            return Ok(None);
        }
        let place = match fs::metadata(path) {
            Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) if !found.is_file() => return Ok(None),
            // What a link points at is replaced, not the link.
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

    /// Bytes of the complete output; `None` if it is not there.
    pub(crate) fn finished_bytes(&self) -> Option<u64> {
        Some(fs::metadata(&self.place).ok().filter(fs::Metadata::is_file)?.len())
    }

    /// Gives the part the permissions of the file that it will replace, if there is one. While it
    /// is written, it stays writable.
    fn keep_permissions(&self, is_written: bool) -> io::Result<()> {
        let Ok(replaced) = fs::metadata(&self.place) else { return Ok(()) };
        let permissions = replaced.permissions();
        if (permissions.readonly() && is_written) || fs::metadata(&self.part)?.permissions() == permissions {
            return Ok(());
        }
        fs::set_permissions(&self.part, permissions)
    }

    /// Whether a run began to write the output, or is [to](Self::mark), and it did not get its name
    /// since.
    pub(crate) fn is_begun(&self) -> bool {
        self.part.exists()
    }

    /// Leaves a sign that what has the name is to be replaced, so that no later run takes it for
    /// what this one made. What has no name yet needs none.
    pub(crate) fn mark(&self) -> io::Result<()> {
        if self.is_finished() { File::create(&self.part).map(drop) } else { Ok(()) }
    }

    /// What the last checkpoint left, or who [finished with a state](Output::finish_with).
    pub(crate) fn state(&self) -> Option<Vec<u8>> {
        fs::read(&self.state).ok()
    }

    /// Takes away what was left for a later run.
    pub(crate) fn forget_state(&self) {
        let _ = fs::remove_file(&self.state);
    }

    /// Leaves something for a later run: as a whole, or not at all.
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

/// Links that are followed from one name, as many as Linux follows.
const MAX_LINKS: usize = 40;

/// What `path` leads to by links, though nothing is there yet: that is made, and the links stay.
pub(crate) fn linked(path: &Path) -> PathBuf {
    let mut linked = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let Ok(target) = fs::read_link(&linked) else { break };
        // Below the folder that the link is in; an absolute one replaces it.
        linked.pop();
        linked.push(target);
    }
    linked
}

/// The name of an open file among those of a process, if `path` is one or leads to one by links:
/// `/dev/stdout`, `/dev/fd/3`. What is open there may well be an ordinary file, but it is not ours
/// to replace: others write to it, too.
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

/// The number of the open file of this process that `path` leads to.
fn own_number(path: &Path) -> Option<String> {
    let file = open_file(path)?;
    let own = Path::new("/dev/fd").canonicalize().ok()?;
    (file.parent() == Some(&own)).then(|| file.file_name().unwrap_or_default().to_string_lossy().into_owned())
}

/// What is written directly. Where that is an open file, it is after all that is there.
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

/// What can be written, and perhaps be made sure of.
trait Sure: Write + Send {
    /// Waits until all is on the disk.
    fn sync(&mut self) -> io::Result<u64>;

    /// Gives what is complete its name, if it has none until then.
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

/// How an output is compressed, by the ending of its name.
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

    /// Ends the member or frame.
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
    /// An output for `path`, compressed as its name says; `-` is standard output. A signal that
    /// asks the command to end removes what is written so far.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let mut output = Self::open(path, Places::of(path)?, codec_of(path), None)?;
        let watch = |places: &Places| RemovedBySignal::watch(places.part.clone(), path.display().to_string());
        output.removed_by_signal = output.places.as_ref().map(watch);
        Ok(output)
    }

    /// An output for `path`, of which `places` are [`Places::of`]; `-` is standard output. With
    /// `from`, that many bytes of an earlier run's part are kept.
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
                    // That of an earlier run says nothing of this one.
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

    /// Leaves a [mark](Places::mark) when it ends without its name.
    pub(crate) fn marked(mut self) -> Self {
        self.is_marked = true;
        self
    }

    /// Makes sure of what was written; `state` gets its length and says what a later run needs to
    /// go on from here.
    ///
    /// Does nothing where the output is no ordinary file. Out: whether it is one.
    pub(crate) fn checkpoint(&mut self, state: impl FnOnce(u64) -> Vec<u8>) -> io::Result<bool> {
        let Some(places) = self.places.clone() else { return Ok(false) };
        let mut target = self.end()?;
        let bytes = target.get_mut().sync()?;
        self.encoder = Some(Encoder::None(target));
        places.leave_state(&state(bytes))?;
        self.is_kept = true;
        Ok(true)
    }

    /// Whether it compresses what is written.
    pub(crate) fn is_compressed(&self) -> bool {
        self.codec != Codec::None
    }

    /// Whether it is an ordinary file.
    pub(crate) fn is_file(&self) -> bool {
        self.places.is_some()
    }

    /// Everything was written: the output gets its name.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.finish_with(None)
    }

    /// The same, with something next to it for a later run, which is made of its length.
    pub(crate) fn finish_with(mut self, state: Option<&dyn Fn(u64) -> Vec<u8>>) -> io::Result<()> {
        if self.is_empty {
            // A compressed nothing is not nothing.
            self.encoder()?;
        }
        let mut target = self.end()?;
        let mut bytes = 0;
        if self.places.is_some() {
            // Else a power cut may leave the name with nothing after it.
            bytes = target.get_mut().sync()?;
        } else {
            target.get_mut().complete()?;
        }
        drop(target);
        drop(self.removed_by_signal.take());
        if let Some(places) = self.places.take() {
            // Before the name: what has its name has no other state next to it.
            places.forget_state();
            state
                .map_or(Ok(()), |state| places.leave_state(&state(bytes)))
                .and_then(|()| places.keep_permissions(false))
                .and_then(|()| fs::rename(&places.part, &places.place))
                .inspect_err(|_| {
                    // What has the name from before is not what was finished.
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

    /// Ends what is compressed together.
    fn end(&mut self) -> io::Result<Target> {
        let mut target = self.encoder.take().ok_or_else(broken)?.end()?;
        target.flush()?;
        Ok(target)
    }

    /// The encoder, begun where it is not.
    fn encoder(&mut self) -> io::Result<&mut Encoder> {
        if let (Some(Encoder::None(_)), true) = (&self.encoder, self.codec != Codec::None)
            && let Some(Encoder::None(target)) = self.encoder.take()
        {
            self.encoder = Some(Encoder::begin(self.codec, target)?);
        }
        self.encoder.as_mut().ok_or_else(broken)
    }
}

/// An error, if what is left of an earlier run's part is less than it made sure of.
fn check_part(part: &Path, found: u64, expected: u64) -> io::Result<()> {
    if found >= expected {
        return Ok(());
    }
    let part = part.display();
    let message = format!(
        "expected the {expected} bytes of the interrupted run in {part}, found {found}; without that file, this output is done anew"
    );
    Err(io::Error::new(io::ErrorKind::InvalidData, message))
}

/// Makes sure of the name of a file, where folders can be opened. Where not, the name comes to the
/// disk in its time.
fn sync_folder(file: &Path) {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// The error of an output that is used after one.
fn broken() -> io::Error {
    io::Error::other("it could not be written before")
}

impl Drop for Output {
    fn drop(&mut self) {
        if let (Some(places), false) = (&self.places, self.is_kept) {
            let _ = fs::remove_file(&places.part);
            if self.is_marked {
                // What cannot be marked could not be written, which was said.
                let _ = places.mark();
            }
        }
        // What is in the buffers is a part of a record, or after the last checkpoint.
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
