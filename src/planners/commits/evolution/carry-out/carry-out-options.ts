import type { AgentBackend } from '../../../../machine/agents/agent-backend.ts';
import type { PlanReactorOptions } from '../../agent/plan-reactor.ts';
import { PlanningError } from '../../error.ts';
import { type PlanningSettings, settingsFromEnv } from '../../settings.ts';

/** Options for carrying out and measuring plans. */
export interface CarryOutOptions extends Pick<PlanReactorOptions, 'settings' | 'roots' | 'progress'> {
  /** The backend that carries out every plan, regardless of the fact. */
  readonly backend?: AgentBackend;
  /**
   * The command lines that may measure commits. A fact may come from anybody who can write to the journal, so it names
   * an evaluator and the host decides whether to run it. Default: those of the settings.
   */
  readonly evaluators?: readonly string[];
  /** Whether agents may carry out plans here. Default: if an evaluator may run, or the settings allow it. */
  readonly carriesOut?: boolean;
}

/** The settings for carrying out plans. */
export function settingsIn({ settings }: CarryOutOptions): PlanningSettings {
  return settings ?? settingsFromEnv();
}

/** Throws if this host does not carry out plans. */
export function checkCarriesOut(options: CarryOutOptions): void {
  const { evaluators, carriesOut } = settingsIn(options);
  const allowed = options.carriesOut ?? (carriesOut || (options.evaluators ?? evaluators).length > 0);
  if (allowed) return;
  throw new PlanningError('carry-out-refused', {
    summary: 'This host only plans; it does not carry plans out.',
    fix: 'Carry it out with `wayfold commits carry-out`, or start the host with WORKER_PLANNING_CARRY_OUT=1.',
  });
}

/** Throws if this host does not run one of these evaluators. */
export function checkEvaluators(wanted: readonly string[], options: CarryOutOptions): void {
  const allowed = options.evaluators ?? settingsIn(options).evaluators;
  const foreign = wanted.find((each) => !allowed.includes(each));
  if (foreign === undefined) return;
  throw new PlanningError('carry-out-refused', {
    expected: allowed.length === 0 ? 'an evaluator that this host names' : `one of ${allowed.join(', ')}`,
    actual: JSON.stringify(foreign),
    fix: 'Continue with `wayfold commits evolve --resume`, or start the host with WORKER_PLANNING_EVALUATORS naming it.',
  });
}
