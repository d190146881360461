import type {
  BlockAction,
  CellValue,
  CommandCall,
  MapPath,
  MapPoint,
  StepItem,
  StepStatus,
  ViewBlock,
} from '../../harness/module/view-block.ts';
import { cleanLine } from './clean-text.ts';
import {
  codeSpan,
  fencedLines,
  inlineText,
  linesText,
  lineText,
  markdownLines,
  quotedLines,
} from './markdown-text.ts';

/** Options for rendering blocks. */
export interface MarkdownOptions {
  /** Include actions: the label, the command and its input. */
  readonly actions?: boolean | undefined;
}

type Actions = readonly BlockAction[] | undefined;
type Block<Type extends ViewBlock['type']> = Extract<ViewBlock, { type: Type }>;

/** How many points of a series are written. */
const MAX_POINTS = 20;
const BEGINS_AS_LIST = /^(?: |(?:[-+*]|\d{1,9}[.)])(?: |$))/;
const HAS_LIST = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?: |$)/m;

/**
 * Blocks as a Markdown document. A planner's text stays in its place: plain text is escaped, Markdown cannot leave
 * a fence or HTML open or define links, and control characters are removed.
 */
export function blocksMarkdown(blocks: readonly ViewBlock[], options: MarkdownOptions = {}): string {
  let document = '';
  let last = '';
  for (const block of blocks) {
    const next = blockLines(block, options).join('\n').trimEnd();
    if (next === '') continue;
    // Two lists in a row would merge, and indented text would belong to the list before it.
    const between = HAS_LIST.test(last) && BEGINS_AS_LIST.test(next) ? '\n\n<!-- -->\n\n' : '\n\n';
    document += `${document === '' ? '' : between}${next}`;
    last = next;
  }
  return document;
}

function blockLines(block: ViewBlock, { actions = false }: MarkdownOptions): string[] {
  const listed = (each: Actions, indent: string) => (actions ? actionLines(each ?? [], indent) : []);
  switch (block.type) {
    case 'markdown':
      return [...heading(block.title), ...markdownLines(block.text), ...after(listed(block.actions, ''))];
    case 'steps':
      return [
        ...heading(block.title),
        ...(block.items.length === 0
          ? ['No steps.']
          : block.items.flatMap((item) => stepLines(item, '', listed))),
        ...after(listed(block.actions, '')),
      ];
    case 'table':
      return [...heading(block.title), ...tableBlockLines(block, actions)];
    case 'fields':
      return [
        ...heading(block.title),
        ...block.items.flatMap(({ label, value, actions: own }) => [
          `- ${bold(label)}: ${linesText(cellText(value), '  ')}`.trimEnd(),
          ...listed(own, '  '),
        ]),
      ];
    case 'map':
      return [...heading(block.title), ...mapLines(block, listed)];
    case 'chart':
      return [
        ...heading(block.title),
        ...block.series.flatMap((series) => seriesLines(block, series, listed)),
      ];
    case 'diff':
      return [...heading(block.title), ...fencedLines(block.text, 'diff')];
    case 'messages':
      return [
        ...heading(block.title),
        ...block.items.flatMap(({ from, at, text, actions: own }) => [
          `${bold(from)}${at === undefined ? '' : ` (${inlineText(at)})`}`,
          '',
          ...quotedLines(text),
          '',
          ...withBlankLine(listed(own, '')),
        ]),
      ];
    case 'progress':
      return [`${lineText(named(block.label))}: ${progressText(block)}`];
    case 'files':
      return [...heading(block.title), ...block.items.flatMap((file) => fileLines(file, listed))];
    case 'json':
      return [
        ...heading(block.title),
        ...fencedLines(JSON.stringify(block.value, null, 2) ?? 'null', 'json'),
      ];
    default:
      return block satisfies never;
  }
}

type Listed = (actions: Actions, indent: string) => string[];

function stepLines(item: StepItem, indent: string, listed: Listed): string[] {
  const { id, title, status, details, notes = [], children = [], dependsOn = [], actions } = item;
  const { box, word } = MARKS[status];
  const inner = `${indent}  `;
  const parts = [
    ...(word === undefined ? [] : [word]),
    ...(dependsOn.length === 0 ? [] : [`depends on ${dependsOn.map((each) => inlineText(each)).join(', ')}`]),
  ];
  const quotation = details === undefined ? [] : quotedLines(details);
  const name = cleanLine(id) === '' ? '' : `${inlineText(id)}: `;
  return [
    `${indent}- [${box}] ${name}${inlineText(named(title))}${parts.length === 0 ? '' : ` (${parts.join('; ')})`}`,
    ...(quotation.length === 0 ? [] : ['', ...quotation.map((line) => `${inner}${line}`), '']),
    ...notes.map((note) => `${inner}- Note: ${linesText(note, `${inner}  `)}`.trimEnd()),
    ...listed(actions, inner),
    ...children.flatMap((child) => stepLines(child, inner, listed)),
  ];
}

