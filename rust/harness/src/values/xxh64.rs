//! XXH64 with seed 0, the digest of FORMAT.md, section 3, written from its specification.

const PRIME_1: u64 = 0x9E37_79B1_85EB_CA87;
const PRIME_2: u64 = 0xC2B2_AE3D_27D4_EB4F;
const PRIME_3: u64 = 0x1656_67B1_9E37_79F9;
const PRIME_4: u64 = 0x85EB_CA77_C2B2_AE63;
const PRIME_5: u64 = 0x27D4_EB2F_1656_67C5;
const STRIPE_BYTES: usize = 32;

/// The XXH64 of some bytes.
pub fn xxh64(bytes: &[u8]) -> u64 {
    let stripes = bytes.chunks_exact(STRIPE_BYTES);
    let rest = stripes.remainder();
    let start = if bytes.len() >= STRIPE_BYTES {
        of_stripes(stripes)
    } else {
        PRIME_5
    };
    avalanche(of_rest(start.wrapping_add(bytes.len() as u64), rest))
}

fn of_stripes(stripes: std::slice::ChunksExact<'_, u8>) -> u64 {
    let mut lanes = [
        PRIME_1.wrapping_add(PRIME_2),
        PRIME_2,
        0,
        0u64.wrapping_sub(PRIME_1),
    ];
    for stripe in stripes {
        for (lane, word) in lanes.iter_mut().zip(stripe.chunks_exact(8)) {
            *lane = round(*lane, u64_of(word));
        }
    }
    let [a, b, c, d] = lanes;
    let mut hash = a.rotate_left(1);
    hash = hash
        .wrapping_add(b.rotate_left(7))
        .wrapping_add(c.rotate_left(12))
        .wrapping_add(d.rotate_left(18));
    for lane in lanes {
        hash = (hash ^ round(0, lane))
            .wrapping_mul(PRIME_1)
            .wrapping_add(PRIME_4);
    }
    hash
}

fn of_rest(mut hash: u64, rest: &[u8]) -> u64 {
    let words = rest.chunks_exact(8);
    let mut tail = words.remainder();
    for word in words {
        hash = (hash ^ round(0, u64_of(word)))
            .rotate_left(27)
            .wrapping_mul(PRIME_1)
            .wrapping_add(PRIME_4);
    }
    if let Some((half, after)) = tail.split_first_chunk::<4>() {
        let value = u64::from(u32::from_le_bytes(*half));
        hash = (hash ^ value.wrapping_mul(PRIME_1))
            .rotate_left(23)
            .wrapping_mul(PRIME_2)
            .wrapping_add(PRIME_3);
        tail = after;
    }
    for &byte in tail {
        hash = (hash ^ u64::from(byte).wrapping_mul(PRIME_5))
            .rotate_left(11)
            .wrapping_mul(PRIME_1);
    }
    hash
}

fn round(lane: u64, word: u64) -> u64 {
    lane.wrapping_add(word.wrapping_mul(PRIME_2))
        .rotate_left(31)
        .wrapping_mul(PRIME_1)
}

fn avalanche(mut hash: u64) -> u64 {
    hash = (hash ^ (hash >> 33)).wrapping_mul(PRIME_2);
    hash = (hash ^ (hash >> 29)).wrapping_mul(PRIME_3);
    hash ^ (hash >> 32)
}

fn u64_of(word: &[u8]) -> u64 {
    u64::from_le_bytes(word.try_into().expect("a word has 8 bytes"))
}

#[cfg(test)]
mod tests {
    use super::xxh64;

    #[test]
    fn the_vectors_of_the_format_hold() {
        assert_eq!(xxh64(b""), 0xef46_db37_51d8_e999);
        assert_eq!(xxh64(b"abc"), 0x44bc_2cf5_ad77_0999);
    }

    #[test]
    fn every_length_takes_its_own_path() {
        let bytes: Vec<u8> = (0..=100).collect();
        let hashes = [4, 8, 31, 32, 33, 64, 101].map(|length| xxh64(&bytes[..length]));
        assert_eq!(hashes, LONGER);
    }

    /// Made with the reference implementation.
    const LONGER: [u64; 7] = [
        0xffce_d860_4453_cc1e,
        0x884a_1736_14b8_1b8d,
        0xc346_d2b5_9b4d_8ee1,
        0xcbf5_9c51_16ff_32b4,
        0x0c53_5d1a_cafb_8ead,
        0xf7c6_7301_db67_13f0,
        0xe990_3849_5f85_381e,
    ];
}
