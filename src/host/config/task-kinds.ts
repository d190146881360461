import { checkedEnvironment } from './check.ts';
import type { Configuration } from './schema.ts';
import { type Environment, SETTINGS } from './settings.ts';

/** The kinds of tasks that an environment registers, with those of the configuration file in it. */
export function taskKindsFrom(env: Environment): NonNullable<Configuration['taskKinds']> {
  const settings = SETTINGS.filter(({ key }) => key === 'taskKinds');
  return checkedEnvironment(settings, env).taskKinds ?? {};
}
