import { callerOf } from '../../caller.ts';
import type { ToolSetOptions } from '../../load-tool-sets.ts';
import type { ToolSet } from '../../tool-set.ts';
import { planningGuide, registerPlanPrompts } from './plan-prompts.ts';
import { planResources } from './plan-resources.ts';
import { Plans } from './plans.ts';
import { callTool } from './tool-call.ts';
import { listedTools } from './tool-listing.ts';

/** The six plan tools, with plans as resources and a prompt for each strategy. */
export function planToolSet({ place, strategy, ephemeral = false, onError }: ToolSetOptions): ToolSet {
  const plans = new Plans(place);
  return {
    instructions: `${planningGuide(strategy)}\n\n${ephemeral ? PASSING : LASTING} ${SEVERAL}`,
    resources: planResources(plans, { ephemeral }),
    hasPrompts: true,
    register: (server) => {
      for (const { name, config } of listedTools()) {
        server.registerTool(name, config, (input, context) =>
          callTool({ plans, onError }, { name, input: Object(input), by: callerOf(server, context) }),
        );
      }
      registerPlanPrompts(server);
    },
  };
}

const LASTING =
  'The plan lasts: call `planning_read_plan` first when you come back to work, for example after a restart or when the conversation was summarised.';
const PASSING =
  'The plan is kept only while this connection lasts: write down elsewhere what is needed later.';
const SEVERAL = 'Give `plan_id` to keep several plans apart.';
