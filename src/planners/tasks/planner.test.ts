import { describe, expect, it } from 'vitest';
import { familyOfModule, plannerOfModule } from '../../harness/module/module-planner.ts';
import type { HudPhase } from '../../harness/planner.ts';
import type { ProposedFact } from '../../journal/index.ts';
import { type ScriptedStep, scriptedModel } from '../../testing/index.ts';
import { DEFAULT_TASKS_CONFIG, type TasksConfig } from './config.ts';
import type { TaskEvent } from './facts.ts';
import { tasksModule } from './module.ts';

const tasksPlanner = plannerOfModule(tasksModule());
const tasksFamily = familyOfModule(tasksModule());

const facts = (...proposed: readonly ProposedFact[]) =>
  proposed.map((fact, at) => ({ id: `f${at}`, ts: '2026-01-01T00:00:00.000Z', v: 1, seq: at + 1, ...fact }));

interface Given {
  readonly config?: Partial<TasksConfig>;
  readonly steps?: readonly ScriptedStep[];
}

/** A pass of the task planner on these facts. */
async function planned(on: readonly ProposedFact[], { config, steps = [] }: Given = {}) {
  const shown: [HudPhase, string | undefined][] = [];
  const output = await tasksPlanner.plan(
    { cut: { seq: on.length }, facts: facts(...on) },
    {
      hud: (phase, label) => shown.push([phase, label]),
      newId: (prefix) => `${prefix}-1`,
      readAttachment: async () => new Uint8Array(),
      // A program may give none.
      config: (config && { ...DEFAULT_TASKS_CONFIG, ...config }) as TasksConfig,
      llm: scriptedModel(steps, { demo: steps.length === 0 }),
      signal: new AbortController().signal,
    },
  );
  return { output, shown };
}

/** A model's plan with tasks of these words, one after the other. */
const planOf = (...quotes: readonly string[]) => ({
  tasks: quotes.map((quote, at) => ({
    ...{ id: at + 1, quote, description: quote, kind: 'Processing', done: false },
    dependsOn: at === 0 ? [] : [at],
  })),
  brief: { objective: null, constraints: [], background: [], acceptance: [] },
});

const userInput = (text: string): ProposedFact => ({ type: 'user_input', text });
const answered = (text: string, qid?: string): ProposedFact => ({
  type: 'user_answer',
  text,
  ...(qid && { qid }),
});

/** Two tasks at once, which both have asked: first the second one, then the first. */
const TWO_QUESTIONS: readonly TaskEvent[] = [
  {
    type: 'TasksPlanned',
    tasks: [1, 2].map((id) => ({ id, description: `task ${id}`, kind: 'Processing', attachments: [] })),
    policy: { parallel: 2 },
  },
  ...[1, 2].map(
    (taskId): TaskEvent => ({
      type: 'TaskDispatched',
      taskId,
      command: { type: 'ExecuteTask', nodeId: taskId, kind: 'Processing', parameters: `task ${taskId}` },
    }),
  ),
  { type: 'ClarificationRequested', taskId: 2, question: 'How?' },
  { type: 'ClarificationRequested', taskId: 1, question: 'Where?' },
];

it('ends its passes with a start, a question or an end', () => {
  expect(tasksFamily.closing).toEqual(
    expect.arrayContaining(['TaskDispatched', 'ClarificationRequested', 'PlanningCompleted']),
  );
});

describe('the first message of a person', () => {
  it('becomes tasks, by the rules, and the first one starts', async () => {
    const { output, shown } = await planned([userInput('Write the tests. Fix the bug.')], {
      config: { parallel: 2 },
    });
    expect(output).toMatchObject([
      {
        type: 'TasksPlanned',
        tasks: [{ description: 'Write the tests' }, { description: 'Fix the bug' }],
        policy: { parallel: 2 },
      },
      { type: 'TaskDispatched', taskId: 1 },
      { type: 'TaskDispatched', taskId: 2 },
    ]);
    expect(shown).toEqual([]);
  });

  it('is planned with the defaults without a setup', async () => {
    const { output } = await planned([userInput('Write the tests.')]);
    expect(output[0]).toEqual({
      type: 'TasksPlanned',
      tasks: [{ id: 1, description: 'Write the tests', kind: 'Processing', attachments: [] }],
      readBy: { reader: 'parser' },
    });
  });

  it('is planned by the model if there is one, visibly', async () => {
    const { output, shown } = await planned([userInput('Write the tests.')], {
      steps: [{ json: planOf('Write') }],
    });
    expect(output[0]).toMatchObject({
      type: 'TasksPlanned',
      tasks: [{ description: 'Write' }],
      readBy: { reader: 'model' },
    });
    expect(shown).toEqual([['planning', 'Asking the model for tasks']]);
  });

  it.each<[string, readonly ProposedFact[]]>([
    ['nothing', []],
    ['only white space', [userInput(' \n')]],
    ['something that is no text', [{ type: 'user_input', text: 5 }]],
  ])('has no effect if it is %s', async (_, on) => {
    expect((await planned(on)).output).toEqual([{ type: 'sleep', reason: 'Nothing was said.' }]);
  });

  it('is the latest one', async () => {
    const { output } = await planned([userInput('Write the tests.'), userInput('Fix the bug.')]);
    expect(output[0]).toMatchObject({ tasks: [{ description: 'Fix the bug' }] });
  });
});

