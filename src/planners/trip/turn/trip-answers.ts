import { isDisliked } from '../fixes/dislikes.ts';
import { dateText } from '../itinerary/date-text.ts';
import type { Anchor, Itinerary } from '../itinerary/itinerary.ts';
import { bareName, usablePoint } from '../itinerary/itinerary-view.ts';
import { counted, meansText, stateName } from '../itinerary/trip-changes.ts';
import { countryName } from '../knowledge/country-name.ts';
import { distanceKm, drivingKm, type Point, ROAD_KM_PER_HOUR } from '../places/geo.ts';
import type { FullContext } from '../planner-context.ts';
import type { Advisory } from '../planner-state.ts';
import type { TravelMeans } from '../requirements/constraints.ts';
import { inEnglish } from '../understand/languages/languages.ts';
import { tokensOf } from '../understand/places/place-phrases.ts';
import { answers } from './remarks.ts';

const MAX_QUOTE_LENGTH = 80;
const MAX_NAME_WORDS = 4;
const MAX_THINGS = 8;
/** The radius in which activities belong to a stop. */
const AROUND_KM = 60;

// Questions without their accents, in the languages that are read.
const HOW_FAR =
  /\b(?:is|are) (?:it|they|that|\w+) (?:very |too |that |really )?far\b|\bfar (?:is|away)\b|\bhow (?:far|many (?:km|kilomet(?:er|re)s|miles|hours (?:of driv|in the car|on the road|do we drive)))|\bdistanc|\bhow (?:long|much)[^?]*\b(?:driv|leg\b|travel|ride|journey|way)|\b(?:longest|total) (?:drive|leg|driving)|\bkm\b|\bkilomet|\bwie weit\b/i;
