import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { TripProblemError } from './error.ts';
import { solveTrip } from './solve-trip.ts';
import type { TripConnection, TripProblem } from './trip-problem.ts';

/** Connections in both directions. */
function both(...pairs: (readonly [string, string])[]): TripConnection[] {
  return pairs.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]);
}

const EUROPE: TripProblem = {
  totalDays: 14,
  stays: [
    { city: 'Florence', days: 6 },
    { city: 'Barcelona', days: 5, window: [1, 4] },
    { city: 'Helsinki', days: 5, window: [5, 9] },
  ],
  connections: both(['Barcelona', 'Florence'], ['Helsinki', 'Barcelona']),
};

function reasonsOf(problem: TripProblem): readonly string[] {
  const solution = solveTrip(problem);
  if (solution.ok) throw new TypeError(`it fits: ${JSON.stringify(solution.order)}`);
  return solution.reasons;
}

describe('solving a trip', () => {
  it('counts a travel day for both cities', () => {
    const solution = solveTrip({
      ...EUROPE,
      connections: both(['Barcelona', 'Helsinki'], ['Helsinki', 'Florence']),
    });
    expect(solution).toEqual({
      ok: true,
      order: [
        { city: 'Barcelona', from: 1, to: 5 },
        { city: 'Helsinki', from: 5, to: 9 },
        { city: 'Florence', from: 9, to: 14 },
      ],
    });
  });

  it('takes a connection one way only', () => {
    const stays = [
      { city: 'Rome', days: 2 },
      { city: 'Oslo', days: 2 },
    ];
    const solution = solveTrip({ totalDays: 3, stays, connections: [['Oslo', 'Rome']] });
    expect(solution).toMatchObject({ ok: true, order: [{ city: 'Oslo' }, { city: 'Rome' }] });
  });

  it('starts and ends at the given cities', () => {
    const stays = ['Rome', 'Oslo', 'Bern'].map((city) => ({ city, days: 3 }));
    const connections = both(['Rome', 'Oslo'], ['Oslo', 'Bern'], ['Rome', 'Bern']);
    const solution = solveTrip({ totalDays: 7, stays, connections, start: 'Oslo', end: 'Rome' });
    expect(solution).toMatchObject({
      ok: true,
      order: [{ city: 'Oslo' }, { city: 'Bern' }, { city: 'Rome' }],
    });
  });

  it('keeps the order of the stays where it is free to choose', () => {
    const stays = ['Rome', 'Oslo', 'Bern'].map((city) => ({ city, days: 2 }));
    const connections = both(['Rome', 'Oslo'], ['Oslo', 'Bern'], ['Rome', 'Bern']);
    const solution = solveTrip({ totalDays: 4, stays, connections });
    expect(solution).toMatchObject({
      ok: true,
      order: [{ city: 'Rome' }, { city: 'Oslo' }, { city: 'Bern' }],
    });
  });

  it('takes the cheapest order where connections have a cost', () => {
    const stays = ['Rome', 'Oslo', 'Bern'].map((city) => ({ city, days: 2 }));
    const connections: TripConnection[] = [
      ['Rome', 'Oslo', 2000],
      ['Oslo', 'Bern', 1500],
      ['Rome', 'Bern', 700],
      ['Bern', 'Oslo', 1500],
    ];
    const solution = solveTrip({ totalDays: 4, stays, connections });
    expect(solution).toMatchObject({
      ok: true,
      order: [{ city: 'Rome' }, { city: 'Bern' }, { city: 'Oslo' }],
    });
  });

  it('comes back to a city that has two stays', () => {
    const stays = [
      { city: 'Rome', days: 2 },
      { city: 'Oslo', days: 3 },
      { city: 'Rome', days: 1 },
    ];
    const solution = solveTrip({
      totalDays: 4,
      stays,
      connections: both(['Rome', 'Oslo']),
      start: 'Rome',
      end: 'Rome',
    });
    expect(solution).toEqual({
      ok: true,
      order: [
        { city: 'Rome', from: 1, to: 2 },
        { city: 'Oslo', from: 2, to: 4 },
        { city: 'Rome', from: 4, to: 4 },
      ],
    });
  });

  it('solves a trip of one stay', () => {
    const stays = [{ city: 'Rome', days: 3 }];
    expect(solveTrip({ totalDays: 3, stays, connections: [] })).toEqual({
      ok: true,
      order: [{ city: 'Rome', from: 1, to: 3 }],
    });
  });

  it('orders twenty stays with fixed windows', () => {
    const cities = Array.from({ length: 20 }, (_, i) => `City ${i}`);
    const stays = cities.map((city, i) => ({ city, days: 3, window: [i * 2 + 1, i * 2 + 3] as const }));
    const connections = cities.flatMap((a) => cities.filter((b) => b !== a).map((b) => [a, b] as const));
    const solution = solveTrip({ totalDays: 41, stays: stays.toReversed(), connections });
    expect(solution).toMatchObject({ ok: true, order: cities.map((city) => ({ city })) });
  });

  it('refuses a problem that is too large to search completely', () => {
    const cities = Array.from({ length: 26 }, (_, i) => `City ${i}`);
    const connections = cities.flatMap((a) => cities.filter((b) => b !== a).map((b) => [a, b, 1] as const));
    const stays = cities.map((city) => ({ city, days: 2 }));
    expect(() => solveTrip({ totalDays: 27, stays, connections })).toThrow(
      expect.objectContaining({ code: 'trip-too-large' }),
    );
  });
});

