import type { Entry } from '../entries/entry.ts';
import type { Unit } from '../entries/units.ts';
import { isQuestion } from '../sentences/question.ts';

/** The verdict of the rules on a piece: the type of the entry that shares most of its words. */
export type Verdict = Entry['type'] | 'done' | 'question' | 'none';

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The verdict of the rules on each piece of the same blocks. */
export function verdictsOf(units: readonly Unit[], entries: readonly Entry[]): Verdict[] {
  const read = byBlock(entries, ({ fence, source }) => (source === '' ? (fence?.code ?? '') : source));
  const own = byBlock(units, ({ fence, text }) => fence?.code ?? text);
  const verdicts = new Map<Unit, Verdict>();
  for (const [block, pieces] of own) {
    const stretches = stretchesOf(pieces.map(([, words]) => words));
    const others = read.get(block) ?? [];
    const whole = pieces.map(([, words]) => words).join('');
    const found = placesIn(
      whole,
      others.map(([, words]) => words),
    );
    let from = 0;
    for (const [at, [unit]] of pieces.entries()) {
      const stretch = stretches[at] ?? { from: 0, to: 0 };
      while (from < found.length && (found[from]?.to ?? 0) <= stretch.from) from += 1;
      let best: Entry | undefined;
      let most = 0;
      for (let next = from; next < found.length; next += 1) {
        const other = found[next];
        if (other === undefined || other.from >= stretch.to) break;
        const shared = Math.min(other.to, stretch.to) - Math.max(other.from, stretch.from);
        if (shared > most) {
          most = shared;
          best = others[next]?.[0];
        }
      }
      verdicts.set(unit, best === undefined ? 'none' : verdictOf(best));
    }
  }
  return units.map((unit) => verdicts.get(unit) ?? 'none');
}

function verdictOf({ type, text, isDone }: Entry): Verdict {
  if (type !== 'task') return type;
  return isDone ? 'done' : isQuestion(text) ? 'question' : 'task';
}

function byBlock<Piece extends { readonly place: { readonly block: number } }>(
  pieces: readonly Piece[],
  wordsOf: (piece: Piece) => string,
): Map<number, [Piece, string][]> {
  const blocks = new Map<number, [Piece, string][]>();
  for (const piece of pieces) {
    const words = wordsOf(piece)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '');
    const block = blocks.get(piece.place.block);
    if (block) block.push([piece, words]);
    else blocks.set(piece.place.block, [[piece, words]]);
  }
  return blocks;
}

function stretchesOf(words: readonly string[]): Stretch[] {
  let to = 0;
  return words.map((each) => {
    const from = to;
    to += each.length;
    return { from, to };
  });
}

/** The positions of words in a block, in order; those not found have no length. */
function placesIn(whole: string, words: readonly string[]): Stretch[] {
  let cursor = 0;
  return words.map((each) => {
    const near = whole.slice(cursor, cursor + each.length + NEAR).indexOf(each.slice(0, MAX_LENGTH));
    if (near < 0) return { from: cursor, to: cursor };
    const from = cursor + near;
    cursor = from;
    return { from, to: from + each.length };
  });
}

/** The first characters are enough to find words. */
const MAX_LENGTH = 24;
/** The maximum distance of words from the preceding ones. */
const NEAR = 2_000;
