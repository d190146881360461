import { CliError } from '../error.ts';
import type { AgentHost } from './agent-host.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { cursor } from './cursor.ts';
import { geminiCli } from './gemini-cli.ts';
import { openCode } from './opencode.ts';
import { vsCode } from './vscode.ts';

/** All coding agents that Wayfold can be installed in. */
export const agentHosts: readonly AgentHost[] = [claudeCode, codex, geminiCli, openCode, cursor, vsCode];

/** The agent with this name; throws with the list of names if there is none. */
export function agentHost(name: string): AgentHost {
  const found = agentHosts.find((host) => host.name === name);
  if (found) return found;
  throw new CliError('usage', {
    expected: `one of ${agentHosts.map((host) => host.name).join(', ')}`,
    actual: JSON.stringify(name),
    fix: 'Name one of them. Any other MCP client can be set up by hand: docs/mcp.md',
  });
}
