import { describe, expect, it } from 'vitest';
import {
  answering,
  asleep,
  draft,
  guidance,
  held,
  inputRequired,
  type Plan,
  received,
  talk,
  thinking,
  working,
} from '../../../test/conversation-fixture.ts';
import { eventually } from '../../../test/eventually.ts';
import { storeWith } from '../../../test/store-with.ts';
import type { JournalErrorCode } from '../../journal/error.ts';
import { type FactStore, JournalError, memoryStore } from '../../journal/index.ts';
import type { Llm } from '../../model/llm.ts';

const usage = { inputTokens: 3, outputTokens: 4 };
const llm: Llm = {
  id: 'test/one',
  demo: false,
  generate: async () => ({ text: 'pong', finish: 'stop', usage }),
};
const trouble = (code: JournalErrorCode) =>
  new JournalError(code, { expected: 'a', actual: 'b', fix: 'Do c.' });

/** A store that refuses to take facts of this type, as often as it is told. */
function refusing(type: string, error: unknown, { times = 1, base = memoryStore() } = {}): FactStore {
  let left = times;
  return storeWith(base, {
    append: (request) => {
      if (left === 0 || !request.facts.some((fact) => fact.type === type)) return base.append(request);
      left -= 1;
      return Promise.reject(error);
    },
  });
}

/** A planner that asks a model, and then stays until the test lets it go. */
function asking() {
  const { plan, calls } = held();
  const asked: Plan = async (input, context) => {
    await context.llm.generate({ messages: [] });
    return await plan(input, context);
  };
  return { plan: asked, calls };
}

describe('a model call whose answer was dropped', () => {
  const used = { type: 'model_used', work: 'plan', model: 'test/one', usage, durationMs: 0 };

  it('still counts when a fact overtook the planner', async () => {
    const { append, facts, calls, pass } = await thinking({ planner: asking(), llm });
    await append(guidance('g1'));
    calls[0]?.answer([asleep]);
    await eventually(() => calls.length).toBe(2);
    calls[1]?.answer([asleep]);
    await pass;
    const spent = (await facts()).filter(({ type }) => type === 'model_used');
    expect(spent).toMatchObject([used]);
    expect((await facts()).at(-1)).toMatchObject({
      type: 'pass_settled',
      records: [{ model: 'test/one', usage }],
    });
  });

  it('counts when the harness closes', async () => {
    const { facts, one, pass } = await thinking({ planner: asking(), llm });
    await one.close();
    expect(await pass).toEqual({ facts: [], rest: 'closed' });
    expect((await facts()).filter(({ type }) => type === 'model_used')).toMatchObject([used]);
  });

  it('does not prevent closing when the store is closed too', async () => {
    const { one, pass } = await thinking({
      store: refusing('model_used', trouble('store-closed')),
      planner: asking(),
      llm,
    });
    await one.close();
    expect(await pass).toMatchObject({ rest: 'closed' });
  });

  it('and cannot be recorded for an unknown reason is reported', async () => {
    const { one, pass } = await thinking({
      store: refusing('model_used', new TypeError('a bug')),
      planner: asking(),
      llm,
    });
    const failed = expect(pass).rejects.toThrow('a bug');
    await one.close();
    await failed;
  });

  it('is not recorded if no model was called', async () => {
    const { harness, append, types, facts } = talk();
    await append(inputRequired);
    await harness(async () => {
      if ((await types()).length < 3) await append(guidance('g1'));
      return [asleep];
    }).runPlanningPass();
    expect(await types()).not.toContain('model_used');
    expect((await facts()).at(-1)).not.toHaveProperty('records');
  });
});

