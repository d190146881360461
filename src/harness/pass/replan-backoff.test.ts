import { describe, expect, it } from 'vitest';
import {
  answering,
  asleep,
  draft,
  guidance,
  inputRequired,
  type Plan,
  talk,
  thinking,
} from '../../../test/conversation-fixture.ts';
import { eventually } from '../../../test/eventually.ts';

describe('a journal that never rests', () => {
  /** During every call to the planner a fact comes in, until the test says that it is over. */
  async function restless() {
    const talking = talk();
    await talking.append(inputRequired);
    let calls = 0;
    let quiet = false;
    const plan: Plan = async () => {
      calls += 1;
      if (!quiet) await talking.append(guidance(`g${calls}`));
      return [asleep];
    };
    const one = talking.harness(plan);
    const calm = () => {
      quiet = true;
    };
    return { ...talking, one, calls: () => calls, calm };
  }

  it('costs a few immediate calls, and then fewer and fewer', async () => {
    const { one, calls, clock } = await restless();
    const began = clock.now();
    expect(await one.runPlanningPass()).toMatchObject({ rest: 'overtaken', heldUntil: began + 1000 });
    expect(calls()).toBe(6);
    for (let wakeUp = 0; wakeUp < 100; wakeUp++) await one.runPlanningPass();
    expect(calls()).toBe(6);
    clock.advance(1000);
    await one.idle();
    expect(calls()).toBe(7);
    clock.advance(1000);
    await one.idle();
    expect(calls()).toBe(7);
    for (let minute = 0; minute < 10; minute++) {
      clock.advance(60_000);
      await one.idle();
    }
    expect(calls()).toBeLessThan(20);
  });

  it('is planned for as soon as it rests, and then at once again', async () => {
    const { one, append, story, clock, calm, calls } = await restless();
    await one.runPlanningPass();
    calm();
    clock.advance(1000);
    await one.idle();
    expect((await story()).at(-1)).toBe('sleep');
    const before = calls();
    await append(inputRequired);
    expect(await one.runPlanningPass()).toMatchObject({ rest: 'no-trigger' });
    expect(calls()).toBe(before + 1);
  });
});

describe('a planner that ignores its signal', () => {
  it('is abandoned some time after a fact has overtaken it, and its late output is dropped', async () => {
    const { append, clock, story, one, calls } = await thinking();
    await append(guidance('g1'));
    await eventually(() => calls[0]?.context.signal.aborted).toBe(true);
    clock.advance(4999);
    await Promise.resolve();
    expect(calls).toHaveLength(1);
    clock.advance(1);
    await eventually(() => calls.length).toBe(2);
    calls[0]?.answer([draft('c1', 'too late')]);
    calls[1]?.answer([draft('c2')]);
    await one.idle();
    expect(await story()).toEqual(['status_changed', 'user_guidance', 'compose_intent']);
  });

  it('does not keep a harness from closing', async () => {
    const { story, one, calls } = await thinking();
    await one.close();
    calls[0]?.answer([draft('c1')]);
    expect(await story()).toEqual(['status_changed']);
  });
});

describe('times without end', () => {
  it('let a planner take as long as it wants', async () => {
    const { clock, calls, pass } = await thinking({ timeoutMs: Number.POSITIVE_INFINITY });
    clock.advance(24 * 60 * 60 * 1000);
    calls[0]?.answer([asleep]);
    expect(await pass).toMatchObject({ outcome: 'committed' });
  });

  it('in the claim of another worker do not keep a harness busy', async () => {
    const { append, harness, clock } = talk();
    const until = '9999-01-01T00:00:00.000Z';
    await append(inputRequired, { type: 'claimed', work: 'plan', target: 1, worker: 'z', until });
    const waits: number[] = [];
    const timer = {
      after(ms: number, run: () => void) {
        waits.push(ms);
        return clock.after(ms, run);
      },
    };
    const one = harness(answering([asleep]).plan, { timer });
    expect(await one.runPlanningPass()).toMatchObject({ rest: 'held' });
    expect(waits.every((ms) => ms < 2 ** 31)).toBe(true);
    await one.close();
  });
});
