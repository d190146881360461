import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestSchema, testSchema } from '../../../test/postgres-schema.ts';
import { placeAfter } from '../append.ts';
import { EMPTY_TIP } from '../integrity/chain.ts';
import { sha256 } from '../integrity/sha256.ts';
import { verifyStore } from '../integrity/verification.ts';
import { openJournal } from '../journal.ts';
import type { StoredFact, Tip } from '../store.ts';
import { MIGRATIONS } from './schema.ts';

let schema: TestSchema;

beforeEach(async () => {
  schema = testSchema();
  await schema.sql(`CREATE SCHEMA ${schema.schema}`);
});
afterEach(async () => {
  await schema.drop();
});

/** Tables as an earlier version made them. */
async function storeOfVersion(version: number): Promise<void> {
  for (const step of MIGRATIONS.slice(0, version)) if (typeof step === 'string') await schema.sql(step);
  await schema.sql('CREATE TABLE wayfold_store (application text NOT NULL, version int NOT NULL)');
  await schema.sql(`INSERT INTO wayfold_store VALUES ('wayfold', ${version})`);
}

/** A journal as earlier versions wrote it: without salts, and with erased facts without a record. */
async function oldJournal(
  branch: number,
  id: string | null,
  {
    texts,
    erased = [],
    parent,
    at,
  }: {
    texts: readonly string[];
    erased?: readonly number[];
    parent?: number;
    at?: Tip;
  },
): Promise<StoredFact[]> {
  const facts = placeAfter(at ?? EMPTY_TIP, {
    ts: '2026-01-01T00:00:00.000Z',
    facts: texts.map((text, n) => {
      const payload = JSON.stringify({ text });
      return { id: `f-${branch}-${n}`, type: 'noted', v: 1, payload, digest: sha256(payload) };
    }),
  });
  const { seq: base } = at ?? EMPTY_TIP;
  const { seq, hash, ts } = facts.at(-1) ?? at ?? EMPTY_TIP;
  await schema.sql(
    `INSERT INTO journals (branch, id, parent, base, origin, native_from, created_at, head, head_hash, head_ts)
     VALUES ($1, $2, $3, $4, '{"type":"created"}', $4::bigint + 1, '2026-01-01T00:00:00.000Z', $5, decode($6, 'hex'), $7)`,
    [branch, id, parent ?? null, base, seq, hash, ts],
  );
  for (const fact of facts) {
    const isErased = erased.includes(fact.seq);
    await schema.sql(
      `INSERT INTO facts (branch, seq, v, id, ts, type, digest, hash, payload, redacted_at)
       VALUES ($1, $2, 1, $3, $4, $5, decode($6, 'hex'), decode($7, 'hex'), $8, $9)`,
      [
        ...[branch, fact.seq, fact.id, fact.ts, fact.type, fact.digest, fact.hash],
        ...(isErased ? [null, '2026-02-02T00:00:00.000Z'] : [fact.payload, null]),
      ],
    );
  }
  await schema.sql(`SELECT setval(pg_get_serial_sequence('journals', 'branch'), $1)`, [branch]);
  return facts;
}

