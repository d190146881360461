import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PlannerError } from '../error.ts';
import type { TaskEvent, TaskPolicy } from '../facts.ts';
import { Planner } from '../handler.ts';
import type { TaskPlannerState } from '../state/planner-state.ts';
import type { Command } from './command.ts';

const nodeId = fc.integer({ min: 0, max: 7 });
const word = fc.constantFrom('yes', 'no', 'later', 'a longer answer with several words in it', '');

/** Tasks may depend on earlier and later ones: some plans are refused. */
const initialize: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('Initialize'),
  userInput: fc.constantFrom('', 'Build it. Then test it. Is it done?', '- a\n- b\n- c?'),
  attachments: fc.constant([]),
  tasks: fc.option(
    fc.array(
      fc.record({
        description: fc.constantFrom('make', 'check', 'ask'),
        kind: fc.constantFrom('Processing', 'Processing', 'ToolCall', 'Clarification'),
        dependsOn: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 1 }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    { nil: undefined, freq: 5 },
  ),
}) as fc.Arbitrary<Command>;

const addition = initialize.map((begin) => ({ ...begin, type: 'AddTasks' }) as Command);

const executorEvent = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('TaskCompleted'), nodeId, result: word }) },
  fc.record({
    type: fc.constant('TaskFailed'),
    nodeId,
    error: word,
    failureClass: fc.constantFrom('timeout', 'crash'),
  }),
  fc.record({
    type: fc.constant('NeedsClarification'),
    nodeId,
    question: fc.constantFrom('Why?', 'When?', ' '),
  }),
  { weight: 3, arbitrary: fc.record({ type: fc.constant('ClarificationProvided'), nodeId, answer: word }) },
);

const command = fc.oneof(
  { weight: 12, arbitrary: fc.record({ type: fc.constant('HandleExecutorEvent'), event: executorEvent }) },
  { weight: 2, arbitrary: initialize },
  { weight: 1, arbitrary: addition },
  fc.constant({ type: 'Continue' }),
  fc.record({ type: fc.constant('CompactContext'), maxTokens: fc.integer({ min: -1, max: 30 }) }),
  fc.record({ type: fc.constant('CancelTask'), taskId: nodeId }),
  fc.record({ type: fc.constant('RetryTask'), taskId: nodeId, attempt: fc.integer({ min: 2, max: 3 }) }),
  fc.record({ type: fc.constant('Redispatch'), taskId: nodeId }),
  { weight: 1, arbitrary: fc.constant({ type: 'CancelAll' }) },
) as fc.Arbitrary<Command>;

const policy: fc.Arbitrary<TaskPolicy> = fc.record({
  parallel: fc.integer({ min: 1, max: 3 }),
  onFailure: fc.constantFrom('continue', 'abort'),
  retry: fc.constant({ maxAttempts: 2, baseDelayMs: 10, maxDelayMs: 10, retryOn: ['timeout'] }),
});

const history = fc.tuple(policy, initialize, fc.array(command, { maxLength: 40 }));

function attempt(planner: Planner, command: Command): readonly TaskEvent[] {
  try {
    return planner.process(command);
  } catch (error) {
    expect(error).toBeInstanceOf(PlannerError);
    return [];
  }
}

function run([chosen, first, rest]: [TaskPolicy, Command, Command[]]): Planner {
  const planner = new Planner({ policy: chosen });
  for (const command of [first, ...rest]) attempt(planner, command);
  return planner;
}

it('the fold of every prefix of a log equals the planner at that point', () => {
  fc.assert(
    fc.property(history, ([chosen, first, rest]) => {
      const planner = new Planner({ policy: chosen });
      const log: TaskEvent[] = [];
      for (const command of [first, ...rest]) {
        log.push(...attempt(planner, command));
        expect(planner.eventLog).toEqual(log);
        expect(planner.state).toEqual(Planner.fold(log).state);
      }
      for (let seq = 0; seq <= log.length; seq++) {
        const middle = Planner.fold(log.slice(0, seq)).state;
        const saved: TaskPlannerState = JSON.parse(JSON.stringify(middle));
        expect(Planner.fold(log.slice(seq), saved).state).toEqual(planner.state);
      }
    }),
  );
});

it('a planner restored from a saved state decides like the original', () => {
  fc.assert(
    fc.property(history, fc.array(command, { maxLength: 15 }), (past, future) => {
      const live = run(past);
      const restored = Planner.fold([], JSON.parse(JSON.stringify(live.state)));
      for (const command of future.filter(({ type }) => type !== 'Initialize')) {
        expect(attempt(restored, command)).toEqual(attempt(live, command));
      }
    }),
  );
});

