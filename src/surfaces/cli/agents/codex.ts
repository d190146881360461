import type { AgentHost } from './agent-host.ts';
import { additionalContext, hookEvent } from './hook-input.ts';
import { PLUGIN, pluginFolder, serverEntry } from './plugin-folder.ts';
import { writtenTodos } from './todo-change.ts';

const HOOKS = [
  { event: 'SessionStart', matcher: 'startup|resume|clear|compact' },
  { event: 'PostToolUse', matcher: 'update_plan' },
];

/** By default `codex exec` drops a server that does not start within a second, and asks before each call. */
const SERVER = { required: true, startup_timeout_sec: 30, default_tools_approval_mode: 'approve' };

const TRUST =
  'Codex silently skips hooks that you have not trusted. Type /hooks in a session, review them, and trust them.';

/** Codex, through the same plugin folder as Claude Code. It supports plugins for a person only. */
export const codex: AgentHost = {
  name: 'codex',
  title: 'Codex',
  program: 'codex',
  scopes: ['user'],
  startEvent: 'SessionStart',
  trust: TRUST,
  isTrusted: async (place) => {
    const { areCodexHooksTrusted } = await import('./codex-trust.ts');
    return await areCodexHooksTrusted(place);
  },
  installation: (place) => ({
    files: pluginFolder(place, 'codex', { hooks: HOOKS, server: { ...serverEntry(place), ...SERVER } }),
    commands: [
      ['plugin', 'marketplace', 'add', place.folder],
      ['plugin', 'add', `${PLUGIN}@${PLUGIN}`],
    ],
    undo: [
      ['plugin', 'remove', `${PLUGIN}@${PLUGIN}`],
      ['plugin', 'marketplace', 'remove', PLUGIN],
    ],
    notes: [TRUST],
  }),
  read: (event, input) => {
    const { session, directory, tool, input: given } = hookEvent(input);
    const isPlan = event === 'PostToolUse' && tool === 'update_plan';
    return {
      session,
      directory,
      todos: isPlan ? writtenTodos(Object(given).plan, 'step') : undefined,
      takesPlan: event === 'SessionStart',
    };
  },
  answer: additionalContext,
};
