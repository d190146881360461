import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OrderedIds } from './id-list.ts';
import { IdTable } from './id-table.ts';

const id = fc.oneof(
  fc.integer({ min: 0, max: 70 }),
  fc.integer({ min: 0, max: 5000 }),
  fc.constantFrom(2 ** 30, 2 ** 32 + 3, Number.MAX_SAFE_INTEGER),
);

/** What happens to one of several tables: most of them began as a copy of another. */
const step = fc.record({
  on: fc.nat(3),
  id,
  what: fc.constantFrom('set', 'set', 'set', 'delete', 'copy'),
  value: fc.nat(9),
});

const inOrder = (model: ReadonlyMap<number, number>) =>
  [...model].toSorted(([a], [b]) => a - b).map(([, value]) => value);

it('tables are maps sorted by id, independent of their copies', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const all = [{ table: new IdTable<number>(), model: new Map<number, number>() }];
      for (const { on, id: at, what, value } of steps) {
        const { table, model } = all[on % all.length] ?? all[0] ?? { table: new IdTable(), model: new Map() };
        if (what === 'copy') all.push({ table: new IdTable(table), model: new Map(model) });
        else if (what === 'set') {
          table.set(at, value);
          model.set(at, value);
        } else {
          table.delete(at);
          model.delete(at);
        }
      }
      for (const { table, model } of all) {
        expect(table.values()).toEqual(inOrder(model));
        expect([table.size, table.first()]).toEqual([model.size, inOrder(model)[0]]);
        for (const { id: at } of steps) {
          expect([table.has(at), table.get(at)]).toEqual([model.has(at), model.get(at)]);
        }
      }
    }),
  );
});

it('ids keep their insertion order, few or many, and copies are independent', () => {
  const change = fc.record({ on: fc.nat(2), id: fc.nat(60), adds: fc.integer({ min: 0, max: 9 }) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 150 }), (changes) => {
      const all = [{ ids: new OrderedIds(), model: new Set<number>() }];
      for (const { on, id: at, adds } of changes) {
        const { ids, model } = all[on % all.length] ?? { ids: new OrderedIds(), model: new Set() };
        if (adds === 9 && all.length < 3) all.push({ ids: new OrderedIds(ids), model: new Set(model) });
        else if (adds > 1) {
          ids.add(at);
          model.add(at);
        } else {
          ids.delete(at);
          model.delete(at);
        }
      }
      for (const { ids, model } of all)
        expect([ids.size, [...ids.values()]]).toEqual([model.size, [...model]]);
    }),
  );
});

it('many ids stay in order when they become few again', () => {
  const ids = new OrderedIds();
  for (let at = 100; at > 0; at--) ids.add(at);
  for (let at = 100; at > 3; at--) ids.delete(at);
  ids.add(2);
  expect([ids.size, ids.values()]).toEqual([3, [3, 2, 1]]);
  for (const at of [1, 2, 3, 4]) ids.delete(at);
  ids.add(7);
  expect([ids.size, ids.values()]).toEqual([1, [7]]);
});
