import { describe, expect, it } from 'vitest';
import { placeAfter } from './append.ts';
import { EMPTY_TIP } from './integrity/chain.ts';
import { RecentFacts } from './recent-facts.ts';
import type { StoredFact, Tip } from './store.ts';

const AT = '2026-01-01T00:00:00.000Z';

/** So many facts after a tip; `salt` tells those of one journal from those of another. */
function facts(count: number, { after = EMPTY_TIP, salt = 'a' }: { after?: Tip; salt?: string } = {}) {
  const proposed = Array.from({ length: count }, (_, at) => ({
    id: `${salt}-${after.seq + at + 1}`,
    type: 'noted',
    v: 1,
    payload: '{}',
    digest: salt.repeat(64),
  }));
  return placeAfter(after, { facts: proposed, ts: AT });
}

function last(of: readonly StoredFact[]): StoredFact {
  const found = of.at(-1);
  if (found === undefined) throw new RangeError('no facts');
  return found;
}

const found = (recent: RecentFacts, from: number, end: StoredFact, redactions = 0) =>
  recent.find('j', { from, to: end.seq, limit: 1000 }, { hash: end.hash, redactions })?.map(({ id }) => id);

describe('recent facts', () => {
  it('are handed out to who knows how the journal ends', () => {
    const recent = new RecentFacts();
    const all = facts(4);
    recent.keep('j', all, 0);
    expect(found(recent, 2, last(all))).toEqual(['a-2', 'a-3', 'a-4']);
    expect(found(recent, 1, last(all.slice(0, 2)))).toEqual(['a-1', 'a-2']);
  });

  it('are not those of a journal that ends otherwise', () => {
    const recent = new RecentFacts();
    recent.keep('j', facts(4), 0);
    expect(found(recent, 2, last(facts(4, { salt: 'b' })))).toBeUndefined();
    expect(found(recent, 2, last(facts(5)))).toBeUndefined();
  });

  it('are not handed out after something was erased in the store', () => {
    const recent = new RecentFacts();
    const all = facts(4);
    recent.keep('j', all, 0);
    expect(found(recent, 2, last(all), 1)).toBeUndefined();
  });

  it('go on with what comes right after them, and with what was read from their last one on', () => {
    const recent = new RecentFacts();
    const [first, rest] = [facts(2), facts(3, { after: last(facts(2)) })];
    recent.keep('j', first, 0);
    recent.keep('j', rest.slice(0, 1), 0);
    recent.keep('j', rest, 0);
    expect(found(recent, 1, last(rest))).toEqual(['a-1', 'a-2', 'a-3', 'a-4', 'a-5']);
    recent.keep('j', [last(rest), ...facts(1, { after: last(rest) })], 0);
    expect(found(recent, 4, last(facts(6)))).toEqual(['a-4', 'a-5', 'a-6']);
  });

  it('begin anew where a journal was made anew under the same id', () => {
    const recent = new RecentFacts();
    recent.keep('j', facts(4), 0);
    const other = facts(4, { salt: 'b' });
    const next = facts(2, { after: last(other), salt: 'b' });
    recent.keep('j', next, 0);
    expect(found(recent, 4, last(next))).toBeUndefined();
    expect(found(recent, 5, last(next))).toEqual(['b-5', 'b-6']);
  });

  it('begin anew after something was erased', () => {
    const recent = new RecentFacts();
    recent.keep('j', facts(2), 0);
    const next = facts(2, { after: last(facts(2)) });
    recent.keep('j', next, 1);
    expect(found(recent, 2, last(next), 1)).toBeUndefined();
    expect(found(recent, 3, last(next), 1)).toEqual(['a-3', 'a-4']);
  });

  it('are the last ones of a long journal, and none where they are large', () => {
    const recent = new RecentFacts();
    const all = facts(100);
    recent.keep('j', all, 0);
    expect(found(recent, 1, last(all))).toBeUndefined();
    expect(found(recent, 90, last(all))).toHaveLength(11);
    const large = all.map((fact) => ({ ...fact, payload: 'x'.repeat(10_000) }));
    recent.keep('k', large, 0);
    expect(
      recent.find('k', { from: 100, to: 100, limit: 1 }, { ...last(large), redactions: 0 }),
    ).toBeUndefined();
  });
});
