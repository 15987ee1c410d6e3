package sort

// loserTree tells the smallest of many heads, and the next one after about log2 comparisons. Each inner node has the
// source that lost there; its parent's number is half its own, and the sources are the leaves, behind the inner nodes.
type loserTree struct {
	losers []int
	winner int
	less   func(a, b int) bool
}

// newLoserTree lets sources, at least one, play; less tells whether the head of the first one comes first.
func newLoserTree(sources int, less func(a, b int) bool) *loserTree {
	tree := &loserTree{losers: make([]int, sources), less: less}
	winners := make([]int, 2*sources)
	for source := range sources {
		winners[sources+source] = source
	}
	for node := sources - 1; node > 0; node-- {
		winner, loser := winners[2*node], winners[2*node+1]
		if less(loser, winner) {
			winner, loser = loser, winner
		}
		winners[node], tree.losers[node] = winner, loser
	}
	tree.winner = winners[1]
	return tree
}

// replay lets the winner play again, as its head is another one.
func (t *loserTree) replay() {
	for node := (t.winner + len(t.losers)) / 2; node > 0; node /= 2 {
		if t.less(t.losers[node], t.winner) {
			t.losers[node], t.winner = t.winner, t.losers[node]
		}
	}
}
