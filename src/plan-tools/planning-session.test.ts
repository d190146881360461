import { describe, expect, it } from 'vitest';
import { storeWith } from '../../test/store-with.ts';
import { memoryStore, openJournal } from '../journal/index.ts';
import { InProcessEventBus } from '../kernel/session/event-bus.ts';
import { sessionFacts, type ToolInvoked } from '../kernel/session/facts.ts';
import {
  type FactPassedOver,
  type PublishedEvent,
  Session,
  selectLatest,
} from '../kernel/session/session.ts';
import { Plan } from './plan/plan.ts';
import { PlanningToolsSection } from './prompt/planning-tools-section.ts';

function planning(session = new Session()) {
  const section = new PlanningToolsSection({ session });
  const call = (tool: string, input: unknown = {}, expectedVersion?: number) =>
    section.tool(`planning_${tool}`).call(input, { expectedVersion });
  return { session, section, call };
}

const build = { objective: 'Ship it', initial_steps: [{ title: 'Build' }] };

describe('the plan of a session', () => {
  it('is an immutable snapshot per call', async () => {
    const { session, call } = planning();
    const held: { plan: Plan; copy: Plan }[] = [];
    for (const [tool, input] of [
      ['setup_plan', build],
      ['add_step', { steps: [{ title: 'Test' }] }],
      ['update_step', { step_id: 'S001', title: 'Make' }],
      ['mark_step', { step_id: 'S001', status: 'done', note: 'Fine' }],
      ['clear_plan', {}],
    ] as const) {
      const { plan } = await call(tool, input);
      expect(held.every((each) => each.plan !== plan)).toBe(true);
      held.push({ plan, copy: structuredClone(plan) });
      expect(session.select(Plan)).toEqual([plan]);
    }
    for (const { plan, copy } of held) expect(plan).toEqual(copy);
  });

  it('cannot be mutated by its holder or the caller', async () => {
    const { session, call } = planning();
    const input = structuredClone(build);
    const result = await call('setup_plan', input);
    input.initial_steps[0] = { title: 'Break' };
    for (const change of [
      () => Object.assign(result.plan, { status: 'completed' }),
      () => Object.assign(result.plan.steps[0] ?? {}, { title: 'Break' }),
      () => Array.prototype.push.call(result.plan.steps, {}),
      () => Array.prototype.push.call(result.plan.steps[0]?.notes, 'Break'),
      () => Array.prototype.push.call(session.select(Plan), {}),
      () => Object.assign(result.value, { objective: 'Break' }),
      () => 'initialSteps' in result.value && Array.prototype.pop.call(result.value.initialSteps),
      () =>
        'initialSteps' in result.value && Object.assign(result.value.initialSteps[0] ?? {}, { title: '' }),
      () => Object.assign(result, { message: '' }),
    ]) {
      expect(change).toThrow(TypeError);
    }
    expect(session.select(Plan)[0]?.steps[0]?.title).toBe('Build');
  });

  it('is changed once per call, even with two sections', async () => {
    const { session, call } = planning();
    const other = planning(session);
    await call('setup_plan', build);
    await other.call('add_step', { steps: [{ title: 'Test' }] });
    expect(await selectLatest(session, Plan)).toMatchObject({
      steps: [{ stepId: 'S001' }, { stepId: 'S002' }],
    });
    expect(session.version).toBe(2);
  });

  it('is separate from another session’s on the same bus, and listeners can distinguish them', async () => {
    const bus = new InProcessEventBus();
    const events: string[] = [];
    bus.subscribe<PublishedEvent<ToolInvoked>>('ToolInvoked', ({ sessionId, tool }) =>
      events.push(`${sessionId} ${tool}`),
    );
    const newId = (ids: string) => () => ids;
    const one = planning(new Session({ bus, newId: newId('one') }));
    const other = planning(new Session({ bus, newId: newId('other') }));
    await one.call('setup_plan', build);
    expect(await selectLatest(other.session, Plan)).toBeUndefined();
    await other.call('setup_plan', { objective: 'Rest' });
    expect((await selectLatest(one.session, Plan))?.objective).toBe('Ship it');
    expect(events).toEqual(['one planning_setup_plan', 'other planning_setup_plan']);
  });

  it('can be restored from a snapshot', async () => {
    const { session, call } = planning();
    await call('setup_plan', build);
    const snapshot = await session.snapshot();
    await call('mark_step', { step_id: 'S001', status: 'done' });
    await call('setup_plan', { objective: 'Something else' });
    await session.rollback(snapshot);
    expect(session.select(Plan)).toEqual([
      {
        objective: 'Ship it',
        status: 'active',
        steps: [{ stepId: 'S001', title: 'Build', details: null, status: 'pending', notes: [] }],
      },
    ]);
    expect((await call('add_step', { steps: [{ title: 'Test' }] })).assignedIds).toEqual(['S002']);
  });

  it('refuses a snapshot without a plan', async () => {
    const { session, call } = planning();
    await call('setup_plan', build);
    const broken = { ...(await session.snapshot()), slices: { Plan: [{ objective: 7 }] } };
    await expect(session.rollback(broken)).rejects.toMatchObject({
      code: 'invalid-tool-input',
      field: 'objective',
    });
    expect(session.select(Plan)[0]?.objective).toBe('Ship it');
  });

  it('ignores events of other tools', async () => {
    const { session, call } = planning();
    await call('setup_plan', build);
    await session.record(
      () => ({ type: 'ToolInvoked', tool: 'web_search', params: { q: 'x' }, success: true }),
      () => undefined,
    );
    expect(session.version).toBe(1);
  });
});

