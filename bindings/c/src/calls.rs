//! A driver of the C interface, for fuzzing, tests and Miri.
//!
//! Calls in any order, with memory that may fail, give a code and its message, never a panic, and
//! leave nothing behind. The last bytes of an input choose the calls, the others are the page.

use crate::*;
use std::ffi::{CStr, c_char, c_void};
use std::ptr;

/// Maximum number of choice bytes. Miri is a thousand times slower.
const MAX_CHOICES: usize = if cfg!(miri) { 12 } else { 64 };

/// Bytes of the largest arena.
const ARENA_BYTES: usize = 600_000;

/// Choices, read from the end of an input. When they run out, all are zero.
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn below(&mut self, limit: usize) -> usize {
        let Some((&last, rest)) = self.0.split_last() else { return 0 };
        self.0 = rest;
        usize::from(last) % limit
    }

    fn is_over(&self) -> bool {
        self.0.is_empty()
    }
}

/// Counts blocks, and fails from a call on.
#[derive(Default)]
struct Count {
    calls: usize,
    live: usize,
    fails_from: usize,
}

unsafe extern "C" fn allocate(count: *mut c_void, size: usize) -> *mut c_void {
    // SAFETY: `count` is the `Count` of the allocator. A block has its size before it.
    unsafe {
        let count = &mut *count.cast::<Count>();
        count.calls += 1;
        if count.fails_from > 0 && count.calls >= count.fails_from {
            return ptr::null_mut();
        }
        count.live += 1;
        let block: &mut [u128] = Box::leak(vec![0; size.div_ceil(16) + 1].into_boxed_slice());
        block[0] = block.len() as u128;
        block.as_mut_ptr().add(1).cast()
    }
}

unsafe extern "C" fn release(count: *mut c_void, block: *mut c_void) {
    // SAFETY: as in `allocate`, which made the block.
    unsafe {
        let count = &mut *count.cast::<Count>();
        count.live = count.live.checked_sub(1).expect("no more blocks come back than were made");
        let block = block.cast::<u128>().sub(1);
        drop(Box::from_raw(ptr::slice_from_raw_parts_mut(block, *block as usize)));
    }
}

unsafe extern "C" fn take_text(_: *mut c_void, data: *const c_char, length: usize) -> bool {
    // SAFETY: a sink gets `length` bytes at `data`.
    let text = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), length) };
    // Stops at a marker in the text.
    !std::str::from_utf8(text).expect("text is UTF-8").starts_with("stop")
}

unsafe extern "C" fn take_block(_: *mut c_void, block: *const trommel_block) -> bool {
    // SAFETY: a sink gets a block that is valid during the call.
    let block = unsafe { &*block };
    assert!(block.chars >= block.link_chars && !block.role.data.is_null());
    block.words != 13
}

unsafe extern "C" fn take_post(_: *mut c_void, post: *const trommel_post) -> bool {
    // SAFETY: a sink gets a post that is valid during the call.
    let post = unsafe { &*post };
    assert!(post.text.length + post.author.length + post.date.length < 32 << 10);
    post.index != 3
}

unsafe extern "C" fn take_image(_: *mut c_void, image: *const trommel_image) -> bool {
    // SAFETY: a sink gets an image that is valid during the call.
    let image = unsafe { &*image };
    assert!(image.src.length <= 1024 && image.alt.length <= 512);
    image.offset % 13 != 0
}

unsafe extern "C" fn take_link(_: *mut c_void, link: *const trommel_link) -> bool {
    // SAFETY: a sink gets a link that is valid during the call.
    let link = unsafe { &*link };
    assert!(link.href.length <= 1024 && link.text.length <= 512 && link.rel.length <= 512);
    link.offset % 13 != 0
}

unsafe extern "C" fn take_chunk(_: *mut c_void, chunk: *const trommel_chunk) -> bool {
    // SAFETY: a sink gets a chunk that is valid during the call, with as many headings and roles.
    unsafe {
        let chunk = &*chunk;
        let headings = std::slice::from_raw_parts(chunk.headings, chunk.heading_count);
        let roles = std::slice::from_raw_parts(chunk.roles, chunk.role_count);
        assert!(headings.iter().all(|heading| heading.length <= 256) && !roles.is_empty());
        assert!(chunk.offset <= chunk.end && !chunk.text.data.is_null() && !chunk.markdown.data.is_null());
        chunk.words != 13
    }
}

fn options(choices: &mut Choices<'_>) -> *mut trommel_options {
    const METHODS: [&CStr; 5] = [c"auto", c"learned", c"line-block", c"tag-ratio", c"words-leaves"];
    const FORMATS: [&CStr; 3] = [c"text", c"markdown", c"html"];
    const ROLES: [&CStr; 3] = [c"comment", c"title,byline", c"paragraph"];
    let options = trommel_options_new();
    // SAFETY: the handle is valid, and so are the texts.
    unsafe {
        // With the model, Miri takes minutes per page.
        let methods = if cfg!(miri) { &METHODS[2..] } else { &METHODS[..] };
        let method = methods[choices.below(methods.len())];
        assert!(trommel_options_set_method(options, method.as_ptr()) == trommel_code::Ok);
        let format = FORMATS[choices.below(FORMATS.len())];
        assert!(trommel_options_set_format(options, format.as_ptr()) == trommel_code::Ok);
        let roles = ROLES[choices.below(ROLES.len())];
        assert!(trommel_options_set_without_roles(options, roles.as_ptr()) == trommel_code::Ok);
        trommel_options_set_links(options, choices.below(2) == 0);
        trommel_options_set_posts(options, choices.below(2) == 0);
        trommel_options_set_images(options, choices.below(2) == 0);
        trommel_options_set_link_list(options, choices.below(2) == 0);
        if cfg!(feature = "chunks") && choices.below(2) == 0 {
            let unit = if choices.below(2) == 0 { c"tokens" } else { c"characters" };
            let size = 64 + choices.below(256) as u32;
            let code = trommel_options_set_chunks(options, size, choices.below(32) as u32, unit.as_ptr());
            assert!(code == trommel_code::Ok);
        }
        match choices.below(4) {
            0 => {
                let bytes = trommel_options_minimum_budget(options) + 500 * choices.below(256);
                trommel_options_set_budget(options, bytes);
            }
            1 => {
                trommel_options_set_encoding(options, c"shift_jis".as_ptr());
            }
            _ => {}
        }
    }
    options
}

