import { readdir } from 'node:fs/promises';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from '../src/journal/index.ts';
import { runWayfold } from './cli-process.ts';
import {
  answered,
  answerOf,
  callerOver,
  type Input,
  NEWEST,
  nextUpdate,
  ONE_BEFORE,
  Project,
  TWO_WAYS,
} from './mcp-client.ts';
import { expectPlainSchemas, outputCheck, toolAnnotations } from './mcp-tools.ts';

const TEXT = 'Write the tests. Then fix the bug. Which port does it use?';
const TOOLS = [
  'tasks_plan',
  'tasks_list',
  'tasks_next',
  'tasks_recall',
  'tasks_show',
  'tasks_report',
  'tasks_answer',
  'tasks_decide',
  'tasks_check',
  'tasks_cancel',
];

async function factsOf(project: Project, planId: string) {
  return await openJournal(project.store, `tasks:${planId}`).facts();
}

describe.each(TWO_WAYS)('task plans over $over with protocol $protocol', (way) => {
  let project: Project;
  let client: Client;
  let plan_id: string;
  let tests = 0;

  beforeAll(async () => {
    project = await Project.create();
    client = await project.connectWith('tasks', way);
  });

  beforeEach(() => {
    plan_id = `p-${++tests}`;
  });

  afterAll(() => project.end());

  const report = (task: number, outcome: string, text: string, more: Input = {}) =>
    answered(client, 'tasks_report', { plan_id, task, outcome, text, ...more });

  it('are offered alone, with correct annotations and instructions', async () => {
    expect(await toolAnnotations(client)).toEqual([
      ['tasks_plan', false, false, false, false],
      ['tasks_list', true, false, true, false],
      ['tasks_next', true, false, true, false],
      ['tasks_recall', true, false, true, false],
      ['tasks_show', true, false, true, false],
      ['tasks_report', false, false, true, false],
      ['tasks_answer', false, false, true, false],
      ['tasks_decide', false, false, true, false],
      ['tasks_check', false, false, true, false],
      ['tasks_cancel', false, true, true, false],
    ]);
    expect(client.getInstructions()).toContain('tasks_report');
    expect(client.getInstructions()).not.toContain('planning_setup_plan');
    expect(client.getServerCapabilities()?.prompts).toBeUndefined();
  });

  it('have schemas that are valid, plain objects, and closed', () => expectPlainSchemas(client));

  it('return the brief, and accept a verdict about each criterion at the end', async () => {
    const expectWithinSchema = await outputCheck(client);
    const criterion = 'All tests pass';
    const text = `Write the tests.\nDo not touch src/legacy.\n\nAcceptance criteria:\n- ${criterion}`;
    const planned = await answered(client, 'tasks_plan', { plan_id, text });
    expect(planned.brief).toMatchObject({
      constraints: ['Do not touch src/legacy'],
      acceptance: [criterion],
    });
    const next = await answerOf(client, 'tasks_next', { plan_id });
    expect(next.text).toContain('Do not touch src/legacy');
    expectWithinSchema('tasks_next', next.answer);
    const early = await answerOf(client, 'tasks_check', { plan_id, criterion, met: true });
    expect(early.isError).toBe(true);
    const ended = await report(1, 'completed', '3 tests');
    expect(ended).toMatchObject({ status: 'finished', acceptance: [{ criterion, verdict: 'not_checked' }] });
    const checked = await answered(client, 'tasks_check', {
      plan_id,
      criterion,
      met: false,
      reason: '1 fails',
    });
    expectWithinSchema('tasks_check', checked);
    expect(checked.acceptance).toEqual([{ criterion, verdict: 'unmet', reason: '1 fails' }]);
    const unknown = await answerOf(client, 'tasks_check', { plan_id, criterion: 'else', met: true });
    expect(unknown.isError).toBe(true);
  });

  it('are carried out by the agent, task after task, to the end', async () => {
    const expectWithinSchema = await outputCheck(client);
    const steps: [string, Input, object][] = [
      [
        'tasks_plan',
        { text: TEXT },
        { is_new: true, status: 'open', total: 3, due: [{ id: 1, status: 'running' }] },
      ],
      ['tasks_next', {}, { due: [{ id: 1, description: 'Write the tests' }], questions: [] }],
      [
        'tasks_report',
        { task: 1, outcome: 'needs_clarification', text: 'Which runner?' },
        { status: 'asks', due: [], questions: [{ task: 1, question: 'Which runner?' }] },
      ],
      [
        'tasks_answer',
        { task: 1, text: 'vitest' },
        { due: [{ id: 1, clarifications: [{ question: 'Which runner?', answer: 'vitest' }] }] },
      ],
      [
        'tasks_report',
        { task: 1, outcome: 'completed', text: '3 tests' },
        { done: 1, task: { status: 'completed', result: '3 tests' }, due: [{ id: 2 }] },
      ],
      [
        'tasks_report',
        { task: 2, outcome: 'failed', text: 'No such bug' },
        { task: { status: 'failed' }, due: [], questions: [{ task: 3 }] },
      ],
      ['tasks_answer', { task: 3, text: '8080' }, { status: 'finished', done: 2 }],
      ['tasks_recall', { text: 'tests' }, { results: [{ task: 1, status: 'completed' }] }],
      ['tasks_show', {}, { tasks: [{ status: 'completed' }, { status: 'failed' }, { result: '8080' }] }],
      ['tasks_cancel', {}, { cancelled: [] }],
    ];
    for (const [name, input, expected] of steps) {
      const { isError, answer, text } = await answerOf(client, name, { plan_id, ...input });
      expect({ isError, ...answer }, text).toMatchObject({ isError: false, plan_id, ...expected });
      expectWithinSchema(name, answer);
    }
    const by = callerOver(way);
    expect((await factsOf(project, plan_id)).map((fact) => [fact.type, fact.by])).toEqual([
      ['session_created', by],
      ['TasksPlanned', undefined],
      ['TaskDispatched', undefined],
      ['ClarificationRequested', by],
      ['ClarificationReceived', by],
      ['TaskDispatched', undefined],
      ['TaskStatusUpdated', by],
      ['TaskDispatched', undefined],
      ['TaskStatusUpdated', by],
      ['TaskDispatched', undefined],
      ['ClarificationRequested', undefined],
      ['ClarificationReceived', by],
      ['TaskStatusUpdated', undefined],
      ['PlanningCompleted', undefined],
    ]);
  });

  it('accept given tasks with dependencies', async () => {
    const answer = await answered(client, 'tasks_plan', {
      plan_id,
      tasks: [
        { description: 'Build', kind: 'tool_call' },
        { description: 'Lint', attachments: [{ type: 'link', value: 'https://example.org/rules' }] },
        { description: 'Publish', depends_on: [1, 2] },
      ],
      parallel: 2,
      on_failure: 'abort',
    });
    expect(answer).toMatchObject({
      due: [
        { id: 1, kind: 'tool_call' },
        { id: 2, attachments: [{ type: 'link' }] },
      ],
      tasks: [{}, {}, { depends_on: [1, 2], status: 'planned' }],
    });
    expect(await report(2, 'failed', 'Too many')).toMatchObject({ status: 'finished', due: [] });
  });

  it('are created once when the call is repeated, and not replaced by other tasks', async () => {
    expect(await answered(client, 'tasks_plan', { plan_id, text: TEXT })).toMatchObject({ is_new: true });
    await report(1, 'completed', 'ok');
    expect(await answered(client, 'tasks_plan', { plan_id, text: TEXT })).toMatchObject({
      is_new: false,
      done: 1,
    });
    const { isError, answer } = await answerOf(client, 'tasks_plan', { plan_id, text: 'Something else' });
    expect({ isError, ...answer }).toMatchObject({
      isError: true,
      code: 'session-exists',
      field: 'plan_id',
      plan_id,
    });
  });

  it('get generated ids if none is given', async () => {
    const ids = await Promise.all(
      ['One', 'Two'].map(async (text) => (await answered(client, 'tasks_plan', { text })).plan_id),
    );
    expect(new Set(ids).size).toBe(2);
    const { plans } = await answered(client, 'tasks_list');
    for (const id of ids)
      expect(plans).toContainEqual(expect.objectContaining({ plan_id: id, status: 'open' }));
  });

  it('record a repeated outcome once', async () => {
    await answered(client, 'tasks_plan', { plan_id, text: TEXT });
    const { version } = await report(1, 'completed', '3 tests');
    expect(await report(1, 'completed', '3 tests')).toMatchObject({
      version,
      message: expect.stringContaining('Nothing has changed'),
    });
  });

  // Over HTTP each call is a request of its own, and may overtake another.
  it.runIf(way.over === 'stdio')('apply calls in order', async () => {
    const answers = await Promise.all([
      answerOf(client, 'tasks_plan', { plan_id, text: TEXT }),
      answerOf(client, 'tasks_report', { plan_id, task: 1, outcome: 'completed', text: 'a' }),
      answerOf(client, 'tasks_report', { plan_id, task: 2, outcome: 'completed', text: 'b' }),
      answerOf(client, 'tasks_next', { plan_id }),
    ]);
    expect(answers.map(({ isError }) => isError)).toEqual([false, false, false, false]);
    expect(answers[3]?.answer).toMatchObject({ done: 2, questions: [{ task: 3 }] });
  });

  it.each<[string, string, Input, string, string?]>([
    ['neither text nor tasks', 'tasks_plan', {}, 'invalid-tool-input', 'text'],
    [
      'both text and tasks',
      'tasks_plan',
      { text: 'a', tasks: [{ description: 'b' }] },
      'invalid-tool-input',
      'text',
    ],
    ['a blank text', 'tasks_plan', { text: ' \n\t' }, 'invalid-tool-input', 'text'],
    ['a long text', 'tasks_plan', { text: 'x'.repeat(100_001) }, 'invalid-tool-input', 'text'],
    ['a number for a text', 'tasks_plan', { text: 7 }, 'invalid-tool-input', 'text'],
    ['no tasks in the list', 'tasks_plan', { tasks: [] }, 'invalid-tool-input', 'tasks'],
    ['a task that is no object', 'tasks_plan', { tasks: ['Build'] }, 'invalid-tool-input', 'tasks[0]'],
    [
      'a blank description',
      'tasks_plan',
      { tasks: [{ description: ' ' }] },
      'invalid-tool-input',
      'tasks[0].description',
    ],
    [
      'a kind there is not',
      'tasks_plan',
      { tasks: [{ description: 'a', kind: 'unit_test' }] },
      'InvalidCommand',
      'tasks',
    ],
    [
      'a key there is not',
      'tasks_plan',
      { tasks: [{ description: 'a', priority: 1 }] },
      'invalid-tool-input',
      'tasks[0].priority',
    ],
    ['a circle', 'tasks_plan', { tasks: [{ description: 'a', depends_on: [1] }] }, 'InvalidCommand', 'tasks'],
    [
      'an unknown dependency',
      'tasks_plan',
      { tasks: [{ description: 'a', depends_on: [9] }] },
      'InvalidCommand',
      'tasks',
    ],
    ['too many at once', 'tasks_plan', { text: 'a', parallel: 101 }, 'invalid-tool-input', 'parallel'],
    ['half a task at once', 'tasks_plan', { text: 'a', parallel: 0.5 }, 'invalid-tool-input', 'parallel'],
    ['an id in capitals', 'tasks_next', { plan_id: 'UPPER' }, 'invalid-tool-input', 'plan_id'],
    ['the id of a journal', 'tasks_next', { plan_id: 'tasks:x' }, 'invalid-tool-input', 'plan_id'],
    ['an id that leads elsewhere', 'tasks_next', { plan_id: '../x' }, 'invalid-tool-input', 'plan_id'],
    ['an endless id', 'tasks_next', { plan_id: 'x'.repeat(65) }, 'invalid-tool-input', 'plan_id'],
    ['no id', 'tasks_show', { plan_id: undefined }, 'invalid-tool-input', 'plan_id'],
    ['a plan there is not', 'tasks_show', { plan_id: 'nobody' }, 'journal-not-found', 'plan_id'],
    [
      'an argument there is not',
      'tasks_list',
      { plan_id: undefined, all: true },
      'invalid-tool-input',
      'all',
    ],
    [
      'a task there is not',
      'tasks_report',
      { task: 9, outcome: 'completed', text: 'a' },
      'TaskNotFound',
      'task',
    ],
    ['task 0', 'tasks_report', { task: 0, outcome: 'completed', text: 'a' }, 'invalid-tool-input', 'task'],
    [
      'a text for a task',
      'tasks_report',
      { task: '1', outcome: 'completed', text: 'a' },
      'invalid-tool-input',
      'task',
    ],
    [
      'an outcome there is not',
      'tasks_report',
      { task: 1, outcome: 'done', text: 'a' },
      'invalid-tool-input',
      'outcome',
    ],
    [
      'an outcome without words',
      'tasks_report',
      { task: 1, outcome: 'completed', text: '' },
      'invalid-tool-input',
      'text',
    ],
    [
      'a task whose turn it is not',
      'tasks_report',
      { task: 2, outcome: 'completed', text: 'a' },
      'InvalidCommand',
      'outcome',
    ],
    ['an answer that nobody asked for', 'tasks_answer', { task: 1, text: 'a' }, 'InvalidCommand', 'task'],
    [
      'a decision about no change',
      'tasks_decide',
      { task: 1, digest: '0'.repeat(64), approve: true },
      'InvalidCommand',
      'task',
    ],
    ['an answer to nothing', 'tasks_answer', { text: 'a' }, 'invalid-tool-input', 'task'],
    ['a blank reason', 'tasks_cancel', { reason: ' ' }, 'invalid-tool-input', 'reason'],
    [
      'a negative version',
      'tasks_cancel',
      { expected_version: -1 },
      'invalid-tool-input',
      'expected_version',
    ],
    ['a version that never was', 'tasks_cancel', { expected_version: 999 }, 'conflict'],
  ])('refuse %s with a code, and record nothing', async (_, tool, input, code, field) => {
    await answered(client, 'tasks_plan', { plan_id, text: TEXT });
    const before = await factsOf(project, plan_id);
    const own = tool === 'tasks_plan' ? {} : { plan_id };
    const { isError, answer, text } = await answerOf(client, tool, { ...own, ...input });
    expect({ isError, ...answer }).toMatchObject({ isError: true, code });
    expect(answer.field).toBe(field);
    expect(text).toContain(String(answer.message));
    expect(await factsOf(project, plan_id)).toEqual(before);
  });

  it('are resources, which report changes by other processes', async () => {
    await answered(client, 'tasks_plan', { plan_id, text: TEXT });
    const uri = `tasks://${plan_id}`;
    const { resources } = await client.listResources();
    expect(resources).toContainEqual(expect.objectContaining({ uri, name: plan_id }));
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'tasks://{plan_id}' }]);
    const read = async () =>
      (await client.readResource({ uri })).contents.map((part) => ('text' in part ? part.text : ''));
    const [json = '', markdown] = await read();
    expect(JSON.parse(json)).toMatchObject({
      plan_id,
      due: [{ id: 1 }],
      title: expect.stringContaining('Write'),
    });
    expect(markdown).toContain('- [~] 1: Write the tests');
    if (way.over === 'http' && way.protocol === ONE_BEFORE) return;
    if (way.protocol === NEWEST) await client.listen({ resourceSubscriptions: [uri] });
    else await client.subscribeResource({ uri });
    const updated = nextUpdate(client);
    await runWayfold(['tasks', 'cancel', plan_id, '2'], { cwd: project.directory });
    expect(await updated).toBe(uri);
    expect((await read())[1]).toMatch(/- \[-\] 2: Fix the bug \(cancelled[^)]*\)\s+> Cancelled\./);
  });

  it.each(['tasks://none', 'tasks://UPPER', 'tasks://a/b', 'plan://default', 'trip://default'])(
    'have no resource %s',
    async (uri) => {
      await expect(client.readResource({ uri })).rejects.toThrow();
    },
  );
});

