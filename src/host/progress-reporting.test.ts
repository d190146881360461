import { expect, it } from 'vitest';
import type { HudPhase } from '../harness/planner.ts';
import { memoryStore } from '../journal/index.ts';
import { builtInModules } from '../planners/built-in.ts';
import { DEFAULT_TASKS_CONFIG } from '../planners/tasks/config.ts';
import { scriptedModel } from '../testing/scripted-model.ts';
import { createRegistry } from './registry.ts';
import { runSession } from './run-session.ts';
import { createHostSession } from './session.ts';

it('a model’s progress on a task is reported while it works, and cleared afterwards', async () => {
  const registry = createRegistry(builtInModules());
  const session = await createHostSession(memoryStore(), registry, {
    id: 'todo',
    title: 'To do',
    plannerId: 'tasks',
    config: { ...DEFAULT_TASKS_CONFIG, planWith: 'parser' },
  });
  const reported: (readonly [HudPhase, string | undefined])[] = [];
  const running = await runSession(session, {
    worker: 'w',
    llm: scriptedModel(['The summary is written.']),
    hooks: { hud: (phase, label) => reported.push([phase, label]) },
  });
  await session.journal.append([{ type: 'user_input', text: 'Think about the summary.' }]);
  const ended = async () => (await session.journal.facts()).some(({ type }) => type === 'PlanningCompleted');
  await expect.poll(ended).toBe(true);
  await running.close();
  const live = reported.findIndex(([phase, label]) => phase === 'tool' && label?.startsWith('Task 1: The'));
  expect(live).toBeGreaterThan(-1);
  expect(reported.slice(live).at(-1)).toEqual(['idle', undefined]);
});
