import { styleText } from 'node:util';
import type { Invocation } from '../../invocation.ts';
import type { StyledLine } from '../output.ts';
import { columnWidth, cutToColumns } from './column-width.ts';
import { type Glyphs, glyphsFor, isUnicode } from './glyphs.ts';
import { printable } from './printable.ts';

/** The terminal to draw for. */
export interface Terminal {
  /** Columns of a line. */
  readonly width: number;
  readonly colors: boolean;
  /** Whether Unicode is supported. */
  readonly unicode: boolean;
}

/** The terminal that a command writes to. */
export function terminalOf({ output, env }: Pick<Invocation, 'output' | 'env'>): Terminal {
  return { width: output.columns, colors: output.colors, unicode: isUnicode(env) };
}

/** The symbols of the terminal. */
export function terminalGlyphs({ unicode }: Terminal): Glyphs {
  return glyphsFor({ LC_ALL: unicode ? 'C.UTF-8' : 'C' });
}

/** The line as text, truncated if it does not fit. Control characters in it are escaped. */
export function paintedLine(line: StyledLine, terminal: Terminal): string {
  const { cut } = terminalGlyphs(terminal);
  let room = terminal.width;
  return line
    .map(({ text, style = [] }) => {
      if (room <= 0) return '';
      // A tab would move the cursor over old content without erasing it; spaces do not.
      const flat = printable(text).replaceAll('\t', '    ').replaceAll('\n', ' ');
      const shown = cutToColumns(flat, room);
      room -= columnWidth(shown);
      const styles = terminal.colors ? [style].flat() : [];
      return styles.reduce(
        (inner, each) => styleText(each, inner, { validateStream: false }),
        shown.replaceAll('…', cut),
      );
    })
    .join('')
    .trimEnd();
}

/** Wraps text to at most `columns`, between words if possible; further lines are indented by `indent`. */
export function wrappedText(text: string, columns: number, indent = ''): string[] {
  const width = Math.max(columns, 8);
  return printable(text.replace(/\r\n?/g, '\n'))
    .replaceAll('\t', '    ')
    .split('\n')
    .flatMap((line) => wrappedLine(line.trimEnd(), width, indent));
}

function wrappedLine(line: string, width: number, indent: string): string[] {
  if (columnWidth(line) <= width) return [line];
  const half = Math.floor(width / 2);
  const lead = indent.slice(0, half);
  const lines: string[] = [];
  let current = '';
  for (const word of line.replace(/^ +/, (spaces) => spaces.slice(0, half)).split(/(?<= )(?=[^ ])/)) {
    if (current.trim() !== '' && columnWidth(`${current}${word}`.trimEnd()) > width) {
      lines.push(current.trimEnd());
      current = lead;
    }
    const pieces = brokenWord(word, { width, used: columnWidth(current), indent: lead });
    lines.push(...pieces.slice(0, -1).map((piece, i) => ((i === 0 ? current : '') + piece).trimEnd()));
    current = pieces.length > 1 ? (pieces.at(-1) ?? '') : current + word;
  }
  return [...lines, current.trimEnd()];
}

/** Splits a word that is longer than a line. */
function brokenWord(
  word: string,
  { width, used, indent }: { width: number; used: number; indent: string },
): string[] {
  if (used + columnWidth(word.trimEnd()) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  let room = width - used;
  for (const character of word) {
    const needed = columnWidth(character);
    // None of the word may fit on the rest of the line.
    if (needed > room && (piece !== '' || (pieces.length === 0 && used > columnWidth(indent)))) {
      pieces.push(piece);
      piece = indent;
      room = width - columnWidth(indent);
    }
    piece += character;
    room -= needed;
  }
  return [...pieces, piece];
}
