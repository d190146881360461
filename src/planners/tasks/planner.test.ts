import { describe, expect, it } from 'vitest';
import type { HudPhase } from '../../harness/index.ts';
import type { ProposedFact } from '../../journal/index.ts';
import { type ScriptedStep, scriptedModel } from '../../testing/index.ts';
import { DEFAULT_TASKS_CONFIG, type TasksConfig } from './config.ts';
import type { TaskEvent } from './facts.ts';
import { tasksFamily, tasksPlanner } from './planner.ts';

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
      llm: scriptedModel(steps),
      signal: new AbortController().signal,
    },
  );
  return { output, shown };
}

const said = (text: string): ProposedFact => ({ type: 'user_input', text });
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

it('closes its passes with what begins, asks or ends', () => {
  expect(tasksFamily.closing).toEqual(
    expect.arrayContaining(['TaskDispatched', 'ClarificationRequested', 'PlanningCompleted']),
  );
});

describe('what a person says first', () => {
  it('becomes tasks, by the rules, and the first one begins', async () => {
    const { output, shown } = await planned([said('Write the tests. Then fix the bug.')], {
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

  it('is planned with the defaults where nothing was set up', async () => {
    const { output } = await planned([said('Write the tests.')]);
    expect(output[0]).toEqual({
      type: 'TasksPlanned',
      tasks: [{ id: 1, description: 'Write the tests', kind: 'Processing', attachments: [] }],
    });
  });

  it('is planned by the model where that was set up, and people see so', async () => {
    const tasks = [{ id: 1, description: 'Ask around', kind: 'Processing', dependsOn: [] }];
    const { output, shown } = await planned([said('Write the tests.')], {
      config: { planWith: 'model' },
      steps: [{ json: { tasks } }],
    });
    expect(output[0]).toMatchObject({ type: 'TasksPlanned', tasks: [{ description: 'Ask around' }] });
    expect(shown).toEqual([['planning', 'Asking the model for tasks']]);
  });

  it.each<[string, readonly ProposedFact[]]>([
    ['nothing', []],
    ['only white space', [said(' \n')]],
    ['something that is no text', [{ type: 'user_input', text: 5 }]],
  ])('leads to nothing when it is %s', async (_, on) => {
    expect((await planned(on)).output).toEqual([{ type: 'sleep', reason: 'Nothing was said.' }]);
  });

  it('is the newest of what was said', async () => {
    const { output } = await planned([said('Write the tests.'), said('Fix the bug.')]);
    expect(output[0]).toMatchObject({ tasks: [{ description: 'Fix the bug' }] });
  });
});

describe('what a person says while a task waits', () => {
  it.each([
    ['answers the oldest question', said('the blue one'), 2],
    ['answers the oldest question, as an answer without a name', answered('the blue one'), 2],
    ['answers the oldest question when it names something else', answered('the blue one', 'q-task-1'), 2],
    ['answers the question that it names', answered('the blue one', 'task-1'), 1],
  ])('%s', async (_, fact, taskId) => {
    const { output } = await planned([...TWO_QUESTIONS, fact]);
    expect(output[0]).toEqual({ type: 'ClarificationReceived', taskId, answer: 'the blue one' });
  });

  it.each<[string, readonly ProposedFact[]]>([
    ['no task waits', [...TWO_QUESTIONS.slice(0, 3), said('hello')]],
    ['another task waits than it names', [...TWO_QUESTIONS.slice(0, 4), answered('x', 'task-1')]],
    ['it names a task that is not there', [...TWO_QUESTIONS, answered('x', 'task-12')]],
  ])('leads to nothing when %s', async (_, on) => {
    expect((await planned(on)).output).toEqual([{ type: 'sleep', reason: 'No task waits for an answer.' }]);
  });
});
