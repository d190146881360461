import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const FOLDER = 'pending-hooks';
const WAITING = '.json';

const PendingEvent = z.object({ agent: z.string(), event: z.string(), input: z.unknown() });

/** An event of an agent that has not been recorded yet. */
export type PendingEvent = z.infer<typeof PendingEvent>;

/** The events that arrived while the store was locked. The next hook records them, in order. */
export class PendingEvents {
  readonly #folder: string;

  constructor(dataDirectory: string) {
    this.#folder = join(dataDirectory, FOLDER);
  }

  /** Saves an event for the next hook. */
  add(event: PendingEvent): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    // The name keeps the order; renaming makes the file appear complete or not at all.
    const path = join(this.#folder, `${String(Date.now()).padStart(14, '0')}-${randomUUID()}`);
    writeFileSync(path, JSON.stringify(event), { mode: 0o600 });
    renameSync(path, `${path}${WAITING}`);
  }

  /** Passes each pending event to `record`, and stops at the first failure, which stays pending. */
  async take(record: (event: PendingEvent) => Promise<void>): Promise<void> {
    for (const name of this.#names()) {
      const path = join(this.#folder, name);
      const claimed = `${path}.taken`;
      try {
        renameSync(path, claimed);
      } catch {
        // Another hook has taken it.
        continue;
      }
      const event = parsed(readFileSync(claimed, 'utf8'));
      try {
        if (event) await record(event);
      } catch (error) {
        renameSync(claimed, path);
        throw error;
      }
      rmSync(claimed, { force: true });
    }
  }

  #names(): readonly string[] {
    try {
      return readdirSync(this.#folder)
        .filter((name) => name.endsWith(WAITING))
        .toSorted();
    } catch {
      // There are no pending events.
      return [];
    }
  }
}

function parsed(text: string): PendingEvent | undefined {
  try {
    return PendingEvent.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
