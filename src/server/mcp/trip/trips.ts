import type { WorkLimits } from '../../../host/admission.ts';
import { HostError } from '../../../host/error.ts';
import { createRegistry, entryOf } from '../../../host/registry.ts';
import { createSession, type Session } from '../../../host/session.ts';
import type { Envelope, Fact } from '../../../journal/fact.ts';
import { type Journal, openJournal } from '../../../journal/journal.ts';
import {
  DEFAULT_TRIP_CONFIG,
  foldTrip,
  type PlannerAction,
  type TripSession,
  tripEventOf,
  tripFamily,
  tripPlanner,
  tripSessionFacts,
} from '../../../planners/trip/index.ts';
import { pauseNotice } from '../../pause-notice.ts';
import type { ReopeningStore } from '../../reopening-store.ts';
import { NamedJournals } from '../named-journals.ts';
import { type TripInput, tripConflict, tripTurn } from './trip-turn.ts';

/** A trip at one moment. */
export interface TripMoment {
  readonly tripId: string;
  readonly version: number;
  readonly session: TripSession;
  /** What the planner did or asked last. */
  readonly action: PlannerAction | undefined;
  /** Something was said that nobody has planned for: work is paused, or a process ended in the middle of it. */
  readonly isBehind: boolean;
  /** Why nobody plans for what was said: work is paused. */
  readonly pause: string | undefined;
}

/** A trip after something was said. */
export interface TripTurn extends TripMoment {
  /** All that the planner did about it. */
  readonly actions: readonly PlannerAction[];
}

/** What is said or chosen, by whom, and at which version, where only that will do. */
export interface TripCall {
  readonly input: TripInput;
  readonly by: string;
  readonly expectedVersion: number | undefined;
}

const ENTRY = entryOf({
  planner: tripPlanner,
  description: 'Plans a trip day by day.',
  family: tripFamily,
  facts: tripSessionFacts,
});
const REGISTRY = createRegistry([ENTRY]);

/** The trips of a store. What is said goes into the journal first, and the harness plans. */
export class Trips {
  readonly journals: NamedJournals<Journal<Envelope>>;
  readonly #limits: WorkLimits | undefined;

  constructor(place: ReopeningStore, limits?: WorkLimits) {
    this.#limits = limits;
    this.journals = new NamedJournals<Journal<Envelope>>(place, {
      prefix: 'trip:',
      called: 'trip',
      howToBegin: 'Call trip_say to begin one.',
      // Held to the planner's fact types when it is written, and read as what it is.
      open: (store, id) =>
        openJournal(store, id, { facts: tripSessionFacts }) as unknown as Journal<Envelope>,
    });
  }

  async read(tripId: string): Promise<TripMoment> {
    return await this.journals.inTurn(tripId, () => this.#moment(tripId));
  }

  async #moment(tripId: string): Promise<TripMoment> {
    const journal = await this.journals.existing(tripId);
    const moment = momentOf(tripId, await journal.facts());
    const { store } = await this.journals.placeFor(tripId);
    return { ...moment, pause: moment.isBehind ? await pauseNotice({ journal, store }) : undefined };
  }

  async version(tripId: string): Promise<number> {
    return (await (await this.journals.find(tripId))?.head()) ?? 0;
  }

  /** Says or chooses something, and resolves to how the trip stands then, with all that the planner did about it. */
  async turn(tripId: string, call: TripCall): Promise<TripTurn> {
    return await this.journals.inTurn(tripId, () => this.#turn(tripId, call));
  }

  async #turn(tripId: string, call: TripCall): Promise<TripTurn> {
    const { input, by, expectedVersion } = call;
    const found = await this.journals.find(tripId);
    const version = (await found?.head()) ?? 0;
    if (expectedVersion !== undefined && version !== expectedVersion) {
      throw tripConflict(`trip:${tripId}`, expectedVersion, version);
    }
    const session = found
      ? { journal: found, entry: ENTRY, title: tripId, store: (await this.journals.placeFor(tripId)).store }
      : await this.#begin(tripId, call);
    const at = found ? version : await session.journal.head();
    const news = await tripTurn(session, input, {
      at: expectedVersion === undefined ? undefined : at,
      by,
      limits: this.#limits,
    });
    return { ...(await this.#moment(tripId)), actions: actionsIn(news) };
  }

  async #begin(tripId: string, { by, expectedVersion }: TripCall): Promise<Session> {
    const { store, journalId } = await this.journals.placeFor(tripId);
    try {
      return await createSession(store, REGISTRY, {
        id: journalId,
        title: `Trip ${tripId}`,
        plannerId: tripPlanner.id,
        config: DEFAULT_TRIP_CONFIG,
        by,
      });
    } catch (error) {
      // Another process has begun it at the same moment.
      if (!(error instanceof HostError && error.code === 'session-exists')) throw error;
      const journal = await this.journals.existing(tripId);
      if (expectedVersion !== undefined)
        throw tripConflict(journal.id, expectedVersion, await journal.head());
      return { journal, entry: ENTRY, title: tripId, store };
    }
  }
}

function momentOf(tripId: string, facts: readonly Envelope[]): Omit<TripMoment, 'pause'> {
  const session = foldTrip(facts.flatMap((fact) => tripEventOf(fact) ?? []));
  const version = facts.at(-1)?.seq ?? 0;
  const saidAt = facts.findLastIndex(({ type }) => type === 'user_input');
  const plannedAt = facts.findLastIndex(({ type }) => type === 'pass_settled');
  return { tripId, version, session, action: actionsIn(facts).at(-1), isBehind: saidAt > plannedAt };
}

function actionsIn(facts: readonly (Envelope | Fact)[]): PlannerAction[] {
  return facts.flatMap((fact) => {
    const event = fact.type === 'planner_action' ? tripEventOf(fact) : undefined;
    return event?.type === 'planner_action' ? [event.action] : [];
  });
}
