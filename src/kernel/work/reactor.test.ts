import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { storeWith } from '../../../test/store-with.ts';
import { type FactStore, JournalError, memoryStore, openJournal } from '../../journal/index.ts';
import { sequentialIds } from '../../testing/sequential-ids.ts';
import { SimulatedClock } from '../../testing/simulated-clock.ts';
import { ClaimLostError } from '../error.ts';
import { claim } from './claim.ts';
import { type Reactor, type ReactorContext, react } from './reactor.ts';

const TTL = 3000;

async function setting(store: FactStore = memoryStore()) {
  const clock = new SimulatedClock();
  const newId = sequentialIds();
  const journal = openJournal(store, 'j', { clock, newId });
  await journal.append([{ type: 'mail_approved', to: 'ann' }, { type: 'note_added' }]);
  const [approved, note] = await journal.facts();
  if (approved === undefined || note === undefined) throw new Error('no facts');
  const options = (worker: string) => ({ worker, ttlMs: TTL, clock, timer: clock, newId });
  const types = async () => (await journal.facts({ from: 3 })).map(({ type }) => type);
  return { store, clock, journal, approved, note, options, types };
}

/** A mailer that waits to be told how it went. */
function heldMailer() {
  const started = Promise.withResolvers<ReactorContext>();
  const ends = Promise.withResolvers<void>();
  const mailer: Reactor = {
    name: 'mailer',
    reactsTo: ['mail_approved'],
    act: async (fact, context) => {
      started.resolve(context);
      await ends.promise;
      return [{ type: 'mail_sent', to: fact.to }];
    },
  };
  return { mailer, started: started.promise, finish: ends.resolve, fail: ends.reject };
}

const quickMailer = (act = vi.fn<Reactor['act']>(async () => [{ type: 'mail_sent' }])) => ({
  name: 'mailer',
  reactsTo: ['mail_approved'],
  act,
});

