import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { shellWord } from '../terminal/follow-up-command.ts';
import type { AgentHostName, InstallPlace } from './agent-host.ts';
import type { InstalledFile } from './installed-file.ts';

/** The name of the plugin. */
export const PLUGIN = 'wayfold';

/**
 * The name of the catalog that offers the plugin. Agents keep catalogs for a person, so each project has its own, and
 * removing one leaves the others.
 */
export function catalogueName({ scope, project }: InstallPlace): string {
  if (scope === 'user') return PLUGIN;
  return `${PLUGIN}-${createHash('sha256').update(project).digest('hex').slice(0, 8)}`;
}

/** How many seconds an agent waits for a hook. */
const HOOK_SECONDS = 10;

/** A hook of a plugin: its event and matcher. */
export interface PluginHook {
  readonly event: string;
  /** Names separated by `|`. */
  readonly matcher: string;
}

/** The shell command that an agent runs for an event. */
export function hookCommand(place: InstallPlace, agent: AgentHostName, event: string): string {
  return [...place.launcher, 'hook', agent, event, ...dataFlag(place)].map(shellWord).join(' ');
}

/** The `--data` option, if a data directory was named. */
export function dataFlag({ data }: InstallPlace): readonly string[] {
  return data === undefined ? [] : ['--data', data];
}

/** The command with which an agent starts the MCP server. */
export function serverEntry(place: InstallPlace): { command: string; args: readonly string[] } {
  const [command, ...args] = place.launcher;
  return { command, args: [...args, 'mcp', ...dataFlag(place)] };
}

/** `hooks.json` for Claude Code, Codex and Gemini CLI. */
export function hooksJson(
  place: InstallPlace,
  agent: AgentHostName,
  { hooks, timeout }: { readonly hooks: readonly PluginHook[]; readonly timeout: number },
): object {
  const entries = hooks.map(({ event, matcher }) => {
    const command = { type: 'command', command: hookCommand(place, agent, event), timeout };
    return [event, [{ matcher, hooks: [command] }]];
  });
  return { hooks: Object.fromEntries(entries) };
}

/** A catalog with one plugin: server, hooks and a skill. Claude Code and Codex read the same folder. */
export function pluginFolder(
  place: InstallPlace,
  agent: AgentHostName,
  { hooks, server }: { readonly hooks: readonly PluginHook[]; readonly server: object },
): readonly InstalledFile[] {
  const { folder } = place;
  const plugin = join(folder, PLUGIN);
  const json = (path: string, value: object): InstalledFile => ownJson(path, value);
  return [
    json(join(folder, '.claude-plugin', 'marketplace.json'), {
      name: catalogueName(place),
      owner: { name: 'Wayfold' },
      plugins: [{ name: PLUGIN, source: `./${PLUGIN}`, description: DESCRIPTION }],
    }),
    json(join(plugin, '.claude-plugin', 'plugin.json'), {
      name: PLUGIN,
      version: '1.0.0',
      description: DESCRIPTION,
    }),
    json(join(plugin, '.mcp.json'), { mcpServers: { [PLUGIN]: server } }),
    json(join(plugin, 'hooks', 'hooks.json'), hooksJson(place, agent, { hooks, timeout: HOOK_SECONDS })),
    { type: 'own', path: join(plugin, 'skills', 'planning', 'SKILL.md'), text: SKILL },
  ];
}

/** A JSON file that belongs to Wayfold alone. */
export function ownJson(path: string, value: object): InstalledFile {
  return { type: 'own', path, text: `${JSON.stringify(value, undefined, 2)}\n` };
}

const DESCRIPTION = 'A plan that survives compaction, restarts and parallel calls.';

const SKILL = `---
name: planning
description: Keep a plan that outlives this conversation. Use it for work of several steps, and when you come back to such work.
---

1. Read the plan first with \`planning_read_plan\`: work may have begun before this conversation, or before it was summarised.
2. Without one, begin it with \`planning_setup_plan\`: the objective, and the first steps.
3. Mark each step with \`planning_mark_step\` when you begin it and when it is done, with a note on what you found or decided.
4. Add what turns up with \`planning_add_step\`.
`;
