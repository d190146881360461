import { describe, expect, it } from 'vitest';
import { memoryStore } from '../journal/index.ts';
import { builtInModules } from '../planners/built-in.ts';
import { DEFAULT_DRAFTER_CONFIG } from '../planners/drafter/config.ts';
import { createRegistry } from './registry.ts';
import { createHostSession, openHostSession } from './session.ts';

const registry = createRegistry(builtInModules());

describe('a session whose beginning was erased', () => {
  const erased = async (config?: object) => {
    const store = memoryStore();
    await createHostSession(store, registry, {
      id: 's',
      title: 'A talk with Ann',
      plannerId: 'drafter',
      ...(config && { config }),
    });
    await store.redact('s', 1, new Date(0).toISOString());
    return store;
  };

  it('has lost its title, and not its planner', async () => {
    const { title, entry } = await openHostSession(await erased(DEFAULT_DRAFTER_CONFIG), registry, 's');
    expect([title, entry.planner.id]).toEqual(['', 'drafter']);
  });

  it('is none any more when nobody had set it up', async () => {
    await expect(openHostSession(await erased(), registry, 's')).rejects.toMatchObject({
      code: 'no-session',
    });
  });
});
