import type { ViewBlock } from '../../../../harness/module/view-block.ts';
import type { SessionView } from '../../../../sessions/session-view.ts';
import type { Waiting } from '../../../../sessions/waiting.ts';
import { blockLines } from '../../terminal/blocks.ts';
import { type StyledLine, span } from '../../terminal/output.ts';
import { paintedLine, type Terminal, terminalGlyphs, wrappedText } from '../../terminal/paint.ts';

/** What a terminal shows of a session: its title, how it stands, its blocks, and what needs somebody. */
export function sessionLines(view: SessionView, terminal: Terminal): readonly string[] {
  const blocks = blockLines(shownBlocks(view), terminal);
  const waiting = waitingLines(view, terminal);
  return [
    ...headLines(view, terminal),
    ...(blocks.length === 0 ? [] : ['', ...blocks]),
    ...(waiting.length === 0 ? [] : ['', ...waiting]),
  ];
}

/** What a session is called and how it stands. */
export function headLines(
  view: Pick<SessionView, 'id' | 'title' | 'module' | 'status' | 'archived' | 'head' | 'session'>,
  terminal: Terminal,
): readonly string[] {
  const { id, title, module, status, archived, head, session } = view;
  const standing = [module.title, archived ? 'archived' : status, id, `fact ${head}`];
  const lines: StyledLine[] = [
    ...wrappedText(title || id, terminal.width).map((line) => [span(line, 'bold')]),
    [span(standing.join(` ${terminalGlyphs(terminal).dot} `), 'dim')],
    ...(session.isReadOnly
      ? [[span(`The planner ${module.id} is not loaded: name its file with --planner to go on.`, 'yellow')]]
      : []),
  ];
  return lines.map((line) => paintedLine(line, terminal));
}

/** The blocks of a session under its title, which none of them repeats. */
export function shownBlocks({ blocks, title }: Pick<SessionView, 'blocks' | 'title'>): readonly ViewBlock[] {
  return blocks.map((block) => ('title' in block && block.title === title ? { ...block, title: '' } : block));
}

/** What needs somebody, each with how to decide on it from the command line. */
export function waitingLines(
  { id, waiting }: Pick<SessionView, 'id' | 'waiting'>,
  terminal: Terminal,
): readonly string[] {
  const lines = waiting.flatMap((item) => [
    ...itemLines(item, terminal.width),
    ...howTo(id, item).map((text): StyledLine => [span(`  ${text}`, 'dim')]),
  ]);
  return lines.map((line) => paintedLine(line, terminal));
}

/** One thing that waits: what is asked, more about it, and the numbered options. */
export function itemLines(
  { text, details = '', options = [] }: Waiting,
  width: number,
): readonly StyledLine[] {
  const [first = '', ...rest] = wrappedText(text, width - 2);
  const more = details.trim() === '' ? [] : wrappedText(details, width - 2);
  return [
    [span('? ', 'yellow'), span(first)],
    ...[...rest, ...more].map((line): StyledLine => [span(`  ${line}`)]),
    ...options.map(({ label }, i): StyledLine => [span(`  ${i + 1}. `, 'dim'), span(label)]),
  ];
}

function howTo(session: string, { seq, options = [], form }: Waiting): readonly string[] {
  const item = `${session}/${seq}`;
  return [
    ...(options.length > 0 ? [`wayfold inbox choose ${item} 1`] : []),
    ...(form ? [`wayfold inbox answer ${item} "…"`] : []),
  ];
}
