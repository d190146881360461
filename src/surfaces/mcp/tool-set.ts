import type { McpServer } from '@modelcontextprotocol/server';
import type { RegisterOptions } from './planner-tool.ts';
import type { ResourceKind } from './resource-kind.ts';
import type { SessionCalls } from './session-tools/session-calls.ts';

/** Tools that belong together, as a server offers them. */
export interface ToolSet {
  /** How the agent is told to use them. */
  readonly instructions: string;
  /** What an agent should know when it connects, added to the instructions. Empty for nothing. */
  context?(): Promise<string>;
  /** What they work on, as resources. */
  readonly resources: ResourceKind;
  /** Whether it has prompts too. */
  readonly hasPrompts?: boolean;
  /** The sessions that the tools work on, for a client that shows them in an app. */
  readonly calls?: () => Promise<SessionCalls>;
  register(server: McpServer, options?: Pick<RegisterOptions, 'addressOf'>): void;
}
