import { describe, expect, it } from 'vitest';
import { applyMutation } from '../../../../src/planners/trip/itinerary/mutation.ts';
import { moveBy, moveOnto, movesOf } from './stop-moves.ts';
import { TRIP } from './trip-fixture.ts';

describe('moving a stop', () => {
  it('offers every other place in the trip, by the day that the stop would come to', () => {
    expect(movesOf(TRIP, 'Amarillo').map(({ label }) => label)).toEqual([
      'Move to day 1, after LA',
      'Move to day 3, after Flagstaff',
      'Move to day 4, after Chicago',
    ]);
  });

  it('puts a stop in the place of the one it is dropped on, and nothing before the start', () => {
    const mutation = moveOnto(TRIP, 'Amarillo', 'Flagstaff');
    expect(mutation && applyMutation(TRIP, mutation).days.map(({ anchorId }) => anchorId)).toEqual([
      'Amarillo',
      'Flagstaff',
      'Flagstaff',
      'Chicago',
    ]);
    expect(moveOnto(TRIP, 'Amarillo', 'LA')).toBeUndefined();
    expect(moveOnto(TRIP, 'Amarillo', 'Amarillo')).toBeUndefined();
    expect(moveBy(TRIP, 'Chicago', 1)).toBeUndefined();
    expect(moveBy(TRIP, 'Chicago', -1)).toMatchObject({ payload: { to: 3 } });
  });

  it('cannot move what is locked', () => {
    const locked = { ...TRIP, anchors: TRIP.anchors.map((each) => ({ ...each, locked: true })) };
    expect(movesOf(locked, 'Amarillo')).toEqual([]);
  });
});
