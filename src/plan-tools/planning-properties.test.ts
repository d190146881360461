import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryStore, openJournal } from '../journal/index.ts';
import type { ToolInvoked } from '../kernel/session/facts.ts';
import { Session, selectLatest } from '../kernel/session/session.ts';
import { Plan, stepNumber } from './plan/plan.ts';
import { highestOf } from './plan/plan-number.ts';
import { planAfter } from './planning-tools.ts';
import { PlanningToolsSection } from './prompt/planning-tools-section.ts';

/** Texts that are valid, blank, too long or not ASCII. */
const text = fc.oneof(
  { weight: 6, arbitrary: fc.string({ minLength: 1, maxLength: 20 }) },
  fc.constantFrom('', ' \n', 'caf\u00e9', 'x'.repeat(600), 'two\nlines', ' padded '),
);
const stepId = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 6 }).map((n) => `S00${n}`) },
  fc.constantFrom('', ' S001 ', 's001', 'S1', 'S999'),
);
const status = fc.constantFrom('pending', 'in_progress', 'blocked', 'done', 'done', 'done', 'nonsense');
const newStep = fc.record({ title: text, details: fc.option(text) }, { requiredKeys: ['title'] });
const newSteps = fc.array(newStep, { maxLength: 3 });
const place = { before: stepId, after: stepId };
const evidence = fc.record(
  { command: text, exit_code: fc.integer(), link: fc.webUrl() },
  { requiredKeys: [] },
);
const mark = { step_id: stepId, status, note: fc.option(text), evidence };

const call = fc.oneof(
  fc.record({
    tool: fc.constant('planning_setup_plan'),
    input: fc.record({ objective: text, initial_steps: newSteps }, { requiredKeys: ['objective'] }),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      tool: fc.constant('planning_add_step'),
      input: fc.record({ steps: newSteps, ...place }, { requiredKeys: ['steps'] }),
    }),
  },
  fc.record({
    tool: fc.constant('planning_update_step'),
    input: fc.record(
      { step_id: stepId, title: fc.option(text), details: fc.option(text), ...place, remove: fc.boolean() },
      { requiredKeys: ['step_id'] },
    ),
  }),
  {
    weight: 4,
    arbitrary: fc.record({
      tool: fc.constant('planning_mark_step'),
      input: fc.record(
        {
          ...mark,
          also: fc.array(fc.record(mark, { requiredKeys: ['step_id', 'status'] }), { maxLength: 2 }),
        },
        { requiredKeys: ['step_id', 'status'] },
      ),
    }),
  },
  fc.record({ tool: fc.constant('planning_clear_plan'), input: fc.constant({}) }),
  fc.record({ tool: fc.constant('planning_read_plan'), input: fc.constant({}) }),
  fc.record({ tool: fc.constantFrom('planning_setup_plan', 'planning_mark_step'), input: fc.jsonValue() }),
);
const calls = fc.array(call, { minLength: 1, maxLength: 25 });

/** Makes the calls one after the other, and checks after each what holds always. */
async function run(
  session: Session,
  sequence: readonly { tool: string; input: unknown }[],
): Promise<ToolInvoked[]> {
  const section = new PlanningToolsSection({ session });
  const events: ToolInvoked[] = [];
  const stop = session.bus.subscribe<ToolInvoked>('ToolInvoked', (event) => events.push(event));
  let isSetUp = false;
  for (const { tool, input } of sequence) {
    const before = session.select(Plan).at(-1);
    const kept = structuredClone(before);
    const result = await section
      .tool(tool)
      .call(input)
      .catch((error: unknown) => error);
    const after = session.select(Plan).at(-1);
    if (tool === 'planning_add_step' && before && !(result instanceof Error)) {
      const { assignedIds } = Object(result);
      expect(stepNumber({ stepId: String(assignedIds[0]) })).toBe(highestOf(before) + 1);
    }
    expect(before).toEqual(kept);
    if (result instanceof Error) {
      expect(result.name).toBe('ToolValidationError');
      expect(after).toBe(before);
    } else {
      isSetUp = true;
      expect(result).toMatchObject({ plan: after, version: session.version });
    }
    expect(events.at(-1)).toMatchObject({ tool, success: !(result instanceof Error) });
    expect(session.select(Plan)).toHaveLength(isSetUp ? 1 : 0);
    if (after) isWellFormed(after);
  }
  stop();
  expect(events).toHaveLength(sequence.length);
  return events;
}

function isWellFormed(plan: Plan): void {
  const numbers = plan.steps.map(stepNumber);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(Math.max(0, ...numbers)).toBeLessThanOrEqual(highestOf(plan));
  const isDone = plan.steps.length > 0 && plan.steps.every((step) => step.status === 'done');
  expect(plan.status === 'completed').toBe(isDone);
  if (plan.status === 'abandoned') expect(plan.steps).toEqual([]);
  expect(plan).toSatisfy(isDeeplyFrozen);
}

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}

describe('any sequence of valid and invalid calls', () => {
  it('keeps a session in memory well-formed, and its events fold to its plan', async () => {
    await fc.assert(
      fc.asyncProperty(calls, async (sequence) => {
        const session = new Session();
        const events = await run(session, sequence);
        expect(events.reduce(planAfter, undefined)).toEqual(await selectLatest(session, Plan));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps a session with a journal well-formed, and another process folds the same plan', async () => {
    await fc.assert(
      fc.asyncProperty(calls, async (sequence) => {
        const store = memoryStore();
        const session = new Session({ journal: openJournal(store, 'p') });
        await run(session, sequence);
        const other = new Session({ journal: openJournal(store, 'p') });
        new PlanningToolsSection({ session: other });
        expect(await selectLatest(other, Plan)).toEqual(session.select(Plan).at(-1));
        expect(other.version).toBe(session.version);
        expect(await openJournal(store, 'p').head()).toBe(sequence.length);
      }),
      { numRuns: 200 },
    );
  });
});
