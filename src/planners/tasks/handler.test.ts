import { describe, expect, it } from 'vitest';
import { given } from '../../testing/given-when-then.ts';
import type { Command, ExecutorEvent, GivenTask } from './commands/command.ts';
import type { TaskEvent, TaskPolicy } from './facts.ts';
import { Planner } from './handler.ts';

const EXAMPLE =
  'Add login with session cookies. Use basic auth. Read API spec at https://example.com/spec.pdf. Then write unit tests.';

const initialize = (userInput: string): Command => ({ type: 'Initialize', userInput, attachments: [] });
const planned = (...tasks: GivenTask[]): Extract<Command, { type: 'Initialize' }> => ({
  type: 'Initialize',
  userInput: '',
  attachments: [],
  tasks,
});
const handle = (event: ExecutorEvent): Command => ({ type: 'HandleExecutorEvent', event });
const completed = (nodeId: number, result = `did ${nodeId}`) =>
  handle({ type: 'TaskCompleted', nodeId, result });
const failed = (nodeId: number, error = `broke ${nodeId}`, failureClass?: string) =>
  handle({ type: 'TaskFailed', nodeId, error, ...(failureClass && { failureClass }) });
const asks = (nodeId: number, question = 'Which one?') =>
  handle({ type: 'NeedsClarification', nodeId, question });
const answers = (nodeId: number, answer = 'the first') =>
  handle({ type: 'ClarificationProvided', nodeId, answer });

const dispatched = (id: number, parameters: string): TaskEvent => ({
  type: 'TaskDispatched',
  taskId: id,
  command: { type: 'ExecuteTask', nodeId: id, kind: 'Processing', parameters },
});
const done = (taskId: number): TaskEvent => ({
  type: 'TaskStatusUpdated',
  taskId,
  status: 'Completed',
  result: `did ${taskId}`,
});

/** The log of a planner that was told all this. */
function log(...commands: Command[]): TaskEvent[] {
  return [...plannerAfter({}, ...commands).eventLog];
}

function plannerAfter(policy: TaskPolicy, ...commands: Command[]): Planner {
  const planner = new Planner({ policy });
  for (const command of commands) planner.process(command);
  return planner;
}

const statuses = (planner: Planner) => planner.state.tasks.map(({ status }) => status);
const types = (events: readonly TaskEvent[]) => events.map(({ type }) => type);
const three = planned({ description: 'a' }, { description: 'b' }, { description: 'c' });

describe('initializing', () => {
  it('plans the steps of a text and starts the first', () => {
    const planner = new Planner();
    const events = planner.process(initialize(EXAMPLE));
    expect(types(events)).toEqual(['TasksPlanned', 'TaskDispatched']);
    expect(planner.state).toMatchObject({
      tasks: [
        { id: 1, description: 'Add login with session cookies', kind: 'Processing', status: 'Running' },
        { id: 2, description: 'Use basic auth', status: 'Planned' },
        { id: 3, attachments: [{ kind: { type: 'Link', value: 'https://example.com/spec.pdf' } }] },
        { id: 4, description: 'Write unit tests' },
      ],
      waitingForClarification: false,
      pendingClarificationFor: null,
      nextId: 5,
      contextSummary: '',
    });
  });

  it('accepts a plan made elsewhere', () => {
    const attachments = [{ kind: { type: 'FileRef', value: 'notes.md' } } as const];
    given(Planner.fold)
      .when({ ...planned({ description: 'a' }, { description: 'b', kind: 'ToolCall' }), attachments })
      .then([
        {
          type: 'TasksPlanned',
          tasks: [
            { id: 1, description: 'a', kind: 'Processing', attachments },
            { id: 2, description: 'b', kind: 'ToolCall', attachments: [] },
          ],
        },
        dispatched(1, 'a'),
      ]);
  });

  it('is refused a second time', () => {
    given(Planner.fold, log(three)).when(three).thenFails('InvalidCommand');
    given(Planner.fold, log(three, completed(1), completed(2), completed(3)))
      .when(three)
      .thenFails('InvalidCommand');
  });

  it.each(['', ' \n\t ', '\u00a0'])('is refused for blank text (%j)', (text) => {
    const planner = new Planner();
    expect(() => planner.process(initialize(text))).toThrow(expect.objectContaining({ code: 'ParseError' }));
    expect(planner.eventLog).toEqual([]);
    expect(planner.state).toEqual(new Planner().state);
  });

  it.each([
    ['no tasks at all', planned(), 'ParseError'],
    ['a blank description', planned({ description: '  ' }), 'InvalidCommand'],
    ['a dependency that is not there', planned({ description: 'a', dependsOn: [2] }), 'InvalidCommand'],
    ['a task that depends on itself', planned({ description: 'a', dependsOn: [1] }), 'InvalidCommand'],
    [
      'a circle',
      planned({ description: 'a', dependsOn: [2] }, { description: 'b', dependsOn: [1] }),
      'InvalidCommand',
    ],
    ['an id twice', planned({ id: 7, description: 'a' }, { id: 7, description: 'b' }), 'InvalidCommand'],
  ])('is refused for %s', (_, command, code) => {
    given(Planner.fold).when(command).thenFails(code);
  });
});

