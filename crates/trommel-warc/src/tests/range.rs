//! Parts of a file have all its records, each once, however the file is split.

use flate2::write::DeflateEncoder;

use super::*;

/// The events of a file: records with their blocks, damaged places with their messages.
fn events(mut records: Records) -> Vec<String> {
    let mut events = Vec::new();
    loop {
        match records.next_record().expect("memory can be read") {
            Next::End => return events,
            Next::Damage(damage) => events.push(format!("!{damage}")),
            Next::Record(head) => {
                let mut block = Vec::new();
                records.read_to_end(&mut block).expect("memory can be read");
                let id = head.get("WARC-Record-ID").unwrap_or("?");
                events.push(format!("{id} {} {} {}", head.place(), digest(&block), records.is_cut()));
            }
        }
        assert!(events.len() < 100_000, "no end");
    }
}

/// Length of a block and a hash of it.
fn digest(block: &[u8]) -> String {
    let hash = block.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{}:{hash:x}", block.len())
}

fn whole(file: &[u8]) -> Vec<String> {
    events(Records::new(Box::new(io::Cursor::new(file.to_vec()))).expect("memory can be read"))
}

/// The part between two bytes, read from `look_back` bytes before it.
fn part(file: &[u8], start: u64, end: u64, look_back: u64) -> Vec<String> {
    let input = io::Cursor::new(file.to_vec());
    events(Records::in_range_from(input, ByteRange { start, end }, look_back).expect("memory can be read"))
}

/// The events of all parts between these cuts.
fn parts(file: &[u8], cuts: &[u64], look_back: u64) -> Vec<String> {
    let mut borders = [&[0], cuts, &[u64::MAX]].concat();
    borders.sort_unstable();
    borders.windows(2).flat_map(|border| part(file, border[0], border[1], look_back)).collect()
}

/// Small files of all kinds, whole and damaged.
fn files() -> Vec<(String, Vec<u8>)> {
    let nested = record("nested", b"<p>a page in a file in a record");
    let blocks: [(&str, Vec<u8>); 6] = [
        ("a", b"<p>one page".to_vec()),
        ("b", Vec::new()),
        (
            "c",
            [&b"<pre>\r\n\r\nWARC/1.0 is a format.\r\n\r\nWARC/1.1\r\n\r\n"[..], &nested, b"the end"]
                .concat(),
        ),
        ("d", [&gzip(&nested)[..], &gzip(&nested)].concat()),
        ("e", b"WARC/1.0\r\nWARC-Type: x\r\n\r\n\r\n\r\n".to_vec()),
        ("f", b"<p>the last page".to_vec()),
    ];
    let records: Vec<_> = blocks.iter().map(|(name, block)| record(name, block)).collect();
    let plain = records.concat();
    let each = |compress: &dyn Fn(&[u8]) -> Vec<u8>| {
        records.iter().flat_map(|record| compress(record)).collect::<Vec<_>>()
    };
    let two =
        [gzip(&records[..2].concat()), gzip(&records[2..4].concat()), gzip(&records[4..].concat())].concat();
    let cut_record = plain.split_at(plain.len() / 2);
    let mut files = vec![
        ("plain".to_string(), plain.clone()),
        ("line feeds".to_string(), String::from_utf8_lossy(&plain).replace('\r', "").into_bytes()),
        ("gzip".to_string(), each(&gzip)),
        ("one member".to_string(), gzip(&plain)),
        ("two records a member".to_string(), two),
        ("a record in two members".to_string(), [gzip(cut_record.0), gzip(cut_record.1)].concat()),
        ("zstd".to_string(), each(&zst)),
        ("one frame".to_string(), zst(&plain)),
        (
            "wrong lengths".to_string(),
            [0, 3, 1000].map(|length| record_of_length("x", b"<p>a page", length)).concat(),
        ),
        ("nothing".to_string(), Vec::new()),
        ("no records".to_string(), b"It rained for three days.\r\n\r\nWARC/1.0 is a format.".repeat(20)),
    ];
    for (name, file) in files.clone() {
        if file.len() > 200 {
            let third = file.len() / 3;
            let damages: [(&str, Vec<u8>); 4] = [
                ("cut", file[..file.len() - 20].to_vec()),
                ("a hole", [&file[..third], &[0; 60], &file[third + 60..]].concat()),
                ("bytes lost", [&file[..third], &file[third + 45..]].concat()),
                ("garbage in front", [&b"garbage\r\n"[..], &file].concat()),
            ];
            files.extend(damages.map(|(what, bytes)| (format!("{name}, {what}"), bytes)));
        }
    }
    files
}

