import { expect, it } from 'vitest';

import { scriptedModel } from '../../../testing/scripted-model.ts';
import { DEFAULT_TASKS_CONFIG } from '../config.ts';
import { tasksModule } from '../module.ts';

it('a retry is not claimed before its time', async () => {
  const { reactors } = tasksModule();
  const [runner] =
    (await reactors?.({
      llm: scriptedModel([]),
      config: () => DEFAULT_TASKS_CONFIG,
      loaded: () => undefined,
      host: { readAttachment: async () => new Uint8Array() },
      hud: () => {},
      signal: new AbortController().signal,
    })) ?? [];
  const retry = {
    id: 'f',
    ts: '2026-01-01T00:00:00.000Z',
    v: 1,
    seq: 3,
    type: 'TaskRetryScheduled',
    taskId: 1,
    attempt: 2,
    delayMs: 500,
    error: 'no answer',
  };
  expect(runner?.notBefore?.(retry)).toBe(Date.parse('2026-01-01T00:00:00.500Z'));
});
