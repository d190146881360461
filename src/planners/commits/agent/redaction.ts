import { type Redact, redactionOf } from '../../../kernel/secret-redaction.ts';
import type { PlanningSettings } from '../settings.ts';

/** A function that removes all secrets visible to a backend's program. */
export function redactionFor({ env, extraEnv }: Pick<PlanningSettings, 'env' | 'extraEnv'>): Redact {
  return redactionOf(process.env, env, extraEnv);
}
