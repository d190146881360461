import type { AppliedChange } from '../../../repair/engine.ts';
import { anchorValidityOf, subjectOf } from '../evaluate.ts';
import { longDays, MAX_DRIVEN_KM } from '../invariants/constraints-kept.ts';
import type { TripSubject } from '../invariants/subject.ts';
import { ALL_ANCHORS } from '../invariants/trip-invariants.ts';
import { advisoriesOf } from '../itinerary/advisories.ts';
import { annotated } from '../itinerary/annotate.ts';
import { datedFrom } from '../itinerary/calendar-day.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import type { PlannerMutation } from '../itinerary/mutation.ts';
import { readableItinerary } from '../itinerary/parse-itinerary.ts';
import { EMBEDDED } from '../knowledge/embedded-knowledge.ts';
import type { TripReading } from '../model-reading/trip-reading.ts';
import { understandingOf } from '../model-reading/understanding-of-reading.ts';
import { type FullContext, fullContext, type PlannerContext } from '../planner-context.ts';
import {
  type Advisory,
  EMPTY_STATE,
  knownFieldsOf,
  type PlannerAction,
  type PlannerIssue,
  type PlannerState,
  type QuestionField,
  readState,
} from '../planner-state.ts';
import { requestedDays, type TripRequirements } from '../requirements/requirements.ts';
import { type RevisedTrip, revise } from '../revise/revise-trip.ts';
import { createTripEngine, fatalOf, type TripEngine } from '../trip-engine.ts';
import type { TripCommand } from '../understand/edits/trip-command.ts';
import { understand } from '../understand/understand.ts';
import { isAgreement, isDeclined, wordsOf } from './agreement.ts';
import { questionBefore } from './confirmation.ts';
import {
  type FarPlace,
  type FieldQuestion,
  fatalQuestion,
  gapQuestion,
  onlyStopQuestion,
  overQuestion,
  PUZZLED,
  routeQuestion,
  unknownStopQuestion,
} from './questions.ts';
import { recentOf, withAsked } from './recent-edits.ts';
import { isRemark, notDone, READ_BY_RULES, remarksOn } from './remarks.ts';
import { reversed, withShown } from './replanning.ts';
import { answersTo, stopsIn } from './trip-answers.ts';
import { wizardQuestion } from './wizard.ts';

/** The input of a turn: a message, a chosen option, or nothing. */
export interface PlannerInput {
  readonly text?: string | undefined;
  readonly choose?: string | undefined;
  /** What a model read of the text, or of the words that it agrees to; without it the rules read it. */
  readonly reading?: TripReading | undefined;
  /** Whether a model failed to read it, which the reply mentions. */
  readonly isModelMissing?: boolean | undefined;
}

/** A change that a turn made to the trip. */
export type AppliedTripChange = Omit<AppliedChange<PlannerMutation>, 'by' | 'issueId'> & {
  readonly by: 'auto-fix' | 'choice' | 'revision';
  readonly issueId?: string;
};

/** The result of a turn. */
export interface PlannerTurn {
  readonly action: PlannerAction;
  readonly state: PlannerState;
  /** With the evaluation of each stop; null if there is none, or it has to be planned again. */
  readonly itinerary: Itinerary | null;
  /** The changes of this turn, in order. */
  readonly applied: readonly AppliedTripChange[];
  /** Why the trip has to be planned again: ids of fatal issues, or the user's request. Empty if it does not. */
  readonly anew: readonly string[];
  /** A command of the user that is not about the trip itself. Undo and redo are left to whoever keeps the facts. */
  readonly command?: TripCommand;
}

/**
 * One turn of the conversation: processes a message or a choice, finds issues, and takes the next action. It mutates nothing,
 * generates nothing and never throws. On `CONTINUE_PLAN` without a trip, the host calls
 * `generateItinerary(buildPlannerRequest(state))`.
 */
export function plannerTurn(
  userInput: PlannerInput | null | undefined,
  state: unknown,
  itinerary: unknown,
  context?: PlannerContext,
): PlannerTurn {
  const whole = fullContext(context, EMBEDDED);
  const engine = createTripEngine(whole.now);
  const understood = hear(userInput ?? {}, readState(state), readableItinerary(itinerary), whole, engine);
  const choose = typeof userInput?.choose === 'string' ? userInput.choose : undefined;
  return whole.phase === 'full'
    ? heuristicTurn(choose, understood, whole, engine)
    : wizardTurn(choose, understood, whole, engine);
}

