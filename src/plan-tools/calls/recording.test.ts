import { describe, expect, it } from 'vitest';
import { storeWith } from '../../../test/store-with.ts';
import { memoryStore, openJournal } from '../../journal/index.ts';
import type { ToolInvoked } from '../../kernel/session/facts.ts';
import { Session, selectLatest } from '../../kernel/session/session.ts';
import { readMarkdownPlan } from '../formats/markdown-plan.ts';
import { importPlan } from '../formats/plan-files.ts';
import { Plan } from '../plan/plan.ts';
import { PlanningToolsSection } from '../prompt/planning-tools-section.ts';
import { toOpenAiFunctions } from './adapters.ts';
import { toolOutcome } from './tool-outcome.ts';

function planning(session = new Session()) {
  const section = new PlanningToolsSection({ session });
  const events: ToolInvoked[] = [];
  session.bus.subscribe<ToolInvoked>('ToolInvoked', (event) => events.push(event));
  const call = (tool: string, input: unknown = {}, expectedVersion?: number) =>
    section.tool(`planning_${tool}`).call(input, { expectedVersion });
  return { session, section, events, call };
}

describe('an import', () => {
  it('is one append: all of it or nothing', async () => {
    const store = memoryStore();
    const sizes: number[] = [];
    const counted = storeWith(store, {
      append: (request) => {
        sizes.push(request.facts.length);
        return store.append(request);
      },
    });
    const { section } = planning(new Session({ journal: openJournal(counted, 'plan:a') }));
    const { plan, version } = await importPlan(section, '# One\n- [x] a\n  - note\n- [~] b\n- [ ] c');
    expect(sizes).toEqual([3]);
    expect(version).toBe(3);
    expect(plan.steps.map(({ status }) => status)).toEqual(['done', 'in_progress', 'pending']);
    const again = planning(new Session({ journal: openJournal(store, 'plan:a') }));
    expect(await selectLatest(again.session, Plan)).toEqual(plan);
  });

  it('of more marks than one append can hold is still one append', async () => {
    const journal = openJournal(memoryStore(), 'plan:a');
    const { section } = planning(new Session({ journal }));
    const lines = Array.from({ length: 1500 }, (_, i) => `- [x] step ${i}`);
    const { plan } = await importPlan(section, `# Many\n${lines.join('\n')}`);
    expect(plan).toMatchObject({ status: 'completed', steps: { length: 1500 } });
    expect(await journal.head()).toBeLessThanOrEqual(1000);
    expect(await selectLatest(planning(new Session({ journal })).session, Plan)).toEqual(plan);
  });

  it('reads a list of 100,000 boxes', () => {
    const lines = Array.from({ length: 100_000 }, (_, i) => `- [ ] step ${i}`);
    expect(readMarkdownPlan(`# Many\n${lines.join('\n')}`).steps).toHaveLength(100_000);
  });
});

describe('a call that cannot be recorded', () => {
  const full = () => {
    const store = memoryStore();
    let broken = false;
    const shaky = storeWith(store, {
      append: (request) => (broken ? Promise.reject(new Error('disk is full')) : store.append(request)),
    });
    const made = planning(new Session({ journal: openJournal(shaky, 'plan:a') }));
    const fill = () => {
      broken = true;
    };
    return { ...made, fill };
  };

  it('fails with its own error, with the recording failure as the cause, and is published', async () => {
    const { call, events, fill } = full();
    fill();
    await expect(call('setup_plan', { objective: '' })).rejects.toMatchObject({
      code: 'invalid-tool-input',
      field: 'objective',
      cause: { message: 'disk is full' },
    });
    expect(events).toMatchObject([{ success: false, error: { field: 'objective' } }]);
  });

  it('still answers when it only reads', async () => {
    const { call, fill } = full();
    await call('setup_plan', { objective: 'o' });
    fill();
    expect(await call('read_plan')).toMatchObject({ version: 1, plan: { objective: 'o' } });
    await expect(call('read_plan', {}, 7)).rejects.toMatchObject({ code: 'conflict' });
    await expect(call('clear_plan')).rejects.toThrow('disk is full');
  });

  it('because it is too large gets advice', async () => {
    const { section, call } = planning(new Session({ journal: openJournal(memoryStore(), 'plan:a') }));
    await call('setup_plan', { objective: 'o' });
    const steps = Array.from({ length: 3000 }, () => ({ title: 'a', details: 'x'.repeat(500) }));
    const outcome = await toolOutcome(() => section.tool('planning_add_step').call({ steps }));
    expect(outcome).toMatchObject({ ok: false, error: { code: 'fact-too-large' } });
    expect(outcome.message).toMatch(/add fewer steps per call/i);
  });
});

describe('what a refusal says', () => {
  it('of a status', async () => {
    await expect(planning().call('mark_step', { step_id: 'S001', status: 'DONE' })).rejects.toMatchObject({
      message: 'Status must be one of pending, in_progress, blocked, done.',
      expected: 'one of pending, in_progress, blocked, done in status',
      actual: '"DONE"',
    });
  });

  it('of an empty note', async () => {
    const error = await planning()
      .call('mark_step', { step_id: 'S001', status: 'done', note: ' ' })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ fix: expect.not.stringContaining('Shorten') });
  });

  it('for a version that the plan has not reached', async () => {
    const { call } = planning();
    await call('setup_plan', { objective: 'o' });
    await expect(call('clear_plan', {}, 5)).rejects.toMatchObject({
      code: 'conflict',
      actual: expect.not.stringContaining('somebody else'),
    });
  });
});

describe('null in the arguments of an OpenAI function', () => {
  it('means an omitted optional property, and nothing else', async () => {
    const { section } = planning();
    const { call } = toOpenAiFunctions(section);
    const answer = async (name: string, input: unknown) =>
      JSON.parse(await call(name, JSON.stringify(input)));
    expect(
      await answer('planning_setup_plan', { objective: 'o', initial_steps: [{ title: 'a', details: null }] }),
    ).toMatchObject({ ok: true });
    expect(await answer('planning_setup_plan', { objective: 'o', initial_steps: null })).toMatchObject({
      ok: true,
    });
    expect(await answer('planning_read_plan', { bogus: null })).toMatchObject({ error: { field: 'bogus' } });
    expect(await answer('planning_setup_plan', { objective: null })).toMatchObject({
      message: expect.stringContaining('must be a string'),
    });
    expect(await answer('planning_nothing', {})).toMatchObject({ error: { code: 'unknown-tool' } });
  });
});

describe('a tasks.json of task-master', () => {
  it('may have null for any optional field', async () => {
    const { section } = planning();
    const tasks = [{ id: 1, title: 'a', status: 'pending', dependencies: null, subtasks: null }];
    const file = { tasks, metadata: { projectName: 'Mine', description: null } };
    expect((await importPlan(section, JSON.stringify(file))).plan.objective).toBe('Mine');
    await importPlan(section, JSON.stringify({ tasks, metadata: null }));
  });

  it('is named after its project if its description is too long for an objective', async () => {
    const file = { tasks: [], metadata: { projectName: 'Mine', description: 'x'.repeat(300) } };
    expect((await importPlan(planning().section, JSON.stringify(file))).plan.objective).toBe('Mine');
  });
});
