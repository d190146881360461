import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FactStore, postgresStore } from '../src/journal/index.ts';
import { CliProcess } from './cli-process.ts';
import { eventually } from './eventually.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { type SlowModel, startSlowModel } from './slow-model.ts';

/** Processes of `wayfold` that share one PostgreSQL and a model that takes its time. */
export class Fleet {
  readonly postgres: PostgresServer;
  readonly model: SlowModel;
  readonly #cwd: string;
  readonly #stores: FactStore[] = [];
  #url: string;
  #processes: CliProcess[] = [];

  private constructor(postgres: PostgresServer, model: SlowModel, cwd: string) {
    this.postgres = postgres;
    this.model = model;
    this.#cwd = cwd;
    this.#url = postgres.url;
  }

  static async start(thinkMs: (asked: number) => number): Promise<Fleet> {
    const cwd = await mkdtemp(join(tmpdir(), 'wayfold-scale-'));
    return new Fleet(await startPostgres(), await startSlowModel(thinkMs), cwd);
  }

  /** An empty store, which all processes that are started from now on share. */
  store(): FactStore {
    this.#url = `${this.postgres.url}?schema=scale_${this.#stores.length + 1}`;
    const store = postgresStore(this.#url);
    this.#stores.push(store);
    return store;
  }

  /** Starts `wayfold`, and does not wait for it. */
  launch(...args: string[]): CliProcess {
    const launched = new CliProcess(args, {
      cwd: this.#cwd,
      env: { WAYFOLD_STORE: this.#url, WAYFOLD_MODEL: this.model.name, WAYFOLD_CLAIM_SECONDS: '3' },
    });
    this.#processes.push(launched);
    return launched;
  }

  /** Starts `wayfold`; resolves when it says that it is at work. */
  async run(...args: string[]): Promise<CliProcess> {
    const launched = this.launch(...args);
    await eventually(() => `${launched.stdout}${launched.stderr}`).toMatch(
      /Working on the sessions|is running at/,
    );
    return launched;
  }

  async restartPostgres(): Promise<void> {
    await this.postgres.stop();
    await this.postgres.start();
  }

  /** What the processes have said, for whoever has to find out what went wrong. */
  said(): string {
    return this.#processes
      .map(
        ({ child, stdout, stderr }) =>
          `${child.pid} ${child.exitCode ?? child.signalCode}\n${stdout}${stderr}`,
      )
      .join('\n');
  }

  /** Ends all processes, without leave. */
  async killAll(): Promise<void> {
    await Promise.all(this.#processes.splice(0).map((each) => each.end('SIGKILL')));
  }

  async remove(): Promise<void> {
    await this.killAll();
    for (const store of this.#stores) await store.close();
    await this.model.close();
    await this.postgres.remove();
    await rm(this.#cwd, { recursive: true });
  }
}