describe('a reaction', () => {
  it('claims, acts and records the outcome', async () => {
    const { journal, approved, options, types } = await setting();
    const mailer = quickMailer();
    const reaction = await react(journal, mailer, approved, options('a'));
    expect(reaction).toMatchObject({ ok: true, head: 5 });
    expect(await types()).toEqual(['claimed', 'mail_sent', 'reaction_settled']);
    expect(mailer.act).toHaveBeenCalledExactlyOnceWith(approved, expect.anything());
  });

  it('happens once, however many workers try', async () => {
    const { journal, approved, options, types } = await setting();
    const mailer = quickMailer();
    const reactions = await Promise.all(
      Array.from({ length: 10 }, (_, i) => react(journal, mailer, approved, options(`w${i}`))),
    );
    expect(reactions.filter(({ ok }) => ok)).toHaveLength(1);
    expect(mailer.act).toHaveBeenCalledOnce();
    expect(await react(journal, mailer, approved, options('later'))).toEqual({
      ok: false,
      reason: 'settled',
    });
    expect(await types()).toEqual(['claimed', 'mail_sent', 'reaction_settled']);
  });

  it('does not happen for other fact types', async () => {
    const { journal, note, options, types } = await setting();
    const mailer = quickMailer();
    expect(await react(journal, mailer, note, options('a'))).toEqual({ ok: false, reason: 'not-for-it' });
    expect(mailer.act).not.toHaveBeenCalled();
    expect(await types()).toEqual([]);
  });

  it('does not happen for facts copied by a fork or an import', async () => {
    const { store, journal, approved, options } = await setting();
    const fork = await journal.fork(2, 'f');
    const mailer = quickMailer();
    expect(await react(fork, mailer, approved, options('a'))).toEqual({ ok: false, reason: 'copied' });
    const facts = await store.read('j', { from: 1, to: 2, limit: 2 });
    await store.restore(
      'copy',
      (async function* () {
        yield* facts;
      })(),
      '2026-01-01T00:00:00.000Z',
    );
    const copy = openJournal(store, 'copy');
    expect(await react(copy, mailer, approved, options('a'))).toEqual({ ok: false, reason: 'copied' });
    expect(mailer.act).not.toHaveBeenCalled();

    await fork.append([{ type: 'mail_approved', to: 'bob' }]);
    const [own] = await fork.facts({ from: 3 });
    if (own) await react(fork, mailer, own, options('a'));
    expect(mailer.act).toHaveBeenCalledOnce();
  });

  it('has an idempotency key that is the same on every attempt and unique to the fact', async () => {
    const { journal, approved, options } = await setting();
    const keys: string[] = [];
    const act = async (_: unknown, { idempotencyKey }: ReactorContext) => {
      keys.push(idempotencyKey);
      throw new Error('no connection');
    };
    const mailer: Reactor = { name: 'mailer', reactsTo: ['mail_approved'], act };
    await journal.append([{ type: 'mail_approved', to: 'bob' }]);
    const [second] = await journal.facts({ from: 3 });
    for (const fact of [approved, approved, second]) {
      if (fact) await react(journal, mailer, fact, options('a')).catch(() => {});
    }
    await react(journal, { ...mailer, name: 'archiver' }, approved, options('a')).catch(() => {});
    expect(keys).toHaveLength(4);
    expect(keys[0]).toBe(keys[1]);
    expect(new Set(keys).size).toBe(3);
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  });

  it('can read attachments', async () => {
    const { journal, approved, options } = await setting();
    const { sha256 } = await journal.attachments.put(new Uint8Array([1, 2]));
    const mailer = quickMailer(
      vi.fn(async (_, { readAttachment }) => [
        { type: 'mail_sent', size: (await readAttachment(sha256)).length },
      ]),
    );
    await react(journal, mailer, approved, options('a'));
    expect(await journal.facts({ from: 4, to: 4 })).toMatchObject([{ size: 2 }]);
  });

  it('needs a journal', async () => {
    const { store, approved, options } = await setting();
    const missing = react(openJournal(store, 'nowhere'), quickMailer(), approved, options('a'));
    await expect(missing).rejects.toMatchObject({ code: 'journal-not-found' });
  });
});

describe('a reaction that fails', () => {
  it('releases the claim and passes the error on', async () => {
    const { journal, approved, options, types } = await setting();
    const failure = new Error('no connection');
    const failing = quickMailer(
      vi
        .fn()
        .mockRejectedValueOnce(failure)
        .mockResolvedValue([{ type: 'mail_sent' }]),
    );
    await expect(react(journal, failing, approved, options('a'))).rejects.toBe(failure);
    expect(await types()).toEqual(['claimed', 'claimed']);
    expect(await react(journal, failing, approved, options('b'))).toMatchObject({ ok: true });
  });

  it('passes its own error on even if the claim cannot be released', async () => {
    const store = memoryStore();
    const { clock, approved } = await setting(store);
    let appends = 0;
    const breaking = storeWith(store, {
      append: async (request) => {
        appends += 1;
        if (appends > 1) throw new JournalError('store-failed', { expected: 'a', actual: 'b', fix: 'c' });
        return await store.append(request);
      },
    });
    const failure = new Error('no connection');
    const failing = quickMailer(vi.fn().mockRejectedValue(failure));
    const options = { worker: 'a', clock, timer: clock };
    await expect(react(openJournal(breaking, 'j'), failing, approved, options)).rejects.toBe(failure);
    expect(appends).toBe(2);
  });

  it('does not begin when the host has stopped', async () => {
    const { journal, approved, options, types } = await setting();
    const stopped = { ...options('a'), signal: AbortSignal.abort(new Error('stopped')) };
    await expect(react(journal, quickMailer(), approved, stopped)).rejects.toThrow('stopped');
    expect(await types()).toEqual([]);
  });

  it('is aborted through the host’s signal', async () => {
    const { journal, approved, options } = await setting();
    const { mailer, started, fail } = heldMailer();
    const host = new AbortController();
    const reaction = react(journal, mailer, approved, { ...options('a'), signal: host.signal });
    const { signal } = await started;
    signal.addEventListener('abort', () => fail(signal.reason));
    host.abort(new Error('shutting down'));
    await expect(reaction).rejects.toThrow('shutting down');
  });
});

