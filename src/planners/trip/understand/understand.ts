import { dateAfter } from '../itinerary/calendar-day.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { bareName } from '../itinerary/itinerary-view.ts';
import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import { textOf } from '../knowledge/text-of.ts';
import type { PlannerState, QuestionField } from '../planner-state.ts';
import type { TripConstraints } from '../requirements/constraints.ts';
import { leavingNextMorning, openDaysTaken } from '../requirements/planner-request.ts';
import { requestedDays, type TripPreferences, TripRequirements } from '../requirements/requirements.ts';
import { bareAnswer } from './bare-answer.ts';
import { takeLifted } from './constraints/lifted-limits.ts';
import { takeLikes } from './constraints/likes.ts';
import { takeMusts } from './constraints/musts.ts';
import { takeFilms } from './constraints/open-likes.ts';
import { requestedConstraints, takeConstraints, unplannable } from './constraints/read-constraints.ts';
import { takeTransport } from './constraints/transport.ts';
import { takeAppointments } from './dates/appointments.ts';
import { Calendar } from './dates/calendar-dates.ts';
import { rewordDatedStays } from './dates/dated-stays.ts';
import { type DatesReading, takeDates } from './dates/dates.ts';
import { withDaysOfWay } from './dates/days-of-way.ts';
import { takeDuration } from './dates/durations.ts';
import { withLengths, withMonths } from './dates/follow-up-dates.ts';
import { requestedLength } from './dates/requested-length.ts';
import { selfCorrected } from './edits/corrections.ts';
import { withFurtherEnd } from './edits/further-end.ts';
import { withKeptLength } from './edits/kept-length.ts';
import { nameReferences } from './edits/name-references.ts';
import { legEdits, takeEdits } from './edits/phrase-edits.ts';
import { readClauses } from './edits/read-clauses.ts';
import { commandOf, type StopsBetween, type TripCommand, takeStopsBetween } from './edits/trip-command.ts';
import type { TripEdit } from './edits/trip-edit.ts';
import { inEnglish, writesNounsSmall } from './languages/languages.ts';
import { withDeparture } from './places/departures.ts';
import { homonymOf } from './places/homonyms.ts';
import { withGoal } from './places/loop-goal.ts';
import { settleCapitals } from './places/name-case.ts';
import { namesPlaces, type PlaceMentions } from './places/place-mentions.ts';
import { isKnownPlace } from './places/place-phrases.ts';
import { readMentions } from './places/read-places.ts';
import { requestedPlaces } from './places/requested-places.ts';
import { respelled } from './places/respelling.ts';
import { routeAround, routeToFollow, withRoutes } from './places/route-names.ts';
import { seeSightsFromTowns, seeTownsFromBase } from './places/sights-of-towns.ts';
import { keepPassedStops, removalsElsewhere } from './places/stops-of-trip.ts';
import { hintsFor, sortOthers, sortSentences } from './sort-questions.ts';
import { spelledOut } from './text/abbreviations.ts';
import { notPlanned, uncovered } from './text/coverage.ts';
import { asProse } from './text/layout.ts';
import { likedParts, notUnderstood } from './text/not-understood.ts';
import { reword } from './text/rewording.ts';
import { dropFarWords, dropStrayWords } from './text/stray-words.ts';
import { WorkingText } from './text/working-text.ts';

/** What was understood of a text. */
export interface Understanding {
  /** All requirements, including earlier ones. */
  readonly requirements: TripRequirements;
  readonly preferences: TripPreferences;
  readonly command?: TripCommand;
  /** Two stops between which more stops are wanted. */
  readonly between?: StopsBetween;
  /** What it changes in a trip that is there, one after the other. */
  readonly edits: readonly TripEdit[];
  /** Whether it only asks or remarks something: then nothing of the trip changes. */
  readonly isQuestion: boolean;
  /** Whether the text named places of the trip. */
  readonly namesPlaces: boolean;
  /** Whether anything in the text was understood. */
  readonly isUnderstood: boolean;
  /** The words that nothing was read out of. */
  readonly notUnderstood: readonly string[];
  /** What was read one way and could have been meant another, in whole sentences. */
  readonly assumed: readonly string[];
  /** A road, path or railway that has a name and that the whole trip is to follow from now on. */
  readonly route?: string;
  /** A question besides what it changes. */
  readonly question?: string;
  /** What has to be asked before any of it is done. */
  readonly ask?: string;
  /** What an answer to that may be about. */
  readonly askFields?: readonly QuestionField[];
}

