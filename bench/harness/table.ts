/** A table of a page: every cell is text already. The first column is words, the others are figures unless said otherwise. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly isProse?: true;
}

export function markdownTable({ columns, rows, isProse }: Table): string {
  const isWords = (column: number) => isProse || column === 0;
  const widths = columns.map((column, i) =>
    Math.max(3, column.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths
      .map((width, i) => (isWords(i) ? (cells[i] ?? '').padEnd(width) : (cells[i] ?? '').padStart(width)))
      .join(' | ')} |`;
  const rule = widths.map((width, i) => (isWords(i) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(columns), line(rule), ...rows.map(line)].join('\n');
}
