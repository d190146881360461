import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { atTerminal } from '../../../../../test/invocation-fixture.ts';
import { set } from './change.ts';
import { exportTo, importFrom } from './files.ts';
import { link } from './graph.ts';

it('moves a plan through the folders of Backlog.md and beads', async () => {
  const { invocation, data, seen } = atTerminal();
  await set(invocation, 'Release', ['Build', 'Ship'], {});
  await link(invocation, 'S001', 'blocks', 'S002', {});

  const tasks = join(data, 'backlog', 'tasks');
  await exportTo(invocation, undefined, { format: 'backlog', output: tasks });
  expect(readdirSync(tasks).toSorted()).toEqual(['task-1 - Build.md', 'task-2 - Ship.md']);
  await importFrom(invocation, join(data, 'backlog'), 'again', { objective: 'Release' });

  const beads = join(data, '.beads');
  mkdirSync(beads);
  await exportTo(invocation, 'again', { format: 'beads', output: join(beads, 'issues.jsonl') });
  await importFrom(invocation, beads, 'third', {});

  seen.out = '';
  await exportTo(invocation, 'third', { format: 'json' });
  expect(JSON.parse(seen.out)).toMatchObject({
    objective: 'Release',
    steps: [{ title: 'Build' }, { title: 'Ship', blocked_by: ['S001'] }],
  });
  expect(await readFile(join(beads, 'issues.jsonl'), 'utf8')).toContain('"type":"blocks"');
});

it('names a folder that has no tasks, and the folder that an export needs', async () => {
  const { invocation, data } = atTerminal();
  await set(invocation, 'Release', ['Build'], {});
  writeFileSync(join(data, 'readme.md'), '# No task\n');
  await expect(importFrom(invocation, data, 'other', {})).rejects.toMatchObject({ code: 'file-failed' });
  await expect(exportTo(invocation, undefined, { format: 'backlog' })).rejects.toMatchObject({
    code: 'usage',
  });
});
