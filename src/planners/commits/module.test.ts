import { describe, expect, test } from 'vitest';
import {
  journalOf,
  planAttempted,
  planFailed,
  planProposed,
  planRequested,
  TWO_STEPS,
} from '../../../test/commits-journal.ts';
import { foldFact, foldModule } from '../../harness/module/module-fold.ts';
import { momentOf } from '../../harness/module/module-moment.ts';
import { plannerOfModule } from '../../harness/module/module-planner.ts';
import type { At } from '../../harness/module/planner-module.ts';
import { ViewBlockSchema } from '../../harness/module/view-block.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { CommitsConfig } from './config.ts';
import { commitsModule } from './module.ts';

const module = commitsModule();
const { digest } = planProposed('r1');
const other = '0'.repeat(64);
const context = { by: 'ada', now: '2026-01-01T00:00:00.000Z', newId: () => 'x' };

function given(...facts: readonly ProposedFact[]): At {
  const state = foldModule(module, journalOf(facts));
  const setup = { config: CommitsConfig.parse({}), loaded: undefined };
  return momentOf(module, { state, ...setup, head: facts.length, nativeFrom: 1 });
}

/** The facts that a command leads to, its input checked as every surface checks it. */
function doing(at: At, type: string, input: unknown): readonly ProposedFact[] {
  const command = module.commands[type];
  if (command === undefined) throw new Error(`no command ${type}`);
  return command.decide(at, command.input.parse(input), context);
}

const hearing = (at: At, text: string, data?: unknown) => module.understand?.({ text, data, by: 'ada' }, at);

const proposed = [planRequested('r1'), planAttempted('r1'), planProposed('r1')];
const task = { description: 'Measure', kind: 'Processing', attachments: [] };
const accepted = { type: 'plan_accepted', requestId: 'r1', digest, by: 'ada', tasks: [task] };

describe('a plan that failed', () => {
  test('can be requested again, for the same goal', () => {
    const at = given(planRequested('r1'), planFailed('r1'));
    const again = { type: 'plan-again', requestId: 'r1' };
    expect(module.view(at)).toContainEqual(
      expect.objectContaining({ actions: [{ label: 'Try again', command: again }] }),
    );
    const { goal } = planRequested('r1');
    expect(doing(at, 'plan-again', { requestId: 'r1' })).toMatchObject([
      { type: 'plan_requested', requestId: 'x', goal },
    ]);
    expect(() => doing(at, 'plan-again', { requestId: 'none' })).toThrow(
      expect.objectContaining({ code: 'proposal-not-found' }),
    );
  });
});

describe('a decision', () => {
  test('accepts the plan with its digest, and records its tasks', () => {
    const [fact] = doing(given(...proposed), 'accept-plan', { requestId: 'r1', digest });
    expect(fact).toMatchObject({
      type: 'plan_accepted',
      requestId: 'r1',
      digest,
      by: 'ada',
      tasks: [{ kind: 'Processing' }, { dependsOn: [1] }, { dependsOn: [1, 2] }],
    });
  });

  test('rejects a plan, with or without a reason', () => {
    const at = given(...proposed);
    const rejected = { type: 'plan_rejected', requestId: 'r1', digest, by: 'ada' };
    expect(doing(at, 'reject-plan', { requestId: 'r1', digest })).toEqual([rejected]);
    expect(doing(at, 'reject-plan', { requestId: 'r1', digest, reason: ' too much ' })).toEqual([
      { ...rejected, reason: 'too much' },
    ]);
  });

  test.each([
    ['of another plan', [...proposed], { requestId: 'r2', digest }, 'proposal-not-found'],
    ['before there is a plan', [planRequested('r1')], { requestId: 'r1', digest }, 'proposal-not-found'],
    ['on another wording', [...proposed], { requestId: 'r1', digest: other }, 'digest-mismatch'],
    ['after the first one', [...proposed, accepted], { requestId: 'r1', digest }, 'conflict'],
  ])('is refused %s', (_, facts, input, code) => {
    for (const type of ['accept-plan', 'reject-plan']) {
      expect(() => doing(given(...facts), type, input)).toThrow(expect.objectContaining({ code }));
    }
  });

  test('records the outcome of an accepted plan once', () => {
    const input = { requestId: 'r1', outcome: 'failed', note: 'It was slower' };
    const [concluded] = doing(given(...proposed, accepted), 'conclude-plan', input);
    expect(concluded).toEqual({ type: 'plan_concluded', ...input });
    if (concluded === undefined) throw new Error('nothing was concluded');
    const after = given(...proposed, accepted, concluded);
    expect(() => doing(after, 'conclude-plan', input)).toThrow(expect.objectContaining({ code: 'conflict' }));
    expect(() => doing(given(...proposed), 'conclude-plan', input)).toThrow(
      expect.objectContaining({ code: 'conflict' }),
    );
  });
});

