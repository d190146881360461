import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { type TestSchema, testSchema } from '../../../test/postgres-schema.ts';
import type { SessionLeases } from '../session-leases.ts';
import type { FactStore } from '../store.ts';

let schema: TestSchema;
let store: FactStore;

beforeEach(() => {
  schema = testSchema();
  store = schema.open();
});
afterEach(() => schema.drop());

function leasesOf(of: FactStore): SessionLeases {
  if (of.leases === undefined) throw new Error('PostgreSQL has leases');
  return of.leases;
}

describe('a worker that was silent for a few seconds', () => {
  let others: SessionLeases;

  beforeEach(async () => {
    await leasesOf(store).renew('one', 60_000);
    await leasesOf(store).acquire('one', ['a']);
    others = leasesOf(schema.open());
    await others.renew('two', 60_000);
    await schema.sql(`UPDATE workers SET seen = seen - interval '4 s' WHERE worker = 'one'`);
  });

  const isAlive = async () =>
    (await others.survey()).holders.find(({ worker }) => worker === 'one')?.isAlive === true;

  it('keeps its leases while it is connected: it may be slow', async () => {
    expect(await isAlive()).toBe(true);
    expect(await others.acquire('two', ['a'])).toEqual([]);
    expect(await leasesOf(store).renew('one', 60_000)).toBe(true);
  });

  it('has ended if its connection has, wherever it ran', async () => {
    await store.close();
    await eventually(isAlive).toBe(false);
    expect((await others.survey()).abandoned).toEqual(['a']);
    expect(await others.acquire('two', ['a'])).toEqual(['a']);
  });

  it('keeps its leases while it reconnects', async () => {
    await store.close();
    await eventually(isAlive).toBe(false);
    await leasesOf(schema.open()).renew('one', 60_000);
    expect(await isAlive()).toBe(true);
    expect(await others.acquire('two', ['a'])).toEqual([]);
  });

  it('keeps them after a restart of the server, which has ended all connections', async () => {
    await store.close();
    await schema.sql(`UPDATE workers SET seen = '2000-01-01' WHERE worker = 'one'`);
    expect(await isAlive()).toBe(true);
  });
});
