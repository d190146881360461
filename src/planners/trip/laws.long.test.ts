import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ROUTE_66 } from '../../../test/trip-fixture.ts';
import { evaluatePlannerState } from './evaluate.ts';
import type { Anchor, Day, Itinerary } from './itinerary/itinerary.ts';
import type { PlannerAction } from './planner-state.ts';
import { answerTo, renderAction } from './turn/chat.ts';
import { plannerTurn } from './turn/turn.ts';

const context = { now: () => '2026-02-18T12:00:00.000Z' };

const known = fc.constantFrom(...ROUTE_66.anchors);
const coordinate = fc.oneof(
  { weight: 4, arbitrary: fc.double({ min: -180, max: 180, noNaN: true }) },
  fc.constantFrom(
    0,
    95,
    -181,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null as unknown as number,
    '7' as unknown as number,
  ),
);
const anyAnchor: fc.Arbitrary<Anchor> = fc.oneof(
  { weight: 5, arbitrary: known },
  fc
    .record({
      id: fc.constantFrom('x', 'y', 'z'),
      name: fc.constantFrom('Kingman', 'Springfield', 'Paris', '', '???'),
      lat: coordinate,
      lng: coordinate,
      locked: fc.boolean(),
    })
    .map((made): Anchor => made),
);
const anyDay = (anchors: readonly Anchor[]): fc.Arbitrary<Day> =>
  fc.record({
    number: fc.constant(0),
    anchorId: fc.constantFrom(...anchors.map(({ id }) => id), 'nowhere'),
    activities: fc.array(
      fc.record({
        id: fc.string({ maxLength: 3 }),
        title: fc.string({ maxLength: 5 }),
        kind: fc.constantFrom('SIGHT', 'TRANSIT'),
      }),
      { maxLength: 3 },
    ),
  });
const anyTrip: fc.Arbitrary<Itinerary> = fc
  .uniqueArray(anyAnchor, { minLength: 1, maxLength: 8, selector: ({ id }) => id })
  .chain((anchors) =>
    fc.record({
      mode: fc.constantFrom('road', 'flight', 'mixed'),
      roundTrip: fc.boolean(),
      origin: fc.constantFrom(
        { name: 'Los Angeles' },
        { name: '' },
        { name: 'Qwxyzburg' },
        { name: 'X', lat: 35, lng: -110 },
      ),
      destination: fc.constantFrom({ name: 'Chicago' }, { name: 'Chicago' }, { name: 'Kingman' }),
      anchors: fc.constant(anchors),
      days: fc
        .array(anyDay(anchors), { maxLength: 8 })
        .map((days) => days.map((each, at) => ({ ...each, number: at + 1 }))),
    }),
  );

const derived = new Set(['validity', 'issues', 'number']);
const bare = (node: object): string =>
  JSON.stringify(Object.fromEntries(Object.entries(node).filter(([field]) => !derived.has(field))));

/** The stops and days that a mutation names. */
function named(
  action: PlannerAction | undefined,
  optionId?: string,
): { anchors: Set<string>; days: Set<number>; isGone: boolean } {
  const mutation =
    action?.type === 'AUTO_FIX'
      ? action.change
      : action?.type === 'SUGGEST_REPAIR'
        ? action.options.find(({ id }) => id === optionId)?.mutation
        : undefined;
  const payload = (mutation?.payload ?? {}) as { anchorId?: string; mergeInto?: string; dayNumber?: number };
  return {
    anchors: new Set([payload.anchorId, payload.mergeInto].flatMap((id) => id ?? [])),
    days: new Set(payload.dayNumber === undefined ? [] : [payload.dayNumber]),
    isGone: mutation?.op === 'REMOVE_DAY',
  };
}

function expectUntouched(before: Itinerary, after: Itinerary, touched: ReturnType<typeof named>): void {
  const stops = (trip: Itinerary) =>
    trip.anchors
      .filter(({ id }) => !touched.anchors.has(id))
      .map(bare)
      .toSorted();
  expect(stops(after)).toEqual(stops(before));
  // Where a day went, the number that it had is that of the next.
  const isNamed = (trip: Itinerary, number: number) =>
    touched.days.has(number) && !(touched.isGone && trip === after && after.days.length < before.days.length);
  const days = (trip: Itinerary) =>
    trip.days
      .filter(({ anchorId, number }) => !touched.anchors.has(anchorId) && !isNamed(trip, number))
      .map(bare)
      .toSorted();
  expect(days(after)).toEqual(days(before));
}

