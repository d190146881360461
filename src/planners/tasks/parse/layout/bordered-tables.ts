import { columnsOf } from './table-cells.ts';

const BAR = ' | ';

/** Adds outer bars to tables that have them only between cells: `No. | Job | Finished?`. */
export function borderedTables(text: string): string {
  if (!text.includes(BAR)) return text;
  const lines = text.split('\n');
  /** The number of cells of a table that the line may continue. */
  let width = 0;
  return lines
    .map((line, at) => {
      const cells = openCellsOf(line);
      const isRow = cells.length > 1 && cells.length === width;
      const isHead = !isRow && isTaskHead(cells) && openCellsOf(lines[at + 1] ?? '').length === cells.length;
      if (!isRow) width = isHead ? cells.length : 0;
      return isRow || isHead ? `| ${line.trim()} |` : line;
    })
    .join('\n');
}

function openCellsOf(line: string): readonly string[] {
  return line.trimStart().startsWith('|') ? [] : line.split(BAR).map((cell) => cell.trim());
}

/** Whether a line is a table header with a column for the status, the dependencies or the number of a row. */
function isTaskHead(cells: readonly string[]): boolean {
  const columns = cells.length > 1 ? columnsOf(cells) : undefined;
  return columns !== undefined && Math.max(columns.status, columns.needs, columns.label) >= 0;
}
