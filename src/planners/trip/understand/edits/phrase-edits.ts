import type { Itinerary } from '../../itinerary/itinerary.ts';
import { bareName } from '../../itinerary/itinerary-view.ts';
import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import { textOf } from '../../knowledge/text-of.ts';
import type { TripConstraints } from '../../requirements/constraints.ts';
import type { PlaceMentions } from '../places/place-mentions.ts';
import { readPlace, tokensOf } from '../places/place-phrases.ts';
import { NUMBER, numberOf, ORDINALS, type WorkingText } from '../text/working-text.ts';
import type { StayChange, TripEdit } from './trip-edit.ts';

/** What edits are read with. */
export interface EditContext {
  readonly itinerary: Itinerary;
  readonly places: PlaceKnowledge;
}

type SaidLeg = NonNullable<TripConstraints['legs']>[number];

const DAY = `(?:day (?<day>${NUMBER})|(?:the )?(?<nth>${ORDINALS.join('|')}|last|\\d{1,2}(?:st|nd|rd|th)) (?<unit>day|morning|afternoon|evening|night))`;
const PART = '(?<part>morning|afternoon|evening|night)';
const NAME = '(?<name>[\\p{L}][^,.;!?|§]{1,50}?)';
const END = '(?=\\s*(?:[,.;!?|)]|$|please\\b|pls\\b|and\\b|then\\b|instead\\b|for\\b|§))';

