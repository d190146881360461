import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../journal/memory-store.ts';
import { Session } from '../../kernel/session/session.ts';
import { toWire } from '../calls/wire.ts';
import { exportPlan, importPlan } from '../formats/plan-files.ts';
import { openPlan, planIn } from '../plan/open-plan.ts';
import { Plan } from '../plan/plan.ts';
import { PlanningToolsSection } from '../prompt/planning-tools-section.ts';
import { graphText } from './graph-text.ts';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const AT = '2026-01-01T00:00:00.000Z';

/** A plan of so many steps, and a clock that is set by hand. */
async function planOf(steps: number) {
  let now = START;
  const clock = { now: () => now };
  const session = new Session();
  const section = new PlanningToolsSection({ session, graph: true, clock });
  const initial_steps = Array.from({ length: steps }, (_, i) => ({ title: `Step ${i + 1}` }));
  await section.tool('planning_setup_plan').call({ objective: 'Release', initial_steps });
  const link = (...links: readonly (readonly [string, LinkType, string])[]) =>
    section.tool('planning_link').call({ links: links.map(([from, type, to]) => ({ from, type, to })) });
  const ready = async () => (await section.tool('planning_ready').call({})).output.ready;
  return { session, section, link, ready, pass: (minutes: number) => (now += minutes * 60_000) };
}

type LinkType = 'blocks' | 'parent' | 'discovered-from' | 'related';

const ids = (...stepIds: readonly string[]) => stepIds.map((step_id) => expect.objectContaining({ step_id }));

describe('steps that are ready', () => {
  it('are all of them where nothing is linked', async () => {
    const { ready } = await planOf(2);
    expect(await ready()).toEqual(ids('S001', 'S002'));
  });

  it('are those whose blockers are done', async () => {
    const { section, link, ready } = await planOf(3);
    await link(['S001', 'blocks', 'S002'], ['S002', 'blocks', 'S003']);
    expect(await ready()).toEqual(ids('S001'));
    await section.tool('planning_mark_step').call({ step_id: 'S001', status: 'done' });
    expect(await ready()).toEqual(ids('S002'));
  });

  it('are parts before their parent, and no part of a blocked parent', async () => {
    const { section, link, ready } = await planOf(4);
    await link(['S002', 'parent', 'S003'], ['S001', 'blocks', 'S002']);
    expect(await ready()).toEqual(ids('S001', 'S004'));
    await section.tool('planning_mark_step').call({ step_id: 'S001', status: 'done' });
    expect(await ready()).toEqual(ids('S003', 'S004'));
    await section.tool('planning_mark_step').call({ step_id: 'S003', status: 'done' });
    expect(await ready()).toEqual(ids('S002', 'S004'));
  });

  it('do not wait for removed steps', async () => {
    const { section, link, ready } = await planOf(2);
    await link(['S001', 'blocks', 'S002']);
    await section.tool('planning_update_step').call({ step_id: 'S001', remove: true });
    expect(await ready()).toEqual([
      { step_id: 'S002', title: 'Step 2', details: null, status: 'pending', notes: [] },
    ]);
  });

  it('are not affected by discovered-from and related links', async () => {
    const { link, ready } = await planOf(3);
    await link(['S002', 'discovered-from', 'S001'], ['S003', 'related', 'S001']);
    expect(await ready()).toEqual(ids('S001', 'S002', 'S003'));
  });
});

