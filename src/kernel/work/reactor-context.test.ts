import { describe, expect, it } from 'vitest';
import { storeWith } from '../../../test/store-with.ts';
import { watchTelemetry } from '../../../test/telemetry-fixture.ts';
import type { JournalErrorCode } from '../../journal/error.ts';
import { type FactStore, JournalError, memoryStore, openJournal } from '../../journal/index.ts';
import { sequentialIds } from '../../testing/sequential-ids.ts';
import { SimulatedClock } from '../../testing/simulated-clock.ts';
import type { Timer } from '../timer.ts';
import { isFor, type Reactor, react } from './reactor.ts';

async function setting(store: FactStore = memoryStore()) {
  const clock = new SimulatedClock(0);
  const journal = openJournal(store, 'j', { clock });
  await journal.append([{ type: 'asked', by: 'ann' }]);
  const [fact] = await journal.facts();
  if (fact === undefined) throw new Error('nothing was appended');
  return { clock, journal, fact };
}

const answering = (act: Reactor['act'] = async () => [{ type: 'answered' }]): Reactor => ({
  name: 'answer',
  reactsTo: ['asked'],
  act,
});

/** Fails with these codes, one after the other, when an outcome is to be recorded; notes when it was tried. */
function failingWith(store: FactStore, clock: SimulatedClock, ...codes: readonly JournalErrorCode[]) {
  const left = [...codes];
  const triedAt: number[] = [];
  const failing = storeWith(store, {
    append: async (request) => {
      if (!request.facts.some(({ type }) => type === 'answered')) return await store.append(request);
      triedAt.push(clock.now());
      const code = left.shift();
      if (code === undefined) return await store.append(request);
      throw new JournalError(code, { expected: 'a', actual: 'b', fix: 'c' });
    },
  });
  return { journal: openJournal(failing, 'j', { clock }), triedAt };
}

/** Time passes as soon as somebody waits for it. The first to wait is the renewal of the claim, which never comes. */
function hurrying(clock: SimulatedClock): Timer {
  let waits = 0;
  return {
    after: (ms, run) => {
      if (waits++ === 0) return () => {};
      queueMicrotask(() => {
        clock.advance(ms);
        run();
      });
      return () => {};
    },
  };
}

describe('a reactor', () => {
  it('acts on its types, and only on facts that concern it', async () => {
    const { fact } = await setting();
    expect(isFor(answering(), fact)).toBe(true);
    expect(isFor({ ...answering(), reactsTo: ['noted', 'asked'] }, fact)).toBe(true);
    expect(isFor({ ...answering(), reactsTo: ['noted'], concerns: () => true }, fact)).toBe(false);
    expect(isFor({ ...answering(), concerns: ({ by }) => by === 'ann' }, fact)).toBe(true);
    expect(isFor({ ...answering(), concerns: ({ by }) => by === 'bob' }, fact)).toBe(false);
  });

  it('without a name is identified by its types, and claims for 30 seconds', async () => {
    const { clock, journal, fact } = await setting();
    const reactor = { reactsTo: ['noted', 'asked'], act: async () => [{ type: 'answered' }] };
    await react(journal, reactor, fact, { worker: 'w', clock, timer: clock });
    expect(await journal.facts({ from: 2 })).toMatchObject([
      { type: 'claimed', work: 'noted asked', target: 1, worker: 'w', until: '1970-01-01T00:00:30.000Z' },
      { type: 'answered' },
      { type: 'reaction_settled', work: 'noted asked', target: 1 },
    ]);
  });

  it('can use the clock and ids of its host, the journal, and attachments', async () => {
    const { clock, journal, fact } = await setting();
    const seen: unknown[] = [];
    const reactor = answering(async (given, context) => {
      const hash = await context.writeAttachment(new TextEncoder().encode('long'));
      seen.push(given, context.clock, context.newId('id'), context.journal.id);
      return [{ type: 'answered', hash, text: new TextDecoder().decode(await context.readAttachment(hash)) }];
    });
    await react(journal, reactor, fact, { worker: 'w', clock, timer: clock, newId: sequentialIds() });
    expect(seen).toEqual([fact, clock, 'id-1', 'j']);
    const [answered] = await journal.facts({ from: 3, to: 3 });
    expect(answered).toMatchObject({ text: 'long' });
    expect(await journal.attachments.get(String(answered?.hash))).toHaveLength(4);
  });

  it('acts inside a span with its trigger and session', async () => {
    const telemetry = watchTelemetry();
    const { clock, journal, fact } = await setting();
    await react(journal, answering(), fact, { worker: 'w', clock, timer: clock });
    expect(telemetry.span('react answer').attributes).toEqual({
      'gen_ai.conversation.id': 'j',
      'wayfold.reactor': 'answer',
      'wayfold.trigger.type': 'asked',
      'wayfold.trigger.seq': 1,
    });
  });
});

