/** Facts in a row of one kind, the kind as its place in the list of kinds: a higher one is more notable. */
export type KindRun = readonly [from: number, to: number, kind: number];

/** A line of facts as wide as the page: every fact has a cell of the same width. */
export interface Scale {
  readonly width: number;
  readonly head: number;
}

/** The fact under a point of the line. */
export function seqAtX(x: number, { width, head }: Scale): number {
  if (width <= 0 || head <= 0) return 0;
  return Math.max(1, Math.min(head, Math.ceil((x / width) * head)));
}

/** The middle of a fact's cell. */
export function xOfSeq(seq: number, { width, head }: Scale): number {
  return head <= 0 ? 0 : ((seq - 0.5) / head) * width;
}

/** The facts that share a point of the line, from the first to the last. */
export function seqsAtX(x: number, scale: Scale): readonly [first: number, last: number] {
  const column = Math.max(0, Math.min(Math.floor(x), Math.ceil(scale.width) - 1));
  const first = seqAtX(column + Number.EPSILON + 1e-9, scale);
  return [first, Math.max(first, seqAtX(column + 1, scale))];
}

/** The most notable kind in each column of pixels, or -1 where nothing is. */
export function kindsByColumn(runs: readonly KindRun[], { width, head }: Scale): Int8Array {
  const columns = new Int8Array(Math.max(0, Math.ceil(width))).fill(-1);
  if (head <= 0) return columns;
  for (const [from, to, kind] of runs) {
    const first = Math.floor(((from - 1) / head) * width);
    const last = Math.max(first, Math.ceil((to / head) * width) - 1);
    for (let column = first; column <= Math.min(last, columns.length - 1); column++) {
      if (kind > (columns[column] ?? -1)) columns[column] = kind;
    }
  }
  return columns;
}

/** Where the arrow keys, page keys, Home and End lead from a moment; `undefined` for other keys. */
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
