import { isPlanId } from '../../plan-tools/plan-id.ts';

const PREFIX = 'plan://';

/** What the address of every plan looks like. */
export const PLAN_URI_TEMPLATE = `${PREFIX}{plan_id}`;

export function uriOf(planId: string): string {
  return `${PREFIX}${planId}`;
}

/** The plan that an address names, if it can be one. */
export function planOfUri(uri: string): string | undefined {
  const planId = uri.startsWith(PREFIX) ? uri.slice(PREFIX.length) : undefined;
  return isPlanId(planId) ? planId : undefined;
}