describe('a completed task', () => {
  it('starts the next one, in the same batch', () => {
    given(Planner.fold, log(three))
      .when(completed(1))
      .then([done(1), dispatched(2, 'b')])
      .thenState(statuses, ['Completed', 'Running', 'Planned']);
  });

  it('ends the plan if it was the last', () => {
    given(Planner.fold, log(three, completed(1), completed(2)))
      .when(completed(3))
      .then([
        done(3),
        {
          type: 'PlanningCompleted',
          summary: '3 of 3 tasks done.\nDone:\n#1 a: did 1\n#2 b: did 2\n#3 c: did 3',
        },
      ]);
  });

  it('is recorded once: repeating the outcome has no effect', () => {
    given(Planner.fold, log(three, completed(1)))
      .when(completed(1))
      .then([]);
    given(Planner.fold, log(three, failed(1)))
      .when(failed(1))
      .then([]);
  });

  it.each([
    ['an outcome of a task that has not begun', completed(3), 'InvalidCommand'],
    ['a failure of a task that completed', failed(1), 'InvalidCommand'],
    ['a task that nobody planned', completed(4), 'TaskNotFound'],
    ['task 0', completed(0), 'TaskNotFound'],
    ['half a task', completed(1.5), 'InvalidCommand'],
  ])('%s is refused', (_, command, code) => {
    given(Planner.fold, log(three, completed(1)))
      .when(command)
      .thenFails(code);
  });
});

describe('a failed task', () => {
  it('is recorded, and the plan continues', () => {
    given(Planner.fold, log(three))
      .when(failed(1, 'no network'))
      .then([
        { type: 'TaskStatusUpdated', taskId: 1, status: 'Failed', result: 'no network' },
        dispatched(2, 'b'),
      ]);
  });

  it('is named in the final summary', () => {
    const events = log(three, failed(1, 'no network'), completed(2), failed(3));
    expect(events.at(-1)).toEqual({
      type: 'PlanningCompleted',
      summary: '1 of 3 tasks done, 2 failed.\nFailed:\n#1 a: no network\n#3 c: broke 3\nDone:\n#2 b: did 2',
    });
  });

  it('ends the plan under the policy to abort', () => {
    const planner = plannerAfter({ onFailure: 'abort' }, three);
    expect(types(planner.process(failed(1)))).toEqual([
      'TaskStatusUpdated',
      'TasksCancelled',
      'PlanningCompleted',
    ]);
    expect(statuses(planner)).toEqual(['Failed', 'Cancelled', 'Cancelled']);
  });
});

