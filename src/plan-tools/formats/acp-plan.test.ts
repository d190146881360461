import { expect, it } from 'vitest';
import type { PlanStep } from '../plan/plan.ts';
import { toAcpPlan } from './acp-plan.ts';

const step = (stepId: string, status: PlanStep['status'], ...notes: string[]): PlanStep => ({
  stepId,
  title: `Do ${stepId}`,
  details: null,
  status,
  notes,
});

it('an editor gets one entry per step, blocked ones as pending with the reason', () => {
  const steps = [
    step('S001', 'done', 'Fine'),
    step('S002', 'in_progress'),
    step('S003', 'blocked', 'Old', 'Newer', 'Waits for Ada'),
    step('S004', 'blocked'),
    step('S005', 'pending'),
  ];
  expect(toAcpPlan({ objective: 'Ship it', status: 'active', steps })).toEqual({
    entries: [
      { content: 'Do S001', priority: 'medium', status: 'completed' },
      { content: 'Do S002', priority: 'medium', status: 'in_progress' },
      { content: 'Do S003 (blocked: Waits for Ada)', priority: 'medium', status: 'pending' },
      { content: 'Do S004 (blocked)', priority: 'medium', status: 'pending' },
      { content: 'Do S005', priority: 'medium', status: 'pending' },
    ],
  });
});

it('an abandoned plan has no entries', () => {
  expect(toAcpPlan({ objective: 'Ship it', status: 'abandoned', steps: [] })).toEqual({ entries: [] });
});
