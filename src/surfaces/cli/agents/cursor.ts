import { join } from 'node:path';
import type { AgentHost } from './agent-host.ts';
import { editorServer, isOurServer } from './editor-server.ts';
import { hookCommand, PLUGIN } from './plugin-folder.ts';

/** Cursor, through its two configuration files. */
export const cursor: AgentHost = {
  name: 'cursor',
  title: 'Cursor',
  scopes: ['project', 'user'],
  startEvent: 'sessionStart',
  installation: (place) => {
    const folder = join(place.scope === 'project' ? place.project : place.home, '.cursor');
    const command = hookCommand(place, 'cursor', 'sessionStart');
    return {
      files: [
        {
          type: 'entries',
          path: join(folder, 'mcp.json'),
          entries: [{ path: ['mcpServers', PLUGIN], value: editorServer(place), isOurs: isOurServer }],
        },
        {
          type: 'entries',
          path: join(folder, 'hooks.json'),
          entries: [
            { path: ['version'], value: 1, stays: true },
            { path: ['hooks', 'sessionStart'], value: { command }, isOurs: isWayfoldHook, inList: true },
          ],
        },
      ],
      commands: [],
      undo: [],
      notes: ['Written as Cursor documents it, and not tried with Cursor itself.'],
    };
  },
  read: (event, input) => {
    const { conversation_id: session, workspace_roots: roots } = Object(input);
    const [directory] = Array.isArray(roots) ? roots : [];
    return {
      session: typeof session === 'string' ? session : undefined,
      directory: typeof directory === 'string' ? directory : undefined,
      takesPlan: event === 'sessionStart',
    };
  },
  answer: (_, text) => ({ additional_context: text }),
};

function isWayfoldHook(item: unknown): boolean {
  const { command } = Object(item);
  return typeof command === 'string' && / hook cursor sessionStart(?: --data |$)/.test(command);
}
