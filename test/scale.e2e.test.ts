import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { FactStore } from '../src/journal/index.ts';
import { eventually } from './eventually.ts';
import { freePort, type RestateServer, startRestate } from './restate-server.ts';
import { Fleet } from './scale-fleet.ts';
import { beginSession, Workload, type WorkloadSize } from './scale-workload.ts';

/** Each further round begins more sessions, and brings down everything once more. */
const ROUNDS = Number(process.env.WAYFOLD_SCALE_ROUNDS ?? 1);
const SIZE: WorkloadSize = { talks: 6, messages: 5 * ROUNDS, plans: 3 * ROUNDS, tasks: 3 };
const PATIENCE_MS = 60_000 * ROUNDS;

let fleet: Fleet;

beforeAll(async () => {
  // Long enough that a process which is killed at some moment is likely to be in the middle of something.
  fleet = await Fleet.start((asked) => 100 + ((asked * 37) % 300));
});
afterEach(() => fleet.killAll());
afterAll(() => fleet.remove());

/** Runs a workload to its end, and does what is to be done to it on the way, each deed after some more of it is done. */
async function through(store: FactStore, deeds: readonly (() => Promise<unknown>)[]): Promise<void> {
  const workload = new Workload(store, SIZE);
  await workload.begin();
  const done = workload.run(AbortSignal.timeout(PATIENCE_MS));
  const all = Array.from({ length: ROUNDS }, () => deeds).flat();
  const disturbed = async () => {
    for (const [i, deed] of all.entries()) {
      await expect
        .poll(() => workload.progress, { timeout: PATIENCE_MS, interval: 20 })
        .toBeGreaterThan(i / (all.length + 1));
      await deed();
    }
  };
  await Promise.all([done, disturbed()]).catch(async (cause: unknown) => {
    throw new Error(`At ${workload.progress}, after:\n${fleet.said()}`, { cause });
  });
  expect(await workload.faults()).toEqual([]);
}

describe('sessions that workers of one PostgreSQL share', { timeout: PATIENCE_MS + 60_000 }, () => {
  it('continue when workers are killed and PostgreSQL restarts', async () => {
    const store = fleet.store();
    const workers = await Promise.all([fleet.run('worker'), fleet.run('worker')]);
    await through(store, [
      async () => workers.push(fleet.launch('worker')),
      async () => workers.shift()?.end('SIGKILL'),
      () => fleet.restartPostgres(),
      async () => workers.push(fleet.launch('worker')),
      async () => workers.shift()?.end('SIGKILL'),
    ]);
  });
});

describe('sessions on an engine', { timeout: PATIENCE_MS + 60_000 }, () => {
  let engine: RestateServer;

  beforeAll(async () => {
    engine = await startRestate();
  });
  afterAll(() => engine.remove());

  /** The command line of workers that share one address. */
  async function workerCommand(name: string): Promise<string[]> {
    const listen = `127.0.0.1:${await freePort()}`;
    return ['worker', '--engine', engine.url(name), '--listen', listen, '--share-port'];
  }

  async function restartEngine(): Promise<void> {
    await engine.kill();
    await engine.start();
  }

  it('continue when workers are killed, and when the engine and PostgreSQL restart', async () => {
    const store = fleet.store();
    const worker = await workerCommand('faults');
    const workers = await Promise.all([fleet.run(...worker), fleet.run(...worker)]);
    await through(store, [
      async () => workers.push(fleet.launch(...worker)),
      async () => workers.shift()?.end('SIGKILL'),
      restartEngine,
      () => fleet.restartPostgres(),
      async () => workers.push(fleet.launch(...worker)),
      async () => workers.shift()?.end('SIGKILL'),
    ]);
  });

  it('are retried in time, although every process that knew of them is gone', async () => {
    const store = fleet.store();
    const worker = await workerCommand('timers');
    const first = await fleet.run(...worker);
    const until = Date.now() + 3000;
    const { journal } = await beginSession(store, 'held', 'drafter', [
      { type: 'status_changed', a2a: 'input-required' },
      { type: 'remote_received', messageId: 'm1', text: 'Are you there?' },
      {
        type: 'claimed',
        work: 'plan',
        target: 4,
        worker: 'elsewhere:1',
        until: new Date(until).toISOString(),
      },
    ]);
    await eventually(() => timersOf(engine)).toBeGreaterThan(0);
    await first.end('SIGKILL');
    await restartEngine();
    fleet.launch(...worker);
    const draft = async () => (await journal.facts()).find(({ type }) => type === 'compose_intent');
    await eventually(draft).toBeTruthy();
    expect(Date.parse((await draft())?.ts ?? '')).toBeGreaterThanOrEqual(until);
  });
});

const Timers = z.object({ rows: z.array(z.object({ timers: z.number() })) });

/** How many calls the engine keeps for later. */
async function timersOf(engine: RestateServer): Promise<number> {
  const query = "SELECT count(*) AS timers FROM sys_invocation WHERE status = 'scheduled'";
  const answer = await fetch(`${engine.admin}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query }),
  });
  return Timers.parse(await answer.json()).rows[0]?.timers ?? 0;
}
