import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPlan } from '../src/plan-tools/plan/open-plan.ts';
import {
  call,
  callerOver,
  callRaw,
  type Input,
  NEWEST,
  nextUpdate,
  Project,
  planOf,
  refused,
  WAYS,
} from './mcp-client.ts';
import { expectPlainSchemas, outputCheck, toolAnnotations } from './mcp-tools.ts';

const SETUP = { objective: 'Ship 1.0', initial_steps: [{ title: 'Test' }, { title: 'Tag', details: 'v1' }] };

describe.each(WAYS)('over $over with protocol $protocol', ({ over, protocol }) => {
  let project: Project;
  let client: Client;
  /** A plan of its own for every test. */
  let plan_id: string;
  let tests = 0;

  beforeAll(async () => {
    project = await Project.create();
    client = await project.connect({ over, protocol });
  });

  beforeEach(() => {
    plan_id = `plan-${++tests}`;
  });

  afterAll(() => project.end());

  /** A change that another process makes. */
  async function elsewhere(tool: string, input: Input, planId = plan_id): Promise<void> {
    await openPlan(project.store, planId).section.tool(`planning_${tool}`).call(input);
  }

  async function subscribe(uri: string): Promise<void> {
    if (protocol === NEWEST) await client.listen({ resourceSubscriptions: [uri] });
    else await client.subscribeResource({ uri });
  }

  it('speaks that protocol, and introduces itself with planning instructions', () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(protocol);
    expect(client.getServerVersion()).toMatchObject({ name: 'wayfold' });
    expect(client.getInstructions()).toContain('planning_setup_plan');
    expect(client.getInstructions()).not.toContain('Active plan');
  });

  it('reports the active plan when a client connects', async () => {
    const another = await Project.create();
    try {
      await openPlan(another.store, 'default').section.tool('planning_setup_plan').call(SETUP);
      const instructions = (await another.connect({ over, protocol })).getInstructions();
      expect(instructions).toContain('Ship 1.0');
      expect(instructions).toContain('S002: Tag (v1)');
    } finally {
      await another.end();
    }
  });

  it('has its tools loaded at once by clients that defer them', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ _meta }) => _meta?.['anthropic/alwaysLoad'])).toEqual(tools.map(() => true));
  });

  it('keeps an active plan unless replace is set', async () => {
    await call(client, 'setup_plan', { ...SETUP, plan_id });
    const refusal = await refused(client, 'setup_plan', { objective: 'Ship 2.0', plan_id });
    expect(refusal).toMatchObject({ code: 'plan-active', field: 'replace', plan_id, version: 1 });
    expect(refusal.message).toContain('plan_id');
    await call(client, 'setup_plan', { objective: 'Ship 2.0', plan_id, replace: true });
    expect(await planOf(client, plan_id)).toMatchObject({ objective: 'Ship 2.0' });
  });

  it('lists six tools with correct annotations', async () => {
    expect(await toolAnnotations(client)).toEqual([
      ['planning_setup_plan', false, false, false, false],
      ['planning_add_step', false, false, false, false],
      ['planning_update_step', false, false, false, false],
      ['planning_mark_step', false, false, false, false],
      ['planning_clear_plan', false, true, false, false],
      ['planning_read_plan', true, false, true, false],
    ]);
  });

  it('lists schemas that are valid, plain objects, and closed', async () => {
    await expectPlainSchemas(client);
    const { tools } = await client.listTools();
    for (const { inputSchema } of tools) {
      expect(Object.keys(Object(inputSchema.properties))).toEqual(
        expect.arrayContaining(['plan_id', 'expected_version']),
      );
    }
  });

  it('does what each tool promises, and answers according to its schema', async () => {
    const expectWithinSchema = await outputCheck(client);
    const steps: [string, Input, object][] = [
      ['setup_plan', SETUP, { assigned_ids: ['S001', 'S002'], plan: { status: 'active' } }],
      ['add_step', { steps: [{ title: 'Tell' }] }, { assigned_ids: ['S003'], steps: [{ title: 'Tell' }] }],
      ['update_step', { step_id: 'S003', details: 'List' }, { step: { step_id: 'S003', details: 'List' } }],
      ['mark_step', { step_id: 'S001', status: 'done', note: 'ok' }, { step: { notes: ['ok'] } }],
      ['read_plan', {}, { plan: { objective: 'Ship 1.0', steps: [{ status: 'done' }, {}, {}] } }],
      ['clear_plan', {}, { plan: { status: 'abandoned', steps: [] } }],
    ];
    for (const [tool, input, answer] of steps) {
      const result = await callRaw(client, tool, { ...input, plan_id });
      expect(result.structuredContent).toMatchObject({ plan_id, ...answer });
      expect(result.content).toEqual([{ type: 'text', text: expect.stringMatching(/\w/) }]);
      expectWithinSchema(`planning_${tool}`, result.structuredContent);
    }
    const calls = await project.calls(plan_id);
    const by = callerOver({ over, protocol });
    expect(calls.map((each) => [each.tool, each.by])).toEqual(
      steps.map(([tool]) => [`planning_${tool}`, by]),
    );
  });

  it('uses the plan "default" unless one is named, and keeps plans separate', async () => {
    await call(client, 'setup_plan', { objective: 'The usual' });
    await call(client, 'setup_plan', { objective: 'Another', plan_id });
    expect(await call(client, 'read_plan')).toMatchObject({
      plan_id: 'default',
      plan: { objective: 'The usual' },
    });
    expect(await call(client, 'read_plan', { plan_id })).toMatchObject({
      plan_id,
      plan: { objective: 'Another' },
    });
    expect(await project.calls('default')).toHaveLength(2);
  });

  it('refuses a change that expects another version, with the current version', async () => {
    const { version } = await call(client, 'setup_plan', { ...SETUP, plan_id });
    await elsewhere('mark_step', { step_id: 'S001', status: 'done' });
    const change = { plan_id, step_id: 'S001', status: 'blocked' };
    const refusal = await refused(client, 'mark_step', { ...change, expected_version: version });
    expect(refusal).toMatchObject({ code: 'conflict', version: version + 1 });
    expect((await planOf(client, plan_id)).steps[0]?.status).toBe('done');
    await call(client, 'mark_step', { ...change, expected_version: refusal.version });
    expect((await planOf(client, plan_id)).steps[0]?.status).toBe('blocked');
  });

  it.each<[string, string, Input, string, string?]>([
    ['an unknown argument', 'setup_plan', { objective: 'x', goal: 'y' }, 'invalid-tool-input', 'goal'],
    ['a missing argument', 'setup_plan', {}, 'invalid-tool-input', 'objective'],
    ['a number for a text', 'setup_plan', { objective: 7 }, 'invalid-tool-input', 'objective'],
    ['a text for a list', 'add_step', { steps: 'Test' }, 'invalid-tool-input', 'steps'],
    ['an empty list', 'add_step', { steps: [] }, 'invalid-tool-input', 'steps'],
    ['a step that is no object', 'add_step', { steps: ['Test'] }, 'invalid-tool-input', 'steps[0]'],
    ['a blank text', 'setup_plan', { objective: ' \t ' }, 'invalid-tool-input', 'objective'],
    ['a long text', 'setup_plan', { objective: 'x'.repeat(241) }, 'invalid-tool-input', 'objective'],
    ['a huge text', 'setup_plan', { objective: 'x'.repeat(900_000) }, 'invalid-tool-input', 'objective'],
    [
      'a control character',
      'add_step',
      { steps: [{ title: 'F\u001bhre' }] },
      'invalid-tool-input',
      'steps[0].title',
    ],
    [
      'a title of two lines',
      'add_step',
      { steps: [{ title: 'a\nb' }] },
      'invalid-tool-input',
      'steps[0].title',
    ],
    ['an unknown step', 'mark_step', { step_id: 'S099', status: 'done' }, 'step-not-found', 'step_id'],
    [
      'a status there is not',
      'mark_step',
      { step_id: 'S001', status: 'DONE' },
      'invalid-tool-input',
      'status',
    ],
    [
      'a blank note',
      'mark_step',
      { step_id: 'S001', status: 'done', note: ' ' },
      'invalid-tool-input',
      'note',
    ],
    ['nothing to change', 'update_step', { step_id: 'S001' }, 'invalid-tool-input'],
    ['an argument where there is none', 'clear_plan', { force: true }, 'invalid-tool-input', 'force'],
    [
      'a text for a version',
      'clear_plan',
      { expected_version: '2' },
      'invalid-tool-input',
      'expected_version',
    ],
    ['a negative version', 'clear_plan', { expected_version: -1 }, 'invalid-tool-input', 'expected_version'],
    ['a version that never was', 'clear_plan', { expected_version: 999 }, 'conflict'],
  ])(
    'refuses %s with a code, keeps the plan and records the failure',
    async (_, tool, input, code, field) => {
      const { plan } = await call(client, 'setup_plan', { ...SETUP, plan_id });
      const refusal = await refused(client, tool, { ...input, plan_id });
      expect(refusal).toMatchObject({ plan_id, version: 1, assigned_ids: [], code });
      expect(refusal.field).toBe(field);
      expect(refusal.text).toContain(refusal.message);
      expect(refusal.text).toContain(field ?? code);
      expect(await planOf(client, plan_id)).toEqual(plan);
      const failures = (await project.calls(plan_id)).filter(({ success }) => !success);
      expect(failures).toMatchObject([
        { tool: `planning_${tool}`, error: { code, message: refusal.message } },
      ]);
    },
  );

  it('records a wrong version with the arguments', async () => {
    await refused(client, 'mark_step', { plan_id, step_id: 'S001', expected_version: 'two' });
    const [failure] = await project.calls(plan_id);
    expect(failure).toMatchObject({
      params: { step_id: 'S001', expected_version: 'two' },
      by: callerOver({ over, protocol }),
    });
  });

  it.each([
    '',
    '../x',
    '..',
    'Default',
    'a/b',
    'a:b',
    'a b',
    'x'.repeat(65),
    'plän',
    '\u0000',
    7,
    null,
    {},
    [['a']],
  ])('refuses %j as a plan_id, and creates no journal for it', async (wrong) => {
    const before = await project.store.usage();
    const refusal = await refused(client, 'setup_plan', { ...SETUP, plan_id: wrong });
    expect(refusal).toMatchObject({ code: 'invalid-tool-input', field: 'plan_id' });
    expect(await project.store.usage()).toMatchObject({ journals: before.journals, facts: before.facts });
  });

  it('answers a call of an unknown tool as a protocol error', async () => {
    await expect(callRaw(client, 'nonsense', {})).rejects.toThrow('planning_nonsense');
  });

  it('applies 32 calls of one turn, each once and with its own id', async () => {
    await call(client, 'setup_plan', { objective: 'All at once', plan_id });
    const titles = Array.from({ length: 32 }, (_, n) => `Step ${n}`);
    const answers = await Promise.all(
      titles.map((title) => call(client, 'add_step', { plan_id, steps: [{ title }] })),
    );
    const ids = answers.flatMap(({ assigned_ids }) => assigned_ids);
    const { steps } = await planOf(client, plan_id);
    expect(new Set(ids).size).toBe(32);
    expect(steps.map(({ step_id }) => step_id).toSorted()).toEqual(ids.toSorted());
    expect(steps.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
  });

  it('keeps every plan of many, however few of them are in memory', async () => {
    const ids = Array.from({ length: 80 }, (_, n) => `${plan_id}-${n}`);
    for (const id of ids) await call(client, 'setup_plan', { objective: id, plan_id: id });
    for (const id of ids) expect((await planOf(client, id)).objective).toBe(id);
  });

  it('lists plans as resources, and reads one as JSON and as markdown', async () => {
    await call(client, 'setup_plan', { ...SETUP, plan_id });
    const uri = `plan://${plan_id}`;
    const { resources } = await client.listResources();
    expect(resources).toContainEqual(
      expect.objectContaining({ uri, name: plan_id, title: `Plan ${plan_id}` }),
    );
    const { contents } = await client.readResource({ uri });
    const [json, markdown] = contents.map((content) => ('text' in content ? content : undefined));
    expect(json).toMatchObject({ uri, mimeType: 'application/json' });
    expect(JSON.parse(json?.text ?? '')).toMatchObject({
      plan_id,
      version: 1,
      plan: { objective: 'Ship 1.0', steps: [{ step_id: 'S001' }, { step_id: 'S002' }] },
    });
    expect(markdown).toMatchObject({ uri, mimeType: 'text/markdown' });
    expect(markdown?.text).toContain('- [ ] S001: Test');
  });

  it('has a template for the addresses of plans, and completes their ids', async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'plan://{plan_id}' }]);
    for (const id of ['zebra', 'zen', 'zoo']) await call(client, 'setup_plan', { ...SETUP, plan_id: id });
    const ref = { type: 'ref/resource' as const, uri: 'plan://{plan_id}' };
    const { completion } = await client.complete({ ref, argument: { name: 'plan_id', value: 'ze' } });
    expect(completion.values).toEqual(['zebra', 'zen']);
  });

  it.each(['plan://none', 'plan://../x', 'plan://UPPER', 'plan://a/b', 'plan:default', 'file:///etc/passwd'])(
    'has no resource %s',
    async (uri) => {
      await expect(client.readResource({ uri })).rejects.toThrow();
    },
  );

  it('has a prompt for each strategy', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      'react',
      'plan_act_reflect',
      'goal_decompose_route_synthesise',
    ]);
    const { messages } = await client.getPrompt({ name: 'plan_act_reflect' });
    expect(messages).toMatchObject([
      { role: 'user', content: { type: 'text', text: expect.stringContaining('Reflect') } },
    ]);
  });

  it('shows plans of another process', async () => {
    await elsewhere('setup_plan', SETUP);
    await elsewhere('mark_step', { step_id: 'S002', status: 'in_progress' });
    expect((await planOf(client, plan_id)).steps.map(({ status }) => status)).toEqual([
      'pending',
      'in_progress',
    ]);
  });

  it('starts over after its journal was deleted', async () => {
    await call(client, 'setup_plan', { ...SETUP, plan_id });
    await call(client, 'mark_step', { plan_id, step_id: 'S001', status: 'done' });
    await project.store.delete(`plan:${plan_id}`);
    expect(await refused(client, 'read_plan', { plan_id })).toMatchObject({ code: 'no-plan' });
    await call(client, 'setup_plan', { objective: 'Another', plan_id });
    expect(await planOf(client, plan_id)).toMatchObject({ objective: 'Another', steps: [] });
  });

  if (over === 'stdio' || protocol === NEWEST)
    it('notifies a subscriber about relevant changes of any process', async () => {
      const uri = `plan://${plan_id}`;
      await call(client, 'setup_plan', { ...SETUP, plan_id });
      await subscribe(uri);
      const first = nextUpdate(client);
      await elsewhere('setup_plan', SETUP, `${plan_id}-b`);
      await elsewhere('mark_step', { step_id: 'S001', status: 'done' });
      expect(await first).toBe(uri);
      const { contents } = await client.readResource({ uri });
      expect(JSON.stringify(contents)).toContain('- [x] S001');

      const notified: string[] = [];
      const second = nextUpdate(client, (each) => notified.push(each));
      await refused(client, 'read_plan', { plan_id, unknown: 1 });
      await call(client, 'read_plan', { plan_id });
      await call(client, 'mark_step', { plan_id, step_id: 'S002', status: 'done' });
      expect(await second).toBe(uri);
      expect(notified).toEqual([uri]);
    });

  if (protocol === NEWEST)
    it('notifies a listener when the list of plans changes', async () => {
      const changed = new Promise<void>((resolve) => {
        client.setNotificationHandler('notifications/resources/list_changed', () => resolve());
      });
      const subscription = await client.listen({ resourcesListChanged: true });
      await elsewhere('setup_plan', SETUP);
      await changed;
      const { resources } = await client.listResources();
      expect(resources.map(({ name }) => name)).toContain(plan_id);
      await subscription.close();
    });

  if (over === 'http' && protocol !== NEWEST)
    it('announces no notifications that it cannot send', () => {
      expect(client.getServerCapabilities()?.resources).toEqual({ subscribe: false, listChanged: false });
    });
});
