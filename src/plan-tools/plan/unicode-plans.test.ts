import { describe, expect, it } from 'vitest';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { Session } from '../../kernel/session/session.ts';
import { toMcpTools } from '../calls/adapters.ts';
import { exportPlan, importPlan } from '../formats/plan-files.ts';
import { PlanningToolsSection } from '../prompt/planning-tools-section.ts';
import { openPlan } from './open-plan.ts';
import { Plan } from './plan.ts';

const objective = 'Résumé – 計画 😀';
const steps = [{ title: 'Übersetzen', details: 'Zeile 1\n\t“zwei”' }];

function unicode(session = new Session()) {
  return { session, section: new PlanningToolsSection({ session, text: 'unicode' }) };
}

describe('plans in Unicode', () => {
  it('keep texts as they are given', async () => {
    const { section } = unicode();
    await section.tool('planning_setup_plan').call({ objective, initial_steps: steps });
    await section.tool('planning_update_step').call({ step_id: 'S001', title: 'Traduire « tout »' });
    const { plan } = await section
      .tool('planning_mark_step')
      .call({ step_id: 'S001', status: 'in_progress', note: 'Fertig…' });
    expect(plan).toMatchObject({
      objective,
      steps: [{ title: 'Traduire « tout »', details: 'Zeile 1\n\t“zwei”', notes: ['Fertig…'] }],
    });
  });

  it('are refused by an ASCII section, which says what to write', async () => {
    const section = new PlanningToolsSection({ session: new Session() });
    const call = section.tool('planning_setup_plan').call({ objective });
    await expect(call).rejects.toMatchObject({ code: 'invalid-tool-input', field: 'objective' });
    const { plan } = await section.tool('planning_setup_plan').call({ objective: '“Ship” – it’s time…' });
    expect(plan.objective).toBe(`"Ship" - it's time...`);
  });

  it('can be opened by any section, whatever it accepts itself', async () => {
    const store = memoryStore();
    const { section } = openPlan(store, 'default', { text: 'unicode' });
    await section.tool('planning_setup_plan').call({ objective, initial_steps: steps });
    const again = openPlan(store, 'default');
    const { plan } = await again.section.tool('planning_mark_step').call({ step_id: 'S001', status: 'done' });
    expect(plan).toMatchObject({ objective, status: 'completed' });
    const facts = await openJournal(store, 'plan:default').facts();
    expect(facts.map(({ success }) => success)).toEqual([true, true]);
  });

  it('contain no bidirectional controls, unless already recorded', async () => {
    const { section } = unicode();
    for (const sign of ['\u202e', '\u2066']) {
      const call = section.tool('planning_setup_plan').call({ objective: `Ship${sign}it` });
      await expect(call).rejects.toMatchObject({ code: 'invalid-tool-input', field: 'objective' });
    }
    const store = memoryStore();
    const params = { objective: 'Ship\u202eit' };
    const recorded = { type: 'ToolInvoked', tool: 'planning_setup_plan', params, success: true };
    await openJournal(store, 'plan:default').append([recorded]);
    const { session } = openPlan(store, 'default');
    await session.refresh();
    expect(session.select(Plan)).toMatchObject([params]);
    const { plan } = await section.tool('planning_setup_plan').call({ objective: 'שלום \u200f(v2)' });
    expect(plan.objective).toBe('שלום \u200f(v2)');
  });

  it('survive snapshots and files', async () => {
    const { session, section } = unicode();
    const { plan } = await section.tool('planning_setup_plan').call({ objective, initial_steps: steps });
    const snapshot = await session.snapshot();
    await section.tool('planning_clear_plan').call({});
    await session.rollback(JSON.parse(JSON.stringify(snapshot)));
    expect(session.select(Plan)).toEqual([plan]);
    for (const format of ['markdown', 'json'] as const) {
      const imported = await importPlan(unicode().section, exportPlan(plan, format), format);
      expect(imported.plan).toEqual(plan);
    }
    const tasks = { tasks: [{ id: 1, title: 'Übersetzen', description: '😀'.repeat(600) }] };
    const imported = await importPlan(unicode().section, JSON.stringify(tasks), 'task-master');
    expect(imported.plan.steps[0]).toMatchObject({
      title: 'Übersetzen',
      notes: [expect.any(String), expect.any(String)],
    });
  });

  it('are mentioned in the schemas and in the prompt', () => {
    const ascii = new PlanningToolsSection({ session: new Session() });
    const { section } = unicode();
    expect(JSON.stringify(toMcpTools(ascii))).toContain('ASCII characters');
    expect(JSON.stringify(toMcpTools(section))).not.toContain('ASCII');
    expect(ascii.render()).toContain('ASCII');
    expect(section.render()).not.toContain('ASCII');
    expect(section.text).toBe('unicode');
  });
});
