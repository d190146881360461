import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definePlanner } from '../harness/module/define-planner.ts';
import { noModel } from '../harness/pass/recorded-llm.ts';
import { createRegistry } from '../host/registry.ts';
import { memoryStore } from '../journal/index.ts';
import type { OpenSession } from './open-session.ts';
import { Sessions } from './sessions.ts';

const me = { by: 'ada' };

interface Sums {
  readonly pushed: readonly number[];
  readonly sums: readonly number[];
  readonly answers: readonly string[];
}

/** Nobody talks to it: each number that is pushed wakes it. It asks about 0, and fails at negative numbers once. */
function summing() {
  const failed = new Set<number>();
  return definePlanner({
    id: 'sums',
    title: 'Sums',
    description: 'Adds up what is pushed.',
    talks: 'nobody',
    config: z.strictObject({ factor: z.int().default(1) }),
    facts: {
      number_pushed: { schema: z.strictObject({ number: z.int() }), kind: 'decision' },
      sum_found: { schema: z.strictObject({ sum: z.int() }), kind: 'plan' },
      pushing_stopped: { schema: z.strictObject({}), kind: 'decision' },
    },
    state: {
      initial: { pushed: [], sums: [], answers: [] } as Sums,
      apply(state, fact): Sums {
        if (fact.type === 'number_pushed') return { ...state, pushed: [...state.pushed, fact.number] };
        if (fact.type === 'sum_found') return { ...state, sums: [...state.sums, fact.sum] };
        return fact.type === 'user_answer' ? { ...state, answers: [...state.answers, fact.text] } : state;
      },
    },
    wakes: ['number_pushed'],
    plan({ state, config, fact }, { newId }) {
      const last = state.pushed.at(-1) ?? 0;
      if (last < 0 && !failed.has(last)) {
        failed.add(last);
        throw new RangeError('too small');
      }
      if (last === 0 && state.answers.length === 0)
        return [{ type: 'agent_question', qid: newId('q'), prompt: 'Really nothing?' }];
      return [fact.sum_found({ sum: config.factor * state.pushed.reduce((a, b) => a + b, 0) })];
    },
    commands: {
      push: {
        title: 'Push a number',
        input: z.strictObject({ number: z.int() }),
        decide: ({ fact }, { number }) => [fact.number_pushed({ number })],
      },
    },
    cancel: ({ fact }) => [fact.pushing_stopped({})],
  });
}

async function begun() {
  const store = memoryStore();
  const sessions = new Sessions({
    source: { store: async () => store, existing: async () => store },
    registry: createRegistry([summing()]),
    llm: noModel,
  });
  return await sessions.create({ planner: 'sums', config: {}, ...me });
}

async function push(session: OpenSession, number: number): Promise<void> {
  await session.do({ type: 'push', number }, me);
  await session.untilIdle({});
}

async function sumsOf(session: OpenSession): Promise<unknown> {
  return (await session.view()).at.state;
}

describe('a planner that nobody talks to', () => {
  it('accepts the commands that its waiting items offer', async () => {
    const session = await begun();
    await push(session, 1);
    await push(session, -5);
    const [failure] = (await session.view()).waiting;
    expect(failure).toMatchObject({ data: { type: 'error' }, options: [{ command: { type: 'retry' } }] });

    await session.do({ type: 'retry' }, me);
    await session.untilIdle({});

    expect((await session.view()).waiting).toEqual([]);
    // What an earlier pass has found was not what failed.
    expect(await sumsOf(session)).toMatchObject({ sums: [1, -4] });
  });

  it('asks, and runs on the answer', async () => {
    const session = await begun();
    await push(session, 0);
    const [question] = (await session.view()).waiting;
    expect(question).toMatchObject({ text: 'Really nothing?' });

    await session.do({ type: 'answer', qid: question?.id, text: 'Yes' }, me);
    await session.untilIdle({});

    expect(await sumsOf(session)).toMatchObject({ answers: ['Yes'], sums: [0] });
  });

  it('can be set up again, paused and resumed', async () => {
    const session = await begun();
    await session.do({ type: 'configure', values: { factor: 10 } }, me);
    await session.do({ type: 'pause' }, me);
    await push(session, 2);
    expect(await sumsOf(session)).toMatchObject({ sums: [] });
    await session.do({ type: 'resume' }, me);
    await session.untilIdle({});
    expect(await sumsOf(session)).toMatchObject({ sums: [20] });
  });

  it('takes no messages', async () => {
    const session = await begun();
    await expect(session.do({ type: 'say', text: 'Hello' }, me)).rejects.toMatchObject({
      code: 'invalid-command',
    });
  });

  it('no longer plans for cancelled work, even if it records that in its own way', async () => {
    const session = await begun();
    await session.do({ type: 'push', number: 3 }, me);
    await session.do({ type: 'cancel' }, me);
    await session.untilIdle({});
    expect(await sumsOf(session)).toMatchObject({ pushed: [3], sums: [] });
    expect((await session.journal.facts()).map(({ type }) => type)).toContain('pushing_stopped');

    await push(session, 4);
    expect(await sumsOf(session)).toMatchObject({ sums: [7] });
  });
});
