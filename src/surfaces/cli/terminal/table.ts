import { columnWidth, cutToColumns } from './column-width.ts';
import { onOneLine } from './printable.ts';
import { type StyledLine, span } from './styled-line.ts';
import { tableLines } from './text-table.ts';

const GAP = 2;
/** What a column is not made narrower than. */
const NARROWEST = 4;

/** A column of a table for a terminal. */
export interface FittedColumn {
  readonly title: string;
  readonly isNumber: boolean;
}

/**
 * A table within `width` columns: the widest columns are cut first. Where there are too many columns for that, every
 * row is a list of its fields.
 */
export function fittedTable(
  columns: readonly FittedColumn[],
  rows: readonly (readonly string[])[],
  width: number,
): StyledLine[] {
  const titles = columns.map(({ title }) => onOneLine(title));
  const cells = rows.map((row) => row.map(onOneLine));
  const widths = fittedWidths([titles, ...cells], titles.length, width - GAP * (titles.length - 1));
  if (widths === undefined) return recordLines(titles, cells);
  const cut = (row: readonly string[]) => row.map((cell, i) => cutToColumns(cell, widths[i] ?? 0));
  const shownTitles = cut(titles);
  const [head, ...body] = tableLines(
    columns.map(({ isNumber }, i) => ({
      title: shownTitles[i] ?? '',
      ...(isNumber && { align: 'right' as const }),
    })),
    cells.map(cut),
  );
  return [[span(head ?? '', 'bold')], ...body.map((line) => [span(line)])];
}

/** How wide each column may be; undefined where not even narrow ones fit. */
function fittedWidths(
  rows: readonly (readonly string[])[],
  count: number,
  room: number,
): number[] | undefined {
  const natural = Array.from({ length: count }, (_, i) =>
    rows.reduce((most, row) => Math.max(most, columnWidth(row[i] ?? '')), 0),
  );
  if (count === 0) return undefined;
  const fits = (limit: number) => natural.reduce((sum, each) => sum + Math.min(each, limit), 0) <= room;
  let limit = Math.max(NARROWEST, Math.min(room, Math.max(...natural)));
  while (limit > NARROWEST && !fits(limit)) limit -= 1;
  return fits(limit) ? natural.map((each) => Math.min(each, limit)) : undefined;
}

function recordLines(titles: readonly string[], rows: readonly (readonly string[])[]): StyledLine[] {
  if (titles.length === 0) return [];
  return rows.flatMap((row, i) => [
    ...(i === 0 ? [] : [[span('')]]),
    ...titles.map((title, column) => [span(`${title}: `, 'dim'), span(row[column] ?? '')]),
  ]);
}
