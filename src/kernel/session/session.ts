import { type NewId, randomIds } from '../../journal/clock.ts';
import { JournalError, shown } from '../../journal/error.ts';
import type { Envelope } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';
import { appendDecision } from '../append-decision.ts';
import { ConflictError } from '../error.ts';
import { type EventBus, InProcessEventBus } from './event-bus.ts';
import {
  type SessionEvent,
  type SessionRolledBack,
  sessionEventOf,
  sessionFacts,
  type ToolInvoked,
} from './facts.ts';
import { sameJson } from './same-json.ts';
import type { Reducer, Slice } from './slice.ts';
import { type Outcome, type PassedOver, SliceRegistry, type SliceValues } from './slice-registry.ts';

/** A journal that can hold a session: one without schemas, or one that has `sessionFacts`. */
export type SessionJournal = Pick<Journal<Envelope, SessionEvent>, 'id' | 'append' | 'facts' | 'head'> &
  /** Without it, a running session does not notice that a fact was erased. */
  Partial<Pick<Journal<Envelope, SessionEvent>, 'redactions'>>;

/** Options for a session. */
export interface SessionOptions {
  readonly bus?: EventBus;
  /** The journal that persists the session. Without it, the session ends with this object. */
  readonly journal?: SessionJournal;
  /** The planning strategy for sections that name none themselves. */
  readonly strategy?: string;
  readonly newId?: NewId;
}

/** What bus listeners get: the event, and its session. */
export type PublishedEvent<E extends SessionEvent = SessionEvent> = E & {
  readonly sessionId: string;
  readonly version: number;
};

/** What bus listeners get when a slice's reducer threw at a fact of the journal and the slice skipped it. */
export interface FactPassedOver extends PassedOver {
  readonly type: 'FactPassedOver';
  readonly sessionId: string;
  readonly seq: number;
}

/** A state of a session to return to. It is plain JSON, so it can be stored anywhere. */
export interface SessionSnapshot {
  readonly sessionId: string;
  readonly version: number;
  readonly slices: SliceValues;
}

export interface RecordOptions {
  /** Record only if the session is still at this version, otherwise reject with a `ConflictError`. */
  readonly expectedVersion?: number | undefined;
}

/** One event, or several that are appended together or not at all. */
type Events = SessionEvent | readonly SessionEvent[];

/** Events to append, and how each changes the slices. */
interface PendingEvents {
  readonly append: readonly SessionEvent[];
  readonly outcomes: readonly Outcome[];
}

/**
 * What an agent's tools have done so far, as slices of state. Only reducers change them, one event after the other,
 * however many calls are concurrent. With a journal, the session survives its process and other processes share it.
 */
