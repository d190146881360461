import { causeText, isWayfoldError } from '../../../journal/error.ts';

/** An internal failure as text for the person who runs the server, with its stack in debug mode. */
export function errorNote(error: unknown, env: NodeJS.ProcessEnv): string {
  if (env.WAYFOLD_DEBUG && error instanceof Error) return error.stack ?? error.message;
  return isWayfoldError(error) ? `${causeText(error)} [${error.code}]` : String(error);
}
