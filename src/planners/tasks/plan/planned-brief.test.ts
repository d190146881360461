import { describe, expect, it } from 'vitest';
import { type TaskEvent, taskFacts } from '../facts.ts';
import { Planner } from '../handler.ts';

const EMPTY = { constraints: [], background: [], acceptance: [] };

function planned(userInput: string): Planner {
  const planner = new Planner();
  planner.process({ type: 'Initialize', userInput, attachments: [], policy: { parallel: 3 } });
  return planner;
}

function expectEveryPrefixToFold(planner: Planner): void {
  const live = new Planner();
  for (const [at, event] of planner.eventLog.entries()) {
    live.accept(event);
    expect(Planner.fold(planner.eventLog.slice(0, at + 1)).state).toEqual(live.state);
  }
  expect(live.state).toEqual(planner.state);
}

const dispatched = (events: readonly TaskEvent[]) =>
  events.flatMap((event) => (event.type === 'TaskDispatched' ? [event.taskId] : []));

describe('the brief', () => {
  it('is part of TasksPlanned and of the state', () => {
    const planner = planned('Goal: a smaller image.\n\n- use alpine\n\nDo not touch the Node version.');
    const brief = { ...EMPTY, objective: 'a smaller image', constraints: ['Do not touch the Node version'] };
    expect(planner.eventLog[0]).toMatchObject({ type: 'TasksPlanned', brief });
    expect(planner.state.brief).toEqual(brief);
    expectEveryPrefixToFold(planner);
  });

  it('is omitted if it is empty, and empty for readers', () => {
    const planner = planned('Write the tests.');
    expect(planner.eventLog[0]).not.toHaveProperty('brief');
    expect(planner.state.brief).toEqual(EMPTY);
  });

  it('is empty in a log from before there were briefs', () => {
    const task = { id: 1, description: 'a', kind: 'Processing', attachments: [] } as const;
    expect(Planner.fold([{ type: 'TasksPlanned', tasks: [task] }]).state.brief).toEqual(EMPTY);
  });

  it('grows with later additions, even by a rule alone', () => {
    const planner = planned('Write the tests. Never push to main.');
    const added = planner.process({ type: 'AddTasks', userInput: 'Do not use mocks.' });
    expect(added).toMatchObject([{ type: 'TasksPlanned', tasks: [] }]);
    expect(planner.state.brief.constraints).toEqual(['Never push to main', 'Do not use mocks']);
    expectEveryPrefixToFold(planner);
  });

  it('does not restart a plan that has ended', () => {
    const planner = planned('Write the tests.');
    planner.process({ type: 'HandleExecutorEvent', event: { type: 'TaskCompleted', nodeId: 1, result: '' } });
    expect(() => planner.process({ type: 'AddTasks', userInput: 'Do not use mocks.' })).toThrow(
      expect.objectContaining({ code: 'ParseError' }),
    );
    expect(planner.state.completed).toBe(true);
  });

  it.each(['Thanks a lot!', 'lgtm', "Please don't merge anything until Monday."])(
    'plans nothing without a request: %j',
    (userInput) => {
      const planner = new Planner();
      expect(() => planner.process({ type: 'Initialize', userInput, attachments: [] })).toThrow(
        expect.objectContaining({ code: 'ParseError' }),
      );
      expect(planner.eventLog).toEqual([]);
    },
  );
});

describe('a done task', () => {
  it('is completed from the start and never dispatched', () => {
    const planner = planned('- [x] Run `echo already-done`\n- ~~write the spec~~\n- [ ] Write the docs');
    expect(planner.state.tasks.map(({ status }) => status)).toEqual(['Completed', 'Completed', 'Running']);
    expect(dispatched(planner.eventLog)).toEqual([3]);
    expectEveryPrefixToFold(planner);
  });

  it('ends the plan at once, and once, if there is nothing else', () => {
    const planner = planned('- [x] one thing\n- [x] another thing');
    expect(planner.eventLog.map(({ type }) => type)).toEqual(['TasksPlanned', 'PlanningCompleted']);
    expect(planner.process({ type: 'Continue' })).toEqual([]);
    expectEveryPrefixToFold(planner);
  });

  it('is not started by a log that was truncated right after planning', () => {
    const [first] = planned('- [x] one thing\n- [ ] another thing').eventLog;
    const planner = Planner.fold(first ? [first] : []);
    expect(dispatched(planner.process({ type: 'Continue' }))).toEqual([2]);
  });

  it('blocks none of its dependents', () => {
    const planner = planned('1. [x] export\n2. [ ] import (after 1)');
    expect(planner.state.tasks[1]).toMatchObject({ dependsOn: [1], status: 'Running' });
  });
});

it('keeps the order of the text for others, whatever may run at once', () => {
  const planner = planned('Migrate the users table, then backfill it, then drop the old column.');
  expect(dispatched(planner.eventLog)).toEqual([1]);
});

it('does not include a request in the form of a question', () => {
  const planner = planned('Can you add dark mode? Then write a test.');
  expect(planner.state.waitingForClarification).toBe(false);
  expect(planner.state.tasks).toMatchObject([
    { description: 'Add dark mode', kind: 'Processing', status: 'Running' },
    { description: 'Write a test', dependsOn: [1], status: 'Planned' },
  ]);
});

it('is optional in events', () => {
  const task = { id: 1, description: 'a', kind: 'Processing', attachments: [] };
  expect(taskFacts.TasksPlanned.safeParse({ tasks: [task] }).success).toBe(true);
  expect(taskFacts.TasksPlanned.safeParse({ tasks: [{ ...task, done: true }], brief: EMPTY }).success).toBe(
    true,
  );
});
