/** Makes plans by a coding CLI for the requests in journals, until it is killed or its input ends. Prints `{ready}`. */
import { z } from 'zod';
import { runReactors } from '../../../src/host/run-reactors.ts';
import { isGone, ownWorkerName } from '../../../src/host/this-process.ts';
import { openJournal, sqliteStore } from '../../../src/journal/index.ts';
import type { Reactor } from '../../../src/kernel/work/reactor.ts';
import { planReactor } from '../../../src/planners/commits/agent/plan-reactor.ts';
import { commitsSessionFacts } from '../../../src/planners/commits/facts.ts';
import { settingsFromEnv } from '../../../src/planners/commits/settings.ts';
import { shellExecutor } from '../../../src/planners/tasks/executors/shell/shell.ts';
import { taskFacts } from '../../../src/planners/tasks/facts.ts';
import { TaskRunner } from '../../../src/planners/tasks/run/task-runner.ts';

const { file, journals, roots, environment, shell } = z
  .object({
    file: z.string(),
    journals: z.array(z.string()),
    roots: z.array(z.string()),
    environment: z.record(z.string(), z.string()),
    shell: z.object({ allow: z.array(z.string()), cwd: z.string(), timeoutMs: z.number() }),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

const store = sqliteStore({ file, lockTimeoutMs: 60_000 });
const planner = planReactor({ settings: settingsFromEnv(environment), roots, progress: () => {} });
const executor = shellExecutor({ ...shell, env: process.env });
const running = await Promise.all(
  journals.map((id) => {
    const journal = openJournal(store, id, { facts: { ...commitsSessionFacts, ...taskFacts } });
    const runner = new TaskRunner({ executors: { ToolCall: executor, Processing: executor } });
    return runReactors(journal, [planner as Reactor, runner], { worker: ownWorkerName('fault'), isGone });
  }),
);
process.stdout.write('{"ready":true}\n');
process.stdin.on('end', async () => {
  for (const reactors of running) await reactors.close();
  await store.close();
});
process.stdin.resume();
