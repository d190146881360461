import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProposedFact } from '../../journal/fact.ts';
import { openJournal } from '../../journal/journal.ts';
import { memoryStore } from '../../journal/memory-store.ts';
import { toWire } from '../calls/wire.ts';
import { openPlan, planIn } from '../plan/open-plan.ts';
import { journalOf } from '../plan/plan-id.ts';
import { highestOf } from '../plan/plan-number.ts';
import { changedBy } from './apply-changes.ts';
import { localChanges } from './local-changes.ts';
import { planChanges } from './plan-change.ts';
import { distinctChanges, readSharedFile, type SharedChange, seenIn, sharedLine } from './shared-change.ts';
import { foldShared } from './shared-fold.ts';
import { mergeEvent, shareEvent } from './sharing-calls.ts';

/** A clone in memory: its journal, and the changes of others that have come to it. */
class Clone {
  readonly name: string;
  readonly #now: { value: number };
  readonly #store;
  readonly #received: SharedChange[] = [];
  readonly #isFirst: boolean;

  constructor(name: string, now: { value: number }, isFirst: boolean) {
    this.name = name;
    this.#now = now;
    this.#isFirst = isFirst;
    this.#store = memoryStore();
  }

  async begin(): Promise<void> {
    const suffix = this.#isFirst ? {} : { suffix: this.name.slice(0, 4) };
    await this.#append(shareEvent({ plan_id: 'default', clone: this.name, place: 'here', ...suffix }));
  }

  async #append(fact: ProposedFact): Promise<void> {
    await openJournal(this.#store, journalOf('default')).append([fact]);
  }