describe('laws', () => {
  it('evaluation is deterministic and total, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyTrip, fc.anything()),
        fc.oneof(fc.constant({}), fc.anything()),
        (trip, state) => {
          const first = evaluatePlannerState(state, trip, context);
          expect(evaluatePlannerState(state, trip, context)).toEqual(first);
          expect(new Set(first.map(({ id }) => id)).size).toBe(first.length);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('a turn never throws, and changes nothing of what it is given', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyTrip, fc.anything()),
        fc.oneof(fc.record({ text: fc.string() }), fc.record({ choose: fc.string() }), fc.anything()),
        (trip, input) => {
          const before = JSON.stringify(trip);
          plannerTurn(input as object, {}, trip, context);
          expect(JSON.stringify(trip)).toBe(before);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('a fix leaves every node that it does not name as it was', () => {
    fc.assert(
      fc.property(anyTrip, (trip) => {
        const { action, itinerary } = plannerTurn({}, {}, trip, context);
        if (itinerary === null) return;
        expectUntouched(trip, itinerary, named(action));
      }),
      { numRuns: 200 },
    );
  });

  it('an option leaves every other node as it was, and never raises the number of issues', () => {
    fc.assert(
      fc.property(anyTrip, (trip) => {
        const first = plannerTurn({ choose: 'none' }, {}, trip, context);
        if (first.action.type !== 'SUGGEST_REPAIR' || first.itinerary === null) return;
        expect(first.action.options.length).toBeGreaterThan(0);
        for (const { id } of first.action.options) {
          const after = plannerTurn({ choose: id }, first.state, first.itinerary, context);
          if (after.itinerary === null) throw new Error('lost');
          const left = evaluatePlannerState(after.state, after.itinerary, context).length;
          expect(left).toBeLessThanOrEqual(first.state.issues.length);
          if (after.action.type !== 'AUTO_FIX')
            expectUntouched(first.itinerary, after.itinerary, named(first.action, id));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('locked stops never change', () => {
    fc.assert(
      fc.property(anyTrip, fc.array(fc.nat({ max: 5 }), { maxLength: 6 }), (trip, choices) => {
        const locked = trip.anchors.filter((stop) => stop.locked).map(bare);
        let turn = plannerTurn({}, { preferences: { autoRepairPlaces: true } }, trip, context);
        for (const choice of choices) {
          const { action, state, itinerary } = turn;
          const option =
            action.type === 'SUGGEST_REPAIR' ? action.options[choice % action.options.length] : undefined;
          turn = plannerTurn(option ? { choose: option.id } : {}, state, itinerary, context);
        }
        const after = turn.itinerary?.anchors.map(bare) ?? [];
        for (const stop of locked) expect(after).toContain(stop);
      }),
      { numRuns: 150 },
    );
  });

  it('every sequence of empty turns reaches a stable action', () => {
    fc.assert(
      fc.property(anyTrip, (trip) => {
        let turn = plannerTurn({}, {}, trip, context);
        for (let turns = 0; turns < 50; turns++) turn = plannerTurn({}, turn.state, turn.itinerary, context);
        const again = plannerTurn({}, turn.state, turn.itinerary, context);
        expect(again.action).toEqual(turn.action);
        expect(again.action.type).not.toBe('AUTO_FIX');
        expect(again.itinerary).toEqual(turn.itinerary);
      }),
      { numRuns: 60 },
    );
  });

  it('the chat adapter emits exactly the action it was given', () => {
    fc.assert(
      fc.property(anyTrip, (trip) => {
        const { action } = plannerTurn({ choose: 'none' }, {}, trip, context);
        const message = renderAction(action);
        expect(message.action).toBe(action);
        if (action.type === 'SUGGEST_REPAIR') {
          expect(message.options).toEqual(action.options.map(({ id, label }) => ({ id, label })));
          for (const [at, { id }] of action.options.entries()) {
            expect(answerTo(action, `${at + 1}`)).toEqual({ choose: id });
          }
        }
        if (action.type === 'ASK_USER') expect(message.text.split(action.question)).toHaveLength(2);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the chat adapter', () => {
  it('Chat adapter renders ASK_USER exactly once and does not reorder questions', () => {
    let state: unknown = {};
    const asked = ['', 'from LA', 'to Chicago', '6 days'].map((text) => {
      const turn = plannerTurn({ text }, state, null, context);
      state = turn.state;
      const rendered = renderAction(turn.action).text;
      if (turn.action.type === 'ASK_USER') expect(rendered.split(turn.action.question)).toHaveLength(2);
      expect(rendered.split('?')).toHaveLength(2);
      return turn.state.asking;
    });
    expect(asked).toEqual([['origin', 'destination'], ['destination'], ['mode'], ['mode']]);
  });

  it('Chat layer renders actions as-is without adding ordering logic', () => {
    const action: PlannerAction = {
      type: 'SUGGEST_REPAIR',
      reason: 'Why.',
      options: ['b', 'a', 'c'].map((id) => ({
        id,
        label: id.toUpperCase(),
        mutation: { op: 'REMOVE_ANCHOR', payload: { anchorId: id } },
      })),
    };
    expect(renderAction(action)).toEqual({
      action,
      text: 'Why.',
      options: [
        { id: 'b', label: 'B' },
        { id: 'a', label: 'A' },
        { id: 'c', label: 'C' },
      ],
    });
    expect(answerTo(action, '2')).toEqual({ choose: 'a' });
    expect(answerTo(action, 'C')).toEqual({ choose: 'c' });
    expect(answerTo(action, 'make it 9 days')).toEqual({ text: 'make it 9 days' });
    expect(answerTo({ type: 'CONTINUE_PLAN' }, '2')).toEqual({ text: '2' });
  });
});