/** What is known when a text is read. */
export interface UnderstandingContext {
  readonly state: Pick<PlannerState, 'requirements' | 'preferences' | 'asking' | 'recent'>;
  readonly itinerary: Itinerary | null;
  readonly places: PlaceKnowledge;
  /** Dates without a year are after it. */
  readonly today: Date;
}

/**
 * Understands a message by rules: the same text and state lead to the same requirements. Each rule takes its part out of the
 * text, places are read from the rest, and the remainder was not understood.
 */
export function understand(written: string, context: UnderstandingContext): Understanding {
  if (context.itinerary !== null) {
    const understood = read(written, context);
    const isAboutStops = understood.edits.some(({ type }) => type !== 'add');
    const isOther = understood.command !== undefined || understood.isQuestion || isAboutStops;
    const route = isOther ? undefined : routeToFollow(written, context.places);
    return route === undefined ? understood : followingRoute(route, context.state);
  }
  const { text, places, restored } = withRoutes(written, context.places);
  const understood = restored(read(text, { ...context, places }));
  const around = routeAround(understood.requirements, context.places);
  const goal = withGoal(around, written, context.places);
  const { requirements, assumed } = withDaysOfWay(goal.requirements, context.places);
  return { ...understood, requirements, assumed: [...understood.assumed, ...goal.assumed, ...assumed] };
}

/** What it means that a trip is to follow a route. */
export function followingRoute(
  route: string,
  { requirements, preferences }: UnderstandingContext['state'],
): Understanding {
  const nothing = { edits: [], isQuestion: false, notUnderstood: [], assumed: [] };
  return { ...nothing, requirements, preferences, route, namesPlaces: true, isUnderstood: true };
}

