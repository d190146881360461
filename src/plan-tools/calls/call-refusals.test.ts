import { describe, expect, it } from 'vitest';
import { Session } from '../../kernel/session/session.ts';
import type { ToolValidationError } from '../error.ts';
import { PlanningToolsSection } from '../prompt/planning-tools-section.ts';

type Call = readonly [tool: string, input?: unknown];
type Report = Pick<ToolValidationError, 'code' | 'field' | 'expected' | 'actual'>;

/** What the last of these calls is refused with. */
async function refusalOf(...calls: readonly Call[]): Promise<unknown> {
  const section = new PlanningToolsSection({ session: new Session() });
  const made = calls.map(([tool, input = {}]) => ({ tool: section.tool(`planning_${tool}`), input }));
  const last = made.pop();
  for (const { tool, input } of made) await tool.call(input);
  return await last?.tool.call(last.input).catch((error: unknown) => error);
}

const setup = (steps = 0): Call => [
  'setup_plan',
  { objective: 'Ship it', initial_steps: Array.from({ length: steps }, (_, i) => ({ title: `Step ${i}` })) },
];
const mark = (step_id: string): Call => ['mark_step', { step_id, status: 'done' }];

describe('a call that the plan does not allow', () => {
  it.each<[tool: string, input: unknown]>([
    ['add_step', { steps: [{ title: 'Build' }] }],
    ['update_step', { step_id: 'S001', title: 'Build' }],
    ['mark_step', { step_id: 'S001', status: 'done' }],
    ['clear_plan', {}],
    ['read_plan', {}],
  ])('is told to set a plan up while there is none: %s', async (tool, input) => {
    expect(await refusalOf([tool, input])).toMatchObject({
      code: 'no-plan',
      field: undefined,
    } satisfies Partial<Report>);
  });

  it.each<[status: string, before: Call[], call: Call]>([
    ['completed', [setup(1), mark('S001')], ['add_step', { steps: [{ title: 'Build' }] }]],
    ['completed', [setup(1), mark('S001')], ['update_step', { step_id: 'S001', title: 'Build' }]],
    ['abandoned', [setup(1), ['clear_plan']], ['add_step', { steps: [{ title: 'Build' }] }]],
    ['abandoned', [setup(1), ['clear_plan']], ['update_step', { step_id: 'S001', title: 'Build' }]],
    ['abandoned', [setup(1), ['clear_plan']], mark('S001')],
    ['abandoned', [setup(1), ['clear_plan']], ['clear_plan']],
  ])('is told to begin another plan when it is %s', async (status, before, call) => {
    expect(await refusalOf(...before, call)).toMatchObject({
      code: 'plan-not-active',
      field: undefined,
      actual: expect.stringContaining(status),
    } satisfies Partial<Report>);
  });

  it.each([
    [0, 'a step of this plan, which has none'],
    [1, 'one of S001'],
    [3, 'one of S001, S002, S003'],
    [12, 'one of S001, S002, S003, S004, S005, S006, S007, S008, S009, S010, S011, S012'],
    [13, 'one of S001, S002, S003 … S013'],
  ])('gets the ids of the %i existing steps', async (steps, expected) => {
    expect(await refusalOf(setup(steps), mark('S"99'))).toMatchObject({
      code: 'step-not-found',
      field: 'step_id',
      expected,
      actual: '"S\\"99"',
    } satisfies Partial<Report>);
  });
});

describe('a call with invalid input', () => {
  it.each<[call: Call, report: Omit<Report, 'code'>]>([
    [
      ['read_plan', [1, 2]],
      {
        field: undefined,
        expected: 'an object as the input',
        actual: 'an array of 2',
      },
    ],
    [['read_plan', { a: 1, b: 2 }], { field: 'a', expected: 'no field a', actual: '1' }],
    [
      ['setup_plan', {}],
      {
        field: 'objective',
        expected: 'a field objective',
        actual: 'undefined',
      },
    ],
    [
      ['setup_plan', { objective: 7 }],
      {
        field: 'objective',
        expected: 'a string in objective',
        actual: '7',
      },
    ],
    [
      ['setup_plan', { objective: 'a', initial_steps: 'b' }],
      {
        field: 'initial_steps',
        expected: 'a list in initial_steps',
        actual: '"b"',
      },
    ],
    [
      ['setup_plan', { objective: 'a', initial_steps: [{ title: 'b' }, null] }],
      {
        field: 'initial_steps[1]',
        expected: 'an object in initial_steps[1]',
        actual: 'null',
      },
    ],
    [
      ['setup_plan', { objective: 'a', initial_steps: [{ title: 'b' }, { title: ['c'] }] }],
      {
        field: 'initial_steps[1].title',
        expected: 'a string in initial_steps[1].title',
        actual: 'an array of 1',
      },
    ],
    [
      ['add_step', { steps: [{ title: 'b', why: 'c' }] }],
      {
        field: 'steps[0].why',
        expected: 'no field steps[0].why',
        actual: '"c"',
      },
    ],
    [
      ['add_step', { steps: [] }],
      {
        field: 'steps',
        expected: 'at least one in steps',
        actual: 'an array of 0',
      },
    ],
    [
      ['mark_step', { step_id: 'S001' }],
      {
        field: 'status',
        expected: 'one of pending, in_progress, blocked, done in status',
        actual: 'undefined',
      },
    ],
    [
      ['mark_step', { step_id: 'S001', status: 'DONE' }],
      {
        field: 'status',
        expected: 'one of pending, in_progress, blocked, done in status',
        actual: '"DONE"',
      },
    ],
  ])('is told what was wanted and what came: %j', async (call, report) => {
    expect(await refusalOf(call)).toMatchObject({ code: 'invalid-tool-input', ...report });
  });

  it('gets at most 80 characters of an unknown field name', async () => {
    expect(await refusalOf(['read_plan', { ['x'.repeat(81)]: 1 }])).toMatchObject({ field: 'x'.repeat(80) });
  });

  it('is refused if an update has nothing to change', async () => {
    expect(await refusalOf(setup(1), ['update_step', { step_id: 'S001' }])).toMatchObject({
      code: 'invalid-tool-input',
      field: undefined,
    } satisfies Partial<Report>);
  });
});

