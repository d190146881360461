/** What came of a run of faults. It is sound when there are no problems. */
export interface Report {
  readonly fault: string;
  readonly rounds: number;
  /** Kills, cuts, refusals: each thing that was made to go wrong. */
  readonly injected: number;
  /** Operations that somebody was told are done. */
  readonly acknowledged: number;
  /** Operations that are in the journals. */
  readonly persisted: number;
  /** Effects outside of the journal that were begun again after a crash, under the same key. */
  readonly repeated: number;
  /** Operations that are there more than once. */
  readonly duplicated: number;
  /** Operations that were acknowledged, and are neither there nor reported as damaged. */
  readonly lost: number;
  /** Everything that is not as it must be, in words. */
  readonly problems: readonly string[];
}

/** Counts while faults are injected. */
export class Tally {
  readonly #fault: string;
  readonly #problems: string[] = [];
  rounds = 0;
  injected = 0;
  acknowledged = 0;
  persisted = 0;
  repeated = 0;
  #duplicated = 0;
  #lost = 0;

  constructor(fault: string) {
    this.#fault = fault;
  }

  lost(what: string): void {
    this.#lost += 1;
    this.wrong(`lost: ${what}`);
  }

  duplicated(what: string): void {
    this.#duplicated += 1;
    this.wrong(`twice: ${what}`);
  }

  wrong(what: string): void {
    this.#problems.push(`round ${this.rounds + 1}: ${what}`);
  }

  report(): Report {
    const { rounds, injected, acknowledged, persisted, repeated } = this;
    const problems = [...this.#problems];
    if (acknowledged !== persisted) problems.push(`${acknowledged} acknowledged, ${persisted} persisted`);
    return {
      fault: this.#fault,
      rounds,
      injected,
      acknowledged,
      persisted,
      repeated,
      duplicated: this.#duplicated,
      lost: this.#lost,
      problems,
    };
  }
}
