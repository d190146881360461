import { describe, expect, it } from 'vitest';
import type { Planner } from '../planner.ts';
import { decodeDeepLink, encodeDeepLink } from './deep-link.ts';
import { type LinkedSetup, startUrlSync, windowHash } from './url-sync.ts';

function page(hash = '') {
  let current = hash;
  const listeners = new Set<() => void>();
  const hydrations: { seed: unknown; signal: AbortSignal | undefined; done(config: unknown): void }[] = [];
  const planner: Planner = {
    id: 'drafter',
    name: 'Drafter',
    plan: () => [],
    dehydrate: (config) => config,
    hydrate: (seed, { signal }) => {
      const { promise, resolve } = Promise.withResolvers<{ config: unknown; ready: boolean }>();
      hydrations.push({ seed, signal, done: (config) => resolve({ config, ready: true }) });
      if (seed !== 'slow') hydrations.at(-1)?.done({ from: seed });
      return seed === 'bad' ? Promise.reject(new Error('no such scenario')) : promise;
    },
  };
  const applied: LinkedSetup[] = [];
  const notices: string[] = [];
  const sync = startUrlSync({
    location: {
      read: () => current,
      replace: (next) => {
        current = next;
        for (const listener of listeners) listener();
      },
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    planner: (id) => (id === 'drafter' ? planner : undefined),
    apply: (setup) => applied.push(setup),
    notice: (text) => notices.push(text),
  });
  /** Somebody puts another link into the address. */
  const visit = (next: string) => {
    current = next;
    for (const listener of listeners) listener();
    return sync.settled();
  };
  return { sync, planner, applied, notices, hydrations, visit, hash: () => current };
}

const link = (seed: unknown, rev: number, id = 'drafter') =>
  encodeDeepLink({ planner: { id, mode: 'auto' }, planners: { [id]: { seed } }, session: 's1', rev });

describe('the address', () => {
  it('is followed at the start', async () => {
    const { sync, applied, planner } = page(link('a', 1));
    await sync.settled();
    expect(applied).toEqual([
      { planner, mode: 'auto', config: { from: 'a' }, ready: true, session: 's1', rev: 1 },
    ]);
  });

  it('is followed when it changes, but not back to an older rev', async () => {
    const { visit, applied } = page(link('a', 1));
    await visit(link('b', 5));
    await visit(link('c', 4));
    expect(applied.map(({ config }) => config)).toEqual([{ from: 'b' }]);
  });

  it.each([
    ['cannot be read', '#{broken', /broken/],
    ['names a planner that is not here', link('a', 9, 'other'), /the planner other/],
    ['has a seed that leads nowhere', link('bad', 9), /no such scenario/],
  ])('that %s shows a notice, and changes nothing', async (_, hash, notice) => {
    const { visit, applied, notices } = page();
    await visit(hash);
    expect(applied).toEqual([]);
    expect(notices).toEqual([expect.stringMatching(notice)]);
    await visit(link('b', 1));
    expect(applied).toHaveLength(1);
  });

  it('is written with the next rev, and what is written is not followed again', async () => {
    const { sync, planner, hash, applied } = page(link('a', 7));
    await sync.settled();
    sync.show({ planner, mode: 'approve', config: { words: 5 }, llm: 'offline' });
    await sync.settled();
    expect(decodeDeepLink(hash())).toEqual({
      planner: { id: 'drafter', mode: 'approve' },
      planners: { drafter: { seed: { words: 5 } } },
      llm: 'offline',
      rev: 8,
    });
    expect(applied).toHaveLength(1);
  });

  it('keeps the seeds of other planners', async () => {
    const other = encodeDeepLink({
      planner: { id: 'drafter', mode: 'approve' },
      planners: { drafter: { seed: 1 }, scenario: { seed: 2 } },
      rev: 1,
    });
    const { sync, planner, hash } = page(other);
    await sync.settled();
    sync.show({ planner, mode: 'approve', config: 3 });
    expect(decodeDeepLink(hash())?.planners).toEqual({ drafter: { seed: 3 }, scenario: { seed: 2 } });
  });

  it('that was overtaken while its seed was loaded counts no more', async () => {
    const { sync, visit, hydrations, applied } = page(link('slow', 1));
    const first = sync.settled();
    await visit(link('b', 2));
    expect(hydrations[0]?.signal?.aborted).toBe(true);
    hydrations[0]?.done('too late');
    await first;
    expect(applied.map(({ config }) => config)).toEqual([{ from: 'b' }]);
  });

  it('does not overwrite a setup that was applied while it was loaded', async () => {
    const { sync, planner, hydrations, applied } = page(link('slow', 1));
    const first = sync.settled();
    sync.show({ planner, mode: 'approve', config: 1 });
    hydrations[0]?.done('too late');
    await first;
    expect(applied).toEqual([]);
  });

  it('goes on after a link that used all numbers up', async () => {
    const { sync, visit, applied, notices, planner, hash } = page(link('a', Number.MAX_SAFE_INTEGER));
    await sync.settled();
    sync.show({ planner, mode: 'auto', config: 'b' });
    expect(notices).toEqual([]);
    expect(decodeDeepLink(hash())?.planners.drafter).toEqual({ seed: 'b' });
    await visit(link('c', Number.MAX_SAFE_INTEGER));
    expect(applied.at(-1)).toMatchObject({ config: { from: 'c' } });
  });

  it('shows a notice, and stays, when a config has no seed', () => {
    const { sync, planner, notices, hash } = page();
    const broken: Planner = {
      ...planner,
      dehydrate: () => {
        throw new Error('too secret');
      },
    };
    sync.show({ planner: broken, mode: 'auto', config: 'b' });
    expect([notices, hash()]).toEqual([['too secret'], '']);
  });

  it('that would be too long shows a notice, and stays', () => {
    const { sync, planner, hash, notices } = page();
    sync.show({ planner, mode: 'approve', config: 'x'.repeat(100_000) });
    expect(hash()).toBe('');
    expect(notices).toHaveLength(1);
  });

  it('is left alone after the end', async () => {
    const { sync, visit, applied } = page();
    sync.stop();
    await visit(link('a', 1));
    expect(applied).toEqual([]);
  });

  it('can be that of a window', () => {
    const target = new EventTarget();
    const location = { hash: '#old' };
    const history = {
      state: null,
      replaceState: (_: unknown, __: string, hash: string) => {
        location.hash = hash;
      },
    };
    const window = Object.assign(target, { location, history }) as unknown as Window;
    const hash = windowHash(window);
    let reported = 0;
    const end = hash.subscribe(() => {
      reported += 1;
    });
    hash.replace('#new');
    target.dispatchEvent(new Event('hashchange'));
    end();
    target.dispatchEvent(new Event('hashchange'));
    expect([hash.read(), reported]).toEqual(['#new', 1]);
  });
});
