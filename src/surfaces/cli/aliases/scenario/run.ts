import { once } from 'node:events';
import { ledgerOf } from '../../../../harness/ledger.ts';
import { limitsFrom } from '../../../../host/config/limits.ts';
import { localUser } from '../../../../host/local-user.ts';
import { pairSessions } from '../../../../host/pair-sessions.ts';
import { runSession } from '../../../../host/run-session.ts';
import { isGone, workerName } from '../../../../host/this-process.ts';
import type { Llm } from '../../../../model/llm.ts';
import type { Scenario } from '../../../../planners/scenario/scenario.ts';
import { parseScenario } from '../../../../planners/scenario/validate-scenario.ts';
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
import { MessageOrder, TranscriptPrinter } from '../../terminal/transcript-printer.ts';
import { scenarioText, seedOfScenario } from './scenario-file.ts';
import { isOver, isQuiet, type Side } from './side.ts';

export interface ScenarioRunOptions {
  readonly auto?: boolean;
  readonly model?: string;
  readonly as: readonly string[];
  readonly maxTurns?: number;
}

const LONGEST_AGENT_ID = 80;

/** Lets so many messages out, and holds the next. */
class TurnLimit {
  #left: number;

  constructor(turns: number) {
    this.#left = turns;
  }

  async take(signal: AbortSignal): Promise<void> {
    this.#left -= 1;
    if (this.#left < 0 && !signal.aborted) await once(signal, 'abort');
    signal.throwIfAborted();
  }
}

/** Lets the two agents of a scenario talk to each other, and tells what both say. */
export async function run(
  invocation: Invocation,
  file: string,
  options: ScenarioRunOptions,
): Promise<ExitCode> {
  const { output, signal } = invocation;
  const text = await scenarioText(file, invocation);
  const scenario = parseScenario(text);
  const agents = playersOf(scenario, options.as);
  const llm = await talkingModel(options.model, invocation);
  return await withSessions(invocation, { create: true, llm }, async (sessions, store) => {
    const play = shortName();
    const lines = new InputLines(invocation.stdin);
    const sides: Side[] = [];
    const order = new MessageOrder();
    const limit = new TurnLimit(options.maxTurns ?? Number.POSITIVE_INFINITY);
    const auto = options.auto === true;
    output.note(`${scenario.metadata.title}: ${agents.join(' and ')} (play ${play})`);
    try {
      for (const agentId of agents) {
        const seed = await seedOfScenario(text, { myAgentId: agentId, store, clock: invocation.clock });
        sides.push(
          await sideOf(invocation, sessions, { scenario, agentId, seed, play, llm, order, limit, auto }),
        );
      }
      const [first, second] = sides;
      if (first === undefined || second === undefined) return EXIT.usage;
      const pairing = await pairSessions(first.session.journal, second.session.journal, {
        onError: (error) => output.note(`Trouble, trying again: ${errorNote(error, invocation.env)}`),
      });
      try {
        return await orInterrupted(playToTheEnd(invocation, [first, second], lines, options), signal);
      } finally {
        pairing.close();
      }
    } finally {
      lines.close();
      for (const { printer, running } of sides) {
        printer.close();
        await running.close();
      }
      const ids = sides.map(({ session }) => session.journal.id);
      if (ids.length > 0) output.note(`See it all: wayfold journal show ${ids[0]}`);
    }
  });
}

async function sideOf(
  { output, env }: Invocation,
  sessions: Sessions,
  {
    scenario,
    agentId,
    seed,
    play,
    llm,
    order,
    limit,
    auto,
  }: {
    readonly scenario: Scenario;
    readonly agentId: string;
    /** What sets its side up. */
    readonly seed: Readonly<Record<string, unknown>>;
    readonly play: string;
    readonly llm: Llm;
    readonly order: MessageOrder;
    readonly limit: TurnLimit;
    readonly auto: boolean;
  },
): Promise<Side> {
  const { session } = await sessions.create({
    planner: 'scenario',
    id: `scenario:${play}:${agentId.slice(0, LONGEST_AGENT_ID)}`,
    title: `${scenario.metadata.title}, as ${agentId}`,
    config: seed,
    mode: auto ? 'auto' : 'approve',
    by: localUser(),
  });
  const running = await runSession(session, {
    worker: workerName(),
    isGone,
    limits: limitsFrom(env),
    llm,
    deliver: (_, { signal }) => limit.take(signal),
    onError: (error) => output.note(`Trouble, trying again: ${errorNote(error, env)}`),
  });
  const printer = await TranscriptPrinter.of(session.journal, {
    output,
    me: scenario.agents.find((agent) => agent.agentId === agentId)?.principal.name ?? agentId,
    tellsOwn: true,
    tellsDrafts: !auto,
    session: session.journal.id,
    order,
  });
  const input = new TerminalInput(session.journal, { hasPlanner: true, auto });
  return { name: agentId, session, running, printer, input };
}

async function playToTheEnd(
  { output }: Invocation,
  sides: readonly [Side, Side],
  lines: InputLines,
  { maxTurns = Number.POSITIVE_INFINITY }: ScenarioRunOptions,
): Promise<ExitCode> {
  const [first] = sides;
  let prompted = '';
  for (;;) {
    // Before anything is looked at: what changes meanwhile is seen.
    const more = Promise.race([lines.arrival(), ...sides.map(({ printer }) => printer.change())]);
    more.catch(() => {});
    for (const { printer } of sides) await printer.upToDate();
    if (await isOver(sides)) return await ending(output, first);
    if (sides.reduce((sum, { printer }) => sum + printer.sent, 0) >= maxTurns) {
      output.note(`Stopped after ${maxTurns} messages.`);
      return EXIT.incomplete;
    }
    const asking = await sideThatAsks(sides);
    const line = asking && lines.take();
    if (asking && line !== undefined) {
      prompted = '';
      const word = await asking.side.input.take(line, asking.wish);
      if (word) output.note(word);
      continue;
    }
    // Somebody may be held at the limit, and is never done.
    const quiet = asking ? lines.isOver : await Promise.race([isQuiet(sides), more.then(() => false)]);
    // A draft that came while it was looked at.
    if (quiet && !asking && (await sideThatAsks(sides))) continue;
    if (quiet) {
      output.note(
        asking
          ? `${asking.side.name} waits for you, and nobody is there.`
          : 'Neither side has anything more to say.',
      );
      return EXIT.incomplete;
    }
    if (asking) {
      const key = JSON.stringify([asking.side.name, asking.wish]);
      if (key !== prompted) output.note(promptFor(asking.wish));
      prompted = key;
    }
    await more;
  }
}

async function sideThatAsks(
  sides: readonly Side[],
): Promise<{ readonly side: Side; readonly wish: Wish } | undefined> {
  for (const side of sides) {
    const wish = await side.input.wish();
    if (wish.type !== 'message' && wish.type !== 'nothing') return { side, wish };
  }
  return undefined;
}

async function ending(output: Invocation['output'], { session }: Side): Promise<ExitCode> {
  const { status = 'unknown' } = await ledgerOf(session.journal);
  if (!output.json)
    await output.line([
      { text: `The conversation is ${status}.`, style: status === 'completed' ? 'green' : 'yellow' },
    ]);
  return status === 'completed' ? EXIT.ok : EXIT.incomplete;
}

function promptFor({ type }: Wish): string {
  switch (type) {
    case 'answer':
      return 'Write your answer:';
    case 'wording':
      return 'Write what is to be sent instead:';
    default:
      return '(a)pprove, (e)dit, (d)ismiss, (r)egenerate, or say what to do better';
  }
}

/** Who plays: the agents that were named, the first of them beginning, or the first two. */
function playersOf({ agents }: Scenario, chosen: readonly string[]): readonly [string, string] {
  const all = agents.map(({ agentId }) => agentId);
  const [first = all[0], second = all.find((agentId) => agentId !== first), ...rest] = chosen;
  if (first !== undefined && second !== undefined && first !== second && rest.length === 0)
    return [first, second];
  throw new CliError('usage', {
    expected: `two agents of the scenario, by --as: ${all.join(', ')}`,
    actual: chosen.length === 0 ? 'a scenario with one agent' : chosen.join(', '),
    fix: 'The first that is named begins.',
  });
}
