import { describe, expect, it } from 'vitest';
import { storeWith } from '../../../test/store-with.ts';
import { JournalError } from '../../journal/error.ts';
import { memoryStore, openJournal } from '../../journal/index.ts';
import type { ToolInvoked } from '../../kernel/session/facts.ts';
import { Session } from '../../kernel/session/session.ts';
import { importPlan } from '../formats/plan-files.ts';
import { Plan } from '../plan/plan.ts';
import { PlanningToolsSection } from '../prompt/planning-tools-section.ts';
import { recordRefusal } from './tool.ts';
import { toolOutcome } from './tool-outcome.ts';

/** A plan in a journal, and a switch that makes the journal refuse every append from then on. */
function planning() {
  const store = memoryStore();
  let failure: Error | undefined;
  const shaky = storeWith(store, {
    append: (request) => (failure ? Promise.reject(failure) : store.append(request)),
  });
  const journal = openJournal(shaky, 'plan:a');
  const session = new Session({ journal });
  const section = new PlanningToolsSection({ session });
  const call = (tool: string, input: unknown = {}, by?: string) =>
    section.tool(`planning_${tool}`).call(input, by === undefined ? {} : { by });
  const fail = (error: Error) => {
    failure = error;
  };
  const facts = async () =>
    (await journal.facts()).map(({ type, tool, success, assigned, plan, by }) => ({
      type,
      tool,
      success,
      assigned,
      plan,
      by,
    }));
  return { journal, session, section, call, fail, facts };
}

const steps = (...titles: string[]) => titles.map((title) => ({ title }));

describe('the record of a call', () => {
  it('has the assigned ids and the number of its plan, which is its first version', async () => {
    const { call, facts } = planning();
    await call('setup_plan', { objective: 'a', initial_steps: steps('b') });
    await call('add_step', { steps: steps('c', 'd') });
    await call('setup_plan', { objective: 'e' });
    await call('clear_plan');
    const recorded = { type: 'ToolInvoked', success: true, by: undefined };
    expect(await facts()).toEqual([
      { ...recorded, tool: 'planning_setup_plan', assigned: ['S001'], plan: 1 },
      { ...recorded, tool: 'planning_add_step', assigned: ['S002', 'S003'], plan: 1 },
      { ...recorded, tool: 'planning_setup_plan', assigned: undefined, plan: 3 },
      { ...recorded, tool: 'planning_clear_plan', assigned: undefined, plan: 3 },
    ]);
  });

  it('has no empty fields, and names the calling person', async () => {
    const { journal, call } = planning();
    await call('setup_plan', { objective: 'a' }, 'ada');
    const [fact] = await journal.facts();
    expect(fact).toMatchObject({ by: 'ada', plan: 1 });
    expect(fact).not.toHaveProperty('assigned');
    expect(fact).not.toHaveProperty('error');
    await call('read_plan');
    expect((await journal.facts())[1]).not.toHaveProperty('by');
  });

  it('names the caller even if the call was refused', async () => {
    const { journal, section } = planning();
    const marking = section
      .tool('planning_mark_step')
      .call({ step_id: 'S001', status: 'done' }, { by: 'ada' });
    await expect(marking).rejects.toMatchObject({ code: 'no-plan' });
    expect(await journal.facts()).toMatchObject([{ success: false, by: 'ada' }]);
  });

  it('has the trimmed input, without omitted fields', async () => {
    const { journal, call } = planning();
    await call('setup_plan', { objective: ' a ' });
    await call('add_step', {
      steps: [
        { title: ' b ', details: ' c ' },
        { title: 'd', details: null },
      ],
    });
    await call('update_step', { step_id: ' S001 ', title: ' e ' });
    await call('update_step', { step_id: 'S001', title: null, details: ' ' });
    await call('mark_step', { step_id: 'S001', status: 'done', note: null });
    await call('mark_step', { step_id: ' S001 ', status: 'blocked', note: ' f ' });
    expect((await journal.facts()).map(({ params }) => params)).toEqual([
      { objective: 'a' },
      { steps: [{ title: 'b', details: 'c' }, { title: 'd' }] },
      { step_id: 'S001', title: 'e' },
      { step_id: 'S001', details: '' },
      { step_id: 'S001', status: 'done' },
      { step_id: 'S001', status: 'blocked', note: 'f' },
    ]);
  });

  it('is one fact per call if one append can hold them, otherwise the first and the plan', async () => {
    const imported = async (marks: number) => {
      const { section, facts } = planning();
      const lines = Array.from({ length: marks }, (_, i) => `- [x] step ${i}`);
      await importPlan(section, `# Many\n${lines.join('\n')}`);
      return (await facts()).map(({ type }) => type);
    };
    expect(await imported(999)).toEqual(Array.from({ length: 1000 }, () => 'ToolInvoked'));
    expect(await imported(1000)).toEqual(['ToolInvoked', 'SessionRolledBack']);
  });
});

