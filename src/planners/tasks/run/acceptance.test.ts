import { afterEach, describe, expect, it } from 'vitest';
import { type RunningReactors, runReactors } from '../../../host/run-reactors.ts';
import { memoryStore, openJournal } from '../../../journal/index.ts';
import { kernelFacts, runHandler } from '../../../kernel/index.ts';
import { ModelError } from '../../../model/error.ts';
import { offlineModel } from '../../../model/offline/offline-model.ts';
import { type ScriptedStep, scriptedModel } from '../../../testing/scripted-model.ts';
import { acceptanceCheck } from '../executors/acceptance-check.ts';
import type { ExecutionOutcome, Executor } from '../executors/executor.ts';
import { type Brief, taskFacts } from '../facts.ts';
import { Planner } from '../handler.ts';
import { tasksModule } from '../module.ts';
import { loadTaskPlan, taskPlan } from '../plan/task-plan.ts';
import { TaskRunner, type TaskRunnerOptions } from './task-runner.ts';

const running: RunningReactors[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.close();
});

const FAST = 'Every page loads in a second';
const GREEN = '`npm test` passes';
const brief: Brief = { constraints: [], background: [], acceptance: [GREEN, FAST] };

function ended(given: Brief = brief): Planner {
  const planner = new Planner();
  planner.process({ type: 'Initialize', tasks: [{ description: 'Write it' }], brief: given });
  planner.process({
    type: 'HandleExecutorEvent',
    event: { type: 'TaskCompleted', nodeId: 1, result: 'written' },
  });
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

describe('the end of a plan with criteria', () => {
  it('names them in its event and in its summary, as unchecked', () => {
    const last = ended().eventLog.at(-1);
    expect(last).toMatchObject({ type: 'PlanningCompleted', acceptance: [GREEN, FAST] });
    expect(last?.type === 'PlanningCompleted' && last.summary).toContain(`Not checked: ${FAST}`);
  });

  it('does not mention criteria if there are none', () => {
    const last = ended({ ...brief, acceptance: [] }).eventLog.at(-1);
    expect(Object.keys(last ?? {})).toEqual(['type', 'summary']);
  });

  it('accepts verdicts once, and later ones about the same criterion', () => {
    const planner = ended();
    const results = [{ criterion: FAST, verdict: 'unmet', reason: '3 seconds' }] as const;
    expect(planner.process({ type: 'CheckAcceptance', results, by: 'ada' })).toEqual([
      { type: 'AcceptanceChecked', results, by: 'ada' },
    ]);
    expect(planner.process({ type: 'CheckAcceptance', results })).toEqual([]);
    planner.process({ type: 'CheckAcceptance', results: [{ criterion: FAST, verdict: 'met' }] });
    expect(planner.state.acceptance).toEqual([{ criterion: FAST, verdict: 'met' }]);
    expectEveryPrefixToFold(planner);
  });

  it('refuses an unknown criterion, and any before the end', () => {
    expect(() =>
      ended().process({ type: 'CheckAcceptance', results: [{ criterion: 'else', verdict: 'met' }] }),
    ).toThrow(expect.objectContaining({ code: 'InvalidCommand' }));
    const open = new Planner();
    open.process({ type: 'Initialize', tasks: [{ description: 'Write it' }], brief });
    expect(open.process({ type: 'CheckAcceptance', results: [{ criterion: FAST, verdict: 'met' }] })).toEqual(
      [],
    );
  });

  it('needs new verdicts when the plan restarts', () => {
    const planner = ended();
    planner.process({ type: 'CheckAcceptance', results: [{ criterion: FAST, verdict: 'unmet' }] });
    planner.process({ type: 'AddTasks', tasks: [{ description: 'Mend it' }] });
    expect(planner.state).not.toHaveProperty('acceptance');
    expectEveryPrefixToFold(planner);
  });
});

const shell = (outcome: ExecutionOutcome, ran: string[] = []): Executor => ({
  name: 'shell',
  async execute({ description }) {
    ran.push(description);
    return outcome;
  },
});

async function check(
  criteria: readonly string[],
  { steps = [], outcome }: { readonly steps?: readonly ScriptedStep[]; readonly outcome?: ExecutionOutcome },
) {
  const llm = steps.length > 0 ? scriptedModel([...steps]) : undefined;
  const ran: string[] = [];
  const results = await acceptanceCheck({ llm, shell: outcome && shell(outcome, ran) })(criteria, {
    brief,
    results: '#1 Write it: written',
    idempotencyKey: 'k',
    signal: new AbortController().signal,
  });
  return { results, ran, prompt: llm?.requests[0]?.messages[0]?.text ?? '' };
}

describe('a check', () => {
  it.each([GREEN, '`npm test`', 'Running `npm test` succeeds'])(
    'runs the command of a criterion: %s',
    async (criterion) => {
      const { results, ran } = await check([criterion], { outcome: { type: 'completed', result: 'ok' } });
      expect(ran).toEqual(['Run `npm test`']);
      expect(results).toMatchObject([{ criterion, verdict: 'met' }]);
    },
  );

  it.each(['`npm test` takes less than a minute', '`src/a.ts` has no `any`', 'Nothing imports `lodash`'])(
    'runs nothing if success would be no evidence: %s',
    async (criterion) => {
      const { results, ran } = await check([criterion], { outcome: { type: 'completed', result: 'ok' } });
      expect([ran, results]).toMatchObject([[], [{ verdict: 'not-checked' }]]);
    },
  );

  it.each([
    [{ type: 'failed', error: '2 tests failed\nmore', failureClass: 'rejected' }, 'unmet'],
    [{ type: 'failed', error: 'npm is not allowed', failureClass: 'forbidden' }, 'not-checked'],
    [{ type: 'needs-clarification', question: 'which?' }, 'not-checked'],
  ] as const)('judges a command that ends as %j: %s', async (outcome, verdict) => {
    const { results } = await check([GREEN], { outcome });
    expect(results).toMatchObject([{ criterion: GREEN, verdict }]);
  });

  it('has a model judge by the results of the tasks', async () => {
    const judgement = { results: [{ number: 1, verdict: 'unmet', reason: 'Nobody measured it.' }] };
    const { results, prompt } = await check([FAST], { steps: [{ text: JSON.stringify(judgement) }] });
    expect(results).toEqual([{ criterion: FAST, verdict: 'unmet', reason: 'Nobody measured it.' }]);
    expect(prompt).toContain('#1 Write it: written');
  });

  it('leaves criteria unchecked that a model did not judge, and all if there is none or it fails', async () => {
    const [answered, failed, none] = await Promise.all([
      check([FAST], { steps: [{ text: '{"results":[]}' }] }),
      check([FAST], {
        steps: [{ error: new ModelError('model-refused', { expected: '', actual: '', fix: '' }) }],
      }),
      check([FAST], {}),
    ]);
    for (const { results } of [answered, failed, none])
      expect(results).toMatchObject([{ criterion: FAST, verdict: 'not-checked' }]);
  });

  it('ignores the offline model', async () => {
    const results = await acceptanceCheck({ llm: offlineModel() })([FAST], {
      brief,
      results: '',
      idempotencyKey: 'k',
      signal: new AbortController().signal,
    });
    expect(results).toMatchObject([{ verdict: 'not-checked' }]);
  });
});

async function carriedOut(options: Partial<TaskRunnerOptions>) {
  const journal = openJournal(memoryStore(), 'tasks', { facts: { ...kernelFacts, ...taskFacts } });
  await runHandler(journal, {
    ...taskPlan,
    command: { type: 'Initialize', tasks: [{ description: 'Write it' }], brief },
  });
  const does: Executor = { name: 'test', execute: async () => ({ type: 'completed', result: 'written' }) };
  const runner = new TaskRunner({ executors: { Processing: does }, ...options });
  const loop = await runReactors(journal, [runner], { worker: 'a' });
  running.push(loop);
  await loop.idle();
  return (await loadTaskPlan(journal)).planner;
}

describe('a runner', () => {
  it('checks the criteria when the last task has ended', async () => {
    const asked: unknown[] = [];
    const { state, eventLog } = await carriedOut({
      async checkAcceptance(criteria, { results }) {
        asked.push(criteria, results);
        return criteria.map((criterion) => ({ criterion, verdict: 'met' }));
      },
    });
    expect(asked).toEqual([[GREEN, FAST], expect.stringContaining('written')]);
    expect(state.acceptance).toMatchObject([{ verdict: 'met' }, { verdict: 'met' }]);
    expect(eventLog.filter(({ type }) => type === 'PlanningCompleted')).toHaveLength(1);
  });

  it('records an unknown verdict when the check fails', async () => {
    const { state } = await carriedOut({ checkAcceptance: () => Promise.reject(new Error('no network')) });
    expect(state.acceptance).toMatchObject([
      { verdict: 'not-checked', reason: 'no network' },
      { verdict: 'not-checked' },
    ]);
  });

  it('ignores them without a check', async () => {
    expect((await carriedOut({})).state).not.toHaveProperty('acceptance');
  });
});

describe('a session', () => {
  const module = tasksModule();
  const at = (planner: Planner) => {
    let { initial: state } = module.state;
    planner.eventLog.forEach((event, index) => {
      const fact = { ...event, seq: index + 1, id: `f${index}`, ts: '2026-01-01T00:00:00.000Z', v: 1 };
      state = module.state.apply(state, fact as Parameters<typeof module.state.apply>[1]);
    });
    return state;
  };

  it('has failed if a criterion is not met, and shows every verdict', () => {
    const planner = ended();
    const before = at(planner);
    planner.process({ type: 'CheckAcceptance', results: [{ criterion: FAST, verdict: 'unmet' }] });
    const after = at(planner);
    const view = (state: typeof before) => ({ state, config: undefined, head: 9, nativeFrom: 1 }) as never;
    expect([module.status?.(view(before)), module.status?.(view(after))]).toEqual(['completed', 'failed']);
    const blocks = JSON.stringify(module.view?.(view(after)));
    expect(blocks).toContain('Not met');
    expect(blocks).toContain('Not checked');
  });
});
