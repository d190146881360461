import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { ledgerOf } from '../../../../harness/ledger.ts';
import { isFinal } from '../../../../harness/status-kinds.ts';
import { type A2aConnection, talkTo } from '../../../../host/a2a/connect.ts';
import { openRemoteAgent, type RemoteAgent } from '../../../../host/a2a/remote-agent.ts';
import { limitsFrom } from '../../../../host/config/limits.ts';
import { type RunningSession, runSession } from '../../../../host/run-session.ts';
import type { Session } from '../../../../host/session.ts';
import { isGone, workerName } from '../../../../host/this-process.ts';
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
import { InputLines } from '../../terminal/input-lines.ts';
import { TerminalInput, type Wish } from '../../terminal/terminal-input.ts';
import { TranscriptPrinter } from '../../terminal/transcript-printer.ts';
import { checkChoice, createTalkSession, type PlannerChoice } from './talk-session.ts';

export interface TalkOptions extends PlannerChoice {
  readonly model?: string;
  readonly session?: string;
  readonly header: readonly string[];
  readonly allowPrivate?: boolean;
}

const HELP = `Each line is a message. /file PATH adds a file to the next one, /cancel stops what the agent does, /quit ends.`;

/** Talks to an agent until the person, the pipe or the conversation ends. */
export async function talk(invocation: Invocation, cardUrl: string, options: TalkOptions): Promise<ExitCode> {
  const { output, signal, stdin, env } = invocation;
  checkChoice(options);
  // First of all: an agent that is not there leaves no session behind.
  const agent = await openRemoteAgent({
    cardUrl,
    headers: headersOf(options.header, env),
    // Whoever types an address means it.
    allowPrivate: options.allowPrivate || (URL.canParse(cardUrl) && [new URL(cardUrl).origin]),
  });
  const hasPlanner = options.planner !== undefined;
  const llm = await talkingModel(hasPlanner ? options.model : 'offline', invocation);
  return await withSessions(invocation, { create: true, llm }, async (sessions, store) => {
    const { session } = await sessionFor(invocation, { sessions, store }, agent, options);
    const { journal } = session;
    const connection = await talkTo(agent, journal, {
      onError: (error) => output.note(`Trouble with the agent, trying again: ${errorNote(error, env)}`),
    });
    const running = await runSession(session, {
      worker: workerName(),
      isGone,
      limits: limitsFrom(env),
      llm,
      deliver: (message, delivery) => connection.deliver(message, delivery),
      onError: (error) => output.note(`Trouble, trying again: ${errorNote(error, env)}`),
    });
    const lines = new InputLines(stdin);
    const { name, description } = agent;
    output.note(`Talking to ${name}${description ? `: ${description}` : ''} (session ${journal.id})`);
    if (!hasPlanner && stdin.isTTY) output.note(HELP);
    const printer = await TranscriptPrinter.of(journal, {
      output,
      me: 'You',
      planner: 'Your planner',
      other: name,
      tellsOwn: hasPlanner || !stdin.isTTY,
      tellsDrafts: hasPlanner && !options.auto,
    });
    const talking = new Talking({ invocation, session, connection, running, lines, printer, options });
    try {
      return await orInterrupted(talking.toTheEnd(), signal);
    } finally {
      talking.stop();
      lines.close();
      printer.close();
      await connection.close();
      await running.close();
      if (!output.json)
        output.note(`Go on with: wayfold talk ${cardUrl} --session ${journal.id}${plannerFlags(options)}`);
    }
  });
}

/** Everything a conversation at the terminal consists of. */
interface Parts {
  readonly invocation: Invocation;
  readonly session: Session;
  readonly connection: A2aConnection;
  readonly running: RunningSession;
  readonly lines: InputLines;
  readonly printer: TranscriptPrinter;
  readonly options: TalkOptions;
}

