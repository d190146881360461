import { type PlannerFamily, userInputFamily } from '../../harness/family.ts';
import type { PlanContext, PlanInput, Planner } from '../../harness/planner.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import {
  type CommitsConfig,
  type CommitsSeed,
  createCommitsConfigStore,
  DEFAULT_COMMITS_CONFIG,
  dehydrate,
  hydrate,
  summarizeApplied,
} from './config.ts';
import { commitsEventOf } from './facts.ts';
import { foldPlans, rememberedPlans } from './planning-fold.ts';

/** Plans from commits begin with what a person says, and a pass ends in a request for one. */
export const commitsFamily: PlannerFamily = userInputFamily({ closing: ['plan_requested'] });

/**
 * The commit planner as the harness runs it: what a person says is the goal of a plan that is requested. A reactor makes
 * the plan, because that takes minutes and another program.
 */
export const commitsPlanner: Planner<CommitsConfig, CommitsSeed> = {
  id: 'commits',
  name: 'Commit planner',
  plan({ facts }: PlanInput, context: PlanContext<CommitsConfig>): readonly ProposedFact[] {
    const { config = DEFAULT_COMMITS_CONFIG, newId } = context;
    const said = facts.findLast(({ type }) => type === 'user_input' || type === 'user_answer');
    const goal = typeof said?.text === 'string' ? said.text.trim() : '';
    if (goal === '') return [{ type: 'sleep', reason: 'No goal was named.' }];
    const book = foldPlans(facts.flatMap((fact) => commitsEventOf(fact) ?? []));
    const { iterationHint, ...request } = config;
    return [
      {
        type: 'plan_requested',
        requestId: newId('plan'),
        goal,
        ...request,
        ...(iterationHint !== '' && { iterationHint }),
        earlierPlans: rememberedPlans(book, config.repository),
      },
    ];
  },
  createConfigStore: createCommitsConfigStore,
  dehydrate,
  hydrate,
  summarizeApplied,
};