describe('a message while a task waits', () => {
  it.each([
    ['answers the oldest question', userInput('the blue one'), 2],
    ['answers the oldest question, as an answer without a name', answered('the blue one'), 2],
    ['answers the oldest question when it names something else', answered('the blue one', 'q-task-1'), 2],
    ['answers the question that it names', answered('the blue one', 'task-1'), 1],
  ])('%s', async (_, fact, taskId) => {
    const { output } = await planned([...TWO_QUESTIONS, fact]);
    expect(output[0]).toEqual({ type: 'ClarificationReceived', taskId, answer: 'the blue one' });
  });

  it('still answers its question when somebody adds tasks right after it', async () => {
    const added: TaskEvent = {
      type: 'TasksPlanned',
      tasks: [{ id: 3, description: 'task 3', kind: 'Processing', attachments: [] }],
    };
    const { output } = await planned([...TWO_QUESTIONS, answered('the blue one', 'task-1'), added]);
    expect(output[0]).toEqual({ type: 'ClarificationReceived', taskId: 1, answer: 'the blue one' });
  });

  it.each<[string, readonly ProposedFact[]]>([
    ['no task waits', [...TWO_QUESTIONS.slice(0, 3), userInput('hello')]],
    ['another task waits than it names', [...TWO_QUESTIONS.slice(0, 4), answered('x', 'task-1')]],
    ['it names a task that is not there', [...TWO_QUESTIONS, answered('x', 'task-12')]],
  ])('has no effect if %s, and the reply says how to add tasks', async (_, on) => {
    const reason = expect.stringContaining('Add:');
    expect((await planned(on)).output).toEqual([{ type: 'sleep', reason }]);
  });
});

describe('a second list of tasks', () => {
  const ended: readonly TaskEvent[] = [
    ...TWO_QUESTIONS.slice(0, 3),
    ...[1, 2].map((taskId): TaskEvent => ({ type: 'TaskStatusUpdated', taskId, status: 'Completed' })),
    { type: 'PlanningCompleted', summary: '2 of 2 tasks done.' },
  ];

  it('is added to a plan that has ended, under its policy, and starts', async () => {
    const { output } = await planned([...ended, userInput('Write the docs. Publish the notes.')]);
    expect(output).toMatchObject([
      {
        type: 'TasksPlanned',
        tasks: [
          { id: 3, description: 'Write the docs' },
          { id: 4, description: 'Publish the notes' },
        ],
        policy: { parallel: 2 },
      },
      { type: 'TaskDispatched', taskId: 3 },
      { type: 'TaskDispatched', taskId: 4 },
    ]);
  });

  it.each([
    ['while tasks are under way', TWO_QUESTIONS.slice(0, 3)],
    ['while questions are open', TWO_QUESTIONS],
  ])('is added %s if the message says so', async (_, before) => {
    for (const words of ['Add: Write the docs.', '/add Write the docs.', ' add:\n- Write the docs']) {
      const { output } = await planned([...before, userInput(words)]);
      expect(output).toMatchObject([
        { type: 'TasksPlanned', tasks: [{ id: 3, description: 'Write the docs' }] },
      ]);
      expect(tasksFamily.closing).toContain(output.at(-1)?.type);
    }
  });

  it('is planned by the model if configured', async () => {
    const config = { planWith: 'model' } as const;
    const steps = [{ json: planOf('Write', 'publish') }];
    const { output } = await planned([...ended, userInput('Write and publish the docs.')], { config, steps });
    expect(output[0]).toMatchObject({ tasks: [{ id: 3 }, { id: 4, dependsOn: [3] }] });
  });

  it('is neither an answer nor an empty message', async () => {
    expect((await planned([...ended, answered('x', 'task-1')])).output).toMatchObject([
      { type: 'sleep', reason: expect.any(String) },
    ]);
    expect((await planned([...ended, userInput('Add: ')])).output).toEqual([
      { type: 'sleep', reason: 'Nothing was said.' },
    ]);
  });

  it('does not start a plan with the word that would add to it', async () => {
    expect((await planned([userInput('Add: Write the docs.')])).output[0]).toMatchObject({
      tasks: [{ id: 1, description: 'Write the docs' }],
    });
  });
});

it('is not planned a second time after a rewind, which keeps the tasks', async () => {
  expect(tasksFamily.keeps).toEqual(expect.arrayContaining(['TasksPlanned', 'TaskStatusUpdated']));
  expect((await planned([userInput('Do task 1 and task 2.'), ...TWO_QUESTIONS])).output).toEqual([
    { type: 'sleep', reason: expect.any(String) },
  ]);
});

it('reports if the planning model failed', async () => {
  const { output, shown } = await planned([userInput('Write the tests.')], {
    config: { planWith: 'model' },
    steps: [{ error: 'model-unauthorized' }],
  });
  expect(output[0]).toMatchObject({ tasks: [{ description: 'Write the tests' }] });
  expect(shown.at(-1)).toEqual(['planning', 'The model returned no plan, so the rules made one']);
});

it('is not needed to close a pass with an answer while other tasks run', async () => {
  const ask = { type: 'RequestClarification', nodeId: 2, question: 'Which?' } as const;
  const before: readonly TaskEvent[] = [
    {
      type: 'TasksPlanned',
      tasks: [
        { id: 1, description: 'a', kind: 'Processing', attachments: [] },
        { id: 2, description: 'Which?', kind: 'Clarification', attachments: [] },
      ],
      policy: { parallel: 2 },
    },
    ...TWO_QUESTIONS.slice(1, 2),
    { type: 'TaskDispatched', taskId: 2, command: ask },
    { type: 'ClarificationRequested', taskId: 2, question: 'Which?' },
  ];
  const { output } = await planned([...before, userInput('the blue one')]);
  expect(output.at(-1)).toMatchObject({ type: 'TaskStatusUpdated', taskId: 2 });
  expect(tasksFamily.closing).toContain('TaskStatusUpdated');
});
