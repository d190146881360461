import { noModel } from '../../../harness/pass/recorded-llm.ts';
import { isWayfoldError } from '../../../journal/error.ts';
import type { Llm } from '../../../model/llm.ts';
import { withModelIdeas } from '../activities/model-ideas.ts';
import type { TripConfig } from '../config.ts';
import { TripError } from '../error.ts';
import type { TripEvent } from '../facts.ts';
import { generateItinerary } from '../generate/generate-itinerary.ts';
import { MIN_ACTIVITIES } from '../invariants/activity-density.ts';

import type { Anchor, Itinerary } from '../itinerary/itinerary.ts';
import { usablePoint } from '../itinerary/itinerary-view.ts';
import { changesBetween } from '../itinerary/trip-changes.ts';
import { EMBEDDED } from '../knowledge/embedded-knowledge.ts';
import type { ThingsToDo } from '../knowledge/things-to-do.ts';
import { knownPlaces, knownRoads, knownThingsToDo, type LookUpOptions } from '../knowledge/trip-knowledge.ts';
import { readWithModel } from '../model-reading/read-with-model.ts';
import type { PromptContext } from '../model-reading/reading-prompt.ts';
import { understandingOf } from '../model-reading/understanding-of-reading.ts';
import { fullContext, type PlannerContext } from '../planner-context.ts';
import { type Advisory, type PlannerAction, readState } from '../planner-state.ts';
import { requirementChanges } from '../requirements/constraint-changes.ts';
import { type PlannerRequest, requestFrom } from '../requirements/planner-request.ts';
import type { TripRequirements } from '../requirements/requirements.ts';
import { legsAfter } from '../revise/transport-edits.ts';
import { afterTripEvent, canUndo, type TripSession } from '../trip-fold.ts';
import { corrected } from '../understand/edits/corrections.ts';
import { commandOf } from '../understand/edits/trip-command.ts';
import { understand } from '../understand/understand.ts';
import { isDeclined, wordsOf } from './agreement.ts';
import { answerTo } from './chat.ts';
import { unknownStopQuestion } from './questions.ts';
import { notDone } from './remarks.ts';
import { type PlannerInput, type PlannerTurn, plannerTurn } from './turn.ts';
import { unknownStops } from './unknown-stops.ts';

/** Options of a conversation. */
export interface ConversationSetting extends LookUpOptions {
  readonly config: TripConfig;
  /** The time of the message, ISO 8601. */
  readonly now: string;
  readonly llm?: Llm;
  readonly signal?: AbortSignal;
  /** The message before, where it changed the trip: "no, 9" puts it right. */
  readonly said?: string | undefined;
}

/** Stops of so many moments before may be wanted back. */
const MAX_UNDO_STEPS = 5;

/** A safety limit: no trip needs this many consecutive fixes. */
const MAX_TURNS = 2000;

/**
 * Responds to a person's messages about a trip and records the results as facts: it reads, fixes what it may until it
 * has to ask or is done, and generates a trip if there is none.
 */
export class TripConversation {
  readonly facts: TripEvent[] = [];
  readonly #setting: ConversationSetting;
  #session: TripSession;
  #action: PlannerAction | undefined;
  /** Whether a model read the last message. */
  #isRead = false;
  /** Unknown stops of the new trip. */
  #unknown: readonly string[] = [];
  /** The advisories about the last message, which every resulting turn keeps. */
  #advisories: readonly Advisory[];
  /** The last message, where it changed the trip. */
  #said: string | undefined;

  constructor(session: TripSession, setting: ConversationSetting) {
    this.#setting = setting;
    const { transport, autoRepairPlaces } = setting.config;
    const { state } = session;
    const preferences = {
      ...(transport !== 'any' && { transport }),
      ...(autoRepairPlaces && { autoRepairPlaces }),
      ...state.preferences,
    };
    this.#session = { ...session, state: { ...state, preferences } };
    this.#advisories = state.advisories;
    this.#said = setting.said;
  }

  /** The current trip and its state. */
  get session(): TripSession {
    return this.#session;
  }

  /** The planner's last action. */
  get action(): PlannerAction | undefined {
    return this.#action;
  }

  async hear(given: PlannerInput): Promise<PlannerAction> {
    const input = this.#corrected(given);
    const { past } = this.#session;
    const action = await this.#hear(input);
    this.#said = this.#session.past === past ? undefined : input.text;
    return action;
  }

