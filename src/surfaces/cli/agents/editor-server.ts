import { join } from 'node:path';
import { DEFAULT_DATA } from '../config/store-location.ts';
import type { InstallPlace } from './agent-host.ts';
import { serverEntry } from './plugin-folder.ts';

/** How an editor starts the server. It may do so from anywhere, so that a project's plans are named by their directory. */
export function editorServer(place: InstallPlace): ReturnType<typeof serverEntry> {
  const { command, args } = serverEntry(place);
  if (place.scope === 'user') return { command, args };
  return { command, args: [...args, '--data', join(place.project, DEFAULT_DATA)] };
}

/** Whether an entry of an editor's servers was written by \`wayfold install\`, whichever version and wherever it was then. */
export function isOurServer(entry: unknown): boolean {
  const { args } = Object(entry);
  if (!Array.isArray(args)) return false;
  return args.some((word, i) => /[\\/]wayfold\.cjs$/.test(String(word)) && args[i + 1] === 'mcp');
}
