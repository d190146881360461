import type { CommandCall, ViewBlock } from '../../../../harness/module/view-block.ts';
import { limitsFrom } from '../../../../host/config/limits.ts';
import { type OpenModel, SessionModel, withoutAddresses } from '../../../../host/engine/session-model.ts';
import { localUser } from '../../../../host/local-user.ts';
import type { Envelope } from '../../../../journal/fact.ts';
import type { Llm } from '../../../../model/llm.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { SessionView } from '../../../../sessions/view/session-view.ts';
import type { Waiting } from '../../../../sessions/waiting/waiting.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import type { Invocation } from '../../invocation.ts';
import { errorNote } from '../../terminal/error-note.ts';
import { TerminalPrompt } from '../../terminal/input/terminal-prompt.ts';
import { StatusLine } from '../../terminal/status-line.ts';
import { paintedLine, terminalOf } from '../../terminal/text/paint.ts';
import { onOneLine, printable } from '../../terminal/text/printable.ts';
import { type AskLine, askWaiting, type Decision } from './ask-waiting.ts';
import { MessagePrinter, type PrintingOptions } from './message-printer.ts';
import { sessionJson } from './session-json.ts';
import { itemLines, sessionLines } from './session-lines.ts';

/** Options for running a session from a terminal. */
export interface SessionTurnOptions {
  /** The default model. */
  readonly llm: Llm;
  readonly openModel: OpenModel;
  /** Whether to ask the person at the terminal about waiting items. */
  readonly asks: boolean;
  /** Custom wording for the answer to a waiting item, instead of its options; undefined to offer those. */
  readonly wording?: ((item: Waiting) => Wording | undefined) | undefined;
  /** Whether to wait during a pause and while other processes work. */
  readonly stays?: boolean | undefined;
  readonly tells?: PrintingOptions | undefined;
  /** Text to print instead of the session's view. */
  readonly reply?: ((view: SessionView) => Promise<string | undefined>) | undefined;
}

/** How the person answers in words. */
export interface Wording {
  readonly hint: string;
  command(words: string): CommandCall;
}

type Act = () => Promise<{ readonly facts: readonly Envelope[] } | undefined>;

/** The planner and its executors limit concurrency themselves. */
const MAX_AT_ONCE = 1000;

/**
 * Runs something in a session and then the session until it is idle, and prints its messages and its view. Waiting
 * items are asked at the terminal, and the session continues with the answers.
 */
export async function takeTurn(
  invocation: Invocation,
  session: OpenSession,
  act: Act,
  options: SessionTurnOptions,
): Promise<ExitCode> {
  await untilRest(invocation, session, act, options);
  return await printView(invocation, session, options);
}

/** Like {@link takeTurn}, but prints only messages. */
export async function untilRest(
  invocation: Invocation,
  session: OpenSession,
  act: Act,
  { llm: usual, openModel, asks, wording, stays, tells }: SessionTurnOptions,
): Promise<void> {
  const { output, env, signal } = invocation;
  const status = new StatusLine(statusStream(invocation));
  const prompt = new TerminalPrompt(invocation, status);
  const asked = new Set<string>();
  const noteOnce = (text: string) => {
    if (!asked.has(text)) void status.around(async () => output.note(text));
    asked.add(text);
  };
  let steps = '';
  const printer = await MessagePrinter.follow(session, {
    ...tells,
    output,
    status,
    onView({ blocks }) {
      steps = stepsUnderWay(blocks);
      status.set(steps);
    },
  });
  const llm = new SessionModel(usual, withoutAddresses(openModel));
  prompt.askAfter(() => printer.upToDate());
  try {
    let done = await act();
    for (;;) {
      const before = await session.view();
      llm.configured(before.config);
      // Messages to another agent are sent by the command that talks to it.
      if (!before.state.talksToAgent && !before.archived) {
        await session.untilIdle({
          llm,
          limits: limitsFrom(env),
          signal,
          appended: done?.facts,
          hooks: { hud: (phase, label) => status.set(phase === 'idle' ? steps : (label ?? `${phase} …`)) },
          atOnce: MAX_AT_ONCE,
          onHeld: (_, { worker }) => noteOnce(`Waiting for ${worker}, which is working on this session.`),
          onPaused: stays ? noteOnce : undefined,
          onError: (error) => output.note(`Failed, trying again: ${errorNote(error, env)}`),
        });
      }
      status.set('');
      await printer.upToDate();
      const decided = asks ? await askedFor(invocation, session, { prompt, wording }) : undefined;
      if (decided === undefined) break;
      done = decided;
    }
  } finally {
    printer.close();
    prompt.close();
    status.close();
  }
}

