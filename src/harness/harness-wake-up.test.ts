import { describe, expect, it } from 'vitest';
import {
  answering,
  asleep,
  guidance,
  inputRequired,
  question,
  talk,
  thinking,
} from '../../test/conversation-fixture.ts';
import { eventually } from '../../test/eventually.ts';
import { storeWith } from '../../test/store-with.ts';
import { JournalError, memoryStore } from '../journal/index.ts';
import { ReplanBackoff } from './pass/replan-backoff.ts';

/** A store that can be taken away, and a timer that notes for how long it is set. */
function shaky() {
  const base = memoryStore();
  let trouble: unknown;
  const store = storeWith(base, {
    read: (...args) => (trouble === undefined ? base.read(...args) : Promise.reject(trouble)),
  });
  const talking = talk({ store });
  const waits: number[] = [];
  const timer = {
    after(ms: number, run: () => void) {
      waits.push(ms);
      return talking.clock.after(ms, run);
    },
  };
  const breaks = (error: unknown) => {
    trouble = error;
  };
  return { ...talking, waits, timer, breaks };
}

describe('a pass that could not be run', () => {
  it('is retried after 100 ms, then with doubling delays up to 30 seconds', async () => {
    const { harness, timer, waits, clock, breaks } = shaky();
    const errors: unknown[] = [];
    const one = harness(() => [], { timer, hooks: { onError: (error) => errors.push(error) } });
    breaks(new JournalError('store-failed', { expected: '', actual: '', fix: '' }));
    one.schedulePlan();
    for (let failure = 1; failure <= 11; failure++) {
      await eventually(() => errors.length).toBe(failure);
      clock.advance(waits.at(-1) ?? 0);
    }
    await eventually(() => waits.length).toBe(12);
    expect(waits.slice(0, 11)).toEqual([
      100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000,
    ]);
    await one.close();
  });

  it('starts with 100 ms again after a successful pass', async () => {
    const { harness, timer, waits, clock, breaks } = shaky();
    const errors: unknown[] = [];
    const one = harness(() => [], { timer, hooks: { onError: (error) => errors.push(error) } });
    breaks(new Error('disk'));
    one.schedulePlan();
    await eventually(() => errors.length).toBe(1);
    clock.advance(100);
    await eventually(() => errors.length).toBe(2);
    breaks(undefined);
    clock.advance(200);
    await one.idle();
    await Promise.resolve();
    breaks(new Error('disk again'));
    one.schedulePlan();
    await eventually(() => errors.length).toBe(3);
    expect(waits).toEqual([100, 200, 100]);
    await one.close();
  });

  it('is not retried or reported when the store was closed', async () => {
    const { harness, timer, waits, breaks } = shaky();
    const errors: unknown[] = [];
    const one = harness(() => [], { timer, hooks: { onError: (error) => errors.push(error) } });
    breaks(new JournalError('store-closed', { expected: '', actual: '', fix: '' }));
    one.schedulePlan();
    await one.idle();
    await Promise.resolve();
    expect([errors, waits]).toEqual([[], []]);
    await one.close();
  });

  it('is thrown if there is no error handler', async () => {
    const thrown: unknown[] = [];
    const note = (error: unknown) => thrown.push(error);
    process.on('uncaughtException', note);
    const { harness, breaks } = shaky();
    const one = harness(() => []);
    const trouble = new Error('disk');
    breaks(trouble);
    one.schedulePlan();
    await eventually(() => thrown).toEqual([trouble]);
    await one.close();
    process.off('uncaughtException', note);
  });

  it('is not retried by a closed harness', async () => {
    const { harness, timer, clock, breaks } = shaky();
    const errors: unknown[] = [];
    const one = harness(() => [], { timer, hooks: { onError: (error) => errors.push(error) } });
    breaks(new Error('disk'));
    one.schedulePlan();
    await eventually(() => errors.length).toBe(1);
    await one.close();
    clock.advance(60_000);
    await one.idle();
    expect(errors).toHaveLength(1);
  });
});

