import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Where coding agents look in a project for hooks, plugins and servers to start, and for permissions. Without a terminal
 * they take these without asking. Instructions in prose, such as AGENTS.md, are not among them.
 */
const AGENT_CONFIG = [
  '.claude',
  '.codex',
  '.gemini',
  '.opencode',
  '.mcp.json',
  'opencode.json',
  'opencode.jsonc',
];

/** Takes what would make an agent run programs out of a checkout: a commit may come from anybody. */
export async function removeAgentConfig(checkout: string): Promise<void> {
  await Promise.all(AGENT_CONFIG.map((path) => rm(join(checkout, path), { recursive: true, force: true })));
}
