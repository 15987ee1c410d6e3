package sort

// nextPass says how many runs each merge of the next pass takes, where there are more than one merge can take. The
// other runs stay as they are. Only as many are merged as one pass less needs, because every merge reads and writes
// its records once more.
func nextPass(runs, fanIn int) []int {
	var merges []int
	if runs > fanIn*fanIn {
		for range runs / fanIn {
			merges = append(merges, fanIn)
		}
		return merges
	}
	// A merge leaves one run, so it takes away one less than it reads.
	for surplus := runs - fanIn; surplus > 0; {
		fewer := min(surplus, fanIn-1)
		merges = append(merges, fewer+1)
		surplus -= fewer
	}
	return merges
}
