import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { cleanEnv } from '../cli-process.ts';

/** The longest that anything here may take, on a busy machine too: whoever waits for longer waits for nothing. */
const PATIENCE_MS = 120_000;

/** Most of the time of a program that is soon killed would go into reading its sources. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/wayfold-faults', import.meta.url)),
};

/** What a program is started with. */
export interface ProgramStart<Line> {
  /** One of those in `programs/`. */
  readonly name: string;
  /** What it is told, as JSON. */
  readonly options: object;
  /** What it prints, a line each. */
  readonly line: z.ZodType<Line>;
  readonly execArgv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const alive = new Set<Program<unknown>>();

/** Ends every program that is left, so that a round that failed leaves nothing behind. */
export async function killAll(): Promise<void> {
  await Promise.all(Array.from(alive, (program) => program.kill()));
}

/** A process of its own that can be killed, and everything it has printed. */
export class Program<Line> {
  readonly lines: Line[] = [];
  readonly #name: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #waiting = new Set<() => void>();
  #over = false;

  constructor({ name, options, line, execArgv = [], env = {} }: ProgramStart<Line>) {
    const file = fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url));
    this.#name = name;
    this.#child = spawn(process.execPath, [...execArgv, file, JSON.stringify(options)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...cleanEnv(), ...COMPILE_CACHE, ...env },
    });
    alive.add(this);
    const { stdin, stdout } = this.#child;
    if (stdin === null || stdout === null) throw new TypeError(`${name} has no pipes`);
    // It may be dead before it has read everything.
    stdin.on('error', () => undefined);
    const output = createInterface({ input: stdout });
    output.on('line', (text) => {
      this.lines.push(line.parse(JSON.parse(text)));
      this.#wake();
    });
    this.#ended = Promise.all([once(this.#child, 'exit'), once(output, 'close')]).then(() => {
      this.#over = true;
      alive.delete(this);
      this.#wake();
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Waits for what it will print. */
  async until(holds: () => boolean): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    while (!holds()) {
      if (this.#over) throw new Error(`${this.#name} ended too early, with ${this.#how}`);
      if (performance.now() > deadline) throw new Error(`${this.#name} has not done what was waited for`);
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.add(resolve);
      await Promise.race([promise, wait(1000, undefined, { ref: false })]);
      this.#waiting.delete(resolve);
    }
  }

  /** Kills it, and waits until its last line is read. Resolves to when it was killed, in milliseconds since 1970. */
  async kill(afterMs = 0): Promise<number> {
    if (afterMs > 0) await wait(afterMs);
    const at = performance.timeOrigin + performance.now();
    this.#child.kill('SIGKILL');
    await this.#ended;
    return at;
  }

  /** Tells it that nothing more will come, and waits for its end. */
  async end(): Promise<void> {
    this.#child.stdin?.end();
    await this.#ended;
    if (this.#child.exitCode !== 0) throw new Error(`${this.#name} ended with ${this.#how}`);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  get #how(): string {
    return String(this.#child.signalCode ?? `exit code ${this.#child.exitCode}`);
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }
}

/** Waits for what others will do, and looks again and again. */
export async function eventuallyHolds(
  what: string,
  holds: () => boolean | Promise<boolean>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await wait(10);
  }
}
