import { FACT_KINDS } from './fact-kind.ts';

/** Consecutive facts of one kind, which is an index into the list of kinds: a higher one is more notable. */
export type KindRun = readonly [from: number, to: number, kind: number];

const FAILURE = FACT_KINDS.indexOf('failure');

/** A timeline as wide as the page, on which each fact has a cell of the same width. */
export interface Scale {
  readonly width: number;
  readonly head: number;
}

/** The fact at a position of the timeline. */
export function seqAtX(x: number, { width, head }: Scale): number {
  if (width <= 0 || head <= 0) return 0;
  return Math.max(1, Math.min(head, Math.ceil((x / width) * head)));
}

/** The middle of a fact's cell. */
export function xOfSeq(seq: number, { width, head }: Scale): number {
  return head <= 0 ? 0 : ((seq - 0.5) / head) * width;
}

/** The facts that share a position of the timeline, first and last. */
export function seqsAtX(x: number, scale: Scale): readonly [first: number, last: number] {
  const column = Math.max(0, Math.min(Math.floor(x), Math.ceil(scale.width) - 1));
  const first = seqAtX(column + Number.EPSILON + 1e-9, scale);
  return [first, Math.max(first, seqAtX(column + 1, scale))];
}

/** From this width on, a fact has its own tick. */
const OWN_TICK_PX = 2;
/** Facts without their own ticks are combined into bars of this width, including the gap. */
export const BAR_PX = 4;

export function hasOwnTicks({ width, head }: Scale): boolean {
  return width / head >= OWN_TICK_PX;
}

/** The scale in bars instead of pixels. */
export function inBars({ width, head }: Scale): Scale {
  return { width: width / BAR_PX, head };
}

/** The facts that are drawn as one at a position of the timeline. */
export function seqsDrawnAtX(x: number, scale: Scale): readonly [first: number, last: number] {
  return hasOwnTicks(scale) ? seqsAtX(x, scale) : seqsAtX(x / BAR_PX, inBars(scale));
}

/** The content of a pixel column: the most notable kind, or -1 if it is empty, and the number of facts. */
export interface Column {
  readonly kind: number;
  readonly weight: number;
}

/** The number of facts in each pixel column, and their main kind; a failure is never hidden. */
export function densityByColumn(
  runs: readonly KindRun[],
  weights: readonly number[],
  { width, head }: Scale,
): readonly Column[] {
  const columns = Array.from({ length: Math.max(0, Math.ceil(width)) }, () => ({
    kind: -1,
    heaviest: 0,
    sum: 0,
    facts: 0,
  }));
  if (head <= 0) return columns.map(({ kind }) => ({ kind, weight: 0 }));
  runs.forEach(([from, to, kind], at) => {
    // Of a run that is not weighed bookkeeping, the least notable kind, weighs nothing.
    const weight = (weights[at] ?? (kind === 0 ? 0 : 1)) * (to - from + 1);
    const first = Math.floor(((from - 1) / head) * width);
    const last = Math.max(first, Math.ceil((to / head) * width) - 1);
    const spread = last - first + 1;
    for (let column = first; column <= Math.min(last, columns.length - 1); column++) {
      const known = columns[column];
      if (known === undefined) continue;
      known.sum += weight / spread;
      known.facts += (to - from + 1) / spread;
      const isMore = weight / spread > known.heaviest || known.kind === -1;
      if (kind === FAILURE || (known.kind !== FAILURE && isMore)) known.kind = kind;
      known.heaviest = Math.max(known.heaviest, weight / spread);
    }
  });
  return columns.map(({ kind, sum, facts }) => ({ kind, weight: facts === 0 ? 0 : sum / facts }));
}

/** The moment that arrow keys, page keys, Home and End lead to; `undefined` for other keys. */
export function seqAfterKey(key: string, seq: number, head: number): number | undefined {
  const far = Math.max(10, Math.round(head / 20));
  const within = (next: number) => Math.max(1, Math.min(head, next));
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return within(seq - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return within(seq + 1);
    case 'PageDown':
      return within(seq - far);
    case 'PageUp':
      return within(seq + far);
    case 'Home':
      return 1;
    case 'End':
      return head;
    default:
      return undefined;
  }
}
