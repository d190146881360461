import { cleanLine, cleanText } from './clean-text.ts';

/**
 * Characters with a meaning inside a line. A lone bracket has none, because no text can define a link (see
 * {@link markdownLines}).
 */
const INLINE_SYNTAX =
  /\\(?=[!-/:-@[-`{-~]|$)|[`*~|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[A-Za-z/!?])|&(?=#?\w+;)|\](?=[([:])/gu;
/** What starts a heading, a list, a quotation, a box or the rule below a table's header. */
const LINE_SYNTAX = /^(?:([-+#=:>[])|(\d{1,9})([.)]))/;

/** Many renderers turn URLs into links, and take a backslash after one for a part of it. */
const ADDRESS = /:\/\/|www\.|@/i;

/** Plain text inside a line of Markdown, escaped. */
export function inlineText(text: string): string {
  return cleanLine(text).split(' ').map(escapedWord).join(' ');
}

function escapedWord(word: string): string {
  const isAddress = ADDRESS.test(word);
  return word.replace(INLINE_SYNTAX, (sign) =>
    isAddress || sign === '<' ? `&#${sign.charCodeAt(0)};` : `\\${sign}`,
  );
}

/** Plain text at the start of a line or of a list item. */
export function lineText(text: string): string {
  return inlineText(text).replace(LINE_SYNTAX, (_, sign = '', digits = '', stop = '') =>
    sign ? `\\${sign}` : `${digits}\\${stop}`,
  );
}

/** Plain text of several lines inside a paragraph indented by `indent`. The first line continues a line. */
export function linesText(text: string, indent: string): string {
  const [first = '', ...rest] = cleanText(text)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [inlineText(first), ...rest.map((line) => `${indent}${lineText(line)}`)].join('\\\n');
}

/** Text as inline code. */
export function codeSpan(text: string): string {
  const code = cleanLine(text);
  const mark = markAround(code, 1);
  const space = /^`|`$|^$/.test(code) ? ' ' : '';
  return `${mark}${space}${code}${space}${mark}`;
}

/** The lines of a fenced block. Its fence is longer than any inside. */
export function fencedLines(text: string, language = ''): string[] {
  const code = cleanText(text).replace(/\n$/, '');
  const mark = markAround(code, 3);
  return [`${mark}${language}`, ...code.split('\n'), mark];
}

function markAround(code: string, least: number): string {
  const runs = code.match(/`+/g) ?? [];
  return '`'.repeat(runs.reduce((most, { length }) => Math.max(most, length + 1), least));
}

/** The lines of a Markdown text as a quotation, which closes whatever the text leaves open. */
export function quotedLines(text: string): string[] {
  const lines = linesOf(text);
  return quoted(closedLines(lines) ?? lines.map(escapedMarkdown));
}

/**
 * The lines of a Markdown text next to others: unchanged, except for HTML and definitions of links and footnotes,
 * which would affect the whole document. An open fence is closed; if it is unclear which fence is open, the text
 * becomes a quotation.
 */
export function markdownLines(text: string): string[] {
  const lines = linesOf(text);
  return closedLines(lines) ?? quoted(lines.map(escapedMarkdown));
}

function quoted(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '>' : `> ${line}`));
}

/** Indentation decides what a line belongs to; with spaces only, that is the same for every renderer. */
function linesOf(text: string): string[] {
  const lines = cleanText(text)
    .split('\n')
    .map((line) =>
      line.trim() === '' ? '' : line.replace(/^[ \t]+/, (indent) => indent.replaceAll('\t', '    ')),
    );
  const first = lines.findIndex((line) => line !== '');
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== '') + 1);
}

const FENCE = /^( *)(?:(`{3,})[^`]*|(~{3,}).*)$/s;
/** A fence on the first line of a list item or a quotation. */
const FENCE_INSIDE = /^\s*(?:(?:>|[-+*]|\d{1,9}[.)])\s*)+(?:`{3}|~{3})/;

interface Fence {
  readonly indent: number;
  readonly mark: string;
}

/** The lines with every fence closed and HTML escaped outside of fences; `undefined` if the fences are unclear. */
function closedLines(lines: readonly string[]): string[] | undefined {
  const closed: string[] = [];
  let fence: Fence | undefined;
  for (const line of lines) {
    if (fence) {
      const place = placeOf(line, fence);
      if (place === 'unclear') return undefined;
      if (place === 'end') fence = undefined;
      closed.push(line);
    } else {
      if (FENCE_INSIDE.test(line)) return undefined;
      fence = fenceAt(line);
      closed.push(escapedMarkdown(line));
    }
  }
  if (fence) closed.push(' '.repeat(fence.indent) + fence.mark);
  return closed;
}

function fenceAt(line: string): Fence | undefined {
  const [, indent = '', backticks, tildes] = FENCE.exec(line) ?? [];
  const mark = backticks ?? tildes;
  return mark === undefined ? undefined : { indent: indent.length, mark };
}

/**
 * A fence without indentation belongs to the text itself. An indented one may belong to a list item, which ends at
 * the first line with less indentation: then the fence would end without a closing one.
 */
function placeOf(line: string, { indent, mark }: Fence): 'inside' | 'end' | 'unclear' {
  if (line === '') return 'inside';
  const setIn = line.search(/[^ ]/);
  const text = line.slice(setIn).replace(/(?<![ \t])[ \t]+$/, '');
  if (setIn < indent) return 'unclear';
  const isMark = text.length >= mark.length && text === (mark[0] ?? '').repeat(text.length);
  if (!isMark) return 'inside';
  if (indent === 0) return setIn < 4 ? 'end' : 'inside';
  return setIn === indent ? 'end' : 'unclear';
}

/** The start of a definition, `[name]: url`, including one whose name continues on the next line. */
const DEFINITION = /^((?:[ \t>]|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))*)\[(?=(?:\\.|[^\\\]])*(?:\]:|\\?$))/;
const CODE_LINK_OR_TAG =
  /\\[!-~]|(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)|<(?:https?:\/\/|mailto:)[^\s<>]*>|<(?=[A-Za-z/!?])/g;

function escapedMarkdown(line: string): string {
  return line
    .replace(DEFINITION, '$1\\[')
    .replace(CODE_LINK_OR_TAG, (part) => (part === '<' ? '&lt;' : part));
}