/** The checkbox of each status; where that is not enough, with a word. */
const MARKS: Readonly<Record<StepStatus, { readonly box: string; readonly word?: string }>> = {
  pending: { box: ' ' },
  running: { box: '~' },
  waiting: { box: '~', word: 'waiting' },
  blocked: { box: '!' },
  done: { box: 'x' },
  failed: { box: '!', word: 'failed' },
  cancelled: { box: '-', word: 'cancelled' },
  simulated: { box: '-', word: 'simulated' },
};

function tableBlockLines({ columns, rows }: Block<'table'>, actions: boolean): string[] {
  if (columns.length === 0) return [];
  const cells = rows.map((row) =>
    columns.map(({ key }) => (Object.hasOwn(row.cells, key) ? cellText(row.cells[key] ?? null) : '')),
  );
  const own = rows.flatMap((row, i) =>
    (row.actions ?? []).map((action) => ({
      ...action,
      label: `${row.id ?? `row ${i + 1}`}: ${action.label}`,
    })),
  );
  return [
    ...tableLines(
      columns.map(({ label }) => label),
      cells,
    ),
    ...after(actions ? actionLines(own, '') : []),
  ];
}

function tableLines(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(head.map(inlineText)),
    line(head.map(() => '---')),
    ...rows.map((row) => line(row.map(inlineText))),
  ];
}

function mapLines({ points, lines = [], areas = [] }: Block<'map'>, listed: Listed): string[] {
  const paths = (title: string, each: readonly MapPath[]) =>
    each.length === 0
      ? []
      : [
          '',
          `${title}:`,
          '',
          ...each.flatMap((path) => [`- ${pathText(path)}`, ...listed(path.actions, '  ')]),
        ];
  return [
    ...points.flatMap((point) => [`- ${pointText(point)}`, ...listed(point.actions, '  ')]),
    ...paths('Lines', lines),
    ...paths('Areas', areas),
  ];
}

function pointText({ id, label, lat, lng, status }: MapPoint): string {
  const stands = status === undefined ? '' : `, ${status}`;
  return `${lineText(named(label ?? id))} (${degrees(lat)}, ${degrees(lng)})${stands}`;
}

function pathText({ id, label, points }: MapPath): string {
  const [first, last] = [points[0], points.at(-1)];
  const place = (point: readonly [number, number]) => `(${degrees(point[0])}, ${degrees(point[1])})`;
  const ends = first && last ? `, from ${place(first)} to ${place(last)}` : '';
  return `${lineText(named(label ?? id))}: ${points.length} ${points.length === 1 ? 'point' : 'points'}${ends}`;
}

/** To about a metre. */
function degrees(angle: number): number {
  return Number(angle.toFixed(5));
}

function seriesLines(
  { x = 'x', y = 'y' }: Block<'chart'>,
  series: Block<'chart'>['series'][number],
  listed: Listed,
): string[] {
  const rows = series.points.slice(0, MAX_POINTS).map((point) => point.map(String));
  const more = series.points.length - rows.length;
  return [
    bold(series.name),
    '',
    ...tableLines([x, y], rows),
    '',
    ...(more > 0 ? [`${more} more ${more === 1 ? 'point' : 'points'}.`, ''] : []),
    ...withBlankLine(listed(series.actions, '')),
  ];
}

function fileLines(file: Block<'files'>['items'][number], listed: Listed): string[] {
  const { name, mediaType, sha256, text, size, actions } = file;
  const about = [
    inlineText(mediaType),
    ...(size === undefined ? [] : [`${size} ${size === 1 ? 'byte' : 'bytes'}`]),
    ...(sha256 === undefined ? [] : [`sha256 ${inlineText(sha256)}`]),
  ].filter((each) => each !== '');
  return [
    `- ${lineText(named(name))}${about.length === 0 ? '' : ` (${about.join(', ')})`}`,
    ...(text === undefined
      ? []
      : ['', ...fencedLines(text).map((line) => (line === '' ? '' : `  ${line}`)), '']),
    ...listed(actions, '  '),
  ];
}

function actionLines(actions: readonly BlockAction[], indent: string): string[] {
  return actions.map(({ label, command }) => `${indent}- ${lineText(named(label))} (${callText(command)})`);
}

function callText({ type, ...input }: CommandCall): string {
  if (Object.keys(input).length === 0) return codeSpan(type);
  return `${codeSpan(type)} with ${codeSpan(JSON.stringify(input))}`;
}

/** Below a block, if they belong to all of it. */
function after(actions: readonly string[]): string[] {
  return actions.length === 0 ? [] : ['', 'Actions:', '', ...actions];
}

function withBlankLine(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? lines : [...lines, ''];
}

function heading(title: string | undefined): string[] {
  // Number signs at the end of a heading would count as its closing sequence.
  const text = inlineText(title ?? '').replace(/(?<!#)#+$/, '\\$&');
  return text === '' ? [] : [`### ${text}`, ''];
}

function bold(text: string): string {
  return `**${inlineText(named(text))}**`;
}

function named(text: string): string {
  return cleanLine(text) === '' ? '(no name)' : text;
}

function progressText({ value, max }: Block<'progress'>): string {
  return max === undefined ? String(value) : `${value} of ${max}`;
}

function cellText(value: CellValue): string {
  if (value === null) return '';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}
