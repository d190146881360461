import { isInside, isRegion, isSpread, townsToStay } from '../generate/region-places.ts';
import { count } from '../generate/stay-lengths.ts';
import { orderBetween } from '../generate/tour-order.ts';
import type { ValidStop } from '../invariants/subject.ts';
import { bareName } from '../itinerary/itinerary-view.ts';
import type { StayChange, TripEdit } from '../understand/edits/trip-edit.ts';
import { addStop } from './add-stop.ts';
import { indexFor, insertAt, placeFor } from './new-stop.ts';
import {
  afterMove,
  changeStay,
  daysOf,
  isHome,
  moveStop,
  putInPlace,
  remember,
  removeStop,
  replaceStop,
  setStay,
  stayFields,
} from './stop-edits.ts';
import type { TripDraft } from './trip-draft.ts';

type Edit<Type extends TripEdit['type']> = Extract<TripEdit, { type: Type }>;

/** Who adds an area and does not say for how long stays so many days. */
const DEFAULT_DAYS = 2;

/** Whether a name is that of an area too wide for one stop, and no stop goes by it. */
export function isNewArea(draft: TripDraft, name: string): boolean {
  if (draft.stopNamed(name) !== undefined) return false;
  const near = draft.stops.map(({ point }) => point).slice(0, 1);
  const [found] = draft.context.places.resolve(name, { limit: 1, typos: false, near });
  const { places } = draft.context;
  return found?.match === 'region' && isRegion(name, places) && isSpread(name, places);
}

/** Adds the best towns of an area, as many as there is time for. */
export function addArea(draft: TripDraft, edit: Edit<'add'>): void {
  const { place: name, stay, type: _t, isDayTrip: _d, ...position } = edit;
  const { context, requirements, itinerary } = draft;
  const area = stay === undefined ? context.places.area?.(name) : undefined;
  const inside = draft.stops.filter(({ point }) => area && isInside(point, area, context.places));
  if (inside.length > 1) {
    draft.notDone.push(`The trip is in ${name} already.`);
    return;
  }
  const middle = placeFor({ name }, draft);
  const at = middle && indexFor(middle, position, draft);
  const days = stay ? daysOf(stay, DEFAULT_DAYS, false) : DEFAULT_DAYS;
  const towns = townsToStay(
    name,
    {
      days,
      mode: itinerary.mode,
      skip: requirements.skip ?? [],
      interests: requirements.interests ?? [],
      constraints: requirements.constraints,
      besides: draft.stops.map(({ point }) => point),
    },
    context.places,
  ).slice(0, days);
  if (at === undefined || towns.length === 0) {
    addStop(draft, edit);
    return;
  }
  const visit = (stop: ValidStop | undefined) =>
    stop && { name: stop.name, ...stop.point, population: 0, isNamed: true };
  const [before, after] = [at - 1, at].map((index) => draft.stops.find((stop) => stop.index === index));
  for (const [nth, town] of orderBetween(visit(before), towns, visit(after)).entries()) {
    const long = Math.floor(days / towns.length) + (nth < days % towns.length ? 1 : 0);
    const why = `You wanted to go to ${name}.`;
    const id = insertAt(draft, { ...town, area: name }, at + nth, why, long);
    if (id !== undefined && stay) draft.settled.add(id);
  }
  const { via = [], skip = [] } = draft.requirements;
  draft.setRequirements({
    via: [...via.filter((visit) => !isSame(visit.name, name)), { name, ...stayFields(stay) }],
    skip: skip.filter((gone) => !isSame(gone, name)),
  });
  afterMove(draft);
}

/** Leaves out all stops of an area. */
export function removeArea(draft: TripDraft, { place: name }: Edit<'remove'>): void {
  const stops = draft.stopsIn(name);
  const end = stops.find((stop) => isFixed(draft, stop));
  if (end) {
    const why = end.anchor.locked
      ? 'is locked'
      : `is where the trip ${end.end === 'origin' ? 'starts' : 'ends'}`;
    draft.notDone.push(`${name} stays: ${end.name} ${why}. Say what should be there instead.`);
    return;
  }
  for (const stop of stops) removeStop(draft, { type: 'remove', place: stop.name });
  const { via = [], skip = [] } = draft.requirements;
  const towns = new Set(stops.map((stop) => bareName(stop.name)));
  draft.setRequirements({
    via: via.filter((visit) => !isSame(visit.name, name)),
    // Who does not want the area may want one of its towns later.
    skip: [...skip.filter((gone) => !isSame(gone, name) && !towns.has(bareName(gone))), name],
  });
}

function isFixed(draft: TripDraft, { anchor, end }: ValidStop): boolean {
  return anchor.locked === true || (end !== undefined && draft.requirements.origin !== undefined);
}

