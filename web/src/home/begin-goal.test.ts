import { describe, expect, it } from 'vitest';
import type { PlannerLine } from '../api/contracts.ts';
import { type Goal, newSessionOf, obstacleTo } from './begin-goal.ts';
import { bestOf } from './fitting-planners.ts';

const plannerWith = (talks: PlannerLine['talks']): PlannerLine => ({
  id: 'some',
  name: 'Some planner',
  description: '',
  talks,
  commands: talks === 'nobody' ? [] : ['configure'],
  commandForms: [],
  exports: [],
  examples: [],
  setup: { fields: [], canSave: true, pending: false, dirty: false },
});
const goalFor = (talks: PlannerLine['talks'], more: Partial<Goal> = {}): Goal => ({
  planner: plannerWith(talks),
  text: 'Paint the house\nin May',
  isReceived: false,
  edits: {},
  fields: [],
  mode: 'approve',
  ...more,
});

describe('a goal', () => {
  it('is said to the planner, and names nothing that can be inferred', () => {
    expect(newSessionOf(goalFor('person'))).toEqual({
      plannerId: 'some',
      config: {},
      goal: 'Paint the house\nin May',
    });
  });

  it('is never taken for what the other side of a conversation wrote', () => {
    expect(newSessionOf(goalFor('agent'))).toHaveProperty('goal');
    expect(newSessionOf(goalFor('agent', { isReceived: true }))).not.toHaveProperty('goal');
    expect(newSessionOf(goalFor('agent', { isReceived: true }))).toHaveProperty('text');
  });

  it('waits for its settings where some were changed', () => {
    expect(newSessionOf(goalFor('person', { edits: { parallel: 3 } }))).not.toHaveProperty('config');
    expect(newSessionOf(goalFor('agent', { mode: 'auto' }))).not.toHaveProperty('config');
  });

  it('is the title where nobody can be told of it', () => {
    expect(newSessionOf(goalFor('nobody'))).toEqual({ plannerId: 'some', title: 'Paint the house' });
    expect(newSessionOf(goalFor('nobody', { title: 'House' }))).toMatchObject({ title: 'House' });
  });

  it('can begin, or it is said what is missing', () => {
    const planner = plannerWith('person');
    const field = { key: 'title', type: 'text', label: 'Headline', required: true } as const;
    const ready = { text: 'x', planner, fields: [], edits: {}, canSave: true };
    expect(obstacleTo(ready)).toBeUndefined();
    expect(obstacleTo({ ...ready, text: '  ' })).toBeDefined();
    expect(obstacleTo({ ...ready, planner: undefined })).toBeDefined();
    expect(obstacleTo({ ...ready, canSave: false, fields: [field] })).toContain('Headline');
  });
});

describe('the planner of a goal', () => {
  const planners = [
    { id: 'letters', talks: 'agent' },
    { id: 'tasks', talks: 'person' },
    { id: 'trip', talks: 'person' },
  ] as const;

  it('is the one that suits best', () => {
    const fits = [
      { id: 'tasks', fit: 0.2 },
      { id: 'trip', fit: 0.8 },
    ];
    expect(bestOf(planners, fits)?.id).toBe('trip');
  });

  it('is one that takes any words where none suits', () => {
    expect(bestOf(planners, [{ id: 'trip', fit: 0 }])?.id).toBe('tasks');
  });
});
