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

/** A journal that can hold a session: one without schemas, or one that knows `sessionFacts`. */
export type SessionJournal = Pick<Journal<Envelope, SessionEvent>, 'id' | 'append' | 'facts' | 'head'> &
  /** Without it, a session that runs does not notice that a fact was erased. */
  Partial<Pick<Journal<Envelope, SessionEvent>, 'redactions'>>;

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

/** One event, or several that are appended together or not at all. */
type Events = SessionEvent | readonly SessionEvent[];

/** Events to append, and what each of them makes of the slices as they are. */
interface Decided {
  readonly append: readonly SessionEvent[];
  readonly outcomes: readonly Outcome[];
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
   * Lets a reducer keep a slice. A slice has one reducer for a type of event: registering it again changes nothing,
   * so that two sections on one session do not apply an event twice.
   */
  register<Value, E extends SessionEvent>(
    slice: Slice<Value>,
    type: E['type'],
    reducer: Reducer<Value, E>,
  ): void {
    const enter = () => this.#slices.register(slice, type, reducer);
    // With a journal the reducer has to see what happened before it came, and never only the end of that: it waits
    // for the next turn.
    if (this.#journal) this.#newcomers.push(enter);
    else enter();
  }

  /** The values of a slice as this session knows them. A session with a journal may have to `refresh` first. */
  select<Value>(slice: Slice<Value>): readonly Value[] {
    return this.#slices.select(slice);
  }

  /** Counts up with every event that changed a slice. */
  get version(): number {
    return this.#slices.version;
  }

  /** Takes in what other processes have appended. */
  async refresh(): Promise<void> {
    await this.#inTurn(async () => {
      if (this.#journal) await this.#catchUp(this.#journal);
    });
  }

  /**
   * Records what `decide` makes of the newest state, several events as one change, and returns what `result` makes of
   * the state after it. When `decide` or a reducer throws, nothing has changed. Where another process was first,
   * `decide` is asked again. With `evenUnkept` there is a result also when the journal cannot take the events: for
   * those that change nothing.
   */
  async record<R>(
    decide: () => Events,
    result: () => R,
    { expectedVersion, evenUnkept = false }: RecordOptions & { readonly evenUnkept?: boolean } = {},
  ): Promise<R> {
    return await this.#inTurn(async () => {
      const attempt = (): Decided => {
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
   * Records a call that failed. It changes no slice, so it needs no place of its own. Listeners hear of it also when
   * the journal cannot take it.
   */
  async recordFailure(event: ToolInvoked): Promise<void> {
    try {
      await this.#journal?.append([event]);
    } finally {
      this.#publish(event);
    }
  }

  /** The session as it is now, what other processes have appended included. */
  async snapshot(): Promise<SessionSnapshot> {
    return await this.#inTurn(async () => {
      if (this.#journal) await this.#catchUp(this.#journal);
      return Object.freeze({ sessionId: this.id, version: this.version, slices: this.#slices.values() });
    });
  }

  /**
   * Puts every slice that the snapshot names back to what it was. What happened since stays in the journal, and so
   * does this. A snapshot of another session, or one that a slice cannot take, is refused.
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
    attempt: () => Decided,
    evenUnkept: boolean,
  ): Promise<readonly SessionEvent[]> {
    let decided: Decided | undefined;
    const decide = async (news: readonly Envelope[]): Promise<Decided> => {
      decided = undefined;
      await this.#catchUp(journal, news);
      decided = attempt();
      return decided;
    };
    // What is erased is noticed by a count that is older than the facts, and the first ones are read with none.
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

  /** Takes in the facts that are new, or all of them again when one was erased. */
  async #catchUp(journal: SessionJournal, news?: readonly Envelope[]): Promise<void> {
    // Asked before the facts are read: what is erased in between is noticed the next time.
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

  /** Takes in facts that stand right after what was decided on: nothing is reduced twice that was kept as it was. */
  #takeOwn(facts: readonly Envelope[], { append, outcomes }: Decided): void {
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

  /** Lets the reducers in that came since the last turn, and folds everything again for them. */
  #welcome(): void {
    const entered = this.#newcomers.splice(0).filter((enter) => enter());
    if (entered.length > 0) this.#restart();
  }

  #apply({ append, outcomes }: Decided): readonly SessionEvent[] {
    for (const outcome of outcomes) this.#slices.put(outcome, this.version + 1);
    return append;
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
      actual:
        expected < this.version
          ? `version ${this.version}: somebody else changed it since`
          : `version ${this.version}, which comes before that`,
      fix: 'Read it again, and repeat the call with the version you find if it still applies.',
    });
  }
}

/** The newest value of a slice, other processes' changes included. */
export async function selectLatest<Value>(session: Session, slice: Slice<Value>): Promise<Value | undefined> {
  await session.refresh();
  return session.select(slice).at(-1);
}
