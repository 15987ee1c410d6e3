//! A tree of losers: the smallest of many heads, and the next one after about log2 comparisons.

/// Each inner node has the source that lost there. Its parent's number is half its own, and the sources
/// are the leaves, behind the inner nodes.
pub struct LoserTree {
    losers: Vec<usize>,
    winner: usize,
}

impl LoserTree {
    /// Lets `sources` sources, at least one, play; `less` tells whether the head of the first one comes first.
    pub fn new(sources: usize, mut less: impl FnMut(usize, usize) -> bool) -> Self {
        let mut tree = Self {
            losers: vec![0; sources],
            winner: 0,
        };
        let mut winners = vec![0; 2 * sources];
        for (leaf, winner) in winners[sources..].iter_mut().enumerate() {
            *winner = leaf;
        }
        for node in (1..sources).rev() {
            let (left, right) = (winners[2 * node], winners[2 * node + 1]);
            let (winner, loser) = if less(right, left) {
                (right, left)
            } else {
                (left, right)
            };
            winners[node] = winner;
            tree.losers[node] = loser;
        }
        tree.winner = winners[1];
        tree
    }

    /// The source whose head is the smallest.
    pub fn winner(&self) -> usize {
        self.winner
    }

    /// Lets the winner play again, as its head is another one.
    #[inline]
    pub fn replay(&mut self, mut less: impl FnMut(usize, usize) -> bool) {
        let mut node = (self.winner + self.losers.len()) / 2;
        while node > 0 {
            let loser = &mut self.losers[node];
            if less(*loser, self.winner) {
                std::mem::swap(loser, &mut self.winner);
            }
            node /= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LoserTree;

    fn merged(mut lists: Vec<Vec<u32>>) -> Vec<u32> {
        for list in &mut lists {
            list.push(u32::MAX);
        }
        let mut at = vec![0; lists.len()];
        let first = |a: usize, b: usize| lists[a][0] < lists[b][0];
        let mut tree = LoserTree::new(lists.len(), first);
        let mut merged = Vec::new();
        loop {
            let winner = tree.winner();
            match lists[winner][at[winner]] {
                u32::MAX => return merged,
                value => merged.push(value),
            }
            at[winner] += 1;
            tree.replay(|a, b| lists[a][at[a]] < lists[b][at[b]]);
        }
    }

    #[test]
    fn any_number_of_lists_is_merged() {
        for count in 1..=9u32 {
            // Residues by a generator modulo a prime, so that neighbours lie in different lists.
            let values: Vec<u32> = (0..100).map(|i| i * 37 % 101).collect();
            let mut lists = vec![Vec::new(); count as usize];
            for &value in &values {
                lists[(value * 13 % 7 % count) as usize].push(value);
            }
            lists.iter_mut().for_each(|list| list.sort_unstable());
            let mut expected = values;
            expected.sort_unstable();
            assert_eq!(merged(lists), expected, "{count} lists");
        }
    }

    #[test]
    fn a_replay_compares_once_a_level() {
        let heads = [5, 3, 8, 1];
        let mut comparisons = 0;
        let mut tree = LoserTree::new(heads.len(), |a, b| {
            comparisons += 1;
            heads[a] < heads[b]
        });
        assert_eq!((tree.winner(), comparisons), (3, 3));
        let heads = [5, 3, 8, 9];
        tree.replay(|a, b| {
            comparisons += 1;
            heads[a] < heads[b]
        });
        assert_eq!((tree.winner(), comparisons), (1, 5));
    }
}
