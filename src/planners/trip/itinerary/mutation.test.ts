import { describe, expect, it } from 'vitest';
import { anchor, day, ROUTE_66, tripOf, withAnchor } from '../../../../test/trip-fixture.ts';
import type { Itinerary } from './itinerary.ts';
import { applyMutation, type PlannerMutation } from './mutation.ts';

const ids = ({ anchors }: Itinerary) => anchors.map(({ id }) => id);
const dayIds = ({ days }: Itinerary) => days.map(({ anchorId }) => anchorId);
const numbers = ({ days }: Itinerary) => days.map(({ number }) => number);

const four = tripOf([
  anchor('a', 'A', [1, 1]),
  anchor('b', 'B', [2, 2]),
  anchor('c', 'C', [3, 3]),
  anchor('d', 'D', [4, 4]),
]);
const dated: Itinerary = {
  ...four,
  days: four.days.map((each, at) => ({ ...each, date: `2026-06-0${at + 1}` })),
};

describe('repair handlers preserve unaffected anchors', () => {
  const mutations: PlannerMutation[] = [
    { op: 'REMOVE_ANCHOR', payload: { anchorId: 'b' } },
    { op: 'REMOVE_ANCHOR', payload: { anchorId: 'c', mergeInto: 'b' } },
    { op: 'REPLACE_ANCHOR', payload: { anchorId: 'b', place: { name: 'X', lat: 9, lng: 9 } } },
    { op: 'UPDATE_ANCHOR', payload: { anchorId: 'b', set: { lat: 8 } } },
    { op: 'UPDATE_ANCHOR', payload: { anchorId: 'b', set: { nights: 3 } } },
    { op: 'ADD_ACTIVITY', payload: { dayNumber: 2, activities: [{ id: 'n', title: 'New', kind: 'SIGHT' }] } },
    { op: 'REMOVE_ACTIVITY', payload: { dayNumber: 2, activityId: 'b-2-1' } },
    { op: 'INSERT_ANCHOR', payload: { anchor: anchor('n', 'N', [5, 5]), at: 2, days: [{ activities: [] }] } },
    { op: 'MOVE_ANCHOR', payload: { anchorId: 'b', to: 2 } },
    { op: 'SET_TRAVEL_ONLY', payload: { dayNumber: 2, travelOnly: true } },
  ];

  it.each(mutations)('$op $payload', (mutation) => {
    const before = structuredClone(four);
    const after = applyMutation(four, mutation);
    expect(four).toEqual(before);
    expect(after).not.toBe(four);
    for (const id of ['a', 'd']) {
      expect(after.anchors.find((stop) => stop.id === id)).toBe(four.anchors.find((stop) => stop.id === id));
      const own = (trip: Itinerary) =>
        trip.days.filter(({ anchorId }) => anchorId === id).map(({ number: _, ...rest }) => rest);
      expect(own(after)).toEqual(own(four));
    }
    expect(numbers(after)).toEqual(after.days.map((_, at) => at + 1));
  });

  it.each(mutations)('$op $payload changes nothing when its target is locked', (mutation) => {
    const locked = {
      ...four,
      anchors: four.anchors.map((stop) => ({ ...stop, locked: true })),
      days: four.days.map((each) => ({
        ...each,
        activities: each.activities.map((one) => ({ ...one, locked: true })),
      })),
    };
    const after = applyMutation(locked, mutation);
    for (const stop of locked.anchors) expect(after.anchors).toContain(stop);
    for (const { activities } of locked.days)
      for (const one of activities) {
        expect(after.days.flatMap((each) => each.activities)).toContain(one);
      }
  });

  it.each<PlannerMutation>([
    { op: 'REMOVE_ANCHOR', payload: { anchorId: 'nope' } },
    { op: 'REMOVE_ANCHOR', payload: { anchorId: 'a', mergeInto: 'nope' } },
    { op: 'REMOVE_ANCHOR', payload: { anchorId: 'a', mergeInto: 'a' } },
    { op: 'REPLACE_ANCHOR', payload: { anchorId: 'nope', place: { name: 'X', lat: 1, lng: 1 } } },
    { op: 'REPLACE_ANCHOR', payload: { place: { name: 'X', lat: 1, lng: 1 } } },
    { op: 'UPDATE_ANCHOR', payload: { anchorId: 'a', set: {} } },
    { op: 'ADD_ACTIVITY', payload: { dayNumber: 99, activities: [{ id: 'n', title: 'N', kind: 'X' }] } },
    { op: 'ADD_ACTIVITY', payload: { dayNumber: 1, activities: [] } },
    { op: 'REMOVE_ACTIVITY', payload: { dayNumber: 1, activityId: 'nope' } },
    { op: 'INSERT_ANCHOR', payload: { anchor: anchor('a', 'A', [1, 1]), at: 0, days: [] } },
    { op: 'MOVE_ANCHOR', payload: { anchorId: 'a', to: 0 } },
    { op: 'SET_TRAVEL_ONLY', payload: { dayNumber: 1, travelOnly: false } },
  ])('returns the same object when nothing changes: $op $payload', (mutation) => {
    expect(applyMutation(four, mutation)).toBe(four);
  });
});

