import type { ValidStop } from '../invariants/subject.ts';
import type { FixedPlace } from '../itinerary/mutation.ts';
import { meansText } from '../itinerary/trip-changes.ts';
import { distanceKm, type Point, pointBetween } from '../places/geo.ts';
import type { PlaceCandidate } from '../places/place-candidate.ts';
import type { TripEdit } from '../understand/edits/trip-edit.ts';
import { addStop } from './add-stop.ts';
import { indexFor, insertAt, placeFor } from './new-stop.ts';
import { putInPlace } from './stop-edits.ts';
import type { TripDraft } from './trip-draft.ts';

type Edit<Type extends TripEdit['type']> = Extract<TripEdit, { type: Type }>;

/** The search radius for a similar stop. */
const AROUND_KM = 80;
const CONSIDERED = 40;
/** The maximum population of a quiet place. */
const QUIET = 20_000;

/** Words for kinds of places, with patterns that match them. */
const LIKENESS: readonly (readonly [words: RegExp, place: RegExp])[] = [
  [/lake|lakeside|\bsee\b|\blac\b|lago/i, /\b(?:lake|lago|lac|loch|lough)\b|see$|sjön|vatn/i],
  [/beach|coast|\bsea\b|seaside/i, /\b(?:beach|coast|bay|cape|playa|island)\b/i],
  [/mountain|alp|hik/i, /\b(?:mount|mountain|alps?|peak|valley|national park)\b|berg$|tal$/i],
  [/island/i, /\b(?:island|isle|isla|île|isola)\b/i],
];

/** Changes a stop to the namesake that was meant: "the one in Alabama". */
export function whichPlace(draft: TripDraft, { place, within }: Edit<'which'>): void {
  const stop = place === undefined ? mostLikely(draft, within) : draft.stopNamed(place);
  if (stop === undefined) {
    draft.notDone.push(`No stop of the trip has a namesake in ${within}.`);
    return;
  }
  const meant = placeFor({ name: stop.name }, draft, within);
  if (meant === undefined || distanceKm(meant, stop.point) < 2) {
    draft.notDone.push(
      meant ? `${stop.name} is the one in ${within} already.` : `There is no ${stop.name} in ${within}.`,
    );
    return;
  }
  putInPlace(draft, stop, meant);
}

/** The stop with a namesake there, preferably one that the traveller named. */
function mostLikely(draft: TripDraft, within: string): ValidStop | undefined {
  const named = draft.stops.filter((stop) => draft.requestedStopFor(stop) !== undefined);
  return [...named, ...draft.stops].find((stop) => {
    const meant = placeFor({ name: stop.name }, draft, within);
    return meant !== undefined && distanceKm(meant, stop.point) >= 2;
  });
}

/** Inserts a place of the requested kind, or replaces an unwanted stop by one. */
export function suggestPlace(draft: TripDraft, { place, like, type: _, ...position }: Edit<'suggest'>): void {
  const stop = place === undefined ? undefined : draft.stopNamed(place);
  const around = stop?.point ?? pointFor(draft, position);
  const found = around && best(draft, around, like);
  if (found === undefined) {
    draft.notDone.push(`No place was found for "${like}". Name one, and it is put in.`);
    return;
  }
  if (stop) {
    putInPlace(draft, stop, found);
    return;
  }
  const at = indexFor(found, position, draft);
  if (at !== undefined) insertAt(draft, found, at, `You wanted to stop at such a place: ${like}.`);
}

/** Where to search: between the named stops, or halfway. */
function pointFor(
  draft: TripDraft,
  { after, before }: Pick<Edit<'suggest'>, 'after' | 'before'>,
): Point | undefined {
  const named = draft.stopNamed(after ?? before ?? '');
  if (named) return named.point;
  const [first] = draft.stops;
  const last = draft.stops.at(-1);
  return first && last ? pointBetween(first.point, last.point, 0.5) : undefined;
}

function best(draft: TripDraft, around: Point, like: string): FixedPlace | undefined {
  const { places } = draft.context;
  const wanted = LIKENESS.filter(([words]) => words.test(like)).map(([, place]) => place);
  const isQuiet = /quiet|calm|small|less (?:crowded|touristy)|peaceful/i.test(like);
  const present = new Set(draft.stops.map(({ name }) => name));
  const worth =
    places.worthVisiting?.(around, { withinKm: AROUND_KM, limit: CONSIDERED }) ??
    places.along({ way: [around, around], withinKm: AROUND_KM, minPopulation: 500, limit: CONSIDERED });
  const candidates = worth.filter(
    ({ name, lat, lng }) => !present.has(name) && distanceKm({ lat, lng }, around) > 3,
  );
  const score = ({ name, kind, population }: Pick<PlaceCandidate, 'name' | 'kind' | 'population'>) =>
    wanted.filter((place) => place.test(name) || place.test(kind ?? '')).length * 2 +
    (isQuiet && population < QUIET ? 1 : 0);
  const [found] = candidates.toSorted((a, b) => score(b) - score(a));
  if (found === undefined) return undefined;
  const { name, admin1, country, lat, lng } = found;
  return { name, ...(admin1 && { admin1 }), ...(country && { country }), lat, lng };
}

/** Sets the means of travel of a single leg, and inserts missing stops. */
export function setLeg(draft: TripDraft, { from, to, by }: Edit<'leg'>): void {
  for (const name of [from, to]) {
    if (name !== undefined && draft.stopNamed(name) === undefined)
      addStop(draft, { type: 'add', place: name });
  }
  const start = from === undefined ? undefined : draft.stopNamed(from);
  const end =
    to === undefined
      ? draft.stops.find(({ index }) => index === (start?.index ?? -2) + 1)
      : draft.stopNamed(to);
  if (end === undefined) {
    draft.notDone.push(`No leg was changed: say from where to where you want to go ${meansText(by)}.`);
    return;
  }
  const isFlown = draft.itinerary.mode === 'flight' ? 'flight' : undefined;
  const current = end.anchor.by ?? (draft.itinerary.mode === 'road' ? 'car' : isFlown);
  if (current === by) {
    const way = start === undefined ? `to ${end.name}` : `from ${start.name} to ${end.name}`;
    draft.notDone.push(
      by === 'flight' ? `You fly ${way} already.` : `You go ${way} ${meansText(by)} already.`,
    );
    return;
  }
  const why = `You wanted to get to ${end.name} ${meansText(by)}.`;
  if (!draft.change({ op: 'UPDATE_ANCHOR', payload: { anchorId: end.id, set: { by } } }, why))
    draft.notDone.push(`The way to ${end.name} stays as it is: it is locked.`);
}
