import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { openJournal } from '../../journal/journal.ts';
import { memoryStore } from '../../journal/memory-store.ts';
import { openPlan, planIn } from '../../plan-tools/plan/open-plan.ts';
import { journalOf } from '../../plan-tools/plan/plan-id.ts';
import { SHARED_FOLDER, sharedPlans } from './shared-files.ts';
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

it('records and writes nothing if nothing has changed', async () => {
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
    expect(await syncPlan(each)).toMatchObject({ written: 0, received: 0, conflicts: [], unreadable: [] });
  }
  expect([await head(), await heads()]).toEqual([before, otherBefore]);
});

it('shares a change of one field as a single change', async () => {
  const { place, section } = await shared();
  await section.tool('planning_mark_step').call({ step_id: 'S001', status: 'done' });
  await syncPlan(place);
  const directory = join(place.root, SHARED_FOLDER, 'default');
  const [file = ''] = readdirSync(directory);
  const lines = readFileSync(join(directory, file), 'utf8').trim().split('\n');
  expect(JSON.parse(lines.at(-1) ?? '').changes).toEqual([{ step: 'S001', status: 'done' }]);
});

it('rewrites a torn line', async () => {
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

it('shows conflicting objectives of several clones until one resolves them', async () => {
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

it('is merged by a watcher in both directions until it is stopped', async () => {
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

/** A clone: a store and a checkout of its own. */
async function clone(objective?: string, titles: readonly string[] = []) {
  const place = { store: memoryStore(), planId: 'default', root: folder() };
  const { section, session } = openPlan(place.store, 'default', { graph: true });
  const call = async (tool: string, input: object) => await section.tool(tool).call(input);
  if (objective !== undefined)
    await call('planning_setup_plan', { objective, initial_steps: titles.map((title) => ({ title })) });
  const steps = async () => {
    await session.refresh();
    return planIn({ session })?.steps ?? [];
  };
  return {
    place,
    call,
    steps,
    titleOf: async (id: string) => (await steps()).find(({ stepId }) => stepId === id)?.title,
  };
}

type Clone = Awaited<ReturnType<typeof clone>>;

/** What git does: every clone has the files of all, each as it is where it is longest. */
function exchange(clones: readonly Clone[]): void {
  const folders = clones.map(({ place }) => join(place.root, SHARED_FOLDER, 'default'));
  const texts = new Map<string, string>();
  for (const each of folders.filter((path) => existsSync(path))) {
    for (const name of readdirSync(each)) {
      const text = readFileSync(join(each, name), 'utf8');
      if (text.length > (texts.get(name)?.length ?? 0)) texts.set(name, text);
    }
  }
  for (const each of folders) {
    mkdirSync(each, { recursive: true });
    for (const [name, text] of texts) writeFileSync(join(each, name), text);
  }
}

async function syncAll(clones: readonly Clone[]): Promise<void> {
  for (const { place } of clones) await syncPlan(place);
  exchange(clones);
  for (const { place } of clones) await syncPlan(place);
}

it('never reuses a step id of a shared plan, whether steps were removed or replaced', async () => {
  const a = await clone('Ship it', ['One', 'Two']);
  await sharePlan(a.place);
  const b = await clone();
  await syncAll([a, b]);
  const two = [{ title: 'New' }, { title: 'Other' }];
  await a.call('planning_setup_plan', { objective: 'Another', initial_steps: two });
  await b.call('planning_mark_step', { step_id: 'S001', status: 'done', note: 'Of the first plan' });
  await syncAll([a, b]);
  for (const { steps } of [a, b]) {
    const noted = (await steps()).filter(({ notes }) => notes.length > 0);
    expect(noted.map(({ title }) => title)).toEqual(['One']);
  }
  await a.call('planning_update_step', { step_id: 'S004', remove: true });
  const { assignedIds } = await a.call('planning_add_step', { steps: [{ title: 'Later' }] });
  expect(assignedIds).toEqual(['S005']);
});

it('never reuses a step id if the plan was shared before it was started', async () => {
  const a = await clone();
  await sharePlan(a.place);
  await a.call('planning_setup_plan', { objective: 'First', initial_steps: [{ title: 'One' }] });
  await syncPlan(a.place);
  const begun = await a.call('planning_setup_plan', {
    objective: 'Second',
    initial_steps: [{ title: 'Two' }],
  });
  expect(begun.assignedIds).toEqual(['S002']);
});

it('keeps the meaning of an id in each clone if two shared concurrently', async () => {
  const a = await clone('Of a', ['A one', 'A two']);
  const b = await clone('Of b', ['B one', 'B two']);
  for (const { place } of [a, b]) await sharePlan(place);
  const c = await clone();
  exchange([b, c]);
  await syncPlan(c.place);
  expect(await c.titleOf('S001')).toBe('B one');
  await syncAll([a, b, c]);
  const ids = async ({ steps }: Clone) => (await steps()).map(({ stepId, title }) => [title, stepId]);
  expect(await ids(a)).toEqual(await ids(b));
  expect(await ids(a)).toEqual(await ids(c));
  // Nobody can take one for the other.
  expect((await a.steps()).some(({ stepId }) => stepId === 'S001')).toBe(false);
  for (const [who, note] of [
    [a, 'by a'],
    [b, 'by b'],
    [c, 'by c'],
  ] as const) {
    await who.call('planning_mark_step', { step_id: 'S001', status: 'in_progress', note });
  }
  await c.call('planning_link', { links: [{ from: 'S001', type: 'blocks', to: 'S002' }] });
  await b.call('planning_update_step', { step_id: 'S002', title: 'B two again', before: 'S001' });
  await syncAll([a, b, c]);
  for (const { steps } of [a, b, c]) {
    const of = Object.fromEntries((await steps()).map((step) => [step.title, step]));
    expect(of['A one']?.notes).toEqual(['by a']);
    expect(of['B one']?.notes.toSorted()).toEqual(['by b', 'by c']);
    expect(of['B two again']?.blockedBy).toEqual([of['B one']?.stepId]);
  }
  const added = await Promise.all(
    [a, b].map(({ call }) => call('planning_add_step', { steps: [{ title: 'More' }] })),
  );
  expect(new Set(added.flatMap(({ assignedIds }) => assignedIds)).size).toBe(2);
});

it('continues after a line with an impossible time', async () => {
  const a = await clone('Ship it', ['One', 'Two']);
  await sharePlan(a.place);
  const b = await clone();
  await syncAll([a, b]);
  const line = {
    v: 1,
    clone: 'wrongclock12',
    n: 1,
    fact: 'far',
    at: [8.64e15, Number.MAX_SAFE_INTEGER],
    seen: {},
  };
  const write = (name: string, at: readonly number[]) =>
    writeFileSync(
      join(a.place.root, SHARED_FOLDER, 'default', `${name}.jsonl`),
      `${JSON.stringify({ ...line, clone: name, fact: name, at, changes: [{ objective: 'Far away' }] })}\n`,
    );
  write('wrongclock12', line.at);
  write('nosuchclock1', [Number.MAX_SAFE_INTEGER, 0]);
  await syncAll([a, b]);
  await a.call('planning_setup_plan', { objective: 'Of a', initial_steps: [{ title: 'Three' }] });
  await syncAll([a, b]);
  await b.call('planning_mark_step', { step_id: 'S003', status: 'done' });
  await syncAll([a, b]);
  for (const { place, steps } of [a, b]) {
    const synced = await syncPlan(place);
    expect(synced).toMatchObject({
      written: 0,
      received: 0,
      plan: { objective: 'Of a', status: 'completed' },
    });
    expect(synced?.ahead.map(({ clone }) => clone)).toEqual(['wrongclock12']);
    expect(synced?.unreadable).toEqual(['nosuchclock1.jsonl line 1']);
    expect((await steps()).map(({ title }) => title)).toEqual(['Three']);
  }
});

it('shares nothing if the shared folder is a file', async () => {
  const { place } = await clone('Ship it', ['One']);
  writeFileSync(join(place.root, SHARED_FOLDER), '');
  expect(sharedPlans(place.root)).toEqual([]);
  expect(await syncPlan(place)).toBeUndefined();
});

it('is one clone in all work trees of one store, and skips non-files', async () => {
  const first = await clone('Ship it', ['One']);
  const place = { ...first.place, storeName: 'one store' };
  await sharePlan(place);
  const beside = { ...place, root: folder() };
  mkdirSync(join(beside.root, SHARED_FOLDER, 'default', 'afolder12345.jsonl'), { recursive: true });
  for (const each of [beside, place, beside, place]) {
    await first.call('planning_add_step', { steps: [{ title: 'More' }] });
    await syncPlan(each);
  }
  const files = [place, beside].map(({ root }) =>
    readdirSync(join(root, SHARED_FOLDER, 'default')).filter((name) => name !== 'afolder12345.jsonl'),
  );
  expect(files[0]).toHaveLength(1);
  expect(files[1]).toEqual(files[0]);
});
