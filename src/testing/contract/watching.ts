import assert from 'node:assert/strict';
import type { Fact } from '../../journal/fact.ts';
import { type Collector, collect, collectChanges } from './collector.ts';
import { note, notes, texts, withinTime } from './expectations.ts';
import type { Suite } from './suite.ts';

export function watchingContract({ describe, it }: Suite): void {
  describe('a subscription', () => {
    it('delivers existing and new facts', async (setting) => {
      const journal = setting.open('j');
      await journal.append(notes(2));
      const received = collect(setting, journal);
      await received.count(2);
      await journal.append(notes(2, 3));
      assert.deepEqual(texts(await received.count(4)), ['1', '2', '3', '4']);
    });

    it('may start before the journal exists', async (setting) => {
      const received = collect(setting, setting.open('j'));
      await setting.open('j').append([note('first')]);
      assert.deepEqual(texts(await received.count(1)), ['first']);
    });

    it('resumes at the seq it is given', async (setting) => {
      await setting.open('j').append(notes(5));
      const received = collect(setting, setting.open('j'), 4);
      await received.count(2);
      await setting.open('j').append([note(6)]);
      assert.deepEqual(texts(await received.count(3)), ['4', '5', '6']);
    });

    it('that starts beyond the head waits for that seq', async (setting) => {
      await setting.open('j').append([note(1)]);
      const received = collect(setting, setting.open('j'), 3);
      await setting.open('j').append(notes(3, 2));
      assert.deepEqual(texts(await received.count(2)), ['3', '4']);
    });

    it('sees what another instance appends', async (setting) => {
      const other = await setting.second();
      const received = collect(setting, setting.open('j', other));
      await setting.open('j').append([note('over here')]);
      assert.deepEqual(texts(await received.count(1)), ['over here']);
    });

    it('has no gap and no duplicate while two instances append', async (setting) => {
      const { open, second } = setting;
      const other = await second();
      const early = [collect(setting, open('j')), collect(setting, open('j', other))];
      const late: Collector<Fact>[] = [];
      await Promise.all(
        Array.from({ length: 60 }, async (_, i) => {
          await open('j', i % 2 ? other : undefined).append(notes((i % 3) + 1));
          if (i % 20 === 0) late.push(collect(setting, open('j', other)));
        }),
      );
      const all = await open('j').facts();
      assert.equal(all.length, 120);
      for (const received of [...early, ...late]) assert.deepEqual(await received.count(120), all);
    });

    it('delivers more than one page', async (setting) => {
      for (const from of [1, 1001, 2001]) await setting.open('j').append(notes(1000, from));
      const received = await collect(setting, setting.open('j')).count(3000);
      assert.deepEqual(
        received.map(({ seq }) => seq),
        Array.from({ length: 3000 }, (_, i) => i + 1),
      );
    });

    it('delivers nothing after its end', async (setting) => {
      const journal = setting.open('j');
      const ended: unknown[] = [];
      const end = journal.subscribe({}, (facts) => void ended.push(...facts));
      const received = collect(setting, journal);
      await journal.append([note('a')]);
      await received.count(1);
      end();
      const before = ended.length;
      await journal.append([note('b')]);
      await received.count(2);
      assert.equal(ended.length, before);
    });

    it('waits for a slow listener before the next delivery', async (setting) => {
      const journal = setting.open('j');
      await journal.append([note(1)]);
      const deliveries: string[] = [];
      const { promise: free, resolve: release } = Promise.withResolvers<void>();
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const { promise: done, resolve: finish } = Promise.withResolvers<void>();
      setting.atEnd(
        journal.subscribe({}, async (facts) => {
          deliveries.push(`begin ${texts(facts)}`);
          begin();
          await free;
          deliveries.push(`end ${texts(facts)}`);
          if (facts.at(-1)?.seq === 3) finish();
        }),
      );
      await withinTime(begun, () => 'the first fact was not delivered');
      const received = collect(setting, journal);
      await journal.append([note(2)]);
      await journal.append([note(3)]);
      await received.count(3);
      assert.deepEqual(deliveries, ['begin 1']);
      release();
      await withinTime(done, () => `the last fact was not delivered, only: ${deliveries}`);
      assert.deepEqual(deliveries, ['begin 1', 'end 1', 'begin 2,3', 'end 2,3']);
    });

    it('ends with an error when its listener fails', async (setting) => {
      const journal = setting.open('j');
      let calls = 0;
      const { promise: reported, resolve: tell } = Promise.withResolvers<{
        error: unknown;
        retrying: boolean;
      }>();
      const failure = new RangeError('listener failed');
      setting.atEnd(
        journal.subscribe({ onError: (error, retrying) => tell({ error, retrying }) }, () => {
          calls += 1;
          throw failure;
        }),
      );
      await journal.append([note('a')]);
      assert.deepEqual(await withinTime(reported, () => 'onError was not called'), {
        error: failure,
        retrying: false,
      });
      const received = collect(setting, journal);
      await journal.append([note('b')]);
      await received.count(2);
      assert.equal(calls, 1);
    });
  });

  describe('a watch', () => {
    it('of one journal reports only that one', async (setting) => {
      const { store, open } = setting;
      const one = collectChanges(setting, store, 'one');
      const all = collectChanges(setting, store);
      await open('other').append([note('a')]);
      await open('one').append([note('b')]);
      await all.until((ids) => ids.includes('one') && ids.includes('other'), 'changes of both journals');
      await one.count(1);
      assert.deepEqual([...new Set(one.items)], ['one']);
    });

    it('of all journals also reports forks, imports and deletions', async (setting) => {
      const { store, open } = setting;
      await open('source').append([note('a')]);
      const changes = collectChanges(setting, store);
      const toldOf = (id: string) => changes.until((ids) => ids.includes(id), `a change of ${id}`);
      await open('source').fork(1, 'fork');
      await toldOf('fork');
      await store.restore('import', stored([]), '2026-01-01T00:00:00.000Z');
      await toldOf('import');
      await open('doomed').append([note('a')]);
      await toldOf('doomed');
      const before = changes.items.length;
      await store.delete('doomed');
      await changes.until((ids) => ids.slice(before).includes('doomed'), 'the deletion');
    });

    it('of a journal reports an erasure in any journal that shares the payload', async (setting) => {
      const { store, open } = setting;
      await open('j').append(notes(3));
      const fork = await open('j').fork(2, 'f');
      await fork.fork(2, 'deeper');
      await open('j').fork(3, 'sibling');
      const all = collectChanges(setting, store);
      const sharing = ['j', 'f', 'deeper', 'sibling'];
      const each = sharing.map((id) => collectChanges(setting, store, id));
      for (const [seq, journal] of [open('j'), fork].entries()) {
        const before = [all, ...each].map(({ items }) => items.length);
        await journal.redact(seq + 1);
        await all.until(
          (ids) => sharing.every((id) => ids.slice(before[0]).includes(id)),
          `changes of ${sharing}`,
        );
        for (const [i, one] of each.entries()) await one.count((before[i + 1] ?? 0) + 1);
      }
    });

    it('of a journal reports an erasure of a shared payload by another instance', async (setting) => {
      const { store, open, second } = setting;
      await open('j').append(notes(2));
      await open('j').fork(2, 'f');
      const other = await second();
      const each = ['j', 'f'].map((id) => collectChanges(setting, other, id));
      const all = collectChanges(setting, other);
      // Once this change has arrived, the initial notifications of the watch are over.
      const marker = collectChanges(setting, other, 'marker');
      await store.restore('marker', stored([]), '2026-01-01T00:00:00.000Z');
      await marker.count(1);
      await all.until((ids) => ids.includes('marker'), 'the marker');
      const before = [all, ...each].map(({ items }) => items.length);
      await open('f').redact(1);
      for (const [i, one] of each.entries()) await one.count((before[i + 1] ?? 0) + 1);
      await all.until(
        (ids) => ['j', 'f'].every((id) => ids.slice(before[0]).includes(id)),
        'changes of both journals',
      );
      assert.deepEqual(texts(await open('j', other).facts()), ['redacted', '2', 'fact_erased']);
    });

    it('reports changes of another instance, for one journal and for all', async (setting) => {
      const other = await setting.second();
      const one = collectChanges(setting, other, 'j');
      const all = collectChanges(setting, other);
      await setting.open('j').append([note('a')]);
      await one.count(1);
      await all.until((ids) => ids.includes('j'), 'a change of j');
      await setting.open('j').fork(1, 'f');
      await all.until((ids) => ids.includes('f'), 'the fork');
    });

    it('is over when it is ended', async (setting) => {
      const { store, open } = setting;
      const ended: string[] = [];
      const end = store.watch((journal) => void ended.push(journal), 'j');
      end();
      const changes = collectChanges(setting, store, 'j');
      await open('j').append([note('a')]);
      await changes.count(1);
      assert.deepEqual(ended, []);
    });
  });
}

async function* stored<T>(facts: readonly T[]): AsyncGenerator<T> {
  yield* facts;
}
