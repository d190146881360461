import { waitingCycle } from '../graph/link-cycle.ts';
import type { StepLink } from '../graph/step-relations.ts';
import { linksOf, withLink } from '../graph/step-relations.ts';
import {
  frozenPlan,
  frozenStep,
  type Plan,
  type PlanStep,
  type StepConflict,
  stepNumber,
} from '../plan/plan.ts';
import { withHighest } from '../plan/plan-number.ts';
import { StepOrder, statusOf } from './apply-changes.ts';
import { Register } from './register.ts';
import { distinctChanges, type SharedChange } from './shared-change.ts';
import { type SharedStep, SharedSteps } from './shared-steps.ts';

/** The plan that all clones agree on, and their concurrent changes. */
export interface SharedPlan {
  /** `undefined` if nobody has started one. */
  readonly plan: Plan | undefined;
  /** Concurrent objectives of several clones; conflicts of steps are in the steps. */
  readonly conflicts: readonly StepConflict[];
  /** Steps whose id another clone has also assigned, with their current ids. */
  readonly renamed: readonly RenamedStep[];
}

/** A step whose id another clone has assigned to another step. */
export interface RenamedStep {
  /** Its original id. */
  readonly id: string;
  readonly added: SharedChange;
  /** Its id in all clones. */
  readonly stepId: string;
}

/**
 * Folds the changes of all clones. The result depends only on the set of changes: their order, batches and
 * repetitions make no difference.
 */
export function foldShared(changes: Iterable<SharedChange>): SharedPlan {
  const objective = new Register<string>();
  const abandoned = new Register<boolean>();
  const order = new StepOrder();
  const steps = new SharedSteps();
  for (const source of distinctChanges(changes)) {
    for (const change of source.changes) {
      if ('objective' in change) objective.write(change.objective, source);
      else if ('abandoned' in change) abandoned.write(change.abandoned, source);
      else if ('add' in change) {
        const step = steps.add(change, source);
        order.put(step.key, keyAfter(steps, change.after, source));
      } else if ('move' in change) {
        const step = steps.find(change.move, source);
        if (step === undefined) continue;
        step.touch(source);
        order.put(step.key, keyAfter(steps, change.after, source));
      } else if ('remove' in change) steps.find(change.remove, source)?.remove(source);
      else if ('link' in change) steps.link(change.link, change.on, source);
      else steps.find(change.step, source)?.change(change, source);
    }
  }
  if (objective.value === undefined) return { plan: undefined, conflicts: [], renamed: [] };
  const present = order.ids.flatMap((key) => steps.byKey(key) ?? []).filter((step) => step.isPresent);
  const listed = linked(present, steps).map(frozenStep);
  const plan = frozenPlan({
    objective: objective.value,
    status: statusOf(listed, abandoned.value ?? false),
    steps: listed,
  });
  const highest = steps.all.reduce((most, { id }) => Math.max(most, stepNumber({ stepId: id })), 0);
  return {
    plan: withHighest(plan, highest),
    conflicts: objective.conflict('objective', String),
    renamed: steps.renamed.map((step) => ({ id: step.id, added: step.added, stepId: steps.idOf(step) })),
  };
}

/** The key of the preceding step: `null` for the start, `undefined` for the end. */
function keyAfter(
  steps: SharedSteps,
  after: string | null | undefined,
  source: SharedChange,
): string | null | undefined {
  return after == null ? after : steps.find(after, source)?.key;
}

/**
 * The steps with their links. If links of several clones would make steps wait for each other, the later ones are
 * dropped.
 */
function linked(present: readonly SharedStep[], steps: SharedSteps): readonly PlanStep[] {
  const ids = new Map(present.map((step) => [step.key, steps.idOf(step)]));
  const bare = new Map(
    present.map((step) => [ids.get(step.key) ?? '', step.toStep(ids.get(step.key) ?? '')]),
  );
  const links = steps.links.flatMap(({ from, type, to }): readonly StepLink[] => {
    const [fromId, toId] = [ids.get(from), ids.get(to)];
    return fromId === undefined || toId === undefined ? [] : [{ from: fromId, type, to: toId }];
  });
  const all = new Map(bare);
  for (const link of links) addLink(all, link);
  if (waitingCycle({ steps: [...all.values()] }) === undefined) return [...all.values()];
  for (const link of links) {
    const before = bare.get(carrierIn(link));
    addLink(bare, link);
    if (before && waitingCycle({ steps: [...bare.values()] })) bare.set(before.stepId, before);
  }
  return [...bare.values()];
}

function carrierIn({ from, type, to }: StepLink): string {
  return type === 'blocks' || type === 'parent' ? to : from;
}

function addLink(steps: Map<string, PlanStep>, link: StepLink): void {
  const step = steps.get(carrierIn(link));
  if (step === undefined) return;
  // A step has one parent: of two concurrent ones the later wins.
  const old = link.type === 'parent' ? linksOf(step).find(({ type }) => type === 'parent') : undefined;
  steps.set(step.stepId, withLink(old ? withLink(step, old, false) : step, link, true));
}
