/** A block of Markdown. Its text may have marks within a line, see `inlineOf`. */
export type MarkdownBlock =
  | { readonly type: 'heading'; readonly level: number; readonly text: string }
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'code'; readonly language: string; readonly text: string }
  | { readonly type: 'quote'; readonly content: readonly MarkdownBlock[] }
  | {
      readonly type: 'list';
      /** The number of the first item; undefined for a list without numbers. */
      readonly start: number | undefined;
      readonly items: readonly ListItem[];
    }
  | {
      readonly type: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly type: 'rule' };

/** An item of a list; `checked` only where it has a box. */
export interface ListItem {
  readonly checked: boolean | undefined;
  readonly content: readonly MarkdownBlock[];
}

/** Lists and quotes within each other beyond this stay text. */
const MAX_NESTED = 8;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`\s]*)[^`]*$/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])([ \t]+|$)(.*)$/;
const CHECK = /^\[([ xX])\][ \t]+/;
const TABLE_RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** The blocks of a Markdown text. HTML in it is plain text. */
export function markdownOf(text: string): readonly MarkdownBlock[] {
  return blocksOf(text.replace(/\r\n?/g, '\n').split('\n'), 0);
}

function blocksOf(lines: readonly string[], depth: number): readonly MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let at = 0;
  while (at < lines.length) {
    const { block, next } = blockAt(lines, at, depth);
    if (block !== undefined) blocks.push(block);
    at = next;
  }
  return blocks;
}

interface Taken {
  readonly block: MarkdownBlock | undefined;
  /** The line after it. */
  readonly next: number;
}

function blockAt(lines: readonly string[], at: number, depth: number): Taken {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { block: undefined, next: at + 1 };
  const [, marks, title] = HEADING.exec(line) ?? [];
  if (marks !== undefined)
    return { block: { type: 'heading', level: marks.length, text: title ?? '' }, next: at + 1 };
  if (FENCE.test(line)) return codeAt(lines, at);
  if (RULE.test(line)) return { block: { type: 'rule' }, next: at + 1 };
  if (depth < MAX_NESTED && QUOTE.test(line)) return quoteAt(lines, at, depth);
  if (depth < MAX_NESTED && ITEM.test(line)) return listAt(lines, at, depth);
  if (isTable(lines, at)) return tableAt(lines, at);
  return paragraphAt(lines, at, depth);
}

function codeAt(lines: readonly string[], at: number): Taken {
  const [, fence = '```', language = ''] = FENCE.exec(lines[at] ?? '') ?? [];
  const closing = new RegExp(`^ {0,3}${fence.charAt(0)}{${fence.length},}[ \\t]*$`);
  let end = at + 1;
  while (end < lines.length && !closing.test(lines[end] ?? '')) end++;
  return {
    block: { type: 'code', language, text: lines.slice(at + 1, end).join('\n') },
    next: end + 1,
  };
}

function quoteAt(lines: readonly string[], at: number, depth: number): Taken {
  let end = at;
  while (QUOTE.test(lines[end] ?? '')) end++;
  const inner = lines.slice(at, end).map((line) => line.replace(QUOTE, ''));
  return { block: { type: 'quote', content: blocksOf(inner, depth + 1) }, next: end };
}

function listAt(lines: readonly string[], at: number, depth: number): Taken {
  const first = ITEM.exec(lines[at] ?? '');
  const kind = first?.[2]?.at(-1);
  const items: ListItem[] = [];
  let next = at;
  for (;;) {
    const [, indent = '', marker, space = '', rest = ''] = ITEM.exec(lines[next] ?? '') ?? [];
    if (marker === undefined || marker.at(-1) !== kind || RULE.test(lines[next] ?? '')) break;
    const width = indent.length + marker.length + Math.min(Math.max(space.length, 1), 4);
    const end = itemEnd(lines, next + 1);
    const [box, sign] = CHECK.exec(rest) ?? [''];
    const inner = [
      rest.slice(box?.length),
      ...lines.slice(next + 1, end).map((line) => withoutIndent(line, width)),
    ];
    const checked = sign === undefined ? undefined : sign !== ' ';
    items.push({ checked, content: blocksOf(inner, depth + 1) });
    next = end;
    const after = nextFilled(lines, end);
    if (ITEM.test(lines[after] ?? '')) next = after;
  }
  const start = kind === '.' || kind === ')' ? Number.parseInt(first?.[2] ?? '1', 10) : undefined;
  return { block: { type: 'list', start, items }, next };
}

/** Where an item ends: at the next one, or at a line that is not indented after an empty line. */
function itemEnd(lines: readonly string[], from: number): number {
  let end = from;
  while (end < lines.length) {
    const line = lines[end] ?? '';
    if (line.trim() === '') {
      const after = nextFilled(lines, end);
      if (after >= lines.length || !isIndented(lines[after] ?? '')) break;
      end = after;
    } else if (!isIndented(line) && startsBlock(line)) break;
    else end++;
  }
  return end;
}

function isIndented(line: string): boolean {
  return /^(?: {2,}|\t)/.test(line);
}

function nextFilled(lines: readonly string[], from: number): number {
  let next = from;
  while (next < lines.length && (lines[next] ?? '').trim() === '') next++;
  return next;
}

function withoutIndent(line: string, width: number): string {
  const spaced = line.replace(/^\t+/, (tabs) => ' '.repeat(4 * tabs.length));
  const indent = spaced.length - spaced.trimStart().length;
  return spaced.slice(Math.min(indent, width));
}

function isTable(lines: readonly string[], at: number): boolean {
  const rule = lines[at + 1] ?? '';
  return (
    (lines[at] ?? '').includes('|') &&
    rule.includes('-') &&
    TABLE_RULE.test(rule) &&
    cellsOf(lines[at] ?? '').length === cellsOf(rule).length
  );
}

function tableAt(lines: readonly string[], at: number): Taken {
  const head = cellsOf(lines[at] ?? '');
  let end = at + 2;
  while ((lines[end] ?? '').includes('|')) end++;
  const rows = lines.slice(at + 2, end).map((line) => {
    const cells = cellsOf(line);
    return head.map((_, column) => cells[column] ?? '');
  });
  return { block: { type: 'table', head, rows }, next: end };
}

function cellsOf(line: string): readonly string[] {
  const trimmed = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return trimmed.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function paragraphAt(lines: readonly string[], at: number, depth: number): Taken {
  let end = at + 1;
  while (end < lines.length) {
    const line = lines[end] ?? '';
    if (line.trim() === '' || (depth < MAX_NESTED && startsBlock(line)) || isTable(lines, end)) break;
    end++;
  }
  return { block: { type: 'paragraph', text: lines.slice(at, end).join('\n').trim() }, next: end };
}

function startsBlock(line: string): boolean {
  return HEADING.test(line) || FENCE.test(line) || QUOTE.test(line) || ITEM.test(line) || RULE.test(line);
}
