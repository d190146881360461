import type { Clock } from '../journal/clock.ts';
import type { Timer } from '../kernel/timer.ts';

/** A clock that stands still until a test moves it. It is a `Timer` too: timers fire while time passes. */
export class SimulatedClock implements Clock, Timer {
  #now: number;
  /** How much time has passed, whatever the clock was set to. */
  #passed = 0;
  #waiting: { readonly due: number; readonly run: () => void }[] = [];

  constructor(start: number | string = '2026-01-01T00:00:00.000Z') {
    this.#now = new Date(start).getTime();
  }

  now(): number {
    return this.#now;
  }

  /** Lets time pass, and fires due timers in order. */
  advance(ms: number): void {
    const end = this.#passed + ms;
    for (;;) {
      const next = this.#waiting.find(({ due }) => due <= end);
      if (next === undefined) break;
      this.#waiting = this.#waiting.filter((other) => other !== next);
      this.#pass(Math.max(0, next.due - this.#passed));
      next.run();
    }
    this.#pass(end - this.#passed);
  }

  /** Sets the clock forwards or back, as a person or a time server does: no time passes. */
  set(time: number | string): void {
    this.#now = new Date(time).getTime();
  }

  after(ms: number, run: () => void): () => void {
    const waiting = { due: this.#passed + ms, run };
    this.#waiting = [...this.#waiting, waiting].toSorted((a, b) => a.due - b.due);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
    };
  }

  #pass(ms: number): void {
    this.#passed += ms;
    this.#now += ms;
  }
}
