import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FactStore, sqliteStore } from '../../../journal/index.ts';
import type { SessionLeases } from '../../../journal/session-leases.ts';
import { ChangeReporters, type ChangeReportersOptions, type Homes } from './change-reporters.ts';

const SESSIONS = Array.from({ length: 60 }, (_, at) => `s${at}`);
let store: FactStore;
let leases: SessionLeases;
let now: number;
let dead: Set<string>;
let abandoned: string[];
let ticks: (() => void)[];
let all: ChangeReporters[];

beforeEach(() => {
  store = sqliteStore(':memory:');
  if (store.leases === undefined) throw new Error('SQLite has leases');
  leases = store.leases;
  [now, dead, abandoned, ticks, all] = [0, new Set(), [], [], []];
});
afterEach(async () => {
  for (const each of all) await each.close();
  await store.close();
});

function process(
  name: string,
  over: Partial<SessionLeases> = {},
  home?: Pick<ChangeReportersOptions, 'home' | 'onHomes'>,
): ChangeReporters {
  const made = new ChangeReporters(
    { ...bound(leases), ...over },
    {
      name,
      ...home,
      group: 'engine',
      isGone: (other) => dead.has(other),
      onAbandoned: (session) => abandoned.push(`${name} ${session}`),
      now: () => now,
      timer: {
        after: (_, run) => {
          ticks.push(run);
          return () => {};
        },
      },
    },
  );
  all.push(made);
  return made;
}

function bound(of: SessionLeases): SessionLeases {
  return {
    renew: (...args) => of.renew(...args),
    acquire: (...args) => of.acquire(...args),
    release: (...args) => of.release(...args),
    leased: (...args) => of.leased(...args),
    survey: () => of.survey(),
    dismiss: (...args) => of.dismiss(...args),
  };
}

/** Lets every process say that it lives and look for the others, and waits until it has. */
async function tick(): Promise<void> {
  for (const run of ticks.splice(0)) run();
  await expect.poll(() => ticks.length).toBe(all.length);
}

async function several(...names: string[]): Promise<ChangeReporters[]> {
  const made = names.map((name) => process(name));
  for (const each of made) each.isMine('any');
  await expect.poll(() => ticks.length).toBe(all.length);
  await tick();
  abandoned = [];
  return made;
}

describe('who reports a change to an engine', () => {
  it('is the only process there is', async () => {
    const [alone] = await several('a');
    expect(SESSIONS.filter((session) => alone?.isMine(session))).toEqual(SESSIONS);
  });

  it('is exactly one of several processes, and each has some of the sessions', async () => {
    const processes = await several('a', 'b', 'c', 'd');
    const shares = processes.map((each) => SESSIONS.filter((session) => each.isMine(session)));
    expect(shares.flat().toSorted()).toEqual(SESSIONS.toSorted());
    for (const share of shares) expect(share.length).toBeGreaterThan(3);
  });

  it('is every process that does not know of the others yet', () => {
    const [first, second] = [process('a'), process('b')];
    expect(SESSIONS.every((session) => first.isMine(session) && second.isMine(session))).toBe(true);
  });

  it('is another one for what was left to a process that is gone, as soon as that is known', async () => {
    const [first, second] = await several('a', 'b');
    const left = SESSIONS.filter((session) => !first?.isMine(session));
    expect(left.length).toBeGreaterThan(0);
    expect(left.every((session) => second?.isMine(session))).toBe(true);
    dead.add('engine!b');
    await tick();
    expect(abandoned).toEqual(left.map((session) => `a ${session}`));
    expect(SESSIONS.every((session) => first?.isMine(session))).toBe(true);
  });

  it('is another one when a process was told to stop', async () => {
    const [first, second] = await several('a', 'b');
    const left = SESSIONS.filter((session) => !first?.isMine(session));
    await second?.close();
    all = all.filter((each) => each !== second);
    await tick();
    expect(abandoned.toSorted()).toEqual(left.map((session) => `a ${session}`).toSorted());
  });

  it('does not report again what was left to others long ago', async () => {
    const [first] = await several('a', 'b');
    for (const session of SESSIONS) first?.isMine(session);
    now += 60_000;
    await tick();
    dead.add('engine!b');
    await tick();
    expect(abandoned).toEqual([]);
  });

  it('is every process that cannot ask who else is there', async () => {
    await several('a', 'b');
    const cut = process('c', { renew: () => Promise.reject(new Error('away')) });
    cut.isMine('any');
    await expect.poll(() => ticks.length).toBe(all.length);
    expect(SESSIONS.every((session) => cut.isMine(session))).toBe(true);
  });

  it('is nobody who reports to another engine', async () => {
    await leases.renew('engine-two!x', 60_000);
    const [alone] = await several('a');
    expect(SESSIONS.every((session) => alone?.isMine(session))).toBe(true);
  });
});

