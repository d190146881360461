import { isId } from '../../checked-input.ts';
import type { ToolSetOptions } from '../../load-tool-sets.ts';
import { registerPlannerTool } from '../../planner-tool.ts';
import type { PlannerSessions } from '../../session-tools/planner-sessions.ts';
import { sessionResources } from '../../session-tools/session-resources.ts';
import type { ToolSet } from '../../tool-set.ts';
import { tripText, tripTools } from './trip-tools.ts';
import { wireStanding } from './trip-wire.ts';

/** Trips as tools: what the user wants is said, and the planner answers. */
export function tripToolSet(
  sessions: PlannerSessions,
  { ephemeral = false, onError }: Pick<ToolSetOptions, 'ephemeral' | 'onError'>,
): ToolSet {
  return {
    instructions: GUIDE,
    resources: sessionResources(sessions, {
      scheme: 'trip',
      idName: 'trip_id',
      title: 'Trip',
      description: 'A trip day by day, as JSON and as markdown.',
      isId,
      ephemeral,
      state: ({ data }) => data,
      read: (view, tripId) => ({ json: wireStanding(tripId, view), markdown: tripText(view) }),
    }),
    register: (server) => {
      for (const tool of tripTools(sessions)) registerPlannerTool(server, tool, { onError });
    },
  };
}

const GUIDE = `## Trips

1. Call \`trip_say\` with what the user wants, in their words.
2. When it asks, ask the user, and say the answer with \`trip_say\`.
3. When it offers options, let the user choose, then call \`trip_choose\` with that \`option_id\`.
4. \`trip_export\` makes a file of the trip. Give \`trip_id\` to keep several trips apart.`;
