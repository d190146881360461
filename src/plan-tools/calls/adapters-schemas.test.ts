import { describe, expect, it } from 'vitest';
import type { ToolInvoked } from '../../kernel/session/facts.ts';
import { Session } from '../../kernel/session/session.ts';
import { PlanningToolsSection } from '../prompt/planning-tools-section.ts';
import { toAiSdkTools, toMcpTools, toOpenAiFunctions } from './adapters.ts';

const section = () => new PlanningToolsSection({ session: new Session() });
const described = expect.any(String);

const WHOLE = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
const STEP = {
  type: 'object',
  properties: {
    step_id: { type: 'string', description: described },
    title: { type: 'string' },
    details: { type: ['string', 'null'] },
    status: { type: 'string', enum: ['pending', 'in_progress', 'blocked', 'done'] },
    notes: { type: 'array', items: { type: 'string' } },
    evidence: {
      type: 'array',
      items: {
        type: 'object',
        properties: { command: { type: 'string' }, exit_code: WHOLE, link: { type: 'string' } },
        additionalProperties: false,
      },
      description: described,
    },
    parent: { type: 'string', description: described },
    blocked_by: { type: 'array', items: { type: 'string' }, description: described },
    discovered_from: { type: 'array', items: { type: 'string' }, description: described },
    related: { type: 'array', items: { type: 'string' }, description: described },
    claim: {
      type: 'object',
      properties: { agent: { type: 'string' }, until: { type: 'string' } },
      required: ['agent', 'until'],
      additionalProperties: false,
      description: described,
    },
    conflicts: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          field: { type: 'string' },
          values: {
            type: 'array',
            items: {
              type: 'object',
              properties: { value: { type: 'string' }, by: { type: 'string' } },
              required: ['value', 'by'],
              additionalProperties: false,
            },
          },
        },
        required: ['field', 'values'],
        additionalProperties: false,
      },
      description: described,
    },
  },
  required: ['step_id', 'title', 'details', 'status', 'notes'],
  additionalProperties: false,
};
const MARK = {
  type: 'object',
  properties: {
    step_id: { type: 'string', description: described },
    status: { type: 'string', enum: ['pending', 'in_progress', 'blocked', 'done'], description: described },
    note: { type: 'string', description: described },
    evidence: {
      type: 'object',
      properties: {
        command: { type: 'string', description: described },
        exit_code: { ...WHOLE, description: described },
        link: { type: 'string', description: described },
      },
      additionalProperties: false,
      description: described,
    },
  },
  required: ['step_id', 'status'],
  additionalProperties: false,
};
const MARK_INPUT = {
  ...MARK,
  properties: { ...MARK.properties, also: { type: 'array', items: MARK, description: described } },
};
const MARK_OUTPUT = {
  type: 'object',
  properties: {
    version: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: described },
    assigned_ids: { type: 'array', items: { type: 'string' }, description: described },
    plan_status: { type: 'string', enum: ['active', 'completed', 'abandoned'] },
    step: STEP,
    also: { type: 'array', items: STEP, description: described },
  },
  required: ['version', 'assigned_ids', 'plan_status', 'step'],
  additionalProperties: false,
};

describe('a tool that marks steps', () => {
  it('is listed for MCP with its input and output', () => {
    const { tools } = section();
    const mark = tools.find(({ name }) => name === 'planning_mark_step');
    expect(toMcpTools(section()).find(({ name }) => name === 'planning_mark_step')).toEqual({
      name: 'planning_mark_step',
      title: 'Mark step',
      description: mark?.description,
      inputSchema: MARK_INPUT,
      outputSchema: MARK_OUTPUT,
      annotations: {
        title: 'Mark step',
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: false,
      },
    });
  });

  it('is passed to the AI SDK with its schemas and examples, and validates every input itself', async () => {
    const mark = toAiSdkTools(section()).planning_mark_step;
    const standard = mark?.inputSchema['~standard'];
    expect(standard).toMatchObject({ version: 1, vendor: 'wayfold' });
    expect(standard?.jsonSchema.input({ target: 'draft-2020-12' })).toEqual(MARK_INPUT);
    expect(standard?.jsonSchema.output({ target: 'draft-2020-12' })).toEqual(MARK_OUTPUT);
    expect(await standard?.validate({ step_id: 7 })).toEqual({ value: { step_id: 7 } });
    expect(mark?.inputExamples).toEqual([
      { input: { step_id: 'S001', status: 'done', note: 'Found 14 open reports.' } },
    ]);
    expect(mark?.description).toBe(
      section().tools.find(({ name }) => name === 'planning_mark_step')?.description,
    );
  });
});

describe('the arguments of an OpenAI function', () => {
  const open = () => {
    const made = section();
    const events: ToolInvoked[] = [];
    made.session.bus.subscribe<ToolInvoked>('ToolInvoked', (event) => events.push(event));
    const { call } = toOpenAiFunctions(made);
    const answer = async (name: string, input: unknown) =>
      JSON.parse(await call(name, typeof input === 'string' ? input : JSON.stringify(input)));
    return { answer, events };
  };

  it('drop null for omitted properties, in lists too, and nowhere else', async () => {
    const { answer, events } = open();
    await answer('planning_setup_plan', {
      objective: 'a',
      initial_steps: [
        { title: 'b', details: null },
        { title: 'c', details: 'd' },
      ],
    });
    expect(events[0]?.params).toEqual({
      objective: 'a',
      initial_steps: [{ title: 'b' }, { title: 'c', details: 'd' }],
    });
    await answer('planning_setup_plan', { objective: null, initial_steps: null, extra: null });
    expect(events[1]?.params).toEqual({ objective: null, extra: null });
    await answer('planning_setup_plan', {
      objective: 'a',
      initial_steps: [null, { title: null, details: null, extra: [null] }],
    });
    expect(events[2]?.params).toEqual({
      objective: 'a',
      initial_steps: [null, { title: null, extra: [null] }],
    });
    await answer('planning_setup_plan', { objective: 'a', extra: { details: null }, toString: null });
    expect(events[3]?.params).toEqual({ objective: 'a', extra: { details: null }, toString: null });
  });

  it.each(['null', '{"a":', '7', '[]'])('are refused when they are no object: %s', async (text) => {
    const { answer, events } = open();
    expect(await answer('planning_read_plan', text)).toEqual({
      ok: false,
      message: expect.any(String),
      error: { code: 'invalid-tool-input' },
    });
    expect(events).toMatchObject([{ tool: 'planning_read_plan', params: {}, success: false }]);
  });
});
