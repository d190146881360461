import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlanningAgentRequest } from '../agent/planning-request.ts';
import { PlanningError } from '../error.ts';
import { type PlanningPlan, readPlan } from './plan.ts';
import { type PlanOrigin, planFromOutput } from './plan-from-output.ts';
import { isPlanWire, PLANNING_OUTPUT_SCHEMA } from './schema.ts';

const request = new PlanningAgentRequest({
  base: { commitHash: 'abc123', metrics: [{ name: 'requests per second', value: 100 }] },
  goal: 'Make parsing 2x faster',
  constraints: ['Keep the interface'],
  acceptanceCriteria: ['The benchmark is 2x faster'],
});

const step = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  title: `Title ${id}`,
  intent: `Intent ${id}`,
  actions: [`Action ${id}`],
  validation: [`Check ${id}`],
  ...more,
});

const PLAN = {
  plan_summary: 'Cache headers',
  rationale: 'Parsing takes most of the time.',
  focus_metrics: ['speed'],
  guardrails: ['No new dependency'],
  risks: ['Stale cache'],
  validation: ['Benchmark'],
  steps: [step('s1'), step('s2', { dependencies: ['s1'], files: ['a.ts'] })],
  handoff_notes: ['Mind the clock'],
  fallback_plan: 'Undo it',
};
const OTHER = { ...PLAN, plan_summary: 'The other plan' };
const JSON_PLAN = JSON.stringify(PLAN);
const without = (field: string) =>
  Object.fromEntries(Object.entries(PLAN).filter(([name]) => name !== field));

interface Case {
  readonly what: string;
  readonly raw: string;
  readonly origin: PlanOrigin;
  /** What must come out, as far as it matters. */
  readonly plan?: Record<string, unknown>;
}

const asItIs: readonly Case[] = [
  { what: 'nothing but the plan', raw: JSON_PLAN, origin: 'strict', plan: { plan_summary: 'Cache headers' } },
  { what: 'indented JSON', raw: JSON.stringify(PLAN, null, 2), origin: 'strict' },
  { what: 'a byte order mark before it', raw: `\uFEFF${JSON_PLAN}`, origin: 'strict' },
  { what: 'a fence around it', raw: `\`\`\`json\n${JSON_PLAN}\n\`\`\``, origin: 'strict' },
  { what: 'a fence without a language', raw: `\`\`\`\n${JSON_PLAN}\n\`\`\`\n`, origin: 'strict' },
  { what: 'a fence that is never closed', raw: `\`\`\`json\n${JSON_PLAN}`, origin: 'strict' },
  { what: 'prose around it', raw: `Here is the plan:\n\n${JSON_PLAN}\n\nGood luck!`, origin: 'strict' },
  {
    what: 'prose with braces and quotes in it',
    raw: `I use {curly} "quotes and { more.\n${JSON_PLAN} }`,
    origin: 'strict',
  },
  {
    what: 'Windows line ends',
    raw: JSON.stringify(PLAN, null, 2).replaceAll('\n', '\r\n'),
    origin: 'strict',
  },
  {
    what: 'two plans',
    raw: `${JSON_PLAN}\n${JSON.stringify(OTHER)}`,
    origin: 'strict',
    plan: { plan_summary: 'The other plan' },
  },
  {
    what: 'two objects, the later one not valid',
    raw: `${JSON_PLAN}\n{"plan_summary": "draft"}`,
    origin: 'strict',
    plan: { plan_summary: 'Cache headers' },
  },
  { what: 'another object before it', raw: `{"thinking": true}\n${JSON_PLAN}`, origin: 'strict' },
  { what: 'another object after it', raw: `${JSON_PLAN}\n{"tokens": 12}`, origin: 'strict' },
  { what: 'a missing closing brace at the end', raw: JSON_PLAN.slice(0, -1), origin: 'strict' },
  {
    what: 'several missing closing brackets at the end',
    raw: JSON.stringify({ ...without('handoff_notes'), fallback_plan: undefined }).slice(0, -4),
    origin: 'strict',
  },
  {
    what: 'commentary before the final message',
    raw: `Reading files …\n[tool] ls\n\n${JSON_PLAN}`,
    origin: 'strict',
  },
  {
    what: 'an event stream of Codex',
    raw: [
      { type: 'thread.started' },
      { type: 'item.completed', item: { type: 'agent_message', text: 'Looking.' } },
      { type: 'item.completed', item: { type: 'agent_message', text: JSON_PLAN } },
      { type: 'turn.completed', usage: {} },
    ]
      .map((event) => JSON.stringify(event))
      .join('\n'),
    origin: 'strict',
  },
  {
    what: 'an event stream with the plan as an object',
    raw: `{"type":"system"}\n${JSON.stringify({ type: 'result', structured_output: PLAN })}\n`,
    origin: 'strict',
  },
  {
    what: 'an event stream with a fenced plan in a text',
    raw: JSON.stringify({ response: `\`\`\`json\n${JSON.stringify(PLAN, null, 2)}\n\`\`\`` }),
    origin: 'strict',
  },
  { what: 'the plan as a JSON string', raw: JSON.stringify(JSON_PLAN), origin: 'strict' },
  { what: 'the plan in an array', raw: `[${JSON_PLAN}]`, origin: 'strict' },
  { what: 'the plan under a name', raw: JSON.stringify({ plan: PLAN }), origin: 'strict' },
  {
    what: 'braces inside of strings',
    raw: JSON.stringify({ ...PLAN, rationale: 'Use } and { and "' }),
    origin: 'strict',
  },
  {
    what: 'nulls for what is optional',
    raw: JSON.stringify({ ...PLAN, handoff_notes: null, fallback_plan: null }),
    origin: 'strict',
    plan: { handoff_notes: [], fallback_plan: null },
  },
  {
    what: 'blank strings among others',
    raw: JSON.stringify({ ...PLAN, risks: ['', 'Stale', '  '] }),
    origin: 'strict',
    plan: { risks: ['Stale'] },
  },
];

