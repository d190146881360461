import type { PlanEntry } from '@agentclientprotocol/sdk';
import { builtInPlanners } from '../../host/built-in-planners.ts';
import { lastTold } from '../../host/dialogue/dialogue.ts';
import { TripDialogue } from '../../host/dialogue/trip-dialogue.ts';
import { createRegistry } from '../../host/registry.ts';
import type { Fact } from '../../journal/fact.ts';
import { outlineDays } from '../../planners/trip/exchange/trip-outline.ts';
import {
  answerTo,
  DEFAULT_TRIP_CONFIG,
  foldTrip,
  type PlannerAction,
  tripEventOf,
} from '../../planners/trip/index.ts';
import type { EditorPlanner, Granted, SessionJournal, Wish } from './editor-planner.ts';

/** Trips in an editor: the days are the plan, and repairs are chosen. */
export function tripEditorPlanner(): EditorPlanner {
  return {
    entry: createRegistry(builtInPlanners()).get('trip'),
    config: DEFAULT_TRIP_CONFIG,
    commands: [],
    meaningOf: (text, facts) => ({
      type: 'say',
      fact: { type: 'user_input', ...answerTo(lastAction(facts), text) },
    }),
    said: ({ type, text, choose }, before) => {
      if (type !== 'user_input' && type !== 'user_answer') return undefined;
      return typeof text === 'string' ? text : labelOf(String(choose), before);
    },
    teller: () => {
      const dialogue = new TripDialogue();
      return (fact) => lastTold(dialogue, [fact]);
    },
    plan: (facts) => {
      const { itinerary } = tripOf(facts);
      return itinerary === null ? undefined : outlineDays(itinerary).map(dayEntry);
    },
    wish: (facts) => {
      const action = lastAction(facts);
      return action?.type === 'SUGGEST_REPAIR' ? repairWish(action, facts) : undefined;
    },
  };
}

function repairWish(
  action: Extract<PlannerAction, { type: 'SUGGEST_REPAIR' }>,
  facts: readonly Fact[],
): Wish {
  const seq = facts.findLast(({ type }) => type === 'planner_action')?.seq ?? 0;
  return {
    key: `repair-${seq}`,
    title: action.reason,
    options: [
      ...action.options.map(({ id, label }) => ({ optionId: id, name: label, kind: 'allow_once' as const })),
      { optionId: LATER, name: 'Decide later', kind: 'reject_once' },
    ],
    grant: async (journal: SessionJournal, optionId, by): Promise<Granted> => {
      if (optionId === LATER) return { type: 'left' };
      await journal.append([{ type: 'user_input', choose: optionId, by }]);
      return { type: 'said' };
    },
  };
}

/** No id of an option: those name what they touch. */
const LATER = 'decide-later';

function lastAction(facts: readonly Fact[]): PlannerAction | undefined {
  const last = facts.findLast(({ type }) => type === 'planner_action');
  const event = last && tripEventOf(last);
  return event?.type === 'planner_action' ? event.action : undefined;
}

function labelOf(option: string, before: readonly Fact[]): string {
  const action = lastAction(before);
  const offered = action?.type === 'SUGGEST_REPAIR' ? action.options : [];
  return offered.find(({ id }) => id === option)?.label ?? option;
}

function tripOf(facts: readonly Fact[]) {
  return foldTrip(facts.flatMap((fact) => tripEventOf(fact) ?? []));
}

/** A day is neither begun nor done: that is up to the traveller. */
function dayEntry({ day, title, km }: ReturnType<typeof outlineDays>[number]): PlanEntry {
  const notes = [day.date, km === undefined ? undefined : `about ${km} km`].filter(
    (note) => note !== undefined,
  );
  const about = notes.length === 0 ? '' : ` (${notes.join(', ')})`;
  return { content: `Day ${day.number}: ${title}${about}`, priority: 'medium', status: 'pending' };
}
