import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { saidPage } from './said-page.ts';

const at = (seq: number) => ({ seq });

describe('a page of what was said', () => {
  it('has the newest, and tells how much there is before it', () => {
    expect(saidPage([1, 3, 5, 8].map(at), { limit: 2 })).toEqual({ said: [5, 8].map(at), saidBefore: 2 });
    expect(saidPage([1, 3, 5, 8].map(at), { limit: 2, before: 5 })).toEqual({
      said: [1, 3].map(at),
      saidBefore: 0,
    });
    expect(saidPage([3, 5].map(at), { limit: 2, before: 1 })).toEqual({ said: [], saidBefore: 0 });
    expect(saidPage([], { limit: 2 })).toEqual({ said: [], saidBefore: 0 });
  });

  it('keeps together what one fact tells in two ways', () => {
    expect(saidPage([1, 4, 4, 6].map(at), { limit: 2 })).toEqual({
      said: [4, 4, 6].map(at),
      saidBefore: 1,
    });
  });

  it('leads with others to everything, each once and in order', () => {
    const seqs = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 });
    fc.assert(
      fc.property(seqs, fc.integer({ min: 1, max: 9 }), (unsorted, limit) => {
        const all = unsorted.toSorted((a, b) => a - b).map((seq, place) => ({ seq, place }));
        let page = saidPage(all, { limit });
        const read = [...page.said];
        while (page.saidBefore > 0) {
          page = saidPage(all, { limit, before: read[0]?.seq });
          read.unshift(...page.said);
        }
        expect(read).toEqual(all);
      }),
    );
  });
});
