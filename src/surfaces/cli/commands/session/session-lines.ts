import { STATUS_WORDS } from '../../../../harness/module/status-words.ts';
import type { ViewBlock } from '../../../../harness/module/view-block.ts';
import type { SessionView } from '../../../../sessions/view/session-view.ts';
import type { Waiting } from '../../../../sessions/waiting/waiting.ts';
import { blockLines, markdownLines } from '../../terminal/blocks/blocks.ts';
import { type StyledLine, span } from '../../terminal/output.ts';
import { paintedLine, type Terminal, terminalGlyphs, wrappedText } from '../../terminal/text/paint.ts';
import { onOneLine } from '../../terminal/text/printable.ts';
import { textCommand } from './waiting-command.ts';

/** A session in the terminal: its title, status, blocks and waiting items. */
export function sessionLines(view: SessionView, terminal: Terminal): readonly string[] {
  const blocks = blockLines(shownBlocks(view), terminal);
  const waiting = waitingLines(view, terminal);
  const artifacts = artifactLines(view, terminal);
  return [
    ...headLines(view, terminal),
    ...(blocks.length === 0 ? [] : ['', ...blocks]),
    ...(artifacts.length === 0 ? [] : ['', ...artifacts]),
    ...(waiting.length === 0 ? [] : ['', ...waiting]),
  ];
}

/** The artifacts of the planner, each with the command that prints it. */
function artifactLines({ id, artifacts }: SessionView, terminal: Terminal): readonly string[] {
  return artifacts.map((artifact) =>
    paintedLine(
      [span(`${artifact.name}  `), span(`wayfold show ${id} --artifact ${artifact.id}`, 'dim')],
      terminal,
    ),
  );
}

/** The title and status of a session. */
export function headLines(
  view: Pick<SessionView, 'id' | 'title' | 'module' | 'standing' | 'head'>,
  terminal: Terminal,
): readonly string[] {
  const { id, title, module, standing, head } = view;
  const about = [module.title, STATUS_WORDS[standing], id, `fact ${head}`];
  const lines: StyledLine[] = [
    ...wrappedText(onOneLine(title || id), terminal.width).map((line) => [span(line, 'bold')]),
    [span(about.join(` ${terminalGlyphs(terminal).dot} `), 'dim')],
  ];
  return lines.map((line) => paintedLine(line, terminal));
}

/** The blocks of a session, without one that repeats its title. */
export function shownBlocks({ blocks, title }: Pick<SessionView, 'blocks' | 'title'>): readonly ViewBlock[] {
  return blocks.map((block) => ('title' in block && block.title === title ? { ...block, title: '' } : block));
}

/** The waiting items, each with the command that decides it. */
export function waitingLines(
  { id, module, waiting }: Pick<SessionView, 'id' | 'module' | 'waiting'>,
  terminal: Terminal,
): readonly string[] {
  const lines = waiting.flatMap((item) => [
    ...itemLines(item, terminal.width),
    ...howTo(item, { id, module }).map((text): StyledLine => [span(`  ${text}`, 'dim')]),
  ]);
  return lines.map((line) => paintedLine(line, terminal));
}

type ShownItem = Pick<Waiting, 'text' | 'details'> & {
  readonly options?: readonly { readonly label: string }[] | undefined;
};

/** A waiting item: the question, its details and the numbered options. */
export function itemLines(
  { text, details = '', options = [] }: ShownItem,
  width: number,
): readonly StyledLine[] {
  const [first = '', ...rest] = wrappedText(text, width - 2);
  const more = details.trim() === '' ? [] : markdownLines(details, width - 2);
  return [
    [span('? ', 'yellow'), span(first)],
    ...rest.map((line): StyledLine => [span(`  ${line}`)]),
    ...more.map((line): StyledLine => [span('  '), ...line]),
    ...options.map(({ label }, i): StyledLine => [span(`  ${i + 1}. `, 'dim'), span(label)]),
  ];
}

function howTo(item: Waiting, { id, module }: Pick<SessionView, 'id' | 'module'>): readonly string[] {
  const { seq, options = [], form } = item;
  const choose = options.length > 0 ? [`wayfold inbox choose ${id}/${seq} 1`] : [];
  if (form === undefined) return choose;
  const takesWords = textCommand(item, module, '…') !== undefined;
  return [
    ...choose,
    takesWords ? `wayfold inbox answer ${id}/${seq} "…"` : `wayfold do ${id} ${form.type} --help`,
  ];
}
