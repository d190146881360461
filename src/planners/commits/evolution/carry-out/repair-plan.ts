import { canonicalJson } from '../../../../journal/integrity/canonical-json.ts';
import { git } from '../../../../machine/git/git.ts';
import { PlanningError } from '../../error.ts';
import type { CommitsEventOf } from '../../facts.ts';
import { planDigest } from '../../plan/plan-decision.ts';
import type { ValidationMode } from '../../plan/validation-mode.ts';
import { type PlanOnBase, repairPlan } from './plan-repairs.ts';

/**
 * The plan adapted to the commit it is carried out on, as a fact; undefined if it fits unchanged. Throws if nothing is
 * left of it.
 */
export async function repairedFor({
  requestId,
  proposal: { plan, baseCommit },
  mode,
  root,
  base,
}: {
  readonly requestId: string;
  /** A plan is changed in lenient mode only; otherwise it must fit exactly. */
  readonly mode: ValidationMode;
  readonly proposal: CommitsEventOf<'plan_proposed'>;
  readonly root: string;
  readonly base: string;
}): Promise<CommitsEventOf<'plan_repaired'> | undefined> {
  if (baseCommit === base) return undefined;
  const repaired = repairPlan({ plan, baseCommit, base, ...(await changesBetween(root, baseCommit, base)) });
  if (repaired.plan === undefined) {
    throw new PlanningError('plan-outdated', {
      summary: `The plan was made for ${baseCommit.slice(0, 10)}, and no step of it fits ${base.slice(0, 10)}: ${repaired.repairs.map(({ issue }) => issue).join(' ')}`,
      fix: 'Ask for a new plan.',
    });
  }
  if (mode !== 'lenient' && canonicalJson(repaired.plan) !== canonicalJson(plan)) {
    throw new PlanningError('plan-outdated', {
      summary: `The plan does not fit ${base.slice(0, 10)}, and mode ${mode} does not repair it: ${repaired.repairs.map(({ issue }) => issue).join(' ')}`,
      fix: 'Ask for a new plan, or for one in mode lenient, which is repaired.',
    });
  }
  // The plan as the journal will store it, for the digest.
  const wire = JSON.parse(canonicalJson(repaired.plan));
  return {
    type: 'plan_repaired',
    requestId,
    plan: wire,
    digest: planDigest(requestId, wire),
    baseCommit: base,
    repairs: repaired.repairs.map((repair) => ({ ...repair })),
  };
}

async function changesBetween(
  root: string,
  from: string,
  to: string,
): Promise<Pick<PlanOnBase, 'renamed' | 'removed' | 'changed'>> {
  const args = ['diff', '--name-status', '-z', '-M', '--no-ext-diff', '--no-textconv', from, to];
  const fields = (await git(root, args)).split('\0');
  const renamed = new Map<string, string>();
  const removed = new Set<string>();
  const changed = new Set<string>();
  for (let at = 0; at + 1 < fields.length; ) {
    const [status = '', path = '', target = ''] = fields.slice(at, at + 3);
    const kind = status.charAt(0);
    if (kind === 'R') renamed.set(path, target);
    if (kind === 'D') removed.add(path);
    if (kind === 'M' || kind === 'T') changed.add(path);
    at += kind === 'R' || kind === 'C' ? 3 : 2;
  }
  return { renamed, removed, changed };
}
