import { describe, expect, it, vi } from 'vitest';
import {
  answering,
  asleep,
  draft,
  guidance,
  held,
  inputRequired,
  type Plan,
  question,
  talk,
  thinking,
} from '../../test/conversation-fixture.ts';
import { eventually } from '../../test/eventually.ts';
import { storeWith } from '../../test/store-with.ts';
import { memoryStore } from '../journal/index.ts';
import type { Llm } from '../model/llm.ts';

describe('scheduling', () => {
  it('makes one pass of any number of wake-ups in a tick', async () => {
    let reads = 0;
    const base = memoryStore();
    const store = storeWith(base, {
      read: (...args) => {
        reads += 1;
        return base.read(...args);
      },
    });
    const { harness } = talk({ store });
    const one = harness(() => []);
    for (let i = 0; i < 10_000; i++) one.schedulePlan();
    await one.idle();
    expect(reads).toBe(1);
  });

  it('makes one pass of all wake-ups during a pass', async () => {
    const { story, one, calls } = await thinking();
    for (let i = 0; i < 100; i++) one.schedulePlan();
    const next = [one.runPlanningPass(), one.runPlanningPass()];
    expect(next[0]).toBe(next[1]);
    calls[0]?.answer([asleep]);
    await one.idle();
    expect(calls).toHaveLength(1);
    expect(await story()).toEqual(['status_changed', 'sleep']);
  });

  it('never runs two planner calls at once', async () => {
    const { harness, append } = talk();
    let running = 0;
    let most = 0;
    const one = harness(async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return [];
    });
    for (let i = 0; i < 20; i++) {
      await append(inputRequired, guidance(`g${i}`));
      one.schedulePlan();
      void one.runPlanningPass();
    }
    await one.idle();
    expect(most).toBe(1);
  });

  it('reports a failure once, however many wake-ups waited for the pass', async () => {
    const base = memoryStore();
    const { promise, reject } = Promise.withResolvers<never>();
    let reads = 0;
    const store = storeWith(base, {
      read: () => {
        reads += 1;
        return reads === 1 ? Promise.resolve([]) : promise;
      },
    });
    const { harness } = talk({ store });
    const errors: unknown[] = [];
    const one = harness(() => [], { hooks: { onError: (error) => errors.push(error) } });
    for (let tick = 0; tick < 20; tick++) {
      one.schedulePlan();
      await Promise.resolve();
    }
    reject(new Error('disk'));
    await one.idle();
    await eventually(() => reads).toBeGreaterThan(1);
    const failures = reads - 1;
    expect(errors).toHaveLength(failures);
    await one.close();
  });

  it('is over at once when there is nothing to do', async () => {
    const { harness } = talk();
    const plan = vi.fn(() => []);
    const one = harness(plan);
    await one.idle();
    one.schedulePlan();
    await one.idle();
    expect(plan).not.toHaveBeenCalled();
    await one.close();
  });
});

describe('a fact that comes in during a pass', () => {
  it('aborts it, and leads to exactly one other pass on the new head', async () => {
    const { append, story, types, one, calls } = await thinking();
    await append(guidance('g1'));
    await eventually(() => calls[0]?.context.signal.aborted).toBe(true);
    calls[0]?.answer([draft('c1', 'too early')]);
    await eventually(() => calls.length).toBe(2);
    calls[1]?.answer([draft('c2')]);
    await one.idle();
    expect(calls).toHaveLength(2);
    expect(await story()).toEqual(['status_changed', 'user_guidance', 'compose_intent']);
    expect((await types()).filter((type) => type === 'pass_settled')).toHaveLength(1);
  });

  it('wins over the commit, even without a notification', async () => {
    const { harness, append, facts } = talk();
    await append(inputRequired);
    let calls = 0;
    const one = harness(async () => {
      calls += 1;
      // Lands between the harness's last look and its commit.
      if (calls === 1) await append({ type: 'tool_result', callId: 'x', ok: true });
      return [draft(`c${calls}`)];
    });
    await one.runPlanningPass();
    const composes = (await facts()).filter(({ type }) => type === 'compose_intent');
    expect(calls).toBe(2);
    expect(composes).toMatchObject([{ composeId: 'c2' }]);
  });

  it.each([
    ['and hears of it', memoryStore()],
    ['and does not hear of it', storeWith(memoryStore(), { watch: () => () => {} })],
  ])('may be the renewal of its own claim: it goes on, %s', async (_, store) => {
    const { clock, types, one, calls } = await thinking({ store, ttlMs: 3000 });
    for (let renewals = 1; renewals <= 5; renewals++) {
      clock.advance(1000);
      await eventually(async () => (await types()).filter((type) => type === 'claimed').length).toBe(
        renewals + 1,
      );
    }
    expect(calls[0]?.context.signal.aborted).toBe(false);
    calls[0]?.answer([asleep]);
    await one.idle();
    expect(calls).toHaveLength(1);
    expect((await types()).slice(-2)).toEqual(['sleep', 'pass_settled']);
  });
});

describe('hooks', () => {
  it('open the composer for a draft after it is committed', async () => {
    const { harness, append } = talk();
    await append(inputRequired);
    const opened: string[] = [];
    const hooks = {
      openComposer: (compose: { composeId: string; digest: string }) => opened.push(compose.composeId),
    };
    await harness(answering([draft('c1')]).plan, { hooks }).runPlanningPass();
    expect(opened).toEqual(['c1']);
  });

  it('that throw do not stop a pass', async () => {
    const { harness, append } = talk();
    await append(inputRequired);
    const thrown: unknown[] = [];
    const note = (error: unknown) => thrown.push(error);
    process.on('uncaughtException', note);
    const hooks = {
      onQuestion: () => {
        throw new Error('no window');
      },
    };
    const report = await harness(answering([question('q1')]).plan, { hooks }).runPlanningPass();
    expect(report).toMatchObject({ outcome: 'committed' });
    await eventually(() => thrown.length).toBe(1);
    process.off('uncaughtException', note);
  });
});

