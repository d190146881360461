import type { McpServer } from '@modelcontextprotocol/server';
import type { ResourceKind } from './resource-kind.ts';

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
  register(server: McpServer): void;
}
