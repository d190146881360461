import { once } from 'node:events';
import { ledgerOf } from '../../../../harness/conversation/ledger.ts';
import { isFinal } from '../../../../harness/conversation/task-status.ts';
import { localUser } from '../../../../host/local-user.ts';
import { pairSessions } from '../../../../host/pair-sessions.ts';
import type { Scenario } from '../../../../planners/scenario/file/scenario.ts';
import { parseScenario } from '../../../../planners/scenario/file/validate-scenario.ts';
import { shortName } from '../../../../sessions/short-name.ts';
import {
  askingOf,
  type ConversationOptions,
  converse,
  openSide,
  type Side,
} from '../../commands/session/conversation.ts';
import { talkingModel } from '../../config/models.ts';
import { withSessions } from '../../config/open-sessions.ts';
import { CliError } from '../../error.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { type Invocation, orInterrupted } from '../../invocation.ts';
import { errorNote } from '../../terminal/error-note.ts';
import { followUpCommand, modelWords } from '../../terminal/follow-up-command.ts';
import { InputLines } from '../../terminal/input/input-lines.ts';
import { onOneLine } from '../../terminal/text/printable.ts';
import { MessageOrder } from '../../terminal/transcript-printer.ts';
import { scenarioText, seedOfScenario } from './scenario-file.ts';

export interface ScenarioRunOptions {
  readonly auto?: boolean;
  readonly model?: string;
  readonly as: readonly string[];
  readonly maxTurns?: number;
  /** The name of an interrupted play. */
  readonly resume?: string;
}

const MAX_AGENT_ID_LENGTH = 80;

/** Plays the two agents of a scenario against each other, and prints the conversation. */
export async function run(
  invocation: Invocation,
  file: string,
  { as, auto = false, model, maxTurns = Number.POSITIVE_INFINITY, resume }: ScenarioRunOptions,
): Promise<ExitCode> {
  const { output, signal, clock, env } = invocation;
  const text = await scenarioText(file, invocation);
  const scenario = parseScenario(text);
  const { metadata } = scenario;
  const agents = playersOf(scenario, as);
  const llm = await talkingModel(model, invocation);
  return await withSessions(invocation, { create: true, llm }, async (sessions, store) => {
    const play = resume ?? shortName();
    const lines = new InputLines(invocation.stdin);
    const order = new MessageOrder();
    const deliver = heldAfter(maxTurns);
    output.note(onOneLine(`${metadata.title}: ${agents.join(' and ')} (play ${play})`));
    const sides: Side[] = [];
    const join = async (agentId: string): Promise<Side> => {
      const id = `scenario:${play}:${agentId.slice(0, MAX_AGENT_ID_LENGTH)}`;
      const session =
        resume === undefined
          ? await sessions.create({
              planner: 'scenario',
              id,
              title: `${metadata.title}, as ${agentId}`,
              config: await seedOfScenario(text, { myAgentId: agentId, store, clock }),
              mode: auto ? 'auto' : 'approve',
              by: localUser(),
            })
          : await sessions.open(id);
      const me = scenario.agents.find((agent) => agent.agentId === agentId)?.principal.name ?? agentId;
      const transcript = { me, tellsOwn: true, session: session.id, order };
      const side = await openSide(invocation, agentId, session, {
        llm,
        deliver,
        hasPlanner: true,
        auto,
        transcript,
      });
      sides.push(side);
      return side;
    };
    try {
      const pair = [await join(agents[0]), await join(agents[1])] as const;
      const [first, second] = pair;
      const pairing = await pairSessions(first.session.journal, second.session.journal, {
        onError: (error) => output.note(`Failed, trying again: ${errorNote(error, env)}`),
      });
      const ended = endingOf(invocation, pair, lines, maxTurns);
      try {
        return await orInterrupted(converse(invocation, pair, lines, { ended }), signal);
      } finally {
        pairing.close();
      }
    } finally {
      lines.close();
      for (const side of sides) await side.close();
      const [first] = sides;
      if (first)
        output.note(`See everything: ${followUpCommand(invocation, 'journal', 'show', first.session.id)}`);
      const again = followUpCommand(
        invocation,
        ...['scenario', 'run', file, '--resume', play],
        auto && '--auto',
        ...modelWords(invocation, model),
        ...as.flatMap((agent) => ['--as', agent]),
        ...(Number.isFinite(maxTurns) ? ['--max-turns', String(maxTurns)] : []),
      );
      if (first && signal.aborted) output.note(`Stopped. Continue with: ${again}`);
    }
  });
}

