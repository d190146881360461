import type { PlannerModule } from '../../../harness/module/planner-module.ts';

/** The name of a planner's tool: `minutes_pin`. */
export function toolName({ id }: Pick<PlannerModule, 'id'>, verb: string): string {
  return `${id}_${verb}`.replaceAll('-', '_');
}