const salvaged: readonly Case[] = [
  {
    what: 'trailing commas',
    raw: JSON_PLAN.replace('],"handoff', ',],"handoff'),
    origin: 'salvaged',
    plan: { plan_summary: 'Cache headers' },
  },
  {
    what: 'single quotes',
    raw: JSON_PLAN.replaceAll('"', "'"),
    origin: 'salvaged',
    plan: { plan_summary: 'Cache headers' },
  },
  {
    what: 'keys without quotes',
    raw: JSON_PLAN.replace(/"(\w+)":/g, '$1:'),
    origin: 'salvaged',
    plan: { plan_summary: 'Cache headers' },
  },
  {
    what: 'comments',
    raw: JSON_PLAN.replace('{', '{ // the plan\n'),
    origin: 'salvaged',
    plan: { plan_summary: 'Cache headers' },
  },
  {
    what: 'a comma that is missing',
    raw: JSON_PLAN.replace('","rationale', '" "rationale'),
    origin: 'salvaged',
    plan: { rationale: PLAN.rationale },
  },
  {
    what: 'line feeds inside of strings',
    raw: JSON_PLAN.replace('takes most', 'takes\nmost'),
    origin: 'salvaged',
  },
  {
    what: 'Python words',
    raw: JSON_PLAN.replace('"Undo it"', 'None'),
    origin: 'salvaged',
    plan: { fallback_plan: null },
  },
  {
    what: 'an end in the middle of a string',
    raw: JSON_PLAN.slice(0, JSON_PLAN.indexOf('Intent s2') + 4),
    origin: 'salvaged',
    plan: { plan_summary: 'Cache headers' },
  },
  {
    what: 'an end in the middle of a list',
    raw: JSON_PLAN.slice(0, JSON_PLAN.indexOf('"id":"s2"')),
    origin: 'salvaged',
    plan: { steps: [expect.objectContaining({ id: 's1' })] },
  },
  {
    what: 'a field that is missing',
    raw: JSON.stringify(without('rationale')),
    origin: 'salvaged',
    plan: { rationale: 'Salvaged from an incomplete answer: Cache headers' },
  },
  {
    what: 'no guardrails',
    raw: JSON.stringify(without('guardrails')),
    origin: 'salvaged',
    plan: { guardrails: ['Keep the interface'] },
  },
  {
    what: 'no validation',
    raw: JSON.stringify(without('validation')),
    origin: 'salvaged',
    plan: { validation: ['The benchmark is 2x faster'] },
  },
  {
    what: 'no focus metrics',
    raw: JSON.stringify(without('focus_metrics')),
    origin: 'salvaged',
    plan: { focus_metrics: ['requests per second'] },
  },
  {
    what: 'a blank summary',
    raw: JSON.stringify({ ...PLAN, plan_summary: ' \n' }),
    origin: 'salvaged',
    plan: { plan_summary: 'Make parsing 2x faster' },
  },
  {
    what: 'a field that nobody knows',
    raw: JSON.stringify({ ...PLAN, confidence: 0.9 }),
    origin: 'salvaged',
    plan: { plan_summary: 'Cache headers' },
  },
  {
    what: 'a summary that is too long',
    raw: JSON.stringify({ ...PLAN, plan_summary: 'x'.repeat(600) }),
    origin: 'salvaged',
    plan: { plan_summary: `${'x'.repeat(511)}…` },
  },
  {
    what: 'a list that came as a text',
    raw: JSON.stringify({ ...PLAN, risks: '- one\n- two' }),
    origin: 'salvaged',
    plan: { risks: ['one', 'two'] },
  },
  {
    what: 'a list with other things in it',
    raw: JSON.stringify({ ...PLAN, risks: ['one', 2, { a: 1 }, null] }),
    origin: 'salvaged',
    plan: { risks: ['one', '2'] },
  },
  {
    what: 'too many of a list',
    raw: JSON.stringify({ ...PLAN, risks: Array.from({ length: 30 }, (_, i) => `r${i}`) }),
    origin: 'salvaged',
  },
  {
    what: 'names in camel case',
    raw: JSON.stringify({ ...PLAN, plan_summary: undefined, planSummary: 'Camel' }),
    origin: 'salvaged',
    plan: { plan_summary: 'Camel' },
  },
  {
    what: 'steps only',
    raw: JSON.stringify({ steps: PLAN.steps }),
    origin: 'salvaged',
    plan: {
      plan_summary: 'Make parsing 2x faster',
      steps: [expect.objectContaining({ id: 's1' }), expect.objectContaining({ id: 's2' })],
    },
  },
  {
    what: 'a summary only',
    raw: '{"plan_summary": "Just cache"}',
    origin: 'salvaged',
    plan: { plan_summary: 'Just cache' },
  },
  {
    what: 'more than six steps',
    raw: JSON.stringify({ ...PLAN, steps: Array.from({ length: 8 }, (_, i) => step(`s${i + 1}`)) }),
    origin: 'salvaged',
    plan: {
      handoff_notes: [
        'Mind the clock',
        'Left out beyond 6 steps: Title s7',
        'Left out beyond 6 steps: Title s8',
      ],
    },
  },
  {
    what: 'a step without text',
    raw: JSON.stringify({ ...PLAN, steps: [step('s1'), {}, 7] }),
    origin: 'salvaged',
  },
  {
    what: 'steps that are texts',
    raw: JSON.stringify({ ...PLAN, steps: ['Measure', 'Cache'] }),
    origin: 'salvaged',
    plan: {
      steps: [
        expect.objectContaining({ id: 's1', title: 'Measure', actions: ['Measure'] }),
        expect.objectContaining({ id: 's2' }),
      ],
    },
  },
  {
    what: 'a step without checks',
    raw: JSON.stringify({ ...PLAN, steps: [step('s1', { validation: [] })] }),
    origin: 'salvaged',
    plan: { steps: [expect.objectContaining({ validation: ['Done: Title s1'] })] },
  },
  {
    what: 'a step id used twice',
    raw: JSON.stringify({ ...PLAN, steps: [step('s1'), step('s1')] }),
    origin: 'salvaged',
    plan: { steps: [expect.objectContaining({ id: 's1' }), expect.objectContaining({ id: 's2' })] },
  },
  {
    what: 'a step id that is a number',
    raw: JSON.stringify({
      ...PLAN,
      steps: [step('s1', { id: 1 }), step('s2', { id: 2, dependencies: [1] })],
    }),
    origin: 'salvaged',
    plan: {
      steps: [
        expect.objectContaining({ id: '1' }),
        expect.objectContaining({ id: '2', dependencies: ['1'] }),
      ],
    },
  },
  {
    what: 'a dependency on no step',
    raw: JSON.stringify({ ...PLAN, steps: [step('s1', { dependencies: ['s9'] })] }),
    origin: 'salvaged',
    plan: { steps: [expect.objectContaining({ dependencies: [] })] },
  },
  {
    what: 'a dependency on a later step',
    raw: JSON.stringify({ ...PLAN, steps: [step('b', { dependencies: ['a'] }), step('a')] }),
    origin: 'salvaged',
    plan: {
      steps: [
        expect.objectContaining({ id: 'a' }),
        expect.objectContaining({ id: 'b', dependencies: ['a'] }),
      ],
    },
  },
  {
    what: 'dependencies in a circle',
    raw: JSON.stringify({
      ...PLAN,
      steps: [step('a', { dependencies: ['b'] }), step('b', { dependencies: ['a'] })],
    }),
    origin: 'salvaged',
    plan: {
      steps: [
        expect.objectContaining({ id: 'b', dependencies: [] }),
        expect.objectContaining({ id: 'a', dependencies: ['b'] }),
      ],
    },
  },
  {
    what: 'a step that depends on itself',
    raw: JSON.stringify({ ...PLAN, steps: [step('a', { dependencies: ['a'] })] }),
    origin: 'salvaged',
    plan: { steps: [expect.objectContaining({ dependencies: [] })] },
  },
  {
    what: 'a fence with other text before the one with broken JSON',
    raw: `\`\`\`sh\nnpm test\n\`\`\`\nThen:\n\`\`\`json\n{"plan_summary": "Cache", steps: ["Measure"]\n\`\`\`\nBye`,
    origin: 'salvaged',
    plan: { plan_summary: 'Cache' },
  },
  {
    what: 'broken JSON in a fence, and prose around it',
    raw: `Sure!\n\`\`\`json\n${JSON_PLAN.replace('{', '{ // mine\n')}\n\`\`\`\nDone {really}.`,
    origin: 'salvaged',
    plan: { plan_summary: 'Cache headers' },
  },
];

