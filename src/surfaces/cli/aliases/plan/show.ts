import { planIdOf } from '../../../../plan-tools/plan-id.ts';
import { toWire } from '../../../../plan-tools/wire.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { glyphsFor } from '../../terminal/glyphs.ts';
import { painted, type StyledLine, span, wrapped } from '../../terminal/styled-line.ts';
import { existingPlan } from './open-plan.ts';
import { currentStep, progressLine, stepLines } from './plan-view.ts';

/** Wider lines are hard to read. */
const WIDEST = 100;

export async function show(invocation: Invocation, named: string | undefined): Promise<undefined> {
  const { output, env } = invocation;
  planIdOf(named);
  const { planId, plan, session } = await withStore(invocation, { create: false }, (store) =>
    existingPlan(store, named),
  );
  if (output.json) {
    await output.value({ plan_id: planId, version: session.version, plan: toWire(plan) });
    return undefined;
  }
  const glyphs = glyphsFor(env);
  const columns = Math.min(output.columns, WIDEST);
  const current = currentStep(plan);
  const lines: StyledLine[] = [
    ...wrapped(plan.objective, columns).map((line) => [span(line, 'bold')]),
    progressLine(plan, { columns, glyphs }),
    ...(plan.steps.length > 0 ? [[]] : []),
    ...plan.steps.flatMap((step) =>
      stepLines(step, { columns, glyphs, inFull: true, isCurrent: step === current }),
    ),
  ];
  for (const line of lines) await output.raw(`${painted(line, { output, columns, cut: glyphs.cut })}\n`);
  return undefined;
}
