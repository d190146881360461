/** What became of one member of a group: each settles by itself, though all share one commit. */
export type Settled<Result> = { readonly value: Result } | { readonly error: unknown };

/** Settles a whole group, at once where it can; throws when nothing of the group was written. */
export type CommitGroup<Request, Result> = (
  group: readonly Request[],
) => readonly Settled<Result>[] | Promise<readonly Settled<Result>[]>;

interface Waiting<Request, Result> {
  readonly request: Request;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets requests that wait at the same time share one commit, and so one fsync. While a group commits, the next one
 * gathers; a request that comes alone goes alone, with no added wait.
 */
export class GroupCommit<Request, Result> {
  readonly #commit: CommitGroup<Request, Result>;
  readonly #weigh: (request: Request) => number;
  readonly #capacity: number;
  readonly #concernsAll: (error: unknown) => boolean;
  #waiting: Waiting<Request, Result>[] = [];
  #running: Promise<void> | undefined;

  /**
   * When `commit` throws, each member is tried alone, so that one that cannot be written does not take the others
   * with it; unless `concernsAll` says that they would all fail the same way. `capacity` bounds the weight of a group.
   */
  constructor(
    commit: CommitGroup<Request, Result>,
    {
      weigh,
      capacity,
      concernsAll = () => false,
    }: {
      readonly weigh: (request: Request) => number;
      readonly capacity: number;
      readonly concernsAll?: (error: unknown) => boolean;
    },
  ) {
    this.#commit = commit;
    this.#weigh = weigh;
    this.#capacity = capacity;
    this.#concernsAll = concernsAll;
  }

  submit(request: Request): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when all that was submitted is settled. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    // A microtask later, so that `#running` is set before the first commit.
    await undefined;
    let alone = true;
    while (this.#waiting.length > 0) {
      // Where there is company, a macrotask lets everybody join whom the last commit released.
      if (!alone || this.#waiting.length > 1) await new Promise<void>((resolve) => setImmediate(resolve));
      const group = this.#take();
      alone = group.length === 1;
      try {
        const settling = this.#commit(group.map(({ request }) => request));
        settle(group, settling instanceof Promise ? await settling : settling);
      } catch (error) {
        await this.#oneByOne(group, error);
      }
    }
    this.#running = undefined;
  }

  #take(): Waiting<Request, Result>[] {
    const waiting = this.#waiting;
    if (waiting.length === 1) {
      this.#waiting = [];
      return waiting;
    }
    let weight = 0;
    const more = waiting.findIndex(({ request }, i) => {
      weight += this.#weigh(request);
      return i > 0 && weight > this.#capacity;
    });
    return waiting.splice(0, more === -1 ? waiting.length : more);
  }

  async #oneByOne(group: readonly Waiting<Request, Result>[], error: unknown): Promise<void> {
    if (group.length === 1 || this.#concernsAll(error)) {
      for (const { reject } of group) reject(error);
      return;
    }
    for (const member of group) {
      try {
        settle([member], await this.#commit([member.request]));
      } catch (reason) {
        member.reject(reason);
      }
    }
  }
}

function settle<Request, Result>(
  group: readonly Waiting<Request, Result>[],
  outcomes: readonly Settled<Result>[],
): void {
  group.forEach(({ resolve, reject }, i) => {
    const outcome = outcomes[i];
    if (outcome && 'value' in outcome) resolve(outcome.value);
    else reject(outcome?.error);
  });
}
