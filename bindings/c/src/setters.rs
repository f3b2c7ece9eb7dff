//! The functions that set one option each.

use crate::code::trommel_code;
use crate::handle::{Handle, bytes, text};
use crate::message::Failure;
use crate::options::{Settings, trommel_options};
use std::ffi::c_char;
use std::str::FromStr;
#[cfg(feature = "chunks")]
use trommel::chunk::ChunkOptions;
use trommel::{Budget, Model, Options, blocks::RoleSet};

/// Maximum bytes of an encoding label. Standard labels have at most 19.
const MAX_LABEL_BYTES: usize = 256;

/// Runs `work` with the settings of `options`.
///
/// # Safety
/// `options` must be null or a handle that is not freed yet.
unsafe fn change(
    options: *mut trommel_options,
    work: impl FnOnce(&mut Settings) -> Result<(), Failure>,
) -> trommel_code {
    // SAFETY: by the contract of this function. The handle is all that options are.
    unsafe {
        Handle::<Settings>::enter(options.cast(), |settings, _| {
            settings.expect_whole()?;
            work(settings)
        })
    }
}

/// Sets an option without possible errors.
///
/// # Safety
/// As [`change`].
unsafe fn set(options: *mut trommel_options, with: impl FnOnce(Options) -> Options) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe {
        change(options, |settings| {
            settings.set(with);
            Ok(())
        })
    }
}

/// Sets an option by the name of its value.
///
/// # Safety
/// As [`change`]. `name` must be null or NUL-terminated.
unsafe fn set_named<T: FromStr<Err = trommel::Error>>(
    options: *mut trommel_options,
    name: *const c_char,
    with: impl FnOnce(Options, T) -> Options,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe {
        change(options, |settings| {
            let value = text(name)?.parse()?;
            settings.set(|options| with(options, value));
            Ok(())
        })
    }
}

/// Sets an option that needs the feature `references`.
///
/// # Safety
/// As [`set`].
unsafe fn set_reference(
    options: *mut trommel_options,
    is_wanted: bool,
    with: impl FnOnce(Options) -> Options,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe {
        change(options, |settings| {
            if is_wanted && !cfg!(feature = "references") {
                let message = "expected no posts, images or list of links, \
                               since this library is built without the feature `references`";
                return Err(Failure::Own(trommel_code::Setting, message));
            }
            settings.set(with);
            Ok(())
        })
    }
}

/// Evaluates an expression if the feature is enabled; else returns `options`.
macro_rules! reference {
    ($options:ident.$with:ident($wanted:ident)) => {{
        #[cfg(feature = "references")]
        let $options = $options.$with($wanted);
        $options
    }};
}

/// Sets the method that decides: `auto`, `learned`, `line-block`, `tag-ratio` or `words-leaves`.
///
/// # Safety
/// `options` must be NULL (an error) or a handle that is not freed yet. `method` must be NULL (an
/// error) or NUL-terminated; it is not kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_options_set_method(
    options: *mut trommel_options,
    method: *const c_char,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe { set_named(options, method, Options::with_method) }
}

/// Sets the format of the main content: `text`, `markdown` or `html`.
///
/// # Safety
/// `options` must be NULL (an error) or a handle that is not freed yet. `format` must be NULL (an
/// error) or NUL-terminated; it is not kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_options_set_format(
    options: *mut trommel_options,
    format: *const c_char,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe { set_named(options, format, Options::with_format) }
}

/// Sets the notation of formulas in Markdown: `code` or `dollars`.
///
/// # Safety
/// `options` must be NULL (an error) or a handle that is not freed yet. `formulas` must be NULL (an
/// error) or NUL-terminated; it is not kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_options_set_formulas(
    options: *mut trommel_options,
    formulas: *const c_char,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe { set_named(options, formulas, Options::with_formulas) }
}

/// Sets how strict the learned method is: `precision`, `balanced` or `recall`.
///
/// # Safety
/// `options` must be NULL (an error) or a handle that is not freed yet. `favor` must be NULL (an
/// error) or NUL-terminated; it is not kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_options_set_favor(
    options: *mut trommel_options,
    favor: *const c_char,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe { set_named(options, favor, Options::with_favor) }
}

