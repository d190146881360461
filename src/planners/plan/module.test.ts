import { describe, expect, it } from 'vitest';
import { moduleAt } from '../../../test/module-moment.ts';
import type { At } from '../../harness/module/planner-module.ts';
import { Refusal } from '../../harness/module/refusal.ts';
import { ViewBlockSchema } from '../../harness/module/view-block.ts';
import { planModule } from './module.ts';

const context = { by: 'ann', now: '2026-01-01T00:00:00.000Z', newId: () => 'id' };

/** The session after these commands, each of which has to be taken. */
function planned(...commands: readonly { readonly type: string; readonly [field: string]: unknown }[]) {
  const facts: object[] = [];
  for (const { type, ...input } of commands) facts.push(...decide(moduleAt(planModule, facts), type, input));
  return { facts, at: moduleAt(planModule, facts) };
}

function decide(at: At, type: string, input: object) {
  const command = planModule.commands[type];
  return command?.decide(at, command.input.parse(input), context) ?? [];
}

const set = {
  type: 'plan-set',
  objective: 'Release 2.0',
  steps: [{ title: 'Write the notes' }, { title: 'Tag it', details: 'Signed.' }],
};
const mark = (stepId: string, status: string) => ({ type: 'plan-mark', stepId, status });

function refusalOf(at: At, type: string, input: object): Refusal {
  try {
    decide(at, type, input);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('a session plan', () => {
  it('is changed by commands, recorded as tool calls', () => {
    const { facts, at } = planned(
      set,
      { ...mark('S001', 'done'), note: 'Ten lines.' },
      {
        type: 'plan-update',
        stepId: 'S002',
        details: null,
      },
    );
    expect(facts).toEqual([
      {
        type: 'ToolInvoked',
        tool: 'planning_setup_plan',
        params: { objective: 'Release 2.0', initial_steps: set.steps },
        success: true,
        assigned: ['S001', 'S002'],
        plan: 1,
        by: 'ann',
      },
      {
        type: 'ToolInvoked',
        tool: 'planning_mark_step',
        params: { step_id: 'S001', status: 'done', note: 'Ten lines.' },
        success: true,
        plan: 1,
        by: 'ann',
      },
      {
        type: 'ToolInvoked',
        tool: 'planning_update_step',
        params: { step_id: 'S002', details: '' },
        success: true,
        plan: 1,
        by: 'ann',
      },
    ]);
    expect(planModule.data(at)).toMatchObject({
      type: 'plan',
      objective: 'Release 2.0',
      version: 3,
      progress: { done: 1, total: 2 },
      steps: [
        { stepId: 'S001', status: 'done', notes: ['Ten lines.'] },
        { stepId: 'S002', details: null },
      ],
    });
    expect(planModule.comparable(at)).not.toHaveProperty('version');
  });

  it('refuses what the tools refuse, with their codes, and records it', () => {
    const { at } = planned(set);
    const unknown = refusalOf(at, 'plan-mark', { stepId: 'S009', status: 'done' });
    expect(unknown).toMatchObject({ code: 'step-not-found', httpStatus: 404, exitCode: 3 });
    expect(unknown.record).toMatchObject([
      {
        type: 'ToolInvoked',
        tool: 'planning_mark_step',
        params: { step_id: 'S009' },
        success: false,
        error: { code: 'step-not-found', field: 'step_id' },
        by: 'ann',
      },
    ]);
    expect(refusalOf(at, 'plan-add', { steps: [{ title: ' ' }] })).toMatchObject({
      code: 'invalid-tool-input',
      httpStatus: 400,
    });
    expect(refusalOf(moduleAt(planModule, []), 'plan-clear', {})).toMatchObject({
      code: 'no-plan',
      httpStatus: 409,
    });
  });

  it('shows its steps with the commands that fit each', () => {
    const { at } = planned(set, mark('S001', 'in_progress'));
    const blocks = planModule.view(at);
    for (const block of blocks) expect(ViewBlockSchema.parse(block)).toEqual(block);
    expect(blocks).toMatchObject([
      { type: 'progress', value: 0, max: 2 },
      {
        type: 'steps',
        title: 'Release 2.0',
        items: [
          { id: 'S001', status: 'running' },
          { id: 'S002', status: 'pending', details: 'Signed.' },
        ],
      },
    ]);
    const offered = blocks
      .flatMap((block) => (block.type === 'steps' ? block.items : []))
      .flatMap(({ actions = [] }) => actions);
    for (const { command } of offered) {
      const { type, ...input } = command;
      expect(decide(at, type, input)).toHaveLength(1);
    }
  });

  it('is reordered, and accepts steps between others', () => {
    const orderOf = ({ at }: { readonly at: At }) =>
      planModule.view(at).flatMap((block) => (block.type === 'steps' ? block.items.map(({ id }) => id) : []));
    const inserted = { type: 'plan-insert', before: 'S002', title: 'Check it' };
    expect(orderOf(planned(set, inserted))).toEqual(['S001', 'S003', 'S002']);
    expect(orderOf(planned(set, inserted, { type: 'plan-move', stepId: 'S001' }))).toEqual([
      'S003',
      'S002',
      'S001',
    ]);
    expect(orderOf(planned(set, { type: 'plan-move', stepId: 'S002', before: 'S001' }))).toEqual([
      'S002',
      'S001',
    ]);
    expect(orderOf(planned(set, { type: 'plan-remove', stepId: 'S001' }))).toEqual(['S002']);
    expect(refusalOf(planned(set).at, 'plan-insert', { before: 'S009', title: 'x' })).toMatchObject({
      code: 'step-not-found',
    });
  });

  it('answers a command with the message of its tool', () => {
    const { at } = planned(set);
    const { input } = planModule.commands['plan-set'] ?? {};
    const { type: _, ...given } = set;
    expect(planModule.commands['plan-set']?.reply?.(at, input?.parse(given), { facts: [] })).toContain(
      'S002',
    );
  });

  it('starts when there is a plan, and is done when it is completed or abandoned', () => {
    const refused = { ...refusalOf(moduleAt(planModule, []), 'plan-clear', {}).record[0] };
    expect(planModule.begun(moduleAt(planModule, [refused]))).toBe(false);
    expect(planModule.view(moduleAt(planModule, [refused]))).toEqual([]);
    const { at } = planned(set);
    expect([planModule.begun(at), planModule.done(at), planModule.status(at)]).toEqual([true, false, 'idle']);
    expect(planModule.titleOf?.(at)).toBe('Release 2.0');
    expect(planModule.status(planned(set, mark('S001', 'in_progress')).at)).toBe('working');
    const completed = planned(set, mark('S001', 'done'), mark('S002', 'done')).at;
    expect([planModule.done(completed), planModule.status(completed)]).toEqual([true, 'completed']);
    const abandoned = planned(set, { type: 'plan-clear' }).at;
    expect([planModule.done(abandoned), planModule.status(abandoned)]).toEqual([true, 'canceled']);
  });

  it('is saved in snapshots with the number that distinguishes it from other plans', () => {
    const { at } = planned(set, { ...set, replace: true });
    const saved = JSON.parse(JSON.stringify(planModule.state.save?.(at.state)));
    const restored = { ...at, state: planModule.state.restore?.(saved) };
    expect(planModule.data(restored)).toEqual(planModule.data(at));
    const marked = { stepId: 'S001', status: 'done' };
    expect(decide(restored, 'plan-mark', marked)).toEqual(decide(at, 'plan-mark', marked));
    const nothing = planModule.state.restore?.(planModule.state.save?.(planModule.state.initial));
    expect(nothing).toEqual(planModule.state.initial);
  });

  it('exports files once there is a plan', () => {
    const { at } = planned(set);
    const { markdown, json } = planModule.exports;
    expect(markdown?.write(at, {})).toContain('- [ ] S001: Write the notes');
    expect(JSON.parse(String(json?.write(at, {})))).toMatchObject({ objective: 'Release 2.0' });
    expect(() => markdown?.write(moduleAt(planModule, []), {})).toThrow(
      expect.objectContaining({ code: 'no-plan' }),
    );
  });
});
