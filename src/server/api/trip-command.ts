import { answerTo } from '../../planners/trip/chat.ts';
import { applyMutation, type PlannerMutation } from '../../planners/trip/mutation.ts';
import type { CommandDone } from './run-command.ts';
import type { SessionView } from './session-view.ts';
import { TripFold } from './trip-view.ts';
import { conflict, decideOn } from './view-decision.ts';

/** What a person says about a trip: a number or a label chooses one of the options that are offered. */
export async function sayToTrip(view: SessionView, text: string): Promise<CommandDone> {
  return await decideOn(view, ({ planner }) => [
    { type: 'user_input', ...answerTo(tripOf(planner).openAction, text) },
  ]);
}

/** Chooses a repair. Of several choices one stands. */
export async function chooseRepair(view: SessionView, optionId: string): Promise<CommandDone> {
  return await decideOn(view, ({ planner }) => {
    const repair = planner.waiting().find(({ type }) => type === 'trip-repair');
    const options = repair?.type === 'trip-repair' ? repair.options : [];
    if (options.some(({ id }) => id === optionId)) return [{ type: 'user_input', choose: optionId }];
    throw conflict(
      `option ${optionId} to be on offer`,
      options.length === 0 ? 'no repair that waits for a choice' : options.map(({ id }) => id).join(', '),
    );
  });
}

/** Takes the last turn back, or makes it again. */
export async function undoOrRedo(view: SessionView, which: 'undo' | 'redo'): Promise<CommandDone> {
  return await decideOn(view, ({ planner }) => {
    const { past, future } = tripOf(planner).session;
    if ((which === 'undo' ? past : future).length > 0) return [{ type: 'user_input', text: which }];
    throw conflict(`something to ${which}`, 'nothing');
  });
}

/** Changes a trip by hand. */
export async function changeTrip(view: SessionView, mutation: PlannerMutation): Promise<CommandDone> {
  return await decideOn(view, ({ planner }) => {
    const { itinerary } = tripOf(planner).session;
    if (itinerary !== null && applyMutation(itinerary, mutation) !== itinerary) {
      return [{ type: 'itinerary_mutated', mutation, by: 'person' }];
    }
    throw conflict(
      'a change that this trip can take',
      itinerary === null ? 'no trip yet' : 'one that changes nothing',
    );
  });
}

function tripOf(planner: unknown): TripFold {
  return planner instanceof TripFold ? planner : new TripFold();
}