describe('the result of a call', () => {
  it('is the same on the wire as in the program, and cannot be changed', async () => {
    const { call } = planning();
    await call('setup_plan', { objective: 'a' });
    const added = await call('add_step', { steps: steps('b') });
    expect(added).toEqual({
      value: { steps: [{ title: 'b', details: null }] },
      message: 'Added S001.',
      version: 2,
      assignedIds: ['S001'],
      plan: {
        objective: 'a',
        status: 'active',
        steps: [{ stepId: 'S001', title: 'b', details: null, status: 'pending', notes: [] }],
      },
      output: {
        version: 2,
        assigned_ids: ['S001'],
        plan_status: 'active',
        steps: [{ step_id: 'S001', title: 'b', details: null, status: 'pending', notes: [] }],
      },
    });
    const marked = await call('mark_step', { step_id: 'S001', status: 'done', note: 'c' });
    expect(marked).toMatchObject({
      value: { stepId: 'S001', status: 'done', note: 'c' },
      assignedIds: [],
      step: marked.plan.steps[0],
      output: {
        version: 3,
        assigned_ids: [],
        plan_status: 'completed',
        step: { step_id: 'S001', notes: ['c'] },
      },
    });
    const cleared = await call('clear_plan');
    expect(cleared).toMatchObject({
      output: { version: 4, plan: { objective: 'a', status: 'abandoned', steps: [] } },
    });
    for (const result of [added, marked, cleared]) {
      for (const part of [result, result.value, result.assignedIds, result.output]) {
        expect(Object.isFrozen(part)).toBe(true);
      }
    }
    expect('steps' in added.value && Object.isFrozen(added.value.steps)).toBe(true);
  });

  it('lists up to twelve ids, and the first and the last of more', async () => {
    const { call } = planning();
    const titles = Array.from({ length: 12 }, (_, i) => `Step ${i}`);
    const { message } = await call('setup_plan', { objective: 'a', initial_steps: steps(...titles) });
    expect(message).toBe(
      'Plan set up with 12 steps: S001, S002, S003, S004, S005, S006, S007, S008, S009, S010, S011, S012.',
    );
    expect((await call('add_step', { steps: steps(...titles, 'more') })).message).toBe('Added S013 to S025.');
  });
});

describe('the recorded input of a refused call', () => {
  const kept = async (input: unknown) => {
    const { call, session } = planning();
    const events: ToolInvoked[] = [];
    session.bus.subscribe<ToolInvoked>('ToolInvoked', (event) => events.push(event));
    await expect(call('read_plan', input)).rejects.toThrow();
    return events[0]?.params;
  };
  const ofLength = (length: number) => ({ a: 'x'.repeat(length - '{"a":""}'.length) });

  it('is complete up to 4096 characters of JSON, and empty beyond', async () => {
    expect(await kept(ofLength(4096))).toEqual(ofLength(4096));
    expect(await kept(ofLength(4097))).toEqual({});
  });

  it.each([[null], ['text'], [[{ a: 1 }]], [undefined]])('is empty for a non-object: %j', async (input) => {
    expect(await kept(input)).toEqual({});
  });
});

