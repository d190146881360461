/**
 * Measures what further workers and an engine bring and cost, and what notifications cost: `node bench/scale/run.ts
 * [--quick]`. It starts a PostgreSQL, a Restate and the workers itself, and prints tables for docs/scale.md.
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../test/postgres-server.ts';
import { startRestate } from '../../test/restate-server.ts';
import { startSlowModel } from '../../test/slow-model.ts';
import { notificationRates } from './notifications.ts';
import { type WorkerRate, workerRate } from './workers.ts';

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const { quick } = values;
const load = quick ? { sessions: 16, rounds: 3 } : { sessions: 64, rounds: 10 };
const [loadBefore = 0] = loadavg();
const postgres = await startPostgres();
const engine = await startRestate();
const model = await startSlowModel(() => 0);
try {
  const rates: WorkerRate[] = [];
  for (const workers of [1, 2, 4]) {
    for (const using of [undefined, engine]) {
      console.error(`… ${workers} workers, ${using ? 'on the engine' : 'by themselves'}`);
      rates.push(await workerRate(postgres.url, { workers, engine: using, model: model.name, load }));
    }
  }
  console.error('… notifications');
  const sizes = quick
    ? [[4, 1] as const]
    : ([
        [1, 1],
        [2, 1],
        [4, 1],
        [8, 1],
        [4, 16],
      ] as const);
  const notifications = await notificationRates(postgres.url, { seconds: quick ? 1 : 3, sizes });

  console.log(
    `${availableParallelism()} cores, load ${loadBefore.toFixed(1)} before. ${load.sessions} conversations.\n`,
  );
  console.log('| workers | by themselves | one answer | on the engine | one answer |');
  console.log('|---:|---:|---:|---:|---:|');
  for (const workers of [1, 2, 4]) {
    const cell = (onEngine: boolean) => {
      const rate = rates.find((each) => each.workers === workers && each.engine === onEngine);
      return `${rate?.answersPerSecond.toFixed(0)}/s | ${rate?.aloneMs.toFixed(0)} ms`;
    };
    console.log(`| ${workers} | ${cell(false)} | ${cell(true)} |`);
  }
  console.log('\n| processes | writers in each | told after the commit | told in the transaction | ratio |');
  console.log('|---:|---:|---:|---:|---:|');
  for (const { processes, writers, afterCommit, inTransaction } of notifications) {
    const ratio = (afterCommit / inTransaction).toFixed(1);
    console.log(
      `| ${processes} | ${writers} | ${afterCommit.toFixed(0)}/s | ${inTransaction.toFixed(0)}/s | ${ratio} |`,
    );
  }
} finally {
  await model.close();
  await engine.remove();
  await postgres.remove();
}
