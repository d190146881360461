import { describe, expect, it } from 'vitest';
import type { StepItem } from '../../harness/module/view-block.ts';
import { planEntries } from './plan-entries.ts';

const entries = (...items: StepItem[]) => planEntries([{ type: 'steps', items }]);

describe('the plan of an editor', () => {
  it('has the children of a step after it, and the steps of every block', () => {
    const step = (id: string, children?: StepItem[]): StepItem => ({
      id,
      title: `Step ${id}`,
      status: 'pending',
      children,
    });
    const plan = planEntries([
      { type: 'steps', items: [step('1', [step('2', [step('3')]), step('4')])] },
      { type: 'markdown', text: 'between' },
      { type: 'steps', items: [step('5')] },
    ]);
    expect(plan?.map(({ content }) => content)).toEqual(['Step 1', 'Step 2', 'Step 3', 'Step 4', 'Step 5']);
  });

  it.each([
    ['pending', 'pending', 'Paint'],
    ['running', 'in_progress', 'Paint'],
    ['waiting', 'in_progress', 'Paint (waiting: no brush)'],
    ['blocked', 'pending', 'Paint (blocked: no brush)'],
    ['done', 'completed', 'Paint'],
    ['failed', 'completed', 'Paint (failed: no brush)'],
    ['cancelled', 'completed', 'Paint (cancelled)'],
    ['simulated', 'completed', 'Paint (simulated)'],
  ] as const)('shows a step that is %s as %s', (status, shown, content) => {
    const notes = ['first', 'no\nbrush\u001b'];
    expect(entries({ id: '1', title: 'Paint', status, notes })).toEqual([
      { content, priority: 'medium', status: shown },
    ]);
  });

  it('says that a step failed where nothing tells why', () => {
    expect(entries({ id: '1', title: 'Paint', status: 'failed' })?.[0]?.content).toBe('Paint (failed)');
  });

  it('is empty for a view without steps', () => {
    expect(planEntries([{ type: 'markdown', text: 'x' }])).toEqual([]);
    expect(entries()).toEqual([]);
  });
});
