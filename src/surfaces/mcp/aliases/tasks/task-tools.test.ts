import { expect, it } from 'vitest';
import { createRegistry } from '../../../../host/registry.ts';
import { memoryStore } from '../../../../journal/index.ts';
import { tasksModule } from '../../../../planners/tasks/module.ts';
import { Sessions } from '../../../../sessions/sessions.ts';
import { type ScriptedStep, scriptedModel } from '../../../../testing/scripted-model.ts';
import { PlannerSessions } from '../../session-tools/planner-sessions.ts';
import { SessionCalls } from '../../session-tools/session-calls.ts';
import { TASK_TOOLS } from './task-tools.ts';

const TEXT = 'Fix the login. Never touch the billing code.';
const PLAN = {
  tasks: [
    {
      ...{ id: 1, quote: 'Fix the login.', description: 'Fix the login', kind: 'Processing' },
      ...{ done: false, dependsOn: [] },
    },
  ],
  brief: { objective: null, constraints: ['Never touch the billing code'], background: [], acceptance: [] },
};

/** The tool that plans, where this model is configured. */
function planTool(steps: readonly ScriptedStep[], { demo = false } = {}) {
  const store = memoryStore();
  const source = { store: async () => store, existing: async () => store };
  const llm = scriptedModel(steps, { demo });
  const registry = createRegistry([tasksModule()]);
  const { module } = registry.get('tasks');
  const sessions = new PlannerSessions({
    sessions: new Sessions({ source, registry, llm }),
    module,
    llm,
    prefix: 'tasks:',
  });
  const [tool] = TASK_TOOLS.tools(new SessionCalls(sessions, TASK_TOOLS.terms));
  return { llm, tool, plan: async (input: object) => await tool?.call(input, 'agent') };
}

it('lets the model read a text where one is configured, and says so', async () => {
  const { plan, tool } = planTool([{ json: PLAN }]);
  expect(tool?.hints.openWorld).toBe(true);
  expect(await plan({ text: TEXT })).toMatchObject({
    tasks: [{ description: 'Fix the login' }],
    brief: { constraints: ['Never touch the billing code'] },
    read_by: { reader: 'model', model: 'scripted' },
  });
});

it('asks the model once for a plan that is begun twice', async () => {
  const { plan, llm } = planTool([{ json: PLAN }]);
  const input = { text: TEXT, plan_id: 'login' };
  expect(await plan(input)).toMatchObject({ is_new: true });
  expect(await plan(input)).toMatchObject({ is_new: false });
  expect(llm.requests).toHaveLength(1);
  for (const other of [
    { text: 'Fix the logout.' },
    { parallel: 3 },
    { text: undefined, tasks: [{ description: 'a' }] },
  ])
    await expect(plan({ ...input, ...other })).rejects.toMatchObject({ code: 'session-exists' });
});

it('takes what the parser reads where the model fails or is the demo', async () => {
  const failing = planTool([{ error: 'model-unauthorized' }]);
  expect(await failing.plan({ text: TEXT })).toMatchObject({
    tasks: [{ description: 'Fix the login' }],
    read_by: { reader: 'parser', notes: [expect.any(String)] },
  });
  const demo = planTool([], { demo: true });
  expect(demo.tool?.hints.openWorld).toBe(false);
  expect(await demo.plan({ text: TEXT })).toMatchObject({ read_by: { reader: 'parser' } });
});

it('asks no model about tasks that were given', async () => {
  const given = await planTool([]).plan({ tasks: [{ description: 'Fix it' }] });
  expect(given).not.toHaveProperty('read_by');
});
