import { describe, expect, it } from 'vitest';
import { ROUTE_66 } from '../../../test/trip-fixture.ts';
import { type TripEvent, tripEventOf } from './facts.ts';
import type { PlannerMutation } from './itinerary/mutation.ts';
import { foldTrip, MAX_UNDO } from './trip-fold.ts';

const imported: TripEvent = { type: 'itinerary_imported', itinerary: ROUTE_66, format: 'json' };
const undone: TripEvent = { type: 'trip_undone', at: '2026-06-01T00:00:00.000Z' };
const redone: TripEvent = { type: 'trip_redone', at: '2026-06-01T00:00:00.000Z' };
const lock = (anchorId: string): PlannerMutation => ({
  op: 'UPDATE_ANCHOR',
  payload: { anchorId, set: { locked: true } },
});
const byHand = (anchorId: string): TripEvent => ({
  type: 'itinerary_mutated',
  mutation: lock(anchorId),
  by: 'person',
});
const bySaying = (anchorId: string): TripEvent => ({
  type: 'itinerary_mutated',
  mutation: lock(anchorId),
  by: 'revision',
});
const action: TripEvent = {
  type: 'planner_action',
  action: { type: 'CONTINUE_PLAN' },
  issues: [],
  advisories: [],
  settled: [],
  asking: [],
  asked: [],
  knownFields: { origin: true, destination: true, days: true, mode: true },
  anchorValidity: {},
};

function locked(...events: readonly TripEvent[]): string[] {
  return (foldTrip(events).itinerary?.anchors ?? []).filter((stop) => stop.locked).map(({ id }) => id);
}

describe('the fold of a trip', () => {
  it('undoes manual changes one by one', () => {
    const events = [imported, byHand('la'), byHand('tulsa')];
    expect(locked(...events)).toEqual(['la', 'tulsa']);
    expect(locked(...events, undone)).toEqual(['la']);
    expect(locked(...events, undone, undone)).toEqual([]);
    expect(locked(...events, undone, undone, redone)).toEqual(['la']);
    expect(locked(...events, undone, undone, redone, redone)).toEqual(['la', 'tulsa']);
  });

  it('undoes all changes of one message together', () => {
    const events = [imported, bySaying('la'), bySaying('tulsa'), action];
    expect(locked(...events, undone)).toEqual([]);
    expect(locked(...events, undone, redone)).toEqual(['la', 'tulsa']);
  });

  it('drops undone changes once something else changes', () => {
    expect(locked(imported, byHand('la'), undone, byHand('tulsa'), redone)).toEqual(['tulsa']);
  });

  it('can be undone to its beginning', () => {
    expect(foldTrip([imported, undone, undone]).itinerary).toBeNull();
    expect(foldTrip([undone, redone]).itinerary).toBeNull();
  });

  it('keeps a limited number of undo steps', () => {
    const requirements = Array.from({ length: MAX_UNDO + 50 }, (_, days): TripEvent[] => [
      { type: 'trip_understood', wishes: { days: days + 1 }, preferences: {}, by: 'rules' },
      action,
    ]);
    expect(foldTrip(requirements.flat()).past).toHaveLength(MAX_UNDO);
  });

  it('continues from a saved state', () => {
    const events = [imported, byHand('la'), action, undone, redone, byHand('tulsa')];
    for (let at = 0; at <= events.length; at++) {
      const earlier = JSON.parse(JSON.stringify(foldTrip(events.slice(0, at))));
      expect(foldTrip(events.slice(at), earlier)).toEqual(foldTrip(events));
    }
  });

  it('skips unreadable facts and those of other planners', () => {
    const envelope = { seq: 1, id: 'f', ts: '2026-06-01T00:00:00.000Z', v: 1 };
    expect(tripEventOf({ ...envelope, type: 'note_added' })).toBeUndefined();
    expect(tripEventOf({ ...envelope, type: 'itinerary_mutated' })).toBeUndefined();
  });
});
