import { fileURLToPath } from 'node:url';
import { stepAt } from '../journal/plan.ts';
import type { Connection } from './connection.ts';
import type { PlanServer } from './plan-server.ts';

/** Its steps are thoughts. To be done with one is a thought that revises it. There is no way to read them. */
export const SEQUENTIAL_THINKING: PlanServer = {
  name: 'server-sequential-thinking',
  keeps: 'in memory',
  launch: async () => ({
    program: fileURLToPath(
      import.meta.resolve('@modelcontextprotocol/server-sequential-thinking/dist/index.js'),
    ),
    env: { DISABLE_THOUGHT_LOGGING: 'true' },
  }),
  begin: async (connection, steps) => {
    for (let i = 0; i < steps; i++) await think(connection, stepAt(i).detail, { thoughtNumber: i + 1 });
  },
  markDone: (connection, index) =>
    think(connection, 'done', { thoughtNumber: index + 1, isRevision: true, revisesThought: index + 1 }),
  addStep: (connection, { title, detail }) =>
    think(connection, `${title}: ${detail}`, { thoughtNumber: 1, totalThoughts: 1 }),
  read: async () => undefined,
};

async function think(
  { call }: Connection,
  thought: string,
  place: { thoughtNumber: number; [option: string]: number | boolean },
): Promise<void> {
  const totalThoughts = place.thoughtNumber;
  await call('sequentialthinking', { thought, nextThoughtNeeded: true, totalThoughts, ...place });
}
