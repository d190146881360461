import { bareName } from '../itinerary/itinerary-view.ts';
import { budgetText } from '../requirements/constraints.ts';
import { leavingNextMorning, openDaysTaken } from '../requirements/planner-request.ts';
import { requestedDays, TripRequirements } from '../requirements/requirements.ts';
import { takeLifted, withoutLifted } from '../understand/constraints/lifted-limits.ts';
import { keptInMind, timesOfDay } from '../understand/constraints/read-constraints.ts';
import { requestedLength } from '../understand/dates/requested-length.ts';
import { withFurtherEnd } from '../understand/edits/further-end.ts';
import { withKeptLength } from '../understand/edits/kept-length.ts';
import { markMessage } from '../understand/edits/mark-message.ts';
import type { TripEdit } from '../understand/edits/trip-edit.ts';
import { TripStops } from '../understand/edits/trip-stops.ts';
import { withDeparture } from '../understand/places/departures.ts';
import { withGoal } from '../understand/places/loop-goal.ts';
import { respelled } from '../understand/places/respelling.ts';
import { notPlanned, uncovered } from '../understand/text/coverage.ts';
import { WorkingText } from '../understand/text/working-text.ts';
import {
  followingRoute,
  type Understanding,
  type UnderstandingContext,
  understand,
} from '../understand/understand.ts';
import { editName, requestedPlace } from './read-places.ts';
import { ratesOfNotes, readConstraints, readPlaces, readPreferences } from './read-requirements.ts';
import type { EditReading, ReadChange, RequestReading, SharedFields, TripReading } from './trip-reading.ts';

/**
 * A reading of a text in the same form as that of the rules. Places are looked up, nothing else is trusted, and numbers
 * and places that the reading omits are reported.
 */
export function understandingOf(
  reading: TripReading,
  text: string,
  context: UnderstandingContext,
): Understanding {
  const byRules = reading.type === 'edit' && isEmpty(reading.read) ? clearByRules(text, context) : undefined;
  if (byRules !== undefined) return byRules;
  const understood =
    reading.type === 'edit' ? editOf(reading.read, text, context) : requestOf(reading.read, text, context);
  if (reading.type === 'edit' && reading.read.kind !== 'change') return understood;
  const missing = notPlanned(uncovered(text, understood, context.places, context.itinerary));
  return { ...understood, assumed: [...understood.assumed, ...missing] };
}

/** Whether a reading says nothing of what is to be changed, and asks nothing. */
function isEmpty({ kind, ...fields }: EditReading): boolean {
  return (kind === 'change' || kind === 'unclear') && Object.keys(fields).length === 0;
}

/** What the rules understand of a text, if they understand all of it. */
function clearByRules(text: string, context: UnderstandingContext): Understanding | undefined {
  const understood = understand(text, context);
  const { isUnderstood, isQuestion, notUnderstood, assumed, ask } = understood;
  const isClear = isUnderstood && !isQuestion && notUnderstood.length + assumed.length === 0;
  return isClear && ask === undefined ? understood : undefined;
}

function requestOf(read: RequestReading, text: string, context: UnderstandingContext): Understanding {
  const { state, places } = context;
  const { requirements: before, preferences } = state;
  const { days: total, ...named } = readPlaces(read, before, places);
  const days =
    lengthOf(read) ?? (read.startDate !== undefined && read.endDate !== undefined ? undefined : total);
  const length = requestedLength(days === undefined ? {} : { days }, datesOf(read), {
    before,
    shown: undefined,
  });
  const open = { ...before, ...readConstraints(read, before, places), ...length, ...named };
  const missed = isTimed(open) ? {} : lengthByRules(text, context);
  const assumed: string[] = [];
  const spelled = respelled(parsed(before, { ...open, ...missed }), before, places, { assumed });
  const goal = withGoal(withDeparture(spelled, text), text, places);
  const { requirements } = goal;
  assumed.push(...goal.assumed);
  const result = understood(read, { requirements, preferences: readPreferences(read, preferences) }, state, {
    edits: [],
    namesPlaces: named.origin !== undefined || named.destination !== undefined || named.via !== undefined,
  });
  return {
    ...result,
    assumed: [
      ...result.assumed,
      ...assumed,
      ...lengthTaken(missed),
      ...leavingNextMorning(requirements),
      ...openDaysTaken(requirements),
    ],
  };
}

