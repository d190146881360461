import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAGE, PageCache } from './page-cache.ts';

const COUNT = 100_000;

function factsOf(first: number, last: number, text = '') {
  return Array.from({ length: last - first + 1 }, (_, place) => ({
    seq: first + place + 1,
    id: `f${first + place}`,
    ts: '2026-01-01T00:00:00.000Z',
    type: 'noted',
    v: 1,
    text,
  }));
}

/** Reads what is missing, as often as it takes. */
function readAll(cache: PageCache, text = ''): void {
  for (let rows = cache.missing(COUNT); rows; rows = cache.missing(COUNT)) {
    cache.add(rows, factsOf(rows.first, rows.last, text));
  }
}

describe('the facts that are kept', () => {
  it('are those in view, wherever somebody looks, and never many more', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: COUNT - 40 }), { maxLength: 60 }), (tops) => {
        const cache = new PageCache();
        for (const top of tops) {
          cache.view(top, top + 39);
          readAll(cache);
          expect(cache.factAt(top)?.seq).toBe(top + 1);
          expect(cache.factAt(top + 39)?.seq).toBe(top + 40);
          expect(cache.held).toBeLessThanOrEqual(20 * PAGE);
        }
      }),
    );
  });

  it('are fewer when they are large', () => {
    const cache = new PageCache();
    for (let top = 0; top < 1000; top += PAGE) {
      cache.view(top, top);
      readAll(cache, 'x'.repeat(50_000));
    }
    expect(cache.held).toBe(PAGE);
    expect(cache.factAt(900)?.seq).toBe(901);
  });

  it('are completed when the last page grows', () => {
    const cache = new PageCache();
    cache.view(0, 20);
    cache.add({ first: 0, last: 4 }, factsOf(0, 4));
    expect(cache.missing(5)).toBeUndefined();
    expect(cache.missing(8)).toEqual({ first: 5, last: 7 });
  });

  it('are not asked for without end when they are not there', () => {
    const cache = new PageCache();
    cache.view(0, 20);
    cache.add({ first: 0, last: 99 }, []);
    expect(cache.missing(COUNT)).toBeUndefined();
    cache.retry();
    expect(cache.missing(COUNT)).toEqual({ first: 0, last: 99 });
  });
});