/** Takes the edits out of a text that no list of places says. */
export function takeEdits(text: WorkingText, context: EditContext): TripEdit[] {
  const edits: TripEdit[] = [];
  const take = (
    pattern: string,
    edit: (groups: Readonly<Record<string, string | undefined>>, phrase: string) => TripEdit | undefined,
  ) => {
    text.take(new RegExp(pattern, 'iu'), ({ groups = {}, 0: matched }) => {
      const made = edit(groups, matched);
      if (made === undefined) return false;
      edits.push(made);
      return true;
    });
  };
  const stop = (name: string | undefined) => stopIn(name ?? '', context);
  take(
    `\\b(?:delete|remove|drop|cancel|skip|clear|lose|cut|scrap|ditch|axe) (?:all|everything|every)(?: (?:the |of the )?(?:stops?|places?|cities|towns))?`,
    () => ({ type: 'remove-all', except: [] }),
  );
  take(
    `\\b(?:a |the |keep |leave |make |want |with )*(?:free|empty|nothing (?:planned )?(?:on|in|for))(?: the)? ?(?:${PART}|day)?(?: (?:on|of) )?${DAY.replace('(?<unit>', '(?<unit2>')}(?: free| empty)?`,
    ({ part, day, nth, unit2 }) => freeOf(part ?? unit2, dayOf(day, nth)),
  );
  take(`\\b(?:keep|leave|make) (?:the )?${DAY} (?:free|empty|open|unplanned)`, ({ day, nth, unit }) =>
    freeOf(unit, dayOf(day, nth)),
  );
  take(
    `\\b(?:lock|fix|freeze|keep)\\b (?:the )?(?:(?<end>first|last) )?(?:(?<n>${NUMBER}) )?days?(?: (?<from>\\d{1,3})(?:\\s*(?:-|to|and)\\s*(?<to>\\d{1,3}))?)?(?:,? (?:because )?(?:they(?:'re| are)|it(?:'s| is)) (?:already )?(?:booked|fixed|paid))?`,
    ({ end, n, from, to }) => lockOf({ end, n, from, to }, context.itinerary.days.length),
  );
  take(`\\block ${NAME}${END}`, ({ name }) => {
    const place = stop(name);
    return place === undefined ? undefined : { type: 'lock', place };
  });
  take(
    `\\b(?:delete|remove|drop|skip|cancel|leave out) (?:the |that )?(?<title>[\\p{L}' -]{3,50}?) (?:on|from|of) ${DAY}`,
    ({ title, day, nth }) => activity('remove', title, dayOf(day, nth)),
  );
  take(
    `\\b(?:we(?:'ve| have)? |i(?:'ve| have)? )?(?:got |have |bought |booked |with )+(?:a |the |our )?(?:tickets?|reservations?|booking|table|seats?) (?:for|to|at) (?:the )?(?<title>[\\p{L}' -]{3,60}?) (?:on|for) ${DAY}`,
    ({ title, day, nth, unit }) => activity('add', title, dayOf(day, nth), unit),
  );
  take(
    `\\b${NAME}:? (?<sign>\\+|-|plus|minus) ?(?<n>${NUMBER})(?: (?:more )?(?:nights?|days?))?${END}`,
    ({ name, sign, n }) =>
      stayEdit(stop(name), { change: (/^(?:-|minus)$/i.test(sign ?? '') ? -1 : 1) * numberOf(n ?? '1') }),
  );
  take(
    `\\b(?:make |stay in )?${NAME} (?:should be |be |for )?(?<twice>twice )?(?:the |as long |exactly |just )*(?:same|as long)(?: length| time| stay)? as (?:in |at )?(?<other>\\p{L}[^,.;!?|§]{1,50}?)${END}`,
    ({ name, other, twice }) => {
      const days = daysAt(stop(other), context) * (twice === undefined ? 1 : 2);
      return days === 0 ? undefined : stayEdit(stop(name), { days });
    },
  );
  take(
    `\\bon ${DAY},? (?:we|i)(?:'d| would)? (?:want|like|love|plan|hope)(?: to)? (?:see|visit|go to|do|explore) (?:the )?(?<title>\\p{Lu}[^,.;!?|§]{2,50}?)${END}`,
    ({ title, day, nth, unit }) => activity('add', title, dayOf(day, nth), unit),
  );
  take(
    `\\b(?:go(?:ing)?|head(?:ing)?|pop|hop)(?: over)? to ${NAME} for (?:a|the) day from (?<other>\\p{L}[^,.;!?|§]{1,50}?)${END}`,
    ({ name, other }) => dayTrip(stop(name), stop(other)),
  );
  take(
    `\\b(?:stop|stopping|a stop|lunch|dinner) (?:in|at) ${NAME} (?:just )?for (?:lunch|dinner|a coffee|an hour|a few hours|the afternoon|the day)(?: on ${DAY})?(?=\\s*(?:[,.;!?|]|$|no\\b))`,
    ({ name, day, nth }) => dayTrip(stop(name), undefined, dayOf(day, nth)),
  );
  take(
    `\\b(?:add |include |with |do )?${NAME},? (?:as|for) a day trip(?: from (?<other>\\p{L}[^,.;!?|§]{1,50}?))?${END}`,
    ({ name, other }) => dayTrip(stop(name), stop(other)),
  );
  take(
    `\\b(?:(?:add|do|make|plan|include|take) )?(?:a |one )?(?:day[\\s-]trip|excursion|outing) to (?:the )?${NAME}(?: from (?<other>\\p{L}[^,.;!?|§]{1,50}?))?(?: on ${DAY})?${END}`,
    ({ name, other, day, nth }) => dayTrip(stop(name), stop(other), dayOf(day, nth)),
  );
  take(
    `\\b(?:something|somewhere|someplace|anything|a place|a stop|another (?:place|town|stop))\\b(?<like>[^,.;!?|§]{0,60}?)(?: (?:instead|rather))(?: of ${NAME}${END})?`,
    ({ like, name }) => suggestion(like, stop(name) ?? lastStopIn(text.text, context)),
  );
  take(
    `\\b(?:stop|stopping|sleep|a night|overnight|stay) (?:at |in )?(?:somewhere|someplace|some place)\\b(?<like>[^,.;!?|§]{0,60}?)(?<half> halfway| in the middle| on the way| between)?(?=\\s*[,.;!?|]|$)`,
    ({ like = '', half }) => ({
      type: 'suggest',
      like: like.trim() || 'a nice place',
      ...(half !== undefined && { at: 'middle' as const }),
    }),
  );
  take(
    `\\b(?:no,? )?(?:i|we) (?:meant|mean|wanted) (?:the )?${NAME} (?:in|from) (?:the )?(?<within>\\p{Lu}[\\p{L} ]+?)(?=\\s*[,.;!?|]|$)`,
    ({ name, within = '' }) => {
      const place = stop(name);
      return place === undefined && !/^(?:one|other(?: one)?)$/i.test(name ?? '')
        ? undefined
        : { type: 'which', within: within.trim(), ...(place !== undefined && { place }) };
    },
  );
  take(
    `\\b(?:no,? |not that one,? )?(?:i (?:meant|mean) )?the (?:other )?(?:one|(?!rest\\b|others\\b)${NAME}) in (?:the )?(?<within>\\p{Lu}[\\p{L} ]+?)(?=\\s*[,.;!?|]|$)`,
    ({ name, within = '' }) => {
      const place = name === undefined ? undefined : stop(name);
      if (name !== undefined && place === undefined) return undefined;
      return { type: 'which', within: within.trim(), ...(place !== undefined && { place }) };
    },
  );
  return edits;
}

