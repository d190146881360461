/** How often an overtaken planner is called again at once. */
const AT_ONCE = 5;
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;

/**
 * When a planner may be called again. Facts that arrive while it thinks make its answer worthless, and in a journal
 * that never rests every answer would be: after a few in a row it waits, longer each time, so that the cost is
 * bounded.
 */
export class ReplanBackoff {
  #overtaken = 0;
  #until = Number.NEGATIVE_INFINITY;

  /** Until when the planner is left alone; `undefined` if it can be called. */
  waitsUntil(now: number): number | undefined {
    return now < this.#until ? this.#until : undefined;
  }

  /** A fact arrived before the answer. */
  overtaken(now: number): void {
    this.#overtaken += 1;
    if (this.#overtaken <= AT_ONCE) return;
    const waitMs = FIRST_WAIT_MS * 2 ** (this.#overtaken - AT_ONCE - 1);
    this.#until = now + Math.min(MAX_WAIT_MS, waitMs);
  }

  /** An answer came in time. */
  settled(): void {
    this.#overtaken = 0;
    this.#until = Number.NEGATIVE_INFINITY;
  }
}
