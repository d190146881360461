import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Itinerary } from '../../../../src/planners/trip/itinerary/itinerary.ts';
import { applyMutation } from '../../../../src/planners/trip/itinerary/mutation.ts';
import { compareDays } from './day-comparison.ts';
import { stop, TRIP } from './trip-fixture.ts';

describe('two trips side by side', () => {
  it('shows a removed stop alone: later days are the same under another number', () => {
    const after = applyMutation(TRIP, { op: 'REMOVE_ANCHOR', payload: { anchorId: 'Amarillo' } });
    const { changed, same } = compareDays(TRIP, after);
    expect(changed).toEqual([
      { before: expect.objectContaining({ number: 3, name: 'Amarillo' }), after: undefined },
    ]);
    expect(same).toBe(3);
  });

  it('puts a replacement beside what it replaces', () => {
    const place = { name: 'Kingman', lat: 35.19, lng: -114.05 };
    const after = applyMutation(TRIP, { op: 'REPLACE_ANCHOR', payload: { anchorId: 'Amarillo', place } });
    expect(
      compareDays(TRIP, after).changed.map(({ before, after: now }) => [before?.name, now?.name]),
    ).toEqual([['Amarillo', 'Kingman']]);
  });

  it('accounts for every day of both', () => {
    const orders = fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e'], { minLength: 0 });
    const tripOf = (ids: readonly string[]): Itinerary => ({
      ...TRIP,
      anchors: ids.map((id, at) => stop(id, at, id.charCodeAt(0))).map((each) => ({ ...each, lat: 1 })),
      days: ids.map((anchorId, at) => ({ number: at + 1, anchorId, activities: [] })),
    });
    fc.assert(
      fc.property(orders, orders, (left, right) => {
        const { changed, same } = compareDays(tripOf(left), tripOf(right));
        expect(changed.filter(({ before }) => before).length + same).toBe(left.length);
        expect(changed.filter(({ after }) => after).length + same).toBe(right.length);
      }),
    );
  });
});