describe('the home of a session', () => {
  /** Two processes that work on sessions, and a server that does not. */
  async function withHomes() {
    const reported: Homes[] = [];
    const first = process('a', {}, { home: 'http://one:1/x', onHomes: (homes) => reported.push(homes) });
    const second = process('b', {}, { home: 'http://two:2/y' });
    const server = process('c');
    for (const each of [first, second, server]) each.begin();
    await expect.poll(() => ticks.length).toBe(3);
    await tick();
    return { first, second, server, reported };
  }

  it('is one of the processes that work on sessions, the same for all of them, and reports its changes', async () => {
    const { first, second, server } = await withHomes();
    for (const session of SESSIONS) {
      const isFirst = first.isMine(session);
      expect(second.isMine(session)).toBe(!isFirst);
      expect(server.isMine(session)).toBe(false);
      const home = isFirst ? 'http://one:1/x' : 'http://two:2/y';
      expect(server.homeOf(session)).toBe(home);
      expect(first.homeOf(session)).toBe(isFirst ? undefined : home);
    }
  });

  it('is another one when the process is gone', async () => {
    const { first, server, reported } = await withHomes();
    dead.add('engine!http://two:2/y!b');
    await tick();
    expect(SESSIONS.every((session) => first.isMine(session))).toBe(true);
    expect(SESSIONS.every((session) => server.homeOf(session) === 'http://one:1/x')).toBe(true);
    expect(reported.at(-1)).toEqual({ living: new Set(['http://one:1/x']), silent: new Set() });
  });

  describe('that is silent but not known to be gone', () => {
    /** A process that hears of one other, which has a home, through a store that can be told what to say. */
    async function withSilentHome() {
      const reported: Homes[] = [];
      const silent = { worker: 'engine!http://two:2/y!b', isAlive: true, sessions: 0 };
      let answers = true;
      const survey = async () => {
        if (!answers) throw new Error('away');
        return { holders: [silent], abandoned: [] };
      };
      const first = process(
        'a',
        { survey },
        { home: 'http://one:1/x', onHomes: (homes) => reported.push(homes) },
      );
      first.begin();
      await expect.poll(() => ticks.length).toBe(1);
      const hears = async (ms: number, { isAlive = false, storeAnswers = true } = {}) => {
        [answers, silent.isAlive] = [storeAnswers, isAlive];
        now += ms;
        await tick();
        const { living, silent: doubtful } = reported.at(-1) ?? {};
        if (living?.has('http://two:2/y')) return 'living';
        return doubtful?.has('http://two:2/y') ? 'silent' : 'gone';
      };
      return { first, reported, hears };
    }

    it('keeps the calls that are under way there for as long as a lease lasts, and gets no new ones', async () => {
      const { first, hears } = await withSilentHome();
      expect(await hears(1000, { isAlive: true })).toBe('living');
      expect(await hears(15_000)).toBe('silent');
      expect(SESSIONS.some((session) => first.homeOf(session))).toBe(false);
      expect(await hears(6000)).toBe('gone');
    });

    it('keeps them while the store does not answer', async () => {
      const { reported, hears } = await withSilentHome();
      expect(await hears(1000, { isAlive: true })).toBe('living');
      const { length } = reported;
      await hears(60_000, { storeAnswers: false });
      expect(reported).toHaveLength(length);
      expect(await hears(1000, { isAlive: true })).toBe('living');
    });

    it('loses them at once when it is known to be gone', async () => {
      const { hears } = await withSilentHome();
      expect(await hears(1000, { isAlive: true })).toBe('living');
      dead.add('engine!http://two:2/y!b');
      expect(await hears(1000)).toBe('gone');
    });
  });

  it('is another one at once when its process has ended, although its last heartbeat counts, and its claims are void', async () => {
    const { first, second, server } = await withHomes();
    expect(server.isLost('http://two:2/y', { ended: false })).toBe(false);
    expect(server.isDead('b')).toBe(false);
    for (const each of [first, server]) expect(each.isLost('http://two:2/y', { ended: true })).toBe(true);
    expect(SESSIONS.every((session) => first.isMine(session))).toBe(true);
    expect([server.isDead('b'), server.isDead('a'), second.isDead('b')]).toEqual([true, false, false]);
    await tick();
    expect([server.isDead('b'), server.homeOf('s1')]).toEqual([true, 'http://one:1/x']);
  });

  it('may be a process again that could not be reached for a while', async () => {
    const silent = { worker: 'engine!http://two:2/y!b', isAlive: true, sessions: 0 };
    const first = process(
      'a',
      { survey: async () => ({ holders: [silent], abandoned: [] }) },
      { home: 'http://one:1/x' },
    );
    first.begin();
    await expect.poll(() => ticks.length).toBe(1);
    silent.isAlive = false;
    await tick();
    expect(first.isLost('http://two:2/y', { ended: false })).toBe(true);
    await tick();
    expect(first.isDead('b')).toBe(true);
    silent.isAlive = true;
    await tick();
    expect(first.isDead('b')).toBe(false);
  });

  it('is nowhere while no process works on sessions', async () => {
    const [first, second] = await several('a', 'b');
    expect(SESSIONS.some((session) => first?.homeOf(session) ?? second?.homeOf(session))).toBe(false);
  });
});