describe('the model', () => {
  const llm: Llm = {
    id: 'test/one',
    demo: false,
    generate: async () => ({ text: 'pong', finish: 'stop', usage: { inputTokens: 1, outputTokens: 1 } }),
  };

  it('is recorded by the hashes of its prompts and answers', async () => {
    const { harness, append, facts } = talk();
    await append(inputRequired);
    const ask: Plan = async (_, context) => {
      await context.llm.generate({ messages: [{ role: 'user', text: 'ping' }] });
      return [asleep];
    };
    await harness(ask, { llm }).runPlanningPass();
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect((await facts()).at(-1)).toMatchObject({ records: [{ prompt: hash, answer: hash }] });
  });

  it('throws if there is none', async () => {
    const { harness, append } = talk();
    await append(inputRequired);
    const ask: Plan = async (_, context) => [await context.llm.generate({ messages: [] })];
    expect(await harness(ask).runPlanningPass()).toMatchObject({ facts: [{ code: 'no-model' }] });
  });
});

describe('a pass', () => {
  it('reads only what is new, however much came before', async () => {
    const readIn = async (behind: number) => {
      const base = memoryStore();
      let read = 0;
      const store = storeWith(base, {
        read: async (...args) => {
          const page = await base.read(...args);
          read += page.length;
          return page;
        },
      });
      const { harness, append } = talk({ store });
      for (let i = 0; i < behind; i++) await append(asleep);
      await append(inputRequired);
      const one = harness(answering([asleep]).plan);
      await one.runPlanningPass();
      await append(guidance('g1'));
      read = 0;
      await one.runPlanningPass();
      return read;
    };
    expect(await readIn(500)).toBe(await readIn(5));
  });
});

describe('closing', () => {
  it('ends the pass at once, commits nothing, and releases the claim', async () => {
    const { story, harness, one, calls, pass: report } = await thinking();
    await one.close();
    expect(await report).toMatchObject({ rest: 'closed' });
    expect(calls[0]?.context.signal.aborted).toBe(true);
    calls[0]?.answer([asleep]);
    expect(await story()).toEqual(['status_changed']);
    expect(await harness(answering([asleep]).plan).runPlanningPass()).toMatchObject({ outcome: 'committed' });
  });

  it('leaves no pass to run', async () => {
    const { harness, append } = talk();
    await append(inputRequired);
    const { plan, inputs } = answering([asleep]);
    const one = harness(plan);
    await one.close();
    one.schedulePlan();
    expect(await one.runPlanningPass()).toMatchObject({ rest: 'closed' });
    expect(inputs).toEqual([]);
  });
});

describe('a store that fails', () => {
  it('is reported and retried', async () => {
    const base = memoryStore();
    let broken = false;
    const store = storeWith(base, {
      read: async (...args) => {
        if (broken) throw new Error('disk');
        return await base.read(...args);
      },
    });
    const { harness, append, clock, story } = talk({ store });
    await append(inputRequired);
    const errors: unknown[] = [];
    const one = harness(answering([asleep]).plan, { hooks: { onError: (error) => errors.push(error) } });
    broken = true;
    one.schedulePlan();
    await eventually(() => errors.length).toBe(1);
    broken = false;
    clock.advance(1000);
    await one.idle();
    expect(await story()).toEqual(['status_changed', 'sleep']);
  });
});

it('an exception of a hook is passed to onError, and does not stop the pass', async () => {
  const { harness, append, story } = talk();
  await append(inputRequired);
  const errors: unknown[] = [];
  const trouble = new Error('no window');
  const one = harness(() => [draft('c1')], {
    hooks: {
      openComposer: () => {
        throw trouble;
      },
      onError: (error) => errors.push(error),
    },
  });
  expect(await one.runPlanningPass()).toMatchObject({ outcome: 'committed' });
  expect(errors).toEqual([trouble]);
  expect(await story()).toEqual(['status_changed', 'compose_intent']);
});

describe('a harness that knows the seq of its setup', () => {
  const configured = (plannerId: string) => ({
    type: 'planner_configured',
    plannerId,
    mode: 'approve',
    seed: null,
    configSha256: 'a'.repeat(64),
    ready: true,
  });

  it('plans nothing once there is a newer setup', async () => {
    const { harness, append, story } = talk();
    await append(configured('test'), inputRequired);
    const one = harness(() => [draft('c1')], { configuredAt: 1 });
    await append(configured('another'));
    expect(await one.runPlanningPass()).toMatchObject({ outcome: 'committed' });
    await append(guidance('g1'), configured('test'));
    expect(await one.runPlanningPass()).toEqual({ facts: [], rest: 'reconfigured' });
    expect((await story()).slice(3)).toEqual(['compose_intent', 'user_guidance', 'planner_configured']);
  });

  it('drops the output of the old setup', async () => {
    const { harness, append, story } = talk();
    await append(configured('test'), inputRequired);
    const { plan, calls } = held();
    const one = harness(plan, { configuredAt: 1 });
    const pass = one.runPlanningPass();
    await eventually(() => calls.length).toBe(1);
    await append(configured('test'));
    calls[0]?.answer([draft('c1')]);
    expect(await pass).toMatchObject({ rest: 'reconfigured' });
    expect(calls).toHaveLength(1);
    expect(await story()).toEqual(['planner_configured', 'status_changed', 'planner_configured']);
  });
});
