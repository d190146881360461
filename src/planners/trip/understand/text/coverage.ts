import { queryOf } from '../../invariants/subject.ts';
import type { Itinerary } from '../../itinerary/itinerary.ts';
import { usablePoint } from '../../itinerary/itinerary-view.ts';
import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import { textOf } from '../../knowledge/text-of.ts';
import { impliedNumbers, numbersInText } from '../../model-reading/numbers-in-text.ts';
import { nameKey } from '../../places/gazetteer/name-key.ts';
import { distanceKm, type Point } from '../../places/geo.ts';
import type { PlaceCandidate } from '../../places/place-candidate.ts';
import { folded, roleOf } from '../edits/edit-words.ts';
import { isFiller } from '../places/place-phrases.ts';
import type { Understanding } from '../understand.ts';
import { isCommonWord } from './common-words.ts';

/** Less known, a word with a capital is rather a word. */
const KNOWN = 30;
/** Nearer, two names mean one place. */
const SAME_PLACE_KM = 30;
const MAX_WORDS = 4;
const MIN_NAME_LENGTH = 4;
const MAX_REPORTED = 6;
/** "Grenade" is an island, and a city in Spain: so many places of a name are compared with those of the trip. */
const MAX_MEANINGS = 3;

/** The results of a text that can be compared with its words. */
export type Covering = Pick<
  Understanding,
  'requirements' | 'edits' | 'preferences' | 'between' | 'notUnderstood' | 'assumed'
>;

/**
 * The numbers and names of places in a text that are in none of its results, so that the reply can mention what every rule
 * missed. A stop of the trip may be named just to give a position.
 */
export function uncovered(
  text: string,
  read: Covering,
  places: PlaceKnowledge,
  itinerary: Itinerary | null = null,
): string[] {
  const { origin, destination, anchors = [] } = itinerary ?? {};
  const shown = [origin, destination, ...anchors].flatMap((stop) => textOf(stop?.name));
  const held = JSON.stringify({ ...read, shown });
  const stops = anchors.flatMap((anchor) => usablePoint(anchor) ?? []);
  const found = [
    ...uncoveredNumbers(text, read, held),
    ...uncoveredNames(text, read, { held, stops }, places),
    // An edit may also refuse an offer.
    ...(itinerary === null ? uncoveredRefusals(text, held) : []),
  ];
  return [...new Set(found)].slice(0, MAX_REPORTED);
}

/** A thing that is refused, in four languages: "no museums", "ohne Auto", "pas de plage", "sin playas". */
const REFUSED =
  /(?<![\p{L}])(?:no|without|never|keine?n?|ohne|sans|pas de|sin|nada de) (?<what>\p{L}{4,})(?![\p{L}])/giu;
/** Words behind "no" that refuse nothing, or a way to travel, which is read for itself. */
const NO_REFUSAL =
  /^(?:more|less|longer|later|earlier|idea|need|rush|hurry|problem|worries|matter|preference|limit|thanks|doubt|one|real|fixed|particular|older|mehr|ahnung|eile|sorge|problema|problème|prisa|importa|much|strict|extra|sure|fly|flight|flug|flieg|vuelo|avion|plane|driv|auto|voiture|coche|conduc|cars?$|rental|hire|self|night$|train|zug|bus)/i;
/** So many letters of a word tell which it is, whatever its ending. */
const STEM = 4;

function uncoveredRefusals(text: string, held: string): string[] {
  const known = nameKey(held);
  return [...text.matchAll(REFUSED)].flatMap(({ 0: words, groups = {} }) => {
    const { what = '' } = groups;
    return NO_REFUSAL.test(what) || known.includes(nameKey(what).slice(0, STEM)) ? [] : [words];
  });
}

/** The remark on parts of a text that led to nothing. */
export function notPlanned(words: readonly string[]): string[] {
  return words.length === 0 ? [] : [`Not taken into account: ${words.join(', ')}.`];
}

function uncoveredNumbers(text: string, { requirements }: Covering, held: string): string[] {
  const { via = [], constraints = {}, startDate, endDate } = requirements;
  const stays = via.reduce((sum, { days, nights }) => sum + (days ?? nights ?? 0), 0);
  const span =
    startDate === undefined || endDate === undefined
      ? 0
      : Math.round((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000);
  const counts = [
    via.length,
    via.length + 1,
    via.length + 2,
    constraints.party?.children?.length ?? 0,
    stays,
    span,
  ];
  const used = new Set([...numbersInText(held.replaceAll(/[-:]/g, ' ')), ...counts]);
  used.delete(0);
  // Every number less itself is 0, and one more is 1: that says nothing of a larger one.
  const isUsed = (value: number) =>
    [...impliedNumbers(new Set([value]))].some((each) => used.has(each) && (each > 1 || value <= 2));
  return [...text.matchAll(NUMBERS)].flatMap(({ 0: words, groups = {} }) => {
    const { digits = '' } = groups;
    const values = [...numbersInText(digits)];
    return values.some(isUsed) || held.includes(digits) ? [] : [words.trim()];
  });
}

/** A number with the word behind it. */
const NUMBERS = /(?<![\p{L}\d.,:/-])(?<digits>\d+(?:[.,’']\d+)*)\s?(?:%|[\p{L}]{1,12})?/gu;

function uncoveredNames(
  text: string,
  { requirements, edits }: Covering,
  { held, stops }: { readonly held: string; readonly stops: readonly Point[] },
  places: PlaceKnowledge,
): string[] {
  const keys = ` ${nameKey(held)} `;
  const { origin, destination, via = [], constraints = {} } = requirements;
  const put = edits.flatMap((edit) =>
    edit.type === 'add' ? [{ name: edit.place }] : edit.type === 'replace' ? [{ name: edit.by }] : [],
  );
  const region = constraints.region ? [{ name: constraints.region }] : [];
  const named = [origin, destination, ...via, ...put, ...region];
  const found = named.flatMap((place) =>
    place ? (places.resolve(queryOf(place), { limit: 1, typos: false })[0] ?? []) : [],
  );
  const isCovered = (name: string, place: PlaceCandidate) =>
    keys.includes(` ${nameKey(name)} `) ||
    stops.some((stop) => distanceKm(stop, place) <= SAME_PLACE_KM) ||
    found.some(
      (other) =>
        distanceKm(other, place) <= SAME_PLACE_KM ||
        [{ country: name }, { admin1: name }].some((region) => places.isWithinRegion(other, region) === true),
    );
  return namesIn(text).flatMap((name) => {
    const [place, ...others] = places.resolve(name, { limit: MAX_MEANINGS, typos: false });
    if (place === undefined || place.match === 'code' || (place.renown ?? 0) < KNOWN) return [];
    return [place, ...others].some((each) => isCovered(name, each)) ? [] : [name];
  });
}

/** The words of a text that are written as names, and not taken back in the same breath: "Scotland? No. Wales!". */
export function namesIn(text: string): string[] {
  const runs =
    text.match(
      /(?<![\p{L}\p{N}])(?:\p{Lu}[\p{L}’'-]+)(?: \p{Lu}[\p{L}’'-]+)*(?![\p{L}’'-]|\s*[?.…]+\s*[Nn]o\b)/gu,
    ) ?? [];
  return runs.filter(
    (run) =>
      run.length >= MIN_NAME_LENGTH &&
      run.split(' ').length <= MAX_WORDS &&
      !isFiller(run.toLowerCase()) &&
      roleOf(folded(run)) === undefined &&
      !isCommonWord(run),
  );
}