  /** Has the legs that manual edits made new travelled as people do there; `before` is the trip before these edits. */
  followManualEdits(before: Itinerary | null): void {
    const { state, itinerary } = this.#session;
    if (before === null || itinerary === null) return;
    const { now, config } = this.#setting;
    const context = fullContext({ now: () => now, phase: config.phase }, EMBEDDED);
    for (const { change, why } of legsAfter(before, itinerary, state, context))
      this.#record({ type: 'itinerary_mutated', mutation: change, by: 'consequence', why });
  }

  /** "No, 9" after "make it 10 days" undoes that and is "make it 9 days". */
  #corrected(input: PlannerInput): PlannerInput {
    const { itinerary, state } = this.#session;
    const before = state.pending ?? this.#said;
    if (this.#model !== undefined || itinerary === null || before === undefined) return input;
    const isRequest = state.pending === undefined && !canUndo(this.#session);
    const text = corrected(input.text ?? '', before, { isRequest });
    if (text === undefined) return input;
    if (state.pending === undefined && !isRequest)
      this.#record({ type: 'trip_undone', at: this.#setting.now });
    return { ...input, text };
  }

  async #hear(input: PlannerInput): Promise<PlannerAction> {
    const answer = answerTo(this.#session.action, input.text ?? '');
    const read: PlannerInput = 'choose' in answer ? answer : await this.#withModel(input);
    this.#isRead = read.reading !== undefined;
    let context = await this.#contextFor(read);
    let turn = this.#turn(read, context);
    if (turn.command === 'undo' || turn.command === 'redo') {
      turn = this.#moved(turn.command, turn, context);
    } else if (turn.command === 'start-over') {
      this.#record({ type: 'trip_started_over' });
    }
    for (let turns = 0; turns < MAX_TURNS; turns++) {
      this.#settle(turn);
      turn = this.#askingUnknown(turn);
      const { action, state, itinerary, anew } = turn;
      if (action.type === 'CONTINUE_PLAN' && itinerary === null) {
        const refusal = await this.#generate(turn, context);
        if (refusal) return this.#close(refusal, turn);
        const roads = await knownRoads(this.#setting.config, this.#session.itinerary, this.#setting);
        context = { ...context, roads };
        turn = this.#turn({}, context);
        continue;
      }
      this.#record({
        type: 'planner_action',
        action,
        issues: state.issues.map(({ suggestedFixes: _, ...issue }) => issue),
        advisories: [...state.advisories],
        settled: state.issueHistory
          .slice(this.#session.state.issueHistory.length)
          .map((line) => ({ ...line })),
        asking: [...state.asking],
        asked: [...state.asked],
        knownFields: state.knownFields,
        anchorValidity: { ...state.anchorValidity },
        ...(state.pending !== undefined && { pending: state.pending }),
        ...(state.recent !== undefined && { recent: [...state.recent] }),
      });
      this.#action = action;
      if (action.type !== 'AUTO_FIX' || anew.length > 0) return action;
      turn = this.#turn({}, context);
    }
    return this.#action ?? { type: 'CONTINUE_PLAN' };
  }

  /** Undoes or redoes the last change, or reports that there is none. */
  #moved(command: 'undo' | 'redo', turn: PlannerTurn, context: PlannerContext): PlannerTurn {
    const isPossible = command === 'undo' ? canUndo(this.#session) : this.#session.future.length > 0;
    if (!isPossible) {
      const [none] = notDone([`There is nothing to ${command}.`]);
      this.#advisories = [...turn.state.advisories, ...(none ? [none] : [])];
      return { ...turn, state: { ...turn.state, advisories: this.#advisories } };
    }
    this.#record({ type: command === 'undo' ? 'trip_undone' : 'trip_redone', at: this.#setting.now });
    return this.#turn({}, context);
  }

  #turn(input: PlannerInput, context: PlannerContext): PlannerTurn {
    const state = { ...this.#session.state, advisories: this.#advisories };
    const turn = plannerTurn(input, state, this.#session.itinerary, context);
    this.#advisories = turn.state.advisories;
    return turn;
  }

  /** Records what a turn understood and changed. */
  #settle({ state, applied }: PlannerTurn): void {
    // As a turn has them: the order of their fields is no change.
    const { requirements, preferences } = readState(this.#session.state);
    const isNew =
      JSON.stringify([requirements, preferences]) !== JSON.stringify([state.requirements, state.preferences]);
    if (isNew) {
      this.#record({
        type: 'trip_understood',
        wishes: state.requirements,
        preferences: state.preferences,
        by: this.#isRead ? 'model' : 'rules',
      });
    }
    for (const { change, by, why, issueId } of applied) {
      this.#record({
        type: 'itinerary_mutated',
        mutation: change,
        by,
        why,
        ...(issueId !== undefined && { issueId }),
      });
    }
  }

