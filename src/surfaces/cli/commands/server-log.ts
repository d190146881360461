import { LOG_LEVELS, type Log, openLog } from '../../http/log/log.ts';
import { CliError } from '../error.ts';
import type { Invocation } from '../invocation.ts';

/** The log of a long-running command, on stderr. `WAYFOLD_LOG` sets its level. */
export function logOf({ env }: Pick<Invocation, 'env'>, stream: NodeJS.WriteStream = process.stderr): Log {
  const wanted = env.WAYFOLD_LOG?.trim().toLowerCase() || 'info';
  const level = LOG_LEVELS.find((known) => known === wanted);
  if (level !== undefined) return openLog({ level, stream, env, debug: Boolean(env.WAYFOLD_DEBUG) });
  throw new CliError('usage', {
    expected: `WAYFOLD_LOG to be one of ${LOG_LEVELS.join(', ')}`,
    actual: JSON.stringify(wanted.slice(0, 40)),
    fix: 'Set it to one of them, or unset it for info.',
  });
}
