import { describe, expect, it } from 'vitest';
import type { PlanDraft, StepDraft } from '../plan/plan-draft.ts';
import { importCalls } from './import-calls.ts';

const at = (text: string) => ({ text, place: 'line 7' });
const step = (change: Partial<StepDraft> = {}): StepDraft => ({
  title: at('Build'),
  details: undefined,
  status: 'pending',
  notes: [],
  ...change,
});
const draft = (change: Partial<PlanDraft>): PlanDraft => ({
  objective: at('Ship it'),
  abandoned: false,
  steps: [],
  ...change,
});
const callsFor = (change: Partial<PlanDraft>, objective?: string) =>
  importCalls(draft(change), objective).map(({ tool, input }) => [tool.name, input]);

describe('the calls for a plan file', () => {
  it('set it up, and mark each step with a status or notes, once per note', () => {
    const steps = [
      step(),
      step({ title: at('Test'), details: at('All'), notes: [at('a'), at(' '), at('b')] }),
      step({ title: at('Sign'), status: 'blocked' }),
      step({ title: at('Ship'), status: 'done', notes: [at('\n')] }),
    ];
    expect(callsFor({ steps })).toEqual([
      [
        'planning_setup_plan',
        {
          objective: 'Ship it',
          initial_steps: [
            { title: 'Build' },
            { title: 'Test', details: 'All' },
            { title: 'Sign' },
            { title: 'Ship' },
          ],
        },
      ],
      ['planning_mark_step', { step_id: 'S002', status: 'pending', note: 'a' }],
      ['planning_mark_step', { step_id: 'S002', status: 'pending', note: 'b' }],
      ['planning_mark_step', { step_id: 'S003', status: 'blocked' }],
      ['planning_mark_step', { step_id: 'S004', status: 'done' }],
    ]);
  });

  it('clear it at once if it was abandoned, and mark nothing', () => {
    expect(callsFor({ abandoned: true, steps: [step({ status: 'done' })] })).toEqual([
      ['planning_setup_plan', { objective: 'Ship it', initial_steps: [{ title: 'Build' }] }],
      ['planning_clear_plan', {}],
    ]);
  });

  it('have single-line texts where required, and line feeds elsewhere', () => {
    const texts = { title: at(' a\tb\t\tc '), details: at(' \r\na\r\n\tb\rc\n'), notes: [at('d\r\ne')] };
    const steps = [step(texts), step({ details: at(' \r\n ') })];
    expect(callsFor({ objective: at('Ship\tit \u2026'), steps })).toEqual([
      [
        'planning_setup_plan',
        {
          objective: 'Ship it ...',
          initial_steps: [{ title: 'a b  c', details: 'a\n\tb\nc' }, { title: 'Build' }],
        },
      ],
      ['planning_mark_step', { step_id: 'S001', status: 'pending', note: 'd\ne' }],
    ]);
  });

  it('prefer the objective of the file over the given one', () => {
    const setup = (objective: string) => [['planning_setup_plan', { objective, initial_steps: [] }]];
    expect(callsFor({}, 'Given')).toEqual(setup('Ship it'));
    expect(callsFor({ objective: undefined }, ' Given ')).toEqual(setup('Given'));
  });
});
