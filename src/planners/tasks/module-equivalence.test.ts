import fc from 'fast-check';
import { expect, it } from 'vitest';
import { factText, foldFact } from '../../harness/module/module-fold.ts';
import { momentOf } from '../../harness/module/module-moment.ts';
import type { At, PlannerModule } from '../../harness/module/planner-module.ts';
import { TasksDialogue } from '../../host/dialogue/tasks-dialogue.ts';
import type { Fact, ProposedFact } from '../../journal/fact.ts';
import { kindOf } from '../../server/api/fact-kind.ts';
import { TasksFold } from '../../server/api/tasks-view.ts';
import type { Command } from './command.ts';
import { echoExecutor } from './executors/echo.ts';
import { Planner } from './handler.ts';
import { tasksModule } from './module.ts';

const nodeId = fc.integer({ min: 1, max: 7 });
const word = fc.constantFrom('yes', 'done', 'failed: no disk', 'a longer answer', '');

const begin: fc.Arbitrary<Command> = fc.record({
  type: fc.constantFrom('Initialize' as const, 'AddTasks' as const),
  userInput: fc.constantFrom('Build it. Then test it. Is it done?', '- a\n- run `b`\n- c?'),
  policy: fc.constantFrom(
    {},
    { parallel: 2 },
    {
      parallel: 3,
      retry: { maxAttempts: 3, baseDelayMs: 100, maxDelayMs: 1000, retryOn: ['timeout'] },
    },
    { onFailure: 'abort' as const },
  ),
});

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .oneof(
        fc.record({ type: fc.constant('TaskCompleted' as const), nodeId, result: word }),
        fc.record({
          type: fc.constant('TaskFailed' as const),
          nodeId,
          error: word,
          failureClass: fc.constantFrom('timeout', 'crash'),
        }),
        fc.record({
          type: fc.constant('NeedsClarification' as const),
          nodeId,
          question: fc.constant('Why?'),
        }),
        fc.record({ type: fc.constant('ClarificationProvided' as const), nodeId, answer: word }),
      )
      .map((event) => ({ type: 'HandleExecutorEvent' as const, event, by: 'kim' })),
  },
  begin,
  fc.record({ type: fc.constant('CancelTask' as const), taskId: nodeId }),
  fc.record({ type: fc.constant('CompactContext' as const), maxTokens: fc.constantFrom(0, 30) }),
  fc.record({ type: fc.constant('RetryTask' as const), taskId: nodeId, attempt: fc.constantFrom(2, 3) }),
  fc.constantFrom<Command>({ type: 'Continue' }, { type: 'CancelAll', reason: 'enough' }),
);

const other: fc.Arbitrary<ProposedFact> = fc.oneof(
  word.map((text) => ({ type: 'user_input', text })),
  word.map((text) => ({ type: 'user_answer', qid: 'task-1', text })),
  fc.constantFrom<ProposedFact>(
    { type: 'sleep', reason: 'Nothing was said.' },
    { type: 'status_changed', a2a: 'working' },
    { type: 'session_renamed', title: 'Another' },
    { type: 'work_cancelled' },
    { type: 'somebody_elses', taskId: 1 },
    { type: 'redacted', redactedType: 'TaskStatusUpdated', redactedAt: '2026-01-01T00:00:00.000Z' },
  ),
);

const steps = fc.tuple(
  begin.map((first) => ({ ...first, type: 'Initialize' as const })),
  fc.array(fc.oneof({ weight: 4, arbitrary: command }, other), { maxLength: 25 }),
);

/** What commands lead to, as a handler decides, with what else happens in a session. Some of it may be erased. */
function journalOf([first, rest]: readonly [Command, readonly (Command | ProposedFact)[]]): readonly Fact[] {
  const planner = new Planner();
  const proposed = [first, ...rest].flatMap((step): readonly ProposedFact[] => {
    if (!isCommand(step)) return [step];
    try {
      return planner.process(step);
    } catch {
      return [];
    }
  });
  return proposed.map((fact, at) => ({
    id: `f${at}`,
    ts: new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString(),
    v: 1,
    seq: at + 1,
    ...fact,
  }));
}

