import { expect, it } from 'vitest';
import type { Fact } from '../../journal/fact.ts';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { runHandler } from '../../kernel/index.ts';
import { taskEventOf, taskFacts } from './facts.ts';
import { loadTaskPlan, taskPlan } from './plan/task-plan.ts';

const fact = (type: string, rest: object): Fact => ({
  id: 'f',
  ts: '2026-01-01T00:00:00.000Z',
  v: 1,
  seq: 1,
  type,
  ...rest,
});

it('a fact of a task plan is read as its event, with fields of newer versions', () => {
  const asked = { taskId: 1, question: 'Which?' };
  expect(taskEventOf(fact('ClarificationRequested', asked))).toMatchObject({
    type: 'ClarificationRequested',
    ...asked,
  });
  expect(taskEventOf(fact('ClarificationRequested', { ...asked, urgency: 'high' }))).toMatchObject({
    urgency: 'high',
  });
});

it.each([
  ['another family', 'user_input', { text: 'hi' }],
  ['a field missing', 'ClarificationRequested', { taskId: 1 }],
  ['a field of another type', 'ClarificationRequested', { taskId: '1', question: 'Which?' }],
  ['a task that cannot be', 'ClarificationRequested', { taskId: 0, question: 'Which?' }],
])('a fact of %s is not one', (_, type, rest) => {
  expect(taskEventOf(fact(type, rest))).toBeUndefined();
});

it('the plan of a journal is returned with its position', async () => {
  const journal = openJournal(memoryStore(), 'tasks', { facts: taskFacts });
  expect(await loadTaskPlan(journal)).toMatchObject({ head: 0, planner: { state: { tasks: [] } } });
  await runHandler(journal, { ...taskPlan, command: { type: 'Initialize', tasks: [{ description: 'a' }] } });
  const { planner, head } = await loadTaskPlan(journal);
  expect([head, planner.state.tasks.map(({ status }) => status)]).toEqual([2, ['Running']]);
});

it('a plan is saved as its state, and continues from there', async () => {
  const planner = taskPlan.fold([
    { type: 'TasksPlanned', tasks: [{ id: 1, description: 'a', kind: 'Processing', attachments: [] }] },
  ]);
  const saved = taskPlan.snapshot(planner);
  expect(saved.tasks).toMatchObject([{ id: 1, status: 'Planned' }]);
  expect(taskPlan.fold([], saved).state).toEqual(saved);
  expect([taskPlan.name, taskPlan.version]).toEqual(['tasks', 3]);
});
