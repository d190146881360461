import { shown } from '../../journal/error.ts';
import type { Tool } from '../calls/tool.ts';
import { PromptError } from '../error.ts';

/** A part of a prompt. It renders to Markdown, or to nothing. */
export interface Section<Params = unknown> {
  readonly render: (params: Params) => string;
  /** Which of these parameters the section uses; default none. */
  readonly takes?: (params: Params) => ReadonlySet<string>;
  /** The tools that the section offers. */
  readonly tools?: readonly Tool[];
}

/** The parameters of all these sections together. */
export type ParamsOf<Sections extends Section<never>> = [Sections] extends [never]
  ? unknown
  : (Sections extends Section<infer Params> ? (params: Params) => void : never) extends (
        params: infer All,
      ) => void
    ? All
    : never;

/** The name and sections of a prompt. */
export interface PromptOptions<Sections extends Section<never>> {
  /** The namespace of the prompt: `agents/background`. */
  readonly ns: string;
  readonly key: string;
  readonly name: string;
  readonly sections: readonly Sections[];
}

/** A prompt made of sections. It takes the parameters of all of them. */
export class Prompt<Sections extends Section<never>> {
  readonly ns: string;
  readonly key: string;
  readonly name: string;
  readonly sections: readonly Sections[];

  constructor({ ns, key, name, sections }: PromptOptions<Sections>) {
    this.ns = ns;
    this.key = key;
    this.name = name;
    this.sections = Object.freeze([...sections]);
  }

  /** The tools of all sections. */
  get tools(): readonly Tool[] {
    return this.sections.flatMap(({ tools = [] }) => tools);
  }

  /** Throws a `PromptError` that names the parameter if one is missing, invalid, or unknown to every section. */
  render(
    ...[params]: object extends ParamsOf<Sections>
      ? [params?: ParamsOf<Sections>]
      : [params: ParamsOf<Sections>]
  ): string {
    const given = params ?? {};
    // Each section accepts the parameters of all; types cannot express that for a list of sections.
    const each = given as never;
    const rendered = this.sections.map((section) => section.render(each)).filter((text) => text !== '');
    const used = new Set(this.sections.flatMap((section) => [...(section.takes?.(each) ?? [])]));
    const stray = Object.keys(given).find((name) => !used.has(name));
    if (stray !== undefined) throw unknownParameter(stray, used);
    return rendered.join('\n\n');
  }
}

function unknownParameter(name: string, used: ReadonlySet<string>): PromptError {
  return new PromptError('prompt-parameter', {
    parameter: name,
    summary: `No section has a placeholder for the parameter ${shown(name)}${used.size === 0 ? '' : `, only for ${[...used].toSorted().join(', ')}`}.`,
    fix: 'Correct its name, or leave it out.',
  });
}
