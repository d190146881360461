import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { ledgerOf } from '../../../../harness/conversation/ledger.ts';
import { isFinal } from '../../../../harness/conversation/task-status.ts';
import type { A2aConnection } from '../../../../host/a2a/connected/connection.ts';
import { openRemoteAgent, type RemoteAgent } from '../../../../host/a2a/connected/remote-agent.ts';
import { talkTo } from '../../../../host/a2a/connected/talk-to.ts';
import type { FactStore } from '../../../../journal/store.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { Sessions } from '../../../../sessions/sessions.ts';
import { shortName } from '../../../../sessions/short-name.ts';
import { talkingModel } from '../../config/models.ts';
import { withSessions } from '../../config/open-sessions.ts';
import { CliError } from '../../error.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { type Invocation, orInterrupted } from '../../invocation.ts';
import { errorNote } from '../../terminal/error-note.ts';
import { followUpCommand, modelWords } from '../../terminal/follow-up-command.ts';
import { InputLines } from '../../terminal/input/input-lines.ts';
import type { TerminalInput } from '../../terminal/input/terminal-input.ts';
import { onOneLine } from '../../terminal/text/printable.ts';
import { type ConversationOptions, converse, openSide, type Side } from '../session/conversation.ts';
import { checkPlanner } from '../session/other-planner.ts';
import { checkChoice, createTalkSession, type PlannerChoice } from './talk-session.ts';

export interface TalkOptions extends PlannerChoice {
  readonly model?: string;
  readonly session?: string;
  readonly header: readonly string[];
  readonly allowPrivate?: boolean;
}

const HELP = `Each line is a message. /file PATH adds a file to the next one, /cancel stops what the agent does, /quit ends.`;

/** Talks to an agent until the person, the pipe or the conversation ends it. */
export async function talk(invocation: Invocation, cardUrl: string, options: TalkOptions): Promise<ExitCode> {
  const { output, signal, stdin, env } = invocation;
  checkChoice(options);
  // Connects first, so that an unreachable agent leaves no session behind.
  const opening = openRemoteAgent({
    cardUrl,
    headers: headersOf(options.header, env),
    // An address on the command line is trusted.
    allowPrivate: options.allowPrivate || (URL.canParse(cardUrl) && [new URL(cardUrl).origin]),
  });
  const agent = await orInterrupted(opening, signal);
  const { planner, auto = false } = options;
  const hasPlanner = planner !== undefined;
  const llm = await talkingModel(hasPlanner ? options.model : 'offline', invocation);
  return await withSessions(invocation, { create: true, llm }, async (sessions, store) => {
    const session = await sessionFor(invocation, { sessions, store }, agent, options);
    const connection = await talkTo(agent, session.journal, {
      onError: (error) => output.note(`The agent failed, trying again: ${errorNote(error, env)}`),
    });
    const lines = new InputLines(stdin);
    const { name, description } = agent;
    output.note(
      onOneLine(`Talking to ${name}${description ? `: ${description}` : ''} (session ${session.id})`),
    );
    if (!hasPlanner && stdin.isTTY) output.note(HELP);
    const side = await openSide(invocation, 'It', session, {
      llm,
      deliver: (message, delivery) => connection.deliver(message, delivery),
      hasPlanner,
      auto,
      transcript: {
        me: 'You',
        planner: 'Your planner',
        other: name,
        tellsOwn: hasPlanner || !stdin.isTTY,
      },
    });
    const talking = {
      ended: endingOf(invocation, side, connection, lines),
      obeys: (line: string) => obeyed(invocation, line, connection, side.input),
      // With piped input, `/quit` waits for the answer.
      isUrgent: (line: string) =>
        (stdin.isTTY ? /^\/(?:cancel|quit|help)\b/ : /^\/cancel\b/).test(line.trim()),
    };
    try {
      return await orInterrupted(converse(invocation, [side], lines, talking), signal);
    } finally {
      lines.close();
      await connection.close();
      await side.close();
      const { model, allowPrivate } = options;
      const again = followUpCommand(
        invocation,
        ...['talk', cardUrl, '--session', session.id],
        ...(hasPlanner ? ['--planner', planner, ...modelWords(invocation, model)] : []),
        auto && '--auto',
        allowPrivate && '--allow-private',
      );
      const withHeaders = options.header.length > 0 ? ' (and the same --header)' : '';
      output.note(`Continue with: ${again}${withHeaders}`);
    }
  });
}