function isCommand(step: Command | ProposedFact): step is Command {
  return /^(?:Initialize|AddTasks|HandleExecutorEvent|Cancel|CompactContext|RetryTask|Continue)/.test(
    step.type,
  );
}

const json = (value: unknown) => JSON.parse(JSON.stringify(value));
const unsigned = (facts: readonly ProposedFact[] = []) => facts.map(({ by: _, ...fact }) => fact);
const context = { by: 'kim', now: '2026-01-01T00:00:00.000Z', newId: () => 'x' };

function outcomeOf<T>(run: () => T): unknown {
  try {
    return run();
  } catch (error) {
    return { code: Object(error).code };
  }
}

/** The facts that words lead to by the module, as a session appends them. */
function meant(module: PlannerModule, at: At, said: { text: string; data?: unknown; by: string }) {
  const meaning = module.understand?.(said, at);
  if (meaning === undefined || 'say' in meaning)
    return [{ type: 'user_input', text: meaning?.say ?? said.text }];
  const { type, ...input } = Object(meaning);
  const own = module.commands[type];
  return unsigned(own?.decide(at, own.input.parse(input), context));
}

const STATUSES: Readonly<Record<string, readonly string[]>> = {
  asks: ['idle', 'waiting'],
  working: ['working'],
};

function oldStatus(dialogue: TasksDialogue): readonly string[] {
  const state = dialogue.state();
  return state.type === 'ended' ? [state.as] : (STATUSES[state.type] ?? []);
}

const executors = { Processing: echoExecutor, ToolCall: echoExecutor };

it.each([
  ['with the model of the session', tasksModule(), () => new TasksDialogue()],
  [
    'with executors of every kind',
    tasksModule({ executors }),
    () => new TasksDialogue({ carriedOut: ['Processing', 'ToolCall'] }),
  ],
  ['without executors', tasksModule({ executors: {} }), () => new TasksDialogue({ carriedOut: [] })],
] as const)(
  '%s, the module agrees with the dialogue and the view of the server',
  (_, module, newDialogue) => {
    fc.assert(
      fc.property(steps, (given) => {
        const dialogue = newDialogue();
        const fold = new TasksFold();
        let state: unknown = module.state.initial;
        for (const fact of journalOf(given)) {
          const before = state;
          state = foldFact(module, state, fact);
          dialogue.accept(fact);
          fold.accept(fact);
          const at = momentOf(module, {
            state,
            config: undefined,
            loaded: undefined,
            head: fact.seq,
            nativeFrom: 1,
          });
          const told = factText(module, fact, { before, after: state });
          if (fact.type === 'TaskRetryScheduled')
            expect(told !== undefined).toBe(dialogue.told() !== undefined);
          else if (fact.type !== 'sleep') expect(told).toBe(dialogue.told());
          else expect(module.reply?.(at, { facts: [fact] })).toBeTypeOf('string');
          expect(json(module.data(at))).toEqual(json(fold.view()));
          expect(json(module.waiting(at).map(({ seq, data }) => ({ ...data, seq })))).toEqual(
            json(dialogue.waiting()),
          );
          expect(json(module.artifacts(at))).toEqual(json(dialogue.made()));
          expect(oldStatus(dialogue)).toContain(module.status(at));
          expect(module.done(at)).toBe(fold.isDone());
          const own = module.facts[fact.type];
          if (own) expect(typeof own.kind === 'string' ? own.kind : own.kind(fact)).toBe(kindOf(fact));
          expect(unsigned(module.cancel?.(at, { ...context, reason: 'Nobody wants it any more.' }))).toEqual(
            dialogue.plan.completed ? [] : dialogue.givenUp(),
          );
          for (const said of [
            { text: 'all 12 pass', by: 'kim' },
            { text: 'failed: no disk', by: 'kim' },
            { text: 'Add: Write a poem', by: 'kim' },
            { text: '', data: { taskId: 2, result: 'r' }, by: 'kim' },
            { text: '', data: { taskId: 1, error: 'e' }, by: 'kim' },
          ]) {
            expect(outcomeOf(() => meant(module, at, said))).toEqual(
              outcomeOf(() => dialogue.meaningOf(said)),
            );
          }
        }
      }),
      { numRuns: 150 },
    );
  },
);
