import { describe, expect, test } from 'vitest';
import { PLAN as STAND_IN_PLAN } from '../../../../test/cli-stand-ins/stand-in.mjs';
import { PlanningPlan, readPlan } from './plan.ts';
import { isPlanWire, PLANNING_OUTPUT_SCHEMA, schemaIssues } from './schema.ts';
import { STRICT_PLANNING_SCHEMA } from './strict-schema.ts';

const texts = (count: number, length = 5) => Array.from({ length: count }, () => 'x'.repeat(length));
const STEP = { id: 's1', title: 'Title', intent: 'Intent', actions: ['Act'], validation: ['Check'] };
const PLAN = {
  plan_summary: 'Summary',
  rationale: 'Reason',
  focus_metrics: ['speed'],
  guardrails: ['rule'],
  risks: ['risk'],
  validation: ['check'],
  steps: [STEP],
};
const withStep = (fields: object) => ({ ...PLAN, steps: [{ ...STEP, ...fields }] });
const steps = (...ids: readonly string[]) => ids.map((id) => ({ ...STEP, id }));

test('a validator of any dialect accepts it, because it names none', () => {
  expect(PLANNING_OUTPUT_SCHEMA).not.toHaveProperty('$schema');
});

describe('limits', () => {
  test.each([
    ['plan_summary', (n: number) => ({ ...PLAN, plan_summary: 'x'.repeat(n) }), 1, 512],
    ['rationale', (n: number) => ({ ...PLAN, rationale: 'x'.repeat(n) }), 1, 2048],
    ['focus_metrics', (n: number) => ({ ...PLAN, focus_metrics: texts(n) }), 1, 10],
    ['guardrails', (n: number) => ({ ...PLAN, guardrails: texts(n) }), 1, 20],
    ['risks', (n: number) => ({ ...PLAN, risks: texts(n) }), 1, 20],
    ['validation', (n: number) => ({ ...PLAN, validation: texts(n) }), 1, 20],
    ['steps', (n: number) => ({ ...PLAN, steps: steps(...texts(n).map((_, i) => `s${i}`)) }), 1, 6],
    ['handoff_notes', (n: number) => ({ ...PLAN, handoff_notes: texts(n) }), 0, 20],
    ['a handoff note', (n: number) => ({ ...PLAN, handoff_notes: ['x'.repeat(n)] }), 0, 200],
    ['fallback_plan', (n: number) => ({ ...PLAN, fallback_plan: 'x'.repeat(n) }), 0, 1200],
    ['a step’s id', (n: number) => withStep({ id: 'x'.repeat(n) }), 1, 64],
    ['a step’s title', (n: number) => withStep({ title: 'x'.repeat(n) }), 1, 120],
    ['a step’s intent', (n: number) => withStep({ intent: 'x'.repeat(n) }), 1, 400],
    ['a step’s actions', (n: number) => withStep({ actions: texts(n) }), 1, 12],
    ['an action', (n: number) => withStep({ actions: ['x'.repeat(n)] }), 1, 200],
    ['a step’s validation', (n: number) => withStep({ validation: texts(n) }), 1, 12],
    ['a check', (n: number) => withStep({ validation: ['x'.repeat(n)] }), 1, 200],
    ['a step’s files', (n: number) => withStep({ files: texts(n) }), 0, 30],
    ['a file', (n: number) => withStep({ files: ['x'.repeat(n)] }), 0, 256],
    ['a step’s risks', (n: number) => withStep({ risks: texts(n) }), 0, 12],
    ['a step’s risk', (n: number) => withStep({ risks: ['x'.repeat(n)] }), 0, 200],
    ['a step’s references', (n: number) => withStep({ references: texts(n) }), 0, 12],
    ['a reference', (n: number) => withStep({ references: ['x'.repeat(n)] }), 0, 256],
  ])('%s', (_, plan, least, most) => {
    expect(readPlan(plan(least)).ok).toBe(true);
    expect(readPlan(plan(most)).ok).toBe(true);
    expect(readPlan(plan(most + 1)).ok).toBe(false);
    if (least > 0) expect(readPlan(plan(least - 1)).ok).toBe(false);
  });

  test('length counts characters, not code units', () => {
    expect(readPlan({ ...PLAN, plan_summary: '😀'.repeat(512) }).ok).toBe(true);
  });

  test.each(Object.keys(PLAN))('%s is required', (field) => {
    const rest = Object.fromEntries(Object.entries(PLAN).filter(([name]) => name !== field));
    expect(isPlanWire(rest)).toBe(false);
  });

  test.each([
    { ...PLAN, extra: 1 },
    withStep({ extra: 1 }),
    { ...PLAN, risks: ['   '] },
    { ...PLAN, plan_summary: '\u00a0\n' },
    withStep({ actions: ['\t'] }),
    null,
    [],
    'text',
  ])('%j is refused', (value) => {
    expect(readPlan(value).ok).toBe(false);
  });

  test('an issue names its location in readable form', () => {
    expect(schemaIssues(withStep({ title: '' })).join('\n')).toMatch(/^steps\[0\]\.title: /m);
  });
});

