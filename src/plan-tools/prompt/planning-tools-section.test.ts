import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Session } from '../../kernel/session/session.ts';
import { PLANNING_STRATEGIES, PlanningStrategy } from './planning-strategy.ts';
import { PlanningToolsSection } from './planning-tools-section.ts';

const NAMES = [
  'planning_setup_plan',
  'planning_add_step',
  'planning_update_step',
  'planning_mark_step',
  'planning_clear_plan',
  'planning_read_plan',
];

const section = (options: Partial<ConstructorParameters<typeof PlanningToolsSection>[0]> = {}) =>
  new PlanningToolsSection({ session: new Session(), ...options });

/** As a program without types may call it. */
const made = (...args: unknown[]) => Reflect.construct(PlanningToolsSection, args);

describe('a section with the planning tools', () => {
  it.each([[], [undefined], [null], [{}], [{ session: null }], [{ session: {} }]])(
    'cannot be created without a session: %j',
    (...args) => {
      expect(() => made(...args)).toThrow(
        expect.objectContaining({ name: 'PromptError', code: 'missing-session' }),
      );
    },
  );

  it('offers the six tools in their order', () => {
    expect(section().tools.map(({ name }) => name)).toEqual(NAMES);
    expect(section().tool('planning_mark_step').name).toBe('planning_mark_step');
  });

  it('throws for an unknown tool', () => {
    expect(() => section().tool('planning_delete_plan')).toThrow(
      expect.objectContaining({
        code: 'unknown-tool',
        message: expect.stringContaining('planning_clear_plan'),
      }),
    );
  });

  it('renders nothing and offers no tools if it is disabled', () => {
    const off = section({ enabled: false });
    expect(off.render()).toBe('');
    expect(off.tools).toEqual([]);
    expect(() => off.tool('planning_read_plan')).toThrow(
      expect.objectContaining({ code: 'unknown-tool', message: expect.stringContaining('switched off') }),
    );
  });
});

describe.each(section().tools)('$name', (tool) => {
  it('has a title, a description in ASCII and simple schemas', () => {
    expect(tool.title).toMatch(/^[A-Z][a-z ]+$/);
    expect(tool.description).toMatch(/^[\x20-\x7e]{40,240}$/);
    for (const schema of [tool.inputSchema, tool.outputSchema]) {
      const json = JSON.stringify(z.toJSONSchema(schema, { io: 'input' }));
      expect(json).not.toMatch(/"\$ref"|"anyOf"|"oneOf"|"allOf"/);
      expect(z.toJSONSchema(schema)).toMatchObject({ type: 'object', additionalProperties: false });
    }
  });

  it('describes every field of its input', () => {
    for (const field of Object.values(tool.inputSchema.shape))
      expect(z.globalRegistry.get(field)?.description).toBeTruthy();
  });

  it.each(tool.examples)('behaves as its example says: $description', async ({ input, output }) => {
    const { tools } = section();
    const [setup] = tools;
    if (setup && tool.name !== setup.name) await setup.call(setup.examples[0]?.input);
    const result = await tools.find(({ name }) => name === tool.name)?.call(input);
    expect(result?.output).toEqual(output);
    expect(tool.inputSchema.parse(input)).toEqual(input);
    expect(tool.outputSchema.parse(output)).toEqual(output);
  });

  it('has an example', () => {
    expect(tool.examples.length).toBeGreaterThan(0);
  });
});

it('only reading is read-only, and only setting up and clearing destroy', () => {
  const { tools } = section();
  expect(tools.filter(({ annotations }) => annotations.readOnly).map(({ name }) => name)).toEqual([
    'planning_read_plan',
  ]);
  expect(tools.filter(({ annotations }) => annotations.destructive).map(({ name }) => name)).toEqual([
    'planning_setup_plan',
    'planning_clear_plan',
  ]);
});

describe('what the section tells the model', () => {
  it.each(PLANNING_STRATEGIES)('with strategy %s', async (strategy) => {
    await expect(`${section({ strategy }).render()}\n`).toMatchFileSnapshot(
      `__snapshots__/planning-${strategy}.md`,
    );
  });

  it('is that of REACT by default, byte by byte', () => {
    expect(section().render()).toBe(section({ strategy: PlanningStrategy.REACT }).render());
  });

  it('follows the session’s strategy, unless it has its own', () => {
    const session = new Session({ strategy: 'PLAN_ACT_REFLECT' });
    expect(new PlanningToolsSection({ session }).strategy).toBe('PLAN_ACT_REFLECT');
    expect(new PlanningToolsSection({ session, strategy: 'REACT' }).strategy).toBe('REACT');
    expect(section({ strategy: undefined }).strategy).toBe('REACT');
  });

  it.each(['react', '', 'TREE_OF_THOUGHT', 'toString'])(
    'cannot follow a strategy that does not exist: %j',
    (strategy) => {
      expect(() => section({ session: new Session({ strategy }) })).toThrow(
        expect.objectContaining({ name: 'PromptError', code: 'unknown-strategy' }),
      );
      expect(() => made({ session: new Session(), strategy })).toThrow(
        expect.objectContaining({
          code: 'unknown-strategy',
          message: expect.stringContaining('PLAN_ACT_REFLECT'),
        }),
      );
    },
  );

  it('differs between strategies only after the part about the tools', () => {
    const parts = PLANNING_STRATEGIES.map((strategy) =>
      section({ strategy }).render().split('work like this:\n'),
    );
    expect(new Set(parts.map(([tools]) => tools)).size).toBe(1);
    expect(new Set(parts.map(([, mindset]) => mindset)).size).toBe(3);
    for (const [, mindset] of parts) expect(mindset).not.toMatch(/planning_/);
  });

  it.each(PLANNING_STRATEGIES)('keeps to the style of the house: %s', (strategy) => {
    const text = section({ strategy }).render();
    expect(text).toMatch(/^[\x20-\x7e\n]+$/);
    expect(text.match(/^#+ .*$/gm)).toEqual(['## Planning tools']);
    expect(text.match(/^[-*+] /gm)).toBeNull();
    expect(text.length).toBeLessThan(2000);
    expect(text).toBe(text.trim());
  });

  it('covers the seven points in their order, and every tool', () => {
    const points =
      section()
        .render()
        .match(/^\d\. .*$/gm)
        ?.slice(0, 7) ?? [];
    for (const [i, topic] of [
      /Respond directly/,
      /planning_setup_plan/,
      /planning_add_step.*planning_update_step/,
      /step_id.*S###/,
      /planning_mark_step/,
      /planning_clear_plan.*discards/,
      /brief.*ASCII/,
    ].entries()) {
      expect(points[i]).toMatch(topic);
    }
    for (const name of NAMES) expect(section().render()).toContain(`\`${name}\``);
  });
});
