import type { AgentContext } from '@agentclientprotocol/sdk';
import { expect, it } from 'vitest';
import { memoryStore } from '../../journal/index.ts';
import { ReopeningStore } from '../reopening-store.ts';
import type { PlannerMode } from './editor-planner.ts';
import { EditorSession } from './editor-session.ts';
import { tripEditorPlanner } from './trip-planner.ts';

const trips: PlannerMode = {
  id: 'trip',
  name: 'Trip',
  description: 'Plans a trip.',
  load: async () => tripEditorPlanner(),
};

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
    modes: [trips],
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
  const chosen = session.setMode('trip');
  const answered = session.prompt('A road trip from Oslo to Bergen', new AbortController().signal);
  expect(await chosen).toBe(true);
  expect(await answered).toBe('end_turn');
  expect(await journals()).toEqual(['trip:s']);
  await session.close();
  expect(failures).toEqual([]);
});

it('is in the mode that was chosen last', async () => {
  const { session } = given();
  await Promise.all([session.setMode('trip'), session.setMode('plan')]);
  expect(session.modes.currentModeId).toBe('plan');
  expect(await session.setMode('none')).toBe(false);
  expect(session.modes.currentModeId).toBe('plan');
});