describe('a call with a text that breaks the rules', () => {
  const long = 'x'.repeat(600);

  it.each<[call: Call, field: string, name: string, most: number]>([
    [['setup_plan', { objective: long }], 'objective', 'Objective', 240],
    [
      ['setup_plan', { objective: 'a', initial_steps: [{ title: long }] }],
      'initial_steps[0].title',
      'Title',
      160,
    ],
    [['add_step', { steps: [{ title: 'a' }, { title: long }] }], 'steps[1].title', 'Title', 160],
    [['add_step', { steps: [{ title: 'a', details: long }] }], 'steps[0].details', 'Details', 512],
    [['update_step', { step_id: 'S001', title: long }], 'title', 'Title', 160],
    [['update_step', { step_id: 'S001', details: long }], 'details', 'Details', 512],
    [['update_step', { step_id: long, title: 'a' }], 'step_id', 'Step id', 32],
    [['mark_step', { step_id: 'S001', status: 'done', note: long }], 'note', 'Note', 512],
    [['mark_step', { step_id: long, status: 'done' }], 'step_id', 'Step id', 32],
  ])('is told how long it may be: %j', async (call, field, name, most) => {
    expect(await refusalOf(setup(1), call)).toMatchObject({
      code: 'invalid-tool-input',
      field,
      message: `${name} must be <= ${most} characters.`,
      expected: `1 to ${most} ASCII characters in ${field}`,
      actual: '600 characters',
    } satisfies Report & { message: string });
  });

  it.each<[call: Call, field: string, actual: string]>([
    [['setup_plan', { objective: 'a\nb' }], 'objective', 'U+000A at character 2'],
    [['add_step', { steps: [{ title: 'a\nb' }] }], 'steps[0].title', 'U+000A at character 2'],
    [['add_step', { steps: [{ title: 'a', details: 'a\rb' }] }], 'steps[0].details', 'U+000D at character 2'],
    [['update_step', { step_id: 'S001', title: 'a\nb' }], 'title', 'U+000A at character 2'],
    [['update_step', { step_id: 'S001', details: 'a\rb' }], 'details', 'U+000D at character 2'],
    [['mark_step', { step_id: 'S001', status: 'done', note: 'a\rb' }], 'note', 'U+000D at character 2'],
  ])('is told which character may not be there: %j', async (call, field, actual) => {
    expect(await refusalOf(setup(1), call)).toMatchObject({ code: 'invalid-tool-input', field, actual });
  });

  it('is asked for a text if there is none', async () => {
    expect(await refusalOf(['setup_plan', { objective: ' \n' }])).toMatchObject({
      code: 'invalid-tool-input',
      field: 'objective',
      expected: '1 to 240 ASCII characters in objective',
      actual: '" \\n"',
    } satisfies Report);
  });
});

it('details, notes and their updates may have several lines', async () => {
  const section = new PlanningToolsSection({ session: new Session() });
  const call = (tool: string, input: unknown) => section.tool(`planning_${tool}`).call(input);
  await call('setup_plan', { objective: 'Ship it' });
  await call('add_step', { steps: [{ title: 'Build', details: 'a\n\tb' }] });
  await call('mark_step', { step_id: 'S001', status: 'blocked', note: 'c\n\td' });
  const { step } = await call('update_step', { step_id: 'S001', details: 'e\n\tf' });
  expect(step).toMatchObject({ details: 'e\n\tf', notes: ['c\n\td'] });
});
