import { timestamp } from '../../../../journal/clock.ts';
import { toWire } from '../../../../plan-tools/calls/wire.ts';
import { type GraphFormat, graphText, planGraph } from '../../../../plan-tools/graph/graph-text.ts';
import { readySteps } from '../../../../plan-tools/graph/ready-steps.ts';
import type { Invocation } from '../../invocation.ts';
import { type ChangeOptions, change, withPlan } from './change.ts';

/** Lists the steps that are ready. Nothing is recorded, because a person only looked. */
export async function ready(invocation: Invocation, named: string | undefined): Promise<undefined> {
  const { output, clock } = invocation;
  await withPlan(invocation, named, { create: false }, async ({ planId, plan, version }) => {
    const steps = plan ? readySteps(plan, timestamp(clock.now())) : [];
    if (output.json) {
      await output.value({ plan_id: planId, version, ready: steps.map((step) => toWire(step)) });
    } else if (steps.length === 0) {
      await output.line('No step is ready.');
    } else {
      for (const { stepId, title } of steps) await output.line(`${stepId}  ${title}`);
    }
  });
}

export async function claim(
  invocation: Invocation,
  stepId: string | undefined,
  options: ChangeOptions & {
    readonly agent?: string;
    readonly minutes?: number;
    readonly release?: boolean;
    readonly takeOver?: boolean;
  },
): Promise<undefined> {
  const { agent, minutes, release, takeOver } = options;
  const input = {
    ...(stepId !== undefined && { step_id: stepId }),
    ...(agent !== undefined && { agent }),
    ...(minutes !== undefined && { minutes }),
    ...(release && { release }),
    ...(takeOver && { take_over: takeOver }),
  };
  await change(invocation, options, { tool: 'planning_claim', input });
}

export async function link(
  invocation: Invocation,
  from: string,
  type: string,
  to: string,
  { remove, ...options }: ChangeOptions & { readonly remove?: boolean },
): Promise<undefined> {
  const input = { links: [{ from, type, to, ...(remove && { remove }) }] };
  await change(invocation, options, { tool: 'planning_link', input });
}

export async function graph(
  invocation: Invocation,
  named: string | undefined,
  { format }: { readonly format: GraphFormat },
): Promise<undefined> {
  const { output, clock } = invocation;
  await withPlan(invocation, named, { create: false }, async ({ planId, plan, version }) => {
    if (plan === undefined) return;
    const at = timestamp(clock.now());
    if (output.json) await output.value({ plan_id: planId, version, ...planGraph(plan, at) });
    else for (const line of graphText(plan, format, at).split('\n')) await output.line(line);
  });
}