const WHAT_TO_DO =
  /\bwhat (?:is|'s|are)? ?(?:there )?(?:to|can (?:we|i|you|one)|should (?:we|i)) ?(?:do|see|visit)|\bthings to (?:do|see)|\bsights?\b|\btips\b|\brecommend|\bwhat (?:do|would) you suggest|\bwas (?:kann|konnen|gibt es|lohnt)\b|\bsehenswurdig|\bque (?:peut|can|faire|voir)\b|\bque (?:se puede|hacer|ver|hay)\b/i;
const IS_THERE =
  /^\W*(?:(?:and|so|but) )?(?:is there|are there|do they have|does it have|gibt es|y a-t-il|hay)(?: an?| any| some| good| nice| des| une?| eine?n?)* (?<what>[\p{L} -]{3,30}?)(?: (?:in|at|near|around|close to|on|a|en)\b|\?|$)/iu;
const HOW_LONG =
  /\bhow (?:long|many (?:days|nights)|much time)\b|\bwie lange\b|\bwie viele? (?:tage|nachte)\b|\bcombien de (?:jours|nuits|temps)\b|\bcuant[oa]s? (?:dias|noches|tiempo)\b/i;
const IN_ALL =
  /\bhow (?:long|many (?:days|nights)) (?:is|does|will|are|do) (?:it\b(?! take to)|(?:that|this|we|they|the (?:whole )?(?:trip|thing))\b)|\bhow (?:long|many (?:days|nights))\b.*\b(?:altogether|all together|in all|in total|overall)\b|\b(?:total|whole|overall) (?:length|number of (?:days|nights))\b/i;
const STARTS =
  /\b(?:day of the week|weekday|what dates?|which dates?)\b|\b(?:when|what (?:day|date)|which day)\b.*\b(?:start|begin|leave|set off|depart)/i;
const WHEN = /\b(?:when|which days?|what days?|what date|which date|wann|quand|cuando)\b/i;
const WHERE = /\bwhere(?:'s| is| are)\b|\bwhich one\b|\bwo (?:ist|liegt)\b|\bou est\b|\bdonde esta\b/i;
const AT_THE_END = /\b(?:back|home|end|over|return|finish|zuruck|vorbei|rentre|volve)/i;

/**
 * Answers to questions about the trip: where and when its stops are, distances, activities, or that the planner does
 * not know. Other languages are translated to English first.
 */
export function answersTo(text: string, itinerary: Itinerary, context: FullContext): Advisory[] {
  const questions = text.match(/[^?]*\p{L}[^?]*\?/gu) ?? [text];
  return questions.flatMap((question) => answerTo(question.trim(), itinerary, context));
}

function answerTo(text: string, itinerary: Itinerary, context: FullContext): Advisory[] {
  const asked = inEnglish(text).normalize('NFD').replaceAll(/\p{M}/gu, '');
  const named = stopsIn(`${asked} ${text}`, itinerary);
  const answer =
    distanceAnswer(asked, named, itinerary, context) ??
    thingsAnswer(asked, named, itinerary, context) ??
    dayAnswer(asked, named, itinerary) ??
    stayAnswer(asked, named, itinerary);
  if (answer !== undefined) return answers([answer]);
  const stops = named.map((stop) => whereAndWhen(stop, itinerary));
  if (stops.length > 0 && (WHEN.test(asked) || WHERE.test(asked))) return answers(stops);
  const quote = [...text].slice(0, MAX_QUOTE_LENGTH).join('');
  return answers([
    ...stops,
    `I plan the trip and do not know more about that: "${quote}${quote.length < text.length ? '…' : ''}". The trip stays as it is.`,
  ]);
}

/** A leg of the trip, or between any two places. */
interface Leg {
  readonly from: string;
  readonly to: string;
  readonly km: number;
  readonly by: TravelMeans;
  /** The day of the leg. */
  readonly day?: number | undefined;
}

function legsOf({ anchors, days, mode, origin }: Itinerary): readonly Leg[] {
  const start = usablePoint(origin);
  const first: readonly (Anchor | undefined)[] = days.flatMap(({ anchorId }) =>
    anchors.filter(({ id }) => id === anchorId),
  );
  return first.flatMap((anchor, at): Leg[] => {
    const before = first[at - 1];
    const point = anchor && usablePoint(anchor);
    const from = before ? usablePoint(before) : start;
    if (anchor === undefined || point === undefined || from === undefined || before?.id === anchor.id)
      return [];
    const name = before?.name ?? origin.name ?? '';
    const by = anchor.by ?? (mode === 'flight' ? 'flight' : 'car');
    if (distanceKm(from, point) < 1) return [];
    return [{ from: name, to: anchor.name, km: kmOf(from, point, by), by, day: days[at]?.number }];
  });
}

function kmOf(from: Point, to: Point, by: TravelMeans): number {
  return by === 'car' ? drivingKm(from, to) : distanceKm(from, to);
}

function legText({ from, to, km, by, day }: Leg): string {
  const when = day === undefined ? '' : ` on day ${day}`;
  const rounded = km < 50 ? Math.round(km) : Math.round(km / 5) * 5;
  if (by !== 'car')
    return `From ${from} to ${to}${when} it is about ${rounded} km in a straight line, ${meansText(by)}.`;
  const hours = Math.max(Math.round((km / ROAD_KM_PER_HOUR) * 2) / 2, 0.5);
  return `From ${from} to ${to}${when} it is about ${rounded} km by road, some ${hours} ${hours === 1 ? 'hour' : 'hours'} of driving. This is an estimate from the straight line.`;
}

/** The distance between two places, to a stop, on a day, or in total. */
function distanceAnswer(
  text: string,
  named: readonly Anchor[],
  itinerary: Itinerary,
  context: FullContext,
): string | undefined {
  if (!HOW_FAR.test(text)) return undefined;
  const legs = legsOf(itinerary);
  const between = legBetween(text, named, itinerary, context);
  if (between !== undefined) return legText(between);
  const day = dayIn(text);
  const ofDay = legs.find((leg) => leg.day === day);
  if (day !== undefined) return ofDay ? legText(ofDay) : `On day ${day} you stay where you are: 0 km.`;
  const [stop] = named;
  const to = stop && legs.find((leg) => leg.to === stop.name);
  if (to !== undefined) return legText(to);
  const longest = legs.toSorted((a, b) => b.km - a.km)[0];
  const [, end] = /\b(first|last) (?:leg|drive|day|stretch)\b/i.exec(text) ?? [];
  const leg = end === undefined ? undefined : legs.at(/^last$/i.test(end) ? -1 : 0);
  if (leg !== undefined) return legText(leg);
  if (longest === undefined) return undefined;
  const total = Math.round(legs.reduce((sum, { km }) => sum + km, 0) / 10) * 10;
  const most = `The longest leg: ${legText(longest)}`;
  return /\blongest\b/i.test(text) ? most : `About ${total} km in all. ${most}`;
}

/** "from A to B", "between A and B", "how far is B from A", for places that are not stops too. */
function legBetween(
  text: string,
  named: readonly Anchor[],
  itinerary: Itinerary,
  { places }: Pick<FullContext, 'places'>,
): Leg | undefined {
  const { anchors } = itinerary;
  const [, from = '', to = ''] =
    /\b(?:from|between)\s+(.+?)\s+(?:to|and)\s+(.+?)\s*(?:[?.,]|$)/i.exec(text) ??
    swapped(/\b(?:is|to)\s+(\p{Lu}.+?)\s+from\s+(.+?)\s*(?:[?.,]|$)/iu.exec(text)) ??
    [];
  const near = anchors.flatMap((anchor) => usablePoint(anchor) ?? []);
  const start = anchors.findIndex((anchor) => bareName(anchor.name) === bareName(from));
  const pointOf = (text: string) => {
    // "from Savannah to there": the stop after it.
    const name = (/^there$/i.test(text) && anchors[start + 1]?.name) || text;
    const stop = anchors.find((anchor) => bareName(anchor.name) === bareName(name));
    const point = stop && usablePoint(stop);
    if (stop && point) return { name: stop.name, ...point };
    return name === '' ? undefined : places.resolve(name, { limit: 1, near, typos: false })[0];
  };
  // "How far is it to Oslo?": from the stop that is nearest.
  const [, goal = ''] = from === '' ? (/\bto\s+(\p{Lu}[\p{L}' -]+?)\s*(?:[?.,]|$)/u.exec(text) ?? []) : [];
  const end = goal !== '' && named.length === 0 ? pointOf(goal) : undefined;
  const nearest = end && anchors.toSorted((one, other) => kmFrom(one, end) - kmFrom(other, end))[0];
  if (end && nearest) return legBetween(`from ${nearest.name} to ${goal}`, named, itinerary, { places });
  const ends = [pointOf(from), pointOf(to)];
  const [a, b] = ends[0] && ends[1] ? ends : named.length === 2 ? named.map(({ name }) => pointOf(name)) : [];
  if (!a || !b) return undefined;
  const by = anchors.find(({ name }) => name === b.name)?.by ?? 'car';
  return { from: a.name, to: b.name, km: kmOf(a, b, by), by };
}

function kmFrom(anchor: Anchor, place: Point): number {
  const point = usablePoint(anchor);
  return point === undefined ? Number.POSITIVE_INFINITY : distanceKm(point, place);
}

function swapped(found: RegExpExecArray | null): readonly (string | undefined)[] | null {
  return found && [found[0], found[2], found[1]];
}

function dayIn(text: string): number | undefined {
  const number = Number(/\bday (\d{1,3})\b/i.exec(text)?.[1]);
  return Number.isNaN(number) ? undefined : number;
}

/** The activities at a stop, of a requested kind: planned ones first, then others. */
function thingsAnswer(
  text: string,
  named: readonly Anchor[],
  { days }: Itinerary,
  { thingsToDo }: FullContext,
): string | undefined {
  const [stop] = named;
  const point = stop && usablePoint(stop);
  const isOpen = WHAT_TO_DO.test(text);
  const { what } = isOpen ? {} : (IS_THERE.exec(text)?.groups ?? {});
  if (!stop || !point || (what === undefined && !isOpen)) return undefined;
  const isMeant = (thing: { readonly title: string; readonly kind: string }) =>
    what === undefined || isDisliked(thing, [what]);
  const planned = days
    .filter(({ anchorId }) => anchorId === stop.id)
    .flatMap(({ number, activities }) =>
      activities.filter(isMeant).map(({ title }) => ({ title, text: `${title} (day ${number})` })),
    );
  const besides = new Set(planned.map(({ title }) => title));
  const others = thingsToDo
    .near(point, { name: stop.name, limit: what === undefined ? MAX_THINGS : 10 * MAX_THINGS, besides })
    .filter((thing) => isMeant(thing) && isNear(thing.place, point));
  const all = [...planned.map((thing) => thing.text), ...others.map(({ title }) => title)];
  if (all.length === 0) return `I know of no ${what ?? 'sights'} around ${stop.name}.`;
  return `Around ${stop.name}: ${all.slice(0, planned.length + MAX_THINGS).join(', ')}.`;
}

function isNear(
  place: { readonly lat?: unknown; readonly lng?: unknown } | undefined,
  point: Point,
): boolean {
  const at = place && usablePoint(place);
  return at === undefined || distanceKm(at, point) <= AROUND_KM;
}

/** The plan of a day, the end of the trip, or its length. */
function dayAnswer(text: string, named: readonly Anchor[], { days, anchors }: Itinerary): string | undefined {
  if (named.length === 0 && IN_ALL.test(text))
    return `The trip takes ${counted(days.length, 'day')} and ${counted(Math.max(days.length - 1, 0), 'night')}.`;
  const last = days.at(-1);
  const [first] = days;
  if (named.length === 0 && STARTS.test(text) && first?.date && last?.date)
    return `The trip starts on ${dateText(first.date)} and ends on ${dateText(last.date)}.`;
  if (WHEN.test(text) && AT_THE_END.test(text) && last !== undefined)
    return `The trip ends on day ${last.number}${last.date ? `, ${dateText(last.date)}` : ''}.`;
  const day = days.find(({ number }) => number === dayIn(text));
  if (day === undefined) return undefined;
  const name = anchors.find(({ id }) => id === day.anchorId)?.name ?? 'on the way';
  const titles = day.activities.map(({ title }) => title);
  const plan = titles.length > 0 ? titles.join(', ') : 'nothing is planned yet';
  return `Day ${day.number}${day.date ? ` (${dateText(day.date)})` : ''} in ${name}: ${plan}.`;
}

function stayAnswer(text: string, named: readonly Anchor[], { days }: Itinerary): string | undefined {
  if (!HOW_LONG.test(text) || named.length === 0) return undefined;
  const stays = named.map(({ id, name }) => {
    const own = days.filter(({ anchorId }) => anchorId === id);
    // The last day has no night.
    const nights = own.length - (days.at(-1)?.anchorId === id ? 1 : 0);
    const from = own[0] ? `, from day ${own[0].number}` : '';
    return `${name}: ${counted(own.length, 'day')}, ${counted(nights, 'night')}${from}`;
  });
  return `${stays.join('; ')}.`;
}

/** The stops that a text names. */
export function stopsIn(text: string, { anchors }: Itinerary): readonly Anchor[] {
  const tokens = tokensOf(text.replaceAll(/[¿¡]/g, ' ')).filter((token) => /\p{L}/u.test(token));
  const phrases = new Set<string>();
  for (const at of tokens.keys()) {
    for (let length = 1; length <= MAX_NAME_WORDS; length++)
      phrases.add(bareName(tokens.slice(at, at + length).join(' ')));
  }
  return anchors.filter(({ name }) => phrases.has(bareName(name)));
}

function whereAndWhen({ id, name, admin1, country }: Anchor, { days }: Itinerary): string {
  const own = days.filter(({ anchorId }) => anchorId === id);
  const [first] = own;
  const last = own.at(-1);
  const state = country === 'US' && admin1 ? stateName(admin1) : undefined;
  const where = [name, ...(state ? [state] : []), ...(country ? [countryName(country)] : [])].join(', ');
  if (first === undefined || last === undefined) return `${where}: the trip passes through on the way.`;
  const dates =
    first.date && last.date
      ? ` (${first === last ? dateText(first.date) : `${dateText(first.date)} to ${dateText(last.date)}`})`
      : '';
  return `${where}: ${first === last ? `day ${first.number}` : `days ${first.number} to ${last.number}`}${dates}.`;
}
