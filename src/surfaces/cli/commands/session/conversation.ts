import type { OpenQuestion } from '../../../../harness/conversation/ledger.ts';
import { limitsFrom } from '../../../../host/config/limits.ts';
import { type RunningSession, type RunSessionOptions, runSession } from '../../../../host/run-session.ts';
import { isGone, workerName } from '../../../../host/this-process.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { ExitCode } from '../../exit-code.ts';
import type { Invocation } from '../../invocation.ts';
import { errorNote } from '../../terminal/error-note.ts';
import type { InputLines } from '../../terminal/input-lines.ts';
import { type InputRequest, TerminalInput } from '../../terminal/terminal-input.ts';
import { type TranscriptOptions, TranscriptPrinter } from '../../terminal/transcript-printer.ts';

/** A session that runs here and talks to another agent, with somebody at the terminal. */
export interface Side {
  readonly name: string;
  readonly session: OpenSession;
  readonly running: RunningSession;
  readonly printer: TranscriptPrinter;
  readonly input: TerminalInput;
  readonly hasPlanner: boolean;
  close(): Promise<void>;
}

/** How a session is talked in. */
export interface SideOptions extends Pick<RunSessionOptions, 'llm' | 'deliver'> {
  /** Who drafts; without a planner the person at the terminal writes. */
  readonly hasPlanner: boolean;
  /** Whether drafts are sent without asking. */
  readonly auto: boolean;
  readonly transcript: Omit<TranscriptOptions, 'output' | 'tellsDrafts'>;
}

/** What somebody at the terminal is asked for. */
export interface Asking {
  readonly side: Side;
  readonly wish: InputRequest;
}

/** How a conversation goes on and ends. */
export interface ConversationOptions {
  /** How it ends, when nothing more can come of it. `more` resolves when there is something to look at again. */
  ended(asking: Asking | undefined, more: Promise<void>): Promise<ExitCode | undefined>;
  /** Does what a line says that is meant for nobody in the conversation, if it is such a line. It may end it. */
  obeys?(line: string): Promise<ExitCode | 'obeyed' | undefined>;
  /** Whether such a line is not to wait until somebody is asked for one. */
  isUrgent?(line: string): boolean;
}

/** Runs a session that talks to another agent, and tells what is said in it. */
export async function openSide(
  { output, env }: Invocation,
  name: string,
  session: OpenSession,
  { llm, deliver, hasPlanner, auto, transcript }: SideOptions,
): Promise<Side> {
  const { journal } = session;
  const running = await runSession(session.session, {
    worker: workerName(),
    isGone,
    limits: limitsFrom(env),
    llm,
    ...(deliver && { deliver }),
    onError: (error) => output.note(`Trouble, trying again: ${errorNote(error, env)}`),
  });
  const tellsDrafts = hasPlanner && !auto;
  const printer = await TranscriptPrinter.of(journal, { ...transcript, output, tellsDrafts });
  const input = new TerminalInput(journal, { hasPlanner, auto });
  return {
    name,
    session,
    running,
    printer,
    input,
    hasPlanner,
    async close() {
      printer.close();
      await running.close();
    },
  };
}

/** Lets sessions talk until it ends, and gives what somebody types to the one that wants it. */
export async function converse(
  { output, stdin, signal }: Invocation,
  sides: readonly Side[],
  lines: InputLines,
  { ended, obeys, isUrgent = () => false }: ConversationOptions,
): Promise<ExitCode> {
  let prompted = '';
  for (;;) {
    signal.throwIfAborted();
    // Before anything is looked at: what changes meanwhile is seen.
    const more = Promise.race([lines.arrival(), ...sides.map(({ printer }) => printer.change())]);
    more.catch(() => {});
    for (const { printer } of sides) await printer.upToDate();
    const asking = await askingOf(sides);
    const end = await ended(asking, more);
    if (end !== undefined) return end;
    const hearing = asking ?? (stdin.isTTY ? whisperedTo(sides) : undefined);
    const line = hearing ? lines.take() : lines.takeFresh(isUrgent);
    if (line !== undefined) {
      prompted = '';
      const obeyed = await obeys?.(line);
      if (typeof obeyed === 'number') return obeyed;
      const word = obeyed ? undefined : await hearing?.side.input.take(line, hearing.wish);
      if (word) output.note(word);
      continue;
    }
    const key = asking ? JSON.stringify([asking.side.name, asking.wish]) : '';
    if (asking && key !== prompted) {
      await asking.side.printer.remind(asking.wish);
      const text = promptFor(asking.wish);
      if (asking.wish.type !== 'message') output.note(text);
      else if (stdin.isTTY && !output.json) process.stderr.write(text);
      prompted = key;
    }
    await more;
  }
}

/** The first session that wants something of the person at the terminal. */
export async function askingOf(sides: readonly Side[]): Promise<Asking | undefined> {
  for (const side of sides) {
    const wish = await side.input.wish();
    if (wish.type !== 'nothing') return { side, wish };
  }
  return undefined;
}

/** What is piped in is for when it is asked for; who types at the only planner there is has something to tell it. */
function whisperedTo([side, ...others]: readonly Side[]): Asking | undefined {
  return side?.hasPlanner && others.length === 0 ? { side, wish: { type: 'nothing' } } : undefined;
}

function promptFor(wish: InputRequest): string {
  switch (wish.type) {
    case 'message':
      return '> ';
    case 'decision':
      return wish.draft.failure === undefined
        ? '(a)pprove, (e)dit, (d)ismiss, (r)egenerate, or say what to do better'
        : 'It could not be sent: (a)pprove it again, (e)dit, (d)ismiss, (r)egenerate';
    case 'wording':
      return 'Write what is to be sent instead:';
    case 'answer':
      return answerPrompt(wish.question);
    case 'nothing':
      return '';
    default:
      return wish satisfies never;
  }
}

function answerPrompt({ options = [], required }: OpenQuestion): string {
  const skip = required === false ? ' An empty line skips it.' : '';
  return options.length > 0
    ? `${options.join(', ')}, or write your answer:${skip}`
    : `Write your answer:${skip}`;
}
