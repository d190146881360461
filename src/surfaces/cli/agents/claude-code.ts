import type { AgentHost, InstallPlace } from './agent-host.ts';
import { additionalContext, hookEvent } from './hook-input.ts';
import { catalogueName, PLUGIN, pluginFolder, serverEntry } from './plugin-folder.ts';
import { type TodoChange, taskCreated, taskUpdated, writtenTodos } from './todo-change.ts';

const HOOKS = [
  { event: 'SessionStart', matcher: 'startup|resume|clear|compact' },
  { event: 'PostToolUse', matcher: 'TodoWrite|TaskCreate|TaskUpdate' },
];

/** Claude Code, through a plugin. */
export const claudeCode: AgentHost = {
  name: 'claude',
  title: 'Claude Code',
  program: 'claude',
  scopes: ['project', 'user'],
  startEvent: 'SessionStart',
  installation: (place) => ({
    // Without `alwaysLoad` its tools would only be found by a search.
    files: pluginFolder(place, 'claude', {
      hooks: HOOKS,
      server: { ...serverEntry(place), alwaysLoad: true },
    }),
    commands: [
      ['plugin', 'marketplace', 'add', place.folder, ...scopeOf(place)],
      ['plugin', 'install', `${PLUGIN}@${catalogueName(place)}`, ...scopeOf(place)],
    ],
    undo: [
      ['plugin', 'uninstall', `${PLUGIN}@${catalogueName(place)}`, ...scopeOf(place)],
      ['plugin', 'marketplace', 'remove', catalogueName(place), ...scopeOf(place)],
    ],
    notes: ['It takes effect in the next session. In one that runs: /reload-plugins'],
  }),
  read: (event, input) => {
    const { session, subagent, directory, tool, input: given, response } = hookEvent(input);
    return {
      session,
      // Subagents have to-do lists of their own but share the tasks of their session.
      subagent: tool === 'TodoWrite' ? subagent : undefined,
      directory,
      todos: event === 'PostToolUse' ? changeOf(tool, given, response) : undefined,
      takesPlan: event === 'SessionStart',
    };
  },
  answer: additionalContext,
};

/** The settings contain paths of this machine, so in a project they belong to its owner and not in git. */
function scopeOf({ scope }: InstallPlace): readonly string[] {
  return ['--scope', scope === 'project' ? 'local' : 'user'];
}

function changeOf(tool: string | undefined, input: unknown, response: unknown): TodoChange | undefined {
  if (tool === 'TodoWrite') return writtenTodos(Object(input).todos, 'content');
  if (tool === 'TaskCreate') return taskCreated(input, response);
  return tool === 'TaskUpdate' ? taskUpdated(input, response) : undefined;
}