  async #local() {
    return localChanges(await openJournal(this.#store, journalOf('default')).facts(), 'default');
  }

  /** All changes that it knows. */
  async changes(): Promise<readonly SharedChange[]> {
    return distinctChanges([...this.#received, ...(await this.#local()).changes]);
  }

  async call(tool: string, input: object): Promise<boolean> {
    this.#now.value += 1;
    const { section } = openPlan(this.#store, 'default', { text: 'unicode', graph: true });
    return await section
      .tool(tool)
      .call(input, { by: this.name })
      .then(
        () => true,
        () => false,
      );
  }

  async plan() {
    const open = openPlan(this.#store, 'default');
    await open.session.refresh();
    return planIn(open);
  }

  /** Takes over what another clone knows. */
  async pull(other: Clone): Promise<void> {
    this.#received.push(...(await other.changes()));
    const all = await this.changes();
    const local = await this.#local();
    const { plan } = foldShared(all);
    if (plan === undefined) return;
    const event = mergeEvent(
      {
        changes: planChanges(local.plan, plan),
        conflicts: plan.steps.flatMap(({ stepId, conflicts }) =>
          conflicts ? [{ step_id: stepId, conflicts: [...conflicts] }] : [],
        ),
        seen: seenIn(all.filter(({ clone }) => clone !== this.name)),
        time: [...(all.at(-1)?.at ?? [0, 0])] as [number, number],
        highest: highestOf(plan),
        ...(this.#isFirst ? {} : { suffix: this.name.slice(0, 4) }),
      },
      local.plan,
      local.head,
    );
    await this.#append(event);
  }
}

const NAMES = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'];

async function clones(): Promise<readonly [Clone, Clone, Clone]> {
  const now = { value: 0 };
  const [a, b, c] = NAMES.map((name, i) => new Clone(name, now, i === 0));
  if (!a || !b || !c) throw new Error('there are no clones');
  await a.begin();
  await a.call('planning_setup_plan', {
    objective: 'Ship it',
    initial_steps: [{ title: 'One' }, { title: 'Two' }, { title: 'Three' }],
  });
  for (const clone of [b, c]) {
    await clone.begin();
    await clone.pull(a);
  }
  return [a, b, c];
}

const step = fc.nat({ max: 9 });
const action = fc.oneof(
  fc.record({
    type: fc.constant('add' as const),
    title: fc.string({ minLength: 1, maxLength: 5 }),
    at: step,
  }),
  fc.record({ type: fc.constant('add-before' as const), at: step }),
  fc.record({ type: fc.constantFrom('done' as const, 'pending' as const, 'blocked' as const), at: step }),
  fc.record({ type: fc.constant('title' as const), title: fc.constantFrom('A', 'B', 'C'), at: step }),
  fc.record({ type: fc.constantFrom('remove' as const, 'move' as const, 'claim' as const), at: step }),
  fc.record({ type: fc.constant('link' as const), at: step, to: step }),
  fc.record({ type: fc.constant('clear' as const) }),
  fc.record({ type: fc.constant('setup' as const) }),
  fc.record({ type: fc.constant('pull' as const), from: fc.nat({ max: 2 }) }),
  fc.record({ type: fc.constant('pull' as const), from: fc.nat({ max: 2 }) }),
);
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

async function act(all: readonly Clone[], clone: Clone, what: Action): Promise<void> {
  const plan = await clone.plan();
  const ids = plan?.steps.map(({ stepId }) => stepId) ?? [];
  const id = (at: number) => ids[at % Math.max(1, ids.length)] ?? 'S001';
  switch (what.type) {
    case 'pull': {
      const from = all[what.from];
      if (from && from !== clone) await clone.pull(from);
      return;
    }
    case 'add':
      return void (await clone.call('planning_add_step', { steps: [{ title: `x${what.title}` }] }));
    case 'add-before':
      return void (await clone.call('planning_add_step', { steps: [{ title: 'new' }], before: id(what.at) }));
    case 'title':
      return void (await clone.call('planning_update_step', { step_id: id(what.at), title: what.title }));
    case 'remove':
      return void (await clone.call('planning_update_step', { step_id: id(what.at), remove: true }));
    case 'move':
      return void (await clone.call('planning_update_step', { step_id: id(what.at), before: id(0) }));
    case 'claim':
      return void (await clone.call('planning_claim', { step_id: id(what.at), agent: clone.name }));
    case 'link': {
      const link = { from: id(what.at), type: 'blocks', to: id(what.to) };
      return void (await clone.call('planning_link', { links: [link] }));
    }
    case 'clear':
      return void (await clone.call('planning_clear_plan', {}));
    case 'setup': {
      const setup = { objective: `Plan of ${clone.name}`, initial_steps: [{ title: 'First' }] };
      return void (await clone.call('planning_setup_plan', setup));
    }
    default:
      return void (await clone.call('planning_mark_step', {
        step_id: id(what.at),
        status: what.type,
        note: `by ${clone.name}`,
      }));
  }
}

describe('a shared plan', () => {
  it('is the same in every clone with the same changes, whatever was concurrent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat({ max: 2 }), action), { maxLength: 25 }), async (actions) => {
        const all = await clones();
        for (const [who, what] of actions) {
          const clone = all[who];
          if (clone) await act(all, clone, what);
        }
        const acknowledged = distinctChanges((await Promise.all(all.map((clone) => clone.changes()))).flat());
        const [a, b, c] = all;
        for (const [to, from] of [
          [a, b],
          [a, c],
          [b, a],
          [c, a],
        ] as const)
          await to.pull(from);
        const plans = await Promise.all(all.map(async (clone) => await clone.plan()));
        const [first] = plans;
        if (first === undefined) throw new Error('there is no plan');
        for (const plan of plans) expect(plan && toWire(plan)).toEqual(toWire(first));
        for (const clone of all) expect(await clone.changes()).toEqual(acknowledged);
        expect(new Set(first.steps.map(({ stepId }) => stepId)).size).toBe(first.steps.length);
      }),
      { numRuns: 60 },
    );
  });

  it('depends only on the set of changes', async () => {
    const [a, b, c] = await clones();
    await a.call('planning_update_step', { step_id: 'S001', title: 'Of a' });
    await b.call('planning_update_step', { step_id: 'S001', title: 'Of b' });
    await c.call('planning_add_step', { steps: [{ title: 'Of c' }], before: 'S002' });
    await b.call('planning_update_step', { step_id: 'S003', remove: true });
    await c.call('planning_mark_step', { step_id: 'S003', status: 'done' });
    const all = (await Promise.all([a, b, c].map((clone) => clone.changes()))).flat();
    const folded = foldShared(all);
    fc.assert(
      fc.property(fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 }), (some) => {
        expect(foldShared(some)).toEqual(folded);
      }),
    );
    const file = distinctChanges(all).map(sharedLine).join('');
    expect(foldShared(readSharedFile(file).changes)).toEqual(folded);
  });
});