/// Sets the maximum number of bytes that an extractor holds for its work. It does not include
/// collected text, nor the overhead of the handle (see `trommel_arena_size`).
/// `trommel_options_minimum_budget` is the minimum, which is checked when an extractor is made.
///
/// # Safety
/// `options` must be NULL (an error) or a handle that is not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_options_set_budget(
    options: *mut trommel_options,
    budget_bytes: usize,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe {
        change(options, |settings| {
            settings.set_budget(Budget::from_bytes(budget_bytes));
            Ok(())
        })
    }
}

/// Sets the encoding of all pages, by a label of the Encoding standard such as `windows-1252`. A
/// byte order mark overrides it. Without it, the encoding is detected. Whether the label is known
/// is checked when an extractor is made.
///
/// # Safety
/// `options` must be NULL (an error) or a handle that is not freed yet. `label` must be NULL (an
/// error) or NUL-terminated; it is copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_options_set_encoding(
    options: *mut trommel_options,
    label: *const c_char,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe {
        change(options, |settings| {
            let label = text(label)?;
            if label.len() > MAX_LABEL_BYTES {
                let message = "expected the label of an encoding, found a text of more than 256 bytes";
                return Err(Failure::Own(trommel_code::Encoding, message));
            }
            settings.set(|options| options.with_encoding(label));
            Ok(())
        })
    }
}

/// Sets whether Markdown and HTML keep links. Default: false, only the text of links stays.
///
/// # Safety
/// `options` must be NULL (an error) or a handle that is not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_options_set_links(
    options: *mut trommel_options,
    links: bool,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe { set(options, |options| options.with_links(links)) }
}

/// Sets whether user comments below the content are kept. Default: false.
///
/// # Safety
/// `options` must be NULL (an error) or a handle that is not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_options_set_comments(
    options: *mut trommel_options,
    comments: bool,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe { set(options, |options| options.keep_comments(comments)) }
}

/// Sets whether the function `post` of a sink receives the posts of a thread: of a forum, of a
/// question with its answers, of a discussion. Default: false.
///
/// Posts raise the minimum budget by 54 KiB, and take 1/14 of the budget beyond that, up to 560
/// KiB.
///
/// Errors: `TROMMEL_CODE_SETTING` for true, in a library without the feature `references`.
///
/// # Safety
/// `options` must be NULL (an error) or a handle that is not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_options_set_posts(
    options: *mut trommel_options,
    posts: bool,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe { set_reference(options, posts, |options| reference!(options.with_posts(posts))) }
}

/// Sets whether Markdown and HTML keep content images, and the function `image` of a sink receives
/// them. Default: false. Decoration, icons and tracking pixels are left out.
///
/// Images raise the minimum budget by 32 KiB, and take 1/16 of the budget beyond that, up to 512
/// KiB.
///
/// Errors: `TROMMEL_CODE_SETTING` for true, in a library without the feature `references`.
///
/// # Safety
/// `options` must be NULL (an error) or a handle that is not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_options_set_images(
    options: *mut trommel_options,
    images: bool,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe { set_reference(options, images, |options| reference!(options.with_images(images))) }
}

/// Sets whether the function `link` of a sink receives the links of the page, in its main content
/// or not. Default: false. The text does not change.
///
/// Links raise the minimum budget by 25 KiB, and take 1/21 of the budget beyond that, up to 385
/// KiB.
///
/// Errors: `TROMMEL_CODE_SETTING` for true, in a library without the feature `references`.
///
/// # Safety
/// `options` must be NULL (an error) or a handle that is not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_options_set_link_list(
    options: *mut trommel_options,
    link_list: bool,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe { set_reference(options, link_list, |options| reference!(options.with_link_list(link_list))) }
}

/// Sets that the function `chunk` of a sink receives the main content in chunks of at most `size`
/// `tokens` (from 16 to 65536, estimated) or `characters` (from 64 to 262144). That is the `unit`.
/// Default: no chunks. A chunk shares `overlap` of its end with the next one, in the same unit:
/// whole sentences or blocks, at most half of the size. The numbers are checked when an extractor
/// is made.
///
/// Chunks of 512 tokens raise the minimum budget by 93 KiB, others in proportion to their size.
/// The text and Markdown of a chunk are collected outside the budget, in memory that is kept.
///
/// Errors: `TROMMEL_CODE_SETTING` for another unit, and in a library without the feature `chunks`.
///
/// # Safety
/// `options` must be NULL (an error) or a handle that is not freed yet. `unit` must be NULL (an
/// error) or NUL-terminated; it is not kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_options_set_chunks(
    options: *mut trommel_options,
    size: u32,
    overlap: u32,
    unit: *const c_char,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe { change(options, |settings| set_chunks(settings, size, overlap, text(unit)?)) }
}

