import { PlanImportError } from '../error.ts';

/** A value of the front matter, and the line it stands on. */
export interface FrontMatterField {
  readonly value: string | readonly string[];
  readonly line: number;
}

/** A Markdown file with front matter, read apart. */
export interface FrontMatterFile {
  readonly fields: ReadonlyMap<string, FrontMatterField>;
  readonly body: string;
  /** The line that the body begins on. */
  readonly bodyLine: number;
}

const FIELD = /^([A-Za-z_][\w-]*):(?:\s+(.*?))?\s*$/;
const ITEM = /^\s*-\s+(.*?)\s*$/;

/**
 * Reads the front matter of a file: texts, quoted or folded over several lines, and lists of them, which is all that tools
 * for tasks write. Anything else is refused with its line.
 */
export function readFrontMatter(text: string, path: string): FrontMatterFile {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  const end = lines.indexOf('---', 1);
  if (lines[0] !== '---' || end < 0)
    throw unreadable(path, 1, 'front matter between two lines of ---', 'none');
  const fields = new Map<string, FrontMatterField>();
  for (let i = 1; i < end; i++) {
    const line = lines[i] ?? '';
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const [, name, given = ''] = FIELD.exec(line) ?? [];
    if (name === undefined)
      throw unreadable(path, i + 1, 'a field like "status: Done"', JSON.stringify(line));
    const below = linesBelow(lines, i + 1, end);
    fields.set(name, { value: fieldValue(given, below, { path, line: i + 1 }), line: i + 1 });
    i += below.length;
  }
  return { fields, body: lines.slice(end + 1).join('\n'), bodyLine: end + 2 };
}

/** What is set in below a field, and the items of a list that need not be. */
function linesBelow(lines: readonly string[], from: number, end: number): readonly string[] {
  const found: string[] = [];
  for (const line of lines.slice(from, end)) {
    if (!/^\s/.test(line) && !/^- /.test(line) && line !== '' && line !== '-') break;
    found.push(line);
  }
  return found;
}

interface Place {
  readonly path: string;
  readonly line: number;
}

function fieldValue(given: string, below: readonly string[], place: Place): string | readonly string[] {
  if (/^[>|][+-]?$/.test(given)) {
    return below
      .map((line) => line.trim())
      .join(given.startsWith('>') ? ' ' : '\n')
      .trim();
  }
  if (given.startsWith('[')) return inlineList(given, place);
  if (given !== '') return scalar([given, ...below.map((line) => line.trim())].join(' ').trim(), place);
  const items: string[] = [];
  for (const [i, line] of below.entries()) {
    if (line.trim() === '') continue;
    const [, item] = ITEM.exec(line) ?? [];
    const last = items.pop();
    if (item !== undefined)
      items.push(...(last === undefined ? [] : [last]), /^[>|][+-]?$/.test(item) ? '' : item);
    else if (last !== undefined) items.push(`${last} ${line.trim()}`.trim());
    else throw unreadable(place.path, place.line + i + 1, 'an item like "- backend"', JSON.stringify(line));
  }
  return items.map((item) => scalar(item, place));
}

function inlineList(given: string, { path, line }: Place): readonly string[] {
  const [, inner] = /^\[(.*)\]$/.exec(given) ?? [];
  if (inner === undefined) throw unreadable(path, line, 'a list like [a, b]', JSON.stringify(given));
  const items = inner.match(/\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]+)/g) ?? [];
  return items.map((item) => scalar(item.trim(), { path, line })).filter((item) => item !== '');
}

function scalar(text: string, { path, line }: Place): string {
  if (text.startsWith("'")) {
    const [, inner] = /^'((?:[^']|'')*)'$/.exec(text) ?? [];
    if (inner === undefined)
      throw unreadable(path, line, 'a text that ends in a quote', JSON.stringify(text));
    return inner.replaceAll("''", "'");
  }
  if (text.startsWith('"')) {
    try {
      return String(JSON.parse(text));
    } catch (cause) {
      throw unreadable(path, line, 'a text that ends in a quote', JSON.stringify(text), cause);
    }
  }
  return text === 'null' || text === '~' ? '' : text;
}

/** The text as a value of front matter: in quotes wherever something else could be read into it. */
export function frontMatterText(text: string): string {
  const isPlain = /^[A-Za-z][\w ./()-]*$/.test(text) && !/^(true|false|null|yes|no|on|off)$/i.test(text);
  return isPlain && text === text.trim() ? text : `'${text.replaceAll("'", "''")}'`;
}

function unreadable(
  path: string,
  line: number,
  expected: string,
  actual: string,
  cause?: unknown,
): PlanImportError {
  return new PlanImportError({
    place: `${path} line ${line}`,
    expected: `${expected} (${path} line ${line})`,
    actual,
    fix: 'Correct the file, and import it again.',
    ...(cause !== undefined && { cause }),
  });
}
