import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { atTerminal } from '../../../../../test/invocation-fixture.ts';
import { localUser } from '../../../../host/local-user.ts';
import { openJournal } from '../../../../journal/index.ts';
import { clear, mark, set } from './change.ts';
import { importFrom } from './files.ts';

it('records by whom a plan is changed, and what is refused them', async () => {
  const { invocation, data, store } = atTerminal();
  const file = join(data, 'plan.md');
  await writeFile(file, '# Ship it\n- [x] Build\n');
  await importFrom(invocation, file, undefined, {});
  await set(invocation, 'Ship 1.0', ['Tag it'], {});
  await expect(mark(invocation, 'S009', 'done', undefined, {})).rejects.toMatchObject({
    code: 'step-not-found',
  });
  await clear(invocation, { yes: true });
  const opened = await store();
  const facts = await openJournal(opened, 'plan:default').facts();
  await opened.close();
  expect(facts.map(({ tool, success, by }) => [tool, success, by])).toEqual([
    ['planning_setup_plan', true, localUser()],
    ['planning_mark_step', true, localUser()],
    ['planning_setup_plan', true, localUser()],
    ['planning_mark_step', false, localUser()],
    ['planning_clear_plan', true, localUser()],
  ]);
});
