/**
 * Carries out the tasks of journals and sends what was approved in them, until it is killed or its input ends. Each effect
 * is a line in the file `effects`, written before the effect's outcome can be known: that is all the world sees of it.
 * Prints `{ready}` when it has begun, and `{deed}` for each effect.
 */
import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { createSender } from '../../../src/harness/drafts/sender.ts';
import { conversationFacts } from '../../../src/harness/facts.ts';
import { runReactors } from '../../../src/host/run-reactors.ts';
import { isGone, ownWorkerName } from '../../../src/host/this-process.ts';
import { openJournal } from '../../../src/journal/index.ts';
import type { Reactor } from '../../../src/kernel/work/reactor.ts';
import type { Executor } from '../../../src/planners/tasks/executors/executor.ts';
import { taskFacts } from '../../../src/planners/tasks/facts.ts';
import { TaskRunner } from '../../../src/planners/tasks/run/task-runner.ts';
import type { Effect } from '../effects.ts';
import { openStore } from './open-store.ts';

const {
  store: place,
  journals,
  effects,
  workMs,
  ttlMs,
} = z
  .object({
    store: z.string(),
    journals: z.array(z.string()),
    effects: z.string(),
    workMs: z.number(),
    ttlMs: z.number(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

async function act(deed: string, key: string): Promise<void> {
  const at = performance.timeOrigin + performance.now();
  const effect: Effect = { deed, key, pid: process.pid, at };
  appendFileSync(effects, `${JSON.stringify(effect)}\n`);
  process.stdout.write(`${JSON.stringify({ deed })}\n`);
  await wait(workMs);
}

const store = openStore(place);
const running = await Promise.all(
  journals.map((id) => {
    const journal = openJournal(store, id, { facts: { ...conversationFacts, ...taskFacts } });
    const executor: Executor = {
      name: 'effect',
      async execute(task, { idempotencyKey }) {
        await act(`${id} ${task.id}`, idempotencyKey);
        return { type: 'completed', result: 'done' };
      },
    };
    const sender = createSender({
      journal,
      deliver: ({ composeId, messageId }) => act(`${id} ${composeId}`, messageId),
    });
    const reactors = [new TaskRunner({ executors: { Processing: executor } }), sender as Reactor];
    return runReactors(journal, reactors, { worker: ownWorkerName('fault'), isGone, ttlMs });
  }),
);

process.stdout.write('{"ready":true}\n');
process.stdin.on('end', async () => {
  for (const reactors of running) await reactors.close();
  await store.close();
});
process.stdin.resume();