function read(written: string, context: UnderstandingContext): Understanding {
  const { state, itinerary, places, today } = context;
  const text = itinerary === null ? asProse(written) : inFollowUp(asProse(written), itinerary, today);
  const { requirements: before, preferences: preferred, asking } = state;
  const nothingElse = { edits: [], isQuestion: false, notUnderstood: [], assumed: [] };
  const command = commandOf(text);
  if (command !== undefined) {
    const requirements = command === 'start-over' ? {} : before;
    return {
      ...nothingElse,
      requirements,
      preferences: preferred,
      command,
      namesPlaces: false,
      isUnderstood: true,
    };
  }

  const clauses =
    itinerary === null
      ? {
          edits: [],
          isReversed: false,
          origin: undefined,
          rest: text,
          assumed: [],
          missed: [],
          ask: undefined,
        }
      : readClauses(text, { itinerary, places, recent: state.recent ?? [] });
  const spelled = spelledOut(clauses.rest);
  const english = inEnglish(spelled);
  const sorted = itinerary === null ? { requirements: english, others: [] } : sortSentences(english);
  const isOnlyAsked = clauses.edits.length === 0 && !clauses.isReversed && clauses.origin === undefined;
  if (sorted.requirements === '' && itinerary !== null && isOnlyAsked && clauses.ask === undefined) {
    return {
      ...nothingElse,
      requirements: before,
      preferences: preferred,
      isQuestion: true,
      namesPlaces: false,
      isUnderstood: false,
    };
  }
  const working = new WorkingText(sorted.requirements, {
    isTranslated: english !== spelled,
    hasCapitalNouns: english !== spelled && !writesNounsSmall(text),
  });
  settleCapitals(working, places, { isEdit: itinerary !== null });
  reword(working, new Calendar(today, datesOf(before)));
  if (itinerary === null) rewordDatedStays(working, places);
  if (itinerary !== null) nameReferences(working, itinerary, before);
  const appointment = itinerary === null ? undefined : takeAppointments(working, itinerary, places);
  const films = itinerary === null ? takeFilms(working) : [];
  const musts = takeMusts(working, places);
  const edits = itinerary === null ? [] : [...clauses.edits, ...takeEdits(working, { itinerary, places })];
  working.assumed.push(...clauses.assumed);
  working.missed.push(...clauses.missed);
  const between = takeStopsBetween(working);
  const base = takeLifted(working, before);
  const isFirst = itinerary === null && asking.length === 0 && before.destination === undefined;
  const constraints = takeConstraints(working, { isFirst, rates: base.constraints?.perDay });
  const duration = takeDuration(working, { isFirst });
  const dates = takeDates(working, today);
  const { roundTrip, preferences, ...transport } = takeTransport(working);
  const likes = takeLikes(working, (name) => isKnownPlace(name, places));
  const mentions = readMentions(working, places, {
    isFirst,
    spanDays: daysBetween(dates),
    shownDays: itinerary?.days.length,
    shownStops: itinerary?.anchors.map(({ name }) => textOf(name)),
  });
  if (itinerary === null) {
    seeSightsFromTowns(mentions, places);
    seeTownsFromBase(mentions, english, places);
  }
  const legs = itinerary === null ? [] : legEdits(transport.legs, mentions);
  dropUnknownSkips(mentions, before, context, working);
  if (itinerary === null) dropFarWords(mentions, text, places, working);
  if (itinerary !== null) {
    dropStrayWords(mentions, text, itinerary, places);
    keepPassedStops(mentions, text, itinerary);
    if (clauses.origin !== undefined) mentions.origin = clauses.origin;
  }
  const answer = bareAnswer({
    asking,
    places,
    text,
    rest: working.inWords(working.text),
    mentions,
    via: before.via ?? [],
    destination: before.destination,
  });
  const isAnswer = Object.keys(answer).length > 0;
  if (itinerary !== null && answer.destination !== undefined) mentions.stops = [];
  const unread = isAnswer ? [] : notUnderstood(mentions.unread, namesOf(mentions));
  const isReadable = !working.isTranslated || writesNounsSmall(text);
  const liked = isFirst && isReadable ? unread.filter((phrase) => likedParts(phrase).length > 0) : [];
  const wanted = requestedConstraints(
    {
      ...constraints,
      likes: {
        ...likes,
        dislikes: isFirst ? [...likes.dislikes, ...mentions.skip] : likes.dislikes,
        interests: [...likes.interests, ...films, ...liked.flatMap(likedParts)],
      },
      musts,
      transport: legs.length > 0 ? NO_TRANSPORT : transport,
    },
    mentions,
    base,
  );
  const { region, days, ...requested } = requestedPlaces(
    mentions,
    { ...before, ...answer, ...(roundTrip !== undefined && { roundTrip }) },
    {
      text,
      places,
      itinerary,
      working,
      spanDays: daysBetween(dates),
      isFlown: transport.travelBy.includes('flight'),
    },
  );
  const length = requestedLength({ ...duration, ...(days !== undefined && { days }) }, dates, {
    before,
    shown: itinerary?.days.length || undefined,
  });
  const { questions, told } = sortOthers(sorted.others);
  if (itinerary !== null)
    working.assumed.push(
      ...hintsFor(sorted.requirements),
      ...told.map((sentence) => `Nothing changes because of "${sentence}".`),
    );
  const wasMoved = duration.shift ?? duration.shiftMonths;
  if (wasMoved !== undefined && length.startDate === undefined)
    working.missed.push(`${daysText(wasMoved)} ${wasMoved > 0 ? 'later' : 'earlier'}`);
  if (duration.change !== undefined && length.days === undefined)
    working.missed.push(`${daysText(duration.change)} ${duration.change > 0 ? 'more' : 'less'}`);

  const kept = heldToSchema(
    before,
    {
      ...base,
      ...wanted,
      ...withRegion(wanted.constraints ?? base.constraints, itinerary === null ? region : undefined),
      ...answer,
      ...(roundTrip !== undefined && { roundTrip }),
      ...length,
      ...requested,
    },
    working,
  );
  const { requirements: named, edits: further } = withFurtherEnd(kept, before, itinerary, text);
  const requirements =
    itinerary === null ? withDeparture(respelled(named, before, places, working), english) : named;
  const homonym = isFirst ? homonymOf(requirements, places) : {};
  const after = { requirements, preferences: { ...preferred, ...preferences } };
  const found = itinerary === null ? [] : [...edits, ...legs, ...removalsElsewhere(mentions, itinerary)];
  const changes = withKeptLength([...found, ...further], text);
  const understood = {
    ...after,
    ...(between && { between }),
    edits: changes,
    notUnderstood: [...new Set([...working.missed, ...unread.filter((phrase) => !liked.includes(phrase))])],
    assumed: [
      ...working.assumed,
      ...takenAsLiked(liked.flatMap(likedParts)),
      ...unplannable({ ...constraints, likes }),
    ],
  };
  const isUnderstood =
    between !== undefined ||
    clauses.isReversed ||
    edits.length > 0 ||
    legs.length > 0 ||
    JSON.stringify(after) !== JSON.stringify({ requirements: before, preferences: preferred });
  return {
    ...understood,
    ...(questions.length > 0 && { question: questions.join(' ') }),
    ...(clauses.isReversed && { command: 'reverse' }),
    isQuestion: false,
    namesPlaces:
      namesPlaces(mentions) ||
      answer.origin !== undefined ||
      answer.destination !== undefined ||
      answer.via !== undefined,
    isUnderstood,
    assumed: [
      ...understood.assumed,
      ...(homonym.assumed === undefined ? [] : [homonym.assumed]),
      ...(itinerary === null ? [...leavingNextMorning(requirements), ...openDaysTaken(requirements)] : []),
      ...notPlanned(uncovered(text, understood, places, itinerary)),
    ],
    ...(homonym.ask !== undefined && { ask: homonym.ask, askFields: ['destination'] }),
    ...(!isUnderstood && changes.length === 0 && clauses.ask !== undefined && { ask: clauses.ask }),
    ...(appointment !== undefined && { ask: appointment }),
  };
}

