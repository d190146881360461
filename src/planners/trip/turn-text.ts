import type { Fact } from '../../journal/fact.ts';
import { renderAction } from './chat.ts';
import type { LastAction, TripState } from './conversation-fold.ts';
import { toMarkdown } from './exchange/markdown.ts';
import { printableTrip } from './exchange/printable-trip.ts';
import { tripEventOf } from './facts.ts';
import type { Itinerary } from './itinerary.ts';

/** A trip as Markdown, day by day. */
export function tripText(itinerary: Itinerary): string {
  return toMarkdown(printableTrip(itinerary)).trimEnd();
}

/**
 * What an action of the planner tells a person: how their words were taken, the trip when the turn has changed it, and what
 * the planner asks or offers. A turn may fix several things before it ends: the trip is told at its end.
 */
export function actionText(
  before: TripState,
  { last, session: { itinerary } }: TripState,
): string | undefined {
  if (last === null) return undefined;
  const isFollowUp = before.last?.action.type === 'AUTO_FIX' && before.inputAt <= before.last.seq;
  const known = isFollowUp ? (before.last?.remarks ?? []) : [];
  const remarks = last.remarks.filter((remark) => !known.includes(remark));
  if (last.action.type === 'AUTO_FIX') return joined([...remarks, last.action.justification]);
  const isChanged = last.change === 'trip' && itinerary !== null;
  return joined([...remarks, isChanged ? tripText(itinerary) : '', closing(last, isChanged)]);
}

/** What a turn is answered with: how the words were taken, what changed and why, the trip, and what is asked or offered. */
export function turnReply(
  { last, session: { itinerary }, labels }: TripState,
  facts: readonly Fact[],
): string | undefined {
  if (last === null || !facts.some(({ type }) => type === 'planner_action')) return undefined;
  const changes = changeLines(facts, labels);
  const isChanged = itinerary !== null && (last.change === 'trip' || changes.length > 0);
  return joined([
    ...last.remarks,
    changes.map((line) => `- ${line}`).join('\n'),
    isChanged ? tripText(itinerary) : '',
    closing(last, isChanged),
  ]);
}

/** What is asked or offered; where nothing is, what became of the words. */
function closing({ action, change }: LastAction, isChanged: boolean): string {
  if (action.type !== 'CONTINUE_PLAN') {
    const { text, options } = renderAction(action);
    return [text, ...options.map(({ label }, at) => `${at + 1}. ${label}`)].join('\n');
  }
  if (isChanged) return '';
  return change === 'wishes' ? 'Noted. The trip stays as it is.' : 'No changes made.';
}

/** Each change of a turn in a line, with its reason. */
function changeLines(facts: readonly Fact[], labels: TripState['labels']): readonly string[] {
  const lines = facts.flatMap((fact): string[] => {
    const event = tripEventOf(fact);
    switch (event?.type) {
      case 'itinerary_mutated': {
        const byHand = labels.past.find(({ from, to }) => from <= fact.seq && fact.seq <= to)?.label;
        const why = event.why ?? byHand;
        return why === undefined ? [] : [sentence(why)];
      }
      case 'trip_undone':
        return [`Undone: ${labels.future.at(-1)?.label ?? 'the last change'}`];
      case 'trip_redone':
        return [`Redone: ${labels.past.at(-1)?.label ?? 'the last change'}`];
      default:
        return [];
    }
  });
  return [...new Set(lines)];
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function joined(parts: readonly string[]): string | undefined {
  const said = parts.filter((part) => part !== '');
  return said.length === 0 ? undefined : said.join('\n\n');
}
