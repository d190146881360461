import { readFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/server';
import type { PlanningStrategy } from '../../plan-tools/planning-strategy.ts';
import { planningGuide, registerPlanPrompts } from './plan-prompts.ts';
import { registerPlanResources } from './plan-resources.ts';
import type { Plans } from './plans.ts';
import { callTool } from './tool-call.ts';
import { listedTools } from './tool-listing.ts';

export interface PlanServerOptions {
  readonly plans: Plans;
  /** How the agent is told to plan; default REACT. */
  readonly strategy?: PlanningStrategy | undefined;
  /** The plans are gone with the connection. */
  readonly ephemeral?: boolean | undefined;
  /** Which changes the connection can carry unasked: all it listens to, those of single resources, or none. */
  readonly notifies: 'all' | 'resources' | 'nothing';
  /** Told about failures that are nobody's mistake; clients see only that something failed. */
  readonly onError: (error: unknown) => void;
}

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

/** The one definition of what Wayfold is to an MCP client, however it connects. */
export function createPlanServer({
  plans,
  strategy,
  ephemeral = false,
  notifies,
  onError,
}: PlanServerOptions): McpServer {
  const server = new McpServer(
    { name: 'wayfold', title: 'Wayfold', version },
    {
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { subscribe: notifies !== 'nothing', listChanged: notifies === 'all' },
      },
      instructions: `${planningGuide(strategy)}\n\n${ephemeral ? PASSING : LASTING} ${SEVERAL}`,
    },
  );
  for (const { name, config } of listedTools()) {
    server.registerTool(name, config, (input) =>
      callTool({ plans, onError }, { name, input: Object(input) }),
    );
  }
  registerPlanResources(server, { plans, ephemeral });
  registerPlanPrompts(server);
  return server;
}

const LASTING =
  'The plan lasts: call `planning_read_plan` first when you come back to work, for example after a restart or when the conversation was summarised.';
const PASSING =
  'The plan is kept only while this connection lasts: write down elsewhere what is needed later.';
const SEVERAL = 'Give `plan_id` to keep several plans apart.';
