import { setTimeout as wait } from 'node:timers/promises';
import { CliProcess, type RunOptions } from '../../test/cli-process.ts';
import type { PostgresServer } from '../../test/postgres-server.ts';
import type { RestateServer } from '../../test/restate-server.ts';

const KILL_EVERY_MS = 1500;
const POLL_MS = 50;
/** One in so many kills brings down the database, and another one the engine. */
const RARELY = 12;

/** Servers and workers; one that was killed is started again. */
export class ChaosFleet {
  readonly #options: RunOptions;
  readonly #commands: readonly (readonly string[])[];
  readonly #processes: CliProcess[];

  constructor(commands: readonly (readonly string[])[], options: RunOptions) {
    this.#options = options;
    this.#commands = commands;
    this.#processes = commands.map((command) => this.#launch(command));
  }

  /** Resolves to how often something was killed. */
  async killAllAlong({
    postgres,
    engine,
    signal,
  }: {
    readonly postgres: PostgresServer;
    readonly engine: RestateServer | undefined;
    readonly signal: AbortSignal;
  }): Promise<number> {
    for (let kills = 0; ; kills++) {
      await wait(Math.random() * 2 * KILL_EVERY_MS, undefined, { signal }).catch(() => {});
      await this.#mostAreUp(signal);
      if (signal.aborted) return kills;
      const dice = Math.floor(Math.random() * RARELY);
      if (dice === 0) {
        await postgres.stop();
        await postgres.start();
      } else if (dice === 1 && engine) {
        await engine.kill();
        await engine.start();
      } else {
        await this.#killOne();
      }
    }
  }

  /** On a busy machine a start takes longer than there is time between two kills: then nobody would ever work. */
  async #mostAreUp(signal: AbortSignal): Promise<void> {
    const isUp = ({ stdout, child }: CliProcess) => stdout !== '' && child.exitCode === null;
    while (!signal.aborted && this.#processes.filter(isUp).length <= this.#processes.length / 2) {
      await wait(POLL_MS);
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.#processes.splice(0).map((each) => each.end('SIGKILL')));
  }

  async #killOne(): Promise<void> {
    const at = Math.floor(Math.random() * this.#processes.length);
    const command = this.#commands[at];
    if (command === undefined) return;
    await this.#processes[at]?.end('SIGKILL');
    this.#processes[at] = this.#launch(command);
  }

  #launch(command: readonly string[]): CliProcess {
    return new CliProcess(command, this.#options);
  }
}
