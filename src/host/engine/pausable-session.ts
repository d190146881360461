import type { Envelope } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';
import { systemTimer, type Timer } from '../../kernel/timer.ts';
import type { Session } from '../session.ts';
import type { SessionControls } from './hosted-session.ts';

/** A timer that has not fired yet. */
interface Pending {
  readonly due: number;
  readonly run: () => void;
  cancel(): void;
}

/**
 * Pauses and resumes a running session. While it is paused neither facts nor timers reach it, so that it keeps its
 * state and does nothing. When it resumes, what came meanwhile is delivered.
 */
export class PausableSession implements SessionControls {
  readonly #pending = new Set<Pending>();
  #waiting: (() => void)[] = [];
  #isPaused = false;

  readonly timer: Timer = { after: (ms, run) => this.#after(ms, run) };

  resume(): void {
    this.#isPaused = false;
    for (const pass of this.#waiting.splice(0)) pass();
    for (const { due, run, cancel } of [...this.#pending]) {
      if (due > Date.now()) continue;
      cancel();
      run();
    }
  }

  pause(): void {
    this.#isPaused = true;
  }

  /** When its first timer fires, in milliseconds since 1970. */
  get nextDue(): number | undefined {
    const dues = [...this.#pending].map(({ due }) => due);
    return dues.length === 0 ? undefined : Math.min(...dues);
  }

  wrap(session: Session): Session {
    return { ...session, journal: pausable(session.journal, () => this.#passed()) };
  }

  async #passed(): Promise<void> {
    while (this.#isPaused) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #after(ms: number, run: () => void): () => void {
    const stop = systemTimer.after(ms, () => {
      if (this.#isPaused) return;
      this.#pending.delete(pending);
      run();
    });
    const pending: Pending = {
      due: Date.now() + ms,
      run,
      cancel: () => {
        stop();
        this.#pending.delete(pending);
      },
    };
    this.#pending.add(pending);
    return pending.cancel;
  }
}

/** The same journal, whose followers are notified only while it is not paused. */
function pausable(journal: Journal<Envelope>, passed: () => Promise<void>): Journal<Envelope> {
  return new Proxy(journal, {
    get(target, name) {
      if (name === 'subscribe') return subscribe;
      if (name === 'watch') return watch;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

  function subscribe(
    options: Parameters<Journal<Envelope>['subscribe']>[0],
    listener: Parameters<Journal<Envelope>['subscribe']>[1],
  ): () => void {
    let ended = false;
    const end = journal.subscribe(options, async (facts) => {
      await passed();
      if (!ended) await listener(facts);
    });
    return () => {
      ended = true;
      end();
    };
  }

  function watch(listener: () => void): () => void {
    let ended = false;
    const end = journal.watch(() => {
      void passed().then(() => ended || listener());
    });
    return () => {
      ended = true;
      end();
    };
  }
}
