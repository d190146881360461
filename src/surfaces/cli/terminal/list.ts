import type { Invocation } from '../invocation.ts';
import { columnWidth, cutToColumns } from './text/column-width.ts';
import { onOneLine } from './text/printable.ts';
import { type Column, tableLines } from './text/table.ts';
import { timeAgo } from './text/time-ago.ts';

/** Options of {@link printList}. */
export interface ListOptions<Item> {
  /** The JSON value of an item. */
  readonly value: (item: Item) => unknown;
  /** The text for an empty list. */
  readonly none: string;
  readonly columns: readonly Column[];
  /** The cells of an item, in the order of the columns. */
  readonly row: (item: Item, time: (ts: string) => string) => readonly string[];
}

const NARROWEST = 12;

/** Prints a list: JSON values for a program, or a table for a person, whose last column may be truncated. */
export async function printList<Item>(
  { output, clock }: Pick<Invocation, 'output' | 'clock'>,
  items: readonly Item[],
  { value, none, columns, row }: ListOptions<Item>,
): Promise<void> {
  if (output.json) {
    for (const item of items) await output.value(value(item));
    return;
  }
  if (items.length === 0) {
    output.note(none);
    return;
  }
  const time = (ts: string) => (output.isTerminal ? timeAgo(ts, clock.now()) : ts);
  const rows = items.map((item) => row(item, time).map(onOneLine));
  const [header = ''] = tableLines(columns, rows);
  const before = columnWidth(header) - columnWidth(columns.at(-1)?.title ?? '');
  const room = output.isTerminal ? Math.max(output.columns - before, NARROWEST) : Number.POSITIVE_INFINITY;
  const fitted = rows.map((cells) => cells.with(-1, cutToColumns(cells.at(-1) ?? '', room)));
  const [head = '', ...lines] = tableLines(columns, fitted);
  await output.line([{ text: head, style: 'dim' }]);
  for (const line of lines) await output.line(line);
}
