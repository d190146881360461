import type { StepItem, StepStatus, ViewBlock } from '../../../../harness/module/view-block.ts';
import { type Message, plannerText } from '../../../../sessions/view/message.ts';
import { messageLabel } from '../../../../sessions/view/message-label.ts';
import type { SessionView } from '../../../../sessions/view/session-view.ts';
import { blockLines, stepLines } from '../../terminal/blocks/blocks.ts';
import { type StyledLine, span } from '../../terminal/output.ts';
import { paintedLine, type Terminal, terminalGlyphs, wrappedText } from '../../terminal/text/paint.ts';
import { headLines, shownBlocks, waitingLines } from './session-lines.ts';

/** The parts of a session on the screen. */
export type ShownSession = Parameters<typeof headLines>[0] &
  Pick<SessionView, 'blocks' | 'waiting'> & {
    readonly messages: Pick<SessionView['messages'], 'slice'>;
  };

/** The state of a watched session. */
export interface WatchedSession {
  /** Undefined while there is none. */
  readonly view: ShownSession | undefined;
  /** The text to show while there is none, the first line in bold. */
  readonly missing: readonly string[];
  /** Why the display may be out of date. */
  readonly trouble?: string | undefined;
}

/** The size of the screen. */
export interface FrameOptions extends Terminal {
  readonly rows: number;
  readonly now: number;
}

const MAX_CHANGES = 8;
/** The current step, and markers for more above and below. */
const MIN_BLOCK_ROWS = 3;
/** The minimum height of the blocks before changes are shown. */
const ENOUGH_BLOCK_ROWS = 6;

/** The screen of `show --watch`: the session around its current step, its waiting items and the latest changes. */
export function watchFrame(watched: WatchedSession, options: FrameOptions): readonly string[] {
  const { rows } = options;
  const body = watched.view ? sessionBody(watched.view, options) : missingBody(watched, options);
  const shown = body.slice(0, Math.max(rows - 1, 1));
  const padding = Array.from({ length: Math.max(rows - 1 - shown.length, 0) }, () => '');
  return rows < 2 ? shown : [...shown, ...padding, footLine(watched, options)];
}

function sessionBody(view: ShownSession, options: FrameOptions): readonly string[] {
  const { rows } = options;
  const head = headLines(view, options);
  // The status matters more than the end of a long title.
  const shortHead = rows < 14 ? [...head.slice(0, 1), ...head.slice(-1)] : head;
  const gap = rows < 8 ? [] : [''];
  const room = rows - shortHead.length - gap.length - 1;
  const asked = Math.max(Math.min(Math.floor(room / 2), room - gap.length - MIN_BLOCK_ROWS), 0);
  const waiting = spaced(waitingLines(view, options).slice(0, asked), gap);
  const changes = spaced(changeLines(view.messages.slice(-MAX_CHANGES), options, room - waiting.length), gap);
  const blocks = blockWindow(shownBlocks(view), room - waiting.length - changes.length, options);
  return [...shortHead, ...gap, ...blocks, ...waiting, ...changes];
}

function spaced(lines: readonly string[], gap: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [...gap, ...lines];
}

function changeLines(messages: readonly Message[], options: FrameOptions, room: number): readonly string[] {
  const count = Math.min(messages.length, Math.floor(room / 3), room - ENOUGH_BLOCK_ROWS - 1);
  if (count < 1) return [];
  return messages
    .slice(-count)
    .map((message) =>
      paintedLine([span(`${timeOf(message.ts, options.now)}  `, 'dim'), span(changeText(message))], options),
    );
}

/** A change on one line. */
function changeText(message: Message): string {
  const reply = plannerText(message);
  if (reply !== undefined) return reply;
  const { noun, name } = messageLabel({ ...message });
  return name === undefined ? noun : `${noun}: ${name}`;
}

/** As many lines of the blocks, around the current step, as fit. */
function blockWindow(blocks: readonly ViewBlock[], room: number, terminal: Terminal): readonly string[] {
  const whole = blockLines(blocks, terminal);
  if (whole.length <= room) return whole;
  if (room < 1) return [];
  const current = currentStep(blocks);
  // Only the current step is shown in full.
  const short = blocks.map((block) => (block.type === 'steps' ? withShortSteps(block, current) : block));
  const lines = blockLines(short, terminal);
  if (lines.length <= room) return lines;
  const [from, to] = current ? placeOf(short, current, terminal) : [0, 0];
  const wanted = from - Math.max(Math.floor((room - (to - from)) / 3), 1);
  const start = Math.min(Math.max(wanted, 0), lines.length - room);
  const shown = lines.slice(start, start + room);
  const { above, below } = terminalGlyphs(terminal);
  const more = (text: string) => paintedLine([span(text, 'dim')], terminal);
  const hidden = lines.length - start - room;
  if (room >= 3 && start > 0) shown[0] = more(`${above} ${start + 1} more above`);
  if (room >= 3 && hidden > 0) shown[room - 1] = more(`${below} ${hidden + 1} more below`);
  return shown;
}

const CURRENT: readonly StepStatus[] = ['running', 'waiting', 'pending', 'blocked'];

/** The running step, or else the next one; none when all are done. */
function currentStep(blocks: readonly ViewBlock[]): StepItem | undefined {
  const steps = blocks.flatMap((block) => (block.type === 'steps' ? block.items : []));
  const [status] = CURRENT.filter((each) => steps.some((step) => step.status === each));
  return steps.find((step) => step.status === status);
}

type StepsBlock = Extract<ViewBlock, { type: 'steps' }>;

function withShortSteps(block: StepsBlock, current: StepItem | undefined): StepsBlock {
  const items = block.items.map((item): StepItem => {
    if (item === current) return item;
    const { details: _details, notes: _notes, ...short } = item;
    return short;
  });
  return { ...block, items };
}

/** The first and last line of a step. */
function placeOf(
  blocks: readonly ViewBlock[],
  step: StepItem,
  terminal: Terminal,
): readonly [from: number, to: number] {
  const at = blocks.findIndex((block) => block.type === 'steps' && block.items.includes(step));
  const upTo = blocks.slice(0, at + 1).map((block, i): ViewBlock => {
    if (block.type !== 'steps' || i < at) return block;
    return { ...block, items: block.items.slice(0, block.items.indexOf(step) + 1) };
  });
  const to = blockLines(upTo, terminal).length;
  return [to - stepLines(step, '', terminal).length, to];
}

function missingBody({ missing }: WatchedSession, options: FrameOptions): readonly string[] {
  const [first = '', ...hints] = missing;
  const lines: StyledLine[] = [
    ...wrappedText(first, options.width).map((line) => [span(line, 'bold')]),
    [],
    ...hints.flatMap((hint) => wrappedText(hint, options.width).map((line) => [span(line)])),
  ];
  return lines.map((line) => paintedLine(line, options));
}

function footLine({ trouble }: WatchedSession, terminal: Terminal): string {
  return paintedLine(
    [trouble === undefined ? span('q or Ctrl-C quits', 'dim') : span(trouble, 'red')],
    terminal,
  );
}

/** The time of day, or the date if it is another day. */
export function timeOf(ts: string, now: number): string {
  const then = new Date(ts);
  const two = (value: number) => String(value).padStart(2, '0');
  return then.toDateString() === new Date(now).toDateString()
    ? `${two(then.getHours())}:${two(then.getMinutes())}:${two(then.getSeconds())}`
    : `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())}`;
}
