import type { PlanEntry } from '@agentclientprotocol/sdk';
import { builtInPlanners } from '../../host/built-in-planners.ts';
import { createRegistry } from '../../host/registry.ts';
import type { Fact } from '../../journal/fact.ts';
import { outlineDays } from '../../planners/trip/exchange/trip-outline.ts';
import {
  answerTo,
  DEFAULT_TRIP_CONFIG,
  exportTrip,
  foldTrip,
  type PlannerAction,
  renderAction,
  tripEventOf,
} from '../../planners/trip/index.ts';
import type { EditorPlanner, Granted, SessionJournal, Wish } from './editor-planner.ts';

const CHANGES_TRIP = /^(?:itinerary_|trip_undone|trip_redone)/;

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
    told: toldText,
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

/** What the planner did, with the trip before it when the turn has changed it. */
function toldText(facts: readonly Fact[]): string | undefined {
  const last = facts.at(-1);
  const event = last?.type === 'planner_action' ? tripEventOf(last) : undefined;
  if (event?.type !== 'planner_action') return undefined;
  const { text, options } = renderAction(event.action);
  const listed = options.map(({ label }, at) => `${at + 1}. ${label}`);
  const action = [text, ...listed].join('\n');
  const since = facts.slice(0, -1).findLastIndex(({ type }) => type === 'planner_action');
  const isChanged = facts.slice(since + 1).some(({ type }) => CHANGES_TRIP.test(type));
  const { itinerary } = tripOf(facts);
  if (!isChanged || itinerary === null) return action;
  const trip = exportTrip(itinerary, 'md').trimEnd();
  return event.action.type === 'CONTINUE_PLAN' ? trip : `${trip}\n\n${action}`;
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
    grant: async (journal: SessionJournal, optionId): Promise<Granted> => {
      if (optionId === LATER) return { type: 'left' };
      const { head } = await journal.append([{ type: 'user_input', choose: optionId }]);
      return { type: 'said', seq: head };
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
