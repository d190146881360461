import { describe, expect, it } from 'vitest';
import type { ToolInvoked } from '../../kernel/session/facts.ts';
import { Session } from '../../kernel/session/session.ts';
import { PlanningToolsSection } from '../prompt/planning-tools-section.ts';

const valid: Readonly<Record<string, Record<string, unknown>>> = {
  planning_setup_plan: { objective: 'Ship it', initial_steps: [{ title: 'Build', details: 'x' }] },
  planning_add_step: { steps: [{ title: 'Build', details: 'x' }] },
  planning_update_step: { step_id: 'S001', title: 'Build', details: 'x' },
  planning_mark_step: { step_id: 'S001', status: 'done', note: 'x' },
  planning_clear_plan: {},
  planning_read_plan: {},
};

async function refusal(tool: string, input: unknown) {
  const session = new Session();
  const events: ToolInvoked[] = [];
  session.bus.subscribe<ToolInvoked>('ToolInvoked', (event) => events.push(event));
  const section = new PlanningToolsSection({ session });
  const error = await section
    .tool(tool)
    .call(input)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'ToolValidationError', code: 'invalid-tool-input' });
  expect(events).toHaveLength(1);
  return { error: error as { field?: string; message: string }, event: events[0] };
}

describe.each(Object.entries(valid))('%s', (tool, input) => {
  it.each([null, undefined, 'text', 7, true, [], [input], () => input])(
    'refuses %s as its input',
    async (wrong) => {
      const { error, event } = await refusal(tool, wrong);
      expect(error).toMatchObject({
        code: 'invalid-tool-input',
        field: undefined,
      });
      expect(event?.params).toEqual({});
    },
  );

  it('refuses a field it does not know', async () => {
    const { error, event } = await refusal(tool, { ...input, priority: 'high' });
    expect(error).toMatchObject({ field: 'priority', message: 'Unknown field priority.' });
    expect(event?.params).toEqual({ ...input, priority: 'high' });
  });

  it.each(Object.keys(input))('refuses another type for %s, and coerces nothing', async (field) => {
    for (const wrong of [1, true, {}, [1], 0n, Number.NaN]) {
      const { error } = await refusal(tool, { ...input, [field]: wrong });
      expect(error.field).toMatch(new RegExp(`^${field}`));
      expect(error.message).toMatch(/ must be /);
    }
  });
});

describe('what is wrong with an input', () => {
  it.each([
    ['planning_setup_plan', {}, 'objective', 'Missing field objective.'],
    ['planning_setup_plan', { objective: null }, 'objective', 'Objective must be a string.'],
    [
      'planning_setup_plan',
      { objective: 'a', initial_steps: null },
      'initial_steps',
      'Initial steps must be a list.',
    ],
    [
      'planning_setup_plan',
      { objective: 'a', initial_steps: ['b'] },
      'initial_steps[0]',
      'Initial steps[0] must be an object.',
    ],
    [
      'planning_setup_plan',
      { objective: 'a', initial_steps: [{ title: 'b' }, {}] },
      'initial_steps[1].title',
      'Missing field initial_steps[1].title.',
    ],
    [
      'planning_setup_plan',
      { objective: 'a', initial_steps: [{ title: 'b', id: 'S001' }] },
      'initial_steps[0].id',
      'Unknown field initial_steps[0].id.',
    ],
    [
      'planning_setup_plan',
      { objective: 'a', initialSteps: [] },
      'initialSteps',
      'Unknown field initialSteps.',
    ],
    ['planning_add_step', {}, 'steps', 'Missing field steps.'],
    ['planning_update_step', { title: 'a' }, 'step_id', 'Missing field step_id.'],
    ['planning_mark_step', { step_id: 'S001' }, 'status', 'Missing field status.'],
    [
      'planning_mark_step',
      { step_id: 'S001', status: 'DONE' },
      'status',
      'Status must be one of pending, in_progress, blocked, done.',
    ],
  ])('%s %j', async (tool, input, field, message) => {
    const { error, event } = await refusal(tool, input);
    expect(error).toMatchObject({ field, message });
    expect(event).toMatchObject({ params: input, error: { field, message } });
  });
});

describe('the record of a refused call', () => {
  it('keeps a copy of a small JSON input', async () => {
    const input = { objective: 7, deep: [{ a: null }] };
    const { event } = await refusal('planning_setup_plan', input);
    input.objective = 8;
    expect(event?.params).toEqual({ objective: 7, deep: [{ a: null }] });
  });

  it.each([
    ['too large', { objective: 'x'.repeat(5000) }],
    ['no JSON', { objective: new Date() }],
    ['endless', endless()],
  ])('keeps nothing of an input that is %s', async (_, input) => {
    const { event } = await refusal('planning_setup_plan', input);
    expect(event?.params).toEqual({});
  });

  it('stays small, however long the name of an unknown field is', async () => {
    const { event } = await refusal('planning_read_plan', { ['x'.repeat(100_000)]: 1 });
    expect(JSON.stringify(event).length).toBeLessThan(1000);
  });
});

function endless(): object {
  const input: Record<string, unknown> = { objective: 1 };
  input.self = input;
  return input;
}
