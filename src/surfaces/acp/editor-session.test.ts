import type { AgentContext } from '@agentclientprotocol/sdk';
import { expect, it } from 'vitest';
import { minutesModule } from '../../../test/minutes-module.ts';
import { createRegistry } from '../../host/registry.ts';
import { memoryStore } from '../../journal/index.ts';
import { ReopeningStore } from '../http/store/reopening-store.ts';
import { EditorSession } from './editor-session.ts';

/** A session of an editor that closes every dialog. */
function given() {
  const store = memoryStore();
  const client = {
    notify: async () => undefined,
    request: async () => ({ outcome: { outcome: 'cancelled' } }),
  } as unknown as AgentContext;
  const failures: unknown[] = [];
  const session = new EditorSession({
    sessionId: 's',
    client,
    place: new ReopeningStore({ open: async () => store }),
    registry: createRegistry([minutesModule]),
    llm: async () => undefined,
    limits: undefined,
    by: 'ada',
    onError: (error) => failures.push(error),
  });
  const journals = async () => (await store.list({ limit: 10 })).map(({ id }) => id);
  return { session, journals, failures };
}

it('takes a prompt in the mode that was chosen before it, however long that takes to load', async () => {
  const { session, journals, failures } = given();
  const chosen = session.setMode('minutes');
  const answered = session.prompt('The tests are slow', new AbortController().signal);
  expect(await chosen).toBe(true);
  expect(await answered).toBe('end_turn');
  expect(await journals()).toEqual(['minutes:s']);
  await session.close();
  expect(failures).toEqual([]);
});

it('is in the mode that was chosen last', async () => {
  const { session } = given();
  await Promise.all([session.setMode('minutes'), session.setMode('plan')]);
  expect(session.modes.currentModeId).toBe('plan');
  expect(await session.setMode('none')).toBe(false);
  expect(session.modes.currentModeId).toBe('plan');
});
