import { expect, test } from 'vitest';
import { PLAN } from '../../../test/cli-stand-ins/stand-in.mjs';
import { Planner } from '../tasks/index.ts';
import { tasksOf } from './hand-over.ts';
import { readPlan } from './plan/plan.ts';

const reading = readPlan({ ...PLAN, fallback_plan: 'Undo it', handoff_notes: ['Mind the clock'] });
if (!reading.ok) throw new Error(reading.issues.join());
const plan = reading.plan.toJSON();

test('a step becomes a task with all its content', () => {
  expect(tasksOf(plan)[0]).toEqual({
    kind: 'Processing',
    attachments: [],
    description: [
      'Measure',
      'Why: Know where time goes.',
      ...['Do:', '- Profile parse()'],
      ...['Files:', '- parse.js'],
      ...['Mind:', '- Keep the public interface.'],
      ...['Done when:', '- A profile is there.'],
    ].join('\n'),
  });
});

test('dependencies are numbers, and the last task checks the whole', () => {
  const [, second, last] = tasksOf(plan);
  expect(second?.dependsOn).toEqual([1]);
  expect(last?.dependsOn).toEqual([1, 2]);
  expect(last?.description).toMatch(
    /^Check the whole plan: Cache parsed headers\n.*- Mind the clock\nIf it does not work out: Undo it$/s,
  );
});

test('the task planner accepts the tasks', () => {
  const tasks = tasksOf(plan);
  const planner = new Planner();
  const [planned] = planner.process({
    type: 'Initialize',
    userInput: plan.plan_summary,
    attachments: [],
    tasks,
  });
  expect(planned).toMatchObject({
    type: 'TasksPlanned',
    tasks: tasks.map((task, i) => ({ id: i + 1, ...task })),
  });
});
