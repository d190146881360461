import type { SessionView } from '../../../../sessions/session-view.ts';
import type { Waiting } from '../../../../sessions/waiting.ts';
import { blockLines } from '../../terminal/blocks.ts';
import { type StyledLine, span } from '../../terminal/output.ts';
import { paintedLine, type Terminal, wrappedText } from '../../terminal/paint.ts';

/** What a terminal shows of a session: its title, how it stands, its blocks, and what needs somebody. */
export function sessionLines(view: SessionView, terminal: Terminal): readonly string[] {
  const { id, title, module, status, head, session } = view;
  const standing = [module.title, view.archived ? 'archived' : status, id, `fact ${head}`].join(' · ');
  const heading: StyledLine[] = [[span(title || id, 'bold')], [span(standing, 'dim')]];
  const missing: StyledLine[] = session.isReadOnly
    ? [[span(`The planner ${module.id} is not loaded: name its file with --planner to go on.`, 'yellow')]]
    : [];
  const blocks = blockLines(view.blocks, terminal);
  return [
    ...[...heading, ...missing].map((line) => paintedLine(line, terminal)),
    ...(blocks.length === 0 ? [] : ['', ...blocks]),
    ...waitingLines(view, terminal),
  ];
}

/** What needs somebody, each with how to decide on it from the command line. */
function waitingLines({ id, waiting }: SessionView, terminal: Terminal): readonly string[] {
  if (waiting.length === 0) return [];
  const lines = waiting.flatMap((item) => [
    ...itemLines(item, terminal.width),
    ...howTo(id, item).map((text): StyledLine => [span(`  ${text}`, 'dim')]),
  ]);
  return ['', ...lines.map((line) => paintedLine(line, terminal))];
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
