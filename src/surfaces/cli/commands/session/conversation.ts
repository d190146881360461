import type { OpenQuestion } from '../../../../harness/conversation/ledger.ts';
import { limitsFrom } from '../../../../host/config/limits.ts';
import { type RunningSession, type RunSessionOptions, runSession } from '../../../../host/run-session.ts';
import { isGone, workerName } from '../../../../host/this-process.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { ExitCode } from '../../exit-code.ts';
import type { Invocation } from '../../invocation.ts';
import { errorNote } from '../../terminal/error-note.ts';
import type { InputLines } from '../../terminal/input/input-lines.ts';
import { type PendingInput, TerminalInput } from '../../terminal/input/terminal-input.ts';
import { type TranscriptOptions, TranscriptPrinter } from '../../terminal/transcript-printer.ts';

/** A session running here in conversation with another agent, with a person at the terminal. */
export interface Side {
  readonly name: string;
  readonly session: OpenSession;
  readonly running: RunningSession;
  readonly printer: TranscriptPrinter;
  readonly input: TerminalInput;
  readonly hasPlanner: boolean;
  close(): Promise<void>;
}

/** Options of {@link openSide}. */
export interface SideOptions extends Pick<RunSessionOptions, 'llm' | 'deliver'> {
  /** Whether a planner drafts; otherwise the person at the terminal writes. */
  readonly hasPlanner: boolean;
  /** Whether drafts are sent without asking. */
  readonly auto: boolean;
  readonly transcript: Omit<TranscriptOptions, 'output' | 'tellsDrafts'>;
}

/** A question to the person at the terminal. */
export interface PendingQuestion {
  readonly side: Side;
  readonly pending: PendingInput;
}

/** Options of {@link converse}. */
export interface ConversationOptions {
  /** The exit code if the conversation is over. `more` resolves when it should be checked again. */
  ended(asking: PendingQuestion | undefined, more: Promise<void>): Promise<ExitCode | undefined>;
  /** Runs a line that is a command and not a message; it may end the conversation. */
  obeys?(line: string): Promise<ExitCode | 'obeyed' | undefined>;
  /** Whether such a line is handled at once instead of in its turn. */
  isUrgent?(line: string): boolean;
}

/** Runs a session in conversation with another agent, and prints the conversation. */
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
    onError: (error) => output.note(`Failed, trying again: ${errorNote(error, env)}`),
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

/** Runs the conversation until it ends, and passes typed lines to the session that asks for them. */
export async function converse(
  { output, stdin, signal }: Invocation,
  sides: readonly Side[],
  lines: InputLines,
  { ended, obeys, isUrgent = () => false }: ConversationOptions,
): Promise<ExitCode> {
  let prompted = '';
  for (;;) {
    signal.throwIfAborted();
    // Subscribes before checking, so that no change is missed.
    const more = Promise.race([lines.arrival(), ...sides.map(({ printer }) => printer.change())]);
    more.catch(() => {});
    for (const { printer } of sides) await printer.upToDate();
    const asking = await askingOf(sides);
    const end = await ended(asking, more);
    if (end !== undefined) return end;
    const hearing = asking ?? (stdin.isTTY ? hintTarget(sides) : undefined);
    const line = hearing ? lines.take() : lines.takeFresh(isUrgent);
    if (line !== undefined) {
      prompted = '';
      const obeyed = await obeys?.(line);
      if (typeof obeyed === 'number') return obeyed;
      const word = obeyed ? undefined : await hearing?.side.input.take(line, hearing.pending);
      if (word) output.note(word);
      continue;
    }
    const key = asking ? JSON.stringify([asking.side.name, asking.pending]) : '';
    if (asking && key !== prompted) {
      await asking.side.printer.remind(asking.pending);
      const text = promptFor(asking.pending);
      if (asking.pending.type !== 'message') output.note(text);
      else if (stdin.isTTY && !output.json) process.stderr.write(text);
      prompted = key;
    }
    await more;
  }
}

/** The first session with a question to the person at the terminal. */
export async function askingOf(sides: readonly Side[]): Promise<PendingQuestion | undefined> {
  for (const side of sides) {
    const pending = await side.input.pending();
    if (pending.type !== 'nothing') return { side, pending };
  }
  return undefined;
}

/** Piped lines are kept until they are asked for; typed ones are hints, if there is only one planner. */
function hintTarget([side, ...others]: readonly Side[]): PendingQuestion | undefined {
  return side?.hasPlanner && others.length === 0 ? { side, pending: { type: 'nothing' } } : undefined;
}

function promptFor(pending: PendingInput): string {
  switch (pending.type) {
    case 'message':
      return '> ';
    case 'decision':
      return pending.draft.failure === undefined
        ? '(a)pprove, (e)dit, (d)ismiss, (r)egenerate, or write what to improve'
        : 'It could not be sent: (a)pprove it again, (e)dit, (d)ismiss, (r)egenerate';
    case 'wording':
      return 'Write the text to send instead:';
    case 'answer':
      return answerPrompt(pending.question);
    case 'nothing':
      return '';
    default:
      return pending satisfies never;
  }
}

function answerPrompt({ options = [], required }: OpenQuestion): string {
  const skip = required === false ? ' An empty line skips it.' : '';
  return options.length > 0
    ? `${options.join(', ')}, or write your answer:${skip}`
    : `Write your answer:${skip}`;
}
