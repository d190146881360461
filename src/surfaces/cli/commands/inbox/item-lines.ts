import type { AnyInboxItem } from '../../../../sessions/waiting/inbox.ts';
import { type StyledLine, span } from '../../terminal/output.ts';
import { paintedLine, type Terminal, terminalGlyphs } from '../../terminal/text/paint.ts';
import { onOneLine } from '../../terminal/text/printable.ts';
import { itemLines } from '../session/session-lines.ts';

/** A waiting item in full: its session, the question with all details, and the commands that decide it. */
export function inboxItemLines({ id, title, waiting }: AnyInboxItem, terminal: Terminal): readonly string[] {
  const { type, failure, options = [], form } = waiting;
  const { dot } = terminalGlyphs(terminal);
  const about = [type, id].join(` ${dot} `);
  const name = onOneLine(title);
  const how = [
    ...options.map((option, i) => `wayfold inbox choose ${id} ${option.id ?? i + 1}`),
    ...(form?.field === undefined ? [] : [`wayfold inbox answer ${id} "…"`]),
  ];
  const lines: readonly StyledLine[] = [
    [
      ...(name === '' ? [] : [span(`${name} `, 'bold'), span(`${dot} `, 'dim')]),
      span(onOneLine(about), 'dim'),
    ],
    ...itemLines(waiting, terminal.width),
    ...(typeof failure === 'string' ? [[span(`  Not sent: ${onOneLine(failure)}`, 'red')]] : []),
    ...how.map((text): StyledLine => [span(`  ${onOneLine(text)}`, 'dim')]),
  ];
  return lines.map((line) => paintedLine(line, terminal));
}
