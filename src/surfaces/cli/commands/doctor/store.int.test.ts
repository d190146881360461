import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { atTerminal } from '../../../../../test/invocation-fixture.ts';
import { collected } from '../../../../../test/transfer-fixture.ts';
import { openJournal } from '../../../../journal/index.ts';
import { MIGRATIONS } from '../../../../journal/sqlite/schema.ts';
import type { StoredFact } from '../../../../journal/store.ts';
import type { Finding } from './finding.ts';
import { checkStore } from './store.ts';

type Checks = Parameters<typeof checkStore>[1];

async function given() {
  const { invocation, data, store } = atTerminal();
  const opened = await store();
  const journal = openJournal(opened, 'trip');
  await journal.append([{ type: 'noted', n: 1 }], { key: 'k' });
  await journal.append([{ type: 'noted', n: 2 }]);
  const facts = await opened.read('trip', { from: 1, to: 2, limit: 2 });
  const found = async (checks: Checks): Promise<readonly Finding[]> =>
    await collected(checkStore(invocation, checks));
  return { opened, data, facts, found };
}

it('frees the room of an import that was killed an hour later, and with --now at once', async () => {
  const { opened, data, facts, found } = await given();
  async function* untilKilled(): AsyncGenerator<StoredFact> {
    for (let n = 0; n < 1000; n++) yield* facts.slice(0, 1).map((fact) => ({ ...fact, seq: n + 1 }));
    await opened.close();
    yield* facts;
  }
  await expect(opened.restore('copy', untilKilled(), new Date().toISOString())).rejects.toMatchObject({
    code: 'store-closed',
  });
  const left = () => {
    const db = new DatabaseSync(join(data, 'wayfold.db'), { readOnly: true });
    const { n } = db.prepare('SELECT count(*) AS n FROM journals WHERE id IS NULL').get() ?? {};
    db.close();
    return n;
  };
  expect(left()).toBe(1);
  expect(await found({ verify: true })).toContainEqual(
    expect.objectContaining({ check: 'store', text: expect.stringContaining('1 journal,') }),
  );
  await found({ collect: true });
  expect(left()).toBe(1);
  await found({ collect: true, now: true });
  expect(left()).toBe(0);
});

it('says with --verify that a key of an append is missing', async () => {
  const { opened, data, found } = await given();
  await opened.close();
  expect(await found({ verify: true })).toContainEqual({
    check: 'chains',
    state: 'ok',
    text: '1 hash chain intact',
  });
  const db = new DatabaseSync(join(data, 'wayfold.db'));
  db.exec('DELETE FROM keys');
  db.close();
  expect(await found({ verify: true })).toContainEqual(
    expect.objectContaining({ check: 'chains', state: 'fail', text: expect.stringContaining('trip') }),
  );
});

it('brings a store of an earlier version up to date', async () => {
  const { opened, data, found } = await given();
  await opened.close();
  const file = join(data, 'wayfold.db');
  const before = new DatabaseSync(file);
  before.exec(`
    DROP TRIGGER facts_follow; DROP TABLE recent; ALTER TABLE store DROP COLUMN moved;
    CREATE TRIGGER facts_follow AFTER INSERT ON facts BEGIN SELECT 1; END;
    DROP TABLE kept_attachments; ALTER TABLE facts DROP COLUMN keyed; PRAGMA user_version = 3`);
  before.close();
  expect(await found({ verify: true })).toContainEqual(
    expect.objectContaining({ check: 'chains', state: 'ok' }),
  );
  const after = new DatabaseSync(file, { readOnly: true });
  expect(after.prepare('PRAGMA user_version').get()).toEqual({ user_version: MIGRATIONS.length });
  after.close();
});
