import { STATUS_WORDS } from '../../../../harness/module/status-words.ts';
import type { CellValue, StepItem, StepStatus, ViewBlock } from '../../../../harness/module/view-block.ts';
import type { Invocation } from '../../invocation.ts';
import { type Style, type StyledLine, span } from '../output.ts';
import { columnWidth, cutToColumns } from '../text/column-width.ts';
import { paintedLine, type Terminal, terminalGlyphs, terminalOf, wrappedText } from '../text/paint.ts';
import { onOneLine } from '../text/printable.ts';
import { fittedTable } from '../text/table.ts';
import { chartLines } from './chart.ts';
import { mapLines } from './map.ts';
import { type OfferedLines, offeredLines } from './offered-lines.ts';
import { stepSign, stepStyles } from './step-sign.ts';

type Block<Type extends ViewBlock['type']> = Extract<ViewBlock, { type: Type }>;

const WIDEST_BAR = 30;
/** The maximum length of a step's name for aligning details behind it. */
const MAX_HANGING_COLUMNS = 8;

/** Options for drawing blocks. */
export interface BlockLinesOptions extends Terminal {
  /** Whether to show actions: label, command and input. */
  readonly actions?: boolean | undefined;
}

/**
 * Renders blocks as terminal lines, with an empty line between two blocks. Control characters of planners are escaped.
 */
export function blockLines(blocks: readonly ViewBlock[], options: BlockLinesOptions): readonly string[] {
  return blocks
    .map((block) => styledLines(block, options))
    .filter((lines) => lines.length > 0)
    .flatMap((lines, i) => [...(i === 0 ? [] : ['']), ...lines.map((line) => paintedLine(line, options))]);
}

/** Prints blocks on the terminal of a command. */
export async function printBlocks(
  invocation: Pick<Invocation, 'output' | 'env'>,
  blocks: readonly ViewBlock[],
): Promise<void> {
  for (const line of blockLines(blocks, terminalOf(invocation))) await invocation.output.raw(`${line}\n`);
}

function styledLines(block: ViewBlock, options: BlockLinesOptions): StyledLine[] {
  const { width } = options;
  const offered = offeredLines(options.actions ?? false);
  switch (block.type) {
    case 'markdown':
      return [...heading(block.title), ...markdownLines(block.text, width), ...offered(block.actions)];
    case 'steps':
      return [
        ...heading(block.title),
        ...(block.items.length === 0 ? [[span('No steps.', 'dim')]] : []),
        ...block.items.flatMap((item) => stepLines(item, '', options, offered)),
        ...offered(block.actions),
      ];
    case 'table':
      return [...heading(block.title), ...tableLines(block, width, offered)];
    case 'fields':
      return [...heading(block.title), ...fieldLines(block, width, offered)];
    case 'map':
      return [...heading(block.title), ...mapLines(block, options, offered)];
    case 'chart':
      return [...heading(block.title), ...chartLines(block, options, offered)];
    case 'diff':
      return [...heading(block.title), ...diffLines(block.text)];
    case 'messages':
      return [
        ...heading(block.title),
        ...block.items.flatMap(({ from, at, text, actions }) => [
          [span(from, 'bold'), ...(at === undefined ? [] : [span(`  ${at}`, 'dim')])],
          ...markdownLines(text, width - 2).map((line) => [span('  '), ...line]),
          ...offered(actions, '  '),
        ]),
      ];
    case 'progress':
      return [progressLine(block, options)];
    case 'files':
      return [...heading(block.title), ...block.items.flatMap((file) => fileLines(file, width, offered))];
    case 'json':
      return [...heading(block.title), ...textLines(JSON.stringify(block.value, null, 2) ?? 'null', width)];
    default:
      return block satisfies never;
  }
}

/** A step with its sign and all its details. */
export function stepLines(
  item: StepItem,
  indent: string,
  options: BlockLinesOptions,
  offered: OfferedLines = () => [],
): StyledLine[] {
  const { id, title, status, details, notes = [], children = [], dependsOn = [], actions } = item;
  const sign = stepSign(status, options);
  const inner = `${indent}${' '.repeat(columnWidth(sign) + 1)}`;
  const name = id === '' || id === title ? '' : `${onOneLine(id)}  `;
  const below = columnWidth(name) > MAX_HANGING_COLUMNS ? inner : `${inner}${' '.repeat(columnWidth(name))}`;
  const room = options.width - inner.length;
  const roomBelow = options.width - below.length;
  const word = TOLD.has(status) ? STATUS_WORDS[status].toLowerCase() : undefined;
  const parts = [
    ...(word === undefined ? [] : [word]),
    ...(dependsOn.length === 0 ? [] : [`depends on ${dependsOn.join(', ')}`]),
  ];
  const full = `${name}${onOneLine(title)}${parts.length === 0 ? '' : ` (${onOneLine(parts.join('; '))})`}`;
  const [first = '', ...rest] = wrappedText(full, room);
  const titleStyles: Style[] = status === 'done' ? ['dim'] : status === 'running' ? ['bold'] : [];
  return [
    [span(`${indent}${sign} `, ...stepStyles(status)), span(first, ...titleStyles)],
    ...rest.map((line) => [span(inner), span(line, ...titleStyles)]),
    ...(details === undefined ? [] : markdownLines(details, roomBelow)).map((line) => [
      span(below),
      ...line.map(({ text, style = [] }) => span(text, 'dim', ...[style].flat())),
    ]),
    ...notes.flatMap((note) =>
      wrappedText(note, roomBelow - 2).map((line, i) => [
        span(`${below}${i === 0 ? '- ' : '  '}`, 'dim'),
        span(line),
      ]),
    ),
    ...offered(actions, below),
    ...children.flatMap((child) => stepLines(child, inner, options, offered)),
  ];
}

