import { beforeEach, describe, expect, it } from 'vitest';
import type { ToolInvoked } from '../kernel/session/facts.ts';
import { Session } from '../kernel/session/session.ts';
import { ToolValidationError } from './error.ts';
import { Plan } from './plan/plan.ts';
import { PlanningToolsSection } from './prompt/planning-tools-section.ts';

let session: Session;
let section: PlanningToolsSection;
let events: ToolInvoked[];

beforeEach(() => {
  session = new Session();
  section = new PlanningToolsSection({ session });
  events = [];
  session.bus.subscribe<ToolInvoked>('ToolInvoked', (event) => events.push(event));
});

const call = (tool: string, input: unknown = {}) => section.tool(`planning_${tool}`).call(input);
const plan = () => session.select(Plan).at(-1);
const setup = (...titles: string[]) =>
  call('setup_plan', { objective: 'Ship it', initial_steps: titles.map((title) => ({ title })) });
const markAll = async (...ids: string[]) => {
  for (const step_id of ids) await call('mark_step', { step_id, status: 'done' });
};

/** The call is refused as it should be, leaves the plan as it was, and is recorded as failed. */
async function refused(
  tool: string,
  input: unknown,
  expected: { code: string; field?: string; message?: unknown },
) {
  const before = plan();
  const { version } = session;
  const error = await call(tool, input).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ToolValidationError);
  expect(error).toMatchObject({ field: undefined, ...expected });
  expect(plan()).toBe(before);
  expect(session.version).toBe(version);
  expect(events.at(-1)).toMatchObject({ tool: `planning_${tool}`, success: false, error: expected });
}

describe('setting a plan up', () => {
  it('creates an active plan with ids from S001, and reports them', async () => {
    const result = await call('setup_plan', {
      objective: '  Ship it ',
      initial_steps: [
        { title: ' Build ', details: ' with care\n\ttwice ' },
        { title: 'Test', details: '  ' },
      ],
    });
    expect(result.value).toEqual({
      objective: 'Ship it',
      initialSteps: [
        { title: 'Build', details: 'with care\n\ttwice' },
        { title: 'Test', details: null },
      ],
    });
    expect(result.plan).toEqual({
      objective: 'Ship it',
      status: 'active',
      steps: [
        { stepId: 'S001', title: 'Build', details: 'with care\n\ttwice', status: 'pending', notes: [] },
        { stepId: 'S002', title: 'Test', details: null, status: 'pending', notes: [] },
      ],
    });
    expect(result.message).toContain('S001, S002');
    expect(result.assignedIds).toEqual(['S001', 'S002']);
    expect(plan()).toBe(result.plan);
  });

  it('needs no steps', async () => {
    const { plan: empty, assignedIds } = await call('setup_plan', { objective: 'Ship it' });
    expect(empty).toEqual({ objective: 'Ship it', status: 'active', steps: [] });
    expect(assignedIds).toEqual([]);
  });

  it('replaces an existing plan, and starts at S001 again', async () => {
    await setup('Build', 'Test');
    await call('clear_plan');
    const { plan: replaced } = await setup('Rest');
    expect(replaced).toMatchObject({ status: 'active', steps: [{ stepId: 'S001', title: 'Rest' }] });
  });

  it('leaves the old plan intact when the objective or any step is invalid', async () => {
    await setup('Build');
    await refused(
      'setup_plan',
      { objective: ' ' },
      {
        code: 'invalid-tool-input',
        field: 'objective',
      },
    );
    await refused(
      'setup_plan',
      { objective: 'New', initial_steps: [{ title: 'a' }, { title: '' }] },
      {
        code: 'invalid-tool-input',
        field: 'initial_steps[1].title',
      },
    );
    expect(plan()?.steps).toHaveLength(1);
  });
});

