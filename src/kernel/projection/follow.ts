import { JournalError } from '../../journal/error.ts';
import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';
import { appendDecision, type Decision, type DecisionOutcome } from '../append-decision.ts';
import { SerialQueue } from '../work/serial-queue.ts';
import { Backoff, Delivery, type ProjectionChange, type RetryOptions } from './delivery.ts';
import {
  type CheckpointOptions,
  noSuchMoment,
  type ProjectedJournal,
  type Projection,
  ProjectionFold,
  type ProjectionOrigin,
} from './projection.ts';
import type { SnapshotOptions } from './projection-snapshots.ts';

/** Options for following a journal. */
export interface FollowOptions<State = unknown> extends RetryOptions {
  readonly checkpoints?: CheckpointOptions;
  /** Starts at the newest snapshot; subscribers do not get the facts before it. */
  readonly snapshots?: SnapshotOptions<State>;
}

/** A projection that is kept up to date with its journal. Its states are immutable. */
export interface Following<State> {
  /** The state after the facts up to `head`. */
  readonly state: State;
  /** The last seq that was read. */
  readonly head: number;
  readonly origin: ProjectionOrigin;
  /** Changes when the journal is deleted and recreated, or when something in its store is erased. */
  readonly edition: string;
  /** Reads new facts, and folds everything again if the journal was replaced or something was erased. */
  catchUp(): Promise<State>;
  /** Applies facts that the caller has just appended, if they come right after `head`. */
  accept(facts: readonly Envelope[]): State;
  /** The state right after the fact at `seq`. Rejects with `invalid-seq` if the journal has no such fact. */
  at(seq: number): Promise<State>;
  /**
   * Reports every change after `head` until the returned function is called. The next change waits until the
   * listener's promise settles; a failed call is retried with increasing delays, together with later changes. With
   * `now`, the first change is the current state.
   */
  subscribe(
    listener: (change: ProjectionChange<State>) => void | Promise<void>,
    options?: { readonly now?: boolean },
  ): () => void;
  /** Resolves when every listener has received all changes, or waits for a retry. */
  caughtUp(): Promise<void>;
  /** Ends all subscriptions. */
  close(): void;
}

/**
 * Keeps a projection of a journal up to date, by polling (`catchUp`) or by subscription (`subscribe`). It handles the
 * order of facts, erasures, journals that are recreated under their id, and temporary store failures.
 *
 * ```ts
 * import { memoryStore, openJournal } from 'wayfold/journal';
 * import { follow } from 'wayfold/kernel';
 *
 * const journal = openJournal(memoryStore(), 'notes');
 * const counted = follow(journal, { initial: () => 0, apply: (count) => count + 1 });
 * await journal.append([{ type: 'noted' }, { type: 'noted' }]);
 * console.log(await counted.catchUp(), await counted.at(1)); // 2 1
 * ```
 */
export function follow<State>(
  journal: ProjectedJournal,
  projection: Projection<State>,
  options: FollowOptions<State> = {},
): Following<State> {
  return new ProjectionFollowing(journal, projection, options);
}

class ProjectionFollowing<State> implements Following<State> {
  readonly #journal: ProjectedJournal;
  readonly #projection: Projection<State>;
  readonly #options: FollowOptions<State>;
  readonly #deliveries = new Set<Delivery<State>>();
  readonly #backoff: Backoff;
  #fold: ProjectionFold<State>;
  /** One read after the other, so that nothing is folded twice. */
  readonly #readings = new SerialQueue();
  /** The read that waits for the current one: it answers everyone who asks until it begins. */
  #nextReading: Promise<State> | undefined;
  #isClosed = false;
  #isRestarting = false;
  #isWoken = false;
  #isLooking = false;
  #unwatch: (() => void) | undefined;

  constructor(journal: ProjectedJournal, projection: Projection<State>, options: FollowOptions<State>) {
    this.#journal = journal;
    this.#projection = projection;
    this.#options = options;
    this.#backoff = new Backoff(options.timer);
    this.#fold = new ProjectionFold(journal, projection, options);
  }

  get state(): State {
    return this.#fold.state;
  }

  get head(): number {
    return this.#fold.head;
  }

  get origin(): ProjectionOrigin {
    return this.#fold.origin;
  }

  get edition(): string {
    return this.#fold.edition;
  }

