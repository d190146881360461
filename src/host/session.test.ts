import { describe, expect, it } from 'vitest';
import { minutesModule } from '../../test/minutes-module.ts';
import { memoryStore, openJournal } from '../journal/index.ts';
import { builtInModules } from '../planners/built-in.ts';
import { DEFAULT_DRAFTER_CONFIG } from '../planners/drafter/config.ts';
import { createRegistry } from './registry.ts';
import { createHostSession, openHostSession } from './session.ts';

const registry = createRegistry(builtInModules());

it('belongs to the planner whose facts it holds, where nothing says that it was created', async () => {
  const store = memoryStore();
  await openJournal(store, 's').append([{ type: 'note_added' }, { type: 'minutes_written', lines: ['One'] }]);
  const loaded = createRegistry([...builtInModules(), minutesModule]);
  expect((await openHostSession(store, loaded, 's')).entry.planner.id).toBe('minutes');
});

describe('a session whose beginning was erased', () => {
  const erased = async (config?: object) => {
    const store = memoryStore();
    await createHostSession(store, registry, {
      id: 's',
      title: 'A talk with Ann',
      plannerId: 'drafter',
      ...(config && { config }),
    });
    await openJournal(store, 's').redact(1);
    return store;
  };

  it('has not lost its planner', async () => {
    const { entry } = await openHostSession(await erased(DEFAULT_DRAFTER_CONFIG), registry, 's');
    expect(entry.planner.id).toBe('drafter');
  });

  it('is none any more when nobody had set it up', async () => {
    await expect(openHostSession(await erased(), registry, 's')).rejects.toMatchObject({
      code: 'no-session',
    });
  });
});
