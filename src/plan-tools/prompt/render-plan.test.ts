import { describe, expect, it } from 'vitest';
import type { PlanStep } from '../plan/plan.ts';
import { renderPlan, unescapedLine } from './render-plan.ts';

const step = (change: Partial<PlanStep>): PlanStep => ({
  stepId: 'S001',
  title: 'Build',
  details: null,
  status: 'pending',
  notes: [],
  ...change,
});
const rendered = (...steps: PlanStep[]) => renderPlan({ objective: 'Ship it', status: 'active', steps });

describe('a plan as a checklist', () => {
  it('has checkboxes, indented details and notes as bullets', () => {
    expect(
      rendered(
        step({ status: 'done', details: 'One\n\n  two', notes: ['a\n\nb', 'c'] }),
        step({ stepId: 'S002', status: 'in_progress' }),
        step({ stepId: 'S003', status: 'blocked' }),
        step({ stepId: 'S004', title: 'Ship' }),
      ),
    ).toBe(
      [
        '# Ship it',
        '',
        'Status: active, 1 of 4 steps done',
        '',
        '- [x] S001: Build',
        '  One',
        '',
        '    two',
        '  - a',
        '',
        '    b',
        '  - c',
        '- [~] S002: Build',
        '- [!] S003: Build',
        '- [ ] S004: Ship',
      ].join('\n'),
    );
  });

  it('has no empty lines at its end', () => {
    expect(rendered()).toBe('# Ship it\n\nStatus: active, 0 of 0 steps done');
  });

  it.each([
    ['- a', '\\- a'],
    ['* a', '\\* a'],
    ['+ a', '\\+ a'],
    ['# a', '\\# a'],
    ['> a', '\\> a'],
    ['[x] a', '\\[x] a'],
    ['~~~', '\\~~~'],
    ['```', '\\```'],
    ['\\- a', '\\\\- a'],
    ['1. a', '1\\. a'],
    ['12) a', '12\\) a'],
    ['1\\. a', '1\\\\. a'],
    ['a - b', 'a - b'],
    ['1 a.', '1 a.'],
    ['a1. b', 'a1. b'],
  ])('takes text for nothing but text: %s', (text, escaped) => {
    expect(rendered(step({ details: text, notes: [`${text}\n  ${text}`] }))).toBe(
      [
        '# Ship it',
        '',
        'Status: active, 0 of 1 steps done',
        '',
        '- [ ] S001: Build',
        `  ${escaped}`,
        `  - ${escaped}`,
        `      ${escaped}`,
      ].join('\n'),
    );
    expect(unescapedLine(escaped)).toBe(text);
    expect(unescapedLine(`  ${escaped}`)).toBe(`  ${text}`);
  });
});
