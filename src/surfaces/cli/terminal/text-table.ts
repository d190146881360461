import { columnWidth } from './column-width.ts';
import { onOneLine } from './printable.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'right';
}

/** Rows with their cells under each other: the header first. The last column is not padded. */
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
