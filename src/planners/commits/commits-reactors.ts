import type { Reactor } from '../../kernel/work/reactor.ts';
import { type PlanReactorOptions, planReactor } from './agent/plan-reactor.ts';
import { bestReactor } from './evolution/best-reactor.ts';
import type { CarryOutOptions } from './evolution/carry-out/carry-out-options.ts';
import { changeReactor } from './evolution/carry-out/change-reactor.ts';
import { advancing } from './evolution/evolution-projection.ts';
import { evaluationReactor, measuringReactor } from './evolution/measure/evaluation-reactor.ts';

/**
 * The reactors of a session: they make plans, carry them out, measure the result, and give the best commit a branch.
 */
export function commitsReactors(options: PlanReactorOptions & CarryOutOptions): readonly Reactor[] {
  const reactors = [
    planReactor(options),
    changeReactor(options),
    evaluationReactor(),
    measuringReactor(options),
  ].map(advancing);
  // They parse their input.
  return [...reactors, bestReactor(options)] as readonly Reactor[];
}