describe('a message', () => {
  test.each([
    ['accept', { type: 'accept-plan', requestId: 'r1', digest }],
    ['Yes.', { type: 'accept-plan', requestId: 'r1', digest }],
    ['reject', { type: 'reject-plan', requestId: 'r1', digest }],
    ['Rejected: too risky', { type: 'reject-plan', requestId: 'r1', digest, reason: 'too risky' }],
    ['no', { type: 'reject-plan', requestId: 'r1', digest }],
    ['No more globals, please', { say: 'No more globals, please' }],
    ['accept headers of any case', { say: 'accept headers of any case' }],
  ])('decides on the latest plan, or names another goal: %s', (text, meaning) => {
    expect(hearing(given(...proposed), text)).toEqual(meaning);
  });

  test('names a goal if there is no plan to decide on', () => {
    expect(hearing(given(planRequested('r1')), 'accept')).toEqual({ say: 'accept' });
    expect(hearing(given(...proposed, accepted), 'yes')).toEqual({ say: 'yes' });
  });

  test('includes a goal that has not been planned for', () => {
    const goal = { type: 'user_input', text: 'Make parsing faster' };
    const renamed = { type: 'session_renamed', title: 'Parsing' };
    expect(hearing(given(goal, renamed), 'without a cache')).toEqual({
      say: 'Make parsing faster\nwithout a cache',
    });
    expect(hearing(given(goal, planRequested('r1')), 'and safer')).toEqual({ say: 'and safer' });
  });

  test('may be data that names a plan by its digest, and no other', () => {
    const later = [...proposed, planRequested('r2'), planProposed('r2')];
    expect(hearing(given(...later), '', { reject: digest, reason: 'x' })).toEqual({
      type: 'reject-plan',
      requestId: 'r1',
      digest,
      reason: 'x',
    });
    expect(() => hearing(given(...later), '', { accept: other })).toThrow(
      expect.objectContaining({ code: 'conflict' }),
    );
  });
});

describe('a pass', () => {
  const planner = plannerOfModule(module);
  const run = (...facts: readonly ProposedFact[]) =>
    planner.plan(
      { cut: { seq: facts.length }, facts: journalOf(facts) },
      {
        hud() {},
        newId: () => 'plan-9',
        readAttachment: () => Promise.reject(new Error('no attachments')),
        config: CommitsConfig.parse({ base: 'main' }),
        llm: scriptedModel([]),
        signal: new AbortController().signal,
      },
    );

  test('requests a plan for the last message, and passes on earlier plans', async () => {
    const rejected = { type: 'plan_rejected', requestId: 'r1', digest, by: 'ada', reason: 'no caches' };
    const [request] = await run(...proposed, rejected, {
      type: 'user_input',
      text: ' Make parsing much faster ',
    });
    expect(request).toMatchObject({
      type: 'plan_requested',
      requestId: 'plan-9',
      goal: 'Make parsing much faster',
      base: 'main',
      earlierPlans: [{ requestId: 'r1', outcome: 'rejected', reason: 'no caches' }],
    });
    expect(request).not.toHaveProperty('iterationHint');
  });

  test('passes on no plans for other goals, nor those of the demo model', async () => {
    const userInput = (text: string) => ({ type: 'user_input', text });
    expect(await run(...proposed, userInput('Use less memory'))).toMatchObject([{ earlierPlans: [] }]);
    const demo = proposed.map((fact) => (fact.type === 'plan_proposed' ? { ...fact, demo: true } : fact));
    expect(await run(...demo, userInput('Make parsing faster'))).toMatchObject([{ earlierPlans: [] }]);
  });

  test('sleeps without a goal', async () => {
    expect(await run({ type: 'user_input', text: ' ' })).toMatchObject([{ type: 'sleep' }]);
  });
});

