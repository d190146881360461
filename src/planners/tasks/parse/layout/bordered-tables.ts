import { columnsOf } from './table-cells.ts';

const BAR = ' | ';

/** Puts bars around the rows of a table that has them only between its cells: `No. | Job | Finished?`. */
export function borderedTables(text: string): string {
  if (!text.includes(BAR)) return text;
  const lines = text.split('\n');
  /** How many cells the rows of the table have that a line may go on with. */
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

/** Whether a line names columns of which one says how a row stands, what it waits for, or its number. */
function isTaskHead(cells: readonly string[]): boolean {
  const columns = cells.length > 1 ? columnsOf(cells) : undefined;
  return columns !== undefined && Math.max(columns.status, columns.needs, columns.label) >= 0;
}
