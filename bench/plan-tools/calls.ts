import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contender } from '../harness/blocks.ts';
import { Distribution } from '../harness/distribution.ts';
import { stepAt } from '../journal/plan.ts';
import { type Connection, connect } from './connection.ts';
import type { PlanServer } from './plan-server.ts';

export type Operation = 'markDone' | 'addStep';

/** A server with a plan, one call after the other, each timed. */
export interface TimedCalls extends Contender {
  /** Milliseconds a call, the first `without` left out. */
  latency(without: number): Distribution;
}

/**
 * The plan begins again, untimed, whenever so many calls were made as it had steps at first: every step is marked as done
 * once, or the plan has doubled. What was kept is compared with what was answered before it goes.
 */
export async function openCalls(
  server: PlanServer,
  { operation, steps, directory }: { operation: Operation; steps: number; directory: string },
): Promise<TimedCalls> {
  const project = await mkdtemp(join(directory, 'plan-'));
  const connection = await connect(await server.launch(), project);
  await connection.listTools();
  const samples: number[] = [];
  let made = 0;
  const next = async () => {
    if (made === steps) {
      await assertKept(server, connection, { operation, steps, made });
      made = 0;
    }
    if (made === 0) await server.begin(connection, steps);
    const start = performance.now();
    if (operation === 'markDone') await server.markDone(connection, made);
    else await server.addStep(connection, stepAt(steps + made));
    samples.push(performance.now() - start);
    made += 1;
  };
  return {
    run: async (operations) => {
      for (let i = 0; i < operations; i++) await next();
    },
    close: () => connection.close(),
    latency: (without) => new Distribution(samples.slice(without)),
  };
}

async function assertKept(
  server: PlanServer,
  connection: Connection,
  { operation, steps, made }: { operation: Operation; steps: number; made: number },
): Promise<void> {
  const plan = await server.read(connection);
  if (plan === undefined) return;
  const done = plan.filter((step) => step.done).length;
  const [wantedSteps, wantedDone] = operation === 'markDone' ? [steps, made] : [steps + made, 0];
  if (plan.length !== wantedSteps || done !== wantedDone) {
    throw new RangeError(
      `${server.name} kept ${plan.length} steps, ${done} of them done; ${made} calls to ${operation} were answered, on ${steps} steps`,
    );
  }
}
