import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { Session } from '../../kernel/session/session.ts';
import { Plan, type PlanStep, STEP_STATUSES, stepIdOf } from '../plan/plan.ts';
import { PlanningToolsSection } from '../prompt/planning-tools-section.ts';
import { exportPlan, formatOf, importPlan } from './plan-files.ts';

const fresh = () => new PlanningToolsSection({ session: new Session() });
const imported = async (
  ...args: Parameters<typeof importPlan> extends [unknown, ...infer Rest] ? Rest : never
) => (await importPlan(fresh(), ...args)).plan;

const trimmed = (text: string) => text.trim() === text && text !== '';
const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
/** Signs that mean something in Markdown come often. */
const sign = fc.constantFrom(
  ...printable,
  ...'-*+[]#`~>\\.)( x1!'.split('').flatMap((each) => [each, each, each]),
);
const line = (maxLength: number) => fc.string({ unit: sign, minLength: 1, maxLength }).filter(trimmed);
const lines = fc
  .string({
    unit: fc.oneof(
      { weight: 6, arbitrary: sign },
      fc.constantFrom('\n', '\n', '\t', '  - ', '- [x] ', '\n```\n', '\n1. [ ] '),
    ),
    minLength: 1,
    maxLength: 60,
  })
  .filter((text) => trimmed(text) && text.length <= 512);
const step = fc.record({
  title: line(160),
  details: fc.option(lines),
  status: fc.constantFrom(...STEP_STATUSES),
  notes: fc.array(lines, { maxLength: 3 }),
});

/** Every plan that the tools can make. */
const plans: fc.Arbitrary<Plan> = fc
  .record({ objective: line(240), abandoned: fc.boolean(), steps: fc.array(step, { maxLength: 6 }) })
  .map(({ objective, abandoned, steps }) => {
    if (abandoned) return { objective, status: 'abandoned', steps: [] };
    const numbered = steps.map((each, i): PlanStep => ({ stepId: stepIdOf(i + 1), ...each }));
    const isDone = numbered.length > 0 && numbered.every(({ status }) => status === 'done');
    return { objective, status: isDone ? 'completed' : 'active', steps: numbered };
  });

describe('a plan that was exported', () => {
  it.each(['markdown', 'json'] as const)('is the same when it is imported: %s', async (format) => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const file = exportPlan(plan, format);
        expect(await imported(file, format)).toEqual(plan);
        expect(await imported(file.replaceAll('\n', '\r\n'), format)).toEqual(plan);
      }),
      { numRuns: 1000 },
    );
  });

  it('is recognised by its format', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        expect(formatOf(exportPlan(plan))).toBe('markdown');
        expect(formatOf(exportPlan(plan, 'json'))).toBe('json');
      }),
    );
  });

  it('reads like a checklist', async () => {
    const plan = await imported(
      [
        '# Ship it',
        '- [x] Build',
        '  - Took an hour',
        '- [~] Test',
        '  On all systems.',
        '- [!] Sign',
        '- [ ] Ship',
      ].join('\n'),
    );
    expect(exportPlan(plan)).toBe(
      [
        '# Ship it',
        '',
        'Status: active, 1 of 4 steps done',
        '',
        '- [x] S001: Build',
        '  - Took an hour',
        '- [~] S002: Test',
        '  On all systems.',
        '- [!] S003: Sign',
        '- [ ] S004: Ship',
        '',
      ].join('\n'),
    );
  });
});