describe('a call that cannot be recorded', () => {
  it('keeps the cause that its error has', async () => {
    const { session, fail } = planning();
    fail(new Error('disk is full'));
    const refusal = new Error('no', { cause: 'the first reason' });
    await recordRefusal(session, { tool: 'planning_read_plan', input: {}, refusal });
    expect(refusal.cause).toBe('the first reason');
  });

  it('has the failure as the cause of an error without one', async () => {
    const { session, fail } = planning();
    const full = new Error('disk is full');
    fail(full);
    const refusal = new Error('no');
    await recordRefusal(session, { tool: 'planning_read_plan', input: {}, refusal });
    expect(refusal.cause).toMatchObject({ message: 'disk is full' });
    refusal.cause = 'something else';
    expect(refusal.cause).toBe('something else');
  });

  it('never has itself as its cause', async () => {
    const { call, fail } = planning();
    const full = new JournalError('store-full', { expected: 'room', actual: 'none', fix: 'Make some.' });
    fail(full);
    const error = await call('setup_plan', { objective: 'a' }).catch((thrown: unknown) => thrown);
    expect(error).toBe(full);
    expect(full.cause).toBeUndefined();
  });

  it('may be refused with a value that is not an error', async () => {
    const { session, journal, fail } = planning();
    const events: ToolInvoked[] = [];
    session.bus.subscribe<ToolInvoked>('ToolInvoked', (event) => events.push(event));
    const refused = { tool: 'planning_read_plan', input: { a: 1 }, refusal: 'just no' };
    await recordRefusal(session, refused);
    const recorded = {
      type: 'ToolInvoked',
      tool: 'planning_read_plan',
      params: { a: 1 },
      success: false,
      error: { code: 'unexpected', message: 'just no' },
    };
    expect(events).toEqual([{ ...recorded, sessionId: 'plan:a', version: 0 }]);
    expect((await journal.facts())[0]).toMatchObject(recorded);
    fail(new Error('disk is full'));
    await recordRefusal(session, refused);
    expect(events).toHaveLength(2);
  });

  it('because of the journal passes on its error, and gives advice only if it is too large', async () => {
    const { call, fail, session } = planning();
    const report = { expected: 'a small fact', actual: 'a large one', fix: 'Use attachments.' };
    fail(new JournalError('store-full', report));
    await expect(call('setup_plan', { objective: 'a' })).rejects.toMatchObject({
      code: 'store-full',
      fix: 'Use attachments.',
    });
    const large = new JournalError('fact-too-large', report);
    fail(large);
    await expect(call('setup_plan', { objective: 'a' })).rejects.toMatchObject({
      name: 'JournalError',
      code: 'fact-too-large',
      expected: 'a small fact',
      actual: 'a large one',
      fix: expect.not.stringMatching(report.fix),
      cause: large,
    });
    expect(session.select(Plan)).toEqual([]);
  });
});

describe('the outcome of a call for a model', () => {
  const outcomeOf = (error: unknown) => toolOutcome(() => Promise.reject(error));

  it('is thrown if the program has to act', async () => {
    const full = new JournalError('store-full', { expected: 'room', actual: 'none', fix: 'Make some.' });
    await expect(outcomeOf(full)).rejects.toBe(full);
    await expect(outcomeOf('text')).rejects.toBe('text');
    const alike = Object.assign(new Error('no'), { code: 'fact-too-large' });
    await expect(outcomeOf(alike)).rejects.toBe(alike);
  });

  it('has no field if none is invalid', async () => {
    const { section } = planning();
    expect(await toolOutcome(() => section.tool('planning_read_plan').call({}))).toEqual({
      ok: false,
      message: expect.any(String),
      error: { code: 'no-plan' },
    });
  });

  it('is the output on the wire with its message', async () => {
    const { section } = planning();
    const setup = () => section.tool('planning_setup_plan').call({ objective: 'a' });
    expect(await toolOutcome(setup)).toEqual({
      ok: true,
      message: expect.any(String),
      version: 1,
      assigned_ids: [],
      plan: { objective: 'a', status: 'active', steps: [] },
    });
  });
});
