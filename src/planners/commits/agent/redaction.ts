import { type Redact, redactionOf } from '../../../kernel/secret-redaction.ts';
import type { PlanningSettings } from '../settings.ts';

/** Takes out the secrets of everything that a backend's program can see. */
export function redactionFor({ env, extraEnv }: Pick<PlanningSettings, 'env' | 'extraEnv'>): Redact {
  return redactionOf(process.env, env, extraEnv);
}
