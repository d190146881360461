import { z } from 'zod';
import type { Journal } from '../../src/journal/index.ts';
import { type Operation, operationOf } from './operation.ts';
import { Program } from './program.ts';

const Line = z.union([
  z.object({ n: z.number(), head: z.number(), size: z.number() }),
  z.object({ n: z.number(), refused: z.string() }),
]);
type Acknowledgement = Extract<z.infer<typeof Line>, { readonly head: number }>;

/** Who writes what, and where. */
export interface WriterOptions {
  /** A file, or the URL of a PostgreSQL. */
  readonly store: string;
  readonly journal: string;
  readonly by: string;
  /** How much each fact carries. */
  readonly bytes?: number;
  readonly lockTimeoutMs?: number;
  readonly execArgv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A writer through all its lives: what it was told in them, and where the next one begins. */
export class Writer {
  readonly options: WriterOptions;
  readonly told: Acknowledgement[] = [];
  readonly refusals: string[] = [];
  #life: Program<z.infer<typeof Line>> | undefined;
  #read = 0;

  constructor(options: WriterOptions) {
    this.options = options;
  }

  start(): void {
    const { store, journal, by, bytes = 0, lockTimeoutMs = 60_000, execArgv = [], env = {} } = this.options;
    const options = { store, journal, by, bytes, lockTimeoutMs, first: this.#next };
    this.#life = new Program({ name: 'writer', options, line: Line, execArgv, env });
    this.#read = 0;
  }

  async toldMore(count: number): Promise<void> {
    const wanted = this.told.length + count;
    await this.#life?.until(() => this.#listen() && this.told.length >= wanted);
  }

  async refusedMore(count: number): Promise<void> {
    const wanted = this.refusals.length + count;
    await this.#life?.until(() => this.#listen() && this.refusals.length >= wanted);
  }

  async kill(afterMs = 0): Promise<void> {
    await this.#life?.kill(afterMs);
    this.#listen();
  }

  signal(signal: NodeJS.Signals): void {
    this.#life?.signal(signal);
  }

  async end(): Promise<void> {
    await this.#life?.end();
    this.#listen();
  }

  /** Repeats what was under way when it was killed, so that nobody is left in doubt. */
  async repeat(journal: Pick<Journal, 'append'>): Promise<void> {
    const n = this.#next;
    const { key, facts } = this.operation(n);
    const { head } = await journal.append(facts, { key });
    this.told.push({ n, head, size: facts.length });
  }

  operation(n: number): Operation {
    return operationOf(this.options.by, n, this.options.bytes);
  }

  /** From here on everything is written again. */
  forgetFrom(n: number): void {
    this.told.splice(this.told.findIndex((told) => told.n === n));
  }

  get #next(): number {
    return (this.told.at(-1)?.n ?? -1) + 1;
  }

  #listen(): true {
    for (const line of this.#life?.lines.slice(this.#read) ?? []) {
      if ('refused' in line) this.refusals.push(line.refused);
      else this.told.push(line);
      this.#read += 1;
    }
    return true;
  }
}