describe('adding steps', () => {
  it('appends them in order with the next ids, and reports these', async () => {
    await setup('Build');
    const result = await call('add_step', {
      steps: [{ title: 'Test' }, { title: 'Ship', details: 'At noon' }],
    });
    expect(result.assignedIds).toEqual(['S002', 'S003']);
    expect(result.message).toBe('Added S002, S003.');
    expect(result.value).toEqual({
      steps: [
        { title: 'Test', details: null },
        { title: 'Ship', details: 'At noon' },
      ],
    });
    expect(result.plan.steps.map(({ stepId, title }) => `${stepId} ${title}`)).toEqual([
      'S001 Build',
      'S002 Test',
      'S003 Ship',
    ]);
  });

  it('continues with four digits after S999', async () => {
    await setup(...Array.from({ length: 999 }, (_, i) => `Step ${i + 1}`));
    const { assignedIds, message } = await call('add_step', {
      steps: [{ title: 'One more' }, { title: 'And one' }],
    });
    expect(assignedIds).toEqual(['S1000', 'S1001']);
    expect(message).toBe('Added S1000, S1001.');
    const { step } = await call('mark_step', { step_id: 'S1000', status: 'blocked' });
    expect(step?.title).toBe('One more');
  });

  it('reports the first and the last of many ids', async () => {
    const titles = Array.from({ length: 13 }, (_, i) => `Step ${i}`);
    expect((await setup(...titles)).message).toBe('Plan set up with 13 steps: S001 to S013.');
  });

  it('is refused without a plan, and in one that is not active', async () => {
    const input = { steps: [{ title: 'More' }] };
    await refused('add_step', input, { code: 'no-plan' });
    await setup('Build');
    await markAll('S001');
    await refused('add_step', input, {
      code: 'plan-not-active',
      message: expect.stringContaining('completed'),
    });
    await call('clear_plan');
    await refused('add_step', input, {
      code: 'plan-not-active',
      message: expect.stringContaining('abandoned'),
    });
  });

  it('is refused with an empty list or any invalid step', async () => {
    await setup();
    await refused('add_step', { steps: [] }, { code: 'invalid-tool-input', field: 'steps' });
    await refused(
      'add_step',
      { steps: [{ title: 'a' }, { title: 'b', details: 'x'.repeat(513) }] },
      {
        code: 'invalid-tool-input',
        field: 'steps[1].details',
      },
    );
  });
});

describe('updating a step', () => {
  it('replaces title, details or both, and keeps status and notes', async () => {
    await setup('Build', 'Test');
    await call('mark_step', { step_id: 'S001', status: 'blocked', note: 'Waits for Ada' });
    const title = await call('update_step', { step_id: ' S001 ', title: ' Build all ' });
    expect(title.value).toEqual({ stepId: 'S001', title: 'Build all' });
    expect(title.step).toEqual({
      stepId: 'S001',
      title: 'Build all',
      details: null,
      status: 'blocked',
      notes: ['Waits for Ada'],
    });
    expect((await call('update_step', { step_id: 'S001', details: 'On CI' })).step).toMatchObject({
      title: 'Build all',
      details: 'On CI',
    });
    const both = await call('update_step', { step_id: 'S001', title: 'Build', details: 'Here' });
    expect(both.step).toMatchObject({ title: 'Build', details: 'Here', status: 'blocked' });
    expect(both.message).toBe('Updated S001: Build');
    expect(both.plan.steps[1]).toMatchObject({ title: 'Test' });
  });

  it('removes details if they are blank, and keeps them if they are null', async () => {
    await call('setup_plan', { objective: 'Ship it', initial_steps: [{ title: 'Build', details: 'On CI' }] });
    const kept = await call('update_step', { step_id: 'S001', title: 'Make', details: null });
    expect(kept.step).toMatchObject({ title: 'Make', details: 'On CI' });
    const gone = await call('update_step', { step_id: 'S001', title: null, details: ' ' });
    expect(gone.step).toMatchObject({ title: 'Make', details: null });
    expect(gone.value).toEqual({ stepId: 'S001', details: null });
  });

  it('is refused without a plan, in one that is not active, and for a missing id', async () => {
    const input = { step_id: 'S001', title: 'Make' };
    await refused('update_step', input, { code: 'no-plan' });
    await setup('Build');
    for (const step_id of ['S002', 's001', 'S1', 'S0001', '1', 'S001 S001']) {
      await refused('update_step', { ...input, step_id }, { code: 'step-not-found', field: 'step_id' });
    }
    await refused(
      'update_step',
      { ...input, step_id: ' ' },
      { code: 'invalid-tool-input', field: 'step_id' },
    );
    await markAll('S001');
    await refused('update_step', input, {
      code: 'plan-not-active',
      message: expect.stringContaining('completed'),
    });
  });

  it('is refused with nothing to change', async () => {
    await setup('Build');
    for (const nothing of [{}, { title: null }, { title: null, details: null }]) {
      await refused(
        'update_step',
        { step_id: 'S001', ...nothing },
        {
          code: 'invalid-tool-input',
          message: expect.stringContaining('Nothing to change'),
        },
      );
    }
    await refused(
      'update_step',
      { step_id: 'S001', title: '' },
      { code: 'invalid-tool-input', field: 'title' },
    );
  });
});

