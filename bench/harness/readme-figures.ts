import { markdownTable } from './table.ts';

const BEGIN = '<!-- figures: written by `npm run bench`, from docs/benchmarks.md -->';
const END = '<!-- end of figures -->';

/** The README with its comparison as the page of the benchmarks has it. */
export function withFigures(readme: string, page: string): string {
  const [from, to] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`README.md has no "${BEGIN}" with "${END}" after it.`);
  return `${readme.slice(0, from)}${BEGIN}\n\n${comparison(page)}\n\n${readme.slice(to)}`;
}

function comparison(page: string): string {
  const writers = tableUnder(page, 'How many of 20 writers at once keep their step?');
  const kept = (row: string) => [2, 4].map((column) => writers(row, column));
  const many = tableUnder(page, 'How many durable appends a second do 64 appenders in one process get?');
  const one = tableUnder(page, 'How many durable appends a second does one writer get?');
  const bytes = tableUnder(page, 'How many bytes does a step take on the disk?');
  const calls = tableUnder(page, 'How long does it take to mark a step as done, over MCP?');
  const marking = (row: string) => [2, 4].map((column) => rounded(calls(row, column))).join(' and ');
  const passes = tableUnder(page, 'Does a pass cost more in a longer conversation?');
  const rows = [
    [
      'steps kept of 20, added by 20 writers at once',
      range(kept('Wayfold')),
      `LangGraph ${range(kept('LangGraph SqliteSaver'))}, shrimp ${range(kept('mcp-shrimp-task-manager'))}, task-master ${number(writers('task-master-ai', 4))} from five processes`,
    ],
    [
      'durable appends per second, 64 appenders, one journal',
      `${Math.round(number(many('Wayfold, SQLite, one journal', 4)))}x the best peer`,
      'Emmett on PostgreSQL, LangGraph savers',
    ],
    [
      'one writer, relative to hand-written SQLite',
      one('Wayfold, SQLite', 4).replace('x', ''),
      `LangGraph's SQLite saver ${one('LangGraph SqliteSaver', 4).replace('x', '')}`,
    ],
    [
      'bytes per plan step, at 100 and at 100,000 steps',
      [1, 4].map((column) => number(bytes('Wayfold, SQLite', column))).join(' and '),
      "LangGraph's savers write the whole state with every step",
    ],
    [
      'milliseconds to mark a step over MCP, at 10 and at 1,000 steps',
      marking('Wayfold'),
      `shrimp ${marking('mcp-shrimp-task-manager')}, task-master ${marking('task-master-ai')}`,
    ],
    [
      'a planning pass after 1,000,000 facts, relative to one after 1,000',
      passes('SQLite, 1,000,000 facts', 3).replace('x', ''),
      '',
    ],
  ];
  return markdownTable({ columns: ['', 'Wayfold', 'others'], rows, isProse: true });
}

/** Reads cells of the table below a question, by the beginning of their row. */
function tableUnder(page: string, question: string): (row: string, column: number) => string {
  const [, answer = ''] = page.split(`\n### ${question}\n`);
  const rows = (answer.split(/^###? /m)[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.replaceAll('*', '').trim()),
    );
  return (name, column) => {
    const cell = (rows.find(([first]) => first === name) ??
      rows.find(([first]) => first?.startsWith(name)))?.[column];
    if (cell) return cell;
    throw new Error(`The answer to "${question}" has no column ${column} of "${name}".`);
  };
}

/** The span of cells like `1 (0 to 2)`. */
function range(cells: readonly string[]): string {
  const numbers = cells.flatMap((cell) => (cell.match(/[\d.]+/g) ?? []).map(Number));
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most ? `${least}` : `${least}-${most}`;
}

function rounded(cell: string): string {
  const value = number(cell);
  return value < 1 ? value.toFixed(1) : value.toFixed(0);
}

function number(cell: string): number {
  return Number.parseFloat(cell.replaceAll(',', ''));
}
