import { join } from 'node:path';
import type { AgentHost } from './agent-host.ts';
import { additionalContext, hookEvent } from './hook-input.ts';
import { hooksJson, ownJson, PLUGIN, serverEntry } from './plugin-folder.ts';
import { writtenTodos } from './todo-change.ts';

const HOOKS = [
  { event: 'SessionStart', matcher: '*' },
  { event: 'BeforeAgent', matcher: '*' },
  { event: 'AfterTool', matcher: 'write_todos' },
];
/** Gemini CLI counts in milliseconds. */
const HOOK_MS = 10_000;

const TRUST = 'Gemini CLI runs hooks only in a folder that you trust: it asks when it starts there.';

/** Gemini CLI, through an extension. It supports extensions for a person only. */
export const geminiCli: AgentHost = {
  name: 'gemini',
  title: 'Gemini CLI',
  program: 'gemini',
  alreadyInstalled: /Extension "wayfold" is already installed/,
  scopes: ['user'],
  startEvent: 'SessionStart',
  trust: TRUST,
  installation: (place) => ({
    files: [
      ownJson(join(place.folder, 'gemini-extension.json'), {
        name: PLUGIN,
        version: '1.0.0',
        mcpServers: { [PLUGIN]: { ...serverEntry(place), trust: true } },
      }),
      ownJson(
        join(place.folder, 'hooks', 'hooks.json'),
        hooksJson(place, 'gemini', { hooks: HOOKS, timeout: HOOK_MS }),
      ),
    ],
    commands: [['extensions', 'link', place.folder, '--consent']],
    undo: [['extensions', 'uninstall', PLUGIN]],
    notes: [TRUST],
  }),
  read: (event, input) => {
    const { session, directory, tool, input: given } = hookEvent(input);
    const isList = event === 'AfterTool' && tool === 'write_todos';
    return {
      session,
      directory,
      todos: isList ? writtenTodos(Object(given).todos, 'description') : undefined,
      takesPlan: event === 'SessionStart' || event === 'BeforeAgent',
    };
  },
  answer: additionalContext,
};
