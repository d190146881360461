import type { z } from 'zod';
import { ConfigError } from '../error.ts';

/** How a config differs from the defaults: a seed that fits into a link. */
export function seedOf<Config extends object>(config: Config, defaults: NoInfer<Config>): Partial<Config> {
  const usual = new Map<string, unknown>(Object.entries(defaults));
  const own = Object.entries(config).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(usual.get(key)),
  );
  // Entries of a config are a partial config.
  return Object.fromEntries(own) as Partial<Config>;
}

/** The config of a seed, with defaults filled in by the schema. Throws a {@link ConfigError} if it is invalid. */
export function configFromSeed<Schema extends z.ZodType>(
  schema: Schema,
  seed: unknown,
  planner: string,
): z.output<Schema> {
  const { data, error } = schema.safeParse(seed);
  if (error) throw seedError(error, planner);
  return data;
}

/** What is wrong with a seed, field by field. */
export function seedError({ issues }: z.ZodError, planner: string): ConfigError {
  const reasons = Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
  return new ConfigError('config-invalid', {
    summary: `The setup of ${planner} is not valid: ${Object.entries(reasons)
      .map(([key, reason]) => `${key || 'it'}: ${reason}`)
      .join('; ')}.`,
    fix: 'Nothing was applied. Correct these fields, or set the planner up again and copy its new link.',
    reasons,
  });
}