class Talking {
  readonly #parts: Parts;
  readonly #input: TerminalInput;
  readonly #hasPlanner: boolean;
  #prompted = '';
  #stopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#hasPlanner = parts.options.planner !== undefined;
    this.#input = new TerminalInput(parts.session.journal, {
      hasPlanner: this.#hasPlanner,
      auto: parts.options.auto,
    });
  }

  stop(): void {
    this.#stopped = true;
  }

  async toTheEnd(): Promise<ExitCode> {
    const { lines, printer } = this.#parts;
    while (!this.#stopped) {
      // Before anything is looked at: what changes meanwhile is seen.
      const more = Promise.race([printer.change(), lines.arrival()]);
      more.catch(() => {});
      await printer.upToDate();
      const wish = await this.#input.wish();
      const end = await this.#endOf(wish);
      if (end !== undefined) return end;
      if (this.#takesLine(wish)) {
        const line = lines.take() ?? '';
        if (line.trim() === '/quit') return EXIT.ok;
        await this.#obey(line, wish);
        continue;
      }
      this.#prompt(wish);
      await more;
    }
    return EXIT.ok;
  }

  #takesLine(wish: Wish): boolean {
    const { lines, invocation } = this.#parts;
    if (!lines.hasLine) return false;
    // What is piped in is for when it is asked for; who types at a planner has something to tell it.
    return wish.type !== 'nothing' || (this.#hasPlanner && invocation.stdin.isTTY === true);
  }

  async #obey(line: string, wish: Wish): Promise<void> {
    const { invocation, connection } = this.#parts;
    const { output } = invocation;
    this.#prompted = '';
    const [, command, argument = ''] = /^\/(file|cancel|help)(?:\s+(.*))?$/.exec(line.trim()) ?? [];
    switch (command) {
      case 'help':
        output.note(HELP);
        return;
      case 'cancel':
        await connection
          .cancel()
          .catch((error) => output.note(error instanceof Error ? error.message : String(error)));
        return;
      case 'file':
        await this.#attach(argument.trim());
        return;
      default: {
        const word = await this.#input.take(line, wish);
        if (word) output.note(word);
      }
    }
  }

  async #attach(path: string): Promise<void> {
    const { output } = this.#parts.invocation;
    try {
      await this.#input.attach(basename(path), 'application/octet-stream', await readFile(path));
      output.note(`${basename(path)} goes with the next message.`);
    } catch (error) {
      output.note(`Not added: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #prompt(wish: Wish): void {
    const text = promptFor(wish);
    const key =
      wish.type === 'decision' || wish.type === 'wording'
        ? `${wish.type} ${wish.draft.composeId}`
        : wish.type;
    if (text === undefined || this.#prompted === key) return;
    this.#prompted = key;
    const { output, stdin } = this.#parts.invocation;
    if (wish.type !== 'message') output.note(text);
    else if (stdin.isTTY && !output.json) process.stderr.write(text);
  }

  /** How it ends, when nothing more can come of it. */
  async #endOf(wish: Wish): Promise<ExitCode | undefined> {
    const { lines, session, connection, running, invocation } = this.#parts;
    const before = await session.journal.head();
    const { status, drafts } = await ledgerOf(session.journal);
    if (this.#hasPlanner && (isFinal(status) || status === 'unknown')) {
      return status === 'completed' ? EXIT.ok : EXIT.incomplete;
    }
    if (!lines.isOver) return undefined;
    await running.idle();
    await connection.settled();
    await running.idle();
    if ((await session.journal.head()) !== before) return undefined;
    if (wish.type === 'decision' || wish.type === 'answer' || wish.type === 'wording') {
      invocation.output.note('It waits for you, and nobody is there.');
      return EXIT.incomplete;
    }
    return drafts.open.length > 0 || this.#hasPlanner ? EXIT.incomplete : EXIT.ok;
  }
}

function promptFor(wish: Wish): string | undefined {
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
      return 'Write your answer:';
    case 'nothing':
      return undefined;
  }
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
      throw noDrafts(planner);
    const place = { sessions, store, id: id ?? `talk:${shortName()}`, title: `Talk with ${name}` };
    return await createTalkSession(invocation, place, options);
  }
  if (planner !== undefined && known.module.id !== planner) throw otherPlanner(known, planner);
  if (known.module.talks !== 'agent') throw noTalker(known);
  if ((await known.view()).archived) throw archived(known);
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
    if (name === '') {
      throw new CliError('usage', {
        expected: '--header to be like "x-api-key: 123"',
        actual: JSON.stringify(header.slice(0, 40)),
        fix: 'Write its name, a colon and its value.',
      });
    }
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

function otherPlanner({ id, module }: OpenSession, planner: string): CliError {
  return new CliError('usage', {
    expected: `the planner of session ${id}, ${module.id}`,
    actual: planner,
    fix: 'Leave --planner out, or begin another session.',
  });
}

function noDrafts(planner: string): CliError {
  return new CliError('usage', {
    expected: 'a planner that talks to other agents',
    actual: planner,
    fix: 'Name one that drafts messages, or leave --planner out to write yourself.',
  });
}

function noTalker({ id, module }: OpenSession): CliError {
  return new CliError('usage', {
    expected: 'a session that talks to other agents',
    actual: `${id}, which is one of ${module.id}`,
    fix: 'Name another session, or leave --session out to begin one.',
  });
}

function archived({ id }: OpenSession): CliError {
  return new CliError('usage', {
    expected: 'a session that goes on',
    actual: `${id}, which was archived`,
    fix: 'Name another session, or leave --session out to begin one.',
  });
}

function plannerFlags({ planner, auto }: TalkOptions): string {
  return `${planner === undefined ? '' : ` --planner ${planner}`}${auto ? ' --auto' : ''}`;
}
