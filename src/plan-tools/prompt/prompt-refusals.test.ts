// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of prompts look like this.
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Session } from '../../kernel/session/session.ts';
import { MarkdownSection } from './markdown-section.ts';
import { PlanningToolsSection } from './planning-tools-section.ts';
import { Prompt, type Section } from './prompt.ts';

const FIX = "Give it in render(), under a name that the template and the section's schema both have.";

/** Renders a prompt as a program without types may do it. */
function rendered(sections: readonly Section<never>[], ...params: unknown[]): string {
  const made = new Prompt({ ns: 'agents', key: 'k', name: 'n', sections });
  return Reflect.apply(made.render, made, params);
}

const section = (template: string, params?: StandardSchemaV1) =>
  new MarkdownSection({ title: 'Tone', template, ...(params && { params }) });

/** A schema of some library, by what it answers. */
const answering = (answer: unknown): StandardSchemaV1 => ({
  '~standard': { version: 1, vendor: 'test', validate: () => answer as StandardSchemaV1.Result<unknown> },
});

describe('a prompt that cannot be rendered', () => {
  it.each([
    [undefined, 'none'],
    [null, 'null'],
    [['kind'], 'an array of 1'],
    [{}, 'an empty object'],
    [7n, '7n'],
  ])('names a value that cannot be inserted: %s', (tone, actual) => {
    expect(() => rendered([section('Be ${tone}.')], { tone })).toThrow(
      expect.objectContaining({
        code: 'prompt-parameter',
        parameter: 'tone',
        expected: expect.stringContaining('section "Tone"'),
        actual,
        fix: FIX,
      }),
    );
  });

  it('lists the parameters alphabetically', () => {
    const sections = [section('Be ${tone}.'), section('Speak ${language}.')];
    const report = {
      code: 'prompt-parameter',
      parameter: 'mood',
      summary: expect.stringContaining('language, tone'),
    };
    expect(() => rendered(sections, { tone: 'kind', mood: 'x', language: 'en' })).toThrow(
      expect.objectContaining(report),
    );
    expect(() => rendered([], { mood: 'x' })).toThrow(
      expect.objectContaining({ ...report, summary: expect.stringContaining('mood') }),
    );
  });

  it('reports the schema’s issue', () => {
    const params = z.object({ tone: z.enum(['kind', 'dry'], 'is neither kind nor dry') });
    expect(() => rendered([section('Be ${tone}.', params)], { tone: 'loud' })).toThrow(
      expect.objectContaining({
        parameter: 'tone',
        expected: expect.stringContaining('section "Tone"'),
        actual: 'is neither kind nor dry',
        fix: FIX,
      }),
    );
  });

  it.each([
    ['no path', { message: 'is bad' }, 'parameters'],
    ['an empty path', { message: 'is bad', path: [] }, 'parameters'],
    ['a name', { message: 'is bad', path: ['tone', 'deep'] }, 'tone'],
    ['a place in a list', { message: 'is bad', path: [0] }, '0'],
    ['a segment', { message: 'is bad', path: [{ key: 'tone' }] }, 'tone'],
  ])('names the parameter if the schema reports %s', (_, issue, parameter) => {
    expect(() => rendered([section('Be kind.', answering({ issues: [issue] }))], {})).toThrow(
      expect.objectContaining({
        parameter,
        expected: expect.stringContaining('section "Tone"'),
        actual: 'is bad',
      }),
    );
  });

  it('requires a synchronous schema', () => {
    const late = answering(Promise.resolve({ value: {} }));
    expect(() => rendered([section('Be kind.', late)], {})).toThrow(
      expect.objectContaining({
        parameter: undefined,
        code: 'prompt-parameter',
        actual: 'a promise',
      }),
    );
  });

  it('is refused on creation if a schema lacks a placeholder', () => {
    const params = z.strictObject({ tone: z.string() });
    expect(() => section('Be ${tone} in ${language}.', params)).toThrow(
      expect.objectContaining({
        code: 'prompt-parameter',
        parameter: 'language',
        fix: FIX,
      }),
    );
  });
});

