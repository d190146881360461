import { isMap, isNode, LineCounter, parseDocument, type YAMLError } from 'yaml';
import { PlanImportError } from '../error.ts';

/** A value of the front matter, and its line. */
export interface FrontMatterField {
  readonly value: string | readonly string[];
  readonly line: number;
}

/** A parsed Markdown file with front matter. */
export interface FrontMatterFile {
  readonly fields: ReadonlyMap<string, FrontMatterField>;
  readonly body: string;
  /** The first line of the body. */
  readonly bodyLine: number;
}

/** Parses the front matter of a file, with every value as text; `undefined` if it has none. */
export function readFrontMatter(text: string, path: string): FrontMatterFile | undefined {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  const end = lines.findIndex((line, i) => i > 0 && /^---\s*$/.test(line));
  if (!/^---\s*$/.test(lines[0] ?? '') || end < 0) return undefined;
  return {
    fields: yamlFields(lines.slice(1, end).join('\n'), path, 1),
    body: lines.slice(end + 1).join('\n'),
    bodyLine: end + 2,
  };
}

/** The fields of a YAML mapping that starts after this many lines of the file. */
export function yamlFields(yaml: string, path: string, above = 0): ReadonlyMap<string, FrontMatterField> {
  const lineCounter = new LineCounter();
  const lineAt = (offset: number) => lineCounter.linePos(offset).line + above;
  // The tools that own these files take numbers, dates and "no" in titles literally.
  const document = parseDocument(withQuotes(yaml), { schema: 'failsafe', lineCounter, prettyErrors: false });
  const error = document.errors.find(({ code }) => code !== 'BAD_SCALAR_START');
  if (error) throw unreadable(path, lineAt(error.pos[0]), error.message, error);
  const { contents } = document;
  if (contents === null) return new Map();
  if (!isMap(contents)) throw unreadable(path, above + 1, 'There is no field like "status: Done"');
  const values = new Map(Object.entries(Object(document.toJS())));
  return new Map(
    contents.items.map(({ key }) => {
      const name = String(key);
      const line = isNode(key) ? lineAt(key.range?.[0] ?? 0) : above + 1;
      return [name, { value: fieldValue(values.get(name)), line }];
    }),
  );
}

/** People omit quotes that YAML requires: `title: Docs: the first page`. */
function withQuotes(yaml: string): string {
  return yaml.replace(/^([\w-]+): ([^\s'"[{>|&*!#].*: .*)$/gm, (_, name, text) => {
    return `${name}: ${JSON.stringify(text)}`;
  });
}

function fieldValue(value: unknown): string | readonly string[] {
  return Array.isArray(value) ? value.map(scalarText).filter((item) => item !== '') : scalarText(value);
}

function scalarText(value: unknown): string {
  if (typeof value !== 'string') return value == null ? '' : JSON.stringify(value);
  return /^(null|~)$/i.test(value) ? '' : value.trim();
}

/** The text as a front matter value, quoted wherever it would be ambiguous. */
export function frontMatterText(text: string): string {
  const isPlain = /^[A-Za-z][\w ./()-]*$/.test(text) && !/^(true|false|null|yes|no|on|off)$/i.test(text);
  return isPlain && text === text.trim() ? text : `'${text.replaceAll("'", "''")}'`;
}

function unreadable(path: string, line: number, actual: string, cause?: YAMLError): PlanImportError {
  return new PlanImportError({
    place: `${path} line ${line}`,
    expected: `fields in YAML (${path} line ${line})`,
    actual,
    fix: 'Correct the file, and import it again.',
    ...(cause !== undefined && { cause }),
  });
}
