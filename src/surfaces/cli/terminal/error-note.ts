/** A failure that is nobody's mistake, for the person who runs a server: with its stack where they asked to debug. */
export function errorNote(error: unknown, env: NodeJS.ProcessEnv): string {
  return env.WAYFOLD_DEBUG && error instanceof Error ? (error.stack ?? error.message) : String(error);
}
