import { describe, expect, it } from 'vitest';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { exportPlan, importPlan } from '../formats/plan-files.ts';
import { openPlan, planIn } from './open-plan.ts';
import { Plan } from './plan.ts';

async function planned(...titles: readonly string[]) {
  const store = memoryStore();
  const open = openPlan(store, 'default');
  const call = (tool: string, input: unknown) => open.section.tool(`planning_${tool}`).call(input);
  await call('setup_plan', { objective: 'Ship', initial_steps: titles.map((title) => ({ title })) });
  const ids = () => planIn(open)?.steps.map(({ stepId }) => stepId);
  /** The plan as another process folds it. */
  const folded = async () => {
    const other = openPlan(store, 'default');
    await other.session.refresh();
    return planIn(other);
  };
  return { ...open, store, call, ids, folded, plan: () => planIn(open) };
}

describe('steps', () => {
  it('are inserted before or after a step, with ids above all others', async () => {
    const { call, ids, folded, plan } = await planned('a', 'b');
    const added = await call('add_step', { steps: [{ title: 'x' }, { title: 'y' }], before: 'S002' });
    expect(added.assignedIds).toEqual(['S003', 'S004']);
    expect((await call('add_step', { steps: [{ title: 'z' }], after: 'S001' })).assignedIds).toEqual([
      'S005',
    ]);
    expect((await call('add_step', { steps: [{ title: 'end' }] })).assignedIds).toEqual(['S006']);
    expect(ids()).toEqual(['S001', 'S005', 'S003', 'S004', 'S002', 'S006']);
    expect(await folded()).toEqual(plan());
  });

  it('can be moved, and keep their content', async () => {
    const { call, ids, folded, plan } = await planned('a', 'b', 'c');
    await call('mark_step', { step_id: 'S003', status: 'in_progress', note: 'Begun' });
    await call('update_step', { step_id: 'S003', before: 'S001' });
    await call('update_step', { step_id: 'S001', after: 'S002', title: 'A' });
    expect(ids()).toEqual(['S003', 'S002', 'S001']);
    expect(plan()?.steps[0]).toMatchObject({ title: 'c', status: 'in_progress', notes: ['Begun'] });
    expect(plan()?.steps[2]).toMatchObject({ title: 'A' });
    expect(await folded()).toEqual(plan());
  });

  it('can be removed, and their ids are never reused', async () => {
    const { call, ids, folded, plan, session } = await planned('a', 'b', 'c');
    const removed = await call('update_step', { step_id: 'S003', remove: true });
    expect(removed.step).toMatchObject({ stepId: 'S003', title: 'c' });
    const snapshot = JSON.parse(JSON.stringify(await session.snapshot()));
    await session.rollback(snapshot);
    expect((await call('add_step', { steps: [{ title: 'd' }] })).assignedIds).toEqual(['S004']);
    expect(ids()).toEqual(['S001', 'S002', 'S004']);
    expect(await folded()).toEqual(plan());
    await expect(call('mark_step', { step_id: 'S003', status: 'done' })).rejects.toMatchObject({
      code: 'step-not-found',
    });
  });

  it('complete the plan when the last open one is removed, but not an empty plan', async () => {
    const { call } = await planned('a', 'b');
    await call('mark_step', { step_id: 'S001', status: 'done' });
    const { plan, output } = await call('update_step', { step_id: 'S002', remove: true });
    expect([plan.status, output.plan_status]).toEqual(['completed', 'completed']);
    const other = await planned('a');
    expect((await other.call('update_step', { step_id: 'S001', remove: true })).plan.status).toBe('active');
  });

  it('can be marked together, all or none', async () => {
    const { call, plan, folded } = await planned('a', 'b', 'c');
    const marks = { step_id: 'S001', status: 'done', also: [{ step_id: 'S002', status: 'in_progress' }] };
    const { message, output } = await call('mark_step', marks);
    expect(message).toContain('S002 is in_progress');
    expect(output).toMatchObject({ step: { step_id: 'S001' }, also: [{ step_id: 'S002' }] });
    const before = plan();
    const wrong = { step_id: 'S003', status: 'done', also: [{ step_id: 'S009', status: 'done' }] };
    await expect(call('mark_step', wrong)).rejects.toMatchObject({
      code: 'step-not-found',
      field: 'also[0].step_id',
    });
    expect(plan()).toBe(before);
    expect(await folded()).toEqual(before);
  });

  it.each([
    ['add_step', { steps: [{ title: 'x' }], before: 'S001', after: 'S001' }, 'after'],
    ['add_step', { steps: [{ title: 'x' }], before: 'S009' }, 'before'],
    ['update_step', { step_id: 'S001', after: 'S009' }, 'after'],
    ['update_step', { step_id: 'S001', before: 'S001' }, 'before'],
    ['update_step', { step_id: 'S001', remove: true, title: 'x' }, 'remove'],
    ['update_step', { step_id: 'S001', remove: 'yes' }, 'remove'],
    ['mark_step', { step_id: 'S001', status: 'done', evidence: {} }, 'evidence'],
    ['mark_step', { step_id: 'S001', status: 'done', evidence: { command: 'make' } }, 'evidence.exit_code'],
    [
      'mark_step',
      { step_id: 'S001', status: 'done', evidence: { exit_code: 0, link: 'https://a.b' } },
      'evidence.command',
    ],
    [
      'mark_step',
      { step_id: 'S001', status: 'done', evidence: { link: 'javascript:alert(1)' } },
      'evidence.link',
    ],
  ])('%s is refused with %j', async (tool, input, field) => {
    const { call, plan } = await planned('a', 'b');
    const before = plan();
    await expect(call(tool, input)).rejects.toMatchObject({ field });
    expect(plan()).toBe(before);
  });

  it('keep a valid position if the step next to them is erased', async () => {
    const { call, store, folded } = await planned('a');
    await call('add_step', { steps: [{ title: 'b' }] });
    await call('add_step', { steps: [{ title: 'c' }], before: 'S002' });
    await call('mark_step', { step_id: 'S002', status: 'done', also: [{ step_id: 'S003', status: 'done' }] });
    await openJournal(store, 'plan:default').redact(2);
    expect((await folded())?.steps).toMatchObject([
      { stepId: 'S001', status: 'pending' },
      { stepId: 'S003', status: 'done' },
    ]);
  });
});

describe('evidence', () => {
  it('stays with its step, in the journal, in snapshots and in files', async () => {
    const { call, folded, plan, section } = await planned('a', 'b');
    const evidence = { command: 'npm test -- `x`', exit_code: 0, link: 'https://ci.example/7' };
    await call('mark_step', { step_id: 'S001', status: 'done', note: '`npm test` exited with 1', evidence });
    const { output } = await call('mark_step', {
      step_id: 'S001',
      status: 'done',
      evidence: { command: 'make', exit_code: -1 },
    });
    expect(output.step).toMatchObject({
      evidence: [
        { command: 'npm test -- `x`', exit_code: 0 },
        { link: 'https://ci.example/7' },
        { command: 'make', exit_code: -1 },
      ],
    });
    const kept = plan();
    if (!kept) throw new Error('there is no plan');
    expect(await folded()).toEqual(kept);
    expect(Plan.parse(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
    for (const format of ['markdown', 'json'] as const) {
      expect((await importPlan(section, exportPlan(kept, format), format)).plan).toEqual(kept);
    }
  });
});