describe('the claim of another worker', () => {
  const waitFor = async (untilMs: number, options: { isGone?: () => boolean } = {}) => {
    const { harness, append, timer, waits, clock } = shaky();
    const until = new Date(clock.now() + untilMs).toISOString();
    await append(inputRequired, { type: 'claimed', work: 'plan', target: 1, worker: 'other', until });
    const one = harness(answering([asleep]).plan, { timer, ...options });
    expect(await one.runPlanningPass()).toEqual({
      facts: [],
      rest: 'held',
      heldUntil: clock.now() + untilMs,
    });
    await one.close();
    return waits;
  };

  it('is waited for until it expires, but an hour at most', async () => {
    expect(await waitFor(5000)).toEqual([5000]);
    expect(await waitFor(2 * 60 * 60 * 1000)).toEqual([60 * 60 * 1000]);
  });

  it('is checked every second if dead workers can be recognised', async () => {
    expect(await waitFor(5000, { isGone: () => false })).toEqual([1000]);
    expect(await waitFor(500, { isGone: () => false })).toEqual([500]);
  });

  it('is waited for once, however often the harness is woken meanwhile', async () => {
    const { harness, append, clock } = talk();
    const until = new Date(clock.now() + 5000).toISOString();
    await append(inputRequired, { type: 'claimed', work: 'plan', target: 1, worker: 'other', until });
    let timers = 0;
    const timer = {
      after(ms: number, run: () => void) {
        timers += 1;
        const cancel = clock.after(ms, run);
        return () => {
          timers -= 1;
          cancel();
        };
      },
    };
    const one = harness(answering([asleep]).plan, { timer });
    for (let wakeUp = 0; wakeUp < 3; wakeUp++) await one.runPlanningPass();
    expect(timers).toBe(1);
    await one.close();
    expect(timers).toBe(0);
  });
});

describe('a harness', () => {
  it('continues on its own if there is more to plan for right after a commit', async () => {
    const base = memoryStore();
    let more = true;
    const store = storeWith(base, {
      append: async (request) => {
        const result = await base.append(request);
        if (more && request.facts.some(({ type }) => type === 'pass_settled')) {
          more = false;
          await append(guidance('g1'));
        }
        return result;
      },
    });
    const { harness, append } = talk({ store });
    await append(inputRequired);
    const { plan, inputs } = answering([question('q1')], [asleep]);
    const one = harness(plan);
    const report = await one.runPlanningPass();
    expect(report).toMatchObject({ outcome: 'committed', facts: [{ type: 'agent_question' }] });
    expect(report).not.toHaveProperty('rest');
    await one.idle();
    expect(inputs).toHaveLength(2);
  });

  it('tells its planner that it closes', async () => {
    const { one, calls } = await thinking();
    await one.close();
    expect(calls[0]?.context.signal).toMatchObject({ aborted: true, reason: { name: 'AbortError' } });
  });

  it('throws what its own onError throws, and continues', async () => {
    const thrown: unknown[] = [];
    const note = (error: unknown) => thrown.push(error);
    process.on('uncaughtException', note);
    const { harness, append } = talk();
    await append(inputRequired);
    const trouble = new Error('no log either');
    const fails = (error: Error) => () => {
      throw error;
    };
    const one = harness(() => [asleep], {
      hooks: { hud: fails(new Error('no display')), onError: fails(trouble) },
    });
    expect(await one.runPlanningPass()).toMatchObject({ outcome: 'committed' });
    await eventually(() => thrown).toEqual([trouble, trouble]);
    process.off('uncaughtException', note);
  });
});

describe('the backoff of a planner that is overtaken again and again', () => {
  it('starts after five immediate retries, and grows to 30 seconds', () => {
    const backoff = new ReplanBackoff();
    const waits = Array.from({ length: 12 }, () => {
      backoff.overtaken(1000);
      return (backoff.waitsUntil(1000) ?? 1000) - 1000;
    });
    expect(waits).toEqual([0, 0, 0, 0, 0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('resets when the delay is over, or an answer came in time', () => {
    const backoff = new ReplanBackoff();
    for (let i = 0; i < 6; i++) backoff.overtaken(0);
    expect([backoff.waitsUntil(999), backoff.waitsUntil(1000)]).toEqual([1000, undefined]);
    backoff.settled();
    expect(backoff.waitsUntil(0)).toBeUndefined();
    for (let i = 0; i < 5; i++) backoff.overtaken(0);
    expect(backoff.waitsUntil(0)).toBeUndefined();
  });
});
