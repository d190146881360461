import { doneMark } from '../done/done-marks.ts';
import { isCommand } from '../sentences/commands.ts';
import { collapseSpaces } from '../spans/code-spans.ts';
import { columnOf, type ItemLine, itemLine } from './list-marker.ts';
import { listedLines } from './listed-lines.ts';
import { roleNamed } from './section-roles.ts';

export interface Heading {
  readonly type: 'heading';
  readonly level: number;
  readonly text: string;
}

export interface Item {
  readonly type: 'item';
  readonly text: string;
  /** The item it is indented under. */
  readonly parent: Item | undefined;
  readonly hasChildren: boolean;
  /** Whether its number is 1. */
  readonly isFirst: boolean;
  /** Its number or letter. */
  readonly label: string | undefined;
  /** The state of its checkbox, if any. */
  readonly box: 'open' | 'ticked' | undefined;
  readonly afterBlankLine: boolean;
  /** Whether it is quoted, as in a reply to a mail. */
  readonly isQuoted: boolean;
}

export interface Prose {
  readonly type: 'prose';
  readonly text: string;
  /** Whether it is part of a list item. */
  readonly isInItem: boolean;
  readonly afterBlankLine: boolean;
  /** Whether it is quoted, as in a reply to a mail. */
  readonly isQuoted: boolean;
}

export interface Fence {
  readonly type: 'fence';
  readonly language: string;
  /** The lines between the fences, without the indentation of the fence. */
  readonly code: string;
  /** The block as written, closed if it was left open. */
  readonly source: string;
  /** Whether only its indentation makes it a block. */
  readonly isSetIn?: true;
}

/** A block of a text, by its layout. Wrapped lines are joined. */
export type Block = Heading | Item | Prose | Fence;