  catchUp(): Promise<State> {
    this.#nextReading ??= this.#readings.run(async () => {
      this.#nextReading = undefined;
      await this.#read();
      return this.state;
    });
    return this.#nextReading;
  }

  accept(facts: readonly Envelope[]): State {
    // A read from the start is about to replace this.
    if (!this.#isRestarting) this.#fold.take(facts, (applied) => this.#tell(applied));
    return this.state;
  }

  async at(seq: number): Promise<State> {
    return await this.#readings.run(async () => {
      await this.#read();
      if (!Number.isSafeInteger(seq) || seq < 1 || seq > this.head)
        throw noSuchMoment(this.#journal, seq, this.head);
      return await this.#fold.at(seq);
    });
  }

  subscribe(
    listener: (change: ProjectionChange<State>) => void | Promise<void>,
    { now = false }: { readonly now?: boolean } = {},
  ): () => void {
    const { onError, timer } = this.#options;
    const delivery = new Delivery(listener, {
      onError: (error) => (isClosed(error) ? this.close() : onError?.(error)),
      timer,
    });
    this.#deliveries.add(delivery);
    if (now) delivery.tell({ state: this.state, facts: [], restarted: false });
    this.#unwatch ??= this.#journal.watch?.(() => this.#look());
    this.#look();
    return () => {
      delivery.close();
      this.#deliveries.delete(delivery);
      if (this.#deliveries.size === 0) this.#endWatch();
    };
  }

  async caughtUp(): Promise<void> {
    while (!this.#isClosed) {
      await this.catchUp().catch((error: unknown) => this.#endIfClosed(error));
      const busy = [...this.#deliveries].filter(({ isBusy }) => isBusy);
      if (busy.length === 0) return;
      await Promise.all(busy.map((delivery) => delivery.settled()));
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const delivery of this.#deliveries) delivery.close();
    this.#deliveries.clear();
    this.#endWatch();
  }

  /** `goesOn`: whether to continue with the next page. */
  async #read(goesOn = true): Promise<void> {
    const take = (applied: readonly Envelope[]): boolean => this.#tell(applied) && goesOn;
    if (!(await this.#fold.read(take))) await this.#restart();
    if (this.#options.snapshots) await this.#fold.save();
  }

  async #restart(): Promise<void> {
    this.#isRestarting = true;
    const facts: Envelope[] = [];
    try {
      // The old state stays in place until then: nobody sees a partial one.
      this.#fold = await this.#readAnew(facts);
    } finally {
      this.#isRestarting = false;
    }
    for (const delivery of this.#deliveries) delivery.tell({ state: this.state, facts, restarted: true });
  }

  /** Repeatedly, if the journal is replaced while it is read. */
  async #readAnew(facts: Envelope[]): Promise<ProjectionFold<State>> {
    for (;;) {
      const { checkpoints, snapshots } = this.#options;
      // Listeners get everything from the first fact on.
      const isTold = this.#deliveries.size > 0;
      const fresh = new ProjectionFold(this.#journal, this.#projection, {
        checkpoints,
        ...(!isTold && { snapshots }),
      });
      facts.length = 0;
      const keep = (page: readonly Envelope[]): boolean => {
        if (isTold) for (const fact of page) facts.push(fact);
        return true;
      };
      if (await fresh.read(keep)) return fresh;
    }
  }

  #tell(facts: readonly Envelope[]): boolean {
    for (const delivery of this.#deliveries) delivery.tell({ state: this.state, facts, restarted: false });
    return true;
  }

  async #drained(): Promise<void> {
    await Promise.all([...this.#deliveries].map((delivery) => delivery.settled()));
  }

  #look(): void {
    this.#isWoken = true;
    if (!this.#isLooking) void this.#lookWhileWoken();
  }

  async #lookWhileWoken(): Promise<void> {
    this.#isLooking = true;
    while (this.#isWoken && this.#deliveries.size > 0) {
      this.#isWoken = false;
      const { head } = this;
      try {
        await this.#readings.run(() => this.#read(false));
        this.#backoff.reset();
        if (this.head !== head) this.#isWoken = true;
        // A slow listener must not keep a long journal in memory.
        await this.#drained();
      } catch (error) {
        await this.#failed(error);
      }
    }
    this.#isLooking = false;
  }

  async #failed(error: unknown): Promise<void> {
    if (isClosed(error)) {
      this.close();
      return;
    }
    this.#options.onError?.(error);
    await this.#backoff.wait();
    this.#isWoken = true;
  }

  /** Whoever closed the store wants nothing more from it. */
  #endIfClosed(error: unknown): void {
    if (!isClosed(error)) throw error;
    this.close();
  }

  #endWatch(): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
    this.#backoff.end();
  }
}

function isClosed(error: unknown): boolean {
  return error instanceof JournalError && error.code === 'store-closed';
}

const known = new WeakMap<ProjectedJournal, WeakMap<object, Following<unknown>>>();

/**
 * The follower of a journal object for a projection. It is always the same one, so that each caller reads only what
 * is new. Pass the same `projection` object each time.
 */
export function followed<State>(journal: ProjectedJournal, projection: Projection<State>): Following<State> {
  const ofJournal = known.get(journal) ?? new WeakMap<object, Following<unknown>>();
  known.set(journal, ofJournal);
  // Entries under this projection hold its states.
  const following =
    (ofJournal.get(projection) as Following<State> | undefined) ?? follow(journal, projection);
  ofJournal.set(projection, following);
  return following;
}

/** The current state of a journal. See {@link followed}. */
export async function stateOf<State>(
  journal: ProjectedJournal,
  projection: Projection<State>,
): Promise<State> {
  return await followed(journal, projection).catchUp();
}

/**
 * Appends what `decide` returns for the state of a journal, at exactly that point. See {@link followed}; pass
 * `following` if you already follow the journal.
 */
export async function decideOn<State, D extends Decision<ProposedFact>>(
  journal: ProjectedJournal & Pick<Journal<Envelope>, 'id' | 'append'>,
  projection: Projection<State>,
  decide: (state: State) => D | Promise<D>,
  following = followed(journal, projection),
): Promise<DecisionOutcome<Envelope, D>> {
  await following.catchUp();
  // In one batch, and separate from reads that others trigger meanwhile.
  const { head } = following;
  let { state } = following;
  const decided = await appendDecision<Envelope, ProposedFact, D>(
    journal,
    (news) => {
      state = news.reduce((before, fact) => projection.apply(before, fact), state);
      return decide(state);
    },
    { after: head, isCurrent: true },
  );
  following.accept(decided.facts);
  return decided;
}
