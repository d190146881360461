import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import release from '../../../../../examples/release-planner.ts';
import { eventually } from '../../../../../test/eventually.ts';
import { SessionsServer } from '../../../../../test/sessions-server.ts';
import { openJournal } from '../../../../journal/index.ts';
import { Facts } from '../responses/response-schemas.ts';
import { FactMatches } from './fact-search.ts';

// A journal has no planner that would say what its facts tell a person.
const FoundFacts = Facts.partial({ texts: true });

let server: SessionsServer;
beforeEach(async () => {
  server = await SessionsServer.start();
});
afterEach(() => server.stop());

/** A session and a journal beside it, with the same 2,500 facts after their own. */
async function longSession(): Promise<{ readonly id: string; readonly before: number }> {
  const id = await server.begin('drafter', { config: undefined });
  const journal = openJournal(server.store, id);
  const before = await journal.head();
  for (let batch = 0; batch < 5; batch++) {
    await journal.append(
      Array.from({ length: 500 }, (_, n) => {
        const at = batch * 500 + n;
        return at % 1000 === 999
          ? { type: 'planner_error', code: 'x', message: `broke at ${at}`, stage: 'plan', attempts: 1 }
          : { type: 'user_guidance', gid: `g${at}`, text: at % 2 ? 'odd' : 'even' };
      }),
    );
  }
  return { id, before };
}

describe('searching facts', () => {
  it.each(['sessions', 'journals'])('finds them by kind, type and words in %s', async (where) => {
    const { id, before } = await longSession();
    const path = `/${where}/${id}/facts`;
    const failures = FactMatches.parse((await server.get(`${path}/matches?kind=failure`)).body);
    const seqs = [before + 1000, before + 2000];
    expect(failures).toMatchObject({ count: 2, runs: seqs.map((seq) => [seq, seq]), head: before + 2500 });
    expect(failures.types).toContainEqual({ type: 'user_guidance', kind: 'person', count: 2498 });

    const page = FoundFacts.parse((await server.get(`${path}?q=BROKE%201999&type=planner_error,sleep`)).body);
    expect(page.facts.map(({ seq }) => seq)).toEqual([before + 2000]);
    const odd = FactMatches.parse((await server.get(`${path}/matches?q=odd&kind=person`)).body);
    expect(odd.count).toBe(1248);
  });

  it('goes on where a page has ended, until all were found', async () => {
    const { id } = await longSession();
    const found: number[] = [];
    let next: number | undefined = 1;
    while (next !== undefined) {
      const page = Facts.parse(
        (await server.get(`/sessions/${id}/facts?kind=failure&limit=1&from=${next}`)).body,
      );
      found.push(...page.facts.map(({ seq }) => seq));
      next = page.next;
    }
    expect(found).toHaveLength(2);
  });

  it.each(['sessions', 'journals'])('finds what a planner says about its facts, in %s', async (where) => {
    const own = await SessionsServer.start({ planners: [release] });
    try {
      const id = await own.begin('release', { config: { tag: '1.0.0' }, text: 'Faster' });
      const found = async () =>
        FactMatches.parse((await own.get(`/${where}/${id}/facts/matches?q=WITH%201%20changes`)).body);
      await eventually(async () => (await found()).count).toBe(1);
      const { runs } = await found();
      const page = FoundFacts.parse((await own.get(`/${where}/${id}/facts?q=planned%20with`)).body);
      expect(page.facts.map(({ seq, type }) => [seq, type])).toEqual([[runs[0]?.[0], 'release_planned']]);
    } finally {
      await own.stop();
    }
  });

  it('refuses a kind that there is not', async () => {
    const id = await server.begin('drafter');
    expect((await server.get(`/sessions/${id}/facts?kind=nonsense`)).fields).toMatchObject({
      code: 'invalid-request',
      status: 400,
    });
  });
});
