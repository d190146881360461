import { countryName } from '../knowledge/country-name.ts';
import { distanceKm } from '../places/geo.ts';
import type { TravelMeans } from '../requirements/constraints.ts';
import { dateText } from './date-text.ts';
import type { Anchor, Day, Itinerary } from './itinerary.ts';

/** One difference between two versions of a trip, as a sentence, with the stop it is about. */
export interface TripChange {
  readonly text: string;
  readonly anchorId?: string;
}

/** Further lines about single activities would say no more. */
const MAX_ACTIVITY_LINES = 6;
const SAME_PLACE_KM = 2;

const MEANS: Readonly<Record<TravelMeans, string>> = {
  car: 'by car',
  train: 'by train',
  bus: 'by bus',
  ferry: 'by ferry',
  flight: 'by plane',
  bike: 'by bike',
  foot: 'on foot',
};

/** A means of travel as text: "by train". */
export function meansText(by: TravelMeans): string {
  return MEANS[by];
}

/** The differences between two versions of a trip, as a traveller would state them, one per line. */
export function changesBetween(before: Itinerary, after: Itinerary): readonly TripChange[] {
  if (isTurned(before, after)) return turned(before, after);
  const changes = [
    ...frame(before, after),
    ...removed(before, after),
    ...replaced(before, after),
    ...added(before, after),
    ...reordered(before, after),
    ...stays(before, after),
    ...ways(before, after),
    ...locks(before, after),
    ...things(before, after),
  ];
  return changes.length > 0 ? changes : travelDays(before, after);
}

/** The days that became days for travelling, or no longer are; other changes imply it. */
function travelDays(before: Itinerary, after: Itinerary): TripChange[] {
  return after.days.flatMap(({ number, anchorId, travelOnly = false }, at): TripChange[] => {
    if (travelOnly === (before.days[at]?.travelOnly ?? false)) return [];
    const text = travelOnly
      ? `Day ${number} is a day for travelling: it needs nothing else to do.`
      : `Day ${number} is not only for travelling any more.`;
    return [{ anchorId, text }];
  });
}

/** Whether a trip has the same stops in the opposite order. */
function isTurned({ anchors: then }: Itinerary, { anchors: now }: Itinerary): boolean {
  if (then.length < 2 || then.length !== now.length || then[0]?.name === then.at(-1)?.name) return false;
  return then.every(({ name }, at) => name === now.at(-1 - at)?.name);
}

/** For a reversed trip, only the new order is reported; everything else follows from it. */
function turned(before: Itinerary, after: Itinerary): TripChange[] {
  const order = after.anchors.map(({ name }) => name).join(', ');
  const [then, now] = [before.days.length, after.days.length];
  return [
    { text: `The trip goes the other way round now: ${order}.` },
    ...(then === now ? [] : [{ text: `The trip takes ${counted(now, 'day')} now instead of ${then}.` }]),
    ...(then === now && before.days[0]?.date === after.days[0]?.date ? [] : stays(before, after)),
  ];
}

function frame(before: Itinerary, after: Itinerary): TripChange[] {
  const [start, end] = [after.days[0]?.date, after.days.at(-1)?.date];
  const was = before.days[0]?.date;
  const ends = (['origin', 'destination'] as const).flatMap((field): TripChange[] => {
    const [then, now] = [before[field].name, after[field].name];
    const isStop =
      before.anchors.some(({ name }) => name === then) && !after.anchors.some(({ name }) => name === then);
    if (then === now || isStop) return [];
    return [{ text: `The trip ${field === 'origin' ? 'starts' : 'ends'} in ${now} now instead of ${then}.` }];
  });
  const days = after.days.length;
  return [
    ...(days === before.days.length
      ? []
      : [{ text: `The trip takes ${counted(days, 'day')} now instead of ${before.days.length}.` }]),
    ...(start === was || start === undefined
      ? []
      : [
          {
            text: `It starts on ${dateText(start)}${was ? ` instead of ${dateText(was)}` : ''} and ends on ${dateText(end ?? start)}.`,
          },
        ]),
    ...(start !== undefined && start === was && end !== before.days.at(-1)?.date && end !== undefined
      ? [{ text: `It ends on ${dateText(end)}.` }]
      : []),
    ...ends,
  ];
}

function byId(anchors: readonly Anchor[]): ReadonlyMap<string, Anchor> {
  return new Map(anchors.map((anchor) => [anchor.id, anchor]));
}

function removed(before: Itinerary, after: Itinerary): TripChange[] {
  const left = byId(after.anchors);
  return before.anchors
    .filter(({ id }) => !left.has(id))
    .map(({ id, name }) => ({ anchorId: id, text: `Removed ${name}.` }));
}

function added(before: Itinerary, after: Itinerary): TripChange[] {
  const known = byId(before.anchors);
  return after.anchors
    .filter(({ id }) => !known.has(id))
    .map(({ id, name, area }) => {
      const own = daysAt(after, id);
      const [first] = own;
      const when = first ? ` on ${daySpan(own)}` : ' on the way';
      const where = area === undefined || area === name ? name : `${name} (${area})`;
      return { anchorId: id, text: `Added ${where}${when}.` };
    });
}

