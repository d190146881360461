import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryStore, openJournal } from '../journal/index.ts';
import { Session, selectLatest } from '../kernel/session/session.ts';
import { importPlan } from './formats/plan-files.ts';
import { Plan } from './plan/plan.ts';
import { PlanningToolsSection } from './prompt/planning-tools-section.ts';

function opened(store = memoryStore()) {
  const journal = openJournal(store, 'plan:default');
  const open = () => {
    const session = new Session({ journal });
    const section = new PlanningToolsSection({ session });
    const call = (tool: string, input: unknown = {}) => section.tool(`planning_${tool}`).call(input);
    return { session, section, call, plan: () => selectLatest(session, Plan) };
  };
  return { journal, open };
}

const add = (title: string) => ['add_step', { steps: [{ title }] }] as const;
const done = (step_id: string) => ['mark_step', { step_id, status: 'done' }] as const;

describe('an erased fact', () => {
  it('leaves a gap: the steps after it keep their ids, and its marks land on no other step', async () => {
    const { journal, open } = opened();
    const live = open();
    await live.call('setup_plan', { objective: 'o' });
    await live.call(...add('secret'));
    await live.call(...add('Delete prod db'));
    await live.call(...done('S001'));
    await journal.redact(2);
    const expected = {
      objective: 'o',
      status: 'active',
      steps: [{ stepId: 'S002', title: 'Delete prod db', status: 'pending' }],
    };
    expect(await open().plan()).toMatchObject(expected);
    expect(await live.plan()).toMatchObject(expected);
    expect((await open().call(...add('Next'))).assignedIds).toEqual(['S003']);
  });

  it('that set the plan up leaves later additions', async () => {
    const { journal, open } = opened();
    const live = open();
    await live.call('setup_plan', { objective: 'secret', initial_steps: [{ title: 'secret' }] });
    await live.call(...add('Kept'));
    await live.call(...done('S001'));
    await live.call(...done('S002'));
    await journal.redact(1);
    expect(await open().plan()).toMatchObject({
      objective: '[erased]',
      steps: [{ stepId: 'S002', title: 'Kept', status: 'done' }],
    });
  });

  it('that set the plan up leaves a plan even if its steps were only marked', async () => {
    const { journal, open } = opened();
    const live = open();
    await live.call('setup_plan', { objective: 'secret', initial_steps: [{ title: 'secret' }] });
    await live.call(...done('S001'));
    await journal.redact(1);
    expect(await open().plan()).toMatchObject({ objective: '[erased]', steps: [] });
  });

  it('that started another plan does not mix its steps into the previous one', async () => {
    const { journal, open } = opened();
    const live = open();
    await live.call('setup_plan', { objective: 'one', initial_steps: [{ title: 'a' }, { title: 'b' }] });
    await live.call('setup_plan', { objective: 'two', initial_steps: [{ title: 'secret' }] });
    await live.call(...add('c'));
    await journal.redact(2);
    expect(await open().plan()).toMatchObject({
      objective: '[erased]',
      steps: [{ stepId: 'S002', title: 'c' }],
    });
  });

  it('that started another plan leaves the previous one unchanged, whatever happened to steps with the same ids', async () => {
    const { journal, open } = opened();
    const live = open();
    await live.call('setup_plan', { objective: 'one', initial_steps: [{ title: 'a' }, { title: 'b' }] });
    await live.call('setup_plan', { objective: 'two', initial_steps: [{ title: 'secret' }] });
    await live.call('update_step', { step_id: 'S001', title: 'of plan two' });
    await live.call(...done('S001'));
    await live.call('read_plan');
    await journal.redact(2);
    const expected = { objective: '[erased]', status: 'active', steps: [] };
    expect(await open().plan()).toEqual(expected);
    expect(await live.plan()).toEqual(expected);
    expect((await live.call(...add('Next'))).assignedIds).toEqual(['S001']);
    expect(await open().plan()).toMatchObject({ objective: '[erased]', steps: [{ title: 'Next' }] });
  });

  it('that started another plan restores the previous one if nothing was done to the other', async () => {
    const { journal, open } = opened();
    const live = open();
    await live.call('setup_plan', { objective: 'one', initial_steps: [{ title: 'a' }] });
    await live.call('setup_plan', { objective: 'two' });
    await journal.redact(2);
    await live.call(...done('S001'));
    expect(await open().plan()).toMatchObject({ objective: 'one', status: 'completed' });
  });

  it('that imported a large plan leaves the previous one unchanged', async () => {
    const { journal, open } = opened();
    const live = open();
    await live.call('setup_plan', { objective: 'one', initial_steps: [{ title: 'a' }] });
    const lines = Array.from({ length: 1500 }, (_, i) => `- [~] secret ${i}`);
    await importPlan(live.section, `# two\n${lines.join('\n')}`);
    await live.call(...done('S001'));
    await journal.redact(2);
    await journal.redact(3);
    expect(await open().plan()).toEqual({ objective: '[erased]', status: 'active', steps: [] });
  });

  it('of a rolled-back plan leaves the restored plan unchanged', async () => {
    const { journal, open } = opened();
    const live = open();
    await live.call('setup_plan', { objective: 'one', initial_steps: [{ title: 'a' }] });
    const snapshot = JSON.parse(JSON.stringify(await live.session.snapshot()));
    await live.call('setup_plan', { objective: 'two', initial_steps: [{ title: 'secret' }] });
    await live.session.rollback(snapshot);
    await live.call(...done('S001'));
    await journal.redact(2);
    await journal.redact(3);
    expect(await open().plan()).toMatchObject({ objective: 'one', status: 'completed' });
  });

  it('of any plan never mixes two plans', async () => {
    const step = fc.constantFrom('S001', 'S002', 'S003');
    const act = fc.oneof(
      fc.record({ tool: fc.constant('setup_plan'), steps: fc.nat({ max: 2 }) }),
      { weight: 2, arbitrary: fc.record({ tool: fc.constant('add_step') }) },
      { weight: 3, arbitrary: fc.record({ tool: fc.constant('mark_step'), step }) },
      fc.record({ tool: fc.constant('update_step'), step }),
      fc.record({ tool: fc.constantFrom('clear_plan', 'read_plan') }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 3, maxLength: 20 }),
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 4 }),
        async (acts, erased) => {
          const { journal, open } = opened();
          const live = open();
          let plans = 0;
          for (const each of acts) {
            if (each.tool === 'setup_plan') plans += 1;
            const title = `of plan ${plans}`;
            const inputs: Record<string, object> = {
              setup_plan: {
                objective: title,
                initial_steps: Array.from({ length: 'steps' in each ? each.steps : 0 }, () => ({ title })),
              },
              add_step: { steps: [{ title }] },
              mark_step: { step_id: 'step' in each ? each.step : '', status: 'done', note: title },
              update_step: { step_id: 'step' in each ? each.step : '', title },
            };
            await live.call(each.tool, inputs[each.tool]).catch(() => undefined);
          }
          for (const seq of erased) await journal.redact(seq).catch(() => undefined);
          const plan = await open().plan();
          const found = plan?.steps.flatMap(({ title, notes }) => [title, ...notes]) ?? [];
          if (plan && plan.objective !== '[erased]') found.push(plan.objective);
          expect(new Set(found).size).toBeLessThanOrEqual(1);
          expect(await live.plan()).toEqual(plan);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('does not make later calls fail at a plan that looks completed', async () => {
    const { journal, open } = opened();
    const live = open();
    await live.call('setup_plan', { objective: 'o', initial_steps: [{ title: 'a' }] });
    await live.call(...add('secret'));
    await live.call(...done('S001'));
    await live.call(...add('c'));
    await journal.redact(2);
    expect(await open().plan()).toMatchObject({
      status: 'active',
      steps: [{ stepId: 'S001' }, { stepId: 'S003' }],
    });
  });

  it('is noticed by a running session, even before it decides', async () => {
    const { journal, open } = opened();
    const [reads, writes] = [open(), open()];
    await writes.call('setup_plan', { objective: 'o' });
    await writes.call(...add('secret'));
    await reads.plan();
    await journal.redact(2);
    expect((await reads.plan())?.steps).toEqual([]);
    await expect(writes.call(...done('S001'))).rejects.toMatchObject({ code: 'step-not-found' });
  });

  it('does not help a call without a plan, which is refused as usual', async () => {
    const { open } = opened();
    for (const [tool, input] of [add('a'), done('S001'), ['read_plan', {}], ['clear_plan', {}]] as const) {
      await expect(open().call(tool, input)).rejects.toMatchObject({ code: 'no-plan' });
    }
    expect(await open().plan()).toBeUndefined();
  });
});

describe('facts without the number of their plan', () => {
  const invoked = (tool: string, params: object, assigned?: string[]) => ({
    type: 'ToolInvoked',
    tool: `planning_${tool}`,
    params,
    success: true,
    ...(assigned && { assigned }),
  });
  const title = (text: string) => ({ title: text });

  it('are read as before, and so are later facts', async () => {
    const { journal, open } = opened();
    await journal.append([
      invoked('setup_plan', { objective: 'one', initial_steps: [title('a')] }, ['S001']),
      invoked('add_step', { steps: [title('b')] }, ['S002']),
      invoked('mark_step', { step_id: 'S001', status: 'done' }),
    ]);
    const live = open();
    await live.call(...done('S002'));
    expect(await open().plan()).toMatchObject({ objective: 'one', status: 'completed' });
    expect((await journal.facts()).at(-1)).not.toHaveProperty('plan');
  });

  it('are not affected by those of an erased numbered plan', async () => {
    const { journal, open } = opened();
    await journal.append([
      invoked('setup_plan', { objective: 'one', initial_steps: [title('a')] }, ['S001']),
    ]);
    const live = open();
    await live.call('setup_plan', { objective: 'two', initial_steps: [title('secret')] });
    await live.call(...done('S001'));
    await journal.redact(2);
    expect(await open().plan()).toMatchObject({ objective: '[erased]', steps: [] });
  });
});

describe('a snapshot', () => {
  it('of a new session has the plan of its journal', async () => {
    const { open } = opened();
    await open().call('setup_plan', { objective: 'o' });
    const { session, plan } = open();
    const snapshot = await session.snapshot();
    expect(snapshot.slices).toMatchObject({ Plan: [{ objective: 'o' }] });
    await session.rollback({ ...snapshot, slices: {} });
    expect(await plan()).toMatchObject({ objective: 'o' });
  });

  const step = { stepId: 'S001', title: 'a', details: null, status: 'pending', notes: [] };
  const good = { objective: 'o', status: 'active', steps: [step] };
  it.each([
    ['two plans', { slices: { Plan: [good, good] } }],
    ['no list', { slices: { Plan: good } }],
    ['no slices', { slices: undefined }],
    ['another session', { sessionId: 'other' }],
    ['an id twice', { slices: { Plan: [{ ...good, steps: [step, step] }] } }],
    ['an id that is none', { slices: { Plan: [{ ...good, steps: [{ ...step, stepId: 'S1' }] }] } }],
    [
      'an id beyond numbers',
      { slices: { Plan: [{ ...good, steps: [{ ...step, stepId: `S${'9'.repeat(17)}` }] }] } },
    ],
    ['an empty title', { slices: { Plan: [{ ...good, steps: [{ ...step, title: ' ' }] }] } }],
    ['a title of two lines', { slices: { Plan: [{ ...good, steps: [{ ...step, title: 'a\nb' }] }] } }],
    ['an objective that is too long', { slices: { Plan: [{ ...good, objective: 'x'.repeat(241) }] } }],
    [
      'a control character in a note',
      { slices: { Plan: [{ ...good, steps: [{ ...step, notes: ['a\u001b'] }] }] } },
    ],
  ])('is refused with %s', async (_, change) => {
    const { journal, open } = opened();
    const { session, call, plan } = open();
    await call('setup_plan', { objective: 'o' });
    const snapshot = { ...(await session.snapshot()), ...change };
    const refused = Reflect.apply(session.rollback, session, [snapshot]);
    await expect(refused).rejects.toMatchObject({ code: expect.stringMatching(/^invalid-/) });
    expect(await plan()).toMatchObject({ objective: 'o', steps: [] });
    expect(await journal.head()).toBe(1);
  });
});