/// Makes an extractor in some way; null if that fails.
fn extractor(choices: &mut Choices<'_>, count: &mut Count, arena: &mut [u8]) -> *mut trommel_extractor {
    let options = options(choices);
    let allocator = trommel_allocator {
        user_data: ptr::from_mut(count).cast(),
        allocate: Some(allocate),
        release: Some(release),
    };
    let mut made = ptr::null_mut();
    // SAFETY: the handles are valid; the allocator's functions and the arena outlive the extractor.
    unsafe {
        let code = match choices.below(3) {
            0 => trommel_extractor_new(options, &mut made),
            1 => {
                let length = arena.len() / 255 * choices.below(256);
                trommel_extractor_new_in(options, arena.as_mut_ptr().cast(), length, &mut made)
            }
            _ => {
                count.fails_from = choices.below(64);
                trommel_extractor_new_with(options, &allocator, &mut made)
            }
        };
        assert_eq!(code == trommel_code::Ok, !made.is_null());
        assert_eq!(code == trommel_code::Ok, *trommel_options_error(options) == 0);
        trommel_options_free(options);
    }
    made
}

/// Makes one call with an extractor, and checks its postconditions.
///
/// # Safety
/// `extractor` must be valid.
unsafe fn call(extractor: *mut trommel_extractor, choices: &mut Choices<'_>, count: &mut Count, page: &[u8]) {
    let sink = trommel_sink {
        user_data: ptr::null_mut(),
        text: Some(take_text),
        block: Some(take_block),
        post: Some(take_post),
        image: Some(take_image),
        link: Some(take_link),
        chunk: Some(take_chunk),
    };
    let begin = page.len() * choices.below(256) / 256;
    let piece = &page[begin..];
    let piece = &piece[..piece.len() * choices.below(256) / 255];
    let (mut found, mut taken) = (ptr::null(), trommel_string { data: ptr::null(), length: 0 });
    // SAFETY: by the contract of this function; the arguments are valid.
    unsafe {
        let code = match choices.below(8) {
            0 | 1 => trommel_extractor_push(extractor, piece.as_ptr(), piece.len()),
            2 => trommel_extractor_finish(extractor, &mut found),
            3 => trommel_extract(extractor, piece.as_ptr(), piece.len(), &mut found),
            4 => trommel_extractor_take(extractor, &mut taken),
            5 => {
                count.fails_from = 0;
                trommel_extractor_reset(extractor)
            }
            6 => {
                trommel_extractor_set_sink(extractor, if choices.below(2) == 0 { &sink } else { ptr::null() })
            }
            _ => trommel_extractor_set_url(extractor, c"https://example.org/".as_ptr()),
        };
        assert!(!matches!(code, trommel_code::Panic | trommel_code::Busy | trommel_code::Other), "{code:?}");
        assert_eq!(code == trommel_code::Ok, *trommel_extractor_error(extractor) == 0, "{code:?}");
        assert!(found.is_null() || found == trommel_extractor_page(extractor));
    }
}

/// Makes an extractor, and makes the calls chosen by the last bytes of `input`.
///
/// # Panics
///
/// If the interface misbehaves.
pub fn run(input: &[u8]) {
    let (page, choices) = input.split_at(input.len().saturating_sub(MAX_CHOICES));
    let mut choices = Choices(choices);
    let mut count = Count::default();
    let mut arena = vec![0; ARENA_BYTES];
    let extractor = extractor(&mut choices, &mut count, &mut arena);
    while !extractor.is_null() && !choices.is_over() {
        // SAFETY: it is valid until it is freed below.
        unsafe { call(extractor, &mut choices, &mut count, page) };
    }
    // SAFETY: nobody uses it any more; NULL is allowed.
    unsafe { trommel_extractor_free(extractor) };
    assert_eq!(count.live, 0, "all memory comes back");
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<!doctype html><title>Rivers</title><body><nav><a href=/>Home</a> <a href=/a>About us</a></nav>\
        <h1>Rivers</h1><p>The river rose for <b>three</b> days, and went on until the morning came.</p>\
        <table><tr><th>day<td>level</table><p>stop here, where the <a href=/b>bridge</a> was closed.</p>";

    #[test]
    fn calls_in_any_order_are_safe() {
        for seed in 0..if cfg!(miri) { 60 } else { 400 } {
            let mut state = 0x9E37_79B9_u32.wrapping_mul(seed + 1);
            let choices = std::iter::repeat_with(|| {
                state ^= state << 13;
                state ^= state >> 17;
                state ^= state << 5;
                (state >> 11) as u8
            });
            let choices: Vec<u8> = choices.take(MAX_CHOICES).collect();
            run(&[PAGE.as_bytes(), &choices].concat());
        }
    }
}
