import { causeText, isWayfoldError } from '../../../journal/error.ts';

/** A failure that is nobody's mistake, for the person who runs a server: with its stack where they asked to debug. */
export function errorNote(error: unknown, env: NodeJS.ProcessEnv): string {
  if (env.WAYFOLD_DEBUG && error instanceof Error) return error.stack ?? error.message;
  return isWayfoldError(error) ? `${causeText(error)} [${error.code}]` : String(error);
}
