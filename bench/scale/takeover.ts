/**
 * How long sessions wait when a worker is killed in the middle of their passes:
 * `node bench/scale/takeover.ts [--apart]`. With `--apart` each worker has a host name of its own (Linux, as root), so that
 * the others cannot see that its process is gone.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { postgresStore } from '../../src/journal/index.ts';
import { MAIN } from '../../test/built-program.ts';
import { startPostgres } from '../../test/postgres-server.ts';
import { freePort, startRestate } from '../../test/restate-server.ts';
import { beginSession } from '../../test/scale-workload.ts';
import { startSlowModel } from '../../test/slow-model.ts';

const SESSIONS = 12;
const THINK_MS = 1500;

const { values } = parseArgs({ options: { apart: { type: 'boolean', default: false } } });
const postgres = await startPostgres();
const restate = await startRestate();
const model = await startSlowModel(() => THINK_MS);
try {
  for (const engine of [undefined, restate.url('takeover')]) {
    const url = `${postgres.url}?schema=takeover_${engine ? 'engine' : 'leases'}`;
    const store = postgresStore(url);
    const port = await freePort();
    const more = engine ? ['--engine', engine, '--listen', `127.0.0.1:${port}`, '--share-port'] : [];
    const [first, second] = await Promise.all(['one', 'two'].map((host) => startWorker(host, url, more)));
    const talks = Array.from({ length: SESSIONS }, (_, i) =>
      beginSession(store, `talk-${i}`, 'drafter', [
        { type: 'status_changed', a2a: 'input-required' },
        { type: 'remote_received', messageId: 'm', text: 'Where do we stand?' },
      ]),
    );
    const journals = (await Promise.all(talks)).map(({ journal }) => journal);
    while (model.waiting < SESSIONS) await wait(5);
    first?.kill('SIGKILL');
    const killed = performance.now();
    const waited = await Promise.all(
      journals.map(async (journal) => {
        while (!(await journal.facts()).some(({ type }) => type === 'compose_intent')) await wait(20);
        return performance.now() - killed;
      }),
    );
    const seconds = waited.toSorted((a, b) => a - b).map((ms) => (ms / 1000).toFixed(1));
    console.log(
      `${engine ? 'engine' : 'leases'}, answers of ${THINK_MS / 1000} s, seconds after the kill: ${seconds.join(' ')}`,
    );
    second?.kill('SIGKILL');
    await store.close();
  }
} finally {
  await model.close();
  await restate.remove();
  await postgres.remove();
}

async function startWorker(host: string, store: string, more: readonly string[]) {
  const command = [process.execPath, MAIN, 'worker', ...more];
  const apart = ['--uts', 'sh', '-c', `hostname ${host}; exec "$@"`, 'sh', ...command];
  const [program = '', ...args] = values.apart ? ['unshare', ...apart] : command;
  const worker = spawn(program, args, {
    env: { ...process.env, WAYFOLD_STORE: store, WAYFOLD_MODEL: model.name },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface({ input: worker.stdout }), 'line');
  return worker;
}