describe('rules between steps', () => {
  const dependent = (id: string, ...dependencies: readonly string[]) => ({ ...STEP, id, dependencies });

  test.each([
    ['an id used twice', steps('a', 'a'), 'steps[1].id: "a" is used twice.'],
    ['an unknown id', [dependent('a', 'z')], 'steps[0].dependencies: "z" is no step of this plan.'],
    ['a later step', [dependent('a', 'b'), dependent('b')], 'steps[0].dependencies: "b" is no earlier step.'],
    ['a step itself', [dependent('a', 'a')], 'steps[0].dependencies: "a" is no earlier step.'],
  ])('%s is refused', (_, list, issue) => {
    expect(readPlan({ ...PLAN, steps: list })).toEqual({ ok: false, issues: [issue] });
  });

  test('a cycle is refused', () => {
    expect(readPlan({ ...PLAN, steps: [dependent('a', 'b'), dependent('b', 'a')] }).ok).toBe(false);
  });

  test('dependencies on earlier steps are allowed', () => {
    expect(
      readPlan({ ...PLAN, steps: [dependent('a'), dependent('b', 'a'), dependent('c', 'a', 'b')] }).ok,
    ).toBe(true);
  });
});

describe('a plan', () => {
  test('round-trips through its wire format', () => {
    const reading = readPlan(STAND_IN_PLAN);
    if (!reading.ok) throw new Error(reading.issues.join());
    const wire = JSON.parse(JSON.stringify(reading.plan));
    expect(isPlanWire(wire)).toBe(true);
    expect(readPlan(wire)).toEqual(reading);
    expect(wire).toMatchObject({ plan_summary: reading.plan.summary, steps: [{ id: 's1' }, { id: 's2' }] });
  });

  test('is frozen, with trimmed copies of its lists', () => {
    const risks = [' one ', '', 'two'];
    const plan = new PlanningPlan({
      ...{ summary: ' S ', rationale: 'R', focusMetrics: ['m'], guardrails: ['g'], risks, validation: ['v'] },
      steps: [{ stepId: 's1', title: 'T', intent: 'I', actions: ['a'], validation: ['c'] }],
    });
    risks.push('three');
    expect(plan).toMatchObject({
      summary: 'S',
      risks: ['one', 'two'],
      handoffNotes: [],
      fallbackPlan: undefined,
    });
    expect([plan, plan.risks, plan.steps, plan.steps[0], plan.steps[0]?.files].every(Object.isFrozen)).toBe(
      true,
    );
  });
});

describe('the strict form', () => {
  const objects = (node: unknown): Record<string, unknown>[] => {
    if (typeof node !== 'object' || node === null) return [];
    const inside = Object.values(node).flatMap(objects);
    return 'type' in node && 'properties' in node ? [{ ...node }, ...inside] : inside;
  };

  test('requires every property and is closed', () => {
    const found = objects(STRICT_PLANNING_SCHEMA);
    expect(found).toHaveLength(2);
    for (const { properties, required, additionalProperties } of found) {
      expect(required).toEqual(Object.keys(properties ?? {}));
      expect(additionalProperties).toBe(false);
    }
  });

  test('makes optional properties nullable', () => {
    expect(objects(STRICT_PLANNING_SCHEMA)[0]?.properties).toMatchObject({
      handoff_notes: { type: ['array', 'null'] },
      fallback_plan: { type: ['string', 'null'] },
      risks: { type: 'array' },
    });
  });

  test('has no keyword that strict mode refuses, and describes limits in words', () => {
    const text = JSON.stringify(STRICT_PLANNING_SCHEMA);
    expect(text).not.toMatch(/"(?:minLength|maxLength|pattern|\$schema)":/);
    expect(text).toContain('At most 512 characters.');
  });

  test('does not change the original schema', () => {
    expect(PLANNING_OUTPUT_SCHEMA.properties.plan_summary.maxLength).toBe(512);
  });
});
