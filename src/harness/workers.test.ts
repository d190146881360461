import { describe, expect, it } from 'vitest';
import {
  answering,
  asleep,
  draft,
  guidance,
  inputRequired,
  received,
  sent,
  talk,
} from '../../test/conversation-fixture.ts';
import { eventually } from '../../test/eventually.ts';
import { storeWith } from '../../test/store-with.ts';
import { type FactStore, memoryStore } from '../journal/index.ts';

/** A process that dies: from some append on, nothing of what it does gets through, and it is not told either. */
function dyingBefore(store: FactStore, dies: (types: readonly string[]) => boolean): FactStore {
  let dead = false;
  const never = () => new Promise<never>(() => {});
  return storeWith(store, {
    append: (request) => {
      dead ||= dies(request.facts.map(({ type }) => type));
      return dead ? never() : store.append(request);
    },
    read: (...args) => (dead ? never() : store.read(...args)),
  });
}

describe('two workers on one journal', () => {
  it('call the planner once for a trigger', async () => {
    const { harness, append, story, clock } = talk();
    await append(inputRequired, received('m1'));
    const { promise, resolve } = Promise.withResolvers<unknown>();
    let calls = 0;
    const plan = () => {
      calls += 1;
      return promise;
    };
    const [one, two] = [harness(plan), harness(plan)];
    one.schedulePlan();
    two.schedulePlan();
    await eventually(() => calls).toBe(1);
    clock.advance(15_000);
    two.schedulePlan();
    await two.idle();
    expect(await two.runPlanningPass()).toMatchObject({ rest: 'held' });
    resolve([draft('c1')]);
    await one.idle();
    expect(await two.runPlanningPass()).toMatchObject({ rest: 'draft-waiting' });
    expect(calls).toBe(1);
    expect(await story()).toEqual(['status_changed', 'remote_received', 'compose_intent']);
  });

  it('do not keep each other busy', async () => {
    const { harness, append } = talk();
    await append(inputRequired);
    let calls = 0;
    const plan = () => {
      calls += 1;
      return new Promise(() => {});
    };
    const [one, two] = [harness(plan), harness(plan)];
    one.schedulePlan();
    await eventually(() => calls).toBe(1);
    two.schedulePlan();
    await two.idle();
    await one.close();
  });

  it('are not blocked by a pass for an older trigger', async () => {
    const { harness, append, facts } = talk();
    await append(inputRequired);
    let calls = 0;
    const stuck = harness(() => {
      calls += 1;
      return new Promise(() => {});
    });
    stuck.schedulePlan();
    await eventually(() => calls).toBe(1);
    await append(guidance('g1'));
    const report = await harness(answering([draft('c1')]).plan).runPlanningPass();
    expect(report).toMatchObject({ outcome: 'committed' });
    expect((await facts()).at(-1)).toMatchObject({ triggers: { status: 1, guidance: 3 } });
    await stuck.close();
  });
});

describe('a pass whose message was answered by hand', () => {
  it('continues with what is left to plan for', async () => {
    const { harness, append, facts } = talk();
    await append(inputRequired, received('m1'));
    let calls = 0;
    const one = harness(async () => {
      calls += 1;
      if (calls === 1) await append(sent('m2'));
      return [asleep];
    });
    expect(await one.runPlanningPass()).toMatchObject({ outcome: 'committed', rest: 'no-trigger' });
    expect(calls).toBe(2);
    expect((await facts()).at(-1)).toMatchObject({ triggers: { status: 1 } });
  });

  it('is taken over from a worker that died', async () => {
    const { harness, append, clock, facts } = talk();
    const until = new Date(clock.now() + 1000).toISOString();
    await append(
      inputRequired,
      received('m1'),
      { type: 'claimed', work: 'plan', target: 2, worker: 'gone', until },
      sent('m2'),
    );
    const one = harness(answering([asleep]).plan);
    expect(await one.runPlanningPass()).toMatchObject({ rest: 'held' });
    clock.advance(1000);
    await one.idle();
    expect((await facts()).at(-1)).toMatchObject({ type: 'pass_settled', triggers: { status: 1 } });
  });
});

describe('a worker whose clock is ahead', () => {
  it('waits rather than claiming endlessly', async () => {
    const { harness, append, clock, types } = talk();
    const until = new Date(clock.now() + 5000).toISOString();
    const claimed = { type: 'claimed', work: 'plan', target: 2, worker: 'other', until };
    await append(inputRequired, received('m1'), claimed, sent('m2'));
    const ahead = { now: () => clock.now() + 60_000 };
    const one = harness(answering([asleep]).plan, { clock: ahead });
    expect(await one.runPlanningPass()).toMatchObject({ rest: 'held' });
    expect((await types()).filter((type) => type === 'claimed')).toHaveLength(2);
    await one.close();
  });
});

