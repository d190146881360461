// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of prompts look like this.
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { Session } from '../../kernel/session/session.ts';
import { MarkdownSection } from './markdown-section.ts';
import { PlanningToolsSection } from './planning-tools-section.ts';
import { Prompt, type Section } from './prompt.ts';

const behaviour = new MarkdownSection<{ objective: string }>({
  title: 'Behaviour',
  template: 'Stay focused on ${objective}.',
});

function prompt<Sections extends Section<never>[]>(...sections: Sections): Prompt<Sections[number]> {
  return new Prompt({ ns: 'agents/background', key: 'session-plan', name: 'session-plan', sections });
}

/** As a program without types may render it. */
const rendered = (made: { render: unknown }, params?: unknown) => () =>
  Reflect.apply(made.render as () => string, made, params === undefined ? [] : [params]);

const refusal = (parameter: string | undefined) =>
  expect.objectContaining({ name: 'PromptError', code: 'prompt-parameter', parameter });

describe('a prompt', () => {
  it('joins its sections, and has the tools of all of them', () => {
    const planning = new PlanningToolsSection({ session: new Session(), strategy: 'PLAN_ACT_REFLECT' });
    const made = prompt(behaviour, planning);
    expect(made.render({ objective: 'triage open bug reports' })).toBe(
      `## Behaviour\n\nStay focused on triage open bug reports.\n\n${planning.render()}`,
    );
    expect(made.tools).toEqual(planning.tools);
    expect(made).toMatchObject({ ns: 'agents/background', key: 'session-plan', name: 'session-plan' });
  });

  it('leaves out a disabled section', () => {
    const off = new PlanningToolsSection({ session: new Session(), enabled: false });
    const made = prompt(off, behaviour, off);
    expect(made.render({ objective: 'rest' })).toBe('## Behaviour\n\nStay focused on rest.');
    expect(made.tools).toEqual([]);
  });

  it('needs no parameters when its sections need none', () => {
    expect(prompt(new MarkdownSection({ title: 'Tone', template: 'Be kind.' })).render()).toBe(
      '## Tone\n\nBe kind.',
    );
    expect(prompt().render()).toBe('');
  });

  it('takes the parameters of all its sections', () => {
    const made = prompt(
      behaviour,
      new MarkdownSection<{ tone: string }>({ title: 'Tone', template: 'Be ${tone}.' }),
    );
    expectTypeOf(made.render).parameters.toEqualTypeOf<[params: { objective: string } & { tone: string }]>();
    expect(made.render({ objective: 'x', tone: 'kind' })).toBe(
      '## Behaviour\n\nStay focused on x.\n\n## Tone\n\nBe kind.',
    );
  });
});

describe('a placeholder', () => {
  it('is replaced verbatim and once: text that looks like another placeholder stays', () => {
    const made = prompt(
      new MarkdownSection<{ a: string; b: string }>({ title: 'T', template: '${a} ${b} ${a}' }),
    );
    expect(made.render({ a: '${b} $& $1', b: '<b>' })).toBe('## T\n\n${b} $& $1 <b> ${b} $& $1');
  });

  it('takes texts, numbers and booleans', () => {
    const made = prompt(
      new MarkdownSection<{ n: number; yes: boolean; none: string }>({
        title: 'T',
        template: '${n} ${yes} [${none}]',
      }),
    );
    expect(made.render({ n: 0, yes: false, none: '' })).toBe('## T\n\n0 false []');
  });

  it.each([
    undefined,
    {},
    { objective: undefined },
    { objective: null },
    { objective: {} },
    { objective: ['x'] },
  ])('is refused without a valid value: %j', (params) => {
    expect(rendered(prompt(behaviour), params)).toThrow(refusal('objective'));
    expect(rendered(prompt(behaviour), params)).toThrow('${objective}');
  });

  it('does not reach inherited properties', () => {
    const made = prompt(new MarkdownSection({ title: 'T', template: '${toString} ${__proto__}' }));
    expect(rendered(made, {})).toThrow(refusal('toString'));
  });

  it.each(['${}', '${a b}', '${ objective }'])(
    'with a name that is no parameter is refused: %s',
    (template) => {
      const made = prompt(new MarkdownSection({ title: 'T', template }));
      expect(rendered(made, { objective: 'x' })).toThrow(
        expect.objectContaining({ code: 'prompt-parameter' }),
      );
    },
  );
});