/** Whether anything says how long the trip takes. */
function isTimed({ days, endDate, origin, destination, via = [] }: TripRequirements): boolean {
  const stays = [origin, destination, ...via].flatMap((place) => place?.days ?? place?.nights ?? []);
  return days !== undefined || endDate !== undefined || stays.length > 0;
}

/** The length that the rules find in a text if a reading gives none: "Thursday to Sunday". */
function lengthByRules(
  text: string,
  context: UnderstandingContext,
): Pick<TripRequirements, 'days' | 'startDate' | 'endDate'> {
  const { requirements } = understand(text, context);
  const found = requestedDays(requirements);
  if (found === undefined) return {};
  const { days, startDate, endDate } = requirements;
  return {
    ...(days !== undefined && { days }),
    ...(startDate !== undefined && { startDate }),
    ...(endDate !== undefined && { endDate }),
  };
}

function lengthTaken(length: Pick<TripRequirements, 'days' | 'startDate' | 'endDate'>): string[] {
  const days = requestedDays(length);
  return days === undefined
    ? []
    : [`Taken from your words: ${days === 1 ? '1 day' : `${days} days`} in all.`];
}

function editOf(
  read: EditReading,
  text: string,
  { state, itinerary, places }: UnderstandingContext,
): Understanding {
  const { avoid: _avoid, transport: _transport, ...anyMeans } = state.preferences;
  const preferences = read.lift?.includes('neverBy') ? anyMeans : state.preferences;
  const { kind, reverse = false, daysChange, shiftDays, lift = [], noLonger = [] } = read;
  const lifted = lift.filter((field) => field !== 'neverBy');
  const kept = withoutLikes(withoutLifted(state.requirements, lifted), noLonger);
  const { requirements: before, notes } = liftedByNotes(read.notes ?? [], kept);
  const isCommand = kind === 'undo' || kind === 'redo' || kind === 'start-over';
  if (kind !== 'change') {
    const requirements = kind === 'start-over' ? {} : before;
    return {
      ...understood(read, { requirements, preferences }, state, { edits: [], namesPlaces: false }),
      ...(isCommand && { command: kind, isUnderstood: true }),
      isQuestion: kind === 'question',
    };
  }
  if (read.route !== undefined && places.route?.(read.route) !== undefined)
    return followingRoute(read.route, { ...state, requirements: before });
  const changes = (read.changes ?? []).map((change) => tripEditOf(change, text, { itinerary, places }));
  const edits = withKeptLength(changes, text);
  const days = lengthOf(read);
  const length = requestedLength(
    {
      ...(days !== undefined && { days }),
      ...(daysChange !== undefined && { change: daysChange }),
      ...(shiftDays !== undefined && { shift: shiftDays }),
    },
    datesOf(read),
    { before, shown: itinerary?.days.length || undefined },
  );
  const isReturn = read.roundTrip === true && !state.requirements.roundTrip;
  const start = itinerary?.origin.name;
  // A trip that returns to its start keeps its destination.
  const origin = read.origin ?? (isReturn && start && !before.origin ? { name: start } : undefined);
  const destination = isReturn && isSameName(read.destination?.name, start) ? undefined : read.destination;
  const isLeg = edits.some(({ type }) => type === 'leg');
  const noted = { ...read, notes: notes.length > 0 ? notes : undefined };
  const fields = isLeg ? { ...noted, travelBy: undefined, legs: undefined } : noted;
  const wished = parsed(before, {
    ...before,
    ...readConstraints(fields, before, places),
    ...length,
    ...(origin && { origin: requestedPlace(origin, places) }),
    ...(destination && { destination: requestedPlace(destination, places) }),
  });
  const { requirements, edits: further } = withFurtherEnd(wished, before, itinerary, text);
  const isUndated = shiftDays !== undefined && requirements.startDate === undefined;
  const unclear = [...(read.unclear ?? []), ...(isUndated ? [`${shiftDays} days later`] : [])];
  return {
    ...understood(
      { ...noted, unclear },
      { requirements, preferences: readPreferences(read, preferences) },
      state,
      {
        edits: [...edits, ...further],
        namesPlaces: edits.length > 0 || origin !== undefined || destination !== undefined,
      },
    ),
    ...(reverse && { command: 'reverse' as const, isUnderstood: true }),
    ...(read.question !== undefined && { question: read.question }),
  };
}