describe('a question', () => {
  it('pauses the plan until that task has its answer', () => {
    const asked = log(three, asks(1));
    given(Planner.fold, log(three))
      .when(asks(1))
      .then([{ type: 'ClarificationRequested', taskId: 1, question: 'Which one?' }])
      .thenState(({ state }) => [state.waitingForClarification, state.pendingClarificationFor], [true, 1]);
    given(Planner.fold, asked).when({ type: 'Continue' }).then([]);
    given(Planner.fold, asked).when(asks(1)).then([]);
    given(Planner.fold, asked)
      .when(answers(1))
      .then([
        { type: 'ClarificationReceived', taskId: 1, answer: 'the first' },
        dispatched(1, 'a\n\nQuestion: Which one?\nAnswer: the first'),
      ])
      .thenState(
        ({ state }) => [state.waitingForClarification, state.pendingClarificationFor],
        [false, null],
      );
  });

  it('keeps every earlier answer when it is asked again', () => {
    const events = log(three, asks(1), answers(1), asks(1, 'And then?'), answers(1, 'nothing'));
    expect(events.at(-1)).toEqual(
      dispatched(1, 'a\n\nQuestion: Which one?\nAnswer: the first\n\nQuestion: And then?\nAnswer: nothing'),
    );
  });

  it('stays open when the answer is for another task', () => {
    const planner = plannerAfter({}, three, asks(1));
    expect(() => planner.process(answers(2))).toThrow(expect.objectContaining({ code: 'InvalidCommand' }));
    expect(planner.state.pendingClarificationFor).toBe(1);
  });

  it('that nobody asked has no answer', () => {
    given(Planner.fold, log(three)).when(answers(1)).thenFails('InvalidCommand');
  });

  it('answered twice in the same way changes nothing', () => {
    given(Planner.fold, log(three, asks(1), answers(1)))
      .when(answers(1))
      .then([]);
  });

  it('runs the script of the design: completed, a question, its answer, completed', () => {
    const events = log(
      planned({ description: 'a' }, { description: 'b' }),
      completed(1),
      asks(2),
      answers(2),
      completed(2),
    );
    expect(types(events)).toEqual([
      'TasksPlanned',
      'TaskDispatched',
      'TaskStatusUpdated',
      'TaskDispatched',
      'ClarificationRequested',
      'ClarificationReceived',
      'TaskDispatched',
      'TaskStatusUpdated',
      'PlanningCompleted',
    ]);
  });
});

describe('a clarification task', () => {
  const plan = planned({ description: 'Which browsers?', kind: 'Clarification' }, { description: 'b' });

  it('asks when its turn comes', () => {
    expect(log(plan).slice(1)).toEqual([
      {
        type: 'TaskDispatched',
        taskId: 1,
        command: { type: 'RequestClarification', nodeId: 1, question: 'Which browsers?' },
      },
      { type: 'ClarificationRequested', taskId: 1, question: 'Which browsers?' },
    ]);
  });

  it('is completed by its answer, and the next one starts', () => {
    given(Planner.fold, log(plan))
      .when(answers(1, 'all of them'))
      .then([
        { type: 'ClarificationReceived', taskId: 1, answer: 'all of them' },
        { type: 'TaskStatusUpdated', taskId: 1, status: 'Completed', result: 'all of them' },
        dispatched(2, 'b'),
      ]);
  });

  it('is resumed if a log ends inside its batch', () => {
    const whole = log(plan, answers(1));
    given(Planner.fold, whole.slice(0, 2)).when({ type: 'Continue' }).then([]);
    given(Planner.fold, whole.slice(0, 2)).when(answers(1)).then(whole.slice(3));
    given(Planner.fold, whole.slice(0, 4)).when({ type: 'Continue' }).then(whole.slice(4));
  });
});

describe('continuing', () => {
  it.each([
    ['a new planner', []],
    ['a running one', log(three)],
    ['a waiting one', log(three, asks(1))],
    ['a finished one', log(three, completed(1), completed(2), completed(3))],
  ])('has no effect on %s', (_, events) => {
    given(Planner.fold, events).when({ type: 'Continue' }).then([]);
  });

  it('resumes a log that ends inside a batch', () => {
    const whole = log(three, completed(1));
    given(Planner.fold, whole.slice(0, 1))
      .when({ type: 'Continue' })
      .then([dispatched(1, 'a')]);
    given(Planner.fold, whole.slice(0, 3))
      .when({ type: 'Continue' })
      .then([dispatched(2, 'b')]);
  });

  it('ends a plan whose log lacks only its end', () => {
    const whole = log(three, completed(1), completed(2), completed(3));
    given(Planner.fold, whole.slice(0, -1)).when({ type: 'Continue' }).then(whole.slice(-1));
  });

  it('still aborts if the log ends right after the failure', () => {
    const events = plannerAfter({ onFailure: 'abort' }, three, failed(1)).eventLog;
    given(Planner.fold, events.slice(0, 3)).when({ type: 'Continue' }).then(events.slice(3));
  });
});