describe('a worker that dies', () => {
  it('between plan and commit is replaced, and there is one commit', async () => {
    const store = memoryStore();
    const { append, harness, clock, story, facts } = talk({ store });
    await append(inputRequired, received('m1'));
    const doomed = talk({ store: dyingBefore(store, (types) => types.includes('pass_settled')) });
    const first = answering([draft('c1', 'never seen')]);
    doomed.harness(first.plan, { clock, timer: doomed.clock }).schedulePlan();
    await eventually(() => first.inputs.length).toBe(1);

    const second = answering([draft('c2')]);
    const heir = harness(second.plan, { worker: 'heir' });
    expect(await heir.runPlanningPass()).toMatchObject({ rest: 'held' });
    clock.advance(30_000);
    await heir.idle();
    expect(second.inputs).toHaveLength(1);
    expect(await story()).toEqual(['status_changed', 'remote_received', 'compose_intent']);
    expect((await facts()).filter(({ type }) => type === 'pass_settled')).toHaveLength(1);
  });

  it('between claim and plan is replaced too', async () => {
    const { append, harness, clock, story } = talk();
    await append(inputRequired, {
      type: 'claimed',
      work: 'plan',
      target: 1,
      worker: 'gone',
      until: new Date(clock.now() + 5000).toISOString(),
    });
    const { plan, inputs } = answering([asleep]);
    const one = harness(plan);
    one.schedulePlan();
    await one.idle();
    expect(inputs).toHaveLength(0);
    clock.advance(5000);
    await one.idle();
    expect(await story()).toEqual(['status_changed', 'sleep']);
  });

  it('is replaced at once by whoever knows that it is dead', async () => {
    const { append, harness, clock, story } = talk();
    const until = new Date(clock.now() + 30_000).toISOString();
    await append(inputRequired, { type: 'claimed', work: 'plan', target: 1, worker: 'gone', until });
    const { plan, inputs } = answering([asleep]);
    const one = harness(plan, { isGone: (worker) => worker === 'gone' });
    expect(await one.runPlanningPass()).toMatchObject({ outcome: 'committed' });
    expect(inputs).toHaveLength(1);
    expect(await story()).toEqual(['status_changed', 'sleep']);
  });

  it('is replaced at once even if it planned for something answered since', async () => {
    const { append, harness, clock, facts } = talk();
    const until = new Date(clock.now() + 30_000).toISOString();
    const claimed = { type: 'claimed', work: 'plan', target: 2, worker: 'gone', until };
    await append(inputRequired, received('m1'), claimed, sent('m2'));
    const one = harness(answering([asleep]).plan, { isGone: (worker) => worker === 'gone' });
    expect(await one.runPlanningPass()).toMatchObject({ outcome: 'committed' });
    expect((await facts()).filter(({ type }) => type === 'claimed')).toHaveLength(2);
  });

  it('while another waits for it is noticed within a second', async () => {
    const { append, harness, clock, story } = talk();
    const until = new Date(clock.now() + 30_000).toISOString();
    await append(inputRequired, { type: 'claimed', work: 'plan', target: 1, worker: 'other', until });
    let dead = false;
    const one = harness(answering([asleep]).plan, { isGone: () => dead });
    expect(await one.runPlanningPass()).toMatchObject({ rest: 'held' });
    dead = true;
    clock.advance(1000);
    await one.idle();
    expect(await story()).toEqual(['status_changed', 'sleep']);
  });

  it('and comes back late finds its work taken over, and commits nothing', async () => {
    const { append, harness, clock, facts } = talk();
    await append(inputRequired);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    let calls = 0;
    // Its timers do not run: it was suspended, and renews nothing.
    const late = harness(
      () => {
        calls += 1;
        return promise;
      },
      { timer: { after: () => () => {} } },
    );
    const report = late.runPlanningPass();
    await eventually(() => calls).toBe(1);
    clock.advance(30_000);
    await harness(answering([]).plan).runPlanningPass();
    resolve([draft('c1')]);
    expect(await report).toMatchObject({ facts: [], rest: 'no-trigger' });
    expect(calls).toBe(1);
    expect((await facts()).map(({ type }) => type)).toEqual([
      'status_changed',
      'claimed',
      'claimed',
      'pass_settled',
    ]);
  });
});