describe('the claim on a pass', () => {
  it('names the worker, the newest trigger, and until when', async () => {
    const { harness, append, facts, clock } = talk();
    await append(inputRequired, guidance('g1'));
    await harness(answering([asleep]).plan, { worker: 'me', ttlMs: 5000 }).runPlanningPass();
    expect((await facts())[2]).toMatchObject({
      type: 'claimed',
      work: 'plan',
      target: 2,
      worker: 'me',
      until: new Date(clock.now() + 5000).toISOString(),
    });
  });

  it('is released when the harness closes, but not when the pass was settled', async () => {
    const { types, facts, clock, harness, one } = await thinking();
    await one.close();
    expect(await types()).toEqual(['status_changed', 'claimed', 'claimed']);
    expect((await facts()).at(-1)).toMatchObject({ until: new Date(clock.now()).toISOString() });
    await harness(answering([asleep]).plan).runPlanningPass();
    expect((await types()).slice(3)).toEqual(['claimed', 'sleep', 'pass_settled']);
  });

  it('that cannot be released expires on its own', async () => {
    const base = memoryStore();
    let claims = 0;
    const store = storeWith(base, {
      append: (request) => {
        claims += request.facts.filter(({ type }) => type === 'claimed').length;
        return claims > 1 ? Promise.reject(new Error('disk')) : base.append(request);
      },
    });
    const { one, pass } = await thinking({ store });
    await one.close();
    expect(await pass).toEqual({ facts: [], rest: 'closed' });
  });

  it('of a worker whose clock is ahead is waited for as long as a claim lasts', async () => {
    const { harness, append, clock } = talk();
    const until = new Date(clock.now() + 5000).toISOString();
    await append(inputRequired, received('m1'), {
      type: 'claimed',
      work: 'plan',
      target: 2,
      worker: 'o',
      until,
    });
    await append({ type: 'remote_sent', messageId: 'm2', text: 'hi' });
    const one = harness(answering([asleep]).plan, {
      clock: { now: () => clock.now() + 60_000 },
      ttlMs: 7000,
    });
    expect(await one.runPlanningPass()).toEqual({ facts: [], rest: 'held', heldUntil: clock.now() + 67_000 });
    await one.close();
  });

  it('of a dead worker is outlasted by one on the later of both triggers', async () => {
    const { harness, append, clock, facts } = talk();
    const until = new Date(clock.now() + 30_000).toISOString();
    const claimed = { type: 'claimed', work: 'plan', target: 2, worker: 'gone', until };
    await append(inputRequired, received('m1'), claimed, {
      type: 'remote_sent',
      messageId: 'm2',
      text: 'hi',
    });
    await harness(answering([asleep]).plan, { isGone: (worker) => worker === 'gone' }).runPlanningPass();
    expect((await facts())[4]).toMatchObject({ type: 'claimed', target: 2 });
  });
});

describe('the commit of a pass', () => {
  it('ignores bookkeeping that came in between', async () => {
    const { harness, append, story, types } = talk();
    await append(inputRequired);
    let calls = 0;
    const one = harness(async () => {
      calls += 1;
      await append({ type: 'session_paused', cause: 'person', by: 'ann' });
      return [asleep];
    });
    expect(await one.runPlanningPass()).toMatchObject({ outcome: 'committed', rest: 'paused' });
    expect(calls).toBe(1);
    expect(await story()).toContain('sleep');
    expect((await types()).slice(-2)).toEqual(['sleep', 'pass_settled']);
  });

  it('that the journal refuses becomes an error', async () => {
    const { harness, append, facts } = talk({ store: refusing('sleep', trouble('fact-too-large')) });
    await append(inputRequired);
    const report = await harness(answering([asleep]).plan).runPlanningPass();
    expect(report).toMatchObject({ outcome: 'error', rest: 'no-trigger' });
    expect((await facts()).slice(2)).toMatchObject([
      {
        type: 'planner_error',
        code: 'fact-too-large',
        message: 'Expected a; got b. Do c. [docs/errors/fact-too-large.md]',
        stage: 'commit',
        attempts: 1,
      },
      { type: 'pass_settled', outcome: 'error', triggers: { status: 1 } },
    ]);
  });

  it('that fails because of the store settles nothing', async () => {
    for (const error of [trouble('store-full'), new Error('disk')]) {
      const { harness, append, story } = talk({ store: refusing('sleep', error) });
      await append(inputRequired);
      await expect(harness(answering([asleep]).plan).runPlanningPass()).rejects.toBe(error);
      expect(await story()).toEqual(['status_changed']);
    }
  });

  it('is given up when its error is refused too', async () => {
    const refusal = trouble('batch-too-large');
    const { harness, append, story } = talk({ store: refusing('pass_settled', refusal, { times: 2 }) });
    await append(inputRequired);
    await expect(harness(answering([asleep]).plan).runPlanningPass()).rejects.toBe(refusal);
    expect(await story()).toEqual(['status_changed']);
  });

  it('reports what it added, and not how it was settled', async () => {
    const { harness, append } = talk();
    await append(inputRequired);
    const { facts } = await harness(
      answering([{ type: 'tool_call', callId: 'c', name: 'n', args: {} }, asleep]).plan,
    ).runPlanningPass();
    expect(facts.map(({ type }) => type)).toEqual(['tool_call', 'sleep']);
  });
});

it('the journal records what froze planners that continued on their own, and what resumes them', async () => {
  const { harness, append, facts } = talk();
  const one = harness(answering([asleep]).plan, { runawayCap: 1 });
  for (let turn = 0; turn < 2; turn++) {
    await append(working, inputRequired);
    await one.runPlanningPass();
  }
  expect((await facts()).at(-1)).toMatchObject({
    type: 'planner_error',
    code: 'runaway',
    stage: 'guard',
    attempts: 1,
  });
});

it('the error contains the reason for a refused output', async () => {
  const { harness, append, facts } = talk();
  await append(inputRequired);
  await harness(answering([draft('c1'), draft('c2')]).plan).runPlanningPass();
  expect((await facts())[2]).toMatchObject({
    code: 'invalid-output',
    message: expect.stringContaining('draft'),
    stage: 'check',
    attempts: 1,
  });
});