/** A follow-up in the words that the rules know: put right by itself, with whole dates and lengths. */
function inFollowUp(text: string, itinerary: Itinerary, today: Date): string {
  return withLengths(withMonths(selfCorrected(text), itinerary, today), itinerary);
}

/** The first and last day that a trip is known to have. */
function datesOf(requirements: TripRequirements): DatesReading {
  const { startDate } = requirements;
  const days = requestedDays(requirements);
  if (startDate === undefined) return {};
  return { startDate, ...(days !== undefined && { endDate: dateAfter(startDate, days - 1) }) };
}

function daysBetween({ startDate, endDate }: DatesReading): number | undefined {
  if (startDate === undefined || endDate === undefined) return undefined;
  return Math.round((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000);
}

/** How one travels on a single leg says nothing about the others. */
const NO_TRANSPORT = { travelBy: [], legs: [] } as const;

function daysText(days: number): string {
  return Math.abs(days) === 1 ? 'a day' : `${Math.abs(days)} days`;
}

/** A name that is neither a place nor a stop of this trip cannot be left out of it. */
function dropUnknownSkips(
  mentions: PlaceMentions,
  { via = [], skip = [] }: TripRequirements,
  { itinerary, places }: UnderstandingContext,
  working: WorkingText,
): void {
  const stops = [...via, ...(itinerary?.anchors ?? [])].map(({ name }) => bareName(textOf(name)));
  const isKnown = (name: string) =>
    stops.includes(bareName(name)) || skip.includes(name) || isKnownPlace(name, places);
  working.missed.push(...mentions.skip.filter((name) => !isKnown(name)));
  mentions.skip = mentions.skip.filter(isKnown);
}

/** The country or region that the trip stays in is one of its constraints. */
function withRegion(
  constraints: TripConstraints | undefined,
  region: string | undefined,
): Pick<TripRequirements, 'constraints'> {
  return region === undefined ? {} : { constraints: { ...constraints, region } };
}

function namesOf({ origin, end, arrival, home, stops, sights }: PlaceMentions): string[] {
  const ends = [origin, end, arrival, home].filter((name) => name !== undefined);
  return [...ends, ...stops.map(({ name }) => name), ...sights];
}

function takenAsLiked(phrases: readonly string[]): string[] {
  return phrases.length === 0 ? [] : [`Read as what you like: ${phrases.join(', ')}.`];
}

/** Requirements that fit their schema: one that does not leaves what was requested before as it was and counts as missed. */
function heldToSchema(
  before: TripRequirements,
  requirements: object,
  working: WorkingText,
): TripRequirements {
  const present = Object.entries(requirements).filter(([, value]) => value !== undefined);
  const { data, error } = TripRequirements.safeParse(Object.fromEntries(present));
  if (data !== undefined) return data;
  const wrong = new Set(error.issues.map(({ path }) => path[0]));
  const fitting = present.filter(([field]) => !wrong.has(field));
  for (const [field, value] of present) {
    if (!wrong.has(field)) continue;
    const isNumber = typeof value === 'number';
    working.missed.push(isNumber ? `${value} ${field}` : field);
  }
  return TripRequirements.safeParse({ ...before, ...Object.fromEntries(fitting) }).data ?? before;
}
