/**
 * How many runs each merge of the next pass takes, where there are more than one merge can take. The other runs stay as
 * they are. Only as many are merged as one pass less needs, because every merge reads and writes its records once more.
 */
export function nextPass(runs, fanIn) {
  if (runs > fanIn * fanIn) {
    return new Array(Math.floor(runs / fanIn)).fill(fanIn);
  }
  const merges = [];
  // A merge leaves one run, so it takes away one less than it reads.
  for (let surplus = runs - fanIn; surplus > 0;) {
    const fewer = Math.min(surplus, fanIn - 1);
    merges.push(fewer + 1);
    surplus -= fewer;
  }
  return merges;
}