describe('a parameter that no section knows', () => {
  it('is refused by its name', () => {
    expect(rendered(prompt(behaviour), { objective: 'x', objektive: 'y' })).toThrow(refusal('objektive'));
    expect(rendered(prompt(), { a: 1 })).toThrow(refusal('a'));
  });
});

describe('a schema for the parameters of a section', () => {
  const checked = new MarkdownSection({
    title: 'Budget',
    template: 'Spend at most ${amount} ${currency}.',
    params: z.object({
      amount: z.number().positive(),
      currency: z.string().default('EUR'),
      why: z.string().optional(),
    }),
  });

  it('checks them, and fills in its defaults', () => {
    expect(prompt(checked).render({ amount: 5 })).toBe('## Budget\n\nSpend at most 5 EUR.');
    expect(prompt(checked).render({ amount: 5, why: 'known to the schema' })).toContain('5 EUR');
  });

  it('refuses one that is missing, wrong or unknown, by its name', () => {
    expect(rendered(prompt(checked), {})).toThrow(refusal('amount'));
    expect(rendered(prompt(checked), { amount: -1 })).toThrow(refusal('amount'));
    expect(rendered(prompt(checked), { amount: 1, currrency: 'USD' })).toThrow(refusal('currrency'));
  });

  it.each([z.object({ a: z.string() }), z.strictObject({ a: z.string() })])(
    'finds a placeholder that the schema does not know when the section is made',
    (params) => {
      const make = () => new MarkdownSection({ title: 'T', template: '${a} ${b}', params });
      expect(make).toThrow(refusal('b'));
    },
  );

  it('may allow other parameters, or add some itself', () => {
    const loose = new MarkdownSection({
      title: 'T',
      template: '${a} ${b}',
      params: z.looseObject({ a: z.string() }),
    });
    expect(prompt(loose).render({ a: 'x', b: 'y' })).toBe('## T\n\nx y');
    const made = new MarkdownSection({
      title: 'T',
      template: '${a} ${b}',
      params: z.strictObject({ a: z.string() }).transform(({ a }) => ({ a, b: `${a}!` })),
    });
    expect(prompt(made).render({ a: 'x' })).toBe('## T\n\nx x!');
  });

  it('gets only the parameters of its section, so that strict ones can be combined', () => {
    const strict = <Name extends string>(name: Name) =>
      new MarkdownSection({
        title: name,
        template: `\${${name}}`,
        params: z.strictObject({ [name]: z.string() } as Record<Name, z.ZodString>),
      });
    const made = prompt(strict('a'), strict('b'));
    expect(rendered(made, { a: 'x', b: 'y' })()).toBe('## a\n\nx\n\n## b\n\ny');
    expect(rendered(made, { a: 'x', b: 'y', c: 'z' })).toThrow(refusal('c'));
  });

  it('refuses a schema that is not synchronous', () => {
    const params = z.object({ a: z.string() }).refine(async () => true);
    const made = prompt(new MarkdownSection({ title: 'T', template: '${a}', params }));
    expect(() => made.render({ a: 'x' })).toThrow(refusal(undefined));
  });

  it('names a parameter that another library reports as a path segment', () => {
    const params = {
      '~standard': {
        version: 1 as const,
        vendor: 'test',
        validate: () => ({ issues: [{ message: 'is bad', path: [{ key: 'a' }] }] }),
      },
    };
    const made = prompt(new MarkdownSection({ title: 'T', template: '${a}', params }));
    expect(rendered(made, { a: 'x' })).toThrow(refusal('a'));
  });
});
