import type { z } from 'zod';
import type { addStepTool } from '../tools/add-step.ts';
import type { claimStepTool } from '../tools/claim-step.ts';
import type { clearPlanTool } from '../tools/clear-plan.ts';
import type { linkStepsTool } from '../tools/link-steps.ts';
import type { markStepTool } from '../tools/mark-step.ts';
import type { readPlanTool } from '../tools/read-plan.ts';
import type { readyStepsTool } from '../tools/ready-steps.ts';
import type { setupPlanTool } from '../tools/setup-plan.ts';
import type { updateStepTool } from '../tools/update-step.ts';

/** The inputs of the tools, by name. */
export interface ToolInputs {
  readonly planning_setup_plan: InputOf<ReturnType<typeof setupPlanTool>>;
  readonly planning_add_step: InputOf<ReturnType<typeof addStepTool>>;
  readonly planning_update_step: InputOf<ReturnType<typeof updateStepTool>>;
  readonly planning_mark_step: InputOf<ReturnType<typeof markStepTool>>;
  readonly planning_clear_plan: InputOf<typeof clearPlanTool>;
  readonly planning_read_plan: InputOf<typeof readPlanTool>;
  readonly planning_ready: InputOf<typeof readyStepsTool>;
  readonly planning_claim: InputOf<typeof claimStepTool>;
  readonly planning_link: InputOf<typeof linkStepsTool>;
}

type InputOf<Tool extends { readonly inputSchema: z.ZodObject }> = Given<z.input<Tool['inputSchema']>>;

/** Read-only inputs are accepted too. */
type Given<Value> = Value extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Given<Value[Key]> }
    : Value;
