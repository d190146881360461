import { installedBackend } from '../../../../planners/commits/agent/load-backend.ts';
import type { ValidationMode } from '../../../../planners/commits/plan/validation-mode.ts';
import { type PlanningSettings, settingsFromEnv } from '../../../../planners/commits/settings.ts';
import { CliError } from '../../error.ts';
import type { Invocation } from '../../invocation.ts';

/** The options that choose the backend. */
export interface BackendOptions {
  readonly backend?: string;
  readonly command?: string;
  readonly model?: string;
  readonly mode?: ValidationMode;
}

/** The settings of the environment, overridden by the options. */
export function settingsOf(
  { env }: Pick<Invocation, 'env'>,
  { backend, command, model, mode }: BackendOptions,
): PlanningSettings {
  const settings = settingsFromEnv({
    ...env,
    ...(command !== undefined && { WORKER_PLANNING_COMMAND: command }),
  });
  const chosen = {
    ...settings,
    ...(command !== undefined && { backend: 'command' }),
    ...(backend !== undefined && { backend }),
    ...(model !== undefined && { model }),
    ...(mode !== undefined && { validationMode: mode }),
  };
  return chosen.backend === 'auto' ? { ...chosen, backend: installedBackend(chosen) ?? 'auto' } : chosen;
}

/** Throws if the goal is blank. */
export function checkedGoal(goal: string): void {
  if (goal.trim() !== '') return;
  throw new CliError('usage', {
    summary: 'The goal is blank.',
    fix: 'Give the goal: --goal "make parsing 2x faster".',
  });
}

/** Ignores blank values. */
export function withoutBlanks(texts: readonly string[]): string[] {
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}
