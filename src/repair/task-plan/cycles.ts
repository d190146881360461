import type { TaskPlan } from './task-plan.ts';

/**
 * Groups of steps that wait for each other, each in plan order: Tarjan's algorithm with an explicit stack, so that
 * a chain of a hundred thousand steps does not overflow the call stack.
 */
export function cyclesIn({ steps }: TaskPlan): string[][] {
  const dependencies = new Map<string, readonly string[]>();
  const order = new Map<string, number>();
  for (const [at, { id, dependsOn }] of steps.entries()) {
    if (order.has(id)) continue;
    order.set(id, at);
    dependencies.set(id, dependsOn);
  }
  const found: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();

  for (const root of order.keys()) {
    if (index.has(root)) continue;
    const work: { id: string; next: number }[] = [{ id: root, next: 0 }];
    while (work.length > 0) {
      const frame = work.at(-1);
      if (frame === undefined) break;
      const { id } = frame;
      if (frame.next === 0) {
        index.set(id, index.size);
        low.set(id, index.size - 1);
        open.push(id);
        isOpen.add(id);
      }
      const dependency = dependencies.get(id)?.[frame.next];
      if (dependency !== undefined) {
        frame.next++;
        if (!order.has(dependency)) continue;
        if (!index.has(dependency)) work.push({ id: dependency, next: 0 });
        else if (isOpen.has(dependency)) lower(id, index.get(dependency));
        continue;
      }
      work.pop();
      const above = work.at(-1);
      if (above) lower(above.id, low.get(id));
      if (low.get(id) === index.get(id)) close(id);
    }
  }
  return found;

  function lower(id: string, to: number | undefined): void {
    low.set(id, Math.min(low.get(id) ?? 0, to ?? 0));
  }

  function close(id: string): void {
    const group = open.splice(open.lastIndexOf(id));
    for (const member of group) isOpen.delete(member);
    const waitsForItself = dependencies.get(id)?.includes(id) ?? false;
    if (group.length > 1 || waitsForItself) {
      found.push(group.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)));
    }
  }
}