describe('a step that an agent holds', () => {
  const held = async () => {
    const { section, pass } = await planOf(3);
    const as = (name: string) => ({ by: 'mcp:agent', agents: [name] });
    await section.tool('planning_claim').call({ step_id: 'S001' }, as('ann'));
    const mark = (...ids: readonly [string, ...string[]]) => {
      const [first, ...also] = ids.map((step_id) => ({ step_id, status: 'done' as const }));
      return { ...first, step_id: ids[0], status: 'done' as const, also };
    };
    return { section, pass, as, mark };
  };

  it('cannot be marked or removed by others until the claim expires or is taken over', async () => {
    const { section, pass, as, mark } = await held();
    const refused = { code: 'step-claimed', field: 'step_id' };
    const marks = section.tool('planning_mark_step');
    await expect(marks.call(mark('S001'), as('bob'))).rejects.toMatchObject(refused);
    await expect(marks.call(mark('S002', 'S001'), as('bob'))).rejects.toMatchObject(refused);
    const remove = { step_id: 'S001', remove: true };
    await expect(section.tool('planning_update_step').call(remove, as('bob'))).rejects.toMatchObject(refused);
    await marks.call({ step_id: 'S001', status: 'blocked' }, as('ann'));
    const claim = section.tool('planning_claim');
    await expect(claim.call({ step_id: 'S001' }, as('bob'))).rejects.toMatchObject(refused);
    const claimed = await claim.call({ step_id: 'S001', take_over: true }, as('bob'));
    expect(claimed.step?.claim?.agent).toBe('bob');
    expect(claimed.message).toContain('ann');
    await expect(marks.call(mark('S001'), as('ann'))).rejects.toMatchObject(refused);
    pass(31);
    expect((await marks.call(mark('S001'), as('ann'))).step?.status).toBe('done');
  });

  it('can be marked by a person, with a warning', async () => {
    const { section, mark } = await held();
    const { message, step } = await section.tool('planning_mark_step').call(mark('S001'), { by: 'user' });
    expect(step).toMatchObject({ status: 'done' });
    expect(message).toContain('ann');
  });
});

describe('links', () => {
  it('report which parent a new one replaces', async () => {
    const { link } = await planOf(3);
    await link(['S001', 'parent', 'S003']);
    const { message, plan } = await link(['S002', 'parent', 'S003']);
    expect(plan.steps[2]?.parent).toBe('S002');
    expect(message).toContain('S001');
  });

  it.each<[string, (readonly [string, LinkType, string])[], string]>([
    [
      'of two steps',
      [
        ['S001', 'blocks', 'S002'],
        ['S002', 'blocks', 'S001'],
      ],
      'S001 -> S002 -> S001',
    ],
    [
      'of three steps',
      [
        ['S001', 'blocks', 'S002'],
        ['S002', 'blocks', 'S003'],
        ['S003', 'blocks', 'S001'],
      ],
      'S001 -> S002 -> S003 -> S001',
    ],
    [
      'of a part and its whole',
      [
        ['S001', 'parent', 'S002'],
        ['S001', 'blocks', 'S002'],
      ],
      'S001 -> S002 -> S001',
    ],
    [
      'of parts of each other',
      [
        ['S001', 'parent', 'S002'],
        ['S002', 'parent', 'S001'],
      ],
      'S001 -> S002 -> S001',
    ],
    [
      'through the whole of a part',
      [
        ['S001', 'parent', 'S002'],
        ['S003', 'blocks', 'S001'],
        ['S002', 'blocks', 'S003'],
      ],
      'S001 -> S002 -> S003 -> S001',
    ],
  ])('are refused with the cycle %s, and change nothing', async (_, links, cycle) => {
    const { session, link } = await planOf(3);
    const before = session.select(Plan);
    await expect(link(...links)).rejects.toMatchObject({ code: 'step-cycle', field: 'links', actual: cycle });
    expect(session.select(Plan)).toEqual(before);
  });

  it('may state that a part blocks its parent, which waits for it anyway', async () => {
    const { link, ready } = await planOf(2);
    await link(['S001', 'parent', 'S002'], ['S002', 'blocks', 'S001']);
    expect(await ready()).toEqual(ids('S002'));
  });

  it('can be removed', async () => {
    const { session, section, link } = await planOf(2);
    await link(['S002', 'blocks', 'S001'], ['S001', 'parent', 'S002'], ['S002', 'related', 'S001']);
    await section.tool('planning_link').call({
      links: [
        { from: 'S002', type: 'blocks', to: 'S001', remove: true },
        { from: 'S001', type: 'parent', to: 'S002', remove: true },
      ],
    });
    expect(session.select(Plan)[0]?.steps[1]).toEqual({
      stepId: 'S002',
      title: 'Step 2',
      details: null,
      status: 'pending',
      notes: [],
      related: ['S001'],
    });
  });

  it.each([
    ['an unknown step', { from: 'S001', type: 'blocks', to: 'S009' }, 'step-not-found', 'links[0].to'],
    ['the same step', { from: 'S001', type: 'related', to: 'S001' }, 'invalid-tool-input', 'links[0].to'],
    ['another word', { from: 'S001', type: 'likes', to: 'S002' }, 'invalid-tool-input', 'links[0].type'],
  ])('are refused with %s', async (_, link, code, field) => {
    const { section } = await planOf(2);
    const tool = section.tool(String('planning_link'));
    await expect(tool.call({ links: [link] })).rejects.toMatchObject({ code, field });
  });

  it('of a long chain are checked without running out of stack', async () => {
    const { link, ready } = await planOf(6000);
    const chain = Array.from({ length: 5999 }, (_, i) => {
      const id = (n: number) => `S${String(n).padStart(3, '0')}`;
      return [id(i + 2), 'blocks', id(i + 1)] as const;
    });
    await link(...chain);
    expect(await ready()).toEqual(ids('S6000'));
  });

  it('survive the removal of a step between: its parts move to its parent', async () => {
    const { session, section, link } = await planOf(3);
    await link(['S001', 'parent', 'S002'], ['S002', 'parent', 'S003']);
    await section.tool('planning_update_step').call({ step_id: 'S002', remove: true });
    expect(session.select(Plan)[0]?.steps.at(-1)).toMatchObject({ stepId: 'S003', parent: 'S001' });
  });
});