#[cfg(feature = "chunks")]
fn set_chunks(settings: &mut Settings, size: u32, overlap: u32, unit: &str) -> Result<(), Failure> {
    let chunks = match unit {
        "tokens" => ChunkOptions::of_tokens(size),
        "characters" => ChunkOptions::of_characters(size),
        _ => {
            let message = "expected one of tokens, characters, found another unit";
            return Err(Failure::Own(trommel_code::Setting, message));
        }
    };
    settings.set(|options| options.with_chunks(chunks.with_overlap(overlap)));
    Ok(())
}

#[cfg(not(feature = "chunks"))]
fn set_chunks(_: &mut Settings, _: u32, _: u32, _: &str) -> Result<(), Failure> {
    let message = "expected no chunks, since this library is built without the feature `chunks`";
    Err(Failure::Own(trommel_code::Setting, message))
}

/// Sets roles of blocks that are kept whatever the method decides, as names separated by commas:
/// `title,byline`. Default: none. The documentation lists the names.
///
/// # Safety
/// `options` must be NULL (an error) or a handle that is not freed yet. `roles` must be NULL (an
/// error) or NUL-terminated; it is not kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_options_set_with_roles(
    options: *mut trommel_options,
    roles: *const c_char,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe { set_named(options, roles, |options, roles: RoleSet| options.with_roles(roles)) }
}

/// Sets roles of blocks that are left out of the main content, as names separated by commas:
/// `title,byline`. Default: none. The documentation lists the names. They take precedence over kept
/// roles.
///
/// # Safety
/// `options` must be NULL (an error) or a handle that is not freed yet. `roles` must be NULL (an
/// error) or NUL-terminated; it is not kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_options_set_without_roles(
    options: *mut trommel_options,
    roles: *const c_char,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe { set_named(options, roles, |options, roles: RoleSet| options.without_roles(roles)) }
}

/// Sets whether the text of a page that shows almost none is replaced: by JSON-LD, the state of the
/// page's app, or its description. Default: true.
///
/// # Safety
/// `options` must be NULL (an error) or a handle that is not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_options_set_fallback(
    options: *mut trommel_options,
    fallback: bool,
) -> trommel_code {
    // SAFETY: by the contract of this function.
    unsafe { set(options, |options| options.with_fallback(fallback)) }
}

/// Sets a model of the learned method, made by `trommel train`. Default: the built-in one.
///
/// The model is read in place, such as from a mapped file or from flash, and takes none of the
/// budget. Its checksum is not verified: make sure that the file is complete.
///
/// # Safety
/// `options` must be NULL (an error) or a handle that is not freed yet. `model` must be NULL (an
/// error) or have `length` bytes, which stay valid and unchanged until the options, and all
/// extractors made with them, are freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trommel_options_set_model(
    options: *mut trommel_options,
    model: *const u8,
    length: usize,
) -> trommel_code {
    // SAFETY: by the contract of this function, the bytes outlive all that refers to them.
    unsafe {
        change(options, |settings| {
            let model = Model::from_static(bytes(model, length)?)?;
            settings.set(|options| options.with_model(model));
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extractor::{trommel_arena_size, trommel_extractor_new};
    use crate::options::{
        trommel_options_error, trommel_options_free, trommel_options_minimum_budget, trommel_options_new,
    };
    use std::ptr;

    #[test]
    fn broken_options_are_rejected_and_not_replaced_by_defaults() {
        let options = trommel_options_new();
        let mut extractor = ptr::null_mut();
        // SAFETY: the options are valid until they are freed, which is last.
        unsafe {
            assert_eq!(trommel_options_set_links(options, true), trommel_code::Ok);
            assert_eq!(set(options, |_| panic!("on purpose")), trommel_code::Panic);
            assert_eq!(trommel_options_set_links(options, true), trommel_code::Panic);
            assert_eq!(trommel_extractor_new(options, &raw mut extractor), trommel_code::Panic);
            assert!(extractor.is_null());
            assert_eq!((trommel_options_minimum_budget(options), trommel_arena_size(options)), (0, 0));
            let message = std::ffi::CStr::from_ptr(trommel_options_error(options));
            assert_eq!(message, c"expected a free: a defect broke these options");
            trommel_options_free(options);
        }
    }
}
