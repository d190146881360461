import { dateText } from '../itinerary/date-text.ts';
import type { Anchor, Itinerary } from '../itinerary/itinerary.ts';
import { bareName, usablePoint } from '../itinerary/itinerary-view.ts';
import { counted, stateName } from '../itinerary/trip-changes.ts';
import { countryName } from '../knowledge/country-name.ts';
import { drivingKm, ROAD_KM_PER_HOUR } from '../places/geo.ts';
import type { WholeContext } from '../planner-context.ts';
import type { Advisory } from '../planner-state.ts';
import { tokensOf } from '../understand/places/place-phrases.ts';
import { answers } from './remarks.ts';

const LONGEST_QUOTE = 80;
const LONGEST_NAME = 4;
const HOW_FAR = /\b(?:how (?:far|long)|distance|drive|driving time|km|miles|hours)\b/i;
const FROM_TO = /\bfrom\s+(?<from>.+?)\s+to\s+(?<to>.+?)\s*(?:\?|$|\.|,)/i;

/** What the planner can say to a question about the trip: where and when its stops are, how far it is, or that it does not know. */
export function answersTo(text: string, itinerary: Itinerary, context: WholeContext): Advisory[] {
  const far = distanceAnswer(text, itinerary, context);
  if (far !== undefined) return answers([far]);
  const planned = planAnswer(text, itinerary);
  if (planned !== undefined) return answers([planned]);
  const named = stopsIn(text, itinerary).map((stop) => whereAndWhen(stop, itinerary));
  const quote = [...text].slice(0, LONGEST_QUOTE).join('');
  const isAboutTrip =
    /\b(?:which|what|when|on what) (?:day|days|date)\b|\bwhich one\b|\bwhere(?:'s| is)\b|\bwhen (?:are|do|will) we\b|\bhow (?:long|many (?:days|nights)|much time)\b/i.test(
      text,
    );
  if (named.length > 0 && isAboutTrip) return answers(named);
  return answers([
    ...named,
    `I plan the trip and do not know more about that: "${quote}${quote.length < text.length ? '…' : ''}". The trip stays as it is.`,
  ]);
}

/** What is planned for a day, or how long the trip is. */
function planAnswer(text: string, { days, anchors }: Itinerary): string | undefined {
  if (/\bhow (?:long|many days) (?:is|does|will) (?:it|the (?:whole )?trip)\b/i.test(text))
    return `The trip takes ${counted(days.length, 'day')}.`;
  const number = Number(/\b(?:on|for|of|about|is|do)?\s*day (?<day>\d{1,3})\b/i.exec(text)?.groups?.day);
  const day = days.find((each) => each.number === number);
  if (day === undefined) return undefined;
  const name = anchors.find(({ id }) => id === day.anchorId)?.name ?? 'on the way';
  const titles = day.activities.map(({ title }) => title);
  const plan = titles.length > 0 ? titles.join(', ') : 'nothing is planned yet';
  return `Day ${number}${day.date ? ` (${dateText(day.date)})` : ''} in ${name}: ${plan}.`;
}

function distanceAnswer(text: string, itinerary: Itinerary, { places }: WholeContext): string | undefined {
  const { from = '', to = '' } = FROM_TO.exec(text)?.groups ?? {};
  if (!HOW_FAR.test(text) || from === '' || to === '') return undefined;
  const near = itinerary.anchors.flatMap((anchor) => usablePoint(anchor) ?? []);
  const [a] = places.resolve(from, { limit: 1, near, typos: false });
  const [b] = places.resolve(to, { limit: 1, near, typos: false });
  if (a === undefined || b === undefined) return undefined;
  const km = drivingKm(a, b);
  const hours = Math.max(Math.round((km / ROAD_KM_PER_HOUR) * 2) / 2, 0.5);
  return `From ${a.name} to ${b.name} it is about ${Math.round(km / 5) * 5} km by road, some ${hours} ${hours === 1 ? 'hour' : 'hours'} of driving. This is an estimate from the straight line.`;
}

/** The stops that a text names. */
function stopsIn(text: string, { anchors }: Itinerary): readonly Anchor[] {
  const tokens = tokensOf(text.replaceAll(/[¿¡]/g, ' ')).filter((token) => /\p{L}/u.test(token));
  const phrases = new Set<string>();
  for (const at of tokens.keys()) {
    for (let length = 1; length <= LONGEST_NAME; length++)
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
    first.date && last.date ? ` (${first === last ? first.date : `${first.date} to ${last.date}`})` : '';
  return `${where}: ${first === last ? `day ${first.number}` : `days ${first.number} to ${last.number}`}${dates}.`;
}
