import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { storeWith } from '../../test/store-with.ts';
import { watchTelemetry } from '../../test/telemetry-fixture.ts';
import { exportJournal, importJournal, type Journal, memoryStore, openJournal } from '../journal/index.ts';
import { inSpan } from '../kernel/telemetry/spans.ts';
import type { Reactor } from '../kernel/work/reactor.ts';
import { SimulatedClock } from '../testing/simulated-clock.ts';
import { type RunReactorsOptions, runReactors } from './run-reactors.ts';

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

function setting() {
  const clock = new SimulatedClock();
  const store = memoryStore();
  const journal = openJournal(store, 'j', { clock });
  const start = async (reactors: readonly Reactor[], options: Partial<RunReactorsOptions> = {}) => {
    const running = await runReactors(journal, reactors, { worker: 'a', clock, timer: clock, ...options });
    opened.push(() => running.close());
    return running;
  };
  return { clock, store, journal, start };
}

/** Answers every question, and keeps what it acted on. */
function answerer(name = 'answerer') {
  const acted: number[] = [];
  const reactor: Reactor = {
    name,
    reactsTo: ['asked'],
    act: async ({ seq }) => {
      acted.push(seq);
      return [{ type: 'answered', to: seq }];
    },
  };
  return { reactor, acted };
}

const answers = async (journal: Journal) =>
  (await journal.facts()).filter(({ type }) => type === 'answered').map(({ to }) => to);

