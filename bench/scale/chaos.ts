/**
 * Three servers and four workers on one PostgreSQL and one Restate, with processes killed all along: `node
 * bench/scale/chaos.ts [--runs 1] [--talks 6] [--messages 5] [--plans 4] [--alone]`. Nothing may be lost, doubled or stuck;
 * what is shows line by line, and the program ends with 1. `--alone` goes without the engine, by leases over the store.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { postgresStore } from '../../src/journal/index.ts';
import { startPostgres } from '../../test/postgres-server.ts';
import { freePort, startRestate } from '../../test/restate-server.ts';
import { Workload } from '../../test/scale-workload.ts';
import { startSlowModel } from '../../test/slow-model.ts';
import { ChaosFleet } from './chaos-fleet.ts';

const SERVERS = 3;
const WORKERS = 4;
const STUCK_MS = 300_000;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1' },
    talks: { type: 'string', default: '6' },
    messages: { type: 'string', default: '5' },
    plans: { type: 'string', default: '4' },
    alone: { type: 'boolean', default: false },
  },
});
const size = {
  talks: Number(values.talks),
  messages: Number(values.messages),
  plans: Number(values.plans),
  tasks: 3,
};

const cwd = await mkdtemp(join(tmpdir(), 'wayfold-chaos-'));
const postgres = await startPostgres();
const engine = values.alone ? undefined : await startRestate();
const model = await startSlowModel((asked) => 100 + ((asked * 37) % 400));
let faults = 0;
try {
  for (let run = 1; run <= Number(values.runs); run++) {
    const began = performance.now();
    const { found, kills } = await chaos(run);
    faults += found.length;
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(`run ${run}: ${kills} kills, ${found.length} faults, ${seconds} s`);
    for (const fault of found) console.log(`  ${fault}`);
  }
} finally {
  await model.close();
  await engine?.remove();
  await postgres.remove();
  await rm(cwd, { recursive: true });
}
process.exitCode = faults > 0 ? 1 : 0;

async function chaos(run: number): Promise<{ readonly found: readonly string[]; readonly kills: number }> {
  const url = `${postgres.url}?schema=chaos_${run}`;
  const store = postgresStore(url);
  const env = { WAYFOLD_STORE: url, WAYFOLD_MODEL: model.name, WAYFOLD_CLAIM_SECONDS: '3' };
  const fleet = new ChaosFleet(await commandsOf(run), { cwd, env });
  const over = new AbortController();
  try {
    const workload = new Workload(store, size);
    await workload.begin();
    const killing = fleet.killAllAlong({ postgres, engine, signal: over.signal });
    const stuck = await workload.run(AbortSignal.timeout(STUCK_MS)).then(
      () => [],
      (error: unknown) => [`stuck at ${workload.progress.toFixed(2)}: ${String(error)}`],
    );
    over.abort();
    const kills = await killing;
    return { found: [...stuck, ...(await workload.faults())], kills };
  } finally {
    over.abort();
    await fleet.end();
    await store.close();
  }
}

async function commandsOf(run: number): Promise<readonly (readonly string[])[]> {
  const shared = engine ? ['--engine', engine.url(`chaos-${run}`)] : [];
  const listen = ['--listen', `127.0.0.1:${await freePort()}`, '--share-port'];
  return [
    ...Array.from({ length: SERVERS }, () => ['up', '--port', '0', ...shared]),
    ...Array.from({ length: WORKERS }, () => ['worker', ...shared, ...(engine ? listen : [])]),
  ];
}