/** The state and the trip after a message was understood. */
interface UnderstoodMessage {
  readonly state: PlannerState;
  readonly itinerary: Itinerary | null;
  readonly applied: readonly AppliedTripChange[];
  readonly anew: readonly string[];
  readonly command?: TripCommand;
  /** Requested stops that are not known places. */
  readonly unknown?: readonly string[];
  /** What has to be confirmed before anything is done. */
  readonly question?: FieldQuestion;
  /** How the user's message was interpreted. */
  readonly remarks: readonly Advisory[];
}

function textOf({ text }: PlannerInput): string {
  return typeof text === 'string' ? text.trim() : '';
}

function hear(
  input: PlannerInput,
  known: PlannerState,
  itinerary: Itinerary | null,
  context: FullContext,
  engine: TripEngine,
): UnderstoodMessage {
  const message = textOf(input);
  if (message === '') {
    const remarks = input.choose === undefined ? known.advisories.filter(isRemark) : [];
    return { state: known, itinerary, applied: [], anew: [], remarks };
  }
  const { pending, ...given } = known;
  // Agreement to a question refers to the message that the question is about.
  const isAgreed = pending !== undefined && isAgreement(message);
  if (isDeclined(message, pending)) return declined(given, itinerary);
  const text = wordsOf(message, pending);
  const setting = { state: given, itinerary, places: context.places, today: new Date(context.now()) };
  const { reading } = input;
  // A reading is of the trip that it was made for.
  const isRead = reading !== undefined && (reading.type === 'edit') === (itinerary !== null);
  const understood = isRead ? understandingOf(reading, text, setting) : understand(text, setting);
  const { requirements, preferences, command, namesPlaces, isUnderstood } = understood;
  const before = given.requirements;
  const remarks = [...remarksOn(understood), ...(input.isModelMissing ? [READ_BY_RULES] : [])];
  const turned = command === 'reverse' ? reversed(requirements, itinerary) : requirements;
  const state: PlannerState = { ...given, requirements: turned, preferences };
  const rest = { applied: [], anew: [], remarks, ...(command && { command }) };
  if (command === 'start-over') {
    if (itinerary !== null && !isAgreed) return asking(text, overQuestion(itinerary), given, itinerary);
    const { knownFields } = EMPTY_STATE;
    return { ...rest, state: { ...state, knownFields, asking: [], asked: [] }, itinerary: null };
  }
  if (understood.ask !== undefined && command === undefined) {
    const question = { question: understood.ask, reason: '', fields: understood.askFields ?? [] };
    return { ...rest, state: itinerary === null ? state : given, itinerary, question };
  }
  if (itinerary === null || command === 'undo' || command === 'redo') return { ...rest, state, itinerary };
  if (understood.isQuestion) {
    const question = (isRead && reading.type === 'edit' && reading.read.question) || text;
    const about = stopsIn(question, itinerary).at(-1);
    return {
      ...rest,
      state: about === undefined ? given : { ...given, recent: withAsked(given.recent, about.name) },
      itinerary,
      remarks: [...remarks, ...answersTo(question, itinerary, context)],
    };
  }

  const { route } = understood;
  if (route !== undefined) {
    if (!isAgreed) return asking(text, routeQuestion(route, itinerary), given, itinerary);
    const along = { ...before, via: [{ name: route }], skip: [] };
    return {
      ...rest,
      state: { ...state, requirements: withShown(along, itinerary) },
      itinerary: null,
      anew: ['user'],
    };
  }

  const isAnswer = namesPlaces || command === 'reverse' || isAgreement(text);
  const asked = fatalOf(evaluated(given, itinerary, context, engine));
  const isHeard = isUnderstood || understood.edits.length > 0;
  if (!isHeard && !(asked.length > 0 && isAnswer)) {
    const answered =
      understood.question === undefined ? [] : answersTo(understood.question, itinerary, context);
    const isSaid = understood.assumed.length + answered.length > 0;
    const isPuzzling = !isSaid && command === undefined && !isAgreement(text);
    const isWell = evaluated(given, itinerary, context, engine).length === 0;
    const told = [...remarks, ...answered];
    return { ...rest, state, itinerary, remarks: told, ...(isPuzzling && isWell && { question: PUZZLED }) };
  }
  const { startDate } = turned;
  const isRedated = startDate !== undefined && startDate !== before.startDate;
  const onDates = isRedated ? datedFrom(itinerary, startDate) : itinerary;
  const orders = { ...understood, isReversed: command === 'reverse' };
  const tried = revise(onDates, before, state, context, orders);
  const unlocked = (isAgreed ? (tried.kept ?? []) : []).map((place) => ({ type: 'unlock' as const, place }));
  const revised =
    unlocked.length === 0
      ? tried
      : revise(onDates, before, state, context, { ...orders, edits: [...unlocked, ...understood.edits] });
  if (revised.onlyStop !== undefined)
    return { ...rest, state: given, itinerary, question: onlyStopQuestion(revised.onlyStop) };
  const change = {
    text,
    before: onDates,
    edits: understood.edits,
    recent: given.recent,
    isLengthSaid: requestedDays(turned) !== requestedDays(before),
    missed: isRead || asked.length > 0 ? [] : understood.notUnderstood,
    undrivable: undrivableStops(onDates, revised, state, context),
  };
  const question = isAgreed ? undefined : questionBefore(revised, change, context.places);
  if (question !== undefined) return asking(text, question, given, itinerary);
  const { question: besides } = understood;
  const reported = [
    ...remarks,
    ...notDone(revised.notDone),
    ...(besides === undefined ? [] : answersTo(besides, revised.itinerary, context)),
  ];
  const isLost = asked.some(({ target }) => target.field === ALL_ANCHORS);
  const recent = recentOf(understood.edits);
  const settledState = { ...state, requirements: revised.requirements, ...(recent.length > 0 && { recent }) };
  const issues = evaluated(settledState, revised.itinerary, context, engine);
  const fatal = isLost ? asked : [...fatalOf(issues), ...detours(issues, before, revised.requirements)];
  if (revised.isAnotherTrip || (fatal.length > 0 && isAnswer)) {
    const fresh = {
      ...state,
      requirements: isLost
        ? withShown(turned, itinerary)
        : withShown(revised.requirements, revised.itinerary),
    };
    const isPlannable = fatalOf(evaluated(fresh, null, context, engine)).length === 0;
    if (!isPlannable) return { ...rest, state, itinerary };
    return {
      ...rest,
      state: fresh,
      remarks: reported,
      itinerary: null,
      anew: fatal.length > 0 ? fatal.map(({ id }) => id) : ['user'],
    };
  }
  const applied = revised.revisions.map(({ change, why }) => ({ change, why, by: 'revision' as const }));
  return {
    ...rest,
    state: settledState,
    applied,
    itinerary: revised.itinerary,
    unknown: revised.unknown,
    remarks: reported,
  };
}

