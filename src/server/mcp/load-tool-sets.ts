import type { WorkLimits } from '../../host/admission.ts';
import type { PlanningStrategy } from '../../plan-tools/planning-strategy.ts';
import type { ReopeningStore } from '../reopening-store.ts';
import { Plans } from './plans.ts';
import type { ToolSet } from './tool-set.ts';
import type { ToolSetName } from './tool-set-names.ts';

export interface ToolSetOptions {
  readonly place: ReopeningStore;
  /** How the agent is told to plan; default REACT. */
  readonly strategy?: PlanningStrategy | undefined;
  /** What is planned is gone with the connection. */
  readonly ephemeral?: boolean | undefined;
  /** How much planners may spend. */
  readonly limits?: WorkLimits | undefined;
  /** Told about failures that are nobody's mistake; clients see only that something failed. */
  readonly onError: (error: unknown) => void;
}

/** The sets of these names. Only what is asked for is loaded: a server of plans knows no places. */
export async function loadToolSets(
  names: readonly ToolSetName[],
  options: ToolSetOptions,
): Promise<readonly ToolSet[]> {
  return await Promise.all(names.map((name) => loadToolSet(name, options)));
}

async function loadToolSet(name: ToolSetName, options: ToolSetOptions): Promise<ToolSet> {
  switch (name) {
    case 'plan': {
      const { planToolSet } = await import('./plan-tool-set.ts');
      return planToolSet(new Plans(options.place), options);
    }
    case 'tasks':
      return (await import('./tasks/task-tool-set.ts')).taskToolSet(options);
    case 'trip':
      return (await import('./trip/trip-tool-set.ts')).tripToolSet(options);
  }
}
