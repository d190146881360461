import type { Session } from '../../src/host/session.ts';
import type { Fact } from '../../src/journal/fact.ts';

/** A session and all facts of it so far, for whoever waits for one. */
export class SessionFollower {
  readonly session: Session;
  facts: readonly Fact[] = [];
  readonly #unsubscribe: () => void;
  readonly #waiting = new Set<() => void>();

  constructor(session: Session) {
    this.session = session;
    this.#unsubscribe = session.journal.subscribe({ from: 1 }, (facts) => {
      // Every fact has the fields of its payload.
      this.facts = [...this.facts, ...(facts as unknown as readonly Fact[])];
      for (const look of this.#waiting) look();
    });
  }

  /** Resolves to what is found in the facts, as soon as it is. */
  async until<T>(find: (facts: readonly Fact[]) => T | undefined, signal: AbortSignal): Promise<T> {
    return await new Promise<T>((resolve, reject) => {
      const look = () => {
        const found = find(this.facts);
        if (found === undefined) return;
        end();
        resolve(found);
      };
      const give = () => {
        end();
        const last = this.facts.slice(-4).map(({ type }) => type);
        reject(new Error(`${this.session.journal.id} got no further than ${last.join(', ')}`));
      };
      const end = () => {
        this.#waiting.delete(look);
        signal.removeEventListener('abort', give);
      };
      this.#waiting.add(look);
      signal.addEventListener('abort', give);
      look();
    });
  }

  close(): void {
    this.#unsubscribe();
  }
}