/** Runs a slash command. */
async function obeyed(
  { output }: Invocation,
  line: string,
  connection: A2aConnection,
  input: TerminalInput,
): Promise<ExitCode | 'obeyed' | undefined> {
  const [, command, path = ''] = /^\/(file|cancel|help|quit)(?:\s+(.*))?$/.exec(line.trim()) ?? [];
  const name = basename(path.trim());
  try {
    switch (command) {
      case 'quit':
        return EXIT.ok;
      case 'help':
        output.note(HELP);
        return 'obeyed';
      case 'cancel':
        await connection.cancel();
        return 'obeyed';
      case 'file':
        await input.attach(name, 'application/octet-stream', await readFile(path.trim()));
        output.note(`${name} goes with the next message.`);
        return 'obeyed';
      default:
        return undefined;
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    output.note(command === 'file' ? `Not added: ${message}` : message);
    return 'obeyed';
  }
}

/** The end of a conversation that a planner leads, or that has no more input. */
function endingOf(
  { output }: Invocation,
  { session: { journal }, running, hasPlanner, name }: Side,
  connection: A2aConnection,
  lines: InputLines,
): ConversationOptions['ended'] {
  return async (asking) => {
    const before = await journal.head();
    const { status, drafts } = await ledgerOf(journal);
    if (hasPlanner && (isFinal(status) || status === 'unknown'))
      return status === 'completed' ? EXIT.ok : EXIT.incomplete;
    if (!lines.isOver) return undefined;
    await running.idle();
    await connection.settled();
    await running.idle();
    if ((await journal.head()) !== before) return undefined;
    const isWaiting = asking !== undefined && asking.pending.type !== 'message';
    if (isWaiting) output.note(onOneLine(`${name} needs an answer, but the input has ended.`));
    return isWaiting || drafts.open.length > 0 || hasPlanner ? EXIT.incomplete : EXIT.ok;
  };
}

async function sessionFor(
  invocation: Invocation,
  { sessions, store }: { readonly sessions: Sessions; readonly store: FactStore },
  { name }: RemoteAgent,
  options: TalkOptions,
): Promise<OpenSession> {
  const { session: id, planner } = options;
  const known = id === undefined ? undefined : await sessions.find(id);
  if (known === undefined) {
    if (planner !== undefined && sessions.registry.get(planner).module.talks !== 'agent')
      throw refused(
        `The planner ${planner} does not talk to other agents.`,
        'Name one that drafts messages, or leave --planner out to write yourself.',
      );
    const place = { sessions, store, id: id ?? `talk:${shortName()}`, title: `Talk with ${name}` };
    return await createTalkSession(invocation, place, options);
  }
  checkPlanner(known, planner);
  const another = 'Name another session, or leave --session out to begin one.';
  if (known.module.talks !== 'agent')
    throw refused(
      `${known.id} is a session of ${known.module.id}, which does not talk to other agents.`,
      another,
    );
  if ((await known.view()).archived) throw refused(`${known.id} is archived.`, another);
  return known;
}

function headersOf(
  given: readonly string[],
  { WAYFOLD_AGENT_AUTHORIZATION }: NodeJS.ProcessEnv,
): Record<string, string> {
  const headers: Record<string, string> = {};
  if (WAYFOLD_AGENT_AUTHORIZATION) headers.authorization = WAYFOLD_AGENT_AUTHORIZATION;
  for (const header of given) {
    const [, name = '', value = ''] = /^([\w-]+):\s*(.+)$/.exec(header) ?? [];
    if (name === '')
      throw refused(
        `${JSON.stringify(header.slice(0, 40))} is not a header.`,
        'Write its name, a colon and its value: --header "x-api-key: 123".',
      );
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

function refused(summary: string, fix: string): CliError {
  return new CliError('usage', { summary, fix });
}
