import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cyclesIn } from './cycles.ts';
import type { TaskPlan } from './task-plan.ts';

/** `{ a: 'b c' }` is a step a that waits for b and c. */
function planOf(waits: Readonly<Record<string, string>>): TaskPlan {
  return { steps: Object.entries(waits).map(([id, on]) => stepOf(id, on)) };
}

function stepOf(id: string, on: string) {
  return { id, title: id, dependsOn: on === '' ? [] : on.split(' ') };
}

describe('cyclesIn', () => {
  it.each([
    ['nothing in a plan without steps', {}, []],
    ['nothing where steps only follow each other', { a: '', b: 'a', c: 'a b' }, []],
    ['nothing where two ways lead to the same step', { a: 'b c', b: 'd', c: 'd', d: '' }, []],
    ['a step that waits for itself', { a: '', b: 'a b' }, [['b']]],
    ['a cycle that only a later dependency closes', { a: '', b: 'a c', c: 'b' }, [['b', 'c']]],
    ['a cycle behind steps that are not in it', { a: 'b', b: 'c', c: 'd', d: 'b' }, [['b', 'c', 'd']]],
    [
      'a cycle that waits for steps looked at before',
      { a: 'b', b: '', c: 'a', d: 'b e', e: 'd' },
      [['d', 'e']],
    ],
    ['two cycles as one group where they share a step', { a: 'b c', b: 'a', c: 'a' }, [['a', 'b', 'c']]],
    ['a cycle in the order of the plan', { c: 'b', a: 'c', b: 'a' }, [['c', 'a', 'b']]],
    ['no cycle through a step that is not there', { a: 'ghost', b: 'a ghost' }, []],
  ])('finds %s', (_, waits, groups) => {
    expect(cyclesIn(planOf(waits))).toEqual(groups);
  });

  it('uses the first of two steps with the same id', () => {
    const steps = [stepOf('a', 'b'), stepOf('b', 'a'), stepOf('a', '')];
    expect(cyclesIn({ steps })).toEqual([['a', 'b']]);
  });

  it('puts two steps in a group exactly when each can be reached from the other', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const anyWaits = fc.tuple(...ids.map(() => fc.subarray(ids)));
    fc.assert(
      fc.property(anyWaits, (waits) => {
        const steps = ids.map((id, at) => ({ id, title: id, dependsOn: waits[at] ?? [] }));
        const reached = new Map(steps.map(({ id }) => [id, reachedFrom(id, steps)]));
        const expected = ids.filter((id) => reached.get(id)?.has(id));
        const groups = cyclesIn({ steps });
        expect(groups.flat().toSorted()).toEqual(expected);
        for (const group of groups) {
          const [first = ''] = group;
          const mutual = ids.filter((id) => reached.get(first)?.has(id) && reached.get(id)?.has(first));
          expect(group).toEqual(mutual);
        }
      }),
    );
  });
});

function reachedFrom(start: string, steps: TaskPlan['steps']): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const next of steps.find((step) => step.id === id)?.dependsOn ?? []) {
      if (!reached.has(next)) open.push(next);
      reached.add(next);
    }
  }
  return reached;
}
