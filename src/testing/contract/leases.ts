import assert from 'node:assert/strict';
import type { SessionLeases } from '../../journal/session-leases.ts';
import type { FactStore } from '../../journal/store.ts';
import type { Setting } from './setting.ts';
import type { Suite } from './suite.ts';

const ALIVE_MS = 60_000;

/** A store may have no leases: then there is nothing to check. */
export function leasesContract({ describe, it: test }: Suite): void {
  const it = (
    name: string,
    body: (leases: SessionLeases, setting: Setting & { other(): Promise<SessionLeases> }) => Promise<void>,
  ) =>
    test(name, async (setting) => {
      const { leases } = setting.store;
      if (leases === undefined) return;
      await body(leases, { ...setting, other: async () => leasesOf(await setting.second()) });
    });

  describe('a lease', () => {
    it('belongs to one worker at a time', async (leases, { other }) => {
      const others = await other();
      assert.equal(await leases.renew('one', ALIVE_MS), false);
      assert.equal(await leases.renew('one', ALIVE_MS), true);
      await others.renew('two', ALIVE_MS);
      assert.deepEqual(sorted(await leases.acquire('one', ['b', 'a', 'b'])), ['a', 'b']);
      assert.deepEqual(sorted(await others.acquire('two', ['a', 'b', 'c'])), ['c']);
      assert.deepEqual(sorted(await leases.acquire('one', ['a', 'c', 'd'])), ['a', 'd']);
      assert.deepEqual(sorted(await others.leased(['a', 'c', 'e'])), ['a', 'c']);
    });

    it('goes to one of many concurrent workers', async (leases, { other }) => {
      const others = await other();
      const workers = ['one', 'two', 'three', 'four'];
      for (const worker of workers) await leases.renew(worker, ALIVE_MS);
      const sessions = Array.from({ length: 50 }, (_, i) => `s${i}`);
      const acquired = await Promise.all(
        workers.map((worker, i) =>
          (i % 2 ? others : leases).acquire(worker, i % 2 ? sessions.toReversed() : sessions),
        ),
      );
      assert.deepEqual(sorted(acquired.flat()), sorted(sessions));
    });

    it('is free after its release, and others keep theirs', async (leases) => {
      await leases.renew('one', ALIVE_MS);
      await leases.renew('two', ALIVE_MS);
      await leases.acquire('one', ['a', 'b']);
      await leases.release('two', ['a']);
      assert.deepEqual(await leases.acquire('two', ['a']), []);
      await leases.release('one', ['a']);
      assert.deepEqual(await leases.leased(['a']), []);
      assert.deepEqual(await leases.acquire('two', ['a', 'b']), ['a']);
    });

    it('of an unresponsive worker is abandoned, and can be taken over', async (leases, { other }) => {
      const others = await other();
      await leases.renew('one', ALIVE_MS);
      await leases.acquire('one', ['a', 'b']);
      await leases.renew('one', 0);
      assert.deepEqual(sorted((await others.survey()).abandoned), ['a', 'b']);
      await others.renew('two', ALIVE_MS);
      assert.deepEqual(await others.acquire('two', ['a']), ['a']);
      assert.equal(await leases.renew('one', ALIVE_MS), false);
      assert.deepEqual(await leases.acquire('one', ['a', 'b']), ['b']);
    });

    it('that is released unfinished, or whose worker was dismissed, is abandoned', async (leases) => {
      await leases.renew('one', ALIVE_MS);
      await leases.acquire('one', ['a', 'b', 'c']);
      await leases.release('one', ['a'], { unfinished: true });
      assert.deepEqual((await leases.survey()).abandoned, ['a']);
      await leases.dismiss('one');
      assert.deepEqual(sorted((await leases.survey()).abandoned), ['a', 'b', 'c']);
      await leases.renew('two', ALIVE_MS);
      assert.deepEqual(sorted(await leases.acquire('two', ['a', 'b', 'c'])), ['a', 'b', 'c']);
      assert.deepEqual((await leases.survey()).abandoned, []);
    });

    it('survey counts the sessions of each worker', async (leases) => {
      await leases.renew('one', ALIVE_MS);
      await leases.renew('two', 0);
      await leases.acquire('one', ['a', 'b']);
      await leases.acquire('two', ['c']);
      assert.deepEqual((await leases.survey()).holders, [
        { worker: 'one', isAlive: true, sessions: 2 },
        { worker: 'two', isAlive: false, sessions: 1 },
      ]);
    });

    it('needs no journal, and leaves no trace in one', async (leases, { store, open }) => {
      await open('a').append([{ type: 'noted' }]);
      await leases.renew('one', ALIVE_MS);
      await leases.acquire('one', ['a', 'not-there']);
      assert.equal((await store.describe('a'))?.head, 1);
      assert.equal(await store.describe('not-there'), undefined);
      assert.deepEqual(await store.inspect(), []);
    });
  });
}

function leasesOf({ leases }: FactStore): SessionLeases {
  assert.ok(leases, 'both instances of a store have leases');
  return leases;
}

function sorted(sessions: readonly string[]): string[] {
  return sessions.toSorted();
}
