import { checkedEnvironment } from './check.ts';
import type { Configuration } from './schema.ts';
import { type Environment, SETTINGS } from './settings.ts';

/** The task kinds from the environment, including those of the configuration file. */
export function taskKindsFrom(env: Environment): NonNullable<Configuration['taskKinds']> {
  const settings = SETTINGS.filter(({ key }) => key === 'taskKinds');
  return checkedEnvironment(settings, env).taskKinds ?? {};
}
