import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differences } from './difference.ts';

const task = (id: number, status: string) => ({ id, description: `Task no ${id}`, status });

describe('what differs', () => {
  it('is nothing between a value and itself', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(differences(value, structuredClone(value))).toEqual([]);
      }),
    );
  });

  it('is symmetric', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const there = differences({ one }, { one: other });
        const back = differences({ one: other }, { one });
        const mirrored = back.map(({ path, before, after }) => ({ path, before: after, after: before }));
        const plain = there.map(({ path, before, after }) => ({ path, before, after }));
        expect(mirrored).toHaveLength(plain.length);
        for (const change of plain) expect(mirrored).toContainEqual(change);
      }),
    );
  });

  it('names a field of a task by the task and the field', () => {
    expect(
      differences(
        { planner: { tasks: [task(1, 'Running'), task(2, 'Planned')] } },
        { planner: { tasks: [task(1, 'Completed'), task(2, 'Planned')] } },
      ),
    ).toEqual([
      {
        path: '/planner/tasks/1/status',
        label: 'Task 1 “Task no 1” · status',
        change: 'changed',
        before: 'Running',
        after: 'Completed',
      },
    ]);
  });

  it('reports items added, removed and moved in a named list', () => {
    const stop = (id: string) => ({ id, name: id.toUpperCase() });
    const changes = differences(
      { anchors: ['a', 'b', 'c', 'd'].map(stop) },
      { anchors: ['d', 'a', 'c', 'e'].map(stop) },
    );
    expect(changes.map(({ label, change, before, after }) => [label, change, before, after])).toEqual([
      ['Anchor “B”', 'removed', stop('b'), undefined],
      ['Anchor “D”', 'moved', 4, 1],
      ['Anchor “E”', 'added', undefined, stop('e')],
    ]);
  });

  it('reports reordered items only as moved, and as few as possible', () => {
    const list = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 9 });
    fc.assert(
      fc.property(
        list.chain((ids) => fc.tuple(fc.constant(ids), fc.shuffledSubarray(ids, { minLength: ids.length }))),
        ([ids, shuffled]) => {
          const tasks = (order: readonly number[]) => ({ tasks: order.map((id) => task(id, 'Planned')) });
          const changes = differences(tasks(ids), tasks(shuffled));
          expect(changes.every(({ change }) => change === 'moved')).toBe(true);
          const moved = new Set(changes.map(({ path }) => path));
          const rest = (order: readonly number[]) => order.filter((id) => !moved.has(`/tasks/${id}`));
          expect(rest(shuffled)).toEqual(rest(ids));
          expect(changes.length).toBeLessThanOrEqual(Math.max(0, ids.length - 1));
        },
      ),
    );
  });

  it('names an item without text by its kind, never by an id', () => {
    const id = '1e7016b1-99a1-405c-957b-fe342c081865';
    const files = { composeId: id, text: '', attachedFiles: [{ name: 'offer.pdf' }] };
    const after = { drafts: [files], messages: [{ id, type: 'sleep' }], anchors: [{ id, name: '' }] };
    expect(differences({}, after).map(({ label, path }) => [label, path])).toEqual([
      ['Draft “offer.pdf”', `/drafts/${id}`],
      ['Nothing to say', `/messages/${id}`],
      ['Anchor', `/anchors/${id}`],
    ]);
  });

  it('is nothing between a missing and an empty field', () => {
    expect(differences({ title: 'A' }, { title: 'A', fallback: null })).toEqual([]);
    expect(differences({ fallback: null }, { fallback: 'B' })).toMatchObject([{ change: 'changed' }]);
  });

  it('is one if an item is added and later ones shift by the same amount', () => {
    const stop = (name: string, day: number) => ({ id: name.toLowerCase(), name, day });
    const changes = differences(
      { stops: [stop('Rome', 1), stop('Siena', 2), stop('Pisa', 3)] },
      { stops: [stop('Rome', 1), stop('Lucca', 2), stop('Siena', 3), stop('Pisa', 4)] },
    );
    expect(changes).toEqual([
      expect.objectContaining({ change: 'added', label: 'Stop “Lucca”' }),
      { change: 'changed', path: '/stops/*/day', label: '2 stops · day', after: '+1 each' },
    ]);
  });

  it('names a field by its label', () => {
    const labels = new Map([['/setup/fixStops', 'Fix misplaced stops']]);
    expect(differences({ setup: { fixStops: true } }, { setup: { fixStops: false } }, labels)).toMatchObject([
      { path: '/setup/fixStops', label: 'setup · Fix misplaced stops' },
    ]);
  });

  it('takes other lists as one value', () => {
    expect(differences({ wishes: { tags: ['a'] } }, { wishes: { tags: ['a', 'b'] } })).toEqual([
      { path: '/wishes/tags', label: 'wishes · tags', change: 'changed', before: ['a'], after: ['a', 'b'] },
    ]);
  });
});
