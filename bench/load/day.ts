/**
 * A day of conversations on one machine, most of them at rest: `node bench/load/day.ts [--sessions 10000] [--active 1000]
 * [--turns 3] [--workers 1] [--store sqlite|postgres]`. The model takes two to eight seconds for an answer. It prints how much memory
 * the workers have, and how long a plan takes beside the time of the model; it ends with 1 when a journal is not as it
 * must be.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startPostgres } from '../../test/postgres-server.ts';
import { startSlowModel } from '../../test/slow-model.ts';
import { Distribution } from '../harness/distribution.ts';
import { findings, type SessionInputs } from './findings.ts';
import { postgresPlace, sqlitePlace } from './place.ts';
import type { SessionFollower } from './session-follower.ts';
import { SessionStarter } from './sessions.ts';
import { settles, turn } from './turns.ts';
import { Workers } from './workers.ts';

const FASTEST_MS = 2000;
const SPREAD_MS = 6000;
const BEGUN_AT_ONCE = 50;
/** People take their time too: the turns of all active sessions begin within so long. */
const SPREAD_TURNS_MS = 30_000;
const TURN_TIMEOUT_MS = 600_000;
const MIB = 2 ** 20;

const Settled = z.looseObject({
  ts: z.string(),
  records: z.array(z.looseObject({ durationMs: z.number().optional() })).default([]),
});

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '10000' },
    active: { type: 'string', default: '1000' },
    turns: { type: 'string', default: '3' },
    workers: { type: 'string', default: '1' },
    store: { type: 'string', default: 'sqlite' },
  },
});
const [sessions, active, turns, workerCount] = [
  Number(values.sessions),
  Number(values.active),
  Number(values.turns),
  Number(values.workers),
];

const thinkMs = (asked: number) => FASTEST_MS + ((asked * 1237) % SPREAD_MS);
const cwd = await mkdtemp(join(tmpdir(), 'wayfold-day-'));
const postgres = values.store === 'postgres' ? await startPostgres() : undefined;
const place = postgres ? postgresPlace(postgres.url) : await sqlitePlace();
const model = await startSlowModel(thinkMs);
const store = place.open();
await store.redactions();
const workers = await Workers.start(place, { workers: workerCount, atOnce: active, cwd, model: model.name });
try {
  const beginner = await SessionStarter.prepare(store, cwd);
  const followed: SessionFollower[] = [];
  for (let i = 0; i < sessions; i += BEGUN_AT_ONCE) {
    const some = Array.from({ length: Math.min(BEGUN_AT_ONCE, sessions - i) }, (_, at) => i + at);
    const begun = await Promise.all(some.map((at) => beginner.begin(`talk-${at + 1}`, 'drafter')));
    for (const [at, each] of begun.entries()) {
      if (i + at < active) followed.push(each);
      else each.close();
    }
  }
  const begunBytes = await workers.bytes();
  const inputs: SessionInputs[] = [];
  const failures: string[] = [];
  const ms: number[] = [];
  const before = await workers.cpuTime();
  await Promise.all(followed.map((each) => converse(each)));
  const after = await workers.cpuTime();
  await beginner.close();
  const busyBytes = workers.peakBytes;
  const found = [...failures, ...(await findings(store, inputs))];
  const beside = new Distribution(ms);
  const plans = Math.max(1, ms.length);
  console.log(
    `${sessions} sessions, ${active} active, ${turns} turns each; ${workerCount} workers on ${values.store}`,
  );
  console.log(
    `memory: ${mib(workers.idleBytes)} at the start, ${mib(begunBytes)} with all begun, ${mib(busyBytes)} at most`,
  );
  console.log(
    `a plan beside its model: p50 ${beside.median.toFixed(0)} ms, p99 ${beside.at(0.99).toFixed(0)} ms`,
  );
  console.log(
    `CPU of a plan: ${((after.ownMs - before.ownMs) / plans).toFixed(1)} ms; found: ${found.length}`,
  );
  for (const finding of found) console.log(`  ${finding}`);
  process.exitCode = found.length > 0 ? 1 : 0;

  async function converse(each: SessionFollower): Promise<void> {
    const triggers: number[] = [];
    inputs.push({ id: each.session.journal.id, triggers });
    try {
      for (let number = 1; number <= turns; number++) {
        await wait(Math.random() * SPREAD_TURNS_MS);
        const signal = AbortSignal.timeout(TURN_TIMEOUT_MS);
        const { trigger, finished } = await turn('drafter', each, { number, signal });
        triggers.push(trigger);
        ms.push(besideModel(each, trigger));
        if (finished) return;
      }
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    } finally {
      each.close();
    }
  }
} finally {
  await workers.stop();
  await model.close();
  await store.close();
  await place.remove();
  await postgres?.remove();
  await rm(cwd, { recursive: true });
}

/** From the fact to its plan, without what the model took by the account in the journal. */
function besideModel({ facts }: SessionFollower, trigger: number): number {
  const message = facts[trigger - 1];
  const { ts, records } = Settled.parse(facts.find((fact) => settles(fact, trigger)));
  const thought = records.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0);
  return Date.parse(ts) - Date.parse(message?.ts ?? ts) - thought;
}

function mib(bytes: number): string {
  return `${(bytes / MIB).toFixed(0)} MiB`;
}