describe('marking a step', () => {
  it('sets its status, appends the note, and reports the step and the status of the plan', async () => {
    await setup('Build', 'Test');
    const first = await call('mark_step', { step_id: 'S001', status: 'in_progress', note: ' Begun ' });
    expect(first.value).toEqual({ stepId: 'S001', status: 'in_progress', note: 'Begun' });
    expect(first.message).toBe('S001 is in_progress: Build\nThe plan is active.');
    const second = await call('mark_step', { step_id: 'S001', status: 'done', note: 'Two\nlines' });
    expect(second.step).toMatchObject({ status: 'done', notes: ['Begun', 'Two\nlines'] });
    expect(second.plan.status).toBe('active');
    expect((await call('mark_step', { step_id: 'S001', status: 'done' })).step?.notes).toHaveLength(2);
  });

  it('completes the plan with its last open step, and reopens it with a step', async () => {
    await setup('Build', 'Test');
    await markAll('S001');
    const last = await call('mark_step', { step_id: 'S002', status: 'done' });
    expect(last.plan.status).toBe('completed');
    expect((await call('mark_step', { step_id: 'S002', status: 'done', note: 'Sure' })).plan.status).toBe(
      'completed',
    );
    const reopened = await call('mark_step', { step_id: 'S001', status: 'pending' });
    expect(reopened.plan.status).toBe('active');
    expect((await call('add_step', { steps: [{ title: 'Ship' }] })).assignedIds).toEqual(['S003']);
  });

  it('is refused without a plan, in an abandoned one, and for a missing id', async () => {
    const input = { step_id: 'S001', status: 'done' };
    await refused('mark_step', input, { code: 'no-plan' });
    await setup();
    await refused('mark_step', input, { code: 'step-not-found', field: 'step_id' });
    expect(plan()?.status).toBe('active');
    await call('clear_plan');
    await refused('mark_step', input, {
      code: 'plan-not-active',
      message: expect.stringContaining('abandoned'),
    });
  });

  it('is refused with a status that does not exist or a blank note', async () => {
    await setup('Build');
    await refused(
      'mark_step',
      { step_id: 'S001', status: 'finished' },
      {
        code: 'invalid-tool-input',
        field: 'status',
      },
    );
    await refused(
      'mark_step',
      { step_id: 'S001', status: 'done', note: ' \n' },
      {
        code: 'invalid-tool-input',
        field: 'note',
      },
    );
  });
});

describe('clearing the plan', () => {
  it('abandons it, drops its steps and keeps its objective, active or completed', async () => {
    await setup('Build');
    const active = await call('clear_plan');
    expect(active.value).toEqual({});
    expect(active.plan).toEqual({ objective: 'Ship it', status: 'abandoned', steps: [] });
    await setup('Build');
    await markAll('S001');
    expect((await call('clear_plan')).plan.status).toBe('abandoned');
  });

  it('is refused without a plan, or when it is abandoned already', async () => {
    await refused('clear_plan', {}, { code: 'no-plan' });
    await setup('Build');
    await call('clear_plan');
    await refused(
      'clear_plan',
      {},
      { code: 'plan-not-active', message: expect.stringContaining('abandoned') },
    );
  });
});

describe('reading the plan', () => {
  it('returns it, rendered too, and changes nothing', async () => {
    await setup('Build', 'Test');
    await call('mark_step', { step_id: 'S001', status: 'done', note: 'Took an hour' });
    const before = plan();
    const result = await call('read_plan');
    expect(result.value).toBe(before);
    expect(result.plan).toBe(before);
    expect(result.version).toBe(2);
    expect(result.message).toContain('- [x] S001: Build\n  - Took an hour\n- [ ] S002: Test');
    expect(events.at(-1)).toMatchObject({ tool: 'planning_read_plan', params: {}, success: true });
  });

  it('shows completed and abandoned plans as well, and is refused when there is none', async () => {
    await refused('read_plan', {}, { code: 'no-plan' });
    await setup('Build');
    await markAll('S001');
    expect((await call('read_plan')).value).toMatchObject({ status: 'completed' });
    await call('clear_plan');
    expect((await call('read_plan')).message).toBe('# Ship it\n\nStatus: abandoned, 0 of 0 steps done');
  });
});

it('a plan goes from setup through updates and marks to completion', async () => {
  await setup('Build');
  await call('add_step', { steps: [{ title: 'Test' }] });
  await call('update_step', { step_id: 'S002', details: 'All of it' });
  await markAll('S001', 'S002');
  expect(plan()?.status).toBe('completed');
  await call('clear_plan');
  expect(plan()).toEqual({ objective: 'Ship it', status: 'abandoned', steps: [] });
  expect(session.select(Plan)).toHaveLength(1);
  expect(events.map(({ success }) => success)).toEqual(Array.from({ length: 6 }, () => true));
});
