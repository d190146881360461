import { createInterface } from 'node:readline/promises';
import { limitsFrom } from '../../../../host/config/limits.ts';
import { localUser } from '../../../../host/local-user.ts';
import { isBookkeeping } from '../../../../kernel/facts.ts';
import type { Llm } from '../../../../model/llm.ts';
import type { Turn } from '../../../../sessions/commands/turn.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { SessionView } from '../../../../sessions/view/session-view.ts';
import type { Invocation } from '../../invocation.ts';
import { printBlocks } from '../../terminal/blocks/blocks.ts';
import { printSession } from './session-turn.ts';

/** Options of a conversation with a session. */
export interface ChatOptions {
  readonly llm: Llm;
  /** Commands available besides messages. Default: `/show`. `/quit` ends the conversation. */
  readonly commands?: Readonly<Record<string, (view: SessionView) => Promise<void>>>;
  /** Prints the result of a message. Default: messages for a person, facts for a program. */
  readonly report?: (turn: Turn) => Promise<void>;
}

/** Sends typed lines to a session and prints the results, until stdin ends. */
export async function chat(
  invocation: Invocation,
  session: OpenSession,
  {
    llm,
    commands = { '/show': (view) => printSession(invocation, view) },
    report = (turn) => printTurn(invocation, turn),
  }: ChatOptions,
): Promise<void> {
  const { output, stdin, signal, env } = invocation;
  const lines = createInterface({
    input: stdin,
    ...(output.isTerminal && { output: process.stdout, prompt: '> ' }),
  });
  // From here on no line is lost, even if stdin ends before the first question.
  const typed = lines[Symbol.asyncIterator]();
  let isOpen = true;
  lines.once('close', () => {
    isOpen = false;
  });
  const prompt = (): void => {
    if (isOpen && output.isTerminal) lines.prompt();
  };
  signal.addEventListener('abort', () => lines.close(), { once: true });
  try {
    prompt();
    for await (const line of typed) {
      const text = line.trim();
      if (text === '/quit') break;
      const command = Object.hasOwn(commands, text) ? commands[text] : undefined;
      if (command) await command(await session.view());
      else if (text !== '') {
        const { head } = await session.view();
        const { facts: appended } = await session.say({ text }, { by: localUser() });
        await session.untilIdle({ llm, limits: limitsFrom(env), signal, appended });
        await report(await session.turnSince(head));
      }
      prompt();
    }
  } finally {
    lines.close();
  }
}

async function printTurn(invocation: Invocation, { view, facts, text }: Turn): Promise<void> {
  const { output } = invocation;
  if (!output.json) return await printBlocks(invocation, [{ type: 'markdown', text }]);
  for (const fact of facts) if (!isBookkeeping(fact)) await output.value({ session: view.id, ...fact });
}