describe('cancelling', () => {
  it('a running task starts the next one, and its late outcome is ignored', () => {
    const planner = plannerAfter({}, three, { type: 'CancelTask', taskId: 1, reason: 'not needed' });
    expect(statuses(planner)).toEqual(['Cancelled', 'Running', 'Planned']);
    expect(planner.process(completed(1))).toEqual([]);
    expect(planner.process(failed(1))).toEqual([]);
    expect(planner.process(asks(1))).toEqual([]);
  });

  it('a waiting task ends the pause', () => {
    const planner = plannerAfter({}, three, asks(1), { type: 'CancelTask', taskId: 1 });
    expect(planner.state).toMatchObject({ waitingForClarification: false, pendingClarificationFor: null });
    expect(statuses(planner)).toEqual(['Cancelled', 'Running', 'Planned']);
  });

  it('everything ends the plan', () => {
    const planner = plannerAfter({}, three, completed(1));
    expect(types(planner.process({ type: 'CancelAll', reason: 'enough' }))).toEqual([
      'TasksCancelled',
      'PlanningCompleted',
    ]);
    expect(statuses(planner)).toEqual(['Completed', 'Cancelled', 'Cancelled']);
    expect(planner.process({ type: 'CancelAll' })).toEqual([]);
  });

  it('finished or unknown tasks changes nothing', () => {
    given(Planner.fold, log(three, completed(1)))
      .when({ type: 'CancelTask', taskId: 1 })
      .then([]);
    given(Planner.fold, log(three)).when({ type: 'CancelTask', taskId: 9 }).thenFails('TaskNotFound');
    given(Planner.fold).when({ type: 'CancelAll' }).then([]);
  });
});

describe('a retry', () => {
  const retry = { maxAttempts: 3, baseDelayMs: 100, maxDelayMs: 150, retryOn: ['timeout'] };

  it('is scheduled with growing, capped delays, and nothing else starts meanwhile', () => {
    const planner = plannerAfter({ retry }, three);
    expect(planner.process(failed(1, 'slow', 'timeout'))).toEqual([
      { type: 'TaskRetryScheduled', taskId: 1, attempt: 2, delayMs: 100, error: 'slow' },
    ]);
    expect(planner.process({ type: 'Continue' })).toEqual([]);
    expect(planner.process({ type: 'RetryTask', taskId: 1, attempt: 2 })).toEqual([dispatched(1, 'a')]);
    expect(planner.process({ type: 'RetryTask', taskId: 1, attempt: 2 })).toEqual([]);
    expect(planner.process(failed(1, 'slow', 'timeout'))).toMatchObject([{ attempt: 3, delayMs: 150 }]);
    planner.process({ type: 'RetryTask', taskId: 1, attempt: 3 });
    expect(types(planner.process(failed(1, 'slow', 'timeout')))).toEqual([
      'TaskStatusUpdated',
      'TaskDispatched',
    ]);
  });

  it('is not scheduled for failures of another class, or of none', () => {
    expect(types(plannerAfter({ retry }, three).process(failed(1, 'no', 'forbidden')))[0]).toBe(
      'TaskStatusUpdated',
    );
    expect(types(plannerAfter({ retry }, three).process(failed(1, 'no')))[0]).toBe('TaskStatusUpdated');
  });
});

describe('dependencies and parallel tasks', () => {
  const diamond = planned(
    { description: 'd', dependsOn: [2, 3] },
    { description: 'b', dependsOn: [4] },
    { description: 'c', dependsOn: [4] },
    { description: 'a' },
  );
  const running = (planner: Planner) =>
    planner.state.tasks.filter(({ status }) => status === 'Running').map(({ id }) => id);

  it('run as soon as their dependencies complete, up to the limit', () => {
    const planner = plannerAfter({ parallel: 2 }, diamond);
    expect(running(planner)).toEqual([4]);
    planner.process(completed(4));
    expect(running(planner)).toEqual([2, 3]);
    planner.process(completed(3));
    expect(running(planner)).toEqual([2]);
    planner.process(completed(2));
    expect(running(planner)).toEqual([1]);
    expect(types(planner.process(completed(1))).at(-1)).toBe('PlanningCompleted');
  });

  it('that can never start are cancelled with the reason', () => {
    const planner = plannerAfter({ parallel: 2 }, diamond, completed(4), failed(2));
    expect(planner.state.tasks).toMatchObject([
      { status: 'Cancelled', result: expect.stringContaining('depends on') },
      { status: 'Failed' },
      { status: 'Running' },
      { status: 'Completed' },
    ]);
  });

  it('may wait for several answers; nothing new starts until all are given', () => {
    const four = planned(...['a', 'b', 'c', 'd'].map((description) => ({ description })));
    const planner = plannerAfter({ parallel: 3 }, four, asks(2), asks(1));
    expect(planner.state).toMatchObject({ pendingClarifications: [2, 1], pendingClarificationFor: 2 });
    planner.process(completed(3));
    expect(running(planner)).toEqual([]);
    planner.process(answers(1));
    expect(running(planner)).toEqual([1]);
    planner.process(answers(2));
    expect(running(planner)).toEqual([1, 2, 4]);
  });

  it('with their own ids are renumbered', () => {
    const planner = plannerAfter(
      {},
      planned({ id: 10, description: 'a', dependsOn: [20] }, { id: 20, description: 'b' }),
    );
    expect(planner.state.tasks).toMatchObject([{ id: 1, dependsOn: [2] }, { id: 2 }]);
    expect(running(planner)).toEqual([2]);
  });
});