function replaced(before: Itinerary, after: Itinerary): TripChange[] {
  const known = byId(before.anchors);
  return after.anchors.flatMap((now): TripChange[] => {
    const then = known.get(now.id);
    const isMoved = then && distanceKm(then, now) > SAME_PLACE_KM;
    if (then === undefined || (then.name === now.name && !isMoved)) return [];
    const where = now.country ? `${now.name}, ${countryName(now.country)}` : now.name;
    const region = now.country === 'US' && now.admin1 ? `${now.name}, ${stateName(now.admin1)}` : where;
    const text =
      then.name === now.name
        ? `${now.name} is now the one in ${region}.`
        : `${now.name} instead of ${then.name}.`;
    return [{ anchorId: now.id, text }];
  });
}

function reordered(before: Itinerary, after: Itinerary): TripChange[] {
  const common = new Set(after.anchors.map(({ id }) => id));
  const then = before.anchors.filter(({ id }) => common.has(id)).map(({ id }) => id);
  const known = new Set(then);
  const now = after.anchors.filter(({ id }) => known.has(id));
  if (now.every(({ id }, at) => id === then[at])) return [];
  const names = now.map(({ name }) => name);
  return [{ text: `The order is now ${names.join(', ')}.` }];
}

function stays(before: Itinerary, after: Itinerary): TripChange[] {
  const known = byId(before.anchors);
  return after.anchors.flatMap(({ id, name }): TripChange[] => {
    if (!known.has(id)) return [];
    const [then, now] = [daysAt(before, id).length, daysAt(after, id).length];
    if (then === now) return [];
    return [{ anchorId: id, text: `${name}: ${counted(now, 'day')} instead of ${then}.` }];
  });
}

function ways(before: Itinerary, after: Itinerary): TripChange[] {
  const known = byId(before.anchors);
  const changed = after.anchors.filter((anchor) => {
    const then = known.get(anchor.id);
    return then !== undefined && then.by !== anchor.by;
  });
  const [first] = changed;
  const legs = after.anchors.length - 1;
  const isAll = changed.length > 1 && changed.length >= legs && changed.every(({ by }) => by === first?.by);
  if (isAll || before.mode !== after.mode) {
    const how = first?.by ? MEANS[first.by] : MODE_TEXT[after.mode];
    return [{ text: `You travel ${how} now. The stops stay.` }];
  }
  return changed.map((anchor) => {
    const { id, name, by } = anchor;
    const from = after.anchors[after.anchors.indexOf(anchor) - 1];
    const way = from === undefined ? `to ${name}` : `from ${from.name} to ${name}`;
    const text =
      by === 'flight'
        ? `You fly ${way} now.`
        : `You get ${way} ${by ? MEANS[by] : MODE_TEXT[after.mode]} now.`;
    return { anchorId: id, text };
  });
}

const MODE_TEXT = { road: 'by car', flight: 'by plane (flights)', mixed: 'by car, train or plane' } as const;

function locks(before: Itinerary, after: Itinerary): TripChange[] {
  const known = byId(before.anchors);
  return after.anchors.flatMap(({ id, name, locked = false }): TripChange[] => {
    const then = known.get(id);
    if (then === undefined || (then.locked ?? false) === locked) return [];
    const own = daysAt(after, id);
    const when = own.length > 0 ? ` (${daySpan(own)})` : '';
    return [
      {
        anchorId: id,
        text: locked ? `Locked ${name}${when}: it is kept as it is.` : `Unlocked ${name}${when}.`,
      },
    ];
  });
}

/** The changed activities on days that both versions have, matched by their position at a stop. */
function things(before: Itinerary, after: Itinerary): TripChange[] {
  const known = byId(before.anchors);
  const lines = after.anchors.flatMap(({ id, name }) => {
    // A different place has different activities, which goes without saying.
    if (known.get(id)?.name !== name) return [];
    const then = daysAt(before, id);
    return daysAt(after, id).flatMap((day, nth): TripChange[] => {
      const old = then[nth];
      if (old === undefined || old.activities === day.activities) return [];
      const titles = (of: Day) => new Set(of.activities.map(({ title }) => title));
      const [was, is] = [titles(old), titles(day)];
      const [plus, minus] = [
        [...is].filter((title) => !was.has(title)),
        [...was].filter((title) => !is.has(title)),
      ];
      const parts = [
        ...(plus.length > 0 ? [`added ${plus.join(', ')}`] : []),
        ...(minus.length > 0 ? [`removed ${minus.join(', ')}`] : []),
      ];
      return parts.length === 0 ? [] : [{ anchorId: id, text: `Day ${day.number}: ${parts.join('; ')}.` }];
    });
  });
  if (lines.length <= MAX_ACTIVITY_LINES) return lines;
  return [
    ...lines.slice(0, MAX_ACTIVITY_LINES),
    { text: `What to do changed on ${lines.length - MAX_ACTIVITY_LINES} more days.` },
  ];
}

function daysAt({ days }: Itinerary, anchorId: string): readonly Day[] {
  return days.filter((day) => day.anchorId === anchorId);
}

function daySpan(days: readonly Day[]): string {
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return 'no day';
  return first === last ? `day ${first.number}` : `days ${first.number} to ${last.number}`;
}

/** "1 day", "3 days". */
export function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

const STATES = new Map(
  `AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming`
    .split(',')
    .map((entry) => [entry.slice(0, 2), entry.slice(3)] as const),
);

/** "Vermont" for "VT". */
export function stateName(code: string): string {
  return STATES.get(code) ?? code;
}
