import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messagePage } from './message.ts';

const at = (seq: number) => ({ seq });

describe('a page of what was said', () => {
  it('has the newest, and tells how much there is before it', () => {
    expect(messagePage([1, 3, 5, 8].map(at), { limit: 2 })).toEqual({ messages: [5, 8].map(at), before: 2 });
    expect(messagePage([1, 3, 5, 8].map(at), { limit: 2, before: 5 })).toEqual({
      messages: [1, 3].map(at),
      before: 0,
    });
    expect(messagePage([3, 5].map(at), { limit: 2, before: 1 })).toEqual({ messages: [], before: 0 });
    expect(messagePage([], { limit: 2 })).toEqual({ messages: [], before: 0 });
  });

  it('keeps together what one fact tells in two ways', () => {
    expect(messagePage([1, 4, 4, 6].map(at), { limit: 2 })).toEqual({
      messages: [4, 4, 6].map(at),
      before: 1,
    });
  });

  it('leads with others to everything, each once and in order', () => {
    const seqs = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 });
    fc.assert(
      fc.property(seqs, fc.integer({ min: 1, max: 9 }), (unsorted, limit) => {
        const all = unsorted.toSorted((a, b) => a - b).map((seq, place) => ({ seq, place }));
        let page = messagePage(all, { limit });
        const read = [...page.messages];
        while (page.before > 0) {
          page = messagePage(all, { limit, before: read[0]?.seq });
          read.unshift(...page.messages);
        }
        expect(read).toEqual(all);
      }),
    );
  });
});
