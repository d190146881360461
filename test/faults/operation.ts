import type { ProposedFact } from '../../src/journal/index.ts';

/** Something that is written whole or not at all, and that may be repeated under its key. */
export interface Operation {
  readonly key: string;
  readonly facts: readonly ProposedFact[];
}

/** The `n`-th operation of a writer: one to three facts. */
export function operationOf(by: string, n: number, bytes = 0): Operation {
  const text = bytes > 0 ? { text: 'x'.repeat(bytes) } : {};
  const facts = Array.from({ length: 1 + (n % 3) }, (_, part) => ({ type: 'written', by, n, part, ...text }));
  return { key: `${by}-${n}`, facts };
}
