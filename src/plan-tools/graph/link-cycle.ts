import type { Plan, PlanStep } from '../plan/plan.ts';

/** What has to happen before a step can start, or before it ends. */
type Node = `begin ${string}` | `end ${string}`;

/**
 * Steps that would wait for each other forever, from one of them back to itself; `undefined` if there are none. A
 * step ends after its parts; it and its parts start after what blocks it.
 */
export function waitingCycle({ steps }: Pick<Plan, 'steps'>): readonly string[] | undefined {
  const known = new Map(steps.map((step) => [step.stepId, step]));
  const parts = Map.groupBy(
    steps.filter(({ parent }) => parent !== undefined),
    ({ parent }) => parent,
  );
  const before = (node: Node): Node[] => {
    const [moment, stepId = ''] = node.split(' ');
    const step = known.get(stepId);
    if (step === undefined) return [];
    if (moment === 'end') {
      return [`begin ${stepId}`, ...(parts.get(stepId) ?? []).map((part): Node => `end ${part.stepId}`)];
    }
    const { parent, blockedBy = [] } = step;
    return [
      ...(parent === undefined ? [] : [`begin ${parent}` as const]),
      // Being blocked by one of its own parts adds nothing.
      ...blockedBy.filter((id) => !isPartOf(known, id, stepId)).map((id): Node => `end ${id}`),
    ];
  };
  const done = new Set<Node>();
  for (const { stepId } of steps) {
    const found = cycleFrom(`end ${stepId}`, before, done);
    if (found) return named(found);
  }
  return undefined;
}

/**
 * The path from a node back to itself among all that come before `start`. Iterative, because a plan may be one long
 * chain.
 */
function cycleFrom(
  start: Node,
  before: (node: Node) => readonly Node[],
  done: Set<Node>,
): readonly Node[] | undefined {
  const path: { readonly node: Node; readonly next: Node[] }[] = [];
  const onPath = new Set<Node>();
  const enter = (node: Node) => {
    path.push({ node, next: [...before(node)] });
    onPath.add(node);
  };
  if (!done.has(start)) enter(start);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const next = top.next.shift();
    if (next === undefined) {
      path.pop();
      onPath.delete(top.node);
      done.add(top.node);
    } else if (onPath.has(next)) {
      const nodes = path.map(({ node }) => node);
      return [...nodes.slice(nodes.indexOf(next)), next];
    } else if (!done.has(next)) enter(next);
  }
  return undefined;
}

/** Whether a step is part of another one, directly or indirectly. */
export function isPartOf(
  steps: ReadonlyMap<string, Pick<PlanStep, 'parent'>>,
  stepId: string,
  whole: string,
): boolean {
  const seen = new Set<string>();
  for (let id = steps.get(stepId)?.parent; id !== undefined && !seen.has(id); id = steps.get(id)?.parent) {
    if (id === whole) return true;
    seen.add(id);
  }
  return false;
}

/** Each step of the path once, in the order they would have to be done. */
function named(nodes: readonly Node[]): readonly string[] {
  const ids = nodes.map((node) => node.split(' ')[1] ?? '').toReversed();
  return ids.filter((id, i) => i === 0 || id !== ids[i - 1]);
}
