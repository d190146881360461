import { join } from 'node:path';
import { DEFAULT_DATA } from '../config/store-location.ts';
import type { InstallPlace } from './agent-host.ts';
import { serverEntry } from './plugin-folder.ts';

/** The command with which an editor starts the server. It may run from anywhere, so the data directory is absolute. */
export function editorServer(place: InstallPlace): ReturnType<typeof serverEntry> {
  const { scope, project, data = scope === 'project' ? join(project, DEFAULT_DATA) : undefined } = place;
  return serverEntry({ ...place, data });
}

/** Whether a server entry was written by \`wayfold install\`, of any version and from any path. */
export function isOurServer(entry: unknown): boolean {
  const { args } = Object(entry);
  if (!Array.isArray(args)) return false;
  return args.some((word, i) => /[\\/]wayfold\.cjs$/.test(String(word)) && args[i + 1] === 'mcp');
}