/** A turn that changes nothing yet, but asks whether it should. */
function asking(
  text: string,
  question: FieldQuestion,
  state: PlannerState,
  itinerary: Itinerary | null,
): UnderstoodMessage {
  return { state: { ...state, pending: text }, itinerary, applied: [], anew: [], remarks: [], question };
}

function declined(state: PlannerState, itinerary: Itinerary | null): UnderstoodMessage {
  return { state, itinerary, applied: [], anew: [], remarks: notDone(['Nothing was changed.']) };
}

/** The legs back after the end of the trip changed: nobody requested these. */
function detours(
  issues: readonly PlannerIssue[],
  before: TripRequirements,
  { origin, destination }: TripRequirements,
): readonly PlannerIssue[] {
  const isMoved =
    (before.destination && destination && before.destination.name !== destination.name) ||
    (before.origin && origin && before.origin.name !== origin.name);
  return isMoved ? issues.filter(({ type }) => type === 'ROUTE_NON_MONOTONIC') : [];
}

function evaluated(
  state: PlannerState,
  itinerary: Itinerary | null,
  context: FullContext,
  engine: TripEngine,
) {
  const { issues, issueHistory: history } = state;
  return engine.evaluate({ subject: subjectOf(state, itinerary, context), issues, history });
}

/** The stops that are new or elsewhere and take longer to drive to than the trip lasts. */
function undrivableStops(
  before: Itinerary,
  { itinerary, requirements }: RevisedTrip,
  state: PlannerState,
  context: FullContext,
): readonly FarPlace[] {
  const known = new Set(before.anchors.map(({ name }) => name));
  const most = itinerary.days.length * MAX_DRIVEN_KM;
  return longDays(subjectOf({ ...state, requirements }, itinerary, context)).flatMap(({ to, km }) =>
    km > most && !known.has(to.name) ? [{ name: to.name, km }] : [],
  );
}

