import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../journal/index.ts';
import { toMcpTools } from '../calls/adapters.ts';
import { SURFACE_RULES } from '../calls/tool-rules.ts';
import { importPlan } from '../formats/plan-files.ts';
import { openPlan, planIn } from './open-plan.ts';

function opened() {
  const store = memoryStore();
  const open = openPlan(store, 'default', SURFACE_RULES);
  const setup = (objective: string, more: object = {}) =>
    open.section
      .tool('planning_setup_plan')
      .call({ objective, initial_steps: [{ title: 'Build' }], ...more });
  return { store, ...open, setup };
}

describe('a plan that is replaced only when asked', () => {
  it('is kept while it is active, and the refusal lists the open steps', async () => {
    const { setup, journal, section } = opened();
    await setup('Ship 1.0');
    await expect(setup('Ship 2.0')).rejects.toMatchObject({
      code: 'plan-active',
      field: 'replace',
      message: expect.stringMatching(/"Ship 1\.0", 0 of 1 steps done.*S001 Build.*replace: true/s),
    });
    await expect(setup('Ship 2.0', { replace: false })).rejects.toMatchObject({ code: 'plan-active' });
    expect((await section.tool('planning_read_plan').call({})).plan.objective).toBe('Ship 1.0');
    expect((await journal.facts()).map(({ success }) => success)).toEqual([true, false, false, true]);
  });

  it('is replaced with replace: true, and when it is over', async () => {
    const { setup, section, store } = opened();
    await setup('Ship 1.0', { replace: true });
    await setup('Ship 2.0', { replace: true });
    await section.tool('planning_mark_step').call({ step_id: 'S001', status: 'done' });
    await setup('Ship 3.0');
    await section.tool('planning_clear_plan').call({});
    const { plan } = await setup('Ship 4.0');
    expect(plan.objective).toBe('Ship 4.0');
    const elsewhere = openPlan(store, 'default');
    await elsewhere.session.refresh();
    expect(planIn(elsewhere)).toEqual(plan);
  });

  it('is set up by one of many concurrent calls', async () => {
    const { setup } = opened();
    const calls = await Promise.allSettled(Array.from({ length: 8 }, (_, i) => setup(`Plan ${i}`)));
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is still replaced by an import', async () => {
    const { setup, section } = opened();
    await setup('Ship 1.0');
    expect((await importPlan(section, '# Ship 2.0\n- [ ] Tag')).plan.objective).toBe('Ship 2.0');
  });

  it('makes the tool non-destructive', () => {
    const [tool] = toMcpTools(opened().section);
    expect(tool).toMatchObject({
      annotations: { destructiveHint: false },
      inputSchema: { properties: { replace: { type: 'boolean' } } },
    });
  });
});
