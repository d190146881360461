import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GivenTask } from '../commands/command.ts';
import { Planner } from '../handler.ts';
import { TaskFold } from '../task-fold.ts';
import { moved, needsInOrder } from './task-order.ts';

function held(...tasks: readonly (readonly [string, ...number[]])[]): Planner {
  const planner = new Planner();
  const given = tasks.map(([description, ...dependsOn]): GivenTask => ({ description, dependsOn }));
  planner.process({ type: 'Initialize', tasks: given, policy: { review: true } });
  return planner;
}

function move(planner: Planner, taskId: number, before?: number) {
  for (const event of moved({ plan: new TaskFold(planner.state) }, { taskId, before }, 'ada'))
    planner.accept(event);
  return planner.state.tasks.map(({ id, description, dependsOn = [] }) => [id, description, ...dependsOn]);
}

describe('a moved task', () => {
  it('takes the position of another one, and the others make room', () => {
    expect(move(held(['a'], ['b'], ['c'], ['d', 3]), 3, 1)).toEqual([
      [1, 'c'],
      [2, 'a'],
      [3, 'b'],
      [4, 'd', 1],
    ]);
  });

  it('moves to the end without another one', () => {
    expect(move(held(['a'], ['b'], ['c']), 1)).toEqual([
      [1, 'b'],
      [2, 'c'],
      [3, 'a'],
    ]);
  });

  it('changes its position in a chain, up and down', () => {
    const chain = [['a'], ['b', 1], ['c', 2], ['d', 3]] as const;
    const other = [
      [1, 'a'],
      [2, 'c', 1],
      [3, 'b', 2],
      [4, 'd', 3],
    ];
    expect(move(held(...chain), 3, 2)).toEqual(other);
    expect(move(held(...chain), 2, 4)).toEqual(other);
  });

  it('keeps its attachments, and skipped tasks stay skipped', () => {
    const planner = new Planner();
    const file = { kind: { type: 'FileRef', value: 'notes.txt' } } as const;
    planner.process({
      type: 'Initialize',
      tasks: [
        { description: 'a' },
        { description: 'b', attachments: [file] },
        { description: 'c', dependsOn: [1] },
      ],
      policy: { review: true },
    });
    planner.process({ type: 'SkipTask', taskId: 3, reason: 'no' });
    move(planner, 1);
    expect(planner.state.tasks).toMatchObject([
      { description: 'b', attachments: [file], status: 'Planned' },
      { description: 'c', dependsOn: [3], status: 'Cancelled', result: 'no' },
      { description: 'a', status: 'Planned' },
    ]);
  });

  it('is refused if the plan has started, or the task does not exist', () => {
    const planner = held(['a'], ['b']);
    expect(() => move(planner, 7)).toThrow(expect.objectContaining({ code: 'refused' }));
    planner.process({ type: 'ApprovePlan' });
    expect(() => move(planner, 2, 1)).toThrow(expect.objectContaining({ code: 'refused' }));
  });
});

it('keeps every order but that with passed tasks, and never forms a cycle', () => {
  const plans = fc.array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: 2, maxLength: 9 }).map((all) =>
    all.map((needs, at) => ({
      id: at + 1,
      dependsOn: at === 0 ? [] : needs.map((each) => (each % at) + 1),
    })),
  );
  fc.assert(
    fc.property(plans, fc.nat(), fc.nat(), (tasks, from, to) => {
      const movedId = (from % tasks.length) + 1;
      const others = tasks.map(({ id }) => id).filter((id) => id !== movedId);
      const sequence = others.toSpliced(to % tasks.length, 0, movedId);
      const before = pairsOf(new Map(tasks.map(({ id, dependsOn }) => [id, dependsOn])));
      const place = (id: number) => sequence.indexOf(id);
      const wanted = before.map(([a, b]) => (place(a) < place(b) ? [a, b] : [b, a]).join('<'));
      const after = pairsOf(needsInOrder(tasks, sequence, movedId));
      for (const [a, b] of after) expect(place(a)).toBeLessThan(place(b));
      expect(after.map((pair) => pair.join('<'))).toEqual(expect.arrayContaining(wanted));
    }),
  );
});

/** Which comes before which, near or far. */
function pairsOf(needs: ReadonlyMap<number, readonly number[]>): readonly (readonly [number, number])[] {
  return [...needs.keys()].flatMap((id) => {
    const found = new Set<number>();
    const queue = [...(needs.get(id) ?? [])];
    for (let each = queue.pop(); each !== undefined; each = queue.pop()) {
      if (found.has(each)) continue;
      found.add(each);
      queue.push(...(needs.get(each) ?? []));
    }
    return [...found].map((each) => [each, id] as const);
  });
}
