import type { PlanServer } from './plan-server.ts';
import { SEQUENTIAL_THINKING } from './sequential-thinking.ts';
import { SHRIMP } from './shrimp.ts';
import { TASK_MASTER } from './task-master.ts';
import { WAYFOLD, WAYFOLD_EPHEMERAL } from './wayfold.ts';

export const SERVERS: readonly PlanServer[] = [
  WAYFOLD,
  SHRIMP,
  TASK_MASTER,
  WAYFOLD_EPHEMERAL,
  SEQUENTIAL_THINKING,
];

/** Those whose plans are still there when the server has ended. */
export const LASTING_PEERS: readonly PlanServer[] = [SHRIMP, TASK_MASTER];
