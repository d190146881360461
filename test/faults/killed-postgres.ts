import { join } from 'node:path';
import { type FactStore, openJournal, postgresStore } from '../../src/journal/index.ts';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';
import { auditEffects, readEffects } from './effects.ts';
import { faultInRounds } from './fault.ts';
import { recordedIn, tasks, WorkerLine } from './killed-workers.ts';
import { eventuallyHolds, Program } from './program.ts';
import { Writer } from './writer.ts';
import { auditWritten } from './written-journal.ts';

const WRITERS = 3;

/** Longer than a restart takes: nobody may take over meanwhile. */
const TTL_MS = 60_000;

class OneServer implements AsyncDisposable {
  readonly server: PostgresServer;
  readonly store: FactStore;

  constructor(server: PostgresServer) {
    this.server = server;
    this.store = postgresStore(server.url);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.store.close();
    await this.server.remove();
  }
}

export const killedPostgres = faultInRounds({
  name: 'killed-postgres',
  injects: `SIGKILL to PostgreSQL under ${WRITERS} writers and a worker that does tasks, and its restart`,
  begin: async () => new OneServer(await startPostgres()),
  async round({ server, store }, { number, choices, directory, tally }) {
    const journal = openJournal(store, `written-${number}`);
    const writers = Array.from(
      { length: WRITERS },
      (_, w) => new Writer({ store: server.url, journal: journal.id, by: `writer${w}` }),
    );
    const workload = tasks();
    const work = `work-${number}`;
    const deeds = await workload.ask(store, work);
    tally.acknowledged += deeds.length;
    const effects = join(directory, 'effects');
    const worker = new Program({
      name: 'worker',
      options: {
        store: server.url,
        journals: [work],
        effects,
        workMs: choices.between(1, 600),
        ttlMs: TTL_MS,
      },
      line: WorkerLine,
    });
    for (const writer of writers) writer.start();
    await Promise.all([
      worker.until(() => worker.lines.some(({ deed }) => deed)),
      ...writers.map((writer) => writer.toldMore(choices.between(1, 20))),
    ]);
    await server.kill();
    tally.injected += 1;
    await Promise.all(writers.map((writer) => writer.refusedMore(1)));
    // What ran on its behalf may keep its memory for a moment longer.
    await eventuallyHolds('PostgreSQL is up again', () =>
      server.start().then(
        () => true,
        () => false,
      ),
    );
    await Promise.all(writers.map((writer) => writer.toldMore(choices.between(1, 20))));
    await Promise.all(writers.map((writer) => writer.end()));

    const codes = new Set(writers.flatMap(({ refusals }) => refusals));
    codes.delete('store-unreachable');
    if (codes.size > 0) tally.wrong(`a server that was killed was told as ${[...codes].join(', ')}`);
    await auditWritten(journal, writers, tally);
    const recorded = () => recordedIn(store, [work], deeds, workload);
    await eventuallyHolds('all tasks are done', async () =>
      [...(await recorded()).values()].every(({ times }) => times > 0),
    );
    await worker.end();
    auditEffects(readEffects(effects), { recorded: await recorded(), killed: new Map() }, tally);
  },
});