function heuristicTurn(
  choose: string | undefined,
  understood: UnderstoodMessage,
  context: FullContext,
  engine: TripEngine,
): PlannerTurn {
  const { state, itinerary, applied, anew, command, remarks, unknown = [] } = understood;
  if (understood.question) {
    const { question, reason, fields } = understood.question;
    return settled(
      { type: 'ASK_USER', question, reason },
      { understood, subject: subjectOf(state, itinerary, context), fields },
    );
  }
  const { issues, issueHistory: history } = state;
  const subject = subjectOf(state, itinerary, context);
  const turn = engine.turn(choose === undefined ? {} : { choose }, { subject, issues, history });
  const fatal = fatalOf(turn.state.issues);
  const question = questionOf(turn.action, fatal, turn.state.subject, unknown);
  return settled(
    question ? { type: 'ASK_USER', question: question.question, reason: question.reason } : turn.action,
    {
      understood: {
        state: { ...state, issues: turn.state.issues, issueHistory: turn.state.history },
        itinerary,
        applied: [...applied, ...turn.applied],
        anew,
        remarks,
        ...(command && { command }),
      },
      subject: turn.state.subject,
      fields: question?.fields ?? [],
    },
  );
}

/** What an action asks for. A stop that nobody knows is asked about when nothing else is to be done. */
function questionOf(
  action: PlannerAction,
  fatal: readonly PlannerIssue[],
  subject: TripSubject,
  unknown: readonly string[],
): FieldQuestion | undefined {
  if (action.type === 'CONTINUE_PLAN' && unknown.length > 0) return unknownStopQuestion(unknown);
  if (action.type !== 'ASK_USER') return undefined;
  return fatal.length > 0 ? fatalQuestion(fatal, subject) : gapQuestion(subject);
}

/** The next question of the fixed order: the only one in `passive`, after the issues in `hybrid`. */
function wizardTurn(
  choose: string | undefined,
  understood: UnderstoodMessage,
  context: FullContext,
  engine: TripEngine,
): PlannerTurn {
  const { state, itinerary } = understood;
  const issues = evaluated(state, itinerary, context, engine);
  if (context.phase === 'hybrid' && (issues.length > 0 || choose !== undefined)) {
    return heuristicTurn(choose, understood, context, engine);
  }
  const question = wizardQuestion(state, itinerary);
  return settled(
    question
      ? { type: 'ASK_USER', question: question.question, reason: question.reason }
      : { type: 'CONTINUE_PLAN' },
    {
      understood: { ...understood, state: { ...state, issues } },
      subject: subjectOf(state, itinerary, context),
      fields: question?.fields ?? [],
    },
  );
}

function settled(
  action: PlannerAction,
  {
    understood,
    subject,
    fields,
  }: { understood: UnderstoodMessage; subject: TripSubject; fields: readonly QuestionField[] },
): PlannerTurn {
  const { applied, anew, command, remarks } = understood;
  const anchorValidity = anchorValidityOf(subject);
  const { itinerary } = subject;
  const state: PlannerState = {
    ...understood.state,
    knownFields: knownFieldsOf(understood.state, itinerary),
    anchorValidity,
    advisories: [...advisoriesOf(subject), ...remarks],
    asking: fields,
    asked: [...new Set([...understood.state.asked, ...fields])],
  };
  return {
    action,
    state,
    itinerary: itinerary && annotated(itinerary, state.issues, anchorValidity),
    applied,
    anew,
    ...(command && { command }),
  };
}