describe('reactors on a journal', () => {
  it('act on existing and new facts', async () => {
    const { journal, start } = setting();
    await journal.append([{ type: 'asked' }, { type: 'noted' }]);
    const { reactor } = answerer();
    const running = await start([reactor]);
    await running.idle();
    expect(await answers(journal)).toEqual([1]);
    const appended = await journal.append([{ type: 'asked' }]);
    await running.idle();
    expect(await answers(journal)).toEqual([1, appended.head]);
  });

  it('start over when the journal was deleted and recreated under its id', async () => {
    const { store, journal, start } = setting();
    const { reactor, acted } = answerer();
    await journal.append([{ type: 'asked' }, { type: 'noted' }, { type: 'asked' }]);
    const reported: unknown[] = [];
    const running = await start([reactor], { onError: (error) => reported.push(error) });
    await running.idle();
    expect(acted).toEqual([1, 3]);
    await store.delete('j');
    await journal.append([{ type: 'noted' }, { type: 'asked' }]);
    await running.idle();
    expect(await answers(journal)).toEqual([2]);
    await journal.append(Array.from({ length: 20 }, () => ({ type: 'asked' })));
    await running.idle();
    expect(await answers(journal)).toHaveLength(21);
    expect(reported).toMatchObject([{ code: 'journal-not-found' }]);
  });

  it('do not act on facts erased before they started, or twice on running ones', async () => {
    const { clock, journal, start } = setting();
    const { promise, resolve } = Promise.withResolvers<void>();
    const acted: number[] = [];
    const reactor: Reactor = {
      reactsTo: ['asked'],
      notBefore: ({ text }) => (text === 'later' ? clock.now() + 5000 : undefined),
      act: async ({ seq }) => {
        acted.push(seq);
        await promise;
        return [{ type: 'answered', to: seq }];
      },
    };
    await journal.append([
      { type: 'asked', text: 'now' },
      { type: 'asked', text: 'later' },
      { type: 'noted', text: 'aside' },
    ]);
    const running = await start([reactor], { deferred: true });
    await expect.poll(() => acted).toEqual([1]);
    await journal.redact(2);
    await journal.redact(3);
    await journal.append([{ type: 'asked', text: 'now' }]);
    await expect.poll(() => acted.length).toBe(2);
    resolve();
    await running.idle();
    clock.advance(5000);
    await running.idle();
    expect((await answers(journal)).length).toBe(2);
    expect(await answers(journal)).not.toContain(2);
    expect(new Set(acted).size).toBe(acted.length);
  });

  it('act on a journal that does not exist yet', async () => {
    const { journal, start } = setting();
    const running = await start([answerer().reactor]);
    await journal.append([{ type: 'asked' }]);
    await running.idle();
    expect(await answers(journal)).toEqual([1]);
  });

  it('do not act again on what was settled before they started', async () => {
    const { journal, start } = setting();
    await journal.append([{ type: 'asked' }]);
    const first = answerer();
    const running = await start([first.reactor]);
    await running.idle();
    await running.close();
    const second = answerer();
    await (await start([second.reactor], { worker: 'b' })).idle();
    expect([first.acted, second.acted]).toEqual([[1], []]);
  });

  it('of several workers act once between them', async () => {
    const { journal, start } = setting();
    const workers = ['a', 'b', 'c'].map((worker) => ({ worker, ...answerer() }));
    const running = await Promise.all(workers.map(({ worker, reactor }) => start([reactor], { worker })));
    for (let i = 0; i < 10; i++) await journal.append([{ type: 'asked' }]);
    await Promise.all(running.map((each) => each.idle()));
    const asked = (await journal.facts()).filter(({ type }) => type === 'asked').map(({ seq }) => seq);
    expect((await answers(journal)).toSorted((a, b) => Number(a) - Number(b))).toEqual(asked);
    expect(workers.flatMap(({ acted }) => acted)).toHaveLength(10);
  });

  it('leave copied facts alone', async () => {
    const { journal, clock } = setting();
    await journal.append([{ type: 'asked' }]);
    const fork = await journal.fork(1, 'fork');
    const { reactor } = answerer();
    const running = await runReactors(fork, [reactor], { worker: 'a', clock, timer: clock });
    onTestFinished(() => running.close());
    await running.idle();
    expect(await answers(fork)).toEqual([]);
    await fork.append([{ type: 'asked' }]);
    await running.idle();
    expect(await answers(fork)).toEqual([2]);
  });

  it('leave imported facts alone, so that earlier approvals are not carried out again', async () => {
    const { journal, store, clock } = setting();
    await journal.append([{ type: 'asked' }]);
    const elsewhere = memoryStore();
    await importJournal(elsewhere, exportJournal(store, 'j'));
    const copy = openJournal(elsewhere, 'j', { clock });
    const { reactor, acted } = answerer();
    const running = await runReactors(copy, [reactor], { worker: 'a', clock, timer: clock });
    onTestFinished(() => running.close());
    await running.idle();
    await copy.append([{ type: 'asked' }]);
    await running.idle();
    expect(acted).toEqual([2]);
  });

  it('that fail are retried with increasing delays, and the failure is reported', async () => {
    const { clock, journal, start } = setting();
    await journal.append([{ type: 'asked' }]);
    let failures = 2;
    const errors: unknown[] = [];
    const flaky: Reactor = {
      reactsTo: ['asked'],
      act: async () => {
        if (failures-- > 0) throw new Error('not yet');
        return [{ type: 'answered', to: 1 }];
      },
    };
    const running = await start([flaky], { onError: (error) => errors.push(error) });
    await running.idle();
    expect(errors).toHaveLength(1);
    clock.advance(199);
    await running.idle();
    expect(errors).toHaveLength(1);
    clock.advance(1);
    await running.idle();
    expect(errors).toHaveLength(2);
    clock.advance(400);
    await running.idle();
    expect(await answers(journal)).toEqual([1]);
  });

  it('wait until a reaction is due before claiming it, if configured', async () => {
    const { clock, journal, start } = setting();
    const { reactor } = answerer();
    const later: Reactor = { ...reactor, notBefore: ({ ts }) => Date.parse(ts) + 5000 };
    await journal.append([{ type: 'asked' }]);
    const running = await start([later], { deferred: true });
    await running.idle();
    expect((await journal.facts()).map(({ type }) => type)).toEqual(['asked']);
    clock.advance(5000);
    await running.idle();
    expect(await answers(journal)).toEqual([1]);
  });

  it('take work over when the claim of an unresponsive worker expires', async () => {
    const { clock, journal, start } = setting();
    await journal.append([{ type: 'asked' }]);
    const until = new Date(clock.now() + 5000).toISOString();
    await journal.append([{ type: 'claimed', work: 'answerer', target: 1, worker: 'silent', until }]);
    const held: string[] = [];
    const running = await start([answerer().reactor], { onHeld: (_, { worker }) => held.push(worker) });
    await running.idle();
    expect([await answers(journal), held]).toEqual([[], ['silent']]);
    clock.advance(5000);
    await running.idle();
    expect(await answers(journal)).toEqual([1]);
  });

  it('take work over as soon as its worker releases it', async () => {
    const { clock, journal, start } = setting();
    await journal.append([{ type: 'asked' }]);
    const claimed = (ms: number) => {
      const until = new Date(clock.now() + ms).toISOString();
      return { type: 'claimed', work: 'answerer', target: 1, worker: 'other', until };
    };
    await journal.append([claimed(60_000)]);
    const running = await start([answerer().reactor]);
    await running.idle();
    expect(await answers(journal)).toEqual([]);
    await journal.append([claimed(0)]);
    await expect.poll(() => answers(journal)).toEqual([1]);
  });

  it('take work over soon after its worker has died, and report the wait once', async () => {
    const { clock, journal, start } = setting();
    await journal.append([{ type: 'asked' }]);
    const until = new Date(clock.now() + 60_000).toISOString();
    await journal.append([{ type: 'claimed', work: 'answerer', target: 1, worker: 'other', until }]);
    let isDead = false;
    const held: string[] = [];
    const running = await start([answerer().reactor], {
      isGone: () => isDead,
      onHeld: (_, { worker }) => held.push(worker),
    });
    await running.idle();
    clock.advance(1000);
    await running.idle();
    expect([await answers(journal), held]).toEqual([[], ['other']]);
    isDead = true;
    clock.advance(1000);
    await running.idle();
    expect(await answers(journal)).toEqual([1]);
  });

  it('release running work when closed', async () => {
    const { journal, start } = setting();
    await journal.append([{ type: 'asked' }]);
    const began = Promise.withResolvers<void>();
    const stuck: Reactor = {
      name: 'answerer',
      reactsTo: ['asked'],
      act: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          began.resolve();
        }),
    };
    const running = await start([stuck]);
    await began.promise;
    await running.close();
    await (await start([answerer().reactor], { worker: 'b' })).idle();
    expect(await answers(journal)).toEqual([1]);
  });

  it('do not compete for the next seq, however many run', async () => {
    const clock = new SimulatedClock();
    const store = memoryStore();
    let lost = 0;
    const counted = storeWith(store, {
      append: async (...args) => {
        const outcome = await store.append(...args);
        if (!outcome.ok) lost += 1;
        return outcome;
      },
    });
    const journal = openJournal(counted, 'j', { clock });
    await journal.append(Array.from({ length: 40 }, () => ({ type: 'asked' })));
    const all = Promise.withResolvers<void>();
    let began = 0;
    const together: Reactor = {
      reactsTo: ['asked'],
      act: async ({ seq }) => {
        if (++began === 40) all.resolve();
        await all.promise;
        return [{ type: 'answered', to: seq }];
      },
    };
    const running = await runReactors(journal, [together], { worker: 'a', clock, timer: clock, atOnce: 40 });
    onTestFinished(() => running.close());
    await running.idle();
    expect(await answers(journal)).toHaveLength(40);
    expect(lost).toBe(0);
  });

  it('do no more at once than they may', async () => {
    const { journal, start } = setting();
    await journal.append(Array.from({ length: 9 }, () => ({ type: 'asked' })));
    let [now, most] = [0, 0];
    const counting: Reactor = {
      reactsTo: ['asked'],
      act: async () => {
        most = Math.max(most, ++now);
        await journal.head();
        now -= 1;
        return [];
      },
    };
    await (await start([counting], { atOnce: 3 })).idle();
    expect(most).toBeLessThanOrEqual(3);
    expect((await journal.facts()).filter(({ type }) => type === 'reaction_settled')).toHaveLength(9);
  });
});