export class Session {
  readonly id: string;
  readonly bus: EventBus;
  readonly strategy: string | undefined;
  readonly #journal: SessionJournal | undefined;
  readonly #slices = new SliceRegistry();
  #newcomers: (() => boolean)[] = [];
  #head = 0;
  /** How many facts had been erased when the slices were folded. */
  #redactions: number | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor({ bus = new InProcessEventBus(), journal, strategy, newId = randomIds }: SessionOptions = {}) {
    this.id = journal?.id ?? newId('session');
    this.bus = bus;
    this.strategy = strategy;
    this.#journal = journal;
  }

  /**
   * Adds a reducer for a slice. A slice has one reducer per event type: registering it again changes nothing, so
   * that two sections on one session do not apply an event twice.
   */
  register<Value, E extends SessionEvent>(
    slice: Slice<Value>,
    type: E['type'],
    reducer: Reducer<Value, E>,
  ): void {
    const enter = () => this.#slices.register(slice, type, reducer);
    // With a journal the reducer has to see everything from the start, so it waits for the next turn.
    if (this.#journal) this.#newcomers.push(enter);
    else enter();
  }

  /** The values of a slice as this session knows them. A session with a journal may need `refresh` first. */
  select<Value>(slice: Slice<Value>): readonly Value[] {
    return this.#slices.select(slice);
  }

  /** Increases with every event that changed a slice. */
  get version(): number {
    return this.#slices.version;
  }

  /** Reads what other processes have appended. */
  async refresh(): Promise<void> {
    await this.#inTurn(async () => {
      if (this.#journal) await this.#catchUp(this.#journal);
    });
  }

  /**
   * Records what `decide` returns for the newest state, several events as one change, and returns `result` of the
   * state after it. If `decide` or a reducer throws, nothing changes. If another process was first, `decide` is
   * called again. With `evenUnkept` there is a result even if the journal cannot accept the events, for events that
   * change nothing.
   */
  async record<R>(
    decide: () => Events,
    result: () => R,
    { expectedVersion, evenUnkept = false }: RecordOptions & { readonly evenUnkept?: boolean } = {},
  ): Promise<R> {
    return await this.#inTurn(async () => {
      const attempt = (): PendingEvents => {
        if (expectedVersion !== undefined && expectedVersion !== this.version)
          throw this.#moved(expectedVersion);
        const events = [decide()].flat();
        return { append: events, outcomes: this.#slices.outcomesOf(events) };
      };
      const events = this.#journal
        ? await this.#append(this.#journal, attempt, evenUnkept)
        : this.#apply(attempt());
      const value = result();
      for (const event of events) this.#publish(event);
      return value;
    });
  }

  /**
   * Records a failed call. It changes no slice, so its position does not matter. Listeners get it even if the
   * journal cannot accept it.
   */
  async recordFailure(event: ToolInvoked): Promise<void> {
    try {
      await this.#journal?.append([event]);
    } finally {
      this.#publish(event);
    }
  }

  /** The current state of the session, including what other processes have appended. */
  async snapshot(): Promise<SessionSnapshot> {
    return await this.#inTurn(async () => {
      if (this.#journal) await this.#catchUp(this.#journal);
      return Object.freeze({ sessionId: this.id, version: this.version, slices: this.#slices.values() });
    });
  }

  /**
   * Restores every slice that the snapshot names. Later facts stay in the journal, and the rollback is a fact too.
   * A snapshot of another session, or one that a slice cannot accept, is refused.
   */
  async rollback(snapshot: SessionSnapshot): Promise<void> {
    const event: SessionRolledBack = { type: 'SessionRolledBack', slices: this.#slicesOf(snapshot) };
    await this.record(
      () => event,
      () => undefined,
    );
  }

  async #append(
    journal: SessionJournal,
    attempt: () => PendingEvents,
    evenUnkept: boolean,
  ): Promise<readonly SessionEvent[]> {
    let decided: PendingEvents | undefined;
    const decide = async (news: readonly Envelope[]): Promise<PendingEvents> => {
      decided = undefined;
      await this.#catchUp(journal, news);
      decided = attempt();
      return decided;
    };
    // Erasures are noticed by a count taken before the facts are read, and the first facts are read without one.
    if (this.#head === 0) await this.#catchUp(journal);
    try {
      const { facts, decision } = await appendDecision(journal, decide, { after: this.#head });
      this.#takeOwn(facts, decision);
      return decision.append;
    } catch (error) {
      if (decided === undefined || !evenUnkept) throw error;
      return decided.append;
    }
  }

  /** Reads new facts, or all of them again after an erasure. */
  async #catchUp(journal: SessionJournal, news?: readonly Envelope[]): Promise<void> {
    // Taken before the facts are read: an erasure in between is noticed the next time.
    const redactions = await journal.redactions?.();
    const isOutdated = redactions !== this.#redactions;
    if (isOutdated) this.#restart();
    this.#take(news && !isOutdated ? news : await journal.facts({ from: this.#head + 1 }));
    this.#redactions = redactions;
  }

  #restart(): void {
    this.#slices.reset();
    this.#head = 0;
  }

  #slicesOf(snapshot: unknown): SliceValues {
    const { sessionId, slices }: Partial<Record<string, unknown>> = Object(snapshot);
    const refused = (expected: string, actual: unknown) =>
      new JournalError('invalid-payload', {
        expected,
        actual: shown(actual),
        fix: 'Roll back to a snapshot that snapshot() of this session made.',
      });
    if (sessionId !== this.id) throw refused(`a snapshot of the session ${this.id}`, sessionId);
    const parsed = sessionFacts.SessionRolledBack.safeParse({ slices });
    if (!parsed.success) throw refused('a snapshot with a list of values for each slice', slices);
    return parsed.data.slices;
  }

  /** Applies facts that come right after what was decided on, reusing the values that were already reduced. */
  #takeOwn(facts: readonly Envelope[], { append, outcomes }: PendingEvents): void {
    const isAsDecided = facts.every((fact, i) => sameJson(sessionEventOf(fact), append[i]));
    for (const [i, { seq }] of isAsDecided ? facts.entries() : []) {
      this.#slices.put(outcomes[i] ?? [], seq);
      this.#head = seq;
    }
    this.#take(facts);
  }

  #take(facts: readonly Envelope[]): void {
    for (const fact of facts) {
      if (fact.seq <= this.#head) continue;
      this.#head = fact.seq;
      const event = sessionEventOf(fact);
      const passed = event ? this.#slices.replay(event, fact.seq) : [];
      for (const each of passed) {
        const published: FactPassedOver = {
          ...each,
          type: 'FactPassedOver',
          sessionId: this.id,
          seq: fact.seq,
        };
        this.bus.publish(published);
      }
    }
  }

  /** Adds the reducers registered since the last turn, and folds everything again for them. */
  #welcome(): void {
    const entered = this.#newcomers.splice(0).filter((enter) => enter());
    if (entered.length > 0) this.#restart();
  }

  #apply({ append, outcomes }: PendingEvents): readonly SessionEvent[] {
    for (const outcome of outcomes) this.#slices.put(outcome, this.version + 1);
    return append;
  }

  #publish(event: SessionEvent): void {
    const published: PublishedEvent = { ...event, sessionId: this.id, version: this.version };
    this.bus.publish(published);
  }

  /** One after the other, so that a decision applies to the state it was made on. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const begin = () => {
      this.#welcome();
      return work();
    };
    const turn = this.#turn.then(begin);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  #moved(expected: number): ConflictError {
    return new ConflictError({
      expected: `version ${expected}`,
      actual:
        expected < this.version
          ? `version ${this.version}: somebody else changed it since`
          : `version ${this.version}, which comes before that`,
      fix: 'Read it again, and repeat the call with the version you find if it still applies.',
    });
  }
}

/** The newest value of a slice, including other processes' changes. */
export async function selectLatest<Value>(session: Session, slice: Slice<Value>): Promise<Value | undefined> {
  await session.refresh();
  return session.select(slice).at(-1);
}
