package sort

import (
	"slices"
	"testing"
)

func TestALoserTreeMerges(t *testing.T) {
	const ended = 99
	for sources := 1; sources <= 9; sources++ {
		heads, next := make([]int, sources), make([]int, sources)
		for source := range heads {
			heads[source], next[source] = source*7%5, source*7%5
		}
		comparisons := 0
		tree := newLoserTree(sources, func(a, b int) bool {
			comparisons++
			return heads[a] < heads[b]
		})
		if comparisons != sources-1 {
			t.Errorf("%d sources: %d comparisons", sources, comparisons)
		}
		var got, expected []int
		for heads[tree.winner] != ended {
			winner := tree.winner
			got = append(got, heads[winner])
			if heads[winner] += 3; heads[winner] > 20 {
				heads[winner] = ended
			}
			tree.replay()
		}
		for _, first := range next {
			for at := first; at <= 20; at += 3 {
				expected = append(expected, at)
			}
		}
		slices.Sort(expected)
		if !slices.Equal(got, expected) {
			t.Errorf("%d sources: %v", sources, got)
		}
	}
}

func TestAPassMergesOnlyWhatItMust(t *testing.T) {
	for _, one := range []struct {
		chunks, fanIn int
		merges        []int
	}{
		{16, 16, nil}, {17, 16, []int{2}}, {32, 16, []int{16, 2}}, {5, 2, []int{2, 2}}, {3, 2, []int{2}},
		{4, 2, []int{2, 2}}, {1, 2, nil},
	} {
		if got := nextPass(one.chunks, one.fanIn); !slices.Equal(got, one.merges) {
			t.Errorf("%d chunks by %d: %v", one.chunks, one.fanIn, got)
		}
	}
}

func TestEntriesAreSortedByKeyThenNumber(t *testing.T) {
	entries := []entry{{key: 1 << 63, number: 1}, {key: 2, number: 9}, {key: 2, number: 3}, {key: 0, number: 4}}
	if comparisons := sortEntries(entries); comparisons < 3 {
		t.Errorf("%d comparisons", comparisons)
	}
	var numbers []uint32
	for _, entry := range entries {
		numbers = append(numbers, entry.number)
	}
	if !slices.Equal(numbers, []uint32{4, 3, 9, 1}) {
		t.Errorf("got %v", numbers)
	}
}

func TestABlockHasAtLeastOneRecord(t *testing.T) {
	sizes := []uint64{10, 4, 4, 4}
	bytesOf := func(i int) uint64 { return sizes[i] }
	for most, expected := range map[uint64]int{5: 1, 13: 1, 14: 2, 18: 3, 100: 4} {
		if got := blockRecords(len(sizes), most, bytesOf); got != expected {
			t.Errorf("%d bytes: %d records", most, got)
		}
	}
}
