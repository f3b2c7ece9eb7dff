//! Any cutting of the input gives identical output, with the default and the smallest budget, and
//! with a reused extractor.
#![no_main]

use libfuzzer_sys::fuzz_target;
use trommel_fuzz::{Input, Log, extractor, read};

trommel_fuzz::count_blocks!();

fuzz_target!(|data: &[u8]| {
    let Some(input) = Input::new(data) else { return };
    for options in [input.options.clone(), input.at_minimum()] {
        let (mut whole, mut cut, mut single) = (Log::default(), Log::default(), Log::default());
        let mut used = extractor(&options);
        let expected = read(&mut used, [&*input.page], &mut whole);
        let found = read(&mut used, input.chunks(), &mut cut);
        assert_eq!(whole.blocks, cut.blocks);
        assert_eq!(whole.text, cut.text);
        assert_eq!(expected, found);
        if input.page.len() < 8 << 10 {
            let found = read(&mut used, input.page.chunks(1), &mut single);
            assert_eq!(whole.blocks, single.blocks);
            assert_eq!(whole.text, single.text);
            assert_eq!(expected, found);
        }
    }
});
