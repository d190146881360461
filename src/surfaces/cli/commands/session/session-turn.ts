import { limitsFrom } from '../../../../host/config/limits.ts';
import { type OpenModel, SessionModel, withoutAddresses } from '../../../../host/engine/session-model.ts';
import { localUser } from '../../../../host/local-user.ts';
import type { Envelope } from '../../../../journal/fact.ts';
import type { Llm } from '../../../../model/llm.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { SessionView } from '../../../../sessions/session-view.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import type { Invocation } from '../../invocation.ts';
import { errorNote } from '../../terminal/error-note.ts';
import { paintedLine, terminalOf } from '../../terminal/paint.ts';
import { StatusLine } from '../../terminal/status-line.ts';
import { TerminalPrompt } from '../../terminal/terminal-prompt.ts';
import { askWaiting } from './ask-waiting.ts';
import { sessionJson } from './session-json.ts';
import { itemLines, sessionLines } from './session-lines.ts';
import { ToldMessages } from './told-messages.ts';

/** How a session is worked on from a terminal. */
export interface SessionTurnOptions {
  /** The model of sessions whose setup names none. */
  readonly llm: Llm;
  readonly openModel: OpenModel;
  /** Whether somebody at the terminal is asked about what waits. */
  readonly asks: boolean;
}

/**
 * Does something in a session, runs it here until it rests, and prints what was told and how it stands then. What waits is
 * asked for where somebody is there, and it goes on with the answers.
 */
export async function takeTurn(
  invocation: Invocation,
  session: OpenSession,
  act: () => Promise<{ readonly facts: readonly Envelope[] } | undefined>,
  { llm: usual, openModel, asks }: SessionTurnOptions,
): Promise<ExitCode> {
  const { output, env, signal } = invocation;
  const status = new StatusLine(statusStream(invocation));
  const prompt = new TerminalPrompt(invocation, status);
  const told = new ToldMessages(session, (await session.view()).head, { output, status });
  const llm = new SessionModel(usual, withoutAddresses(openModel));
  told.follow();
  prompt.askAfter(() => told.upToDate());
  try {
    let done = await act();
    for (;;) {
      const before = await session.view();
      llm.configured(before.config);
      // Whoever talks to the other agent sends what is to be sent.
      if (!before.state.talksToAgent && !before.archived) {
        await session.untilIdle({
          llm,
          limits: limitsFrom(env),
          signal,
          appended: done?.facts,
          hooks: { hud: (phase, label) => status.set(phase === 'idle' ? '' : (label ?? `${phase} …`)) },
          onError: (error) => output.note(`Trouble, trying again: ${errorNote(error, env)}`),
        });
      }
      status.set('');
      await told.upToDate();
      const decided = asks ? await askedFor(invocation, session, prompt) : undefined;
      if (decided === undefined) break;
      done = decided;
    }
  } finally {
    told.close();
    prompt.close();
    status.close();
  }
  return await printView(invocation, session);
}

/** Prints a session as it stands: for a person its blocks and what waits, for a program one value. */
export async function printSession(invocation: Invocation, view: SessionView): Promise<void> {
  const { output } = invocation;
  if (output.json) await output.value(sessionJson(view));
  else for (const line of sessionLines(view, terminalOf(invocation))) await output.raw(`${line}\n`);
}

async function printView(invocation: Invocation, session: OpenSession): Promise<ExitCode> {
  const { output } = invocation;
  const { view, pause } = await session.turnSince((await session.view()).head);
  if (output.json) await output.value({ session: session.id, view: sessionJson(view) });
  else {
    await output.line('');
    await printSession(invocation, view);
    if (!view.ready) output.note('Its planner is not set up yet, and does not plan until it is.');
    if (pause !== undefined) output.note(pause);
  }
  return view.status === 'failed' || view.status === 'canceled' ? EXIT.incomplete : EXIT.ok;
}

/** Asks about what waits, the oldest first, and does what was decided. Undefined when nothing was. */
async function askedFor(
  invocation: Invocation,
  session: OpenSession,
  prompt: TerminalPrompt,
): Promise<{ readonly facts: readonly Envelope[] } | undefined> {
  const { output, signal } = invocation;
  const terminal = terminalOf(invocation);
  const view = await session.view();
  for (const item of view.waiting) {
    for (const line of itemLines(item, terminal.width)) await output.raw(`${paintedLine(line, terminal)}\n`);
    const decision = await askWaiting(item, session.module, (question) => prompt.ask(question, { signal }));
    if (decision === undefined) continue;
    const doer = { by: localUser() };
    try {
      if ('say' in decision && !('type' in decision))
        return await session.say({ text: String(decision.say) }, doer);
      if ('type' in decision) return await session.do(decision, doer);
    } catch (error) {
      // Of several who decide, one is heard; a wrong answer can be given again.
      output.note(errorNote(error, invocation.env));
    }
  }
  return undefined;
}

function statusStream({ output }: Invocation): NodeJS.WriteStream | undefined {
  return output.isTerminal && process.stderr.isTTY && !output.json ? process.stderr : undefined;
}