describe('the log', () => {
  it('can be restored at any point', () => {
    const events = log(three, completed(1), asks(2), answers(2));
    for (let seq = 0; seq <= events.length; seq++) {
      expect(Planner.restore(events, seq).eventLog).toEqual(events.slice(0, seq));
    }
    expect(statuses(Planner.restore(events, 3))).toEqual(['Completed', 'Planned', 'Planned']);
  });

  it('skips facts of other families and erased ones', () => {
    const events = [...log(three), { type: 'redacted' }, { type: 'user_input', text: 'hi' }] as TaskEvent[];
    expect(statuses(Planner.fold(events))).toEqual(['Running', 'Planned', 'Planned']);
    const erased = log(three, completed(1)).map((event) =>
      event.type === 'TasksPlanned' ? ({ type: 'redacted' } as unknown as TaskEvent) : event,
    );
    expect(Planner.fold(erased).state.tasks).toEqual([]);
  });

  it('repeats the pending event of a task on request', () => {
    const asked = log(three, asks(1));
    given(Planner.fold, asked).when({ type: 'Redispatch', taskId: 1 }).then(asked.slice(-1));
    const retry = { maxAttempts: 2, baseDelayMs: 1, maxDelayMs: 1, retryOn: ['timeout'] };
    const waiting = plannerAfter({ retry }, three, failed(1, 'slow', 'timeout')).eventLog;
    given(Planner.fold, waiting).when({ type: 'Redispatch', taskId: 1 }).then(waiting.slice(-1));
  });

  it('dispatches a running task again on request', () => {
    given(Planner.fold, log(three))
      .when({ type: 'Redispatch', taskId: 1 })
      .then([dispatched(1, 'a')]);
    given(Planner.fold, log(three)).when({ type: 'Redispatch', taskId: 2 }).then([]);
  });

  it.each([null, undefined, 'Continue', {}, { type: 'Nope' }, { type: 'Initialize', userInput: 5 }])(
    'is unchanged by an invalid command (%j)',
    (nonsense) => {
      const planner = plannerAfter({}, three);
      expect(() => planner.process(nonsense as unknown as Command)).toThrow(
        expect.objectContaining({ code: 'InvalidCommand' }),
      );
      expect(planner.eventLog).toEqual(log(three));
    },
  );
});

describe('the author of a command', () => {
  it('is in the event that records it, and in none that follows from it', () => {
    const planner = new Planner();
    planner.process(initialize('Write the tests. Then fix the bug.'));
    planner.process({ type: 'Continue' });
    const [first, ...rest] = planner.process({ ...completedBy(1), by: 'ada' });
    expect(first).toMatchObject({ type: 'TaskStatusUpdated', taskId: 1, by: 'ada' });
    expect(rest.length).toBeGreaterThan(0);
    expect(rest.every((event) => !('by' in event))).toBe(true);
    expect(planner.process({ type: 'CancelAll', by: 'ada' })[0]).toMatchObject({ by: 'ada' });
    expect(planner.eventLog.filter((event) => 'by' in event)).toHaveLength(2);
  });

  it("is not in the next command's event if this one changed nothing", () => {
    const planner = new Planner();
    planner.process(initialize('Write the tests. Fix the bug.'));
    expect(planner.process({ type: 'CancelTask', taskId: 1, by: 'ada' })).not.toEqual([]);
    expect(planner.process({ type: 'CancelTask', taskId: 1, by: 'ada' })).toEqual([]);
    expect(planner.process({ type: 'CancelAll' })[0]).not.toHaveProperty('by');
  });

  function completedBy(nodeId: number): Extract<Command, { type: 'HandleExecutorEvent' }> {
    return { type: 'HandleExecutorEvent', event: { type: 'TaskCompleted', nodeId, result: 'done' } };
  }
});