describe('reflow', () => {
  it('removing a stop takes its days and numbers the rest', () => {
    const after = applyMutation(four, { op: 'REMOVE_ANCHOR', payload: { anchorId: 'b' } });
    expect(ids(after)).toEqual(['a', 'c', 'd']);
    expect(dayIds(after)).toEqual(['a', 'c', 'd']);
  });

  it.each(['a', 'b', 'd'])('dates stay consecutive after removing %s', (anchorId) => {
    const after = applyMutation(dated, { op: 'REMOVE_ANCHOR', payload: { anchorId } });
    expect(after.days.map(({ date }) => date)).toEqual(['2026-06-01', '2026-06-02', '2026-06-03']);
  });

  it('dates stay consecutive after a stay is shortened', () => {
    const longer = applyMutation(dated, {
      op: 'UPDATE_ANCHOR',
      payload: { anchorId: 'b', set: { nights: 3 } },
    });
    const after = applyMutation(longer, {
      op: 'UPDATE_ANCHOR',
      payload: { anchorId: 'b', set: { nights: 2 } },
    });
    expect(after.days.map(({ date }) => date)).toEqual([
      '2026-06-01',
      '2026-06-02',
      '2026-06-03',
      '2026-06-04',
      '2026-06-05',
    ]);
  });

  it('moving a stop takes its days along, and the dates stay in order', () => {
    const after = applyMutation(dated, { op: 'MOVE_ANCHOR', payload: { anchorId: 'd', to: 1 } });
    expect(ids(after)).toEqual(['a', 'd', 'b', 'c']);
    expect(dayIds(after)).toEqual(['a', 'd', 'b', 'c']);
    expect(after.days.map(({ date }) => date)).toEqual([
      '2026-06-01',
      '2026-06-02',
      '2026-06-03',
      '2026-06-04',
    ]);
  });

  it('inserting a stop puts its days after those of the stops before it', () => {
    const mutation: PlannerMutation = {
      op: 'INSERT_ANCHOR',
      payload: { anchor: anchor('n', 'N', [5, 5]), at: 2, days: [{ activities: [] }, { activities: [] }] },
    };
    expect(dayIds(applyMutation(four, mutation))).toEqual(['a', 'b', 'n', 'n', 'c', 'd']);
  });

  it('more nights append days to the stay, fewer take its last ones but never all', () => {
    const longer = applyMutation(four, {
      op: 'UPDATE_ANCHOR',
      payload: { anchorId: 'b', set: { nights: 3 } },
    });
    expect(dayIds(longer)).toEqual(['a', 'b', 'b', 'b', 'c', 'd']);
    const shorter = applyMutation(longer, {
      op: 'UPDATE_ANCHOR',
      payload: { anchorId: 'b', set: { nights: 1 } },
    });
    expect(dayIds(shorter)).toEqual(['a', 'b', 'c', 'd']);
    const none = applyMutation(four, { op: 'UPDATE_ANCHOR', payload: { anchorId: 'b', set: { nights: 0 } } });
    expect(dayIds(none)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('a stop with a locked activity is not removed', () => {
    const days = four.days.with(1, {
      ...day(2, 'b'),
      activities: [{ id: 'k', title: 'Wedding', kind: 'EVENT', locked: true }],
    });
    const trip = { ...four, days };
    expect(applyMutation(trip, { op: 'REMOVE_ANCHOR', payload: { anchorId: 'b' } })).toBe(trip);
  });

  it('a replaced stop keeps its id, and with an endpoint the trip ends there too', () => {
    const place = { name: 'Boston', admin1: 'MA', country: 'US', lat: 42.36, lng: -71.06 };
    const after = applyMutation(ROUTE_66, {
      op: 'REPLACE_ANCHOR',
      payload: { anchorId: 'chicago', endpoint: 'destination', place },
    });
    expect(after.anchors.at(-1)).toEqual({ id: 'chicago', nights: 1, ...place });
    expect(after.destination).toEqual(place);
  });

  it('a locked stop can be unlocked, and nothing else', () => {
    const locked = withAnchor(ROUTE_66, 'tulsa', { locked: true });
    const unlock: PlannerMutation = {
      op: 'UPDATE_ANCHOR',
      payload: { anchorId: 'tulsa', set: { locked: false } },
    };
    expect(applyMutation(locked, unlock).anchors[5]?.locked).toBe(false);
    const both: PlannerMutation = {
      op: 'UPDATE_ANCHOR',
      payload: { anchorId: 'tulsa', set: { locked: false, lat: 1 } },
    };
    expect(applyMutation(locked, both)).toBe(locked);
  });
});
