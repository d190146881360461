import type { StandardSchemaV1 } from '@standard-schema/spec';
import { shown } from '../journal/error.ts';
import { PromptError } from './error.ts';
import type { Section } from './prompt.ts';

/** What a section says, and which parameters it takes. */
export interface MarkdownSectionOptions<Params> {
  readonly title: string;
  /** Markdown, with `${name}` wherever the parameter `name` goes. */
  readonly template: string;
  /** What the parameters have to be: a schema of any library, synchronous. Without it each must be there. */
  readonly params?: StandardSchemaV1<Params, unknown>;
}

const PLACEHOLDER = /\$\{([^{}]*)\}/g;

/** A section of Markdown with placeholders. Values are inserted as they are, and not looked at again. */
export class MarkdownSection<Params = unknown> implements Section<Params> {
  readonly title: string;
  readonly template: string;
  readonly #params: StandardSchemaV1<Params, unknown> | undefined;

  constructor({ title, template, params }: MarkdownSectionOptions<Params>) {
    this.title = title;
    this.template = template;
    this.#params = params;
  }

  render(params: Params): string {
    const values = this.#values(params);
    const body = this.template.replace(PLACEHOLDER, (_, name: string) => this.#text(name, values));
    return `## ${this.title}\n\n${body}`;
  }

  takes(params: Params): ReadonlySet<string> {
    const placeholders = [...this.template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
    return new Set([...placeholders, ...(this.#params ? Object.keys(this.#values(params)) : [])]);
  }

  /** The parameters as the schema leaves them. */
  #values(params: Params): object {
    const given = isObject(params) ? params : {};
    if (!this.#params) return given;
    const checked = this.#params['~standard'].validate(given);
    if (checked instanceof Promise)
      throw this.#refused(undefined, 'a schema that checks at once', 'a promise');
    const [issue] = checked.issues ?? [];
    if (issue) {
      const [first] = issue.path ?? [];
      const name = String(isObject(first) ? first.key : (first ?? 'parameters'));
      throw this.#refused(name, `${name} as its schema wants it`, issue.message);
    }
    return 'value' in checked && isObject(checked.value) ? checked.value : {};
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

function isObject(value: unknown): value is object & { readonly key?: PropertyKey } {
  return typeof value === 'object' && value !== null;
}