#[test]
fn two_parts_are_the_whole_wherever_a_file_is_split() {
    for (name, file) in files() {
        let expected = whole(&file);
        for cut in 0..=file.len() as u64 + 2 {
            let look_back = [0, 40, LARGE][cut as usize % 3];
            let found = parts(&file, &[cut], look_back);
            if look_back < LARGE && name.starts_with("gzip") {
                // The members in a record may pass for members of the file.
                let is_nested = |event: &&String| event.contains("nested") || event.starts_with('!');
                let without = |events: &[String]| {
                    events.iter().filter(|event| !is_nested(event)).cloned().collect::<Vec<_>>()
                };
                assert_eq!(without(&found), without(&expected), "{name} cut at {cut}, {look_back}");
            } else {
                assert_eq!(found, expected, "{name} cut at {cut}, {look_back}");
            }
        }
    }
}

/// More than any of the small files has.
const LARGE: u64 = 1 << 20;

#[test]
fn a_range_has_the_records_that_begin_in_it() {
    let records = named().map(|(name, block)| record(name, &block));
    let plain = records.concat();
    let members: Vec<_> = records.iter().map(|record| gzip(record)).collect();
    let ids = |events: Vec<String>| {
        events.iter().map(|event| event.split(' ').next().unwrap_or_default().to_string()).collect::<Vec<_>>()
    };
    let b = records[0].len() as u64;
    for (start, end, expected) in [
        (0, 1, &["<urn:a>"][..]),
        (1, b, &[]),
        (1, b + 1, &["<urn:b>"]),
        (b, b + 1, &["<urn:b>"]),
        (b + 1, u64::MAX, &["<urn:c>"]),
        (0, 0, &[]),
        (5, 3, &[]),
        (1 << 40, u64::MAX, &[]),
    ] {
        assert_eq!(ids(part(&plain, start, end, LARGE)), expected, "{start} to {end}");
    }
    let file = members.concat();
    let c = (members[0].len() + members[1].len()) as u64;
    assert_eq!(ids(part(&file, c - 1, c + 1, LARGE)), ["<urn:c>"]);
    assert_eq!(ids(part(&file, c + 1, u64::MAX, LARGE)), [""; 0]);
}

#[test]
fn a_file_that_cannot_be_split_is_entirely_in_its_first_part() {
    let plain = named().map(|(name, block)| record(name, &block)).concat();
    let members: Vec<u8> = named().iter().flat_map(|(name, block)| gzip(&record(name, block))).collect();
    let arc = b"filedesc://x.arc 0.0.0.0 20240518015810 text/plain 10\n1 0 InternetA\n\nhttp://a.example/ 1.2.3.4 20240518015810 text/html 9\n<p>a page\n".to_vec();
    for (file, is_undivided) in [
        (gzip(&plain), true),
        (zst(&plain), true),
        (arc.clone(), true),
        (gzip(&arc), true),
        (plain, false),
        (members, false),
    ] {
        let expected = whole(&file);
        let middle = file.len() as u64 / 2;
        let read = |range: ByteRange| {
            let mut records =
                Records::in_range(io::Cursor::new(file.clone()), range).expect("memory can be read");
            let mut count = 0;
            while !matches!(records.next_record().expect("memory can be read"), Next::End) {
                count += 1;
            }
            (count, records.is_undivided())
        };
        let first = read(ByteRange { start: 0, end: middle });
        let second = read(ByteRange { start: middle, end: u64::MAX });
        assert_eq!(first.1, is_undivided);
        assert_eq!(first.0 + second.0, expected.len());
        assert!(!is_undivided || second.0 == 0);
        assert!(
            !read(ByteRange { start: 0, end: u64::MAX }).1
                || file.starts_with(b"filedesc")
                || file == gzip(&arc)
        );
    }
}

