import { answerTo } from '../../planners/trip/chat.ts';
import { applyMutation, type PlannerMutation } from '../../planners/trip/mutation.ts';
import type { CommandDone, CommandSetting } from './run-command.ts';
import { TripFold } from './trip-view.ts';
import { conflict, decideOn } from './view-decision.ts';

type TripSetting = Pick<CommandSetting, 'view' | 'by' | 'key'>;

/** What a person says about a trip: a number or a label chooses one of the options that are offered. */
export async function sayToTrip(setting: TripSetting, text: string): Promise<CommandDone> {
  return await decideOn(setting, ({ planner }) => [
    { type: 'user_input', ...answerTo(tripOf(planner).openAction, text), by: setting.by },
  ]);
}

/** Chooses a repair. Of several choices one stands. */
export async function chooseRepair(setting: TripSetting, optionId: string): Promise<CommandDone> {
  return await decideOn(setting, ({ planner }) => {
    const repair = planner.waiting().find(({ type }) => type === 'trip-repair');
    const options = repair?.type === 'trip-repair' ? repair.options : [];
    if (options.some(({ id }) => id === optionId)) {
      return [{ type: 'user_input', choose: optionId, by: setting.by }];
    }
    throw conflict(
      `option ${optionId} to be on offer`,
      options.length === 0 ? 'no repair that waits for a choice' : options.map(({ id }) => id).join(', '),
    );
  });
}

/** Takes the last turn back, or makes it again. */
export async function undoOrRedo(setting: TripSetting, which: 'undo' | 'redo'): Promise<CommandDone> {
  return await decideOn(setting, ({ planner }) => {
    const { past, future } = tripOf(planner).session;
    if ((which === 'undo' ? past : future).length > 0) {
      return [{ type: 'user_input', text: which, by: setting.by }];
    }
    throw conflict(`something to ${which}`, 'nothing');
  });
}

/** Changes a trip by hand. */
export async function changeTrip(setting: TripSetting, mutation: PlannerMutation): Promise<CommandDone> {
  return await decideOn(setting, ({ planner }) => {
    const { itinerary } = tripOf(planner).session;
    if (itinerary !== null && applyMutation(itinerary, mutation) !== itinerary) {
      return [{ type: 'itinerary_mutated', mutation, by: 'person', person: setting.by }];
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
