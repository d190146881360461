import type { StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import { Session } from '../../../../kernel/session/session.ts';
import { type McpTool, toMcpTools } from '../../../../plan-tools/adapters.ts';
import { DEFAULT_PLAN } from '../../../../plan-tools/plan-id.ts';
import { PlanningToolsSection } from '../../../../plan-tools/planning-tools-section.ts';
import { unchecked } from '../../called-tool.ts';

/** A tool as a client sees it. */
export interface ListedTool {
  readonly name: string;
  readonly config: {
    readonly title: string;
    readonly description: string;
    readonly inputSchema: StandardSchemaWithJSON;
    readonly outputSchema: StandardSchemaWithJSON;
    readonly annotations: ToolAnnotations;
  };
}

/** What this surface adds to a tool's own arguments. */
const ARGUMENTS = {
  plan_id: {
    type: 'string',
    pattern: '^[a-z0-9-]{1,64}$',
    description: `The plan to work on. Leave it out for the plan "${DEFAULT_PLAN}".`,
  },
  expected_version: {
    type: 'integer',
    minimum: 0,
    description: 'Refuse the call if the plan is at another version, because somebody else has changed it.',
  },
};

/** What it adds to a tool's own answer. */
const ANSWERS = {
  plan_id: { type: 'string', description: 'The plan that was meant.' },
  message: { type: 'string' },
  code: { type: 'string', description: 'Only of a refused call: the kind of refusal.' },
  field: { type: 'string', description: 'Only of a refused call: the argument at fault.' },
};

/**
 * What answers and refusals both have. Clients on the SDK's first version hold refusals to the schema of the answers, so
 * nothing else is required.
 */
const ALWAYS_ANSWERED = ['plan_id', 'version', 'assigned_ids', 'message'];

let listed: readonly ListedTool[] | undefined;

/** The six tools. A plan is opened only when one of them is called. */
export function listedTools(): readonly ListedTool[] {
  listed ??= toMcpTools(new PlanningToolsSection({ session: new Session() })).map(listedTool);
  return listed;
}

function listedTool({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: McpTool): ListedTool {
  const input = withProperties(inputSchema, ARGUMENTS);
  const output = { ...withProperties(outputSchema, ANSWERS), required: ALWAYS_ANSWERED };
  return {
    name,
    config: {
      title,
      description,
      inputSchema: unchecked(input),
      outputSchema: unchecked(output),
      annotations,
    },
  };
}

function withProperties(schema: McpTool['inputSchema'], added: object): Record<string, unknown> {
  return { ...schema, properties: { ...Object(schema.properties), ...added } };
}
