import { z } from 'zod';
import type { Envelope } from '../../journal/fact.ts';
import { erasedFact } from '../../kernel/projection/kept-fields.ts';
import type { TripEvent } from './facts.ts';
import { TripPreferences } from './requirements/requirements.ts';
import { allLocked, changed, type TripSession } from './trip-fold.ts';

const KeptLock = z.object({
  mutation: z.object({ payload: z.object({ set: z.object({ locked: z.boolean() }) }) }),
});
const KeptAction = z.object({
  action: z.object({ type: z.string() }),
  settled: z.array(z.object({ outcome: z.string().optional() })).default([]),
});

/** The remaining effect of an erased fact whose type is sufficient: undo, redo, or starting over. */
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
 * The trip after an erased fact: permissions and locks stay in effect. The fact also remains an undo step, so that undo
 * goes back as far as before.
 */
export function afterErased(session: TripSession, fact: Envelope): TripSession {
  const erased = erasedFact(fact);
  switch (erased?.type) {
    case 'trip_understood': {
      const { data } = TripPreferences.safeParse(erased.kept?.preferences);
      const opened = changed(session);
      // If the permissions are unknown, nothing is repaired without asking.
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
      // The id of a stop contains its name, so it is unknown which one was locked.
      const mayHaveLocked = kept === undefined || isLock;
      const itinerary = mayHaveLocked ? allLocked(opened.itinerary) : opened.itinerary;
      return { ...opened, itinerary, hasErasedChange: true };
    }
    case 'planner_action': {
      const { action: _, ...unasked } = session;
      const { data } = KeptAction.safeParse(erased.kept);
      // Without the data, the extent of the next undo is unknown.
      if (data === undefined) return { ...unasked, isOpen: false, hasErasedChange: true };
      const opened = data.settled.some(({ outcome }) => outcome === 'WAIVED') ? changed(unasked) : unasked;
      return { ...opened, isOpen: data.action.type === 'AUTO_FIX' && opened.isOpen };
    }
    default:
      return session;
  }
}

/** Adds an undo step of its own. */
function alone(session: TripSession): TripSession {
  return { ...changed({ ...session, isOpen: false }), isOpen: false };
}
