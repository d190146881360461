import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const RUN = 'WAYFOLD_RUN';
/** What is found may have started more before it was ended. */
const LOOKS = 3;

/**
 * A variable that everything a program starts inherits, also what leaves its group and its session. It is how that can be
 * found on Linux; elsewhere it cannot.
 */
export class RunMark {
  readonly #variable: string;
  readonly #value: string;

  /** By default of one run. Work that is begun again after a crash has a `variable` and a `value` that stay the same. */
  constructor(variable: string = RUN, value: string = randomUUID()) {
    this.#variable = variable;
    this.#value = value;
  }

  get env(): Readonly<Record<string, string>> {
    return { [this.#variable]: this.#value };
  }

  /** Ends every process that carries the mark. */
  endAll(): void {
    if (process.platform !== 'linux') return;
    for (let look = 0; look < LOOKS && this.#endFound(); look++);
  }

  /** Whether a process carries the mark, as far as that can be seen. */
  isCarriedBy(pid: number): boolean {
    return environmentOf(String(pid)).includes(`${this.#variable}=${this.#value}`);
  }

  #endFound(): boolean {
    const found = this.#found();
    for (const pid of found) end(Number(pid));
    return found.length > 0;
  }

  #found(): readonly string[] {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && this.isCarriedBy(Number(name)));
  }
}

/** Carried by everything that works on a piece of work, also after a crash of whoever started it. */
export function workMark(key: string): RunMark {
  return new RunMark('WAYFOLD_TASK_WORK', key);
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
