import { join } from 'node:path';
import type { AgentHost, InstallPlace } from './agent-host.ts';
import type { InstalledFile } from './installed-file.ts';
import { dataFlag, serverEntry } from './plugin-folder.ts';
import { writtenTodos } from './todo-change.ts';

/** OpenCode, through a file in its plugin folder. */
export const openCode: AgentHost = {
  name: 'opencode',
  title: 'OpenCode',
  scopes: ['project', 'user'],
  startEvent: 'plan',
  installation: (place) => ({
    files: [pluginFile(place)],
    commands: [],
    undo: [],
    notes: ['It takes effect in the next session.'],
  }),
  read: (event, input) => {
    const { properties, directory } = Object(input);
    // The fields as the plugin sends them, or as OpenCode itself does.
    const { session, sessionID = session, todos } = Object(properties ?? input);
    return {
      session: typeof sessionID === 'string' ? sessionID : undefined,
      directory: typeof directory === 'string' ? directory : undefined,
      todos: event === 'todo.updated' ? writtenTodos(todos, 'content') : undefined,
      takesPlan: event === 'plan',
    };
  },
  answer: (_, text) => ({ text }),
};

function pluginFile(place: InstallPlace): InstalledFile {
  const { scope, project, home, env } = place;
  const folder =
    scope === 'project'
      ? join(project, '.opencode')
      : join(env.XDG_CONFIG_HOME || join(home, '.config'), 'opencode');
  return { type: 'own', path: join(folder, 'plugins', 'wayfold.js'), text: pluginText(place), mark: MARK };
}

/** In the first line of the plugin, to recognize it: somebody else's file may have the same name. */
const MARK = '`wayfold install opencode`';

/** Never breaks the agent: if Wayfold does not answer, nothing is added. */
function pluginText(place: InstallPlace): string {
  const { command, args } = serverEntry(place);
  const [file, ...first] = place.launcher;
  return `// Written by ${MARK}; \`wayfold uninstall opencode\` removes it.
import { spawn } from 'node:child_process';

const WAYFOLD = ${JSON.stringify([file, ...first])};
const SERVER = ${JSON.stringify([command, ...args])};
const DATA = ${JSON.stringify(dataFlag(place))};

/** The output of \`wayfold hook\` for an event; undefined if it fails or takes too long. */
function told(event, input) {
  return new Promise((resolve) => {
    const [file, ...first] = WAYFOLD;
    const child = spawn(file, [...first, 'hook', 'opencode', event, ...DATA], { stdio: ['pipe', 'pipe', 'ignore'] });
    const timer = setTimeout(() => child.kill(), 10_000);
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.on('error', () => resolve(undefined));
    child.on('close', () => {
      clearTimeout(timer);
      try {
        resolve(JSON.parse(output).text);
      } catch {
        resolve(undefined);
      }
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(input));
  });
}

export const Wayfold = async ({ directory }) => ({
  config: async (config) => {
    config.mcp = { wayfold: { type: 'local', command: SERVER, enabled: true }, ...config.mcp };
  },
  event: async ({ event }) => {
    if (event.type !== 'todo.updated') return;
    const { sessionID, todos } = event.properties;
    await told('todo.updated', { session: sessionID, directory, todos });
  },
  'experimental.chat.system.transform': async ({ sessionID }, output) => {
    const text = await told('plan', { session: sessionID, directory });
    if (text) output.system.push(text);
  },
  'experimental.session.compacting': async ({ sessionID }, output) => {
    const text = await told('plan', { session: sessionID, directory });
    if (text) output.context.push(text);
  },
});
`;
}