describe('concurrent changes of two clones', () => {
  it('to one field are both shown, with the later one in effect, until somebody resolves them', async () => {
    const [a, b] = await clones();
    await a.call('planning_update_step', { step_id: 'S001', title: 'Of a' });
    await b.call('planning_update_step', { step_id: 'S001', title: 'Of b' });
    await a.pull(b);
    await b.pull(a);
    const [step] = (await a.plan())?.steps ?? [];
    expect(step?.conflicts).toEqual([
      {
        field: 'title',
        values: expect.arrayContaining([
          { value: 'Of a', by: NAMES[0] },
          { value: 'Of b', by: NAMES[1] },
        ]),
      },
    ]);
    expect(step?.title).toBe(step?.conflicts?.[0]?.values.at(-1)?.value);
    await b.call('planning_update_step', { step_id: 'S001', title: 'Of both' });
    expect((await b.plan())?.steps[0]).not.toHaveProperty('conflicts');
    await a.pull(b);
    expect((await a.plan())?.steps[0]).toMatchObject({ title: 'Of both' });
    expect((await a.plan())?.steps[0]).not.toHaveProperty('conflicts');
  });

  it('to different fields of a step are both kept', async () => {
    const [a, b] = await clones();
    await a.call('planning_update_step', { step_id: 'S001', title: 'Of a' });
    await b.call('planning_mark_step', { step_id: 'S001', status: 'done', note: 'Of b' });
    await a.pull(b);
    const [step] = (await a.plan())?.steps ?? [];
    expect(step).toMatchObject({ title: 'Of a', status: 'done', notes: ['Of b'] });
    expect(step).not.toHaveProperty('conflicts');
  });

  it('keep a step that one removes and the other changes, and report that', async () => {
    const [a, b] = await clones();
    await a.call('planning_update_step', { step_id: 'S002', remove: true });
    await b.call('planning_mark_step', { step_id: 'S002', status: 'in_progress', note: 'At it.' });
    await a.pull(b);
    await b.pull(a);
    for (const clone of [a, b]) {
      expect((await clone.plan())?.steps.find(({ stepId }) => stepId === 'S002')).toMatchObject({
        notes: ['At it.'],
        conflicts: [{ field: 'removed' }],
      });
    }
    await a.call('planning_update_step', { step_id: 'S002', remove: true });
    await b.pull(a);
    expect((await b.plan())?.steps.map(({ stepId }) => stepId)).toEqual(['S001', 'S003']);
  });

  it('give new steps ids that no other clone assigns', async () => {
    const [a, b, c] = await clones();
    for (const clone of [a, b, c]) await clone.call('planning_add_step', { steps: [{ title: clone.name }] });
    await a.pull(b);
    await a.pull(c);
    const added = (await a.plan())?.steps.slice(3).map(({ stepId, title }) => [title, stepId]);
    expect(added?.toSorted()).toEqual([
      [NAMES[0], 'S004'],
      [NAMES[1], 'S004-bbbb'],
      [NAMES[2], 'S004-cccc'],
    ]);
  });

  it('never make steps wait for each other', async () => {
    const [a, b] = await clones();
    await a.call('planning_link', { links: [{ from: 'S001', type: 'blocks', to: 'S002' }] });
    await b.call('planning_link', { links: [{ from: 'S002', type: 'blocks', to: 'S001' }] });
    await a.pull(b);
    await b.pull(a);
    const plans = await Promise.all([a, b].map(async (clone) => (await clone.plan())?.steps));
    expect(plans[0]).toEqual(plans[1]);
    expect(plans[0]?.filter(({ blockedBy }) => blockedBy !== undefined)).toHaveLength(1);
  });

  it('merge two plans of the same name, each step once', async () => {
    const now = { value: 0 };
    const all = ['dddddddddddd', 'eeeeeeeeeeee'].map((name) => new Clone(name, now, true));
    for (const clone of all) {
      await clone.call('planning_setup_plan', {
        objective: clone.name,
        initial_steps: [{ title: clone.name }],
      });
      await clone.begin();
    }
    const [d, e] = all;
    if (!d || !e) throw new Error('there are no clones');
    await d.call('planning_mark_step', { step_id: 'S001', status: 'done', note: 'Of d' });
    await e.call('planning_mark_step', { step_id: 'S001', status: 'blocked', note: 'Of e' });
    await d.pull(e);
    await e.pull(d);
    const [first, second] = await Promise.all(all.map(async (clone) => (await clone.plan())?.steps));
    expect(first).toEqual(second);
    expect(first?.map(({ title, notes, status }) => [title, status, notes]).toSorted()).toEqual([
      ['dddddddddddd', 'done', ['Of d']],
      ['eeeeeeeeeeee', 'blocked', ['Of e']],
    ]);
    for (const { stepId, title } of first ?? []) {
      await e.call('planning_mark_step', { step_id: stepId, status: 'pending', note: `again ${title}` });
    }
    await d.pull(e);
    expect((await d.plan())?.steps.map(({ title, notes }) => notes.at(-1) === `again ${title}`)).toEqual([
      true,
      true,
    ]);
  });
});