  /** Generates the trip; returns a question if that fails. */
  async #generate({ state, anew }: PlannerTurn, context: PlannerContext): Promise<PlannerAction | undefined> {
    const before = this.#session.itinerary;
    const whole = requestFrom(state, before?.anchors.filter(({ locked }) => locked) ?? []);
    const unknown = unknownStops(whole, context);
    const request = { ...whole, via: whole.via.filter(({ name }) => !unknown.includes(name)) };
    this.#unknown = unknown;
    try {
      const draft = generateItinerary(request, context);
      const itinerary = generateItinerary(request, await this.#withThingsToDo(draft, request, context));
      const made = { itinerary, request };
      this.#record(
        before === null
          ? { type: 'itinerary_generated', ...made }
          : { type: 'itinerary_regenerated', ...made, because: [...anew] },
      );
      return undefined;
    } catch (error) {
      if (!(error instanceof TripError)) throw error;
      const reason =
        error.reasons.length > 0 ? error.reasons.join(' ') : `It cannot be planned: ${error.summary}`;
      return { type: 'ASK_USER', question: 'What should be changed, so that it fits?', reason };
    }
  }

  /** Asks about unknown stops after planning the others. */
  #askingUnknown(turn: PlannerTurn): PlannerTurn {
    if (turn.itinerary === null || this.#unknown.length === 0) return turn;
    const { question, reason, fields } = unknownStopQuestion(this.#unknown);
    const missing = `${reason} ${this.#unknown.length === 1 ? 'It is' : 'They are'} not in the plan yet.`;
    this.#unknown = [];
    const { action } = turn;
    if (action.type === 'ASK_USER')
      return { ...turn, action: { ...action, reason: `${missing} ${action.reason}` } };
    const asked = { type: 'ASK_USER' as const, question, reason: missing };
    return { ...turn, action: asked, state: { ...turn.state, asking: fields } };
  }

  /** Looks up activities at the stops of a draft. The stops do not change. */
  async #withThingsToDo(
    draft: Itinerary,
    { interests }: PlannerRequest,
    context: PlannerContext,
  ): Promise<PlannerContext> {
    const { config } = this.#setting;
    const stops = draft.anchors.filter(({ id }) => draft.days.some(({ anchorId }) => anchorId === id));
    const known = await knownThingsToDo(config, stops, this.#setting);
    return { ...context, thingsToDo: await this.#withIdeas(known, stops, interests) };
  }

  /** The model, unless it is the demo model. */
  get #model(): Llm | undefined {
    const { config, llm } = this.#setting;
    return llm === undefined || llm.demo || llm.id === noModel.id || !config.useModel ? undefined : llm;
  }

  /** Has the model suggest activities where too few are known. */
  async #withIdeas(
    source: ThingsToDo,
    stops: readonly Anchor[],
    interests: readonly string[],
  ): Promise<ThingsToDo> {
    const { signal, tell } = this.#setting;
    const llm = this.#model;
    if (llm === undefined) return source;
    const thin = stops.filter(({ name, nights = 1, lat, lng }) => {
      const limit = nights * MIN_ACTIVITIES;
      return source.near({ lat, lng }, { name, limit }).length < limit;
    });
    if (thin.length === 0) return source;
    tell?.('Asking the model for things to do');
    return await this.#orWithout(
      withModelIdeas(source, thin, { llm, interests, ...(signal && { signal }) }),
      source,
    );
  }

  /** The model's answer, or the previous value with a remark if it fails. */
  async #orWithout<Answer>(asked: Promise<Answer>, otherwise: Answer): Promise<Answer> {
    try {
      return await asked;
    } catch (error) {
      if (!isWayfoldError(error)) throw error;
      this.#setting.tell?.(`The model did not help (${error.code}): continuing without it.`);
      return otherwise;
    }
  }

  #close(action: PlannerAction, { state }: PlannerTurn): PlannerAction {
    this.#record({
      type: 'planner_action',
      action,
      issues: [],
      advisories: [...state.advisories],
      settled: [],
      asking: [],
      asked: [...state.asked],
      knownFields: state.knownFields,
      anchorValidity: {},
    });
    this.#action = action;
    return action;
  }

  async #contextFor({ text = '', reading }: PlannerInput): Promise<PlannerContext> {
    const { config, now } = this.#setting;
    const base = { now: () => now, phase: config.phase };
    const { state, itinerary } = this.#session;
    const roads = await knownRoads(config, itinerary, this.#setting);
    if (config.placeService === 'embedded' && config.activityService === 'embedded')
      return { ...base, roads };
    const known = await knownPlaces(config, []);
    const setting = { state, itinerary, places: known, today: new Date(now) };
    const understanding = reading ? understandingOf(reading, text, setting) : understand(text, setting);
    const places = await knownPlaces(config, namesIn(understanding.requirements), this.#setting);
    const stops = (itinerary?.anchors ?? []).flatMap((anchor) => usablePoint(anchor) ?? []);
    return { ...base, places, roads, thingsToDo: await knownThingsToDo(config, stops, this.#setting) };
  }

  /** Has the model read the message, if there is one. Commands and complete answers need none. */
  async #withModel(input: PlannerInput): Promise<PlannerInput> {
    const { now, signal, tell } = this.#setting;
    const message = input.text?.trim() ?? '';
    const { state, itinerary } = this.#session;
    const llm = this.#model;
    if (message === '' || llm === undefined) return input;
    if (isDeclined(message, state.pending)) return input;
    const text = wordsOf(message, state.pending);
    if (commandOf(text) !== undefined) return input;
    tell?.('Reading it with the model');
    const { action } = this.#session;
    const context = { state, itinerary, action, ...this.#recentChanges, today: new Date(now) };
    const asked = readWithModel(text, { ...context, llm, ...(signal && { signal }) });
    const reading = await this.#orWithout(asked, undefined);
    if (reading === undefined) return { ...input, isModelMissing: true };
    const { choose: option, ...others } = reading.type === 'edit' ? reading.read : {};
    const options = action?.type === 'SUGGEST_REPAIR' ? action.options : [];
    const choose = option === undefined ? undefined : options[option - 1]?.id;
    if (choose === undefined) return { ...input, reading };
    const isOnlyChoice = Object.keys(others).every((field) => field === 'kind');
    return isOnlyChoice ? { choose } : { ...input, reading, choose };
  }

  /** What was changed and undone last, one change per line, and the stops that the trip had before. */
  get #recentChanges(): Pick<PromptContext, 'changes' | 'undone' | 'earlier'> {
    const { past, future, itinerary, state } = this.#session;
    const now = { itinerary, requirements: state.requirements };
    const [before, after] = [past.at(-1), future.at(-1)];
    const moments = [...past.slice(-MAX_UNDO_STEPS), ...(after ? [after] : [])];
    return {
      // What was undone was changed last.
      changes: before && after === undefined ? changesOf(before, now) : [],
      undone: after ? changesOf(now, after) : [],
      earlier: [
        ...new Set(moments.flatMap((moment) => moment.itinerary?.anchors.map(({ name }) => name) ?? [])),
      ],
    };
  }

  #record(event: TripEvent): void {
    this.facts.push(event);
    this.#session = afterTripEvent(this.#session, event);
  }
}

type Moment = Pick<TripSession['past'][number], 'itinerary' | 'requirements'>;

/** The changes from one moment of a trip to another, one per line. */
function changesOf(before: Moment, after: Moment): readonly string[] {
  if (before.itinerary === null || after.itinerary === null) return [];
  return [
    ...changesBetween(before.itinerary, after.itinerary).map(({ text }) => text),
    ...requirementChanges(before.requirements, after.requirements),
  ];
}

function namesIn({ origin, destination, via = [] }: TripRequirements): string[] {
  return [origin, destination, ...via].flatMap((place) => place?.name ?? []);
}
