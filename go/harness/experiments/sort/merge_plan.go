package sort

// nextPass says how many chunks each merge of the next pass takes, where there are more than one merge can take. The
// other chunks stay as they are. Only as many are merged as one pass less needs, because every merge reads and writes
// its records once more.
func nextPass(chunks, fanIn int) []int {
	var merges []int
	if chunks > fanIn*fanIn {
		for range chunks / fanIn {
			merges = append(merges, fanIn)
		}
		return merges
	}
	// A merge leaves one chunk, so it takes away one less than it reads.
	for surplus := chunks - fanIn; surplus > 0; {
		fewer := min(surplus, fanIn-1)
		merges = append(merges, fewer+1)
		surplus -= fewer
	}
	return merges
}
