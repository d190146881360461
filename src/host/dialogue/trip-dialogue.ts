import { z } from 'zod';
import type { Envelope, Fact, ProposedFact } from '../../journal/fact.ts';
import { ConflictError } from '../../kernel/error.ts';
import { answerTo, renderAction } from '../../planners/trip/chat.ts';
import { exportTrip } from '../../planners/trip/exchange/export-trip.ts';
import { tripEventOf } from '../../planners/trip/facts.ts';
import type { PlannerAction } from '../../planners/trip/planner-state.ts';
import { isRemark } from '../../planners/trip/remarks.ts';
import { afterTripEvent, EMPTY_SESSION, type TripSession } from '../../planners/trip/trip-fold.ts';
import type { Dialogue, DialogueState, MadeThing, Said } from './dialogue.ts';

const CHANGES_TRIP = /^(?:itinerary_|trip_undone|trip_redone)/;

/** What a program may say to an offer, in the place of words. */
const Choice = z.strictObject({ choose: z.string() });

/** What a trip waits for. */
export type TripWaiting =
  | {
      readonly type: 'trip-question';
      readonly seq: number;
      readonly question: string;
      readonly reason: string;
    }
  | {
      readonly type: 'trip-repair';
      readonly seq: number;
      readonly reason: string;
      readonly options: readonly { readonly id: string; readonly label: string }[];
    };

/** A trip in words. */
export class TripDialogue implements Dialogue {
  #session: TripSession = EMPTY_SESSION;
  #action:
    | {
        readonly seq: number;
        readonly action: PlannerAction;
        /** What of the last words was not understood, assumed or not done. */
        readonly remarks: readonly string[];
      }
    | undefined;
  #lastInput = 0;
  /** The last fact that changed the trip, and the planner's action before the last. */
  #changedAt = 0;
  #actionBefore = 0;
  #head = 0;

  get session(): TripSession {
    return this.#session;
  }

  /** What the planner did last. */
  get lastAction(): PlannerAction | undefined {
    return this.#action?.action;
  }

  /** What the planner offers or asks, until somebody says something. */
  get openAction(): PlannerAction | undefined {
    const { seq = 0, action } = this.#action ?? {};
    return this.#lastInput > seq ? undefined : action;
  }

  accept(fact: Envelope): void {
    this.#head = fact.seq;
    if (fact.type === 'user_input' || fact.type === 'user_answer') this.#lastInput = fact.seq;
    const event = tripEventOf(fact);
    if (event === undefined) return;
    this.#session = afterTripEvent(this.#session, event);
    if (CHANGES_TRIP.test(fact.type)) this.#changedAt = fact.seq;
    if (event.type !== 'planner_action') return;
    this.#actionBefore = this.#action?.seq ?? 0;
    const remarks = event.advisories.filter(isRemark).map(({ description }) => description);
    this.#action = { seq: fact.seq, action: event.action, remarks };
  }

  /** How the words were taken, the trip when the turn has changed it, and what the planner did. */
  told(): string | undefined {
    if (this.#action === undefined || this.#action.seq !== this.#head) return undefined;
    const { action, remarks } = this.#action;
    const { itinerary } = this.#session;
    const hasChanged = this.#changedAt > this.#actionBefore && itinerary !== null;
    const { text, options } = renderAction(action);
    const said = [text, ...options.map(({ label }, at) => `${at + 1}. ${label}`)].join('\n');
    return [
      ...remarks,
      ...(hasChanged ? [exportTrip(itinerary, 'md').trimEnd()] : []),
      ...(hasChanged && action.type === 'CONTINUE_PLAN' ? [] : [said]),
    ].join('\n\n');
  }

  rewound(visible: readonly Fact[]): void {
    this.#session = EMPTY_SESSION;
    this.#action = undefined;
    this.#changedAt = 0;
    this.#actionBefore = 0;
    for (const fact of visible) this.accept(fact);
  }

  /** A dialogue of its own that begins with what stands here. */
  copy(): TripDialogue {
    const copy = new TripDialogue();
    copy.#session = this.#session;
    copy.#action = this.#action;
    copy.#lastInput = this.#lastInput;
    copy.#changedAt = this.#changedAt;
    copy.#actionBefore = this.#actionBefore;
    copy.#head = this.#head;
    return copy;
  }

  state(): DialogueState {
    const isReady = this.#session.itinerary !== null && this.waiting().length === 0;
    return isReady ? { type: 'ended', as: 'completed' } : { type: 'asks' };
  }

  asking(): string | undefined {
    return this.#action === undefined ? 'Say where the trip is to go.' : undefined;
  }

  waiting(): readonly TripWaiting[] {
    const { seq = 0 } = this.#action ?? {};
    const action = this.openAction;
    if (action?.type === 'ASK_USER') {
      return [{ type: 'trip-question', seq, question: action.question, reason: action.reason }];
    }
    if (action?.type !== 'SUGGEST_REPAIR') return [];
    const options = action.options.map(({ id, label }) => ({ id, label }));
    return [{ type: 'trip-repair', seq, reason: action.reason, options }];
  }

  /** A number or a label chooses one of the options that are offered; all else is text. */
  meaningOf({ text, data }: Said): readonly ProposedFact[] {
    const { choose } = Choice.safeParse(data).data ?? {};
    if (choose === undefined) return [{ type: 'user_input', ...answerTo(this.openAction, text) }];
    const offered = this.waiting().flatMap((wait) => (wait.type === 'trip-repair' ? wait.options : []));
    if (offered.some(({ id }) => id === choose)) return [{ type: 'user_input', choose }];
    throw new ConflictError({
      expected: `option ${choose} to be on offer`,
      actual:
        offered.length === 0 ? 'no repair that waits for a choice' : offered.map(({ id }) => id).join(', '),
      fix: 'Look at the trip as it is. Nothing was appended.',
    });
  }

  made(): readonly MadeThing[] {
    const { itinerary } = this.#session;
    if (itinerary === null) return [];
    return [
      { id: 'itinerary', name: 'itinerary.json', description: 'The trip, day by day.', json: itinerary },
    ];
  }

  givenUp(): readonly ProposedFact[] {
    return [];
  }
}
