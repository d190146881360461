import type { SessionEvent } from '../../kernel/session/facts.ts';
import { planAfter } from '../planning-tools.ts';
import { Plan } from './plan.ts';

/** The plan after an event of a session. Facts that other programs wrote are skipped, as in a session. */
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