const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const QUOTED = /^\s{0,3}(?:>\s?)+/;
/** The time of a chat message. */
const CHAT_TIME = /^\s*\[?\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?\]?\s+(?=@?\p{L}[\w.-]*:\s)/iu;
/** A tick before an introduction is decoration. */
const DECORATED_LEAD = /^\s*[✔✅✓☑]\ufe0f?\s+(?=\S.*[:：]\s*$)/u;
const HEADING = /^\s{0,3}(#{1,6})\s+(\S.*)$/;
const WIKI_HEADING = /^\s{0,3}h([1-6])\.\s+(\S.*)$/;
const BOLD_LINE = /^\s*(?:\*\*([^*]+)\*\*|__([^_]+)__):?\s*$/;
const BOLD_LEVEL = 7;
const RULE = /^\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}|={3,}|[|+:\s=-]*(?:\||--)[|+:\s=-]*)$/;
const UNDERLINE = /^(?:={3,}|-{3,})$/;
const FENCE_OPEN = /^(\s*)(`{3,}|~{3,})\s*([^\s`]*)[^`]*$/;
const WRAPPED_FROM = 60;
const CLOSED = /[.!?:;…。！？：；｡؟۔।][)\]}"'”’»」』）*_`]*$/u;
const LABEL = /^\s*[\p{L}-]+(?: [\p{L}-]+)?:\s/u;
/** Program output, which no sentence looks like. */
const SHOWN = /^\s*(?:Traceback\b|\w*(?:Error|Exception)\b|at \S+\(|File "|[\w.]+:\d+|[[{<]|\S+\(.*\)[;{]?$)/;
const NESTED_FROM = 2;
const INDENTED_FROM = 4;

interface OpenItem {
  readonly type: 'item';
  readonly lines: string[];
  readonly indent: number;
  readonly parent: OpenItem | undefined;
  readonly isFirst: boolean;
  readonly label: string | undefined;
  readonly box: Item['box'];
  readonly afterBlankLine: boolean;
  readonly isQuoted: boolean;
  text: string;
  hasChildren: boolean;
}

interface OpenProse extends Omit<Prose, 'text'> {
  readonly lines: string[];
  text: string;
}

interface OpenFence {
  readonly ticks: string;
  readonly language: string;
  readonly indent: number;
  readonly lines: string[];
}

/** Parses the layout of a text: headings, list items, fenced code and lines. */
export function outlineOf(text: string): Block[] {
  const blocks: (Heading | Fence | OpenItem | OpenProse)[] = [];
  /** The open items that a following line may be indented under, the innermost last. */
  let items: OpenItem[] = [];
  let fence: OpenFence | undefined;
  let isComment = false;
  let isQuoted = false;
  let previous = '';

  const lines = text.split(LINE_END);
  const listed = listedLines(lines);
  const lastCommentEnd = lines.findLastIndex((line) => line.includes('-->'));
  for (const [number, whole] of lines.entries()) {
    if (fence) {
      if (closes(fence, whole)) {
        blocks.push(closedFence(fence));
        fence = undefined;
      } else {
        fence.lines.push(whole);
      }
      continue;
    }
    if (isComment || (number <= lastCommentEnd && /^\s*<!--/.test(whole))) {
      isComment = !whole.includes('-->');
      continue;
    }
    const unquoted = whole.replace(QUOTED, '');
    isQuoted = unquoted !== whole;
    const untimed = unquoted.replace(CHAT_TIME, '');
    const line = namesDone(untimed) ? untimed : untimed.replace(DECORATED_LEAD, '');
    const before = previous;
    previous = line;
    if (line.trim() === '') continue;
    if (underlines(line, before)) {
      const titled = blocks.pop();
      if (titled?.type === 'prose')
        blocks.push(heading(line.startsWith('=') ? 1 : 2, titled.lines.join(' ')));
      continue;
    }
    if (RULE.test(line)) {
      items = [];
      continue;
    }
    const item = namesDone(line) ? undefined : (itemLine(line) ?? listed.get(number));
    fence = item ? fenceOpenedBy(item.text, line.length - item.text.length) : fenceOpenedBy(line, 0);
    if (fence && !item) continue;
    const title = item ? undefined : namesDone(line) ? heading(BOLD_LEVEL, line) : headingOf(line);
    if (title) {
      blocks.push(title);
      items = [];
    } else if (item) {
      openItem(fence ? { ...item, text: '' } : item, before);
    } else {
      addLine(line, before);
    }
  }
  if (fence) blocks.push(closedFence(fence));
  for (const block of blocks) {
    if (block.type === 'item' || block.type === 'prose') block.text = collapseSpaces(block.lines.join(' '));
  }
  return blocks;

  function openItem({ indent, text: words, ...marker }: ItemLine, before: string): void {
    while (items.length > 0 && (items.at(-1)?.indent ?? 0) > indent - NESTED_FROM) items.pop();
    const parent = items.at(-1);
    if (parent) parent.hasChildren = true;
    const opened: OpenItem = {
      type: 'item',
      lines: [words],
      indent,
      parent,
      ...marker,
      afterBlankLine: before.trim() === '',
      isQuoted,
      text: '',
      hasChildren: false,
    };
    items.push(opened);
    blocks.push(opened);
  }

  function addLine(line: string, before: string): void {
    const indent = columnOf(line, line.length - line.trimStart().length);
    const last = blocks.at(-1);
    const isSetIn = indent > (items[0]?.indent ?? Number.POSITIVE_INFINITY);
    if (before.trim() !== '' && (last?.type === 'prose' || last?.type === 'item')) {
      const isUnderItem = last.type === 'item' && indent > last.indent && startsInLowerCase(line);
      if (isUnderItem || isWrapped(before, line)) {
        last.lines.push(line.trim());
        return;
      }
    }
    if (!isSetIn) items = [];
    if (isIndentedCommand(line, indent, before)) return;
    blocks.push({
      type: 'prose',
      lines: [line.trim()],
      text: '',
      isInItem: isSetIn,
      afterBlankLine: before.trim() === '',
      isQuoted,
    });
  }

  /** Code may also be indented by four columns; a command there is treated as code. */
  function isIndentedCommand(line: string, indent: number, before: string): boolean {
    const last = blocks.at(-1);
    const goesOn = last?.type === 'fence' && last.isSetIn === true && before.trim() !== '';
    if (items.length > 0 || indent < INDENTED_FROM || !(goesOn || before.trim() === '')) return false;
    if (!isCommand(line) && !SHOWN.test(line) && !(goesOn && !/\p{L}\.$/u.test(line.trim()))) return false;
    const code = goesOn ? `${last.code}\n${line.trim()}` : line.trim();
    if (goesOn) blocks.pop();
    blocks.push({ type: 'fence', language: '', code, source: `\`\`\`\n${code}\n\`\`\``, isSetIn: true });
    return true;
  }

  function underlines(line: string, before: string): boolean {
    const last = blocks.at(-1);
    if (last?.type !== 'prose' || last.lines.length > 1 || before.trim() !== last.lines[0]) return false;
    return UNDERLINE.test(line.trim()) && line.trim().length >= before.trim().length;
  }
}

/** The tick in `✅ Done:` applies to everything below it. */
function namesDone(line: string): boolean {
  return /^\s*[✔✅✓☑]/u.test(line) && roleNamed(line) === 'done';
}

/** A line of 60 characters or more without closing punctuation continues in one that starts in lower case. */
function isWrapped(line: string, next: string): boolean {
  const text = line.trim();
  if (
    text.length < WRAPPED_FROM ||
    LABEL.test(next) ||
    !startsInLowerCase(next) ||
    CLOSED.test(text.slice(-12)) ||
    doneMark(text) !== undefined
  )
    return false;
  return [...text].length >= WRAPPED_FROM;
}

function startsInLowerCase(line: string): boolean {
  return /^\s*\p{Ll}/u.test(line);
}

function headingOf(line: string): Heading | undefined {
  const [, signs, text] = HEADING.exec(line) ?? [];
  if (signs !== undefined && text !== undefined) return heading(signs.length, text.replace(/\s#+\s*$/, ''));
  const [, level, title] = WIKI_HEADING.exec(line) ?? [];
  if (level !== undefined && title !== undefined) return heading(Number(level), title);
  const [, stars, lines] = BOLD_LINE.exec(line) ?? [];
  const bold = stars ?? lines;
  return bold === undefined || /[.!?]\s*$/.test(bold) ? undefined : heading(BOLD_LEVEL, bold);
}

function heading(level: number, text: string): Heading {
  return { type: 'heading', level, text: text.trim() };
}

function fenceOpenedBy(line: string, column: number): OpenFence | undefined {
  const [, space, ticks, language = ''] = FENCE_OPEN.exec(line) ?? [];
  if (space === undefined || ticks === undefined) return undefined;
  return { ticks, language, indent: column + space.length, lines: [] };
}

function closes({ ticks }: OpenFence, line: string): boolean {
  const text = line.replace(QUOTED, '').trim();
  return text.length >= ticks.length && text === (ticks[0] ?? '').repeat(text.length);
}

function closedFence({ ticks, language, indent, lines }: OpenFence): Fence {
  const code = lines
    .map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length)))
    .join('\n');
  return { type: 'fence', language, code, source: `${ticks}${language}\n${code}\n${ticks}` };
}
