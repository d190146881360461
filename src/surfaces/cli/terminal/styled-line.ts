import { columnWidth, cutToColumns } from './column-width.ts';
import type { Output } from './output.ts';
import { printable } from './printable.ts';

type Style = Parameters<Output['style']>[0];

/** A piece of a line with its colours and weights. */
export interface Span {
  readonly text: string;
  readonly styles?: readonly Style[];
}

export type StyledLine = readonly Span[];

export function span(text: string, ...styles: Style[]): Span {
  return { text, styles };
}

/** The line as text for a terminal, cut where it would not fit. */
export function painted(
  line: StyledLine,
  { output, columns, cut }: { output: Pick<Output, 'style'>; columns: number; cut: string },
): string {
  let room = columns;
  return line
    .map(({ text, styles = [] }) => {
      if (room <= 0) return '';
      const shown = cutToColumns(inColumns(text).replaceAll('\n', ' '), room);
      room -= columnWidth(shown);
      return styles.reduce((inner, style) => output.style(style, inner), shown.replaceAll('…', cut));
    })
    .join('')
    .trimEnd();
}

/** The text in lines of at most `columns`, broken between words where it can be. */
export function wrapped(text: string, columns: number): string[] {
  const width = Math.max(columns, 8);
  return inColumns(text)
    .split('\n')
    .flatMap((line) => wrappedLine(line.trimEnd(), width));
}

/** A tab moves the cursor over what was drawn before and leaves it there; spaces do not. */
function inColumns(text: string): string {
  return printable(text).replaceAll('\t', '    ');
}

function wrappedLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width);
    const end = space > 0 ? space : width;
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest];
}
