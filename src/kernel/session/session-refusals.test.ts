import { describe, expect, it } from 'vitest';
import { add, counting, record, sum, Total } from '../../../test/counting-session.ts';
import { storeWith } from '../../../test/store-with.ts';
import { memoryStore, openJournal } from '../../journal/index.ts';
import type { ToolInvoked } from './facts.ts';
import { type PublishedEvent, Session, type SessionSnapshot } from './session.ts';
import type { Slice } from './slice.ts';

function heardBy(session: Session): PublishedEvent<ToolInvoked>[] {
  const events: PublishedEvent<ToolInvoked>[] = [];
  session.bus.subscribe<PublishedEvent<ToolInvoked>>('ToolInvoked', (event) => events.push(event));
  return events;
}

describe('a session at another version', () => {
  it.each([
    [0, 'version 1: somebody else changed it since'],
    [2, 'version 1, which comes before that'],
  ])('than %s says which it is', async (expected, actual) => {
    const session = counting(new Session());
    await record(session, 1);
    await expect(record(session, 1, expected)).rejects.toMatchObject({
      code: 'conflict',
      expected: `version ${expected}`,
      actual,
      fix: 'Read it again, and repeat the call with the version you find if it still applies.',
    });
  });
});

describe('a snapshot that is not one of the session', () => {
  const fix = 'Roll back to a snapshot that snapshot() of this session made.';

  it.each<[string, unknown, string, string]>([
    [
      'of another one',
      { sessionId: 'other', version: 1, slices: {} },
      'a snapshot of the session mine',
      '"other"',
    ],
    ['that is missing', undefined, 'a snapshot of the session mine', 'undefined'],
    [
      'without slices',
      { sessionId: 'mine', version: 1 },
      'a snapshot with a list of values for each slice',
      'undefined',
    ],
    [
      'whose slice is no list',
      { sessionId: 'mine', version: 1, slices: { Total: 4 } },
      'a snapshot with a list of values for each slice',
      'an object with Total',
    ],
  ])('is refused: one %s', async (_, snapshot, expected, actual) => {
    const session = counting(new Session({ newId: () => 'mine' }));
    await record(session, 2);
    const rollback = session.rollback(snapshot as SessionSnapshot);
    await expect(rollback).rejects.toMatchObject({ code: 'invalid-payload', expected, actual, fix });
    expect(session.select(Total)).toEqual([2]);
  });
});

describe('a slice', () => {
  const Few: Slice<number> = { name: 'Few', parse: Number, most: 2 };

  it('restores as many values as it may hold, and no more', async () => {
    const session = new Session({ newId: () => 'mine' });
    session.register(Few, 'ToolInvoked', sum);
    const holding = (...values: number[]) => ({ sessionId: 'mine', version: 1, slices: { Few: values } });
    await session.rollback(holding(1, 2));
    await expect(session.rollback(holding(1, 2, 3))).rejects.toMatchObject({
      code: 'invalid-payload',
      expected: 'at most 2 in the slice Few',
      actual: '3',
      fix: 'Roll back to a snapshot as session.snapshot() made it.',
    });
    expect(session.select(Few)).toEqual([1, 2]);
  });

  it('is saved with its own toJson, and restored', async () => {
    const Words: Slice<{ readonly word: string }> = {
      name: 'Words',
      parse: (json) => ({ word: String(json) }),
      toJson: ({ word }) => word,
    };
    const session = new Session();
    session.register(Words, 'ToolInvoked', (words, { tool }: ToolInvoked) => [...words, { word: tool }]);
    await session.record(
      () => [add(1), add(1)],
      () => undefined,
    );
    const snapshot = await session.snapshot();
    expect(snapshot).toEqual({ sessionId: session.id, version: 2, slices: { Words: ['add', 'add'] } });
    expect([snapshot, snapshot.slices, snapshot.slices.Words].every(Object.isFrozen)).toBe(true);
    await session.rollback(snapshot);
    expect(session.select(Words)).toEqual([{ word: 'add' }, { word: 'add' }]);
    expect(session.version).toBe(3);
  });
});

describe('a journal that accepts nothing', () => {
  function refusing() {
    const store = storeWith(memoryStore(), {
      append: async () => {
        throw new Error('disk is gone');
      },
    });
    return counting(new Session({ journal: openJournal(store, 's') }));
  }

  it('does not prevent the result of a read-only call', async () => {
    const session = refusing();
    const events = heardBy(session);
    const read = { ...add(0), success: false };
    const result = session.record(
      () => read,
      () => 'answer',
      { evenUnkept: true },
    );
    expect(await result).toBe('answer');
    expect(events).toEqual([{ ...read, sessionId: 's', version: 0 }]);
  });

  it('fails every other call, which is not published', async () => {
    const session = refusing();
    const events = heardBy(session);
    await expect(record(session, 1)).rejects.toThrow('disk is gone');
    const undecided = session.record(
      () => add(-1),
      () => 'answer',
      { evenUnkept: true },
    );
    await expect(undecided).rejects.toThrow('only 0 there');
    expect(events).toEqual([]);
  });

  it('fails to record a failed call, which is still published', async () => {
    const session = refusing();
    const events = heardBy(session);
    const failure = { ...add(3), success: false, error: { code: 'no', message: 'No.' } };
    await expect(session.recordFailure(failure)).rejects.toThrow('disk is gone');
    expect(events).toEqual([{ ...failure, sessionId: 's', version: 0 }]);
  });
});

describe('several events at once', () => {
  it('are published one by one, after all are recorded', async () => {
    const session = counting(new Session());
    const events = heardBy(session);
    const result = session.record(
      () => [add(1), add(2)],
      () => [...session.select(Total), events.length],
    );
    expect(await result).toEqual([3, 0]);
    expect(events.map(({ params, version }) => [params.amount, version])).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });
});