describe.each([1, 2])('a store of version %i', (version) => {
  it('is brought up to date with what is in it, and goes on', async () => {
    await storeOfVersion(version);
    const [, second] = await oldJournal(1, 'source', { texts: ['a', 'b', 'c'] });
    await oldJournal(2, 'fork', { texts: ['own'], parent: 1, at: second as StoredFact });
    await schema.sql(
      `INSERT INTO keys (branch, name, digest, from_seq, to_seq)
       SELECT 1, 'k', decode($1, 'hex'), 3, 3`,
      [sha256(`noted\n1\n${sha256('{"text":"c"}')}`)],
    );
    const store = schema.open();
    expect(await verifyStore(store)).toMatchObject({ ok: true, journals: 2 });
    expect(
      await openJournal(store, 'source').append([{ type: 'noted', text: 'c' }], { key: 'k' }),
    ).toMatchObject({ ok: true, head: 3 });
    for (const id of ['source', 'fork']) {
      expect(await openJournal(store, id).append([{ type: 'noted' }], { expectedSeq: 3 })).toMatchObject({
        ok: true,
      });
    }
    expect(await verifyStore(store)).toMatchObject({ ok: true });
    expect(await schema.sql('SELECT version FROM wayfold_store')).toEqual([{ version: MIGRATIONS.length }]);
  });

  it('gets a record of each fact that was erased, and keeps no digest of it', async () => {
    await storeOfVersion(version);
    const facts = await oldJournal(1, null, { texts: ['a', 'b', 'c'], erased: [2] });
    await oldJournal(2, 'f', { texts: ['own', 'more'], erased: [4], parent: 1, at: facts[2] as StoredFact });
    await oldJournal(3, 'g', { texts: [], parent: 1, at: facts[1] as StoredFact });
    await schema.sql(
      `INSERT INTO keys (branch, name, digest, from_seq, to_seq) SELECT 2, 'k', decode($1, 'hex'), 4, 4`,
      [sha256(`noted\n1\n${sha256('{"text":"own"}')}`)],
    );
    const store = schema.open();
    expect(await verifyStore(store)).toMatchObject({ ok: true, damage: [], damaged: [] });
    expect(await openJournal(store, 'f').facts({ from: 6 })).toMatchObject([
      { type: 'fact_erased', erasedSeq: 2, erasedAt: '2026-02-02T00:00:00.000Z' },
      { type: 'fact_erased', erasedSeq: 4 },
    ]);
    expect(await openJournal(store, 'g').facts({ from: 3 })).toMatchObject([{ erasedSeq: 2 }]);
    const digests = await schema.sql<{ digest: string }>(`SELECT encode(digest, 'hex') AS digest FROM facts`);
    const reported = digests.map(({ digest }) => digest);
    for (const text of ['b', 'own']) expect(reported).not.toContain(sha256(JSON.stringify({ text })));
    expect(await schema.sql(`SELECT encode(digest, 'hex') AS digest FROM keys`)).toEqual([{ digest: '' }]);
  });

  it('is as damaged afterwards as it was before', async () => {
    await storeOfVersion(version);
    await oldJournal(1, 'j', { texts: ['a', 'b', 'c', 'd'], erased: [2] });
    await schema.sql(`UPDATE facts SET type = 'forged' WHERE seq = 3`);
    const store = schema.open();
    expect(await openJournal(store, 'j').verify()).toMatchObject({ ok: false, firstBad: 3 });
  });
});

it('a store of version 3 opens with its keys, and one that is lost later is missed', async () => {
  const made = schema.open();
  const journal = openJournal(made, 'j');
  await journal.append([{ type: 'noted', n: 1 }]);
  await journal.append([{ type: 'noted', n: 2 }, { type: 'noted' }], { key: 'k' });
  await schema.sql('ALTER TABLE facts DROP COLUMN keyed');
  await schema.sql('DROP TABLE kept_attachments, workers, leases');
  await schema.sql('UPDATE wayfold_store SET version = 3');
  const store = schema.open();
  expect(await verifyStore(store)).toMatchObject({ ok: true });
  expect(
    await openJournal(store, 'j').append([{ type: 'noted', n: 2 }, { type: 'noted' }], { key: 'k' }),
  ).toMatchObject({ ok: true, head: 3 });
  await schema.sql('DELETE FROM keys');
  expect(await openJournal(store, 'j').verify()).toMatchObject({ ok: false, damage: [expect.any(String)] });
});

it('a store of version 4 opens with its attachments, and one that is lost later is missed', async () => {
  const journal = openJournal(schema.open(), 'j');
  const file = await journal.attachments.put(new TextEncoder().encode('a'));
  await journal.append([{ type: 'noted', file }]);
  await schema.sql('DROP TABLE kept_attachments, workers, leases');
  await schema.sql('UPDATE wayfold_store SET version = 4');
  const store = schema.open();
  expect(await verifyStore(store)).toMatchObject({ ok: true });
  await schema.sql('DELETE FROM attachments');
  expect(await openJournal(store, 'j').verify()).toMatchObject({ ok: false, damage: [expect.any(String)] });
  await expect(openJournal(store, 'j').attachments.get(file.sha256)).rejects.toMatchObject({
    code: 'store-corrupt',
  });
});

it('a store of version 6 opens with its leases, and a worker of that version keeps them', async () => {
  await openJournal(schema.open(), 'j').append([{ type: 'noted' }]);
  await schema.sql('ALTER TABLE workers DROP COLUMN seen, DROP COLUMN backend');
  await schema.sql(`INSERT INTO workers VALUES ('old', now() + interval '1 hour')`);
  await schema.sql(`INSERT INTO leases VALUES ('j', 'old')`);
  await schema.sql('UPDATE wayfold_store SET version = 6');
  const { leases } = schema.open();
  await leases?.renew('new', 60_000);
  expect(await leases?.acquire('new', ['j', 'k'])).toEqual(['k']);
});

it('a store of version 5 opens, and its sessions can be leased', async () => {
  await openJournal(schema.open(), 'j').append([{ type: 'noted' }]);
  await schema.sql('DROP TABLE workers, leases');
  await schema.sql('UPDATE wayfold_store SET version = 5');
  const { leases } = schema.open();
  await leases?.renew('one', 60_000);
  expect(await leases?.acquire('one', ['j'])).toEqual(['j']);
});
