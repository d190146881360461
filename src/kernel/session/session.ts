import { type NewId, randomIds } from '../../journal/clock.ts';
import type { Envelope } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';
import { appendDecision } from '../append-decision.ts';
import { ConflictError } from '../error.ts';
import { type EventBus, InProcessEventBus } from './event-bus.ts';
import { type SessionEvent, type SessionRolledBack, sessionEventOf, type ToolInvoked } from './facts.ts';
import type { Reducer, Slice } from './slice.ts';
import { type PassedOver, SliceBook, type SliceValues } from './slice-book.ts';

/** A journal that can hold a session: one without schemas, or one that knows `sessionFacts`. */
export type SessionJournal = Pick<Journal<Envelope, SessionEvent>, 'id' | 'append' | 'facts' | 'head'>;

/** What a session is made with. */
export interface SessionOptions {
  readonly bus?: EventBus;
  /** Where the session lasts. Without it, it ends with this object. */
  readonly journal?: SessionJournal;
  /** How the agent is told to plan, for sections that do not say so themselves. */
  readonly strategy?: string;
  readonly newId?: NewId;
}

/** What listeners of the bus get: the event, and whose it is. */
export type PublishedEvent<E extends SessionEvent = SessionEvent> = E & {
  readonly sessionId: string;
  readonly version: number;
};

/** What listeners of the bus get when a slice's reducer threw at a fact of the journal, and the slice left it out. */
export interface FactPassedOver extends PassedOver {
  readonly type: 'FactPassedOver';
  readonly sessionId: string;
  readonly seq: number;
}

/** A moment of a session, to go back to. It is plain JSON, so it can be kept anywhere. */
export interface SessionSnapshot {
  readonly sessionId: string;
  readonly version: number;
  readonly slices: SliceValues;
}

export interface RecordOptions {
  /** Record only if the session is still at this version, else reject with a `ConflictError`. */
  readonly expectedVersion?: number | undefined;
}

/**
 * What an agent's tools have done so far, as slices of state. Only reducers change them, one event after the other,
 * however many calls come at once. With a journal the session survives its process, and other processes share it.
 */
export class Session {
  readonly id: string;
  readonly bus: EventBus;
  readonly strategy: string | undefined;
  readonly #journal: SessionJournal | undefined;
  readonly #book = new SliceBook();
  #newcomers: (() => boolean)[] = [];
  #head = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor({ bus = new InProcessEventBus(), journal, strategy, newId = randomIds }: SessionOptions = {}) {
    this.id = journal?.id ?? newId('session');
    this.bus = bus;
    this.strategy = strategy;
    this.#journal = journal;
  }

  /**
   * Lets a reducer keep a slice. A slice has one reducer for a type of event: registering it again changes nothing,
   * so that two sections on one session do not apply an event twice.
   */
  register<Value, E extends SessionEvent>(
    slice: Slice<Value>,
    type: E['type'],
    reducer: Reducer<Value, E>,
  ): void {
    const enter = () => this.#book.register(slice, type, reducer);
    // With a journal the reducer has to see what happened before it came, and never only the end of that: it waits
    // for the next turn.
    if (this.#journal) this.#newcomers.push(enter);
    else enter();
  }

  /** The values of a slice as this session knows them. A session with a journal may have to `refresh` first. */
  select<Value>(slice: Slice<Value>): readonly Value[] {
    return this.#book.select(slice);
  }

  /** Counts up with every event that changed a slice. */
  get version(): number {
    return this.#book.version;
  }

  /** Takes in what other processes have appended. */
  async refresh(): Promise<void> {
    await this.#inTurn(async () => {
      if (this.#journal) this.#take(await this.#journal.facts({ from: this.#head + 1 }));
    });
  }

  /**
   * Records what `decide` makes of the newest state, and returns what `result` makes of the state after it. When
   * `decide` or a reducer throws, nothing has changed. Where another process was first, `decide` is asked again.
   */
  async record<R>(
    decide: () => SessionEvent,
    result: () => R,
    { expectedVersion }: RecordOptions = {},
  ): Promise<R> {
    return await this.#inTurn(async () => {
      const attempt = (): SessionEvent => {
        if (expectedVersion !== undefined && expectedVersion !== this.version)
          throw this.#moved(expectedVersion);
        const event = decide();
        this.#book.check(event);
        return event;
      };
      const event = this.#journal ? await this.#append(this.#journal, attempt) : this.#apply(attempt());
      const value = result();
      this.#publish(event);
      return value;
    });
  }

  /** Records a call that failed. It changes no slice, so it needs no place of its own. */
  async recordFailure(event: ToolInvoked): Promise<void> {
    await this.#journal?.append([event]);
    this.#publish(event);
  }

  /** The session as it is now. */
  snapshot(): SessionSnapshot {
    return Object.freeze({ sessionId: this.id, version: this.version, slices: this.#book.values() });
  }

  /** Puts every slice back to what it was. What happened since stays in the journal, and so does this. */
  async rollback(snapshot: SessionSnapshot): Promise<void> {
    const event: SessionRolledBack = { type: 'SessionRolledBack', slices: snapshot.slices };
    await this.record(
      () => event,
      () => undefined,
    );
  }

  async #append(journal: SessionJournal, attempt: () => SessionEvent): Promise<SessionEvent> {
    const { decision, facts } = await appendDecision(
      journal,
      (news) => {
        this.#take(news);
        const event = attempt();
        return { event, append: [event] };
      },
      { after: this.#head },
    );
    this.#take(facts);
    return decision.event;
  }

  #take(facts: readonly Envelope[]): void {
    for (const fact of facts) {
      if (fact.seq <= this.#head) continue;
      this.#head = fact.seq;
      const event = sessionEventOf(fact);
      const passed = event ? this.#book.replay(event, fact.seq) : [];
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

  /** Lets the reducers in that came since the last turn, and folds everything again for them. */
  #welcome(): void {
    const entered = this.#newcomers.splice(0).filter((enter) => enter());
    if (entered.length === 0) return;
    this.#book.reset();
    this.#head = 0;
  }

  #apply(event: SessionEvent): SessionEvent {
    this.#book.apply(event, this.version + 1);
    return event;
  }

  #publish(event: SessionEvent): void {
    const published: PublishedEvent = { ...event, sessionId: this.id, version: this.version };
    this.bus.publish(published);
  }

  /** One after the other: what is decided on is what is changed. */
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
      actual: `version ${this.version}: somebody else changed it since`,
      fix: 'Read it again, and repeat the call with the version you find if it still applies.',
    });
  }
}

/** The newest value of a slice, other processes' changes included. */
export async function selectLatest<Value>(session: Session, slice: Slice<Value>): Promise<Value | undefined> {
  await session.refresh();
  return session.select(slice).at(-1);
}
