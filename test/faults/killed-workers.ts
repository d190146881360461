import { join } from 'node:path';
import { z } from 'zod';
import { conversationFacts, digestOf } from '../../src/harness/index.ts';
import { type Fact, type FactStore, openJournal } from '../../src/journal/index.ts';
import { runHandler } from '../../src/kernel/index.ts';
import { taskFacts } from '../../src/planners/tasks/facts.ts';
import { taskPlan } from '../../src/planners/tasks/plan/task-plan.ts';
import { auditEffects, readEffects } from './effects.ts';
import { type Fault, faultInRounds, type Round } from './fault.ts';
import { OneStore } from './one-store.ts';
import { eventuallyHolds, Program } from './program.ts';

/** What a worker prints. */
export const WorkerLine = z.object({ ready: z.literal(true).optional(), deed: z.string().optional() });

const JOURNALS = 2;
const DEEDS = 4;
const TTL_MS = 30_000;

/** Work that is to be done in a journal, and how the journal says that it was. */
export interface Workload {
  /** Asks for the work; resolves to the names of its deeds. */
  ask(store: FactStore, id: string): Promise<readonly string[]>;
  /** The deed whose end a fact records; `undefined` when it records none. */
  endOf(fact: Fact): string | undefined;
}

const facts = { ...conversationFacts, ...taskFacts };

/** A plan of tasks; unless they are `apart`, some of them wait for others. */
export const tasks = ({ apart = false } = {}): Workload => ({
  async ask(store, id) {
    const ids = Array.from({ length: DEEDS }, (_, i) => i + 1);
    const given = ids.map((task) => ({
      id: task,
      description: `Write part ${task}`,
      ...(task > 2 && !apart && { dependsOn: [task - 2] }),
    }));
    const command = { type: 'Initialize', userInput: '', attachments: [], tasks: given } as const;
    await runHandler(openJournal(store, id, { facts }), { ...taskPlan, command });
    return ids.map((task) => `${id} ${task}`);
  },
  endOf: (fact) =>
    fact.type === 'TaskStatusUpdated' && /^(Completed|Failed)$/.test(String(fact.status))
      ? String(fact.taskId)
      : undefined,
});

/** Drafts that were approved, and wait to be sent. */
const messages: Workload = {
  async ask(store, id) {
    const journal = openJournal(store, id, { facts });
    const composeIds = Array.from({ length: DEEDS }, (_, i) => `c${i + 1}`);
    for (const composeId of composeIds) {
      const draft = { composeId, text: `Good morning from ${composeId} of ${id}` };
      const digest = digestOf(draft);
      await journal.append([
        { type: 'compose_intent', ...draft, digest },
        { type: 'compose_approved', composeId, digest, by: 'ann' },
      ]);
    }
    return composeIds.map((composeId) => `${id} ${composeId}`);
  },
  endOf: ({ type, composeId }) => (/^(remote_sent|send_failed)$/.test(type) ? String(composeId) : undefined),
};

export const killedTasks = killedWorkers('killed-tasks', 'tasks', tasks());
export const killedSenders = killedWorkers('killed-senders', 'approved messages', messages);

function killedWorkers(name: string, what: string, workload: Workload): Fault {
  return faultInRounds({
    name,
    injects: `SIGKILL to two processes that share ${what}, one after the other, then a third takes over`,
    begin: (setting) => new OneStore(setting),
    round: ({ file, store }, round) => killedRound({ file, store, workload }, round),
  });
}

async function killedRound(
  { file, store, workload }: { file: string; store: FactStore; workload: Workload },
  { number, choices, directory, tally }: Round,
): Promise<void> {
  const journals = Array.from({ length: JOURNALS }, (_, i) => `work-${number}-${i}`);
  const effects = join(directory, 'effects');
  const deeds = (await Promise.all(journals.map((id) => workload.ask(store, id)))).flat();
  tally.acknowledged += deeds.length;
  const start = () =>
    new Program({
      name: 'worker',
      options: { store: file, journals, effects, workMs: choices.between(1, 40), ttlMs: TTL_MS },
      line: WorkerLine,
    });

  const killed = new Map<number, number>();
  const doomed = [start(), start()].map((worker) => ({
    worker,
    deeds: choices.between(1, 3),
    ms: choices.between(0, 40),
  }));
  const recorded = () => recordedIn(store, journals, deeds, workload);
  const isDone = async () => [...(await recorded()).values()].every(({ times }) => times > 0);
  for (const { worker, deeds, ms } of doomed) {
    // The other one may leave it nothing to do.
    await Promise.race([
      worker.until(() => worker.lines.filter(({ deed }) => deed).length >= deeds),
      eventuallyHolds('all work is done', isDone),
    ]);
    killed.set(worker.pid, await worker.kill(ms));
    tally.injected += 1;
  }
  const heir = start();
  await eventuallyHolds('all work is done', isDone);
  await heir.end();
  auditEffects(readEffects(effects), { recorded: await recorded(), killed }, tally);
  for (const id of journals) {
    if (!(await openJournal(store, id).verify()).ok) tally.wrong(`${id} is damaged`);
  }
}

export async function recordedIn(
  store: FactStore,
  journals: readonly string[],
  deeds: readonly string[],
  { endOf }: Workload,
): Promise<Map<string, { times: number; at?: number }>> {
  const recorded = new Map<string, { times: number; at?: number }>(deeds.map((deed) => [deed, { times: 0 }]));
  for (const id of journals) {
    for await (const fact of openJournal(store, id).facts()) {
      const end = endOf(fact as Fact);
      if (end === undefined) continue;
      const { times = 0, at = Date.parse(fact.ts) } = recorded.get(`${id} ${end}`) ?? {};
      recorded.set(`${id} ${end}`, { times: times + 1, at });
    }
  }
  return recorded;
}
