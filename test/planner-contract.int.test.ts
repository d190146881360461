import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';
import release from '../examples/release-planner.ts';
import { planModule } from '../src/planners/plan/module.ts';
import { tasksModule } from '../src/planners/tasks/module.ts';
import { tripModule } from '../src/planners/trip/module.ts';
import { type PlannerOnSurfaces, plannerSurfaceContract } from '../src/testing/planner-surface-contract.ts';
import { minutesModule } from './minutes-module.ts';

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const planners: readonly PlannerOnSurfaces[] = [
  {
    module: minutesModule,
    file: fileAt('minutes-module.ts'),
    config: { title: 'Retro', order: 'decisions first' },
    say: 'The tests are slow',
    more: (n) => `Line ${n}`,
    choose: 'nobody',
    command: { type: 'pin', line: 1 },
    refused: { type: 'pin', line: 99 },
  },
  {
    module: release,
    file: fileAt('../examples/release-planner.ts'),
    config: { tag: '2.0.0' },
    say: 'A faster start',
    command: { type: 'stop', reason: 'It is Friday' },
    refused: { type: 'go' },
  },
  {
    module: tripModule(),
    say: 'A road trip from Los Angeles to Denver in 6 days',
    command: {
      type: 'change',
      mutation: { op: 'SET_TRAVEL_ONLY', payload: { dayNumber: 2, travelOnly: true } },
    },
    refused: { type: 'redo' },
    // Its MCP tools have names and inputs of their own, and an editor has no command to change a trip by hand.
    surfaces: ['http', 'a2a', 'cli'],
  },
  {
    module: tripModule(),
    // The first plan is no change to take back; what was said before there is one is.
    say: 'A road trip from Los Angeles to Denver',
    command: { type: 'undo' },
    refused: { type: 'undo' },
    surfaces: ['acp'],
  },
  {
    module: tasksModule(),
    say: 'Ask which database to use. Then write the schema.',
    command: { type: 'task-cancel', taskId: 2 },
    refused: { type: 'task-answer', taskId: 7, answer: 'SQLite' },
    surfaces: ['http', 'a2a', 'cli'],
  },
  {
    module: planModule,
    command: {
      type: 'plan-set',
      objective: 'Release 2.0',
      steps: [{ title: 'Write the notes' }, { title: 'Tag it' }],
    },
    refused: { type: 'plan-mark', stepId: 'S404', status: 'done' },
  },
];

for (const planner of planners)
  describe(`the planner ${planner.module.id}`, () => plannerSurfaceContract(planner, { describe, it }));
