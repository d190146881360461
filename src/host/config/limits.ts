import type { WorkLimits } from '../admission.ts';
import { checkedConfiguration } from './check.ts';
import { nested, readVariable, SETTINGS } from './settings.ts';

/** The limits that an environment sets, with those of the configuration file in it. */
export function limitsFrom(env: Readonly<Record<string, string | undefined>>): WorkLimits {
  const settings = SETTINGS.filter(({ key, variable }) => key.startsWith('limits.') && env[variable]?.trim());
  const values = settings.map(
    (setting) => [setting.key, readVariable(setting, env[setting.variable] ?? '')] as const,
  );
  const variables = new Map(settings.map(({ key, variable }) => [key, variable]));
  const place = (key: string) => variables.get(key) ?? key;
  return checkedConfiguration(nested(values), { source: 'the environment', place }).limits ?? {};
}
