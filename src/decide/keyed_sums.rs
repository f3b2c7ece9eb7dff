//! Sums by key, in an open-addressed table in memory that the caller lends.

/// Bytes per key in addition to the sums: the key.
const KEY_BYTES: usize = 2;

/// Numbers of memory for all sums, more than almost any page needs.
pub(crate) const MAX_NUMBERS: usize = 2048;

/// Bytes of memory for the keys of as many sums.
pub(crate) const MAX_KEY_BYTES: usize = MAX_NUMBERS / 2 * KEY_BYTES;

/// Maximum number of slots probed for one key. A key without a slot has no sums.
const MAX_PROBES: usize = 16;

/// Slots per block: with half of them free, collisions are rare.
const SLOTS_PER_BLOCK: usize = 2;

/// Multiplier of the hash: 2^32 divided by the golden ratio.
const HASH_FACTOR: u32 = 0x9E37_79B9;

/// `N` sums for each key. The first is positive, once something was added.
pub(crate) struct KeyedSums<'a, const N: usize> {
    slots: &'a mut [[f32; N]],
    keys: &'a mut [[i8; KEY_BYTES]],
    /// Key and slot of the last look-up: the next block often has the same.
    last: Option<(u16, usize)>,
}

impl<'a, const N: usize> KeyedSums<'a, N> {
    /// Empties a table for `blocks` blocks in memory whose contents do not matter: up to
    /// [`MAX_NUMBERS`] numbers, and up to [`MAX_KEY_BYTES`] bytes for keys.
    pub(crate) fn new(numbers: &'a mut [f32], keys: &'a mut [i8], blocks: usize) -> Self {
        let (slots, keys) = (numbers.as_chunks_mut().0, keys.as_chunks_mut().0);
        let used = [slots.len(), keys.len(), MAX_NUMBERS / N, SLOTS_PER_BLOCK * blocks];
        let used = used.into_iter().min().unwrap_or(0);
        let (slots, keys) = (&mut slots[..used], &mut keys[..used]);
        slots.fill([0.0; N]);
        Self { slots, keys, last: None }
    }

    /// Adds to the sums of a key.
    pub(crate) fn add(&mut self, key: u16, numbers: [f32; N]) {
        if let Some(sums) = self.slot(key) {
            sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
        }
    }

    /// The sums of a key; `None` if nothing was added, or if there was no slot.
    pub(crate) fn of(&mut self, key: u16) -> Option<[f32; N]> {
        self.slot(key).copied().filter(|sums| sums[0] > 0.0)
    }

    #[inline]
    fn slot(&mut self, key: u16) -> Option<&mut [f32; N]> {
        if let Some((last, at)) = self.last
            && last == key
        {
            return self.slots.get_mut(at);
        }
        let at = self.find(key)?;
        self.last = Some((key, at));
        self.slots.get_mut(at)
    }

    /// Finds the slot of a key by linear probing.
    fn find(&mut self, key: u16) -> Option<usize> {
        let slots = self.slots.len();
        let bytes = key.to_le_bytes().map(u8::cast_signed);
        let spread = u32::from(key).wrapping_mul(HASH_FACTOR);
        // Scales the 32-bit hash to the number of slots.
        let mut at = ((u64::from(spread) * slots as u64) >> 32) as usize;
        for _ in 0..MAX_PROBES.min(slots) {
            let is_free = self.slots[at][0] == 0.0;
            if is_free || self.keys[at] == bytes {
                self.keys[at] = bytes;
                return Some(at);
            }
            at = if at + 1 < slots { at + 1 } else { 0 };
        }
        None
    }
}
