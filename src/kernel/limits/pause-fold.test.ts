import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../journal/fact.ts';
import { acceptAll } from '../projection/projection.ts';
import { Paused, PauseFold } from './pause.ts';

type Payload = Readonly<Record<string, unknown>> & { readonly type: string };

/** A fold that took these in, each at the next seq and a second later. */
function bookOf(
  payloads: readonly Payload[],
  options?: ConstructorParameters<typeof PauseFold>[0],
): PauseFold {
  return acceptAll(
    new PauseFold(options),
    payloads.map((payload, at) => factOf(payload, at + 1)),
  );
}

function factOf(payload: Payload, seq: number): Envelope {
  return { ...payload, seq, id: `f${seq}`, ts: `2026-01-01T00:00:0${seq}.000Z`, v: 1 };
}

const BY_ADA = { type: 'session_paused', cause: 'person', by: 'ada' };
const AT_LIMIT = { type: 'session_paused', cause: 'limit', limit: 'usd', spent: 2.5, allowed: 2 };
const resumed = (limits?: Readonly<Record<string, number>>) => ({
  type: 'session_resumed',
  by: 'ada',
  ...(limits && { limits }),
});

describe('a fold of pauses', () => {
  it.each<[string, Payload[], unknown]>([
    [
      'a person',
      [{ type: 'asked' }, BY_ADA],
      { seq: 2, since: '2026-01-01T00:00:02.000Z', cause: 'person', by: 'ada' },
    ],
    [
      'a person with a reason',
      [{ ...BY_ADA, reason: 'Wait.' }],
      { seq: 1, since: '2026-01-01T00:00:01.000Z', cause: 'person', by: 'ada', reason: 'Wait.' },
    ],
    [
      'a limit',
      [AT_LIMIT],
      { seq: 1, since: '2026-01-01T00:00:01.000Z', cause: 'limit', limit: 'usd', spent: 2.5, allowed: 2 },
    ],
    [
      'somebody that nobody wrote down',
      [{ type: 'session_paused', cause: 'person' }],
      { seq: 1, since: '2026-01-01T00:00:01.000Z', cause: 'person', by: '' },
    ],
  ])('tells that it was %s, and since when', (_, payloads, pause) => {
    expect(bookOf(payloads).pause).toStrictEqual(pause);
  });

  it('reads a pause and its end with extra fields of a newer version', () => {
    expect(bookOf([{ ...BY_ADA, mood: 'calm' }]).pause).toMatchObject({ by: 'ada' });
    const { pause, raised } = bookOf([BY_ADA, { ...resumed({ usd: 1, apples: 9 }), mood: 'calm' }]);
    expect(pause).toBeUndefined();
    expect(raised).toEqual({ usd: 1 });
  });

  it.each([
    { type: 'session_paused', cause: 'weather' },
    { type: 'session_paused', cause: 'limit', spent: 1, allowed: 1 },
    { type: 'session_paused', cause: 'limit', limit: 'usd', allowed: 1 },
    { type: 'session_paused', cause: 'limit', limit: 'usd', spent: 1 },
    { type: 'task_paused', cause: 'person', by: 'ada' },
  ])('does not count %j as a pause', (payload) => {
    expect(bookOf([payload]).pause).toBeUndefined();
  });

  it('stays paused if the end cannot be read', () => {
    expect(bookOf([BY_ADA, { type: 'session_resumed' }]).pause).toMatchObject({ by: 'ada' });
    expect(bookOf([BY_ADA, { type: 'resumed', by: 'ada' }]).pause).toMatchObject({ by: 'ada' });
  });

  it('keeps the highest raised value of every limit', () => {
    const ends = [resumed({ usd: 4 }), resumed(), resumed({ usd: 3, seconds: 0 }), resumed({ seconds: 7 })];
    expect(bookOf(ends).raised).toStrictEqual({ usd: 4, seconds: 7 });
    expect(bookOf([resumed({ tokens: 0 })]).raised).toStrictEqual({ tokens: 0 });
    expect(bookOf([resumed()]).raised).toStrictEqual({});
    expect(new PauseFold().raised).toStrictEqual({});
  });

  it('ignores copied facts', () => {
    expect(bookOf([BY_ADA], { nativeFrom: 2 }).pause).toBeUndefined();
    expect(bookOf([BY_ADA, AT_LIMIT], { nativeFrom: 2 }).pause).toMatchObject({ seq: 2, cause: 'limit' });
  });

  it('can use other fact types', () => {
    const types = { paused: 'run_paused', resumed: 'run_resumed' };
    const paused = { ...BY_ADA, type: 'run_paused' };
    expect(bookOf([BY_ADA], { types }).pause).toBeUndefined();
    expect(bookOf([paused, resumed()], { types }).pause).toMatchObject({ seq: 1 });
    expect(bookOf([paused, { ...resumed(), type: 'run_resumed' }], { types }).pause).toBeUndefined();
  });

  it('is immutable', () => {
    const types = { paused: 'run_paused', resumed: 'run_resumed' };
    const paused = { ...BY_ADA, type: 'run_paused' };
    const end = { ...resumed({ usd: 4 }), type: 'run_resumed' };
    const fold = bookOf([paused, end, paused], { nativeFrom: 2, types });
    expect(fold.accept(factOf(end, 1))).toBe(fold);
    const next = fold.accept(factOf({ ...end, limits: { usd: 9 } }, 4));
    expect([next.pause, next.raised]).toEqual([undefined, { usd: 9 }]);
    expect([fold.pause?.seq, fold.raised]).toEqual([3, { usd: 4 }]);
  });
});

describe('the payload of a pause', () => {
  const limit = { cause: 'limit', limit: 'usd', spent: 2, allowed: 1 };
  const { limit: _limit, ...noLimit } = limit;
  const { spent: _spent, ...noSpent } = limit;
  const { allowed: _allowed, ...noAllowed } = limit;

  it.each([
    [{ cause: 'person', by: 'ada' }, true],
    [{ cause: 'person', by: 'ada', reason: 'Wait.' }, true],
    [{ cause: 'person', reason: 'Wait.' }, false],
    [limit, true],
    [noLimit, false],
    [noSpent, false],
    [noAllowed, false],
  ])('names a person, or everything about the limit: %j is %s', (payload, isWhole) => {
    const { success, error } = Paused.safeParse(payload);
    expect(success).toBe(isWhole);
    if (!isWhole) expect(error?.issues).toMatchObject([{ code: 'custom' }]);
  });
});
