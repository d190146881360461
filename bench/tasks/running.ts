import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunningReactors, runReactors } from '../../src/host/index.ts';
import { openJournal, sqliteStore } from '../../src/journal/index.ts';
import { runHandler } from '../../src/kernel/index.ts';
import { type Executor, echoExecutor, TaskRunner, taskPlan } from '../../src/planners/tasks/index.ts';
import { type Contender, compare, type Entry } from '../harness/blocks.ts';
import { exactly, figure, times } from '../harness/figure.ts';
import { atMost, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';

const SHORT = 100;
const LONG = 10_000;
const BLOCKS = 10;
const MAX_RATIO = 1.5;
const AN_HOUR_MS = 3_600_000;

/** Tasks that do nothing, from dispatch to recorded outcome, on disk: in short plans and in a long one. */
export async function running(bench: Bench): Promise<Answer> {
  const long = bench.quick ? LONG / 10 : LONG;
  const entries: Entry[] = [SHORT, long].map((size) => ({
    name: `${size}`,
    open: () => openPlans(bench.directory, size),
  }));
  bench.progress('running tasks');
  const { timings } = await compare(entries, {
    blocks: BLOCKS - 1,
    operations: long / BLOCKS,
    warmUpBlocks: 1,
  });
  const ofShort = timings.get(`${SHORT}`)?.median ?? Number.NaN;
  const ofLong = timings.get(`${long}`)?.median ?? Number.NaN;
  const goal = atMost(
    `a task that does nothing, ${exactly(long)} tasks against ${SHORT}`,
    ofLong / ofShort,
    MAX_RATIO,
    times,
  );
  return {
    question: 'What does running a task cost, and does it grow with the plan?',
    method: [
      `\`TaskRunner\` carries out tasks with the \`echo\` executor, one after the other, on SQLite: each is claimed, carried out and recorded with the dispatch of the next, two durable appends. ${exactly(long)} tasks in plans of ${SHORT}, and as many in one plan, from its first task to its last.`,
    ],
    table: {
      columns: ['tasks in the plan', 'ms a task', `of a plan of ${SHORT}`, 'goal'],
      rows: [
        [exactly(SHORT), figure(ofShort / 1000), times(1), ''],
        [exactly(long), figure(ofLong / 1000), times(ofLong / ofShort), goalCell(goal)],
      ],
    },
    goals: [goal],
    notes: [
      `Starting a plan is included, and there are ${exactly(long / SHORT)} times as many plans of ${SHORT} tasks.`,
    ],
  };
}

/** Carries out as many tasks as it is told to, in plans of one size, each begun when the one before has ended. */
async function openPlans(directory: string, size: number): Promise<Contender> {
  const store = sqliteStore(join(await mkdtemp(join(directory, 'running-')), 'tasks.db'));
  let begun = 0;
  let plan: PacedPlan | undefined;
  return {
    async run(operations) {
      for (let left = operations; left > 0; ) {
        if (plan === undefined || plan.left === 0) {
          await plan?.close();
          begun += 1;
          plan = await PacedPlan.begin(openJournal(store, `plan-${begun}`), size);
        }
        const now = Math.min(left, plan.left);
        await plan.carryOut(now);
        left -= now;
      }
    },
    async close() {
      await plan?.close();
      await store.close();
    },
  };
}

/** A plan whose tasks are carried out by so many at a time. */
class PacedPlan {
  left: number;
  #allowed = 0;
  #isAllowed = Promise.withResolvers<void>();
  #isUsedUp = Promise.withResolvers<void>();
  #reactors: RunningReactors | undefined;

  static async begin(journal: ReturnType<typeof openJournal>, size: number): Promise<PacedPlan> {
    const tasks = Array.from({ length: size }, (_, at) => ({ description: `task ${at + 1}` }));
    await runHandler(journal, {
      ...taskPlan,
      command: { type: 'Initialize', userInput: '', attachments: [], tasks },
    });
    const plan = new PacedPlan(size);
    const runner = new TaskRunner({ executors: { Processing: plan.#executor() } });
    plan.#reactors = await runReactors(journal, [runner], { worker: 'bench', ttlMs: AN_HOUR_MS });
    return plan;
  }

  private constructor(size: number) {
    this.left = size;
  }

  async carryOut(count: number): Promise<void> {
    this.left -= count;
    this.#allowed = count;
    this.#isUsedUp = Promise.withResolvers();
    this.#isAllowed.resolve();
    this.#isAllowed = Promise.withResolvers();
    // The next task begins when the outcome of this one is recorded; after the last one there is none.
    await Promise.race([this.#isUsedUp.promise, this.#reactors?.idle()]);
  }

  async close(): Promise<void> {
    await this.#reactors?.close();
  }

  #executor(): Executor {
    return {
      name: 'echo',
      execute: async (task, context) => {
        if (this.#allowed === 0) {
          const isAllowed = this.#isAllowed.promise;
          this.#isUsedUp.resolve();
          await Promise.race([isAllowed, aborted(context.signal)]);
        }
        this.#allowed -= 1;
        return echoExecutor.execute(task, context);
      },
    };
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
