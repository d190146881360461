import { type StyledLine, span } from '../output.ts';
import { columnWidth, cutToColumns } from './column-width.ts';
import { onOneLine } from './printable.ts';

const GAP = 2;
/** The minimum width of a column. */
const NARROWEST = 4;

/** A column of a table. */
export interface Column {
  readonly title: string;
  readonly align?: 'right';
}

/** Aligns rows in columns, the header first. The last column is not padded. */
export function tableLines(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const all = [columns.map(({ title }) => title), ...rows.map((row) => row.map(onOneLine))];
  const widths = columns.map((_, i) => Math.max(...all.map((row) => columnWidth(row[i] ?? ''))));
  return all.map((row) =>
    columns
      .map(({ align }, i) => {
        const cell = row[i] ?? '';
        const padding = ' '.repeat((widths[i] ?? 0) - columnWidth(cell));
        return align === 'right' ? padding + cell : cell + padding;
      })
      .join('  ')
      .trimEnd(),
  );
}

/**
 * A table within `width` columns: the widest columns are truncated first. With too many columns, each row becomes a
 * list of its fields.
 */
export function fittedTable(
  columns: readonly Column[],
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
    columns.map((column, i) => ({ ...column, title: shownTitles[i] ?? '' })),
    cells.map(cut),
  );
  return [[span(head ?? '', 'bold')], ...body.map((line) => [span(line)])];
}

/** The width of each column; undefined if even the minimum does not fit. */
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
