import type { SessionEvent } from '../../kernel/session/facts.ts';
import { planAfter } from '../planning-tools.ts';
import { Plan } from './plan.ts';

/** What an event of a session leaves of the plan. A fact that a foreign hand wrote is passed over, as a session does. */
export function planAfterEvent(plan: Plan | undefined, event: SessionEvent): Plan | undefined {
  try {
    if (event.type === 'ToolInvoked') return planAfter(plan, event);
    const kept = Object.hasOwn(event.slices, Plan.name) ? event.slices[Plan.name] : undefined;
    if (kept === undefined || kept.length > 1) return plan;
    return kept.map((value) => Plan.parse(value))[0];
  } catch {
    return plan;
  }
}
