import type { McpServer } from '@modelcontextprotocol/server';
import type { RegisterOptions } from './planner-tool.ts';
import type { ResourceKind } from './resource-kind.ts';
import type { SessionCalls } from './session-tools/session-calls.ts';

/** A group of tools that a server offers. */
export interface ToolSet {
  /** Instructions for the agent. */
  readonly instructions: string;
  /** Context for a newly connected agent, appended to the instructions. Empty for none. */
  context?(): Promise<string>;
  /** The resources that the tools work on. */
  readonly resources: ResourceKind;
  /** Whether it also has prompts. */
  readonly hasPrompts?: boolean;
  /** The sessions that the tools work on, for a client that shows them in an app. */
  readonly calls?: () => Promise<SessionCalls>;
  register(server: McpServer, options?: Pick<RegisterOptions, 'addressOf'>): void;
}