describe('an import', () => {
  it('is recorded as a sequence of tool calls', async () => {
    const journal = openJournal(memoryStore(), 'plan:default');
    const section = new PlanningToolsSection({ session: new Session({ journal }) });
    const result = await importPlan(
      section,
      '# Ship it\n- [x] Build\n  - One\n  - Two\n- [ ] Test\n- [~] Ship',
    );
    const facts = await journal.facts();
    expect(facts.map(({ tool, params }) => ({ tool, params }))).toEqual([
      {
        tool: 'planning_setup_plan',
        params: {
          objective: 'Ship it',
          initial_steps: [{ title: 'Build' }, { title: 'Test' }, { title: 'Ship' }],
        },
      },
      { tool: 'planning_mark_step', params: { step_id: 'S001', status: 'done', note: 'One' } },
      { tool: 'planning_mark_step', params: { step_id: 'S001', status: 'done', note: 'Two' } },
      { tool: 'planning_mark_step', params: { step_id: 'S003', status: 'in_progress' } },
    ]);
    expect(result).toMatchObject({ version: 4, plan: { status: 'active' } });
  });

  it('replaces an existing plan, unless none is expected', async () => {
    const section = fresh();
    await importPlan(section, '# One\n- [ ] a');
    await importPlan(section, '# Two\n- [ ] b');
    expect(section.session.select(Plan)[0]?.objective).toBe('Two');
    await expect(importPlan(section, '# Three', 'markdown', { expectedVersion: 0 })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(section.session.select(Plan)[0]?.objective).toBe('Two');
  });

  it('converts text to ASCII where that reads the same', async () => {
    const plan = await imported(
      [
        '\ufeff# \u201cShip\u201d it \u2014 caf\u00e9 \u2026',
        '- [ ] Na\u00efve \u2192 stra\u00dfe\u00a0\ufb01n',
        '  Let\u2019s go, e\u0301t\u00e9',
        '  - \u0141\u00f3d\u017a \u2013 ok\u200b',
      ].join('\r\n'),
    );
    expect(plan).toMatchObject({
      objective: '"Ship" it - cafe ...',
      steps: [{ title: 'Naive -> strasse fin', details: "Let's go, ete", notes: ['Lodz - ok'] }],
    });
  });

  it.each([
    ['an emoji', '# Plan\n\n- [ ] Party \u{1f389}', 'line 3', 'U+1F389'],
    ['a script that is not Latin', '# \u8a08\u753b\n- [ ] a', 'line 1', 'U+8A08'],
    ['a fraction', '# Plan\n- [ ] a\n  \u00bd done', 'line 3', 'U+00BD'],
    ['a long objective', `# ${'x'.repeat(241)}`, 'line 1', '<= 240'],
    ['a long title', `# Plan\n- [ ] ok\n- [ ] ${'x'.repeat(161)}`, 'line 3', '<= 160'],
    ['long details', `# Plan\n- [ ] ok\n  ${'x'.repeat(513)}`, 'line 3', '<= 512'],
    ['a long note', `# Plan\n- [ ] ok\n  - a\n  - ${'x'.repeat(513)}`, 'line 4', '<= 512'],
    ['an empty title', '# Plan\n- [ ]', 'line 2', 'empty'],
    ['an unknown mark', '# Plan\n- [?] a', 'line 2', '[?]'],
    ['no heading', '- [ ] a', 'line 1', 'heading'],
  ])('is refused because of %s, with its line, and nothing is called', async (_, text, place, told) => {
    const section = fresh();
    let calls = 0;
    section.session.bus.subscribe('ToolInvoked', () => {
      calls += 1;
    });
    const error = await importPlan(section, text).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'PlanImportError', code: 'import-unreadable', place });
    expect(String(error)).toContain(told);
    expect(calls).toBe(0);
  });

  it('uses the given objective if the file has none', async () => {
    expect(await imported('- [ ] a', 'markdown', { objective: 'Do it' })).toMatchObject({
      objective: 'Do it',
    });
    expect(await imported('# Mine\n- [ ] a', 'markdown', { objective: 'Do it' })).toMatchObject({
      objective: 'Mine',
    });
  });

  it('refuses a format that does not exist', async () => {
    const format: unknown = 'yaml';
    await expect(Reflect.apply(importPlan, undefined, [fresh(), '# a', format])).rejects.toMatchObject({
      code: 'import-unreadable',
      message: expect.stringContaining('task-master'),
    });
  });
});

describe('a plan written as JSON', () => {
  it('may omit what a new plan does not have yet', async () => {
    expect(await imported('{ "objective": "Ship it", "steps": [{ "title": "Build" }] }')).toEqual({
      objective: 'Ship it',
      status: 'active',
      steps: [{ stepId: 'S001', title: 'Build', details: null, status: 'pending', notes: [] }],
    });
    expect(await imported('{"objective":"Ship it"}')).toMatchObject({ steps: [] });
  });

  it.each([
    ['no JSON', '{ "objective": ', undefined],
    ['no plan', '{ "foo": 1 }', 'objective'],
    ['a title that is missing', '{"objective":"a","steps":[{"title":"b"},{}]}', 'steps[1].title'],
    ['an unknown status', '{"objective":"a","steps":[{"title":"b","status":"later"}]}', 'steps[0].status'],
    ['an unknown key', '{"objective":"a","owner":"b"}', ''],
    [
      'a title that is too long',
      JSON.stringify({ objective: 'a', steps: [{ title: 'x'.repeat(161) }] }),
      'steps[0].title',
    ],
    [
      'a note in another script',
      '{"objective":"a","steps":[{"title":"b","notes":["ok","\u8a08"]}]}',
      'steps[0].notes[1]',
    ],
  ])('is refused with %s', async (_, text, place) => {
    await expect(imported(text, 'json')).rejects.toMatchObject({ code: 'import-unreadable', place });
  });
});