describe('a long reaction', () => {
  it('keeps its claim by renewing it', async () => {
    const { journal, approved, options, clock, types } = await setting();
    const { mailer, started, finish } = heldMailer();
    const reaction = react(journal, mailer, approved, options('a'));
    await started;
    for (let renewals = 1; renewals <= 6; renewals++) {
      clock.advance(TTL / 3);
      await eventually(() => journal.head()).toBe(3 + renewals);
      const other = await react(journal, mailer, approved, options('b'));
      expect(other).toMatchObject({ ok: false, reason: 'held', worker: 'a' });
    }
    finish();
    expect(await reaction).toMatchObject({ ok: true });
    expect((await types()).slice(-2)).toEqual(['mail_sent', 'reaction_settled']);
    const head = await journal.head();
    clock.advance(TTL * 10);
    expect(await journal.head()).toBe(head);
  });

  it('keeps its claim if the clock is set back', async () => {
    const { journal, approved, options, clock } = await setting();
    const { mailer, started, finish } = heldMailer();
    const setBack = new SimulatedClock();
    const reaction = react(journal, mailer, approved, { ...options('a'), clock: setBack, timer: clock });
    await started;
    setBack.set(setBack.now() - 3_600_000);
    for (let renewals = 1; renewals <= 6; renewals++) {
      clock.advance(TTL / 3);
      await eventually(() => journal.head()).toBe(3 + renewals);
      const other = await react(journal, mailer, approved, options('b'));
      expect(other).toMatchObject({ ok: false, reason: 'held', worker: 'a' });
    }
    finish();
    expect(await reaction).toMatchObject({ ok: true });
  });

  it('is recorded when the store is available again, and not repeated', async () => {
    const store = memoryStore();
    const { clock, approved, options } = await setting(store);
    const failure = new JournalError('store-unreachable', { expected: 'a', actual: 'b', fix: 'c' });
    let refusals = 3;
    const shaky = storeWith(store, {
      append: async (request) => {
        if (!request.facts.some(({ type }) => type === 'mail_sent') || refusals-- <= 0)
          return await store.append(request);
        throw failure;
      },
    });
    const journal = openJournal(shaky, 'j', { clock });
    const act = vi.fn<Reactor['act']>(async () => [{ type: 'mail_sent' }]);
    const reaction = react(journal, quickMailer(act), approved, options('a'));
    await eventually(() => {
      clock.advance(100);
      return refusals;
    }).toBeLessThan(0);
    expect(await reaction).toMatchObject({ ok: true });
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('that cannot be recorded while its claim stands passes the error on', async () => {
    const store = memoryStore();
    const { clock, approved, options } = await setting(store);
    const failure = new JournalError('store-unreachable', { expected: 'a', actual: 'b', fix: 'c' });
    const broken = storeWith(store, {
      append: async (request) => {
        if (request.facts.some(({ type }) => type === 'mail_sent')) throw failure;
        return await store.append(request);
      },
    });
    const reaction = react(openJournal(broken, 'j', { clock }), quickMailer(), approved, options('a'));
    const ended = vi.fn();
    reaction.then(ended, ended);
    await eventually(() => {
      clock.advance(500);
      return ended;
    }).toHaveBeenCalled();
    await expect(reaction).rejects.toBe(failure);
  });

  it('that stalled loses to the worker that took over, and is aborted', async () => {
    const { journal, approved, options, clock, types } = await setting();
    const late = heldMailer();
    const stalled = react(journal, late.mailer, approved, {
      ...options('a'),
      timer: { after: () => () => {} },
    });
    await late.started;
    clock.advance(TTL);
    expect(await react(journal, quickMailer(), approved, options('b'))).toMatchObject({ ok: true });
    late.finish();
    await expect(stalled).rejects.toThrow(ClaimLostError);
    expect(await types()).toEqual(['claimed', 'claimed', 'mail_sent', 'reaction_settled']);
  });

  it('is aborted when a renewal finds the claim lost', async () => {
    const { journal, approved, options, clock } = await setting();
    const late = heldMailer();
    const stalled = react(journal, late.mailer, approved, options('a'));
    const { signal } = await late.started;
    const ahead = new SimulatedClock(clock.now() + TTL);
    await claim(journal, { work: 'mailer', target: 1, worker: 'b', ttlMs: TTL }, { clock: ahead });
    clock.advance(TTL / 3);
    await eventually(() => signal.aborted).toBe(true);
    expect(signal.reason).toBeInstanceOf(ClaimLostError);
    late.fail(signal.reason);
    await expect(stalled).rejects.toBe(signal.reason);
  });

  it('survives one failed renewal, and is aborted when the claim would expire', async () => {
    const store = memoryStore();
    const { clock, approved, options } = await setting(store);
    const failure = new JournalError('store-failed', { expected: 'a', actual: 'b', fix: 'c' });
    let down = false;
    let refused = 0;
    const shaky = storeWith(store, {
      append: async (request) => {
        if (!down) return await store.append(request);
        refused += 1;
        throw failure;
      },
    });
    const journal = openJournal(shaky, 'j', { clock });
    const { mailer, started, fail } = heldMailer();
    const reaction = react(journal, mailer, approved, options('a'));
    const { signal } = await started;
    down = true;
    clock.advance(TTL / 3);
    await eventually(() => refused).toBe(1);
    down = false;
    clock.advance(TTL / 3);
    await eventually(() => journal.head()).toBe(4);
    expect(signal.aborted).toBe(false);
    down = true;
    clock.advance(TTL / 3);
    await eventually(() => refused).toBe(2);
    clock.advance(TTL / 3);
    await eventually(() => signal.aborted).toBe(true);
    expect(signal.reason).toBe(failure);
    fail(signal.reason);
    await expect(reaction).rejects.toBe(failure);
  });

  it('that ends during a renewal waits for it', async () => {
    const store = memoryStore();
    const { clock, approved, options, types } = await setting(store);
    const renewal = Promise.withResolvers<void>();
    let appends = 0;
    const slow = storeWith(store, {
      append: async (request) => {
        appends += 1;
        if (appends === 2) await renewal.promise;
        return await store.append(request);
      },
    });
    const { mailer, started, finish } = heldMailer();
    const reaction = react(openJournal(slow, 'j', { clock }), mailer, approved, options('a'));
    await started;
    clock.advance(TTL / 3);
    await eventually(() => appends).toBe(2);
    finish();
    await new Promise((resolve) => setImmediate(resolve));
    renewal.resolve();
    expect(await reaction).toMatchObject({ ok: true });
    expect(await types()).toEqual(['claimed', 'claimed', 'mail_sent', 'reaction_settled']);
  });

  it('of a worker that crashed is taken over once', async () => {
    const { journal, approved, options, clock, types } = await setting();
    await claim(journal, { work: 'mailer', target: 1, worker: 'crashed', ttlMs: TTL }, { clock });
    const mailer = quickMailer();
    expect(await react(journal, mailer, approved, options('b'))).toMatchObject({ reason: 'held' });
    clock.advance(TTL);
    await Promise.all(['b', 'c', 'd'].map((worker) => react(journal, mailer, approved, options(worker))));
    expect(mailer.act).toHaveBeenCalledOnce();
    expect(await types()).toEqual(['claimed', 'claimed', 'mail_sent', 'reaction_settled']);
  });
});
