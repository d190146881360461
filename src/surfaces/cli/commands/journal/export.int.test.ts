import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { atTerminal } from '../../../../../test/invocation-fixture.ts';
import { openJournal } from '../../../../journal/index.ts';
import { exportTo } from './export.ts';

it('exports nothing of a store that is damaged, also where no fact is', async () => {
  const { invocation, data, store } = atTerminal();
  const opened = await store();
  await openJournal(opened, 'trip').append([{ type: 'noted' }], { key: 'k' });
  await opened.close();
  const output = join(data, 'backup.jsonl');
  const all = { id: undefined, all: true, output, attachments: true } as const;
  for (const sql of ['DELETE FROM keys', 'DROP INDEX journals_by_parent']) {
    const db = new DatabaseSync(join(data, 'wayfold.db'));
    db.exec(sql);
    db.close();
    await expect(exportTo(invocation, all)).rejects.toMatchObject({ code: 'store-corrupt', exitCode: 5 });
    expect(existsSync(output)).toBe(false);
  }
  await exportTo(invocation, { id: 'trip', output, attachments: true });
  expect(existsSync(output)).toBe(true);
});
