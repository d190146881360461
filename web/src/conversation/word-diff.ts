/** A piece of a text against an earlier version of it. */
export interface DiffPiece {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Longer texts are compared as a whole: the table of a comparison grows with the square. */
const MAX_WORDS = 1500;

/** What changed between two versions of a text, word by word. */
export function wordDiff(before: string, after: string): readonly DiffPiece[] {
  const old = wordsIn(before);
  const news = wordsIn(after);
  if (old.length > MAX_WORDS || news.length > MAX_WORDS) {
    return before === after
      ? [{ kind: 'same', text: after }]
      : [
          { kind: 'removed', text: before },
          { kind: 'added', text: after },
        ];
  }
  return joined(pieces(old, news));
}

/** Words with the spaces after them, so that together they make up the text. */
function wordsIn(text: string): readonly string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

function* pieces(old: readonly string[], news: readonly string[]): Generator<DiffPiece> {
  const longest = commonLengths(old, news);
  let at = 0;
  let to = 0;
  while (at < old.length || to < news.length) {
    const [before, after] = [old[at], news[to]];
    if (before !== undefined && after !== undefined && before.trim() === after.trim()) {
      yield { kind: 'same', text: after };
      at++;
      to++;
    } else if (
      after === undefined ||
      (before !== undefined && (longest[at + 1]?.[to] ?? 0) >= (longest[at]?.[to + 1] ?? 0))
    ) {
      yield { kind: 'removed', text: before ?? '' };
      at++;
    } else {
      yield { kind: 'added', text: after };
      to++;
    }
  }
}

/** The maximum number of words that both share from each position on. */
function commonLengths(old: readonly string[], news: readonly string[]): readonly Uint16Array[] {
  const rows = Array.from({ length: old.length + 1 }, () => new Uint16Array(news.length + 1));
  for (let at = old.length - 1; at >= 0; at--) {
    const [row, below] = [rows[at], rows[at + 1]];
    if (row === undefined || below === undefined) continue;
    for (let to = news.length - 1; to >= 0; to--) {
      const isSame = old[at]?.trim() === news[to]?.trim();
      row[to] = isSame ? (below[to + 1] ?? 0) + 1 : Math.max(below[to] ?? 0, row[to + 1] ?? 0);
    }
  }
  return rows;
}

function joined(all: Iterable<DiffPiece>): readonly DiffPiece[] {
  const runs: { kind: DiffPiece['kind']; text: string }[] = [];
  for (const { kind, text } of all) {
    const last = runs.at(-1);
    if (last?.kind === kind) last.text += text;
    else runs.push({ kind, text });
  }
  return runs;
}