describe('an outcome that the journal refuses', () => {
  it('ends the work with the code and the message of the refusal', async () => {
    const { clock, journal, fact } = await setting();
    const act = async () => [{ type: 'no such type' }];
    const reaction = react(journal, answering(act), fact, { worker: 'w', clock, timer: clock });
    const error = await reaction.catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'invalid-fact' });
    expect(await journal.facts({ from: 3 })).toMatchObject([
      {
        type: 'reaction_failed',
        work: 'answer',
        target: 1,
        code: 'invalid-fact',
        message: error instanceof Error ? error.message : '',
      },
      { type: 'reaction_settled', work: 'answer', target: 1 },
    ]);
  });

  it('is not settled if the outcome itself could not be decided', async () => {
    const { clock, journal, fact } = await setting();
    const undecided = new Error('no idea');
    const act = async () => () => Promise.reject(undecided);
    await expect(react(journal, answering(act), fact, { worker: 'w', clock, timer: clock })).rejects.toBe(
      undecided,
    );
    expect((await journal.facts()).map(({ type }) => type)).toEqual(['asked', 'claimed']);
  });
});

describe('a store that is unavailable when the outcome is recorded', () => {
  it('is retried with doubling delays', async () => {
    const store = memoryStore();
    const { clock, fact } = await setting(store);
    const { journal, triedAt } = failingWith(
      store,
      clock,
      'store-failed',
      'store-full',
      'store-locked',
      'store-unreachable',
    );
    const reaction = react(journal, answering(), fact, { worker: 'w', clock, timer: hurrying(clock) });
    expect(await reaction).toMatchObject({ ok: true, head: 4 });
    expect(triedAt).toEqual([0, 100, 300, 700, 1500]);
  });

  it.each([
    [700, [0, 100, 300]],
    [701, [0, 100, 300, 700]],
  ])('is not retried if a claim of %s ms would expire first', async (ttlMs, times) => {
    const store = memoryStore();
    const { clock, fact } = await setting(store);
    const { journal, triedAt } = failingWith(
      store,
      clock,
      ...Array<JournalErrorCode>(9).fill('store-failed'),
    );
    const reaction = react(journal, answering(), fact, { worker: 'w', ttlMs, clock, timer: hurrying(clock) });
    await expect(reaction).rejects.toMatchObject({ code: 'store-failed' });
    expect(triedAt).toEqual(times);
  });

  it('is not retried after a permanent error', async () => {
    const store = memoryStore();
    const { clock, fact } = await setting(store);
    const { journal, triedAt } = failingWith(store, clock, 'store-closed');
    const reaction = react(journal, answering(), fact, { worker: 'w', clock, timer: hurrying(clock) });
    await expect(reaction).rejects.toMatchObject({ code: 'store-closed' });
    expect(triedAt).toEqual([0]);
  });

  it('is retried once, immediately, when the host stops', async () => {
    const store = memoryStore();
    const { clock, fact } = await setting(store);
    const { journal, triedAt } = failingWith(store, clock, 'store-failed', 'store-failed', 'store-failed');
    const host = new AbortController();
    const called: number[] = [];
    const stopping: Timer = {
      after: (ms) => {
        if (ms === 100) queueMicrotask(() => host.abort());
        return () => called.push(ms);
      },
    };
    const options = { worker: 'w', clock, timer: stopping, signal: host.signal };
    await expect(react(journal, answering(), fact, options)).rejects.toMatchObject({ code: 'store-failed' });
    expect(triedAt).toEqual([0, 0]);
    expect(called).toContain(100);
  });
});
