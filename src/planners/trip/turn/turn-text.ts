import type { Fact } from '../../../journal/fact.ts';
import type { LastAction, TripState } from '../conversation-fold.ts';
import { toMarkdown } from '../exchange/markdown.ts';
import { printableTrip } from '../exchange/printable-trip.ts';
import { tripEventOf } from '../facts.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { changesBetween } from '../itinerary/trip-changes.ts';
import type { PlannerState } from '../planner-state.ts';
import { requirementChanges } from '../requirements/constraint-changes.ts';
import { ratesOf } from '../requirements/day-rates.ts';
import { constraintsOf, type TripRequirements } from '../requirements/requirements.ts';
import { renderAction } from './chat.ts';

/** A trip as Markdown, day by day, with what every day keeps to. */
export function tripText(itinerary: Itinerary, requirements: TripRequirements): string {
  return toMarkdown(printableTrip(itinerary), { perDay: ratesOf(constraintsOf(requirements)) }).trimEnd();
}

/**
 * The text of an action of the planner: how the message was understood, what changed, a new trip, and what the planner asks
 * or offers. A turn may fix several issues before it ends; the changes are listed at its end.
 */
export function actionText(before: TripState, after: TripState): string | undefined {
  const { last } = after;
  if (last === null) return undefined;
  const isFollowUp = before.last?.action.type === 'AUTO_FIX' && before.inputAt <= before.last.seq;
  const known = isFollowUp ? (before.last?.remarks ?? []) : [];
  const remarks = last.remarks.filter((remark) => !known.includes(remark));
  if (last.action.type === 'AUTO_FIX') return joined([...remarks, last.action.justification]);
  return joined([...remarks, ...toldTurn(after, [])]);
}

/** The reply of a turn: how the message was understood, what changed and why, the trip if it is new, and the question. */
export function turnReply(state: TripState, facts: readonly Fact[]): string | undefined {
  if (state.last === null || !facts.some(({ type }) => type === 'planner_action')) return undefined;
  return joined([...state.last.remarks, ...toldTurn(state, facts)]);
}

/** A new trip in full; of an existing one only the changes. */
function toldTurn({ before, last, session, labels }: TripState, facts: readonly Fact[]): readonly string[] {
  const { itinerary, state } = session;
  if (last === null) return [];
  const moves = moveLines(facts, labels);
  if (itinerary === null || before.itinerary === null) {
    const isNew = itinerary !== null && last.change === 'trip';
    const lines = [...moves, ...(isNew ? [] : whyLines(facts, labels))];
    const trip = isNew ? [tripText(itinerary, state.requirements), ...scarceLines(state)] : [];
    return [listed(lines), ...trip, closing(last, isNew || lines.length > 0)];
  }
  const why = whysOf(facts);
  const changes = changesBetween(before.itinerary, itinerary).map(({ text, anchorId }) => {
    const reason = anchorId === undefined ? undefined : why.get(anchorId);
    return reason === undefined ? text : `${text} ${reason}`;
  });
  const lines = [...moves, ...changes, ...requirementChanges(before.requirements, state.requirements)];
  const isAnew = facts.some(({ type }) => type === 'itinerary_regenerated');
  const isRated =
    JSON.stringify(before.requirements.constraints?.perDay) !==
    JSON.stringify(state.requirements.constraints?.perDay);
  return [
    listed(lines),
    isAnew ? tripText(itinerary, state.requirements) : '',
    ...(isAnew || isRated ? scarceLines(state) : []),
    closing(last, lines.length > 0),
  ];
}

/** Where the trip cannot give every day what it should have. */
function scarceLines({ advisories }: PlannerState): readonly string[] {
  return advisories.flatMap(({ type, description }) => (type === 'FEW_OF_A_KIND' ? description : []));
}

function listed(lines: readonly string[]): string {
  return [...new Set(lines)].map((line) => `- ${line}`).join('\n');
}

/** Why a stop changed that nobody named: so that the trip keeps its length. */
function whysOf(facts: readonly Fact[]): ReadonlyMap<string, string> {
  return new Map(
    facts.flatMap((fact): [string, string][] => {
      const event = tripEventOf(fact);
      if (event?.type !== 'itinerary_mutated' || event.why === undefined) return [];
      const { payload } = event.mutation;
      const id =
        'anchor' in payload ? payload.anchor.id : 'anchorId' in payload ? payload.anchorId : undefined;
      return id !== undefined && /^The trip stays /.test(event.why) ? [[id, event.why]] : [];
    }),
  );
}

/** What is asked or offered; where nothing is, what became of the words. */
function closing({ action, change, remarks }: LastAction, isChanged: boolean): string {
  if (action.type !== 'CONTINUE_PLAN') {
    const { text, options } = renderAction(action);
    return [text, ...options.map(({ label }, at) => `${at + 1}. ${label}`)].join('\n');
  }
  // An answer, or a remark on what was not done, suffices.
  if (isChanged || (change !== 'requirements' && remarks.length > 0)) return '';
  if (change !== 'requirements') return 'No changes made.';
  return remarks.length > 0 ? 'The trip stays as it is.' : 'Noted. The trip stays as it is.';
}

/** What an undo or a redo went back to. */
function moveLines(facts: readonly Fact[], labels: TripState['labels']): readonly string[] {
  return facts.flatMap(({ type }): string[] => {
    const undone = labels.future.at(-1);
    // What was put right is told by its changes.
    if (type === 'trip_undone') return undone === undefined ? [] : [`Undone: ${undone.label}`];
    return type === 'trip_redone' ? [`Redone: ${labels.past.at(-1)?.label ?? 'the last change'}`] : [];
  });
}

/** The reasons of changes without a message: manual edits, or repairs after an import. */
function whyLines(facts: readonly Fact[], labels: TripState['labels']): readonly string[] {
  return facts.flatMap((fact): string[] => {
    const event = tripEventOf(fact);
    if (event?.type !== 'itinerary_mutated') return [];
    const byHand = labels.past.find(({ from, to }) => from <= fact.seq && fact.seq <= to)?.label;
    const why = event.why ?? byHand;
    return why === undefined ? [] : [sentence(why)];
  });
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function joined(parts: readonly string[]): string | undefined {
  const sentences = parts.filter((part) => part !== '');
  return sentences.length === 0 ? undefined : sentences.join('\n\n');
}
