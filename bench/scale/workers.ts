import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { postgresStore } from '../../src/journal/index.ts';
import { freePort, type RestateServer } from '../../test/restate-server.ts';
import { beginSession } from '../../test/scale-workload.ts';

const MAIN = fileURLToPath(new URL('../../dist/surfaces/cli/main.js', import.meta.url));

/** How many answers workers gave a second, and how long one took when nobody else asked. */
export interface WorkerRate {
  readonly workers: number;
  readonly engine: boolean;
  readonly answersPerSecond: number;
  readonly aloneMs: number;
}

/** What workers are to do. */
export interface WorkerLoad {
  readonly sessions: number;
  readonly rounds: number;
}

/** Who does it. */
export interface WorkerSetting {
  readonly workers: number;
  readonly engine: RestateServer | undefined;
  readonly model: string;
  readonly load: WorkerLoad;
}

/**
 * Conversations that answer by themselves, with a model that answers at once: an answer is a pass, an approval and a
 * sending. In each round every conversation gets a message, and the next round begins when all are answered.
 */
export async function workerRate(
  server: string,
  { workers, engine, model, load }: WorkerSetting,
): Promise<WorkerRate> {
  const url = `${server}?schema=workers_${workers}_${engine ? 'engine' : 'alone'}`;
  const store = postgresStore(url);
  const running = await startWorkers(store, workers, { engine, url, model });
  try {
    const begun = Array.from({ length: load.sessions }, (_, i) =>
      beginSession(store, `talk-${i}`, 'drafter', [{ type: 'status_changed', a2a: 'input-required' }]),
    );
    const talks = await Promise.all(begun);
    const sent = new Map<string, number>();
    let wake = () => {};
    for (const { journal } of talks) {
      journal.subscribe({}, (facts) => {
        const news = facts.filter(({ type }) => type === 'remote_sent').length;
        sent.set(journal.id, (sent.get(journal.id) ?? 0) + news);
        wake();
      });
    }
    let messages = 0;
    const round = async (some: typeof talks) => {
      messages += 1;
      const wanted = new Map(some.map(({ journal }) => [journal.id, (sent.get(journal.id) ?? 0) + 1]));
      const message = {
        type: 'remote_received',
        messageId: `m${messages}`,
        text: `Where do we stand on point ${messages}?`,
      };
      const began = performance.now();
      await Promise.all(some.map(({ journal }) => journal.append([message])));
      while ([...wanted].some(([id, count]) => (sent.get(id) ?? 0) < count)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return performance.now() - began;
    };
    await round(talks);
    let ms = 0;
    for (let i = 0; i < load.rounds; i++) ms += await round(talks);
    const alone: number[] = [];
    for (let i = 0; i < 15; i++) alone.push(await round(talks.slice(0, 1)));
    return {
      workers,
      engine: engine !== undefined,
      answersPerSecond: (load.rounds * load.sessions * 1000) / ms,
      aloneMs: alone.toSorted((a, b) => a - b)[7] ?? Number.NaN,
    };
  } finally {
    for (const worker of running) {
      worker.kill('SIGTERM');
      await once(worker, 'exit');
    }
    await store.close();
  }
}

async function startWorkers(
  store: ReturnType<typeof postgresStore>,
  workers: number,
  {
    engine,
    url,
    model,
  }: { readonly engine: RestateServer | undefined; readonly url: string; readonly model: string },
): Promise<ChildProcess[]> {
  await store.redactions();
  const args = engine
    ? [
        '--engine',
        engine.url(`workers-${workers}`),
        '--listen',
        `127.0.0.1:${await freePort()}`,
        '--share-port',
      ]
    : [];
  const started = Array.from({ length: workers }, async () => {
    const worker = spawn(process.execPath, [MAIN, 'worker', ...args], {
      env: { ...process.env, WAYFOLD_STORE: url, WAYFOLD_MODEL: model },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(createInterface({ input: worker.stdout }), 'line');
    return worker;
  });
  return await Promise.all(started);
}
