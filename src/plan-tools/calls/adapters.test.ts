import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ToolInvoked } from '../../kernel/session/facts.ts';
import { Session } from '../../kernel/session/session.ts';
import { PlanningToolsSection } from '../prompt/planning-tools-section.ts';
import { toAiSdkTools, toMcpTools, toOpenAiFunctions } from './adapters.ts';

const section = (options: { enabled?: boolean } = {}) =>
  new PlanningToolsSection({ session: new Session(), ...options });

describe('tools for MCP', () => {
  it('have names, titles, descriptions and honest annotations', () => {
    const tools = toMcpTools(section());
    expect(tools.map(({ name }) => name)).toEqual(section().tools.map(({ name }) => name));
    expect(tools.find(({ name }) => name === 'planning_read_plan')?.annotations).toEqual({
      title: 'Read plan',
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
    expect(tools.filter(({ annotations }) => annotations.destructiveHint).map(({ name }) => name)).toEqual([
      'planning_setup_plan',
      'planning_clear_plan',
    ]);
    expect(toMcpTools(section({ enabled: false }))).toEqual([]);
  });

  it('have input schemas that every provider can read: one type each, no unions, no references', () => {
    for (const { inputSchema } of toMcpTools(section())) {
      const json = JSON.stringify(inputSchema);
      expect(json).not.toMatch(/"type":\[|anyOf|oneOf|\$ref|\$schema|"null"/);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
  });

  it('have schemas that their examples fit', () => {
    const mcp = toMcpTools(section());
    for (const { name, examples } of section().tools) {
      const tool = mcp.find((candidate) => candidate.name === name);
      for (const { input, output } of examples) {
        expect(z.fromJSONSchema(tool?.inputSchema ?? {}).parse(input)).toEqual(input);
        expect(z.fromJSONSchema(tool?.outputSchema ?? {}).parse(output)).toEqual(output);
      }
    }
  });
});

describe('functions for OpenAI', () => {
  it('are strict: every property is required, nullable if optional, and no others are allowed', () => {
    const { tools, chatTools } = toOpenAiFunctions(section());
    expect(tools.find(({ name }) => name === 'planning_setup_plan')).toEqual({
      type: 'function',
      name: 'planning_setup_plan',
      description: expect.any(String),
      strict: true,
      parameters: {
        type: 'object',
        properties: {
          objective: { type: 'string', description: expect.any(String) },
          initial_steps: {
            type: ['array', 'null'],
            description: expect.any(String),
            items: {
              type: 'object',
              properties: {
                title: { type: 'string', description: expect.any(String) },
                details: { type: ['string', 'null'], description: expect.any(String) },
              },
              required: ['title', 'details'],
              additionalProperties: false,
            },
          },
        },
        required: ['objective', 'initial_steps'],
        additionalProperties: false,
      },
    });
    for (const { parameters } of tools) expect(parameters).toSatisfy(isStrict);
    expect(chatTools).toEqual(tools.map(({ type, ...rest }) => ({ type, function: rest })));
  });

  it('run calls as the model writes them, with null for omitted properties', async () => {
    const { call } = toOpenAiFunctions(section());
    const setup = { objective: 'Ship it', initial_steps: [{ title: 'Build', details: null }] };
    expect(JSON.parse(await call('planning_setup_plan', JSON.stringify(setup)))).toMatchObject({
      ok: true,
      message: 'Plan set up with 1 step: S001.',
      version: 1,
      assigned_ids: ['S001'],
    });
    const mark = { step_id: 'S001', status: 'done', note: null };
    expect(JSON.parse(await call('planning_mark_step', JSON.stringify(mark)))).toMatchObject({
      ok: true,
      plan_status: 'completed',
      step: { step_id: 'S001', status: 'done', notes: [] },
    });
  });

  it('answer refusals so that the model can read them, and record them', async () => {
    const made = section();
    const events: ToolInvoked[] = [];
    made.session.bus.subscribe<ToolInvoked>('ToolInvoked', (event) => events.push(event));
    const { call } = toOpenAiFunctions(made);
    const input = { objective: 'a', initial_steps: [{ title: 'b' }, { title: '' }] };
    expect(JSON.parse(await call('planning_setup_plan', JSON.stringify(input)))).toEqual({
      ok: false,
      message: 'Title must not be empty. (field: initial_steps[1].title)',
      error: { code: 'invalid-tool-input', field: 'initial_steps[1].title' },
    });
    expect(JSON.parse(await call('planning_read_plan', '{"a":'))).toMatchObject({ ok: false });
    expect(JSON.parse(await call('planning_read_plan', '{}'))).toMatchObject({ error: { code: 'no-plan' } });
    expect(events.map(({ success }) => success)).toEqual([false, false, false]);
    expect(JSON.parse(await call('make_coffee', '{}'))).toMatchObject({ error: { code: 'unknown-tool' } });
  });

  it('pass on other errors to the program', async () => {
    const made = section();
    made.session.register({ name: 'Audit', parse: String }, 'ToolInvoked', (): string[] => {
      throw new RangeError('audit is full');
    });
    await expect(toOpenAiFunctions(made).call('planning_setup_plan', '{"objective":"a"}')).rejects.toThrow(
      'audit',
    );
  });
});

describe('tools for the AI SDK', () => {
  it('are named after the tools, and empty if planning is disabled', () => {
    const made = section();
    expect(Object.keys(toAiSdkTools(made))).toEqual(made.tools.map(({ name }) => name));
    expect(toAiSdkTools(section({ enabled: false }))).toEqual({});
  });
});

interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

function isStrict({ properties, items, required, additionalProperties }: SchemaNode): boolean {
  if (items) return isStrict(items);
  if (!properties) return true;
  const names = Object.keys(properties);
  return (
    additionalProperties === false &&
    names.every((name) => required?.includes(name)) &&
    Object.values(properties).every(isStrict)
  );
}