describe('the changes between two plans', () => {
  it('turn the first into the second', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { maxLength: 8 }),
        fc.array(action, { maxLength: 12 }),
        async (before, after) => {
          const [clone] = await clones();
          for (const what of before) await act([], clone, what);
          const was = await clone.plan();
          for (const what of after) await act([], clone, what);
          const is = await clone.plan();
          if (is === undefined) throw new Error('there is no plan');
          expect(toWire(changedBy(was, planChanges(was, is)))).toEqual(toWire(is));
          expect(toWire(changedBy(undefined, planChanges(undefined, is)))).toEqual(toWire(is));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a file of shared changes', () => {
  it('is read without torn lines and remains of a merge', () => {
    const change: SharedChange = {
      v: 1,
      clone: 'aaaaaaaaaaaa',
      n: 1,
      fact: 'f1',
      at: [1, 0],
      seen: {},
      changes: [{ objective: 'Ship it' }],
    };
    const line = sharedLine(change);
    const text = `${line}<<<<<<< HEAD\n${line.slice(0, 20)}\n${sharedLine({ ...change, n: 2 })}{"v":1,"clo`;
    expect(readSharedFile(text)).toMatchObject({ changes: [{ n: 1 }, { n: 2 }], unreadable: [2, 3, 5] });
  });

  it.each([
    ['a step id that is none', { step: 'S1', title: 'x' }],
    ['a title over the limit', { step: 'S001', title: 'x'.repeat(161) }],
    ['a title with control characters', { step: 'S001', title: 'a\u0007b' }],
    ['an unknown field', { step: 'S001', title: 'x', more: 1 }],
  ])('is read without a change that has %s', (_, bad) => {
    const line = JSON.stringify({
      v: 1,
      clone: 'aaaaaaaaaaaa',
      n: 1,
      fact: 'f1',
      at: [1, 0],
      seen: {},
      changes: [bad],
    });
    expect(readSharedFile(`${line}\n`)).toEqual({ changes: [], unreadable: [1] });
  });
});