describe('the reason why a trip cannot be solved', () => {
  it('says that the days do not add up', () => {
    expect(
      reasonsOf({ ...EUROPE, totalDays: 12, stays: EUROPE.stays.map(({ city, days }) => ({ city, days })) }),
    ).toEqual([
      'The stays take 14 days together, travel days counted once, but the trip has 12 days: 2 too many.',
    ]);
  });

  it('names two windows that overlap', () => {
    const problem: TripProblem = {
      totalDays: 7,
      stays: [
        { city: 'Rome', days: 4, window: [1, 3] },
        { city: 'Oslo', days: 4, window: [2, 4] },
      ],
      connections: both(['Rome', 'Oslo']),
    };
    expect(reasonsOf(problem)).toContain(
      '4 days in Rome over days 1 to 3 and 4 days in Oslo over days 2 to 4 exclude each other.',
    );
  });

  it('names the connection that would be enough', () => {
    expect(reasonsOf(EUROPE)).toEqual([
      'Travelling by the given connections only and 5 days in Helsinki over days 5 to 9 exclude each other.',
      'Travelling by the given connections only and 5 days in Barcelona over days 1 to 4 exclude each other.',
      'A connection from Helsinki to Florence would be enough.',
    ]);
  });

  it('names a city that is cut off', () => {
    const stays = ['Rome', 'Oslo', 'Bern'].map((city) => ({ city, days: 2 }));
    expect(reasonsOf({ totalDays: 4, stays, connections: both(['Rome', 'Oslo']) })).toContain(
      'No connection joins Bern with another city of the trip.',
    );
  });

  it('names two cities that can only be left', () => {
    const stays = ['Rome', 'Oslo', 'Bern'].map((city) => ({ city, days: 2 }));
    const connections = [
      ['Rome', 'Bern'],
      ['Oslo', 'Bern'],
    ] as const;
    expect(reasonsOf({ totalDays: 4, stays, connections })).toContain(
      'No connection leads to Rome or Oslo, and only one of them can come first.',
    );
  });

  it('names a start that clashes with a window', () => {
    const problem: TripProblem = {
      totalDays: 5,
      stays: [
        { city: 'Rome', days: 3, window: [1, 2] },
        { city: 'Oslo', days: 3 },
      ],
      connections: both(['Rome', 'Oslo']),
      start: 'Oslo',
    };
    expect(reasonsOf(problem)).toEqual([
      '3 days in Rome over days 1 to 2 and starting in Oslo exclude each other.',
    ]);
  });

  it('names a window that no sum of the other stays reaches', () => {
    const problem: TripProblem = {
      totalDays: 9,
      stays: [
        { city: 'Rome', days: 3, window: [3, 5] },
        { city: 'Oslo', days: 4 },
        { city: 'Bern', days: 4 },
      ],
      connections: both(['Rome', 'Oslo'], ['Oslo', 'Bern'], ['Rome', 'Bern']),
    };
    expect(reasonsOf(problem)).toEqual([
      '3 days in Rome over days 3 to 5: the other stays cannot be placed around it.',
    ]);
  });

  it('names a window that is too long, one outside the trip, and ends without a stay', () => {
    const problem: TripProblem = {
      totalDays: 5,
      stays: [
        { city: 'Rome', days: 3, window: [1, 5] },
        { city: 'Oslo', days: 3, window: [6, 7] },
      ],
      connections: both(['Rome', 'Oslo']),
      start: 'Paris',
      end: 'Bern',
    };
    expect(reasonsOf(problem)).toEqual([
      'The trip is to start in Paris, but there is no stay in Paris.',
      'The trip is to end in Bern, but there is no stay in Bern.',
      '3 days in Rome cannot cover days 1 to 5.',
      'Days 6 to 7 in Oslo are not within a trip of 5 days.',
    ]);
  });

  it('says that one stay cannot be both ends', () => {
    const stays = ['Rome', 'Oslo'].map((city) => ({ city, days: 2 }));
    const problem = { totalDays: 3, stays, connections: both(['Rome', 'Oslo']), start: 'Rome', end: 'Rome' };
    expect(reasonsOf(problem)).toEqual([
      'The trip is to start and to end in Rome, but there is only one stay in Rome.',
    ]);
  });
});

