import { describe, expect, it } from 'vitest';
import { add, counting, record, Total } from '../../../test/counting-session.ts';
import { sequentialIds } from '../../testing/sequential-ids.ts';
import { ConflictError } from '../error.ts';
import { InProcessEventBus } from './event-bus.ts';
import type { ToolInvoked } from './facts.ts';
import { type PublishedEvent, Session, selectLatest } from './session.ts';

const inMemory = () => counting(new Session());

describe('a session in memory', () => {
  it('changes its slices through reducers, and counts the changes', async () => {
    const session = inMemory();
    expect(session.version).toBe(0);
    expect(await record(session, 2)).toBe(2);
    expect(await record(session, 3)).toBe(5);
    expect(session.version).toBe(2);
    expect(await selectLatest(session, Total)).toBe(5);
  });

  it('has an id of its own', () => {
    expect(new Session({ newId: sequentialIds() }).id).toBe('session-1');
    expect(new Session().id).not.toBe(new Session().id);
  });

  it('applies nothing twice when a reducer is registered twice', async () => {
    const session = counting(inMemory());
    expect(await record(session, 2)).toBe(2);
  });

  it('passes on a reducer’s exception, changes nothing and continues', async () => {
    const session = inMemory();
    await record(session, 1);
    await expect(record(session, -2)).rejects.toThrow('only 1 there');
    expect(session.select(Total)).toEqual([1]);
    expect(await record(session, 1)).toBe(2);
  });

  it('decides one call after the other, each on the previous result', async () => {
    const session = inMemory();
    const seen = await Promise.all(Array.from({ length: 32 }, () => record(session, 1)));
    expect(seen).toEqual(Array.from({ length: 32 }, (_, i) => i + 1));
  });

  it('rejects with a conflict if it is past the expected version', async () => {
    const session = inMemory();
    await record(session, 1, 0);
    const late = await record(session, 1, 0).catch((error: unknown) => error);
    expect(late).toBeInstanceOf(ConflictError);
    expect(late).toMatchObject({ expected: 'version 0', actual: expect.stringContaining('version 1') });
    expect(session.select(Total)).toEqual([1]);
    expect(await record(session, 1, 1)).toBe(2);
  });

  it('publishes the event, its session and the resulting version', async () => {
    const bus = new InProcessEventBus();
    const events: PublishedEvent<ToolInvoked>[] = [];
    bus.subscribe<PublishedEvent<ToolInvoked>>('ToolInvoked', (event) => events.push(event));
    const session = counting(new Session({ bus }));
    await record(session, 2);
    const failure = { ...add(3), success: false, error: { code: 'no', message: 'No.' } };
    await session.recordFailure(failure);
    expect(events).toEqual([
      { ...add(2), sessionId: session.id, version: 1 },
      { ...failure, sessionId: session.id, version: 1 },
    ]);
    expect(session.select(Total)).toEqual([2]);
  });

  it('is separate from another session on the same bus', async () => {
    const bus = new InProcessEventBus();
    const [one, other] = [counting(new Session({ bus })), counting(new Session({ bus }))];
    await record(one, 2);
    expect(one.select(Total)).toEqual([2]);
    expect(other.select(Total)).toEqual([]);
  });

  it('restores a snapshot as a change like any other', async () => {
    const session = inMemory();
    const empty = await session.snapshot();
    await record(session, 2);
    const two = await session.snapshot();
    await record(session, 3);
    await session.rollback(two);
    expect(session.select(Total)).toEqual([2]);
    expect(session.version).toBe(3);
    await session.rollback(empty);
    expect(session.select(Total)).toEqual([]);
    expect(await record(session, 4)).toBe(4);
    expect(two).toMatchObject({ version: 1, slices: { Total: [2] } });
  });

  it('restores a snapshot from JSON', async () => {
    const newId = () => 'same';
    const session = counting(new Session({ newId }));
    await record(session, 2);
    const kept = JSON.stringify(await session.snapshot());
    const next = counting(new Session({ newId }));
    await next.rollback(JSON.parse(kept));
    expect(await record(next, 1)).toBe(3);
  });
});
