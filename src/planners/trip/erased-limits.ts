import { z } from 'zod';
import type { Envelope } from '../../journal/fact.ts';
import { erasedFact } from '../../kernel/projection/kept-fields.ts';
import type { TripEvent } from './facts.ts';
import { allLocked, changed, type TripSession } from './trip-fold.ts';
import { TripPreferences } from './wishes/wishes.ts';

const KeptLock = z.object({
  mutation: z.object({ payload: z.object({ set: z.object({ locked: z.boolean() }) }) }),
});
const KeptAction = z.object({
  action: z.object({ type: z.string() }),
  settled: z.array(z.object({ outcome: z.string().optional() })).default([]),
});

/** What an erased fact still does, where its type says all of it: to go back, to go forward, or to begin anew. */
export function movedBy(fact: Envelope): TripEvent | undefined {
  switch (erasedFact(fact)?.type) {
    case 'trip_undone':
      return { type: 'trip_undone', at: fact.ts };
    case 'trip_redone':
      return { type: 'trip_redone', at: fact.ts };
    case 'trip_started_over':
      return { type: 'trip_started_over' };
    default:
      return undefined;
  }
}

/**
 * The trip after a fact that was erased: what the user allows, and that stops are locked, stays in force. It stays a moment
 * to come back to as well, so that an undo goes back as far as it did.
 */
export function afterErased(session: TripSession, fact: Envelope): TripSession {
  const erased = erasedFact(fact);
  switch (erased?.type) {
    case 'trip_understood': {
      const { data } = TripPreferences.safeParse(erased.kept?.preferences);
      const opened = changed(session);
      // Where it is gone what they allowed, nothing is repaired without asking.
      const preferences = data ?? { ...opened.state.preferences, autoRepairPlaces: false };
      return { ...opened, state: { ...opened.state, preferences } };
    }
    case 'itinerary_generated':
    case 'itinerary_regenerated':
      return changed(session);
    case 'itinerary_imported':
      return alone(session);
    case 'itinerary_mutated': {
      const { kept } = erased;
      const opened = kept === undefined || kept.by === 'person' ? alone(session) : changed(session);
      const isLock = KeptLock.safeParse(kept).data?.mutation.payload.set.locked === true;
      // The id of a stop is its name: which one it was is gone.
      const mayHaveLocked = kept === undefined || isLock;
      const itinerary = mayHaveLocked ? allLocked(opened.itinerary) : opened.itinerary;
      return { ...opened, itinerary, hasErasedChange: true };
    }
    case 'planner_action': {
      const { data } = KeptAction.safeParse(erased.kept);
      // Without it nobody knows how far the next undo goes.
      if (data === undefined) return { ...session, isOpen: false, hasErasedChange: true };
      const opened = data.settled.some(({ outcome }) => outcome === 'WAIVED') ? changed(session) : session;
      return { ...opened, isOpen: data.action.type === 'AUTO_FIX' && opened.isOpen };
    }
    default:
      return session;
  }
}

/** With a moment to come back to that is nothing else's. */
function alone(session: TripSession): TripSession {
  return { ...changed({ ...session, isOpen: false }), isOpen: false };
}
