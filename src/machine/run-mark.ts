import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const RUN = 'WAYFOLD_RUN';
/** A process that was found may have started more before it was killed. */
const LOOKS = 3;

/**
 * A variable that everything a program starts inherits, even after leaving its group and session. On Linux it is
 * how those processes are found; elsewhere they cannot be.
 */
export class RunMark {
  readonly #variable: string;
  readonly #value: string;

  /** By default unique to one run. Work that is restarted after a crash has a stable `variable` and `value`. */
  constructor(variable: string = RUN, value: string = randomUUID()) {
    this.#variable = variable;
    this.#value = value;
  }

  get env(): Readonly<Record<string, string>> {
    return { [this.#variable]: this.#value };
  }

  /** Kills every process that carries the mark. */
  endAll(): void {
    if (process.platform !== 'linux') return;
    for (let look = 0; look < LOOKS && this.#endFound(); look++);
  }

  /** Whether a process carries the mark, as far as that can be read. */
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

/** Carried by everything that works on a piece of work, even after a crash of whoever started it. */
export function workMark(key: string): RunMark {
  return new RunMark('WAYFOLD_TASK_WORK', key);
}

function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
  } catch {
    // It has ended, or belongs to another user.
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
