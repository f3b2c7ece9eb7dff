//! One output that has its name only when it is complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use flate2::{Compression, write::GzEncoder};
use tempfile::TempPath;
use zstd::stream::write::Encoder as ZstdEncoder;

/// Where results go: a file, packed if its name ends in `.gz` or `.zst`, or standard output.
///
/// A file is written beside its final place under a temporary name (hidden, ending in `.part`) and gets its own by
/// [`finish`](Self::finish); without that, it vanishes. What is no ordinary file (a pipe, a device) is written directly.
pub(crate) struct Output {
    packer: Packer,
    /// Names of what is renamed at the end.
    places: Option<Places>,
}

/// The temporary name, and the final one.
type Places = (TempPath, PathBuf);

type Target = BufWriter<Box<dyn Write>>;

enum Packer {
    None(Target),
    Gzip(GzEncoder<Target>),
    Zstd(ZstdEncoder<'static, Target>),
}

impl Output {
    /// An output for `path`; `-` is standard output.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self { packer: Packer::None(buffered(Box::new(io::stdout()))), places: None });
        }
        let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?.to_string_lossy().to_lowercase();
        let (target, places): (Box<dyn Write>, _) = match fs::metadata(path) {
            Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) if !found.is_file() => (Box::new(File::options().write(true).open(path)?), None),
            // What a link points at is replaced, not the link.
            Ok(_) => with_temporary_name(path.canonicalize()?)?,
            Err(_) => with_temporary_name(path.to_path_buf())?,
        };
        let packer = if name.ends_with(".gz") {
            Packer::Gzip(GzEncoder::new(buffered(target), Compression::default()))
        } else if name.ends_with(".zst") {
            Packer::Zstd(ZstdEncoder::new(buffered(target), zstd::DEFAULT_COMPRESSION_LEVEL)?)
        } else {
            Packer::None(buffered(target))
        };
        Ok(Self { packer, places })
    }

    /// Everything was written: the output gets its name.
    pub(crate) fn finish(self) -> io::Result<()> {
        let mut target = match self.packer {
            Packer::None(target) => target,
            Packer::Gzip(packer) => packer.finish()?,
            Packer::Zstd(packer) => packer.finish()?,
        };
        target.flush()?;
        drop(target);
        match self.places {
            Some((temporary, place)) => temporary.persist(place).map_err(|error| error.error),
            None => Ok(()),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.packer {
            Packer::None(target) => target.write(bytes),
            Packer::Gzip(packer) => packer.write(bytes),
            Packer::Zstd(packer) => packer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.packer {
            Packer::None(target) => target.flush(),
            Packer::Gzip(packer) => packer.flush(),
            Packer::Zstd(packer) => packer.flush(),
        }
    }
}

fn buffered(target: Box<dyn Write>) -> Target {
    BufWriter::with_capacity(64 << 10, target)
}

/// A file beside `place` that can be renamed to it.
fn with_temporary_name(place: PathBuf) -> io::Result<(Box<dyn Write>, Option<Places>)> {
    let folder = match place.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".trommel-").suffix(".part");
    // Readable for whom any new file is: temporary files are for their owner alone unless told otherwise.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let (file, temporary) = builder.tempfile_in(folder)?.into_parts();
    Ok((Box::new(file), Some((temporary, place))))
}
