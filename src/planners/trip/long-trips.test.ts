import { describe, expect, it } from 'vitest';
import { anchor, tripOf } from '../../../test/trip-fixture.ts';
import { evaluatePlannerState } from './evaluate.ts';
import type { Itinerary } from './itinerary/itinerary.ts';
import { pointBetween } from './places/geo.ts';
import { plannerTurn } from './turn/turn.ts';

const LA = { lat: 34.05, lng: -118.24 };
const CHICAGO = { lat: 41.88, lng: -87.63 };

/** So many stops on the straight way from Los Angeles to Chicago, with some changes places. */
function straightTrip(count: number, swapped: readonly [number, number]): Itinerary {
  const stops = Array.from({ length: count }, (_, at) => {
    const { lat, lng } = pointBetween(LA, CHICAGO, at / (count - 1));
    return anchor(`stop-${at}`, `Stop ${at}`, [lat, lng]);
  });
  const [a, b] = swapped;
  const [first, second] = [stops[a], stops[b]];
  return tripOf(first && second ? stops.with(a, second).with(b, first) : stops);
}

describe('a trip of hundreds of stops', () => {
  it('has a misplaced stop moved to its position, however far away that is', () => {
    const trip = straightTrip(300, [100, 140]);
    expect(evaluatePlannerState({}, trip)).toHaveLength(2);
    let turn = plannerTurn({}, {}, trip);
    for (let choice = 0; choice < 2 && turn.action.type === 'SUGGEST_REPAIR'; choice++) {
      const [best] = turn.action.options;
      expect(best?.mutation.op).toBe('MOVE_ANCHOR');
      turn = plannerTurn({ choose: best?.id }, turn.state, turn.itinerary);
    }
    expect(turn.state.issues).toEqual([]);
    const order = turn.itinerary?.anchors.map(({ id }) => id);
    expect(order?.indexOf('stop-140')).toBeGreaterThan(order?.indexOf('stop-130') ?? 0);
  });
});

describe('the cache of an evaluation', () => {
  it('is used once: a stop changed in place is read again', () => {
    const stops = [anchor('la', 'Los Angeles', [34.05, -118.24]), anchor('k', 'Kingman', [35.19, -114.05])];
    const trip = tripOf(stops);
    expect(evaluatePlannerState({}, trip)).toEqual([]);
    Object.assign(stops[1] ?? {}, { lat: 95 });
    expect(evaluatePlannerState({}, trip)).toMatchObject([{ id: 'ANCHOR_INVALID:k' }]);
  });
});