describe('an invalid problem', () => {
  const rome = { city: 'Rome', days: 2 };
  test.each([
    ['no days', { totalDays: 0, stays: [rome], connections: [] }],
    ['half a day', { totalDays: 2, stays: [{ city: 'Rome', days: 1.5 }], connections: [] }],
    ['no stays', { totalDays: 2, stays: [], connections: [] }],
    ['a nameless city', { totalDays: 2, stays: [{ city: '', days: 2 }], connections: [] }],
    ['a window backwards', { totalDays: 2, stays: [{ ...rome, window: [2, 1] as const }], connections: [] }],
    ['days that are not a number', { totalDays: Number.NaN, stays: [rome], connections: [] }],
    ['a negative cost', { totalDays: 2, stays: [rome], connections: [['Rome', 'Oslo', -1] as const] }],
  ])('is refused: %s', (_, problem) => {
    expect(() => solveTrip(problem)).toThrow(TripProblemError);
  });
});

const NAMES = ['Rome', 'Oslo', 'Bern', 'Cairo', 'Lima', 'Quito'];

const problems: fc.Arbitrary<TripProblem> = fc.integer({ min: 1, max: 6 }).chain((count) => {
  const cities = NAMES.slice(0, count);
  const pairs = cities.flatMap((a) => cities.filter((b) => b !== a).map((b) => [a, b] as const));
  return fc
    .record({
      days: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: count, maxLength: count }),
      windows: fc.array(
        fc.option(fc.tuple(fc.integer({ min: 1, max: 15 }), fc.integer({ min: 0, max: 4 })), {
          nil: undefined,
          freq: 1,
        }),
        { minLength: count, maxLength: count },
      ),
      connections: fc.subarray(pairs, { minLength: Math.floor(pairs.length / 3) }),
      costs: fc.option(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 30, maxLength: 30 }), {
        nil: undefined,
      }),
      surplus: fc.constantFrom(0, 0, 0, 0, 1),
      start: fc.option(fc.constantFrom(...cities), { nil: undefined, freq: 3 }),
      end: fc.option(fc.constantFrom(...cities), { nil: undefined, freq: 3 }),
    })
    .map(({ days, windows, connections, costs, surplus, start, end }) => ({
      totalDays: days.reduce((sum, length) => sum + length, 0) - (count - 1) + surplus,
      stays: cities.map((city, i) => {
        const window = windows[i];
        return {
          city,
          days: days[i] ?? 1,
          ...(window === undefined ? {} : { window: [window[0], window[0] + window[1]] as const }),
        };
      }),
      connections: connections.map(([a, b], i) => (costs === undefined ? [a, b] : [a, b, costs[i] ?? 0])),
      start,
      end,
    }));
});