/** Many and long: what is read of them has limits. */
const floods: readonly Case[] = [
  {
    what: 'fifty thousand summaries',
    raw: Array.from({ length: 50_000 }, (_, i) => `{"plan_summary": "${i}"}`).join('\n'),
    origin: 'salvaged',
    plan: { plan_summary: '49999' },
  },
  {
    what: 'a plan after fifty thousand objects',
    raw: `${'{"a": 1}\n'.repeat(50_000)}${JSON_PLAN}`,
    origin: 'strict',
    plan: { plan_summary: 'Cache headers' },
  },
  {
    what: 'broken JSON in a fence after a megabyte of words',
    raw: `${'word '.repeat(200_000)}\n\`\`\`json\n{"plan_summary": "Cache", steps: ["Measure"]\n\`\`\`\n`,
    origin: 'salvaged',
    plan: { plan_summary: 'Cache' },
  },
  {
    what: 'a bullet, blanks and a line separator',
    raw: JSON.stringify({ ...PLAN, rationale: `-${' '.repeat(200_000)}x\u2028y` }),
    origin: 'salvaged',
  },
];

const synthesised: readonly Case[] = [
  { what: 'nothing', raw: '', origin: 'synthesised', plan: { fallback_plan: null } },
  { what: 'white space', raw: ' \n\t\n', origin: 'synthesised' },
  { what: 'a brace and half a million backticks', raw: `{${'`'.repeat(500_000)}`, origin: 'synthesised' },
  { what: 'ten million lines', raw: 'ab\n'.repeat(10_000_000), origin: 'synthesised' },
  {
    what: 'prose',
    raw: '1. Measure\n2. Cache',
    origin: 'synthesised',
    plan: {
      fallback_plan: '1. Measure\n2. Cache',
      steps: [expect.objectContaining({ actions: ['Measure', 'Cache'] })],
    },
  },
  { what: 'JSON of something else', raw: '{"error": "rate limited"}', origin: 'synthesised' },
  { what: 'an empty object', raw: '{}', origin: 'synthesised' },
  { what: 'a number', raw: '42', origin: 'synthesised' },
  { what: 'a long text', raw: 'word '.repeat(2000), origin: 'synthesised' },
  {
    what: 'a value that nests without end',
    raw: `{"plan_summary":"x","steps":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    origin: 'synthesised',
  },
  {
    what: 'fifty thousand small objects',
    raw: '{"a": 1, "b": "xyz"}\n'.repeat(50_000),
    origin: 'synthesised',
  },
  { what: 'nothing but opening brackets', raw: '{"'.repeat(5000), origin: 'synthesised' },
];

describe('a corpus of outputs', () => {
  test.each([...asItIs, ...salvaged, ...floods, ...synthesised])(
    '$what: $origin',
    ({ raw, origin, plan }) => {
      const made = planFromOutput(request, raw, 'lenient');
      expect(made.origin).toBe(origin);
      expectValid(made.plan);
      if (plan) expect(made.plan.toJSON()).toMatchObject(plan);
    },
  );

  test.each([...salvaged, ...synthesised])('$what is refused in strict mode', ({ raw }) => {
    expect(() => planFromOutput(request, raw, 'strict')).toThrow(PlanningError);
  });

  test.each(asItIs)('$what is accepted in strict mode', ({ raw }) => {
    expect(planFromOutput(request, raw, 'strict').origin).toBe('strict');
  });
});

function expectValid(plan: PlanningPlan): void {
  const wire = plan.toJSON();
  expect(isPlanWire(wire)).toBe(true);
  expect(readPlan(JSON.parse(JSON.stringify(wire)))).toEqual({ ok: true, plan });
}

describe('the plan satisfies the schema, whatever a backend writes', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.lorem({ maxCount: 400 }),
    fc.constantFrom('', ' ', '\uFEFF', 'x'.repeat(3000), '😀'.repeat(700)),
  );
  const values = fc.oneof(
    texts,
    fc.array(texts, { maxLength: 25 }),
    fc.integer(),
    fc.constant(null),
    fc.array(fc.constant({})),
  );
  const steps = fc.array(
    fc.oneof(
      texts,
      fc.dictionary(
        fc.constantFrom(
          'id',
          'title',
          'intent',
          'actions',
          'files',
          'dependencies',
          'validation',
          'risks',
          'references',
          'x',
        ),
        values,
      ),
    ),
    { maxLength: 9 },
  );
  const plans = fc
    .tuple(
      fc.dictionary(fc.constantFrom(...Object.keys(PLANNING_OUTPUT_SCHEMA.properties), 'y'), values),
      steps,
    )
    .map(([fields, list]) => JSON.stringify({ ...fields, steps: list }));
  const requests = fc
    .record({
      goal: fc.string({ minLength: 1, maxLength: 5000 }).filter((goal) => goal.trim() !== ''),
      constraints: fc.array(texts, { maxLength: 40 }),
      acceptanceCriteria: fc.array(texts, { maxLength: 40 }),
    })
    .map((fields) => new PlanningAgentRequest({ ...fields, base: { commitHash: 'abc' } }));

  test.each(['lenient', 'none'] as const)('in the mode %s', (mode) => {
    fc.assert(
      fc.property(
        requests,
        fc.oneof(
          plans,
          plans.map((text) => text.slice(0, -7)),
          texts,
        ),
        (any, raw) => {
          expectValid(planFromOutput(any, raw, mode).plan);
        },
      ),
    );
  });
});