describe('task plans of several processes', () => {
  let project: Project;

  beforeEach(async () => {
    project = await Project.create();
  });

  afterEach(() => project.end());

  it('are created once, and every task is reported once, by two servers that work on it at once', async () => {
    const tasks = Array.from({ length: 20 }, (_, n) => ({ description: `Task ${n}` }));
    const servers = await Promise.all(
      [NEWEST, ONE_BEFORE].map((protocol) => project.spawn(protocol as typeof NEWEST, '--tools', 'tasks')),
    );
    const begun = await Promise.all(
      servers.map(({ client }) => answered(client, 'tasks_plan', { plan_id: 'shared', tasks, parallel: 4 })),
    );
    expect(begun.map(({ is_new }) => is_new).toSorted()).toEqual([false, true]);
    const work = async (client: Client, who: string): Promise<void> => {
      for (;;) {
        const { status, due } = await answered(client, 'tasks_next', { plan_id: 'shared' });
        if (status === 'finished') return;
        for (const { id } of Object(due)) {
          const result = await answerOf(client, 'tasks_report', {
            plan_id: 'shared',
            task: id,
            outcome: 'completed',
            text: who,
          });
          expect(result.isError, result.text).toBe(false);
        }
      }
    };
    await Promise.all(servers.map(({ client }, n) => work(client, `worker ${n}`)));
    const facts = await factsOf(project, 'shared');
    const done = facts.flatMap(({ type, taskId }) => (type === 'TaskStatusUpdated' ? [taskId] : []));
    expect(done.toSorted()).toEqual(tasks.map((_, n) => n + 1).toSorted());
    expect(facts.filter(({ type }) => type === 'PlanningCompleted')).toHaveLength(1);
  });

  it('are shared with the command line', async () => {
    const { client } = await project.spawn(NEWEST, '--tools', 'tasks');
    await answered(client, 'tasks_plan', { plan_id: 'mine', text: TEXT });
    const run = await runWayfold(['tasks', 'run', '--resume', 'mine', '--executor', 'echo', '--yes'], {
      cwd: project.directory,
    });
    expect(run.stderr).not.toContain('error');
    expect(await answered(client, 'tasks_next', { plan_id: 'mine' })).toMatchObject({
      done: 2,
      questions: [{ task: 3 }],
    });
  });

  it('with --ephemeral are gone with the connection', async () => {
    const { client } = await project.spawn(NEWEST, '--tools', 'tasks,trip', '--ephemeral');
    await answered(client, 'tasks_plan', { plan_id: 'gone', text: TEXT });
    expect(await answered(client, 'tasks_next', { plan_id: 'gone' })).toMatchObject({ due: [{ id: 1 }] });
    await client.close();
    const next = await project.spawn(NEWEST, '--tools', 'tasks', '--ephemeral');
    expect(await answered(next.client, 'tasks_list')).toMatchObject({ plans: [] });
  });

  it('create no data until one is started', async () => {
    const { client } = await project.spawn(NEWEST, '--tools', 'plan,tasks,trip');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).slice(6)).toEqual([
      ...TOOLS,
      'trip_say',
      'trip_choose',
      'trip_show',
      'trip_export',
    ]);
    expect(await answered(client, 'tasks_list')).toMatchObject({ plans: [] });
    expect((await answerOf(client, 'tasks_next', { plan_id: 'none' })).isError).toBe(true);
    expect((await answerOf(client, 'trip_show')).isError).toBe(true);
    expect(await readdir(project.directory)).toEqual([]);
  });
});
