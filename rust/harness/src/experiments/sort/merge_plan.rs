//! Which chunks are merged before the last merge.

/// How many chunks each merge of the next pass takes, where there are more than one merge can take. The other
/// chunks stay as they are. Only as many are merged as one pass less needs, because every merge reads and
/// writes its records once more.
pub fn next_pass(chunks: usize, fan_in: usize) -> Vec<usize> {
    if chunks > fan_in * fan_in {
        return vec![fan_in; chunks / fan_in];
    }
    // A merge leaves one chunk, so it takes away one less than it reads.
    let mut surplus = chunks.saturating_sub(fan_in);
    let mut merges = Vec::new();
    while surplus > 0 {
        let fewer = surplus.min(fan_in - 1);
        merges.push(fewer + 1);
        surplus -= fewer;
    }
    merges
}

#[cfg(test)]
mod tests {
    use super::next_pass;

    #[test]
    fn as_few_as_needed_are_merged() {
        assert_eq!(next_pass(16, 16), []);
        assert_eq!(next_pass(17, 16), [2]);
        assert_eq!(next_pass(31, 16), [16]);
        assert_eq!(next_pass(33, 16), [16, 3]);
        assert_eq!(next_pass(256, 16), [16; 16]);
        assert_eq!(next_pass(257, 16), [16; 16]);
        assert_eq!(next_pass(3, 2), [2]);
        assert_eq!(next_pass(5, 2), [2, 2]);
    }

    #[test]
    fn each_pass_leaves_fewer_until_one_merge_takes_all() {
        for fan_in in 2..6 {
            for begin in 1..200 {
                let mut chunks = begin;
                while chunks > fan_in {
                    let merges = next_pass(chunks, fan_in);
                    let taken: usize = merges.iter().sum();
                    assert!(taken <= chunks && merges.iter().all(|&count| 2 <= count && count <= fan_in));
                    let left = chunks - taken + merges.len();
                    assert!(left < chunks);
                    assert!(left <= fan_in || chunks > fan_in * fan_in);
                    chunks = left;
                }
            }
        }
    }
}
