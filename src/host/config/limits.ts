import type { WorkLimits } from '../admission.ts';
import { checkedEnvironment } from './check.ts';
import { type Environment, SETTINGS } from './settings.ts';

/** The limits from the environment, including those of the configuration file. */
export function limitsFrom(env: Environment): WorkLimits {
  const settings = SETTINGS.filter(({ key }) => key.startsWith('limits.'));
  return checkedEnvironment(settings, env).limits ?? {};
}
