import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { McpServer } from '@modelcontextprotocol/server';
import type { ToolSet } from '../tool-set.ts';
import { APP_MIME_TYPE } from './app-client.ts';
import { APP_URI } from './app-link.ts';

/** The built app: beside the compiled server, or in `dist` when running from sources. */
const PLACES = ['../../../plan-app/', '../../../../dist/plan-app/'].map((path) =>
  fileURLToPath(new URL(`${path}plan-app.html`, import.meta.url)),
);

/** The app, and the tools it calls. */
export interface App {
  register(server: McpServer, sets: readonly ToolSet[], onError: (error: unknown) => void): void;
}

let loading: Promise<App | undefined> | undefined;

/** Loads the app, for a client that can show one; undefined if it is not built. Other clients do not wait for it. */
export function loadApp(): Promise<App | undefined> {
  loading ??= load();
  return loading;
}

async function load(): Promise<App | undefined> {
  const [document, { registerAppTools }] = await Promise.all([readFirst(PLACES), import('./app-tools.ts')]);
  if (document === undefined) return undefined;
  return {
    register(server, sets, onError) {
      registerAppResource(server, document);
      registerAppTools(server, sets, onError);
    },
  };
}

async function readFirst([path, ...others]: readonly string[]): Promise<string | undefined> {
  if (path === undefined) return undefined;
  return await readFile(path, 'utf8').catch(() => readFirst(others));
}

/** Registers the app as a resource. It loads nothing and needs no permissions. */
function registerAppResource(server: McpServer, text: string): void {
  const _meta = { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } };
  server.registerResource(
    'wayfold-plan-app',
    APP_URI,
    {
      title: 'Plan',
      description: 'Shows a plan live, with buttons to change it and to make open decisions.',
      mimeType: APP_MIME_TYPE,
      _meta,
    },
    () => ({ contents: [{ uri: APP_URI, mimeType: APP_MIME_TYPE, text, _meta }] }),
  );
}