#[test]
fn a_dictionary_is_used_in_all_parts() {
    let dictionary = dictionary();
    let frame = |record: &[u8]| frame(record, &dictionary);
    let in_front =
        [&[0x5d, 0x2a, 0x4d, 0x18][..], &(dictionary.len() as u32).to_le_bytes(), &dictionary].concat();
    let records =
        (0..30).map(|n| record(&format!("r{n}"), format!("<p>Page {n}, like all the others").as_bytes()));
    let file = [in_front, records.flat_map(|record| frame(&record)).collect()].concat();
    let expected = whole(&file);
    assert_eq!(expected.len(), 30);
    for cut in (0..file.len() as u64).step_by(13) {
        for look_back in [0, 100, LARGE] {
            assert_eq!(parts(&file, &[cut], look_back), expected, "cut at {cut}, {look_back}");
        }
    }
}

/// A damaged member can decompress over the members after it, and over the end of a part, before
/// its checksum is read. Reading then steps back.
#[test]
fn members_inside_a_damaged_one_belong_to_their_parts() {
    let member = |name: &str| gzip(&record(name, format!("<p>page {name}").as_bytes()));
    let members = |names: &[&str]| names.iter().flat_map(|name| member(name)).collect::<Vec<_>>();
    let begin = [record("b", b"<p>page b"), members(&["c", "d", "e", "f"])].concat();
    // A stored block (RFC 1951, section 3.2.4) with other members in it, and one of many bytes.
    let length = begin.len() as u16;
    let stored = [&[0][..], &length.to_le_bytes(), &(!length).to_le_bytes(), &begin].concat();
    let head = [&GZIP_MAGIC[..], &[0; 7]].concat();
    let mut spaces = DeflateEncoder::new(Vec::new(), Compression::default());
    spaces.write_all(&[b' '; 1 << 20]).expect("memory can be written");
    let spaces = spaces.finish().expect("memory can be written");
    let file = [member("a"), head, stored, spaces, vec![1; 8], members(&["g", "h"])].concat();
    let expected = whole(&file);
    let read = |name: &str| expected.iter().any(|event| event.contains(&format!("<urn:{name}>")));
    assert!(["a", "b", "c", "d", "e", "f", "g", "h"].into_iter().all(read), "{expected:?}");
    for cut in 0..file.len() as u64 {
        for look_back in [0, 100, LARGE] {
            assert_eq!(parts(&file, &[cut, cut + 150], look_back), expected, "cut at {cut}, {look_back}");
        }
    }
}

/// A large file of records, compressed or not, some of whose bytes are wrong.
fn dirty(seed: u64, codec: u8) -> Vec<u8> {
    let mut state = seed;
    let mut random = move |limit: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    };
    let mut file = Vec::new();
    for number in 0..120 {
        let bytes = [0, 20, 2000, 60_000][random(4) as usize] + random(50);
        let block: Vec<u8> = (0..bytes)
            .map(|n| b"<p>It rained.\r\n\r\nWARC/1.0\r\n"[(n % 27) as usize] ^ (random(97) / 96) as u8)
            .collect();
        let length = if random(10) == 0 { random(3000) as usize } else { block.len() };
        let record = record_of_length(&format!("r{number}"), &block, length);
        file.extend(match codec {
            0 => record,
            1 => gzip(&record),
            _ => zst(&record),
        });
    }
    for _ in 0..random(6) {
        let at = random(file.len() as u64) as usize;
        let end = (at + 1 + random(400) as usize).min(file.len());
        match random(3) {
            0 => file[at..end].fill(0),
            1 => drop(file.drain(at..end)),
            _ => file[at] ^= 0x55,
        }
    }
    file
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn parts_of_dirty_files_are_the_whole(
        seed in any::<u64>(),
        codec in 0_u8..3,
        cuts in proptest::collection::vec(0.0..1.0, 1..7),
        look_back in prop_oneof![Just(0_u64), Just(5000), Just(LARGE)],
    ) {
        let file = dirty(seed, codec);
        let cuts: Vec<u64> = cuts.iter().map(|cut: &f64| (cut * file.len() as f64) as u64).collect();
        prop_assert_eq!(parts(&file, &cuts, look_back), whole(&file));
    }

    #[test]
    fn parts_of_any_bytes_are_the_whole(
        bytes in proptest::collection::vec(any::<u8>(), 0..3000),
        begin in prop_oneof![Just(&b""[..]), Just(&b"\x1f\x8b\x08"[..]), Just(&b"WARC/1.0\r\n"[..]), Just(&b"\x28\xb5\x2f\xfd"[..])],
        cut in 0_u64..3000,
    ) {
        let file = [begin, &bytes].concat();
        prop_assert_eq!(parts(&file, &[cut], 100), whole(&file));
    }
}