/** Sends at most this many messages, and holds the next. */
function heldAfter(
  turns: number,
): (message: unknown, how: { readonly signal: AbortSignal }) => Promise<void> {
  let left = turns;
  return async (_, { signal }) => {
    left -= 1;
    if (left < 0 && !signal.aborted) await once(signal, 'abort');
    signal.throwIfAborted();
  };
}

/**
 * The end of a play: the conversation is over, has reached its maximum length, or waits for somebody who is not there.
 */
function endingOf(
  { output }: Invocation,
  pair: readonly [Side, Side],
  lines: InputLines,
  maxTurns: number,
): ConversationOptions['ended'] {
  return async (asking, more) => {
    const [{ status = 'unknown' }, other] = await ledgersOf(pair);
    if (isFinal(status) && isFinal(other.status)) {
      const isDone = status === 'completed';
      if (!output.json)
        await output.line([{ text: `The conversation is ${status}.`, style: isDone ? 'green' : 'yellow' }]);
      return isDone ? EXIT.ok : EXIT.incomplete;
    }
    if (pair.reduce((sum, { printer }) => sum + printer.sent, 0) >= maxTurns) {
      output.note(`Stopped after ${maxTurns} messages.`);
      return EXIT.incomplete;
    }
    // A side held at the limit never finishes.
    const isOver = asking ? lines.isOver : await Promise.race([isQuiet(pair), more.then(() => false)]);
    // A draft may have arrived during the check.
    if (!isOver || (asking === undefined && (await askingOf(pair)))) return undefined;
    output.note(
      asking
        ? `${asking.side.name} needs an answer, but the input has ended.`
        : 'Neither side has anything more to say.',
    );
    return EXIT.incomplete;
  };
}

/** A session in a play. */
export interface Player {
  readonly session: Pick<Side['session'], 'journal'>;
  readonly running: Pick<Side['running'], 'idle'>;
}

/** Resolves to whether both sessions are idle: no planner is running, and no message is in transit. */
export async function isQuiet(pair: readonly [Player, Player]): Promise<boolean> {
  const before = await headsOf(pair);
  for (const { running } of pair) await running.idle();
  const [left, right] = await ledgersOf(pair);
  for (const [from, to] of [[left, right] as const, [right, left] as const]) {
    const { latestPublic, status } = from;
    if (latestPublic?.type !== 'remote_sent') continue;
    // The turn is passed on last.
    if (!to.hasMessage(latestPublic.messageId) || status === 'input-required') return false;
  }
  const after = await headsOf(pair);
  return before.every((head, at) => head === after[at]);
}

/** The state of the conversation on both sides. */
export async function ledgersOf([one, other]: readonly [Player, Player]) {
  return [await ledgerOf(one.session.journal), await ledgerOf(other.session.journal)] as const;
}

async function headsOf(pair: readonly Player[]): Promise<readonly number[]> {
  return await Promise.all(pair.map(({ session }) => session.journal.head()));
}

/** The agents that play: the named ones, the first of them starting, or the first two. */
export function playersOf({ agents }: Scenario, chosen: readonly string[]): readonly [string, string] {
  const all = agents.map(({ agentId }) => agentId);
  const [first = all[0], second = all.find((agentId) => agentId !== first), ...rest] = chosen;
  const areKnown = chosen.every((agentId) => all.includes(agentId));
  if (areKnown && first !== undefined && second !== undefined && first !== second && rest.length === 0)
    return [first, second];
  throw new CliError('usage', {
    summary:
      chosen.length === 0
        ? 'The scenario has only one agent.'
        : `Two agents are needed, and --as names ${chosen.join(', ')}.`,
    fix: `Name two agents with --as: ${all.join(', ')}. The first one begins.`,
  });
}
