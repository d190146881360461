import { describe, expect, it } from 'vitest';
import { add, counting, record, sum, Total } from '../../../test/counting-session.ts';
import { storeWith } from '../../../test/store-with.ts';
import { type FactStore, memoryStore, openJournal } from '../../journal/index.ts';
import { ConflictError } from '../error.ts';
import { sessionFacts, type ToolInvoked } from './facts.ts';
import { type FactPassedOver, Session, selectLatest } from './session.ts';
import type { Slice } from './slice.ts';

const Calls: Slice<string> = { name: 'Calls', parse: String };

const lasting = (store: FactStore) => counting(new Session({ journal: openJournal(store, 's') }));

describe('a session with a journal', () => {
  it('is named after it, and its events are facts', async () => {
    const store = memoryStore();
    const session = lasting(store);
    await record(session, 2);
    expect(session.id).toBe('s');
    expect(await openJournal(store, 's').facts()).toMatchObject([{ seq: 1, ...add(2) }]);
  });

  it('is restored in another process', async () => {
    const store = memoryStore();
    await record(lasting(store), 2);
    const next = lasting(store);
    expect(next.select(Total)).toEqual([]);
    expect(await selectLatest(next, Total)).toBe(2);
    expect(next.version).toBe(1);
    expect(await record(lasting(store), 3)).toBe(5);
  });

  it('sees what another process appended, at the latest when it appends itself', async () => {
    const store = memoryStore();
    const [one, other] = [lasting(store), lasting(store)];
    await record(one, 2);
    expect(await record(other, 3)).toBe(5);
    expect(one.select(Total)).toEqual([2]);
    await one.refresh();
    expect(one.select(Total)).toEqual([5]);
  });

  it('has what another process appended in its snapshot', async () => {
    const store = memoryStore();
    const [one, other] = [lasting(store), lasting(store)];
    await record(one, 2);
    await record(other, 3);
    expect(await one.snapshot()).toEqual({ sessionId: 's', version: 2, slices: { Total: [5] } });
  });

  it('decides again if another process was first', async () => {
    const store = memoryStore();
    const other = lasting(store);
    await record(other, 5);
    let left = 1;
    const slow = storeWith(store, {
      append: async (request) => {
        if (left-- > 0) await record(other, -4);
        return await store.append(request);
      },
    });
    const session = lasting(slow);
    await expect(record(session, -2)).rejects.toThrow('only 1 there');
    left = 1;
    await record(other, 8);
    expect(await record(session, -2)).toBe(3);
  });

  it('has the seq of the last change as its version; calls that failed do not count', async () => {
    const store = memoryStore();
    const session = lasting(store);
    await record(session, 2);
    await session.recordFailure({ ...add(1), success: false, error: { code: 'no', message: 'No.' } });
    expect(session.version).toBe(1);
    await record(session, 1, 1);
    expect(session.version).toBe(3);
    await expect(record(lasting(store), 1, 2)).rejects.toBeInstanceOf(ConflictError);
    expect(await openJournal(store, 's').head()).toBe(3);
  });

  it('replays everything to a late reducer', async () => {
    const store = memoryStore();
    const session = lasting(store);
    await record(session, 2);
    await record(session, 3);
    session.register(Calls, 'ToolInvoked', (calls, { tool }: ToolInvoked) => [...calls, tool]);
    await session.refresh();
    expect(session.select(Calls)).toEqual(['add', 'add']);
    expect(session.select(Total)).toEqual([5]);
    expect(session.version).toBe(2);
  });

  it('loses nothing when a reducer comes while a call is on its way', async () => {
    const store = memoryStore();
    await record(lasting(store), 2);
    const session = lasting(store);
    const first = record(session, 3);
    await Promise.resolve();
    session.register(Calls, 'ToolInvoked', (calls, { tool }: ToolInvoked) => [...calls, tool]);
    expect(await first).toBe(5);
    expect(await record(session, 1)).toBe(6);
    expect(session.select(Calls)).toEqual(['add', 'add', 'add']);
  });

  it('rolls back for everybody, and the facts stay', async () => {
    const store = memoryStore();
    const [one, other] = [lasting(store), lasting(store)];
    await record(one, 2);
    const snapshot = await one.snapshot();
    await record(other, 3);
    await other.rollback(snapshot);
    expect(await selectLatest(one, Total)).toBe(2);
    expect(await selectLatest(lasting(store), Total)).toBe(2);
    expect((await openJournal(store, 's').facts()).map(({ type }) => type)).toEqual([
      'ToolInvoked',
      'ToolInvoked',
      'SessionRolledBack',
    ]);
    expect(await record(one, 1)).toBe(3);
  });

  it('continues after an erasure: facts that no longer apply are skipped and reported', async () => {
    const store = memoryStore();
    const session = lasting(store);
    await record(session, 5);
    await record(session, -4);
    await record(session, 3);
    await openJournal(store, 's').redact(1);
    const next = lasting(store);
    const events: FactPassedOver[] = [];
    next.bus.subscribe<FactPassedOver>('FactPassedOver', (event) => events.push(event));
    expect(await selectLatest(next, Total)).toBe(3);
    expect(events).toMatchObject([{ sessionId: 's', seq: 2, slice: 'Total', error: expect.any(RangeError) }]);
    expect(await record(next, 1)).toBe(4);
  });

  it('skips facts of other kinds and unknown shapes', async () => {
    const store = memoryStore();
    const journal = openJournal(store, 's');
    await journal.append([
      { type: 'session_created', title: 'Mine', plannerId: 'plan' },
      { type: 'ToolInvoked', tool: 'add', arguments: [] },
    ]);
    const session = lasting(store);
    expect(await record(session, 2)).toBe(2);
    expect(session.version).toBe(3);
  });

  it('accepts facts of a newer version with extra fields', async () => {
    const store = memoryStore();
    const newer = { ...add(2), error: { code: 'a', message: 'b', hint: 'c' }, agent: 'x' };
    await openJournal(store, 's').append([newer]);
    expect(await selectLatest(lasting(store), Total)).toBe(2);
    const strict = openJournal(memoryStore(), 's', { facts: sessionFacts });
    await expect(Reflect.apply(strict.append, strict, [[newer]])).rejects.toMatchObject({
      code: 'invalid-payload',
    });
  });

  it('records several events together, or none of them', async () => {
    const store = memoryStore();
    const session = lasting(store);
    const all = (...amounts: number[]) =>
      session.record(
        () => amounts.map(add),
        () => session.select(Total).at(-1),
        { expectedVersion: 0 },
      );
    await expect(all(1, 2, -4)).rejects.toThrow('only 3 there');
    expect(session.select(Total)).toEqual([]);
    expect(await all(1, 2, -3, 5)).toBe(5);
    expect(session.version).toBe(4);
    await expect(all(1)).rejects.toBeInstanceOf(ConflictError);
    expect(await openJournal(store, 's').head()).toBe(4);
  });

  it('folds again when a fact is erased while it runs', async () => {
    const store = memoryStore();
    const session = lasting(store);
    await record(session, 5);
    await record(session, 2);
    await openJournal(store, 's').redact(1);
    await session.refresh();
    expect(session.select(Total)).toEqual([2]);
    await record(session, 4);
    await openJournal(store, 's').redact(2);
    await expect(record(session, -6)).rejects.toThrow('only 4 there');
    expect(session.select(Total)).toEqual([4]);
  });

  it('does not keep a fact that is erased while it is read for the first time', async () => {
    const store = memoryStore();
    await record(lasting(store), 5);
    const slow = storeWith(store, {
      read: async (journal, range) => {
        const page = await store.read(journal, range);
        if (range.from === 1) await openJournal(store, 's').redact(1);
        return page;
      },
    });
    const session = lasting(slow);
    await record(session, 2);
    await session.refresh();
    expect(session.select(Total)).toEqual([2]);
  });

  it('works with a journal that does not count erasures', async () => {
    const journal = openJournal(memoryStore(), 's');
    const plain = {
      id: journal.id,
      append: journal.append.bind(journal),
      facts: journal.facts.bind(journal),
      head: journal.head.bind(journal),
    };
    const session = new Session({ journal: plain });
    session.register(Total, 'ToolInvoked', sum);
    expect(await record(session, 2)).toBe(2);
    expect(await record(session, 2)).toBe(4);
  });

  it('works with a journal that has the session fact types', async () => {
    const journal = openJournal(memoryStore(), 's', { facts: sessionFacts });
    const session = new Session({ journal });
    session.register(Total, 'ToolInvoked', sum);
    await record(session, 2);
    await session.rollback(await session.snapshot());
    expect(await selectLatest(new Session({ journal }), Total)).toBeUndefined();
    expect(session.select(Total)).toEqual([2]);
  });

  it('surfaces a failing store, and works again when the store does', async () => {
    const store = memoryStore();
    let broken = true;
    const shaky = storeWith(store, {
      append: async (request) => {
        if (broken) throw new Error('disk is gone');
        return await store.append(request);
      },
    });
    const session = lasting(shaky);
    await expect(record(session, 2)).rejects.toThrow('disk is gone');
    expect(session.select(Total)).toEqual([]);
    broken = false;
    expect(await record(session, 2)).toBe(2);
  });
});
