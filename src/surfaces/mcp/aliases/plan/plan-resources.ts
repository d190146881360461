import { isPlanId, planOfJournal } from '../../../../plan-tools/plan-id.ts';
import { renderPlan } from '../../../../plan-tools/render-plan.ts';
import { toWire } from '../../../../plan-tools/wire.ts';
import { lastingOf, type ResourceKind } from '../../resource-kind.ts';
import type { Plans } from './plans.ts';

/** Every plan as a resource. */
export function planResources(plans: Plans, { ephemeral }: { readonly ephemeral: boolean }): ResourceKind {
  return {
    scheme: 'plan',
    idName: 'plan_id',
    title: 'Plan',
    description: `A plan with its steps, as JSON and as markdown. ${lastingOf(ephemeral)}`,
    isId: isPlanId,
    idOfJournal: planOfJournal,
    list: async (prefix) =>
      (await plans.list(prefix)).map(({ planId, summary }) => ({ id: planId, updatedAt: summary.updatedAt })),
    look: async (planId) => {
      const state = await plans.read(planId);
      return state && { begun: state.plan !== undefined, state };
    },
    read: async (planId) => {
      const moment = await plans.read(planId);
      if (moment === undefined) return undefined;
      const { version, plan } = moment;
      return {
        json: { plan_id: planId, version, plan: plan ? toWire(plan) : null },
        markdown: plan ? renderPlan(plan) : 'There is no plan yet.',
      };
    },
  };
}