it('a draft decides like the planner, and leaves it unchanged', () => {
  fc.assert(
    fc.property(history, fc.array(command, { maxLength: 6 }), (past, future) => {
      const planner = run(past);
      const before = structuredClone(planner.state);
      const draft = planner.draft();
      const tried = future.map((command) => attempt(draft, command));
      expect(planner.state).toEqual(before);
      expect(future.map((command) => attempt(planner, command))).toEqual(tried);
      expect(draft.state).toEqual(planner.state);
    }),
  );
});

it('a planner that accepts the events of another decides like it', () => {
  fc.assert(
    fc.property(history, fc.array(command, { maxLength: 6 }), (past, future) => {
      const planner = run(past);
      const follower = new Planner({ policy: past[0] });
      for (const event of planner.eventLog) {
        follower.draft();
        follower.accept(event);
      }
      expect(follower.eventLog).toEqual(planner.eventLog);
      for (const command of future) expect(attempt(follower, command)).toEqual(attempt(planner, command));
    }),
  );
});

it('a refused command changes nothing', () => {
  fc.assert(
    fc.property(history, command, (past, command) => {
      const planner = run(past);
      const before = structuredClone(planner.state);
      const log = [...planner.eventLog];
      try {
        planner.process(command);
      } catch {
        expect(planner.state).toEqual(before);
        expect(planner.eventLog).toEqual(log);
      }
    }),
  );
});

it('a finished plan completes, and only once unless more is added', () => {
  fc.assert(
    fc.property(history, (past) => {
      const planner = run(past);
      const isPlanned = planner.state.nextId > 1;
      for (let turn = 0; turn < 100 && !planner.state.completed && isPlanned; turn++) {
        const open = planner.state.tasks.find(
          ({ status, retry }) => status === 'Running' || status === 'NeedsClarification' || retry,
        );
        if (open === undefined) attempt(planner, { type: 'Continue' });
        else if (open.retry)
          attempt(planner, { type: 'RetryTask', taskId: open.id, attempt: open.retry.attempt });
        else {
          const event =
            open.status === 'Running'
              ? ({ type: 'TaskCompleted', nodeId: open.id, result: 'done' } as const)
              : ({ type: 'ClarificationProvided', nodeId: open.id, answer: 'done' } as const);
          attempt(planner, { type: 'HandleExecutorEvent', event });
        }
      }
      const turns = planner.eventLog
        .map(({ type }) => type)
        .filter((type) => type === 'TasksPlanned' || type === 'PlanningCompleted')
        .join(' ');
      expect(turns).toMatch(isPlanned ? /^(?:(?:TasksPlanned )+PlanningCompleted ?)+$/ : /^$/);
    }),
  );
});

it('compaction never changes what is left to do, nor what runs next', () => {
  fc.assert(
    fc.property(
      history,
      fc.integer({ min: 0, max: 20 }),
      fc.array(command, { maxLength: 10 }),
      (past, maxTokens, future) => {
        const [plain, compacted] = [run(past), run(past)];
        compacted.process({ type: 'CompactContext', maxTokens });
        const unfinished = ({ state }: Planner) =>
          state.tasks.filter(({ status }) => !['Completed', 'Failed', 'Cancelled'].includes(status));
        expect(unfinished(compacted)).toEqual(unfinished(plain));
        const begun = (events: readonly TaskEvent[]) =>
          events.filter(({ type }) => type === 'TaskDispatched');
        for (const command of future.filter(({ type }) => type !== 'Initialize')) {
          expect(begun(attempt(compacted, command))).toEqual(begun(attempt(plain, command)));
        }
      },
    ),
  );
});

it('never runs more than allowed, never starts before dependencies complete, and starts nothing while a question is open', () => {
  fc.assert(
    fc.property(history, ([chosen, first, rest]) => {
      const planner = new Planner({ policy: chosen });
      for (const command of [first, ...rest]) {
        const waited = planner.state.pendingClarifications;
        const before = new Set(
          planner.state.tasks.filter(({ clarifications }) => clarifications).map(({ id }) => id),
        );
        const events = attempt(planner, command);
        const { tasks, pendingClarifications } = planner.state;
        const running = tasks.filter(({ status }) => status === 'Running');
        expect(running.length).toBeLessThanOrEqual(chosen.parallel ?? 1);
        const byId = new Map(tasks.map((task) => [task.id, task]));
        for (const { dependsOn = [] } of running) {
          for (const id of dependsOn) expect(byId.get(id)?.status ?? 'Completed').toBe('Completed');
        }
        const waits = waited.some((id) => pendingClarifications.includes(id));
        if (waits && command.type !== 'Redispatch') {
          const begun = events.filter((event) => event.type === 'TaskDispatched');
          for (const event of begun) expect(before).toContain(event.taskId);
        }
      }
    }),
  );
});
