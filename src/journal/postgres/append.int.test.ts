import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestSchema, testSchema } from '../../../test/postgres-schema.ts';
import { placeAfter } from '../append.ts';
import { EMPTY_TIP } from '../integrity/chain.ts';
import { sha256 } from '../integrity/sha256.ts';
import { openJournal } from '../journal.ts';
import type { AppendRequest, NewFact } from '../store.ts';

const TS = '2026-01-01T00:00:00.000Z';

let schema: TestSchema;

beforeEach(() => {
  schema = testSchema();
});

afterEach(async () => {
  await schema.drop();
});

function fact(text: string, over: Partial<NewFact> = {}): NewFact {
  const payload = JSON.stringify({ text });
  return { id: crypto.randomUUID(), type: 'note_added', v: 1, payload, digest: sha256(payload), ...over };
}

function request(
  journal: string,
  facts: readonly NewFact[],
  over: Partial<AppendRequest> = {},
): AppendRequest {
  return { journal, facts, ts: TS, ...over };
}

describe('appending from several processes', () => {
  it('lets one of many win the first fact of a journal', async () => {
    const stores = [schema.open(), schema.open(), schema.open(), schema.open()];
    const outcomes = await Promise.all(
      stores.map((store, i) => store.append(request('j', [fact(`${i}`)], { expectedSeq: 0 }))),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.every(({ head }) => head === 1)).toBe(true);
    expect(await openJournal(schema.open(), 'j').verify()).toEqual({ ok: true, head: 1 });
  });

  it('keeps every fact of 8 writers in 2 stores, with no gap, and the chain holds', async () => {
    const stores = [schema.open(), schema.open()] as const;
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        const journal = openJournal(stores[writer % 2 === 0 ? 0 : 1], 'j');
        for (let i = 0; i < 100; i++) await journal.append([{ type: 'note_added', text: `${writer}.${i}` }]);
      }),
    );
    const journal = openJournal(schema.open(), 'j');
    expect(await journal.verify()).toEqual({ ok: true, head: 800 });
    const texts = (await journal.facts()).map(({ text }) => String(text));
    for (let writer = 0; writer < 8; writer++) {
      expect(texts.filter((text) => text.startsWith(`${writer}.`))).toEqual(
        Array.from({ length: 100 }, (_, i) => `${writer}.${i}`),
      );
    }
  });

  it('never waits in a circle for journals that groups have in common', async () => {
    const stores = [schema.open(), schema.open(), schema.open()];
    const ids = ['a', 'b', 'c', 'd', 'e'];
    await Promise.all(
      stores.flatMap((store, s) =>
        Array.from({ length: 40 }, (_, i) =>
          Promise.all(
            ids.map((_, k) => store.append(request(`${ids[(k * (s + 1) + i) % ids.length]}`, [fact('x')]))),
          ),
        ),
      ),
    );
    const heads = (await schema.open().list({ limit: 10 })).map(({ head }) => head);
    expect(heads.reduce((sum, head) => sum + head, 0)).toBe(3 * 40 * 5);
  });
});

describe('an append', () => {
  it('stores the chain that placeAfter computes', async () => {
    const facts = [
      fact('plain'),
      fact('ümlaut € 👩‍👩‍👧 \u2028'),
      fact('nul \u0000 and lone \ud800', { type: 'a.b:c/d-e_f', v: 2 ** 53 - 1, id: 'f.1:2-3_4' }),
    ];
    const outcome = await schema.open().append(request('j', facts));
    const expected = placeAfter(EMPTY_TIP, request('j', facts));
    expect(outcome).toEqual({ ok: true, head: 3, facts: expected });
    expect(await schema.open().read('j', { from: 1, to: 3, limit: 3 })).toEqual(expected);
    const [row] = await schema.sql<{ hash: string; head_hash: string }>(
      `SELECT encode(f.hash, 'hex') AS hash, encode(j.head_hash, 'hex') AS head_hash
       FROM facts f, journals j WHERE f.seq = 3`,
    );
    expect(row).toEqual({ hash: expected[2]?.hash, head_hash: expected[2]?.hash });
  });

  it('shares a commit with those that wait, and each gets its own outcome', async () => {
    const store = schema.open();
    await store.append(request('j', [fact('first')], { key: { name: 'k', digest: sha256('one') } }));
    const outcomes = await Promise.allSettled([
      store.append(request('j', [fact('b'), fact('c')], { expectedSeq: 1 })),
      store.append(request('j', [fact('late')], { expectedSeq: 1 })),
      store.append(request('other', [fact('x')], { expectedSeq: 7 })),
      store.append(request('j', [fact('first')], { key: { name: 'k', digest: sha256('one') } })),
      store.append(request('j', [fact('else')], { key: { name: 'k', digest: sha256('two') } })),
      store.append(request('j', [], { expectedSeq: 3 })),
      store.append(request('j', [fact('d')])),
    ]);
    const reported = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value.ok, outcome.value.head] : outcome.reason.code,
    );
    expect(reported).toEqual([
      [true, 3],
      [false, 3],
      [false, 0],
      [true, 1],
      'key-reused',
      [true, 3],
      [true, 4],
    ]);
    expect(await openJournal(store, 'j').verify()).toEqual({ ok: true, head: 4 });
    expect(await store.describe('other')).toBeUndefined();
    const commits = await schema.sql<{ n: string }>(
      'SELECT count(DISTINCT xmin::text) AS n FROM facts WHERE seq > 1',
    );
    expect(commits).toEqual([{ n: '1' }]);
  });

  it('that the server refuses does not take its group with it', async () => {
    const store = schema.open();
    await store.append(request('j', [fact('a')]));
    const outcomes = await Promise.allSettled([
      store.append(request('j', [fact('b')])),
      store.append(request('j', [fact('bad', { digest: 'no hex' })])),
      store.append(request('j', [fact('c')])),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await openJournal(store, 'j').verify()).toEqual({ ok: true, head: 3 });
  });
});

describe('a page', () => {
  it('ends when it has grown large, and goes on from there', async () => {
    const store = schema.open();
    for (let i = 0; i < 4; i++) {
      await store.append(
        request(
          'j',
          Array.from({ length: 5 }, () => fact('x'.repeat(1_000_000))),
        ),
      );
    }
    const sizes: number[] = [];
    for (let from = 1; from <= 20; ) {
      const page = await store.read('j', { from, to: 20, limit: 1000 });
      expect(page[0]?.seq).toBe(from);
      sizes.push(page.length);
      from += page.length;
    }
    expect(sizes).toEqual([8, 8, 4]);
  });
});