/** Puts another place where an area was, or an area where a stop was: it gets all days of it. */
export function replaceArea(draft: TripDraft, { place: name, by, stay }: Edit<'replace'>): void {
  const towns = draft.stopsIn(name);
  const stops = towns.length > 0 ? towns : [draft.stopNamed(name)].filter((stop) => stop !== undefined);
  const days = stops.reduce((sum, { id }) => sum + draft.daysAt(id), 0);
  const [first, ...others] = stops;
  const last = others.at(-1) ?? first;
  const isOther = draft.stops.some((stop) => !stops.includes(stop));
  if (first === undefined || last === undefined || (towns.length === 0 && !isOther)) {
    replaceStop(draft, { type: 'replace', place: name, by, ...(stay && { stay }) });
    return;
  }
  if (isNewArea(draft, by) && !stops.some(({ id, anchor }) => anchor.locked || isHome(draft, id))) {
    const before = draft.stops.find(({ index }) => index === first.index - 1);
    for (const stop of stops) removeStop(draft, { type: 'remove', place: stop.name });
    const position = before ? { after: before.name } : { at: 'start' as const };
    addArea(draft, { type: 'add', place: by, stay: stay ?? { days }, ...position });
    return;
  }
  const place = placeFor({ name: by }, draft);
  if (place === undefined) {
    draft.unknown.push(by);
    return;
  }
  for (const stop of stops) if (stop !== last) removeStop(draft, { type: 'remove', place: stop.name });
  const { via = [] } = draft.requirements;
  draft.setRequirements({ via: via.filter((visit) => !isSame(visit.name, name)) });
  const kept = draft.stops.find(({ id }) => id === last.id);
  if (kept) putInPlace(draft, kept, place);
  const now = draft.stops.find(({ id }) => id === last.id);
  if (now) setStay(draft, now, stay ?? { days });
}

/** Takes all stops of an area to another place in the order. */
export function moveArea(draft: TripDraft, { place: name, type: _, ...position }: Edit<'move'>): void {
  let before: string | undefined;
  for (const { id } of draft.stopsIn(name)) {
    const stop = draft.stops.find((each) => each.id === id);
    if (stop) moveStop(draft, stop, before === undefined ? position : { after: before });
    before = stop?.name;
  }
}

/** Sets the stay in an area. Its towns share the days. */
export function setAreaStay(draft: TripDraft, name: string, stay: StayChange): void {
  const stops = draft.stopsIn(name);
  const last = stops.at(-1);
  if (last === undefined) return;
  const total = stops.reduce((sum, { id }) => sum + draft.daysAt(id), 0);
  const wanted = daysOf(stay, total, draft.isLast(last));
  if (wanted === total) {
    draft.notDone.push(`${name} has ${count(total)} already, and keeps them.`);
  }
  const why = `You wanted ${count(wanted)} in ${name}.`;
  for (let left = wanted - total; left !== 0; left -= Math.sign(left)) {
    if (!(left > 0 ? stayLonger(draft, name, why) : stayShorter(draft, name, why))) {
      draft.notDone.push(`The stay in ${name} keeps its length: its stops are locked.`);
      break;
    }
  }
  const days = draft.stopsIn(name).reduce((sum, { id }) => sum + draft.daysAt(id), 0);
  if (stay.grows) draft.growth += days - total;
  for (const { id } of draft.stopsIn(name)) draft.settled.add(id);
  remember(draft, name, stay, days);
}

/** One day more where the stay is shortest. */
function stayLonger(draft: TripDraft, area: string, why: string): boolean {
  return draft
    .stopsIn(area)
    .toSorted((a, b) => draft.daysAt(a.id) - draft.daysAt(b.id))
    .some((stop) => changeStay(draft, stop, draft.daysAt(stop.id) + 1, why));
}

/** One day less where the stay is longest; a town with one day goes. */
function stayShorter(draft: TripDraft, area: string, why: string): boolean {
  const open = draft.stopsIn(area).toSorted((a, b) => draft.daysAt(b.id) - draft.daysAt(a.id));
  const [longest] = open;
  if (longest && draft.daysAt(longest.id) > 1) {
    return open.some(
      (stop) => draft.daysAt(stop.id) > 1 && changeStay(draft, stop, draft.daysAt(stop.id) - 1, why),
    );
  }
  const spare = open.findLast((stop) => !isFixed(draft, stop) && stop.end === undefined);
  if (spare === undefined) return false;
  draft.dismissed.add(spare.id);
  return draft.change({ op: 'REMOVE_ANCHOR', payload: { anchorId: spare.id } }, why);
}

const isSame = (a: string, b: string) => bareName(a) === bareName(b);