describe('a section with a schema that has no JSON Schema', () => {
  it('uses the parameters in its output', () => {
    const open = answering({ value: { tone: 'kind' } });
    expect(rendered([section('Be ${tone}.', open)], { tone: 'dry' })).toBe('## Tone\n\nBe kind.');
    expect(rendered([section('Be kind.', open)], { tone: 'dry' })).toBe('## Tone\n\nBe kind.');
    expect(() => rendered([section('Be ${tone}.', open)], { mood: 'x' })).toThrow(
      expect.objectContaining({ parameter: 'mood', summary: expect.stringContaining('tone') }),
    );
  });

  it.each([null, undefined, 'kind', 7])('inserts nothing from a non-object: %s', (value) => {
    expect(() => rendered([section('Be ${length}.', answering({ value }))], {})).toThrow(
      expect.objectContaining({ parameter: 'length', actual: 'none' }),
    );
  });

  it('passes only the schema’s entries and the placeholders to it', () => {
    const seen: unknown[] = [];
    const listing = {
      entries: { tone: {}, volume: {} },
      '~standard': {
        version: 1 as const,
        vendor: 'test',
        validate: (value: unknown) => {
          seen.push(value);
          return { value };
        },
      },
    };
    const other = section('Speak ${language}.');
    const params = { tone: 'kind', volume: 3, language: 'en', extra: 'x' };
    const text = '## Tone\n\nBe kind, x.\n\n## Tone\n\nSpeak en.';
    expect(rendered([section('Be ${tone}, ${extra}.', listing), other], params)).toBe(text);
    expect(seen).toEqual([{ tone: 'kind', volume: 3, extra: 'x' }]);
  });

  it('is inspected only in use if it has no JSON Schema', () => {
    const params = z.object({ when: z.date().transform(String), tone: z.string() });
    const when = new Date(0);
    expect(rendered([section('Be ${tone}.', params)], { when, tone: 'kind' })).toBe('## Tone\n\nBe kind.');
    expect(() => rendered([section('Be ${tone}.', params)], { when, tone: 'kind', mood: 'x' })).toThrow(
      expect.objectContaining({ parameter: 'mood', summary: expect.stringContaining('tone, when') }),
    );
  });
});

describe('a section with the planning tools', () => {
  const planning = (...args: unknown[]) => Reflect.construct(PlanningToolsSection, args);

  it.each([
    [undefined, 'undefined'],
    [{ session: null }, 'null'],
    [{ session: {} }, 'an empty object'],
  ])('requires a session: %j', (options, actual) => {
    expect(() => planning(options)).toThrow(
      expect.objectContaining({
        code: 'missing-session',
        parameter: undefined,
        actual,
      }),
    );
  });

  it('lists the strategies', () => {
    expect(() => planning({ session: new Session(), strategy: 'TREE' })).toThrow(
      expect.objectContaining({
        code: 'unknown-strategy',
        expected: expect.stringContaining('REACT, PLAN_ACT_REFLECT, GOAL_DECOMPOSE_ROUTE_SYNTHESISE'),
        actual: '"TREE"',
      }),
    );
  });

  it('lists the tools', () => {
    const names =
      'planning_setup_plan, planning_add_step, planning_update_step, planning_mark_step, planning_clear_plan, planning_read_plan';
    const session = new Session();
    expect(() => new PlanningToolsSection({ session }).tool('make_coffee')).toThrow(
      expect.objectContaining({
        code: 'unknown-tool',
        expected: expect.stringContaining(names),
        actual: '"make_coffee"',
      }),
    );
    const off = new PlanningToolsSection({ session, enabled: false });
    expect(() => off.tool('planning_read_plan')).toThrow(
      expect.objectContaining({
        code: 'unknown-tool',
        expected: expect.stringContaining('switched off'),
        actual: '"planning_read_plan"',
      }),
    );
  });

  it('has immutable tools and sections', () => {
    const { tools } = new PlanningToolsSection({ session: new Session() });
    expect(() => Array.prototype.pop.call(tools)).toThrow(TypeError);
    expect(() => Object.assign(tools[0] ?? {}, { name: 'x' })).toThrow(TypeError);
    const sections = [section('Be kind.')];
    const prompt = new Prompt({ ns: 'agents', key: 'k', name: 'n', sections });
    sections.pop();
    expect(prompt.render()).toBe('## Tone\n\nBe kind.');
    expect(() => Array.prototype.pop.call(prompt.sections)).toThrow(TypeError);
  });
});
