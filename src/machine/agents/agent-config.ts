import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Where coding agents look in a project for hooks, plugins, servers to start, and permissions. Without a terminal
 * they apply these without asking. Instructions in prose, such as AGENTS.md, are not included.
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

/** Removes everything from a checkout that would make an agent run programs: a commit may come from anybody. */
export async function removeAgentConfig(checkout: string): Promise<void> {
  await Promise.all(AGENT_CONFIG.map((path) => rm(join(checkout, path), { recursive: true, force: true })));
}
