import { describe, expect, it } from 'vitest';
import type { HydrateContext, Planner } from '../planner.ts';
import { decodeDeepLink, encodeDeepLink } from './deep-link.ts';
import { type LinkedSetup, startUrlSync, type UrlSyncOptions, windowHash } from './url-sync.ts';

/** A page with an address that a test reads and writes, and planners by id. */
function page(
  planners: readonly Planner[],
  { hash = '', ...own }: Partial<UrlSyncOptions> & { hash?: string } = {},
) {
  let current = hash;
  const listeners = new Set<() => void>();
  const applied: LinkedSetup[] = [];
  const notices: string[] = [];
  const sync = startUrlSync({
    location: {
      read: () => current,
      replace: (next) => {
        // As a browser does: it encodes, and some tell of it at once.
        current = new URL(next, 'http://localhost/').hash;
        for (const listener of listeners) listener();
      },
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    planner: (id) => planners.find((planner) => planner.id === id),
    apply: (setup) => applied.push(setup),
    notice: (text) => notices.push(text),
    ...own,
  });
  const tell = () => {
    for (const listener of [...listeners]) listener();
    return sync.settled();
  };
  const visit = (next: string) => {
    current = next;
    return tell();
  };
  return { sync, applied, notices, visit, tell, hash: () => current };
}

const plain: Planner = { id: 'plain', name: 'Plain', plan: () => [] };
const link = (id: string, seed: unknown, rev = 1) =>
  encodeDeepLink({ planner: { id, mode: 'approve' }, planners: { [id]: { seed } }, rev });

describe('a link that is followed', () => {
  it('leads to a planner without a config where there is no seed', async () => {
    const { sync, applied } = page([plain], {
      hash: encodeDeepLink({ planner: { id: 'plain', mode: 'auto' }, planners: {}, llm: 'offline', rev: 1 }),
    });
    await sync.settled();
    expect(applied).toStrictEqual([
      { planner: plain, mode: 'auto', config: undefined, ready: false, llm: 'offline', rev: 1 },
    ]);
  });

  it('does not ask a planner what no seed stands for', async () => {
    const seeds: unknown[] = [];
    const planner: Planner = {
      ...plain,
      hydrate: (seed) => {
        seeds.push(seed);
        return { config: seed, ready: true };
      },
    };
    const { sync, applied } = page([planner], { hash: '#{"planner":{"id":"plain"}}' });
    await sync.settled();
    expect([seeds, applied]).toMatchObject([[], [{ config: undefined, ready: false }]]);
  });

  it('leads to a planner without a config where the planner takes no seeds', async () => {
    const { sync, applied } = page([plain], { hash: link('plain', 5) });
    await sync.settled();
    expect(applied).toStrictEqual([
      { planner: plain, mode: 'approve', config: undefined, ready: false, rev: 1 },
    ]);
  });

  it('hands the seed to the planner with what the page offers, and says whether it can start', async () => {
    const contexts: HydrateContext[] = [];
    const planner: Planner = {
      ...plain,
      hydrate: (seed, context) => {
        contexts.push(context);
        return { config: [seed], ready: seed === 'whole' };
      },
    };
    const readAttachment = async () => new Uint8Array();
    const { visit, applied } = page([planner], { hydrate: { readAttachment } });
    await visit(link('plain', 'half'));
    await visit(link('plain', 'whole', 2));
    expect(applied).toMatchObject([
      { config: ['half'], ready: false },
      { config: ['whole'], ready: true },
    ]);
    expect(contexts[0]).toEqual({ readAttachment, signal: expect.any(AbortSignal) });
  });

  it('is followed again under its number, and not under a lower one or when it is taken away', async () => {
    const { visit, applied, notices } = page([plain]);
    await visit(link('plain', 1, 3));
    await visit(link('plain', 1, 3));
    await visit(link('plain', 1, 2));
    await visit('');
    expect([applied.length, notices]).toEqual([2, []]);
  });

  it.each([
    [
      'a planner that is not loaded',
      link('other', 1),
      'The link names the planner other, which is not loaded. Nothing was changed.',
    ],
    ['a seed that leads nowhere', link('broken', 1), 'The link could not be opened: no such scenario'],
    ['a seed that leads nowhere, without an error', link('odd', 1), 'The link could not be opened: gone'],
  ])('says why it was not: %s', async (_, hash, notice) => {
    const broken: Planner = {
      ...plain,
      id: 'broken',
      hydrate: () => Promise.reject(new Error('no such scenario')),
    };
    const odd: Planner = { ...plain, id: 'odd', hydrate: () => Promise.reject('gone') };
    const { visit, notices, applied } = page([broken, odd]);
    await visit(hash);
    expect([notices, applied]).toEqual([[notice], []]);
  });

  it('fails in silence when a newer one came meanwhile', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    const planner: Planner = {
      ...plain,
      hydrate: (seed) => (seed === 'slow' ? promise : { config: seed, ready: true }),
    };
    const { sync, visit, notices, applied } = page([planner], { hash: link('plain', 'slow') });
    const first = sync.settled();
    await visit(link('plain', 'quick', 2));
    reject(new Error('too late'));
    await first;
    expect([notices, applied.map(({ config }) => config)]).toEqual([[], ['quick']]);
  });

  it('counts no more once the page has stopped following', async () => {
    const { promise, resolve } = Promise.withResolvers<{ config: unknown; ready: boolean }>();
    const { sync, applied } = page([{ ...plain, hydrate: () => promise }], { hash: link('plain', 1) });
    sync.stop();
    resolve({ config: 1, ready: true });
    await sync.settled();
    expect(applied).toEqual([]);
  });
});

