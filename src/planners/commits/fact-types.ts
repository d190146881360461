import type { z } from 'zod';
import type { FactKind } from '../../harness/module/fact-kind.ts';
import { evolutionEnd } from './evolution/evolution-view.ts';
import { commitsFacts, failureSummary } from './facts.ts';
import { planText } from './plan/plan-text.ts';
import type { CommitsState } from './session-fold.ts';

interface States {
  readonly after: CommitsState;
}

type Schemas = typeof commitsFacts;

interface TypeOf<Type extends keyof Schemas> {
  readonly schema: Schemas[Type];
  readonly kind: FactKind | ((fact: z.output<Schemas[Type]>) => FactKind);
  text?(fact: z.output<Schemas[Type]>, states: States): string | undefined;
}

/** The facts of the commit planner: their schemas, their kinds on the timeline, and their texts for people. */
export const factTypes = {
  commit_card_added: { schema: commitsFacts.commit_card_added, kind: 'plan' },
  plan_requested: { schema: commitsFacts.plan_requested, kind: 'plan' },
  plan_attempted: {
    schema: commitsFacts.plan_attempted,
    kind: ({ status }) => (status === 'failed' ? 'failure' : 'plan'),
  },
  plan_proposed: {
    schema: commitsFacts.plan_proposed,
    kind: 'plan',
    text: ({ requestId, plan }, { after }) => ofPerson(after, requestId, planText(plan)),
  },
  plan_failed: {
    schema: commitsFacts.plan_failed,
    kind: 'failure',
    text: (failure, { after }) => {
      const { requestId, fix } = failure;
      const name = candidateName(after, requestId);
      const who = name === undefined ? 'There is no plan.' : `Candidate ${name} has no plan.`;
      return unlessStopped(after, requestId, `${who} ${failureSummary(failure)} ${fix}`);
    },
  },
  plan_accepted: {
    schema: commitsFacts.plan_accepted,
    kind: 'decision',
    text: ({ requestId, tasks }, { after }) =>
      ofPerson(after, requestId, `The plan was accepted. It has ${tasks.length} tasks.`),
  },
  plan_rejected: {
    schema: commitsFacts.plan_rejected,
    kind: 'decision',
    text: ({ requestId }, { after }) => unlessStopped(after, requestId, 'The plan was rejected.'),
  },
  plan_concluded: {
    schema: commitsFacts.plan_concluded,
    kind: ({ outcome }) => (outcome === 'failed' ? 'failure' : 'decision'),
    text: ({ requestId, outcome, note }, { after }) => conclusionText(after, requestId, { outcome, note }),
  },
  evolution_started: {
    schema: commitsFacts.evolution_started,
    kind: 'plan',
    text: ({ rounds, candidates, objective: { metric } }) =>
      `Begins ${counted(rounds, 'round')} of ${counted(candidates, 'candidate')}, measured by ${metric}.`,
  },
  change_requested: { schema: commitsFacts.change_requested, kind: 'plan' },
  plan_repaired: {
    schema: commitsFacts.plan_repaired,
    kind: 'plan',
    text: ({ repairs }) => repairs.map(({ issue, action }) => `${issue} ${action}`).join('\n'),
  },
  change_made: { schema: commitsFacts.change_made, kind: 'plan' },
  change_failed: {
    schema: commitsFacts.change_failed,
    kind: 'failure',
    text: ({ requestId, reason }, { after }) => ofPerson(after, requestId, reason),
  },
  evaluation_requested: { schema: commitsFacts.evaluation_requested, kind: 'plan' },
  evaluation_begun: {
    schema: commitsFacts.evaluation_begun,
    kind: 'plan',
    text: ({ cutOff }) => cutOff && CUT_OFF[cutOff],
  },
  commit_evaluated: {
    schema: commitsFacts.commit_evaluated,
    kind: ({ status }) => (status === 'failed' ? 'failure' : 'plan'),
  },
  evolution_stopped: {
    schema: commitsFacts.evolution_stopped,
    kind: 'decision',
    text: ({ evolutionId }, { after }) => {
      const evolution = after.evolutions.get(evolutionId);
      return evolution && evolutionEnd(evolution, after);
    },
  },
  evolution_resumed: { schema: commitsFacts.evolution_resumed, kind: 'decision' },
  best_offered: {
    schema: commitsFacts.best_offered,
    kind: 'plan',
    text: ({ branch, commit }) => `The best commit, ${commit.slice(0, 10)}, is on the branch ${branch}.`,
  },
} as const satisfies { readonly [Type in keyof Schemas]: TypeOf<Type> };

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

const CUT_OFF = {
  stop: 'Measuring was stopped before it had a result. It starts again.',
  crash: 'The measuring program ended before it had a result. Measuring starts again.',
} as const;

/** No text for the result of a plan that was stopped. */
function unlessStopped({ plans }: CommitsState, requestId: string, text: string): string | undefined {
  return plans.get(requestId)?.isStopped ? undefined : text;
}

/** Plans of an evolution are reported through their results. */
function ofPerson(state: CommitsState, requestId: string, text: string): string | undefined {
  return state.plans.get(requestId)?.request.evolution ? undefined : unlessStopped(state, requestId, text);
}

function conclusionText(
  state: CommitsState,
  requestId: string,
  { outcome, note }: { readonly outcome: 'succeeded' | 'failed'; readonly note?: string | undefined },
): string | undefined {
  const plan = state.plans.get(requestId);
  const name = candidateName(state, requestId);
  if (name === undefined) {
    const text = outcome === 'succeeded' ? 'The plan was carried out.' : 'The plan did not work out.';
    return unlessStopped(state, requestId, text);
  }
  const summary = plan?.proposal?.plan.plan_summary;
  const who = summary === undefined ? name : `${name}, “${summary}”,`;
  return `Candidate ${who} is ${outcome === 'succeeded' ? 'kept' : 'not kept'}: ${note ?? ''}`;
}

/** The round and number of a plan's candidate. */
function candidateName({ plans }: CommitsState, requestId: string): string | undefined {
  const { evolution } = plans.get(requestId)?.request ?? {};
  return evolution && `${evolution.round}.${evolution.candidate}`;
}
