/** The outcome of one request of a group: each settles separately, although all share one commit. */
export type RequestOutcome<Result> = { readonly value: Result } | { readonly error: unknown };

/** Commits a group of requests; throws if nothing of the group was written. */
export type CommitGroup<Request, Result> = (
  group: readonly Request[],
) => readonly RequestOutcome<Result>[] | Promise<readonly RequestOutcome<Result>[]>;

interface Waiting<Request, Result> {
  readonly request: Request;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Commits a single request synchronously; `undefined` if it has to be committed as a group. */
export type CommitAlone<Request, Result> = (request: Request) => RequestOutcome<Result> | undefined;

const NOW = Promise.resolve();

/**
 * Lets concurrent requests share one commit, and so one fsync. While one group commits, the next one collects; a
 * single request is committed at once, without added latency.
 */
export class GroupCommit<Request, Result> {
  readonly #commit: CommitGroup<Request, Result>;
  readonly #commitAlone: CommitAlone<Request, Result>;
  readonly #weigh: (request: Request) => number;
  readonly #capacity: number;
  readonly #concernsAll: (error: unknown) => boolean;
  readonly #waiting: Waiting<Request, Result>[] = [];
  #isRunning = false;
  #ended: PromiseWithResolvers<void> | undefined;

  /**
   * If `commit` throws, each request is retried alone, so that one invalid request does not fail the others, unless
   * `concernsAll` says that all would fail the same way. `capacity` limits the weight of a group.
   */
  constructor(
    commit: CommitGroup<Request, Result>,
    {
      weigh,
      capacity,
      commitAlone = () => undefined,
      concernsAll = () => false,
    }: {
      readonly weigh: (request: Request) => number;
      readonly capacity: number;
      readonly commitAlone?: CommitAlone<Request, Result>;
      readonly concernsAll?: (error: unknown) => boolean;
    },
  ) {
    this.#commit = commit;
    this.#commitAlone = commitAlone;
    this.#weigh = weigh;
    this.#capacity = capacity;
    this.#concernsAll = concernsAll;
  }

  submit(request: Request): Promise<Result> {
    if (this.#isRunning) return this.#wait(request);
    this.#isRunning = true;
    // A microtask later, so that requests made at the same moment are included.
    return NOW.then(() => this.#begin(request));
  }

  /** Resolves when every submitted request is settled. */
  async idle(): Promise<void> {
    while (this.#isRunning) {
      this.#ended ??= Promise.withResolvers();
      await this.#ended.promise;
    }
  }

  #begin(request: Request): Result | Promise<Result> {
    const outcome = this.#waiting.length === 0 ? this.#commitAlone(request) : undefined;
    if (outcome === undefined) {
      const result = this.#wait(request, 'first');
      void this.#run();
      return result;
    }
    if (this.#waiting.length > 0) void this.#run();
    else this.#end();
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }

  #wait(request: Request, place: 'first' | 'last' = 'last'): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting[place === 'first' ? 'unshift' : 'push']({ request, resolve, reject });
    });
  }

  async #run(): Promise<void> {
    let alone = true;
    while (this.#waiting.length > 0) {
      // With concurrent requests, a macrotask lets everyone join whom the last commit released.
      if (!alone || this.#waiting.length > 1) await new Promise<void>((resolve) => setImmediate(resolve));
      const group = this.#take();
      alone = group.length === 1;
      try {
        const outcomes = await this.#commit(group.map(({ request }) => request));
        settle(group[0], outcomes[0]);
        // The first one may settle a microtask later than the others would, but it was submitted before them.
        await undefined;
        for (let i = 1; i < group.length; i++) settle(group[i], outcomes[i]);
      } catch (error) {
        await this.#oneByOne(group, error);
      }
    }
    this.#end();
  }

  #end(): void {
    this.#isRunning = false;
    this.#ended?.resolve();
    this.#ended = undefined;
  }

  #take(): Waiting<Request, Result>[] {
    let weight = 0;
    const more = this.#waiting.findIndex(({ request }, i) => {
      weight += this.#weigh(request);
      return i > 0 && weight > this.#capacity;
    });
    return this.#waiting.splice(0, more === -1 ? this.#waiting.length : more);
  }

  async #oneByOne(group: readonly Waiting<Request, Result>[], error: unknown): Promise<void> {
    if (group.length === 1 || this.#concernsAll(error)) {
      for (const { reject } of group) reject(error);
      return;
    }
    for (const member of group) {
      try {
        const [outcome] = await this.#commit([member.request]);
        settle(member, outcome);
      } catch (reason) {
        member.reject(reason);
      }
    }
  }
}

function settle<Request, Result>(
  member: Waiting<Request, Result> | undefined,
  outcome: RequestOutcome<Result> | undefined,
): void {
  if (outcome && 'value' in outcome) member?.resolve(outcome.value);
  else member?.reject(outcome?.error);
}
