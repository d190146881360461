import { withMeans } from '../generate/leg-means.ts';
import type { Anchor, Itinerary, TripMode } from '../itinerary/itinerary.ts';
import { bareName } from '../itinerary/itinerary-view.ts';
import type { FullContext } from '../planner-context.ts';
import type { PlannerState } from '../planner-state.ts';
import type { TravelMeans } from '../requirements/constraints.ts';
import type { TripRequirements } from '../requirements/requirements.ts';
import type { TripEdit } from '../understand/edits/trip-edit.ts';
import { type Revision, TripDraft } from './trip-draft.ts';

/** Keeps the mode of a trip consistent with its means of travel. */
const MODE_OF: Readonly<Record<TravelMeans, TripMode>> = {
  car: 'road',
  flight: 'flight',
  train: 'mixed',
  bus: 'mixed',
  ferry: 'mixed',
  bike: 'mixed',
  foot: 'mixed',
};

/**
 * Changes the means of travel of the trip, as requested, and keeps its stops. Returns false if another trip has to be
 * planned: a change between driving and flying needs other stops on the way, unless all were named.
 */
export function reviseTransport(draft: TripDraft, before: TripRequirements): boolean {
  const { requirements, itinerary } = draft;
  const [means] = requirements.constraints?.travelBy ?? [];
  const isNewMeans = means !== undefined && means !== before.constraints?.travelBy?.[0];
  const isNewMode = requirements.mode !== before.mode && requirements.mode !== undefined;
  if (!isNewMeans && !isNewMode) return true;
  const mode = isNewMeans ? MODE_OF[means] : (requirements.mode ?? itinerary.mode);
  if (mode === itinerary.mode && !isNewMeans) return true;
  const isFlown = mode === 'flight' || (mode === 'mixed' && !isNewMeans);
  const isOther = isFlown !== (itinerary.mode === 'flight');
  if (
    isOther &&
    draft.stops.some((stop) => stop.end === undefined && draft.requestedStopFor(stop) === undefined)
  )
    return false;
  const by = isNewMeans && means !== 'car' && means !== 'flight' ? { by: means } : {};
  draft.change({ op: 'SET_MODE', payload: { mode, ...by } }, 'You wanted to travel like that.');
  return true;
}

/**
 * What the whole trip is travelled by, where edits say it of each of its legs, or of each that is travelled as the trip
 * was to be.
 */
export function meansOfAllLegs(
  { anchors }: Itinerary,
  edits: readonly TripEdit[],
  { constraints }: TripRequirements,
): TravelMeans | undefined {
  const legs = edits.flatMap((edit) => (edit.type === 'leg' ? [edit] : []));
  const [first] = legs;
  const reached = new Set(legs.map(({ to = '' }) => bareName(to)));
  const [means] = constraints?.travelBy ?? [];
  const own = anchors.slice(1).filter(({ by }) => by === means);
  const isEach = (own.length > 0 ? own : anchors.slice(1)).every(({ name }) => reached.has(bareName(name)));
  return anchors.length > 1 && isEach && legs.every(({ by }) => by === first?.by) ? first?.by : undefined;
}

/** Requirements for a trip that is travelled so. */
export function travelledBy(requirements: TripRequirements, by: TravelMeans): TripRequirements {
  return { ...requirements, mode: MODE_OF[by], constraints: { ...requirements.constraints, travelBy: [by] } };
}

/** Removes the requested means of travel if they were meant for one leg only. */
export function keepTransport(draft: TripDraft, { mode, constraints }: TripRequirements): void {
  const { mode: _m, constraints: now = {}, ...requirements } = draft.requirements;
  const { travelBy: _t, ...others } = now;
  const { travelBy } = constraints ?? {};
  draft.replaceRequirements({
    ...requirements,
    ...(mode && { mode }),
    constraints: { ...others, ...(travelBy && { travelBy }) },
  });
}

/**
 * Has each leg that is new travelled as people do there: by a ferry from the stop that is gone, nobody gets on from the one
 * before it. What the traveller said of a stop stays.
 */
export function reviseNewLegs(draft: TripDraft, before: Itinerary, edits: readonly TripEdit[]): void {
  const { itinerary, requirements, context } = draft;
  const { mode, anchors } = itinerary;
  const usual = (stops: readonly Anchor[]) =>
    withMeans(
      stops.map(({ by: _b, drive: _d, locked: _l, ...stop }) => stop),
      mode,
      { ...(requirements.constraints && { constraints: requirements.constraints }) },
      context.places,
    ).map(({ by }) => by);
  if (anchors === before.anchors || mode !== before.mode) return;
  const [now, then] = [usual(anchors), usual(before.anchors)];
  for (const [at, anchor] of anchors.entries()) {
    const [from, old] = [anchors[at - 1], before.anchors.findIndex(({ id }) => id === anchor.id)];
    const known = before.anchors[old];
    const isSame = isSamePoint(anchor, known) && isSamePoint(from, before.anchors[old - 1]);
    const isSaid = edits.some((edit) => edit.type === 'leg' && isNamed(anchor, edit.to));
    if (from === undefined || isSame || isSaid || anchor.locked) continue;
    if (anchor.by !== (known === undefined ? undefined : then[old])) continue;
    const by = now[at] ?? (anchor.by && (mode === 'road' ? 'car' : 'flight'));
    if (by === undefined || by === anchor.by) continue;
    const why = `That is how people usually get from ${from.name} to ${anchor.name}.`;
    draft.change({ op: 'UPDATE_ANCHOR', payload: { anchorId: anchor.id, set: { by } } }, why);
  }
}

/** How the legs are travelled that manual edits of a trip made new. */
export function legsAfter(
  before: Itinerary,
  after: Itinerary,
  state: PlannerState,
  context: FullContext,
): readonly Revision[] {
  const draft = new TripDraft(after, state, context);
  reviseNewLegs(draft, before, []);
  return draft.revisions;
}

function isSamePoint(a: Anchor | undefined, b: Anchor | undefined): boolean {
  return a?.lat === b?.lat && a?.lng === b?.lng;
}

function isNamed({ name }: Anchor, means: string | undefined): boolean {
  return means !== undefined && bareName(means) === bareName(name);
}
