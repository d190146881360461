import type { Reactor } from '../../kernel/work/reactor.ts';
import { type PlanReactorOptions, planReactor } from './agent/plan-reactor.ts';
import { bestReactor } from './evolution/best-reactor.ts';
import type { CarryOutOptions } from './evolution/carry-out/carry-out-options.ts';
import { changeReactor } from './evolution/carry-out/change-reactor.ts';
import { advancing } from './evolution/evolution-projection.ts';
import { evaluationReactor, measuringReactor } from './evolution/measure/evaluation-reactor.ts';

/** What is done about the facts of a session: plans are made, carried out and measured, and the best gets a branch. */
export function commitsReactors(options: PlanReactorOptions & CarryOutOptions): readonly Reactor[] {
  const made = [
    planReactor(options),
    changeReactor(options),
    evaluationReactor(),
    measuringReactor(options),
  ].map(advancing);
  // They parse what they are given.
  return [...made, bestReactor(options)] as readonly Reactor[];
}
