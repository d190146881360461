import { isId } from '../checked-input.ts';
import type { ToolSetOptions } from '../load-tool-sets.ts';
import { registerPlannerTool } from '../planner-tool.ts';
import { lastingOf, type ResourceKind } from '../resource-kind.ts';
import type { ToolSet } from '../tool-set.ts';
import { tripText, tripTools } from './trip-tools.ts';
import { wireStanding } from './trip-wire.ts';
import { Trips } from './trips.ts';

/** Trips as tools: what the user wants is said, and the planner answers. */
export function tripToolSet({ place, limits, ephemeral = false, onError }: ToolSetOptions): ToolSet {
  const trips = new Trips(place, limits);
  return {
    instructions: GUIDE,
    resources: tripResources(trips, ephemeral),
    register: (server) => {
      for (const tool of tripTools(trips)) registerPlannerTool(server, tool, { onError });
    },
  };
}

const GUIDE = `## Trips

1. Call \`trip_say\` with what the user wants, in their words.
2. When it asks, ask the user, and say the answer with \`trip_say\`.
3. When it offers options, let the user choose, then call \`trip_choose\` with that \`option_id\`.
4. \`trip_export\` makes a file of the trip. Give \`trip_id\` to keep several trips apart.`;

function tripResources(trips: Trips, ephemeral: boolean): ResourceKind {
  const { journals } = trips;
  return {
    scheme: 'trip',
    idName: 'trip_id',
    title: 'Trip',
    description: `A trip day by day, as JSON and as markdown. ${lastingOf(ephemeral)}`,
    isId,
    idOfJournal: (journal) => journals.idOf(journal),
    list: (prefix) => journals.list(prefix),
    look: async (id) => {
      if ((await journals.find(id)) === undefined) return undefined;
      const { session, action } = await trips.read(id);
      const { state, itinerary } = session;
      return { begun: true, state: { state, itinerary, action: action ?? null } };
    },
    read: async (id) => {
      if ((await journals.find(id)) === undefined) return undefined;
      const { version, session, action } = await trips.read(id);
      return { json: wireStanding(id, version, session, action), markdown: tripText(session.itinerary) };
    },
  };
}
