import { toWire } from '../../../../plan-tools/calls/wire.ts';
import { DEFAULT_PLAN, journalOf } from '../../../../plan-tools/plan/plan-id.ts';
import { plannerText } from '../../../../sessions/view/message.ts';
import { type WatchedMoment, watch } from '../../commands/session/watch.ts';
import { selectedPlan, syncBefore } from '../../config/plan-choice.ts';
import { DEFAULT_DATA, locationName, type StoreLocation } from '../../config/store-location.ts';
import type { Invocation } from '../../invocation.ts';
import { progressText } from './plan-text.ts';
import { planStateOf } from './read.ts';

export async function watchPlan(invocation: Invocation, named: string | undefined): Promise<undefined> {
  const planId = await selectedPlan(invocation, named);
  await syncBefore(invocation, [planId]);
  await watch(invocation, journalOf(planId), {
    missing: [`Waiting for plan ${planId} …`, ...hintsFor(planId, invocation.location)],
    print: (moment) => printChanges(invocation, planId, moment),
  });
}

/** Prints one line for each change, for a file or another program, after the initial state. */
async function printChanges({ output }: Invocation, planId: string, moment: WatchedMoment): Promise<void> {
  const { news, isFirst, session } = moment;
  for (const change of isFirst ? news.slice(-1) : news) {
    const { seq, ts } = change;
    const { plan, version } = planStateOf(await session.view(seq));
    const [call] = await session.journal.facts({ from: seq, to: seq });
    // A refused call is a message, but changes nothing.
    if (!isFirst && call && 'error' in call) continue;
    const summary = plannerText(change);
    if (output.json) {
      const caused = isFirst ? {} : { tool: call && 'tool' in call ? String(call.tool) : null, summary };
      const wire = plan ? toWire(plan) : null;
      const event = isFirst ? 'plan' : 'change';
      await output.value({ event, plan_id: planId, version, ts, ...caused, plan: wire });
      continue;
    }
    const progress = plan ? ` (${progressText(plan)}, ${plan.status})` : '';
    await output.line(`${ts}  ${isFirst && plan ? plan.objective : summary}${progress}`);
  }
}

function hintsFor(planId: string, location: StoreLocation): string[] {
  const named = planId === DEFAULT_PLAN ? '' : ` --plan ${planId}`;
  const imported = planId === DEFAULT_PLAN ? '' : ` ${planId}`;
  const where =
    location.type === 'sqlite' && location.data !== DEFAULT_DATA ? ` --data ${location.data}` : '';
  return [
    'Start it in another terminal:',
    `  wayfold plan set "The objective" "First step"${named}${where}`,
    `  wayfold plan import todo.md${imported}${where}`,
    'or let an agent create it through `wayfold mcp`.',
    `Looking in ${locationName(location)}.`,
  ];
}
