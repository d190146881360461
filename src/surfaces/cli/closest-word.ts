/** The word that was probably meant: the one with the fewest differing letters, if they are few. */
export function closestWord(typed: string, words: readonly string[]): string | undefined {
  const most = Math.min(3, Math.floor(typed.length / 2));
  const near = words.map((word) => ({ word, changes: changesBetween(typed.toLowerCase(), word) }));
  return near.filter(({ changes }) => changes <= most).sort((a, b) => a.changes - b.changes)[0]?.word;
}

/** The edit distance of two texts. */
function changesBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
