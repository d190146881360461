import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { shown } from '../../journal/error.ts';
import { PromptError } from '../error.ts';
import type { Section } from './prompt.ts';

/** The content of a section, and its parameters. */
export interface MarkdownSectionOptions<Params> {
  readonly title: string;
  /** Markdown, with `${name}` for the parameter `name`. */
  readonly template: string;
  /** The schema of the parameters, from any library, synchronous. Without it every parameter is required. */
  readonly params?: StandardSchemaV1<Params, unknown>;
}

const PLACEHOLDER = /\$\{([^{}]*)\}/g;

/** A section of Markdown with placeholders. Values are inserted verbatim and not expanded again. */
export class MarkdownSection<Params = unknown> implements Section<Params> {
  readonly title: string;
  readonly template: string;
  readonly #params: StandardSchemaV1<Params, unknown> | undefined;
  readonly #placeholders: ReadonlySet<string>;
  /** The parameters that the schema names, if it can tell. */
  readonly #known: ReadonlySet<string> | undefined;

  constructor({ title, template, params }: MarkdownSectionOptions<Params>) {
    this.title = title;
    this.template = template;
    this.#params = params;
    this.#placeholders = new Set([...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name));
    const schema = params && namesIn(params);
    this.#known = schema?.input;
    const output = schema?.output;
    const lacking = output && [...this.#placeholders].find((name) => !output.has(name));
    if (lacking !== undefined) {
      throw this.#refused(lacking, `a schema with ${lacking}, for \${${lacking}}`, 'one without it');
    }
  }

  render(params: Params): string {
    const values = this.#values(params);
    const body = this.template.replace(PLACEHOLDER, (_, name: string) => this.#text(name, values));
    return `## ${this.title}\n\n${body}`;
  }

  takes(params: Params): ReadonlySet<string> {
    const byValue = this.#params && !this.#known ? Object.keys(this.#values(params)) : [];
    return new Set([...this.#placeholders, ...(this.#known ?? byValue)]);
  }

  /** The parameters after validation. */
  #values(params: Params): object {
    const given = isObject(params) ? params : {};
    if (!this.#params) return given;
    const checked = this.#params['~standard'].validate(this.#own(given));
    if (checked instanceof Promise) throw this.#refused(undefined, 'a synchronous schema', 'a promise');
    const [issue] = checked.issues ?? [];
    if (issue) {
      const [first] = issue.path ?? [];
      const name = String(isObject(first) ? first.key : (first ?? 'parameters'));
      throw this.#refused(name, `${name} as its schema requires`, issue.message);
    }
    return 'value' in checked && isObject(checked.value) ? checked.value : {};
  }

  /** The parameters of a prompt that belong to this section: a strict schema refuses the others. */
  #own(given: object): object {
    const known = this.#known;
    if (!known) return given;
    const isOwn = (name: string) => known.has(name) || this.#placeholders.has(name);
    return Object.fromEntries(Object.entries(given).filter(([name]) => isOwn(name)));
  }

  #text(name: string, values: object): string {
    const value: unknown = Object.hasOwn(values, name) ? Reflect.get(values, name) : undefined;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      return String(value);
    }
    throw this.#refused(
      name,
      `a text, number or boolean for \${${name}}`,
      value === undefined ? 'none' : shown(value),
    );
  }

  #refused(parameter: string | undefined, expected: string, actual: string): PromptError {
    return new PromptError('prompt-parameter', {
      parameter,
      expected: `${expected} in section ${JSON.stringify(this.title)}`,
      actual,
      fix: "Give it in render(), under a name that the template and the section's schema both have.",
    });
  }
}

interface SchemaNames {
  /** The input schema. */
  readonly input?: ReadonlySet<string> | undefined;
  /** The output schema, if there is no other. */
  readonly output?: ReadonlySet<string> | undefined;
}

/** The parameters that a schema names, if it can be converted to JSON Schema or lists its entries. */
function namesIn(schema: StandardSchemaV1 & { readonly entries?: unknown }): SchemaNames {
  const standard: StandardSchemaV1.Props & Partial<StandardJSONSchemaV1.Props> = schema['~standard'];
  const described = (side: 'input' | 'output') => {
    try {
      return standard.jsonSchema?.[side]({ target: 'draft-2020-12' });
    } catch {
      // It has no JSON Schema: the accepted parameters are found out in use.
      return undefined;
    }
  };
  const output = described('output');
  return {
    input: keysOf(described('input')?.properties ?? schema.entries),
    output: output?.additionalProperties === false ? keysOf(output.properties) : undefined,
  };
}

function keysOf(value: unknown): ReadonlySet<string> | undefined {
  return isObject(value) ? new Set(Object.keys(value)) : undefined;
}

function isObject(value: unknown): value is object & { readonly key?: PropertyKey } {
  return typeof value === 'object' && value !== null;
}