/** The current work, from the steps in the view. */
function stepsUnderWay(blocks: readonly ViewBlock[]): string {
  return blocks
    .flatMap((block) => (block.type === 'steps' ? block.items : []))
    .flatMap(({ id, title, status }) => (status === 'running' ? [`${id} ${title}`] : []))
    .join(' · ');
}

/** Prints a session: its blocks and waiting items, or one JSON value. */
export async function printSession(invocation: Invocation, view: SessionView): Promise<void> {
  const { output } = invocation;
  if (output.json) await output.value(sessionJson(view));
  else for (const line of sessionLines(view, terminalOf(invocation))) await output.raw(`${line}\n`);
}

async function printView(
  invocation: Invocation,
  session: OpenSession,
  options: Pick<SessionTurnOptions, 'reply'>,
): Promise<ExitCode> {
  const { output } = invocation;
  const { view, pause, setup } = await session.turnSince((await session.view()).head);
  const reply = await options.reply?.(view);
  if (output.json)
    await output.value({
      session: session.id,
      ...(reply !== undefined && { reply }),
      view: sessionJson(view),
    });
  else {
    await output.line('');
    if (reply === undefined) await printSession(invocation, view);
    else await output.raw(`${printable(reply)}\n`);
    if (setup !== undefined) output.note(onOneLine(setup));
    if (pause !== undefined) output.note(onOneLine(pause));
  }
  return view.status === 'failed' || view.status === 'canceled' ? EXIT.incomplete : EXIT.ok;
}

/** Asks about the waiting items, the oldest first, and runs the decision. Undefined if nothing was decided. */
async function askedFor(
  invocation: Invocation,
  session: OpenSession,
  { prompt, wording }: Pick<SessionTurnOptions, 'wording'> & { readonly prompt: TerminalPrompt },
): Promise<{ readonly facts: readonly Envelope[] } | undefined> {
  const { output, signal } = invocation;
  const terminal = terminalOf(invocation);
  const ask = (question: string) => prompt.ask(question, { signal });
  const view = await session.view();
  for (const item of view.waiting) {
    if (prompt.isOver) return undefined;
    const own = wording?.(item);
    const shown = own ? { ...item, details: '', options: [] } : item;
    if (!output.json)
      for (const line of itemLines(shown, terminal.width))
        await output.raw(`${paintedLine(line, terminal)}\n`);
    const decision = own ? await askInWords(own, ask) : await askWaiting(item, session.module, ask);
    if (decision === undefined) continue;
    const doer = { by: localUser() };
    try {
      if ('say' in decision && !('type' in decision))
        return await session.say({ text: String(decision.say) }, doer);
      if ('type' in decision) return await session.do(decision, doer);
    } catch (error) {
      // Of several people who decide, the first one counts; an invalid answer can be corrected.
      output.note(errorNote(error, invocation.env));
    }
  }
  return undefined;
}

async function askInWords({ hint, command }: Wording, ask: AskLine): Promise<Decision | undefined> {
  const line = (await ask(hint))?.trim() ?? '';
  return line === '' ? undefined : command(line);
}

function statusStream({ output }: Invocation): NodeJS.WriteStream | undefined {
  return output.isTerminal && process.stderr.isTTY && !output.json ? process.stderr : undefined;
}
