import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { WirePlan } from '../../src/plan-tools/calls/wire.ts';
import { stepsFrom } from '../journal/plan.ts';
import type { PlanServer } from './plan-server.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/wayfold.cjs', import.meta.url));
const Answer = z.object({ plan: WirePlan });

/** `wayfold mcp` as it is built and installed, with a SQLite file in the project. */
export const WAYFOLD = wayfold('**Wayfold**', 'on the disk', []);
export const WAYFOLD_EPHEMERAL = wayfold('**Wayfold, `--ephemeral`**', 'in memory', ['--ephemeral']);

function wayfold(name: string, keeps: PlanServer['keeps'], options: readonly string[]): PlanServer {
  return {
    name,
    keeps,
    launch: async () => ({ program: PROGRAM, args: ['mcp', ...options] }),
    begin: async ({ call }, steps) => {
      const initial = stepsFrom(0, steps).map(({ title, detail }) => ({ title, details: detail }));
      await call('planning_setup_plan', { objective: 'Finish the work', initial_steps: initial });
    },
    markDone: async ({ call }, index) => {
      const id = `S${String(index + 1).padStart(3, '0')}`;
      await call('planning_mark_step', { step_id: id, status: 'done' });
    },
    addStep: async ({ call }, { title, detail }) => {
      await call('planning_add_step', { steps: [{ title, details: detail }] });
    },
    read: async ({ call }) => {
      const { plan } = Answer.parse((await call('planning_read_plan', {})).structuredContent);
      return plan.steps.map(({ title, status }) => ({ title, done: status === 'done' }));
    },
  };
}
