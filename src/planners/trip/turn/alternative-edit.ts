import type { Itinerary } from '../itinerary/itinerary.ts';
import { counted } from '../itinerary/trip-changes.ts';

/** What an edit could have done instead: a label for people, and the message that does it. */
export interface AlternativeEdit {
  readonly label: string;
  readonly text: string;
}

/**
 * The other way to make room for an edit, in days. If stops that the person did not name lost days to it, the trip could be
 * longer instead; if the trip became longer, it could keep its length.
 */
export function alternativeEdit(
  text: string,
  before: Itinerary | null,
  after: Itinerary | null,
): AlternativeEdit | null {
  if (before === null || after === null) return null;
  const [then, now] = [before.days.length, after.days.length];
  // Words that name no stop are about the length itself.
  if (now > then && after.anchors.some(({ name }) => isNamed(name, text))) {
    return { label: `Keep it at ${counted(then, 'day')}`, text: `${counted(then, 'day')} in all` };
  }
  const lost = now === then ? shortened(text, before, after) : [];
  const days = now + lost.reduce((sum, stay) => sum + stay.then - stay.now, 0);
  if (lost.length === 0) return null;
  const stays = lost.map((stay) => `${stay.name} for ${counted(stay.then, 'night')}`);
  return {
    label: `Keep ${inWords(lost.map(({ name }) => name))} as before: ${counted(days, 'day')}`,
    text: `${counted(days, 'day')} in all, with ${inWords(stays)}`,
  };
}

const inWords = (parts: readonly string[]) => new Intl.ListFormat('en').format(parts);

const isNamed = (name: string, text: string) => text.toLowerCase().includes(name.toLowerCase());

/** The stops that nobody named and that have fewer days than before. */
function shortened(text: string, before: Itinerary, after: Itinerary) {
  const now = daysByName(after);
  return [...daysByName(before)].flatMap(([name, then]) => {
    const left = now.get(name) ?? 0;
    return left < then && !isNamed(name, text) ? [{ name, then, now: left }] : [];
  });
}

/** A place that is visited twice has no stay of its own to name. */
function daysByName({ anchors, days }: Itinerary): ReadonlyMap<string, number> {
  const names = Map.groupBy(anchors, ({ name }) => name);
  return new Map(
    [...names].flatMap(([name, [anchor, ...others]]) => {
      const stays = days.filter(({ anchorId }) => anchorId === anchor?.id).length;
      return others.length === 0 && stays > 0 ? [[name, stays]] : [];
    }),
  );
}
