import { planIdOf } from '../../../../plan-tools/plan-id.ts';
import { toWire } from '../../../../plan-tools/wire.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { type StyledLine, span } from '../../terminal/output.ts';
import { paintedLine, terminalOf, wrappedText } from '../../terminal/paint.ts';
import { existingPlan } from './open-plan.ts';
import { planStepLines, progressLine } from './plan-view.ts';

/** Wider lines are hard to read. */
const WIDEST = 100;

export async function show(invocation: Invocation, named: string | undefined): Promise<undefined> {
  const { output } = invocation;
  planIdOf(named);
  const { planId, plan, session } = await withStore(invocation, { create: false }, (store) =>
    existingPlan(store, named),
  );
  if (output.json) {
    await output.value({ plan_id: planId, version: session.version, plan: toWire(plan) });
    return undefined;
  }
  const terminal = { ...terminalOf(invocation), width: Math.min(output.columns, WIDEST) };
  const lines: StyledLine[] = [
    ...wrappedText(plan.objective, terminal.width).map((line) => [span(line, 'bold')]),
    progressLine(plan, terminal),
    ...(plan.steps.length > 0 ? [[]] : []),
    ...plan.steps.flatMap((step) => planStepLines(step, terminal)),
  ];
  for (const line of lines) await output.raw(`${paintedLine(line, terminal)}\n`);
  return undefined;
}