/** The statuses that need a word besides their sign. */
const TOLD: ReadonlySet<StepStatus> = new Set(['waiting', 'blocked', 'failed', 'cancelled', 'simulated']);

/** Renders Markdown for a terminal: headings in bold, code unchanged, everything else wrapped. */
export function markdownLines(text: string, width: number): StyledLine[] {
  const lines: StyledLine[] = [];
  let isCode = false;
  for (const line of text.replace(/\r\n?/g, '\n').trim().split('\n')) {
    const [, heading] = /^ {0,3}#{1,6}\s+(.*?)[\s#]*$/.exec(line) ?? [];
    if (/^ {0,3}(?:```|~~~)/.test(line)) {
      isCode = !isCode;
      lines.push([span(line, 'dim')]);
    } else if (isCode) lines.push([span(line)]);
    else if (heading !== undefined) {
      lines.push(...wrappedText(heading, width).map((each) => [span(each, 'bold')]));
    } else {
      const [indent = ''] = /^\s*(?:(?:[-+*]|\d{1,9}[.)])\s+)?/.exec(line) ?? [];
      lines.push(...wrappedText(line, width, ' '.repeat(Math.min(indent.length, 8))).map(withBold));
    }
  }
  return text.trim() === '' ? [] : lines;
}

/** Text between two pairs of asterisks on the line is bold. */
function withBold(line: string): StyledLine {
  return line
    .split(/(\*\*[^*\s](?:[^*]*[^*\s])?\*\*)/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('**') && part.length > 4 ? span(part.slice(2, -2), 'bold') : span(part)));
}

function textLines(text: string, width: number): StyledLine[] {
  return wrappedText(text, width).map((line) => [span(line)]);
}

function tableLines({ columns, rows }: Block<'table'>, width: number, offered: OfferedLines): StyledLine[] {
  const cells = rows.map((row) =>
    columns.map(({ key }) => (Object.hasOwn(row.cells, key) ? (row.cells[key] ?? null) : null)),
  );
  const table = fittedTable(
    columns.map(({ label }, i) => ({
      title: label,
      ...(cells.length > 0 &&
        cells.every((row) => row[i] === null || typeof row[i] === 'number') && { align: 'right' as const }),
    })),
    cells.map((row) => row.map(cellText)),
    width,
  );
  return [
    ...table,
    ...rows.flatMap((row, i) => offered(row.actions, `${onOneLine(row.id ?? `row ${i + 1}`)}: `)),
  ];
}

function fieldLines({ items }: Block<'fields'>, width: number, offered: OfferedLines): StyledLine[] {
  const widest = Math.floor(width / 3);
  const labels = items.map(({ label }) => cutToColumns(onOneLine(label), widest));
  const column = labels.reduce((most, label) => Math.max(most, columnWidth(label)), 0);
  return items.flatMap(({ value, actions }, i) => {
    const label = labels[i] ?? '';
    const lines = wrappedText(cellText(value), width - column - 2);
    return [
      ...lines.map((line, row) => {
        const lead = row === 0 ? label : '';
        return [span(`${lead}${' '.repeat(column - columnWidth(lead))}  `, 'dim'), span(line)];
      }),
      ...offered(actions, '  '),
    ];
  });
}

function diffLines(text: string): StyledLine[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => [span(line, ...diffStyles(line))]);
}

function diffStyles(line: string): Style[] {
  if (/^(?:\+\+\+|---) /.test(line)) return ['bold'];
  if (line.startsWith('+')) return ['green'];
  if (line.startsWith('-')) return ['red'];
  return line.startsWith('@@') ? ['dim'] : [];
}

/** A progress bar with its text, or the text alone if there is no room. */
function progressLine(block: Block<'progress'>, options: Terminal): StyledLine {
  const { label, value, max, parts = [{ status: 'done', value }] } = block;
  const text = [span(`${onOneLine(label)}: ${value}${max === undefined ? '' : ` of ${max}`}`)];
  const length = text.reduce((sum, each) => sum + columnWidth(each.text), 0);
  const width = Math.min(WIDEST_BAR, options.width - length - 2);
  if (max === undefined || max <= 0 || width < 5) return text;
  const { full, rest } = terminalGlyphs(options);
  let drawn = 0;
  let sum = 0;
  const bars = parts.map((part) => {
    sum += part.value;
    // Rounded down, so that only a completed bar is full.
    const share = Math.max(0, Math.floor(Math.min(1, Math.max(0, sum / max)) * width) - drawn);
    drawn += share;
    return span(full.repeat(share), ...stepStyles(part.status));
  });
  return [...bars, span(rest.repeat(width - drawn), 'dim'), span('  '), ...text];
}

function fileLines(
  file: Block<'files'>['items'][number],
  width: number,
  offered: OfferedLines,
): StyledLine[] {
  const { name, mediaType, sha256, text, size, actions } = file;
  const about = [
    mediaType,
    ...(size === undefined ? [] : [`${size} ${size === 1 ? 'byte' : 'bytes'}`]),
    ...(sha256 === undefined ? [] : [`sha256 ${sha256.slice(0, 12)}`]),
  ];
  return [
    [span(name), span(`  ${about.join(', ')}`, 'dim')],
    ...(text === undefined ? [] : textLines(text, width - 2)).map((line) => [span('  '), ...line]),
    ...offered(actions, '  '),
  ];
}

function heading(title: string | undefined): StyledLine[] {
  return title === undefined || title.trim() === '' ? [] : [[span(title.trim(), 'bold')]];
}

function cellText(value: CellValue): string {
  if (value === null) return '';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}