describe('a setup that is shown', () => {
  it('begins with rev 0, and counts on', () => {
    const { sync, hash } = page([plain]);
    const revs = [1, 2, 3].map(() => {
      sync.show({ planner: plain, mode: 'approve', config: 1 });
      return decodeDeepLink(hash())?.rev;
    });
    expect(revs).toEqual([0, 1, 2]);
  });

  it('names the session and the model, and no seed for a planner that has none', () => {
    const { sync, hash } = page([plain]);
    sync.show({ planner: plain, mode: 'auto', config: 1, session: 's1', llm: 'offline' });
    expect(decodeDeepLink(hash())).toStrictEqual({
      planner: { id: 'plain', mode: 'auto' },
      planners: {},
      session: 's1',
      llm: 'offline',
      rev: 0,
    });
  });

  it('keeps the seed of a planner that was shown before', () => {
    const seeding = (id: string): Planner => ({ ...plain, id, dehydrate: (config) => config });
    const { sync, hash } = page([]);
    sync.show({ planner: seeding('one'), mode: 'auto', config: 1 });
    sync.show({ planner: seeding('two'), mode: 'auto', config: 2 });
    expect(decodeDeepLink(hash())?.planners).toEqual({ one: { seed: 1 }, two: { seed: 2 } });
  });

  it('that could not be written uses up no rev, and leaves no seed behind', () => {
    const planner: Planner = { ...plain, dehydrate: (config) => config };
    const { sync, hash, notices } = page([planner]);
    sync.show({ planner: { ...planner, id: 'big' }, mode: 'auto', config: 'x'.repeat(100_000) });
    sync.show({ planner, mode: 'auto', config: 1 });
    expect(decodeDeepLink(hash())).toMatchObject({ planners: { plain: { seed: 1 } }, rev: 0 });
    expect(decodeDeepLink(hash())?.planners).not.toHaveProperty('big');
    expect(notices).toHaveLength(1);
  });

  it('is not followed when the browser tells of it, at once or later', async () => {
    const { sync, tell, applied, hash } = page([plain]);
    sync.show({ planner: plain, mode: 'auto', config: 1, session: 'a session' });
    expect(hash()).toContain('%22');
    await tell();
    expect(applied).toEqual([]);
  });

  it('does not keep the page from following links when the address refused it', async () => {
    let refusing = true;
    let current = '';
    const listeners: (() => void)[] = [];
    const location = {
      read: () => current,
      replace: (hash: string) => {
        if (refusing) throw new Error('too many changes');
        current = hash;
      },
      subscribe: (listener: () => void) => {
        listeners.push(listener);
        return () => {};
      },
    };
    const { sync, applied, notices } = page([plain], { location });
    sync.show({ planner: plain, mode: 'auto', config: 1 });
    refusing = false;
    current = link('plain', 1, 9);
    for (const listener of listeners) listener();
    await sync.settled();
    expect([notices, applied.length]).toEqual([['too many changes'], 1]);
  });
});

it('the hash of a window is replaced under the same state of its history', () => {
  const calls: unknown[][] = [];
  const state = { scroll: 5 };
  const history = { state, replaceState: (...args: unknown[]) => calls.push(args) };
  const window = Object.assign(new EventTarget(), { location: { hash: '' }, history }) as unknown as Window;
  windowHash(window).replace('#new');
  expect(calls).toEqual([[state, '', '#new']]);
});
