import type { Report } from './tally.ts';

/** What is known of one fault: its report, or why there is none. */
export type TableRow = Partial<Report> &
  Pick<Report, 'fault' | 'problems'> & { readonly seconds?: number; readonly skipped?: string };

const COLUMNS = [
  'rounds',
  'injected',
  'acknowledged',
  'persisted',
  'repeated',
  'duplicated',
  'lost',
] as const;

/** What a run ends with: 1 when anything is not as it must be. */
export function exitCodeOf(rows: readonly TableRow[]): 0 | 1 {
  return rows.some(({ problems }) => problems.length > 0) ? 1 : 0;
}

/** The reports as a Markdown table. */
export function reportTable(rows: readonly TableRow[]): string {
  const head = ['fault', ...COLUMNS, 'seconds', 'result'];
  const cells = rows.map((row) => [
    row.fault,
    ...COLUMNS.map((column) => String(row[column] ?? '-')),
    row.seconds?.toFixed(1) ?? '-',
    resultOf(row),
  ]);
  const widths = head.map((title, i) => Math.max(title.length, ...cells.map((row) => row[i]?.length ?? 0)));
  const isText = (i: number) => i === 0 || i === head.length - 1;
  const line = (texts: readonly string[]) =>
    `| ${texts.map((text, i) => (isText(i) ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, i) => (isText(i) ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(head), rule, ...cells.map(line)].join('\n');
}

function resultOf({ problems, skipped }: TableRow): string {
  if (problems.length > 0) return `${problems.length} problem${problems.length > 1 ? 's' : ''}`;
  return skipped === undefined ? 'sound' : 'skipped';
}
