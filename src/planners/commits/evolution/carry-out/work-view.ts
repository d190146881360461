import type { ViewBlock } from '../../../../harness/module/view-block.ts';
import type { PlanCall } from '../../plan/plan-commands.ts';
import type { PlanRecord } from '../../planning-fold.ts';
import type { SessionPlan } from '../../session-fold.ts';
import { valueText } from '../measure/archive-cell.ts';

/** A plan that may have been carried out. */
export type WorkedPlan = PlanRecord & Partial<Pick<SessionPlan, 'work' | 'repairs'>>;

/** The progress of a plan: its repairs, its changes and its measurements. */
export function workBlocks({ request, work, repairs = [] }: WorkedPlan): readonly ViewBlock<PlanCall>[] {
  const blocks: ViewBlock<PlanCall>[] = [];
  const repaired = repairs.flatMap((each) => each.repairs);
  if (repaired.length > 0) {
    const lines = repaired.map(({ issue, action }) => `- ${issue} ${action}`);
    blocks.push({ type: 'markdown', title: 'Repaired before it was carried out', text: lines.join('\n') });
  }
  if (work === undefined) return blocks;
  const { step, failure, change, evaluation } = work;
  if (step === 'changing') blocks.push({ type: 'progress', label: 'Being carried out', value: 0 });
  if (step === 'evaluating') blocks.push({ type: 'progress', label: 'Being measured', value: 0 });
  if (failure) blocks.push({ type: 'markdown', title: 'Not carried out', text: failure.reason });
  if (change) {
    const branch = request.evolution ? '' : ` on the branch \`${change.ref.replace('refs/heads/', '')}\``;
    const text = `${change.summary}\n\nCommit \`${change.commit.slice(0, 10)}\`${branch}, by ${change.agent}.`;
    blocks.push({ type: 'markdown', title: 'Changes', text });
    blocks.push({ type: 'diff', title: change.commit.slice(0, 10), text: change.diff });
  }
  if (evaluation?.status === 'failed')
    blocks.push({ type: 'markdown', title: 'Not measured', text: evaluation.reason ?? '' });
  if (evaluation?.status === 'measured') {
    blocks.push({
      type: 'fields',
      title: 'Measured',
      items: evaluation.metrics.map(({ name, value, unit, spread = 0 }) => ({
        label: name,
        value: `${valueText({ objective: value, spread })}${unit ? ` ${unit}` : ''}`,
      })),
    });
  }
  return blocks;
}
