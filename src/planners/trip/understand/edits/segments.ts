import type { WordRole } from './edit-words.ts';
import type { PlacedMark } from './marks.ts';

/** A part of a sentence between two commas or conjunctions. */
export interface Segment {
  readonly marks: readonly PlacedMark[];
  readonly from: number;
  readonly to: number;
  /** The word that joins it to the next. */
  readonly joint: readonly PlacedMark[];
  /** Whether the next begins with "so": this one then only tells why. */
  readonly isReason?: true;
}

/** What is in a segment. */
export interface Contents {
  readonly places: number;
  readonly lengths: number;
  readonly positions: number;
  readonly means: number;
  /** Words that nothing is known about. */
  readonly unknown: number;
  readonly roles: ReadonlySet<WordRole>;
}

/** The sentences of a message, each by its segments. */
export function sentencesOf(marks: readonly PlacedMark[]): Segment[][] {
  const sentences: Segment[][] = [];
  let [sentence, segment]: [Segment[], PlacedMark[]] = [[], []];
  const close = (joint: readonly PlacedMark[] = []) => {
    const [first, last] = [segment[0], segment.at(-1)];
    if (first && last) sentence.push({ marks: segment, from: first.from, to: last.to, joint });
    segment = [];
  };
  for (const [at, mark] of marks.entries()) {
    // "not so long" goes on.
    const isSo = mark.type === 'role' && mark.role === 'so' && marks[at + 1]?.type !== 'word';
    const isJoin = isSo || (mark.type === 'role' && (mark.role === 'and' || mark.role === 'next'));
    if (mark.type !== 'break' && !isJoin) {
      segment.push(mark);
      continue;
    }
    close(mark.type === 'break' ? [] : [mark]);
    const last = sentence.pop();
    if (last) sentence.push(isSo ? { ...last, isReason: true } : last);
    if (mark.type === 'break' && mark.isEnd) {
      if (sentence.length > 0) sentences.push(sentence);
      sentence = [];
    }
  }
  close();
  if (sentence.length > 0) sentences.push(sentence);
  return sentences;
}

export function contentsOf(marks: readonly PlacedMark[]): Contents {
  const count = (type: PlacedMark['type']) => marks.filter((mark) => mark.type === type).length;
  const roles = new Set(marks.flatMap((mark) => (mark.type === 'role' ? [mark.role] : [])));
  // "before" without a stop behind it says something else.
  const loose = ['before', 'after', 'between'].filter((role) => roles.has(role as WordRole)).length;
  return {
    places: count('place'),
    lengths: count('length'),
    positions: count('position'),
    means: count('means'),
    unknown: count('word') + loose,
    roles,
  };
}

const VERBS: readonly WordRole[] = [
  'restore',
  'start',
  'replace',
  'swap',
  'remove',
  'move',
  'meant',
  'end',
  'add',
  'visit',
  'keep',
];

/** What is to be done, by the word that says most: in "put it out", "out". */
export function verbOf({ roles }: Contents): WordRole | undefined {
  return VERBS.find((role) => roles.has(role));
}

/** A text without the parts that were read. */
export function without(text: string, parts: readonly { from: number; to: number }[]): string {
  const ordered = parts.toSorted((a, b) => a.from - b.from);
  let [rest, at] = ['', 0];
  for (const { from, to } of ordered) {
    rest += text.slice(at, from);
    at = Math.max(at, to);
  }
  rest += text.slice(at);
  const words = rest.replaceAll(
    /(?:^|(?<=[\s,.;!?]))(?:and|then|und|dann|et|puis|y|luego|but)(?=\s*(?:[,.;!?]|$))/giu,
    '',
  );
  return words
    .replaceAll(/\s*,(?=\s*(?:[,.;!?]|$))/g, '')
    .replace(/^[\s,.;:!?]+(?:and|then|und|et|y)?/iu, '')
    .trim();
}
