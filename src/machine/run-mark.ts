import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const VARIABLE = 'WAYFOLD_RUN';
/** What is found may have started more before it was ended. */
const LOOKS = 3;

/**
 * A variable that everything a program starts inherits, also what leaves its group and its session. It is how that can be
 * found on Linux; elsewhere it cannot.
 */
export class RunMark {
  readonly #value = randomUUID();

  get env(): Readonly<Record<string, string>> {
    return { [VARIABLE]: this.#value };
  }

  /** Ends every process that carries the mark. */
  endAll(): void {
    if (process.platform !== 'linux') return;
    for (let look = 0; look < LOOKS && this.#endFound(); look++);
  }

  #endFound(): boolean {
    const carried = `${VARIABLE}=${this.#value}`;
    const found = readdirSync('/proc').filter(
      (name) => /^\d+$/.test(name) && environmentOf(name).includes(carried),
    );
    for (const pid of found) end(Number(pid));
    return found.length > 0;
  }
}

function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
  } catch {
    // It has ended, or is somebody else's.
    return [];
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
