import { fileURLToPath } from 'node:url';
import { buildProgram, isProgramStale } from '../scripts/build.mjs';

/** The command, as it is built: it starts in half the time of its sources, and it is what users run. */
export const MAIN = fileURLToPath(new URL('../dist/surfaces/cli/main.js', import.meta.url));

/** What it does with a command line. */
export const RUN = fileURLToPath(new URL('../dist/surfaces/cli/run.js', import.meta.url));

/** The same from its sources, where every module is a file: for tests of what is loaded. */
export const SOURCE = fileURLToPath(new URL('../src/surfaces/cli/main.ts', import.meta.url));

/** What one process has compiled the next one takes over: hundreds of them are started. */
export const NODE_COMPILE_CACHE = fileURLToPath(new URL('../.cache/node-compile', import.meta.url));

/** Builds it for the tests that start it, unless that was done for these sources. Every process of theirs has the cache. */
export default async function setup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE = NODE_COMPILE_CACHE;
  if (isProgramStale()) await buildProgram(process.execPath);
}
