import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { storeWith } from '../../test/store-with.ts';
import { conversationFacts } from '../harness/facts.ts';
import { conversationFamily } from '../harness/family.ts';
import type { Planner } from '../harness/planner.ts';
import { reconfigurePlanner } from '../harness/setup/reconfigure.ts';
import { type FactStore, JournalError, memoryStore } from '../journal/index.ts';
import { SimulatedClock } from '../testing/simulated-clock.ts';
import { HostError } from './error.ts';
import { type FollowedSetup, followSetup } from './journal-setup.ts';
import { createRegistry } from './registry.ts';
import { createHostSession } from './session.ts';

const planner: Planner = { id: 'p', name: 'P', plan: () => [] };
const registry = createRegistry([
  { planner, description: 'Nothing.', family: conversationFamily, facts: conversationFacts },
]);

const open: FollowedSetup[] = [];
afterEach(() => {
  for (const setup of open.splice(0)) setup.close();
});

async function begun(store: FactStore, config?: unknown) {
  const session = await createHostSession(store, registry, { id: 's', title: '', plannerId: 'p', config });
  const errors: unknown[] = [];
  const follow = async (more: Parameters<typeof followSetup>[1] = {}) => {
    const setup = await followSetup(session, { onError: (error) => errors.push(error), ...more });
    open.push(setup);
    return setup;
  };
  const configure = (config: unknown) =>
    reconfigurePlanner(session.journal, { planner, config, ready: true });
  return { ...session, follow, configure, errors };
}

describe('the setup of a session', () => {
  it('is none until there is one', async () => {
    const { follow, configure } = await begun(memoryStore());
    const setup = await follow();
    expect(setup.current()).toBeUndefined();
    await configure({ words: 5 });
    await setup.idle();
    expect(setup.current()).toMatchObject({ planner, config: { words: 5 }, ready: true, mode: 'approve' });
  });

  it('is the newest one; earlier ones are not read', async () => {
    const base = memoryStore();
    const read: string[] = [];
    const store = storeWith(base, {
      getAttachment: (hash) => {
        read.push(hash);
        return base.getAttachment(hash);
      },
    });
    const { configure, journal, follow } = await begun(store, { version: 0 });
    for (let version = 1; version <= 3; version++) {
      await configure({ version });
      await journal.append(Array.from({ length: 600 }, () => ({ type: 'sleep' })));
    }
    const changes: unknown[] = [];
    const setup = await follow();
    setup.subscribe(() => changes.push(setup.current()));
    expect(setup.current()).toMatchObject({ config: { version: 3 } });
    expect([read.length, changes]).toEqual([1, []]);
  });

  it('includes values that never enter a journal', async () => {
    const { follow } = await begun(memoryStore(), { words: 5, apiKey: 'k' });
    const setup = await follow({
      secrets: (config) => ({ ...Object(config), apiKey: 'from the environment' }),
    });
    expect(setup.current()).toMatchObject({ config: { words: 5, apiKey: 'from the environment' } });
  });

  it.each<[string, (bytes: Uint8Array | undefined) => Uint8Array | undefined]>([
    ['missing', () => undefined],
    ['cut off', (bytes) => bytes?.slice(0, 3)],
    ['another', () => new TextEncoder().encode('{"words":6}')],
  ])('is not ready when its config is %s, and is again when it is set up anew', async (_, spoil) => {
    const base = memoryStore();
    let spoilt = true;
    const getAttachment = async (hash: string) => {
      const bytes = await base.getAttachment(hash);
      return spoilt ? spoil(bytes) : bytes;
    };
    const { follow, configure, errors } = await begun(storeWith(base, { getAttachment }), { words: 5 });
    const setup = await follow();
    expect(setup.current()).toMatchObject({ planner, ready: false, config: undefined });
    expect(errors).toEqual([expect.any(HostError)]);
    expect(errors).toMatchObject([{ code: 'setup-unreadable' }]);
    spoilt = false;
    await configure({ words: 7 });
    await setup.idle();
    expect(setup.current()).toMatchObject({ ready: true, config: { words: 7 } });
  });

  it('is not ready when its secrets cannot be added', async () => {
    const { follow, errors } = await begun(memoryStore(), { words: 5 });
    const setup = await follow({
      secrets: () => {
        throw new Error('no key in the environment');
      },
    });
    expect(setup.current()).toMatchObject({ ready: false });
    expect(errors).toMatchObject([
      { code: 'setup-unreadable', cause: { message: 'no key in the environment' } },
    ]);
  });

  it('is read again after a store failure', async () => {
    const base = memoryStore();
    const clock = new SimulatedClock();
    let broken = true;
    const getAttachment = (hash: string) =>
      broken
        ? Promise.reject(new JournalError('store-locked', { expected: '', actual: '', fix: '' }))
        : base.getAttachment(hash);
    const { follow, errors } = await begun(storeWith(base, { getAttachment }), { words: 5 });
    const setup = await follow({ timer: clock });
    expect(setup.current()).toBeUndefined();
    expect(errors).toHaveLength(1);
    broken = false;
    clock.advance(200);
    await eventually(() => setup.current()?.config).toEqual({ words: 5 });
  });

  it('of another planner is none', async () => {
    const { follow, journal } = await begun(memoryStore());
    await reconfigurePlanner(journal, { planner: { id: 'other' }, config: {}, ready: true });
    expect((await follow()).current()).toBeUndefined();
  });
});