describe('what reactors tell of themselves', () => {
  it('is how much waits, and nothing once they are closed', async () => {
    const telemetry = watchTelemetry();
    const { journal, start } = setting();
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow: Reactor = {
      reactsTo: ['asked'],
      act: async () => {
        await promise;
        return [];
      },
    };
    const depth = async () => (await telemetry.metric('wayfold.queue.depth')).map(({ value }) => value);
    await journal.append([{ type: 'asked' }, { type: 'asked' }, { type: 'asked' }]);

    const running = await start([slow], { atOnce: 1 });

    expect(await depth()).toEqual([2]);
    resolve();
    await running.idle();
    expect(await depth()).toEqual([0]);
  });

  it('is a span per reaction, separate from the author of the fact', async () => {
    const telemetry = watchTelemetry();
    const { journal, start } = setting();
    const running = await start([answerer().reactor]);

    await inSpan('request', { attributes: {} }, async () => {
      await journal.append([{ type: 'asked' }]);
    });
    await running.idle();

    expect(telemetry.tree().toSorted()).toEqual(['react answerer', 'request']);
    expect(telemetry.span('react answerer').attributes).toEqual({
      'gen_ai.conversation.id': 'j',
      'wayfold.reactor': 'answerer',
      'wayfold.trigger.type': 'asked',
      'wayfold.trigger.seq': 1,
    });
  });
});
