import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { openJournal } from '../../journal/journal.ts';
import { memoryStore } from '../../journal/memory-store.ts';
import { openPlan, planIn } from '../../plan-tools/open-plan.ts';
import { journalOf } from '../../plan-tools/plan-id.ts';
import { SHARED_FOLDER } from './shared-files.ts';
import { sharePlan, syncPlan } from './sync-plan.ts';
import { watchSharedPlans } from './watch-plans.ts';

function folder(): string {
  const root = mkdtempSync(join(tmpdir(), 'wayfold-sync-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

async function shared() {
  const place = { store: memoryStore(), planId: 'default', root: folder() };
  const { section } = openPlan(place.store, 'default', { graph: true });
  const setup = { objective: 'Ship it', initial_steps: [{ title: 'One' }, { title: 'Two' }] };
  await section.tool('planning_setup_plan').call(setup);
  await sharePlan(place);
  const head = () => openJournal(place.store, journalOf('default')).head();
  return { place, section, head };
}

it('records and writes nothing where nothing has changed', async () => {
  const { place, section, head } = await shared();
  const other = { ...place, store: memoryStore() };
  await syncPlan(other);
  await section.tool('planning_mark_step').call({ step_id: 'S001', status: 'done' });
  await section.tool('planning_claim').call({ step_id: 'S002', agent: 'ann' });
  for (const each of [place, other, place]) await syncPlan(each);
  const before = await head();
  const heads = () => openJournal(other.store, journalOf('default')).head();
  const otherBefore = await heads();
  for (const each of [place, other, place, other]) {
    expect(await syncPlan(each)).toMatchObject({ written: 0, taken: 0, conflicts: [], unreadable: [] });
  }
  expect([await head(), await heads()]).toEqual([before, otherBefore]);
});

it('tells other clones a change of one field as that one change', async () => {
  const { place, section } = await shared();
  await section.tool('planning_mark_step').call({ step_id: 'S001', status: 'done' });
  await syncPlan(place);
  const directory = join(place.root, SHARED_FOLDER, 'default');
  const [file = ''] = readdirSync(directory);
  const lines = readFileSync(join(directory, file), 'utf8').trim().split('\n');
  expect(JSON.parse(lines.at(-1) ?? '').changes).toEqual([{ step: 'S001', status: 'done' }]);
});

it('writes a line again that was torn', async () => {
  const { place, section } = await shared();
  const directory = join(place.root, SHARED_FOLDER, 'default');
  const [file = ''] = readdirSync(directory);
  await section.tool('planning_mark_step').call({ step_id: 'S001', status: 'done' });
  await syncPlan(place);
  const whole = readFileSync(join(directory, file), 'utf8');
  truncateSync(join(directory, file), whole.length - 9);
  expect(await syncPlan(place)).toMatchObject({ written: 1, unreadable: [`${file} line 2`] });
  const healed = readFileSync(join(directory, file), 'utf8').split('\n');
  expect(healed.at(-2)).toBe(whole.split('\n').at(-2));
});

it('shows in the plan itself what several clones have made of its objective, until one settles it', async () => {
  const { place, section } = await shared();
  const other = { ...place, store: memoryStore() };
  await syncPlan(other);
  const { section: theirs } = openPlan(other.store, 'default');
  const begin = { initial_steps: [{ title: 'One' }] };
  await section.tool('planning_setup_plan').call({ ...begin, objective: 'Ship it today' });
  await theirs.tool('planning_setup_plan').call({ ...begin, objective: 'Ship it on Friday' });
  for (const each of [place, other, place]) await syncPlan(each);
  const conflictsIn = async (each: typeof place) => {
    const { session } = openPlan(each.store, 'default');
    await session.refresh();
    return planIn({ session })?.conflicts?.map(({ field, values }) => [field, values.length]);
  };
  expect(await conflictsIn(place)).toEqual([['objective', 2]]);
  expect(await conflictsIn(other)).toEqual([['objective', 2]]);
  await section.tool('planning_setup_plan').call({ ...begin, objective: 'Ship it' });
  for (const each of [place, other]) await syncPlan(each);
  expect([await conflictsIn(place), await conflictsIn(other)]).toEqual([undefined, undefined]);
});

it('is brought together by whoever watches, in both directions, until it is told to stop', async () => {
  const { place, section } = await shared();
  const other = { ...place, store: memoryStore() };
  const stop = new AbortController();
  const errors: unknown[] = [];
  const watching = [place, other].map(({ store, root }) =>
    watchSharedPlans({ root, store: async () => store, onError: (error) => errors.push(error) }, stop.signal),
  );
  await section.tool('planning_mark_step').call({ step_id: 'S001', status: 'done' });
  const statuses = async () => {
    const { session } = openPlan(other.store, 'default');
    await session.refresh();
    return planIn({ session })?.steps.map(({ status }) => status);
  };
  await eventually(statuses).toEqual(['done', 'pending']);
  stop.abort();
  await Promise.all(watching);
  expect(errors).toEqual([]);
});
