import { join } from 'node:path';
import type { AgentHost } from './agent-host.ts';
import { editorServer, isOurServer } from './editor-server.ts';
import { PLUGIN } from './plugin-folder.ts';

/** VS Code, through its server configuration. It has no hooks: the plan is in the server's instructions. */
export const vsCode: AgentHost = {
  name: 'vscode',
  title: 'VS Code',
  scopes: ['project'],
  installation: (place) => ({
    files: [
      {
        type: 'entries',
        path: join(place.project, '.vscode', 'mcp.json'),
        entries: [
          {
            path: ['servers', PLUGIN],
            value: { type: 'stdio', ...editorServer(place) },
            isOurs: isOurServer,
          },
        ],
      },
    ],
    commands: [],
    undo: [],
    notes: ['Written as VS Code documents it, and not tried with VS Code itself.'],
  }),
  read: () => ({ takesPlan: false }),
  answer: () => ({}),
};
