import { z } from 'zod';
import type { Envelope } from '../../journal/fact.ts';
import { erasedFact } from '../../kernel/kept-fields.ts';
import type { Itinerary } from './itinerary.ts';
import type { TripSession } from './trip-fold.ts';
import { TripPreferences } from './wishes.ts';

const KeptLock = z.object({
  mutation: z.object({ payload: z.object({ set: z.object({ locked: z.boolean() }) }) }),
});

/** The trip after a fact that was erased: what the user allows, and that stops are locked, stays in force. */
export function afterErased(session: TripSession, fact: Envelope): TripSession {
  const erased = erasedFact(fact);
  switch (erased?.type) {
    case 'trip_understood': {
      const { data } = TripPreferences.safeParse(erased.kept?.preferences);
      // Where it is gone what they allowed, nothing is repaired without asking.
      const preferences = data ?? { ...session.state.preferences, autoRepairPlaces: false };
      return { ...session, state: { ...session.state, preferences } };
    }
    case 'itinerary_mutated': {
      const { data: lock } = KeptLock.safeParse(erased.kept);
      const mayHaveLocked = erased.kept === undefined || lock?.mutation.payload.set.locked === true;
      const { itinerary } = session;
      // The id of a stop is its name: which one it was is gone.
      return mayHaveLocked && itinerary ? { ...session, itinerary: allLocked(itinerary) } : session;
    }
    default:
      return session;
  }
}

function allLocked(itinerary: Itinerary): Itinerary {
  return { ...itinerary, anchors: itinerary.anchors.map((anchor) => ({ ...anchor, locked: true })) };
}
