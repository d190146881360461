import { expect, it } from 'vitest';
import { conversationFacts } from '../harness/facts.ts';
import { conversationFamily } from '../harness/family.ts';
import { createRegistry, type PlannerEntry } from './registry.ts';

const entry = (id: string, description: string): PlannerEntry => ({
  planner: { id, name: id, plan: () => [] },
  description,
  family: conversationFamily,
  facts: conversationFacts,
});

it('of two planners with the same id the later wins, and is listed once', () => {
  const registry = createRegistry([entry('a', 'built in'), entry('b', ''), entry('a', 'my own')]);
  expect(registry.get('a').description).toBe('my own');
  expect(registry.entries.map(({ planner }) => planner.id)).toEqual(['a', 'b']);
});

it('an unknown planner is refused with a list of the known ones', () => {
  const registry = createRegistry([entry('a', ''), entry('b', '')]);
  expect(registry.find('c')).toBeUndefined();
  expect(() => registry.get('c')).toThrow(expect.objectContaining({ code: 'unknown-planner' }));
});
