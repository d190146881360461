import type { Llm } from '../../model/llm.ts';
import type { PlannerMode } from './editor-planner.ts';

/** The planners that an editor can choose. A model helps where there is one. */
export function plannerModes(model: () => Promise<Llm | undefined>): readonly PlannerMode[] {
  return [
    {
      id: 'tasks',
      name: 'Tasks',
      description: 'Makes a list of tasks of what you say, and goes through them with you.',
      load: async () => (await import('./tasks-planner.ts')).tasksEditorPlanner(await model()),
    },
    {
      id: 'trip',
      name: 'Trip',
      description: 'Plans a trip day by day, and repairs only what is broken in it.',
      load: async () => (await import('./trip-planner.ts')).tripEditorPlanner(),
    },
  ];
}