/** Every order, one by one, in the order of the stays. */
function* orders(stays: readonly number[]): Generator<number[]> {
  if (stays.length === 0) yield [];
  for (const stay of stays) {
    for (const rest of orders(stays.filter((other) => other !== stay))) yield [stay, ...rest];
  }
}

function byBruteForce({ totalDays, stays, connections, start, end }: TripProblem) {
  let best: { cost: number; order: { city: string; from: number; to: number }[] } | undefined;
  for (const order of orders(stays.map((_, i) => i))) {
    let [today, cost, fits] = [1, 0, true];
    const placed = order.map((index, place) => {
      const { city = '', days = 0, window } = stays[index] ?? {};
      const before = stays[order[place - 1] ?? -1]?.city;
      if (before !== undefined) {
        const way = connections.find(([a, b]) => a === before && b === city);
        if (way === undefined) fits = false;
        cost += way?.[2] ?? 0;
      }
      const from = today;
      today = from + days - 1;
      if (window !== undefined && (from > window[0] || today < window[1])) fits = false;
      return { city, from, to: today };
    });
    if (placed.at(-1)?.to !== totalDays) fits = false;
    if (start !== undefined && placed[0]?.city !== start) fits = false;
    if (end !== undefined && placed.at(-1)?.city !== end) fits = false;
    if (fits && (best === undefined || cost < best.cost)) best = { cost, order: placed };
  }
  return best?.order;
}

describe('laws', () => {
  it('agrees with an exhaustive search, also if there is no solution', () => {
    let solved = 0;
    fc.assert(
      fc.property(problems, (problem) => {
        const solution = solveTrip(problem);
        const expected = byBruteForce(problem);
        if (solution.ok) solved += 1;
        expect(solution.ok ? solution.order : undefined).toEqual(expected);
        if (!solution.ok) expect(solution.reasons.length).toBeGreaterThan(0);
      }),
      { numRuns: 600 },
    );
    expect(solved).toBeGreaterThan(20);
  });

  it('is deterministic', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        expect(solveTrip(structuredClone(problem))).toEqual(solveTrip(problem));
      }),
      { numRuns: 100 },
    );
  });

  it('names clashing windows only if giving one up helps', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        const solution = solveTrip(problem);
        if (solution.ok) return;
        const [reason] = solution.reasons;
        if (solution.reasons.length !== 1 || !reason?.endsWith('exclude each other.')) return;
        const helps = problem.stays.some((_, i) => {
          const stays = problem.stays.map(({ city, days, window }, j) =>
            i === j || window === undefined ? { city, days } : { city, days, window },
          );
          return byBruteForce({ ...problem, stays }) !== undefined;
        });
        const { start: _start, ...noStart } = problem;
        const { end: _end, ...noEnd } = problem;
        const cities = problem.stays.map(({ city }) => city);
        const joined = cities.flatMap((a) => cities.map((b) => [a, b] as const));
        expect(
          helps ||
            byBruteForce(noStart) !== undefined ||
            byBruteForce(noEnd) !== undefined ||
            byBruteForce({ ...problem, connections: joined }) !== undefined,
        ).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