describe('a session', () => {
  test.each([
    ['idle', []],
    ['working', [planRequested('r1')]],
    ['waiting', proposed],
    ['failed', [planRequested('r1'), planFailed('r1')]],
    ['canceled', [planRequested('r1'), { type: 'work_cancelled' }, planFailed('r1')]],
    ['completed', [...proposed, accepted]],
    ['failed', [...proposed, accepted, { type: 'plan_concluded', requestId: 'r1', outcome: 'failed' }]],
  ])('its status is %s', (status, facts) => {
    expect(module.status(given(...facts))).toBe(status);
  });

  test('lists every plan to decide on as waiting, with options that decide exactly that one', () => {
    const at = given(...proposed, planRequested('r2'), planProposed('r2'));
    const items = module.waiting(at);
    expect(items.map(({ id, seq }) => [id, seq])).toEqual([
      ['r1', 3],
      ['r2', 5],
    ]);
    expect(items[0]).toMatchObject({
      options: [{ id: 'accept' }, { id: 'reject' }],
      form: { type: 'reject-plan', requestId: 'r1', digest },
      data: { type: 'plan', requestId: 'r1', digest, summary: TWO_STEPS.plan_summary },
    });
    for (const { options = [] } of items) {
      for (const { command } of options) {
        const { type, ...input } = command;
        expect(doing(at, type, input)).toHaveLength(1);
      }
    }
  });

  test.each([
    ['nothing', []],
    ['a request', [planRequested('r1', { inspirations: ['idea'], iterationHint: 'Look at I/O' })]],
    ['a plan', proposed],
    ['an accepted plan', [...proposed, accepted]],
    ['a failure after a plan', [...proposed, planRequested('r2'), planAttempted('r2'), planFailed('r2')]],
  ])('shows blocks of %s that fit the schema, with valid commands', (_, facts) => {
    const at = given(...facts);
    const blocks = module.view(at);
    expect(blocks.length).toBeGreaterThan(0);
    for (const block of blocks) {
      expect(ViewBlockSchema.safeParse(JSON.parse(JSON.stringify(block))).error).toBeUndefined();
      const actions = 'actions' in block ? (block.actions ?? []) : [];
      for (const { command } of actions) {
        const { type, ...input } = command;
        expect(doing(at, type, input)).toHaveLength(1);
      }
    }
  });

  test('shows the steps of the latest plan with their dependencies', () => {
    const steps = module.view(given(...proposed)).find(({ type }) => type === 'steps');
    expect(steps).toMatchObject({
      items: [
        { id: 's1', title: 'Measure', status: 'pending' },
        { id: 's2', dependsOn: ['s1'] },
      ],
    });
  });

  test('starts a task list from an accepted plan, under its id', () => {
    expect(module.handsOver(given(...proposed))).toEqual([]);
    const tasks = doing(given(...proposed), 'accept-plan', { requestId: 'r1', digest });
    expect(module.handsOver(given(...proposed, ...tasks))).toMatchObject([
      {
        key: 'r1',
        to: 'tasks',
        title: 'Make parsing faster',
        input: {
          text: 'Make parsing faster',
          tasks: [{ kind: 'Processing' }, { dependsOn: [1] }, { dependsOn: [1, 2] }],
        },
      },
    ]);
  });

  test('compares plans without times, and attempts without their text', () => {
    expect(module.comparable(given(...proposed))).toMatchObject({
      plans: [
        {
          requestId: 'r1',
          goal: 'Make parsing faster',
          standing: 'proposed',
          attempts: 1,
          steps: [{ stepId: 's1' }, { stepId: 's2' }],
        },
      ],
    });
  });
});

test('keeps earlier states unchanged', () => {
  const facts = journalOf([planRequested('r1'), planProposed('r1'), { type: 'work_cancelled' }]);
  const states = [...facts.keys(), facts.length].map((end) => foldModule(module, facts.slice(0, end)));
  const folded = [module.state.initial];
  for (const fact of facts) folded.push(foldFact(module, folded.at(-1), fact));
  const seen = (each: unknown) => module.data({ ...given(), state: each });
  expect(folded.map(seen)).toEqual(states.map(seen));
});
