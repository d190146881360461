import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import { renderPlan } from '../../plan-tools/render-plan.ts';
import { toWire } from '../../plan-tools/wire.ts';
import { PLAN_URI_TEMPLATE, planOfUri, uriOf } from './plan-address.ts';
import type { Plans } from './plans.ts';

const MOST_COMPLETED = 100;

/** Every plan as a resource: JSON for programs, markdown for people and models. */
export function registerPlanResources(
  server: McpServer,
  { plans, ephemeral }: { readonly plans: Plans; readonly ephemeral: boolean },
): void {
  const template = new ResourceTemplate(PLAN_URI_TEMPLATE, {
    list: async () => ({
      resources: (await plans.list()).map(({ planId, summary }) => ({
        uri: uriOf(planId),
        name: planId,
        title: `Plan ${planId}`,
        annotations: { lastModified: summary.updatedAt },
      })),
    }),
    complete: {
      plan_id: async (begun) =>
        (await plans.list(begun)).slice(0, MOST_COMPLETED).map(({ planId }) => planId),
    },
  });
  server.registerResource(
    'plan',
    template,
    {
      title: 'Plan',
      description: `A plan with its steps, as JSON and as markdown. ${ephemeral ? 'It is gone when the connection ends.' : 'It lasts, and other processes may change it.'}`,
      mimeType: 'application/json',
    },
    async ({ href }) => {
      const planId = planOfUri(href);
      const moment = planId === undefined ? undefined : await plans.read(planId);
      if (planId === undefined || moment === undefined) throw new ResourceNotFoundError(href);
      const { version, plan } = moment;
      const json = { plan_id: planId, version, plan: plan ? toWire(plan) : null };
      return {
        contents: [
          { uri: href, mimeType: 'application/json', text: JSON.stringify(json, undefined, 2) },
          { uri: href, mimeType: 'text/markdown', text: plan ? renderPlan(plan) : 'There is no plan yet.' },
        ],
      };
    },
  );
}