describe('a claim', () => {
  it('gives the first ready step to one agent at a time', async () => {
    const { section, ready } = await planOf(2);
    const claim = section.tool('planning_claim');
    expect(await claim.call({ agent: 'ann' })).toMatchObject({ step: { stepId: 'S001' } });
    expect(await ready()).toEqual(ids('S002'));
    await expect(claim.call({ step_id: 'S001', agent: 'bob' })).rejects.toMatchObject({
      code: 'step-claimed',
    });
    expect(await claim.call({ agent: 'bob' })).toMatchObject({
      step: {
        stepId: 'S002',
        status: 'in_progress',
        claim: { agent: 'bob', until: '2026-01-01T00:30:00.000Z' },
      },
    });
    await expect(claim.call({ agent: 'cid' })).rejects.toMatchObject({ code: 'step-not-ready' });
  });

  it('expires, can be renewed by its holder, and can then be taken over', async () => {
    const { section, ready, pass } = await planOf(1);
    const claim = section.tool('planning_claim');
    await claim.call({ step_id: 'S001', agent: 'ann', minutes: 10 });
    pass(9);
    await claim.call({ step_id: 'S001', agent: 'ann', minutes: 10 });
    pass(9);
    expect(await ready()).toEqual([]);
    pass(1);
    expect(await ready()).toEqual(ids('S001'));
    expect(await claim.call({ agent: 'bob' })).toMatchObject({ step: { claim: { agent: 'bob' } } });
    await expect(claim.call({ step_id: 'S001', agent: 'ann' })).rejects.toMatchObject({
      code: 'step-claimed',
    });
  });

  it('is released by its holder only, and ends when the step is done', async () => {
    const { session, section } = await planOf(2);
    const claim = section.tool('planning_claim');
    await claim.call({ step_id: 'S001', agent: 'ann' });
    const release = (agent: string) => claim.call({ step_id: 'S001', agent, release: true });
    await expect(release('bob')).rejects.toMatchObject({ code: 'step-claimed' });
    expect((await release('ann')).step).toEqual({
      stepId: 'S001',
      title: 'Step 1',
      details: null,
      status: 'pending',
      notes: [],
    });
    await expect(release('ann')).rejects.toMatchObject({ code: 'step-not-ready' });
    await claim.call({ step_id: 'S001', agent: 'ann' });
    await section.tool('planning_mark_step').call({ step_id: 'S001', status: 'done' });
    expect(session.select(Plan)[0]?.steps[0]).not.toHaveProperty('claim');
    await expect(claim.call({ step_id: 'S001', agent: 'ann' })).rejects.toMatchObject({
      code: 'step-not-ready',
    });
  });

  it('of a blocked step is refused', async () => {
    const { section, link } = await planOf(2);
    await link(['S001', 'blocks', 'S002']);
    const claim = section.tool('planning_claim');
    await expect(claim.call({ step_id: 'S002', agent: 'ann' })).rejects.toMatchObject({
      code: 'step-not-ready',
      field: 'step_id',
    });
  });

  it('succeeds for exactly one of many concurrent agents', async () => {
    const store = memoryStore();
    const agents = Array.from({ length: 8 }, (_, i) => `agent-${i}`);
    const opened = agents.map(() => openPlan(store, 'default', { graph: true }));
    await opened[0]?.section.tool('planning_setup_plan').call({
      objective: 'Race',
      initial_steps: [{ title: 'One' }],
    });
    const outcomes = await Promise.allSettled(
      opened.map(({ section }, i) =>
        section.tool('planning_claim').call({ step_id: 'S001', agent: agents[i] ?? '' }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a plan with links', () => {
  it('is the same after a replay', async () => {
    const store = memoryStore();
    const { section, session } = openPlan(store, 'default', { graph: true });
    await section.tool('planning_setup_plan').call({
      objective: 'Release',
      initial_steps: [{ title: 'One' }, { title: 'Two' }, { title: 'Three' }],
    });
    await section.tool('planning_link').call({ links: [{ from: 'S001', type: 'blocks', to: 'S002' }] });
    await section.tool('planning_claim').call({});
    await section.tool('planning_ready').call({});
    const again = openPlan(store, 'default');
    await again.session.refresh();
    expect(planIn(again)).toEqual(planIn({ session }));
  });

  it.each(['markdown', 'json'] as const)('is exported and imported as %s', async (format) => {
    const { session, link } = await planOf(4);
    await link(
      ['S001', 'blocks', 'S003'],
      ['S002', 'blocks', 'S003'],
      ['S001', 'parent', 'S002'],
      ['S004', 'discovered-from', 'S003'],
      ['S004', 'related', 'S001'],
    );
    const [plan] = session.select(Plan);
    if (plan === undefined) throw new Error('there is no plan');
    const other = new PlanningToolsSection({ session: new Session() });
    const { plan: imported } = await importPlan(other, exportPlan(plan, format), format);
    expect(toWire(imported)).toEqual(toWire(plan));
  });

  it('is drawn as a tree, for Mermaid and for Graphviz', async () => {
    const { session, section, link } = await planOf(4);
    await link(['S001', 'parent', 'S002'], ['S002', 'blocks', 'S003'], ['S004', 'discovered-from', 'S003']);
    await section.tool('planning_claim').call({ step_id: 'S002', agent: 'ann' });
    const [plan] = session.select(Plan);
    if (plan === undefined) throw new Error('there is no plan');
    expect(graphText(plan, 'text', AT).split('\n')).toEqual([
      '[ ] S001 Step 1',
      '└─ [~] S002 Step 2  (claimed by ann)',
      '[ ] S003 Step 3  (after S002)',
      '[ ] S004 Step 4  (ready; from S003)',
    ]);
    expect(graphText(plan, 'mermaid', AT)).toContain('S002 --> S003');
    expect(graphText(plan, 'dot', AT)).toContain('"S002" -> "S003";');
    expect(JSON.parse(graphText(plan, 'json', AT))).toMatchObject({
      links: [
        { from: 'S001', type: 'parent', to: 'S002' },
        { from: 'S002', type: 'blocks', to: 'S003' },
        { from: 'S004', type: 'discovered-from', to: 'S003' },
      ],
    });
  });
});