/** How many days a trip spends at a stop. */
function daysAt(name: string | undefined, { itinerary }: EditContext): number {
  if (name === undefined) return 0;
  const ids = itinerary.anchors
    .filter((anchor) => bareName(textOf(anchor.name)) === bareName(name))
    .map(({ id }) => id);
  return itinerary.days.filter(({ anchorId }) => ids.includes(anchorId)).length;
}

function lockOf(
  { end, n, from, to }: Readonly<Record<'end' | 'n' | 'from' | 'to', string | undefined>>,
  days: number,
): TripEdit | undefined {
  if (from !== undefined) return { type: 'lock', days: [Number(from), Number(to ?? from)] };
  if (end === undefined) return undefined;
  const count = n === undefined ? 1 : numberOf(n);
  return { type: 'lock', days: /^first$/i.test(end) ? [1, count] : [Math.max(1, days - count + 1), days] };
}

function dayOf(day: string | undefined, nth: string | undefined): number | undefined {
  if (day !== undefined) return numberOf(day);
  if (nth === undefined) return undefined;
  if (/^last$/i.test(nth)) return -1;
  const at = ORDINALS.indexOf(nth.toLowerCase());
  return at >= 0 ? at + 1 : Number.parseInt(nth, 10);
}

type DayPart = 'morning' | 'afternoon' | 'evening';

function partOf(word: string | undefined): DayPart | undefined {
  const part = word?.toLowerCase();
  if (part === 'night') return 'evening';
  return part === 'morning' || part === 'afternoon' || part === 'evening' ? part : undefined;
}

function freeOf(word: string | undefined, day: number | undefined): TripEdit | undefined {
  const part = partOf(word);
  if (day === undefined) return undefined;
  return { type: 'activity', what: 'free', day, ...(part && { part }) };
}

function activity(
  what: 'add' | 'remove',
  title: string | undefined,
  day: number | undefined,
  unit?: string,
): TripEdit | undefined {
  if (title === undefined || day === undefined) return undefined;
  const part = partOf(unit);
  return { type: 'activity', what, title: title.trim(), day, ...(part && { part }) };
}

function dayTrip(place: string | undefined, from?: string, day?: number): TripEdit | undefined {
  if (place === undefined) return undefined;
  return {
    type: 'add',
    place,
    isDayTrip: true,
    ...(from !== undefined && { after: from }),
    ...(day !== undefined && { day }),
  };
}

function stayEdit(place: string | undefined, stay: StayChange): TripEdit | undefined {
  return place === undefined ? undefined : { type: 'stay', place, stay };
}

function suggestion(like = '', place: string | undefined): TripEdit {
  return { type: 'suggest', like: like.trim() || 'something else', ...(place !== undefined && { place }) };
}

/** The stop of the trip that words name, as they are written there. */
function stopIn(words: string, { itinerary, places }: EditContext): string | undefined {
  const key = bareName(words.replace(/^(?:the|in|at|to)\s+/i, ''));
  const stops = itinerary.anchors.map(({ name }) => textOf(name));
  const same = stops.find((name) => bareName(name) === key);
  if (same !== undefined) return words.trim().replace(/^(?:the|in|at|to)\s+/i, '');
  const read = readPlace({ tokens: tokensOf(words), places }, 0);
  if (!read?.isKnown) return undefined;
  return read.name;
}

function lastStopIn(text: string, { itinerary }: EditContext): string | undefined {
  const lower = text.toLowerCase();
  return itinerary.anchors
    .map(({ name }) => textOf(name))
    .find((name) => name !== '' && lower.includes(name.toLowerCase()));
}

/**
 * The legs that a text changes: "fly from Turin to Rome". The places it names are not new ends of the trip, and are
 * taken out of the text.
 */
export function legEdits(legs: readonly SaidLeg[], mentions: PlaceMentions): TripEdit[] {
  return legs.flatMap(({ from, to, by }): TripEdit[] => {
    if (to === undefined) return [];
    const isLeg = (name: string | undefined) =>
      [from, to].some((end) => end !== undefined && name !== undefined && bareName(end) === bareName(name));
    if (isLeg(mentions.origin)) delete mentions.origin;
    if (isLeg(mentions.end)) delete mentions.end;
    mentions.stops = mentions.stops.filter(({ name }) => !isLeg(name));
    return [{ type: 'leg', by, to, ...(from !== undefined && { from }) }];
  });
}