/** A note that a limit no longer holds lifts it. */
function liftedByNotes(
  notes: readonly string[],
  requirements: TripRequirements,
): { readonly requirements: TripRequirements; readonly notes: string[] } {
  let before = requirements;
  const others = notes.filter((note) => {
    const text = new WorkingText(note);
    const after = takeLifted(text, before);
    const isLifted = after !== before;
    before = after;
    return !isLifted;
  });
  return { requirements: before, notes: others };
}

function understood(
  read: SharedFields,
  after: Pick<Understanding, 'requirements' | 'preferences'>,
  { requirements, preferences }: UnderstandingContext['state'],
  { edits, namesPlaces }: Pick<Understanding, 'edits' | 'namesPlaces'>,
): Understanding {
  const isNew = JSON.stringify(after) !== JSON.stringify({ requirements, preferences });
  return {
    ...after,
    edits,
    namesPlaces,
    isQuestion: false,
    isUnderstood: isNew || edits.length > 0,
    notUnderstood: read.unclear ?? [],
    assumed: keptInMind([
      ...(read.budget ? [budgetText(read.budget)] : []),
      ...[read.lodging?.room, ...(read.lodging?.rules ?? [])].flatMap((each) => each ?? []),
      ...(read.cuisines ?? []).map((cuisine) => `${cuisine} food`),
      ...(read.mobility === undefined ? [] : [read.mobility]),
      ...timesOfDay(read.dislikes ?? []),
      ...ratesOfNotes(read).notes,
    ]),
    ...(read.ask !== undefined && { ask: read.ask }),
  };
}

function lengthOf({ days, nights }: SharedFields): number | undefined {
  return days ?? (nights === undefined ? undefined : nights + 1);
}

function datesOf({ startDate, endDate }: SharedFields) {
  return { ...(startDate !== undefined && { startDate }), ...(endDate !== undefined && { endDate }) };
}

/** Requirements without removed likes, dislikes, must-sees and notes. */
function withoutLikes(requirements: TripRequirements, noLonger: readonly string[]): TripRequirements {
  if (noLonger.length === 0) return requirements;
  const left = (all: readonly string[] | undefined) => {
    const kept = all?.filter((each) => !noLonger.some((gone) => isSameName(gone, each)));
    return kept?.length === 0 ? undefined : kept;
  };
  const { interests, constraints = {} } = requirements;
  const { dislikes, mustSee, cuisines, notes, lodging, ...others } = constraints;
  const { room, rules } = lodging ?? {};
  const [ruled, [slept] = []] = [left(rules), left(room === undefined ? undefined : [room])];
  const all = {
    dislikes: left(dislikes),
    mustSee: left(mustSee),
    cuisines: left(cuisines),
    notes: left(notes),
    lodging: ruled || slept ? present({ room: slept, rules: ruled }) : undefined,
  };
  return {
    ...requirements,
    ...(interests && { interests: left(interests) ?? [] }),
    constraints: { ...others, ...present(all) },
  };
}

function present<Fields extends object>(fields: Fields): Partial<Fields> {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as Partial<Fields>;
}

function isSameName(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && bareName(a) === bareName(b);
}

/** Requirements that match their schema; otherwise the previous ones. */
function parsed(before: TripRequirements, requirements: object): TripRequirements {
  return TripRequirements.safeParse(present(requirements)).data ?? before;
}

/** A change in the same form as that of the rules. More nights at a stop make the trip longer. */
function tripEditOf(
  change: ReadChange,
  text: string,
  { itinerary, places }: Pick<UnderstandingContext, 'itinerary' | 'places'>,
): TripEdit {
  if (change.type === 'stay') {
    const { keepsLength = false, ...stay } = change.stay;
    const { change: more } = stay;
    const isCounted = () =>
      itinerary !== null &&
      markMessage(text, { stops: new TripStops(itinerary), places }).some(
        (mark) => mark.type === 'length' && mark.length.count === Math.abs(more ?? 0),
      );
    const grows = more !== undefined && !keepsLength && isCounted();
    return { ...change, stay: { ...stay, ...(grows && { grows: true }) } };
  }
  if (change.type !== 'add' && change.type !== 'replace') return change;
  const { knownAs, inEnglish, within, ...edit } = change;
  const nameOf = (name: string) => editName({ name, knownAs, inEnglish, within }, places);
  return edit.type === 'add' ? { ...edit, place: nameOf(edit.place) } : { ...edit, by: nameOf(edit.by) };
}