describe('a call', () => {
  it('that expects another version is refused as a conflict, and recorded', async () => {
    const { session, call } = planning();
    const events: ToolInvoked[] = [];
    session.bus.subscribe<ToolInvoked>('ToolInvoked', (event) => events.push(event));
    const { version } = await call('setup_plan', build, 0);
    await call('add_step', { steps: [{ title: 'Test' }] }, version);
    await expect(call('clear_plan', {}, version)).rejects.toMatchObject({ code: 'conflict' });
    expect(session.select(Plan)[0]?.status).toBe('active');
    expect(events.at(-1)).toMatchObject({ success: false, error: { code: 'conflict' } });
  });

  it('passes on an error of another slice’s reducer, and changes nothing', async () => {
    const { session, call } = planning();
    const events: ToolInvoked[] = [];
    session.bus.subscribe<ToolInvoked>('ToolInvoked', (event) => events.push(event));
    session.register({ name: 'Audit', parse: String }, 'ToolInvoked', (): string[] => {
      throw new RangeError('audit is full');
    });
    await expect(call('setup_plan', build)).rejects.toThrow(new RangeError('audit is full'));
    expect(session.select(Plan)).toEqual([]);
    expect(events).toMatchObject([
      { success: false, error: { code: 'unexpected', message: 'audit is full' } },
    ]);
  });
});

describe('a plan in a journal', () => {
  it('is a fold of its calls: one fact each, refused ones and reads too', async () => {
    const store = memoryStore();
    const { call } = planning(new Session({ journal: openJournal(store, 'plan:default') }));
    await call('setup_plan', { objective: ' Ship it ', initial_steps: [{ title: 'Build', details: ' ' }] });
    await call('mark_step', { step_id: 'S002', status: 'done' }).catch(() => undefined);
    await call('read_plan');
    const facts = await openJournal(store, 'plan:default').facts();
    expect(facts.map(({ tool, params, success, error }) => ({ tool, params, success, error }))).toEqual([
      {
        tool: 'planning_setup_plan',
        params: { objective: 'Ship it', initial_steps: [{ title: 'Build' }] },
        success: true,
        error: undefined,
      },
      {
        tool: 'planning_mark_step',
        params: { step_id: 'S002', status: 'done' },
        success: false,
        error: { code: 'step-not-found', field: 'step_id', message: expect.any(String) },
      },
      { tool: 'planning_read_plan', params: {}, success: true, error: undefined },
    ]);
  });

  it('is restored after a restart, even before the first call', async () => {
    const store = memoryStore();
    const open = () =>
      planning(new Session({ journal: openJournal(store, 'plan:default', { facts: sessionFacts }) }));
    await open().call('setup_plan', build);
    expect((await selectLatest(open().session, Plan))?.objective).toBe('Ship it');
    expect((await open().call('add_step', { steps: [{ title: 'Test' }] })).assignedIds).toEqual(['S002']);
    expect((await open().call('read_plan')).plan.steps).toHaveLength(2);
  });

  it('is restored for every session on it', async () => {
    const store = memoryStore();
    const open = () => planning(new Session({ journal: openJournal(store, 'plan:default') }));
    const [one, other] = [open(), open()];
    await one.call('setup_plan', build);
    const snapshot = await one.session.snapshot();
    await other.call('mark_step', { step_id: 'S001', status: 'done', note: 'Fine' });
    await one.session.rollback(snapshot);
    for (const { session } of [one, other, open()]) {
      const plan = await selectLatest(session, Plan);
      expect(plan).toMatchObject({ status: 'active', steps: [{ status: 'pending', notes: [] }] });
      expect(Object.isFrozen(plan?.steps[0]?.notes)).toBe(true);
    }
  });

  it('survives the erasure of its setup', async () => {
    const store = memoryStore();
    const journal = openJournal(store, 'plan:default');
    const { call } = planning(new Session({ journal }));
    await call('setup_plan', build);
    await call('add_step', { steps: [{ title: 'Test' }] });
    await call('mark_step', { step_id: 'S001', status: 'done' });
    await journal.redact(1);
    const next = planning(new Session({ journal }));
    const passed: FactPassedOver[] = [];
    next.session.bus.subscribe<FactPassedOver>('FactPassedOver', (event) => passed.push(event));
    expect((await next.call('read_plan')).plan).toMatchObject({
      objective: '[erased]',
      steps: [{ stepId: 'S002', title: 'Test', status: 'pending' }],
    });
    expect(passed).toMatchObject([{ seq: 3, slice: 'Plan', error: { code: 'step-not-found' } }]);
    expect((await next.call('setup_plan', build)).plan.steps).toHaveLength(1);
  });

  it('is unchanged if it cannot be written, and the failure is passed on', async () => {
    const store = storeWith(memoryStore(), { append: () => Promise.reject(new Error('disk is gone')) });
    const { session, call } = planning(new Session({ journal: openJournal(store, 'plan:default') }));
    await expect(call('setup_plan', build)).rejects.toThrow('disk is gone');
    expect(session.select(Plan)).toEqual([]);
  });
});
