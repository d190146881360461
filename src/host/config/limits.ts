import type { WorkLimits } from '../admission.ts';
import { checkedEnvironment } from './check.ts';
import { type Environment, SETTINGS } from './settings.ts';

/** The limits that an environment sets, with those of the configuration file in it. */
export function limitsFrom(env: Environment): WorkLimits {
  const settings = SETTINGS.filter(({ key }) => key.startsWith('limits.'));
  return checkedEnvironment(settings, env).limits ?? {};
}
