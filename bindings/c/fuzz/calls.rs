//! Calls of the C interface in any order, with memory that may fail (`trommel_c::calls`).
#![no_main]

trommel_fuzz::count_blocks!();

libfuzzer_sys::fuzz_target!(|input: &[u8]| trommel_c::calls::run(input));
