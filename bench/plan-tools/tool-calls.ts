import { compare, type Entry } from '../harness/blocks.ts';
import type { Distribution } from '../harness/distribution.ts';
import { exactly, figure, times } from '../harness/figure.ts';
import { atLeast, atMost, type Goal, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';
import { type Operation, openCalls, type TimedCalls } from './calls.ts';
import type { PlanServer } from './plan-server.ts';
import { LASTING_PEERS, SERVERS } from './servers.ts';
import { WAYFOLD } from './wayfold.ts';

const SMALL = 10;
const LARGE = 1000;
const SIZES = [SMALL, LARGE];
const BLOCK = 10;
const GOAL = { flat: 1.3, fastest: 1 };

/** One step of a plan is marked as done. */
export async function markStepDone(bench: Bench): Promise<Answer> {
  return await toolCalls(bench, 'markDone', {
    name: 'mark-step',
    question: 'How long does it take to mark a step as done, over MCP?',
    calls: [
      '- **Wayfold**: `planning_mark_step`. **shrimp**: `verify_task` of a task in progress. **task-master**: `set_task_status`. **sequential-thinking**: has no status; a thought that revises an earlier one.',
      '- Each step is marked once. When all are done, the plan is started again, which is not timed.',
    ],
  });
}

/** One step is added at the end of a plan. */
export async function addStep(bench: Bench): Promise<Answer> {
  return await toolCalls(bench, 'addStep', {
    name: 'add-step',
    question: 'How long does it take to add a step, over MCP?',
    calls: [
      '- **Wayfold**: `planning_add_step`. **shrimp**: `split_tasks`, mode `append`. **task-master**: `add_task`, with all fields given, so that no model is called. **sequential-thinking**: a thought.',
      '- When the plan has doubled, it is started again, which is not timed.',
    ],
  });
}

async function toolCalls(
  bench: Bench,
  operation: Operation,
  { name, question, calls }: { name: string; question: string; calls: readonly string[] },
): Promise<Answer> {
  const blocks = bench.quick ? 3 : 150;
  const warmUpBlocks = bench.quick ? 1 : 10;
  const opened = new Map<string, TimedCalls>();
  const entries: Entry[] = SERVERS.flatMap((server) =>
    SIZES.map((steps) => ({
      name: entryOf(server, steps),
      open: async () => {
        const timed = await openCalls(server, { operation, steps, directory: bench.directory });
        opened.set(entryOf(server, steps), timed);
        return timed;
      },
    })),
  );
  bench.progress(`${operation}: ${entries.length} contenders, ${blocks} blocks each`);
  const { missing } = await compare(entries, { blocks, operations: BLOCK, warmUpBlocks });

  const latency = (server: PlanServer, steps: number): Distribution | undefined =>
    missing.has(entryOf(server, steps))
      ? undefined
      : opened.get(entryOf(server, steps))?.latency(warmUpBlocks * BLOCK);
  const at = (server: PlanServer, steps: number, share: number) =>
    latency(server, steps)?.at(share) ?? Number.NaN;
  const growth = (server: PlanServer) => at(server, LARGE, 0.5) / at(server, SMALL, 0.5);
  const beside = (server: PlanServer, steps: number, share: number) =>
    at(server, steps, share) / at(WAYFOLD, steps, share);
  const worst = (server: PlanServer) =>
    Math.min(...SIZES.flatMap((steps) => [0.5, 0.99].map((share) => beside(server, steps, share))));
  const about = question.replace(/^How long does it take to |\?$/g, '');
  const goals = new Map<PlanServer, Goal>([
    [
      WAYFOLD,
      atMost(
        `${about}: p50 at ${exactly(LARGE)} steps beside ${SMALL}`,
        growth(WAYFOLD),
        GOAL.flat,
        (value) => `${times(value)} growth`,
      ),
    ],
    ...LASTING_PEERS.filter((peer) => Number.isFinite(worst(peer))).map((peer): [PlanServer, Goal] => [
      peer,
      atLeast(
        `${about}: ${peer.name} beside Wayfold, the closest of p50 and p99`,
        worst(peer),
        GOAL.fastest,
        (value) => `${times(value)} of Wayfold`,
      ),
    ]),
  ]);
  return {
    question,
    method: [
      `One MCP client calls a tool of a server process over stdio and waits for the answer, with a plan of ${SMALL} and of ${exactly(LARGE)} steps (about 250 bytes each). Milliseconds from the call to its answer, ${exactly(blocks * BLOCK)} calls in ${blocks} blocks; every server has a separate process for each size.`,
      ...calls,
      '- The client is `@modelcontextprotocol/client`, with the same settings for all: protocol 2025-11-25, the newest that all of them support.',
    ],
    table: {
      columns: [
        '',
        'kept',
        ...SIZES.flatMap((steps) => [`p50 at ${exactly(steps)}`, `p99 at ${exactly(steps)}`]),
        'growth of p50',
        `p50 of Wayfold's, at ${SMALL}`,
        `at ${exactly(LARGE)}`,
        'goal',
      ],
      rows: SERVERS.map((server) => {
        const reason = SIZES.map((steps) => missing.get(entryOf(server, steps))).find(Boolean);
        if (reason !== undefined) return [server.name, `not run: ${reason}`];
        const goal = goals.get(server);
        return [
          server.name,
          server.keeps,
          ...SIZES.flatMap((steps) => [0.5, 0.99].map((share) => figure(at(server, steps, share)))),
          times(growth(server)),
          ...SIZES.map((steps) => times(beside(server, steps, 0.5))),
          goal ? goalCell(goal) : '',
        ];
      }),
    },
    plot: {
      type: 'bars',
      name,
      measure: 'milliseconds, half of the calls take less',
      bars: SERVERS.flatMap((server) =>
        SIZES.flatMap((steps) => {
          const value = at(server, steps, 0.5);
          return Number.isFinite(value) ? [{ name: `${server.name}, ${exactly(steps)} steps`, value }] : [];
        }),
      ),
    },
    goals: [...goals.values()],
    notes: NOTES,
  };
}

const NOTES = [
  '**Kept** is what an answered call survives. `on the disk`: a loss of power (SQLite, `synchronous=FULL`). `in a file`: the end of the server, but not always a loss of power: the file is written without `fsync`. `in memory`: neither. Of the persistent servers only Wayfold waits for the disk, so it is compared with servers that do less.',
  'shrimp and task-master read and write the whole plan with every call. shrimp also asks the client for its folders more than ten times a call, and this client answers at once.',
  'sequential-thinking appends to a list that nothing reads: its figure is roughly the cost of the protocol alone.',
];

function entryOf(server: PlanServer, steps: number): string {
  return `${server.name} at ${steps}`;
}
