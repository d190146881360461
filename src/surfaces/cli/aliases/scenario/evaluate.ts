import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isFinal } from '../../../../harness/conversation/task-status.ts';
import { conversationFact } from '../../../../harness/facts.ts';
import { pairSessions } from '../../../../host/pair-sessions.ts';
import { createRegistry } from '../../../../host/registry.ts';
import { runSession } from '../../../../host/run-session.ts';
import { createHostSession } from '../../../../host/session.ts';
import { memoryStore } from '../../../../journal/memory-store.ts';
import type { Llm } from '../../../../model/llm.ts';
import {
  type PlayedSide,
  type PlayScore,
  scorePlay,
} from '../../../../planners/scenario/bargaining/score-play.ts';
import { ScenarioConfig } from '../../../../planners/scenario/config.ts';
import type { Scenario } from '../../../../planners/scenario/file/scenario.ts';
import { parseScenario } from '../../../../planners/scenario/file/validate-scenario.ts';
import { scenarioModule } from '../../../../planners/scenario/module.ts';
import { modelsOf } from '../../config/models.ts';
import { CliError } from '../../error.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { atomicWrite } from '../../files/atomic-write.ts';
import { type Invocation, orInterrupted } from '../../invocation.ts';
import { errorNote } from '../../terminal/error-note.ts';
import { printList } from '../../terminal/list.ts';
import { isQuiet, ledgersOf, playersOf } from './run.ts';
import { scenarioText } from './scenario-file.ts';

export interface EvaluateOptions {
  readonly runs: number;
  readonly model: readonly string[];
  readonly as: readonly string[];
  readonly maxTurns: number;
  /** A directory for the transcripts. */
  readonly out?: string;
}

/** A play with its score. */
interface EvaluatedPlay extends PlayScore {
  readonly model: string;
  readonly run: number;
  readonly transcript: string;
}

/** Has models play both sides of a scenario, and scores the results. Nothing is stored. */
export async function evaluate(
  invocation: Invocation,
  file: string,
  { runs, model, as, maxTurns, out }: EvaluateOptions,
): Promise<ExitCode> {
  const { output, signal, env } = invocation;
  const scenario = parseScenario(await scenarioText(file, invocation));
  const agents = playersOf(scenario, as);
  const open = await modelsOf(invocation);
  const names = model.length > 0 ? model : [env.WAYFOLD_MODEL?.trim() || 'offline'];
  const models = names.map((name) => ({ name, llm: open(name) }));
  // Created before playing: failing later would waste the cost.
  if (out !== undefined) await makeFolder(out);
  const played: EvaluatedPlay[] = [];
  for (const { name, llm } of models) {
    for (let run = 1; run <= runs; run++) {
      output.note(`${name}, run ${run} of ${runs}`);
      const sides = await orInterrupted(play(invocation, { scenario, agents, llm, maxTurns }), signal);
      const transcript = transcriptOf(scenario, sides);
      played.push({ model: name, run, ...scorePlay(scenario, sides), transcript });
    }
  }
  if (out !== undefined) await writeTranscripts(out, scenario, played);
  await printList(invocation, played, {
    value: (each) => each,
    none: 'Nothing was played.',
    columns: [
      { title: 'MODEL' },
      { title: 'RUN' },
      { title: 'END' },
      { title: 'GOALS' },
      { title: 'LEAKED' },
      { title: 'BEYOND' },
      { title: 'ENDINGS' },
      { title: 'TURNS' },
      { title: 'TOKENS' },
      { title: 'COST' },
    ],
    row: cellsOf,
  });
  if (out !== undefined) output.note(`The transcripts are in ${out}.`);
  return played.every(isSound) ? EXIT.ok : EXIT.incomplete;
}

function isSound({ sides, isContradictory }: PlayScore): boolean {
  return (
    !isContradictory &&
    sides.every(({ leaked, beyond, errors }) => leaked.length + beyond.length + errors === 0)
  );
}

function cellsOf({ model, run, sides, turns, isContradictory }: EvaluatedPlay): readonly string[] {
  const total = (of: (side: PlayScore['sides'][number]) => number) =>
    sides.reduce((sum, side) => sum + of(side), 0);
  const cost = total((side) => side.cost);
  return [
    model,
    String(run),
    [...new Set(sides.map(({ status }) => status))].join('/'),
    sides.map(({ goalsMet }) => (goalsMet === undefined ? '-' : `${Math.round(goalsMet * 100)}%`)).join(' '),
    String(total(({ leaked }) => leaked.length)),
    String(total(({ beyond }) => beyond.length)),
    `${total(({ endings }) => endings)}${isContradictory ? ' contradictory' : ''}`,
    String(turns),
    String(total(({ tokens }) => tokens)),
    cost === 0 ? '-' : `$${cost.toFixed(4)}`,
  ];
}

async function play(
  { output, env }: Invocation,
  {
    scenario,
    agents,
    llm,
    maxTurns,
  }: {
    readonly scenario: Scenario;
    readonly agents: readonly [string, string];
    readonly llm: Llm;
    readonly maxTurns: number;
  },
): Promise<readonly PlayedSide[]> {
  const store = memoryStore();
  const registry = createRegistry([scenarioModule()]);
  const onError = (error: unknown): void => output.note(`Failed, trying again: ${errorNote(error, env)}`);
  const join = async (agentId: string) => {
    const session = await createHostSession(store, registry, {
      id: `play:${agentId}`,
      title: agentId,
      plannerId: 'scenario',
      config: ScenarioConfig.parse({ resolvedScenario: scenario, myAgentId: agentId }),
      mode: 'auto',
    });
    return { agentId, session, running: await runSession(session, { worker: agentId, llm, onError }) };
  };
  const pair = [await join(agents[0]), await join(agents[1])] as const;
  const [one, other] = pair;
  const pairing = await pairSessions(one.session.journal, other.session.journal, { onError });
  try {
    for (;;) {
      const ledgers = await ledgersOf(pair);
      if (ledgers.every(({ status }) => isFinal(status))) break;
      if ((await publicIn(one.session.journal)) >= maxTurns) break;
      await pairing.idle();
      if (await isQuiet(pair)) break;
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
    return await Promise.all(pair.map(({ agentId, session }) => playedSide(agentId, session.journal)));
  } finally {
    pairing.close();
    for (const { running } of pair) await running.close();
    await store.close();
  }
}

const PAUSE_MS = 10;

type PlayJournal = Parameters<typeof pairSessions>[0];

async function publicIn(journal: PlayJournal): Promise<number> {
  return (await journal.facts()).filter(({ type }) => type === 'remote_sent' || type === 'remote_received')
    .length;
}

async function playedSide(agentId: string, journal: PlayJournal): Promise<PlayedSide> {
  const facts = await journal.facts();
  const hashes = facts.flatMap((fact) => {
    const sent = conversationFact(fact);
    return sent?.type === 'remote_sent' ? (sent.attachments ?? []).flatMap(({ sha256 }) => sha256 ?? []) : [];
  });
  const sentFiles = await Promise.all(
    hashes.map(async (hash) => new TextDecoder().decode(await journal.attachments.get(hash))),
  );
  return { agentId, facts, sentFiles };
}

function transcriptOf({ metadata, agents }: Scenario, [first]: readonly PlayedSide[]): string {
  if (first === undefined) return '';
  const nameOf = (agentId: string) =>
    agents.find((agent) => agent.agentId === agentId)?.principal.name ?? agentId;
  const other = agents.find(({ agentId }) => agentId !== first.agentId)?.agentId ?? 'the other side';
  const lines = first.facts.flatMap((fact) => {
    const message = conversationFact(fact);
    if (message?.type === 'remote_sent') return [`**${nameOf(first.agentId)}**: ${message.text}`];
    if (message?.type === 'remote_received') return [`**${nameOf(other)}**: ${message.text}`];
    return message?.type === 'status_changed' && isFinal(message.a2a)
      ? [`The conversation is ${message.a2a}.`]
      : [];
  });
  return `${[`# ${metadata.title}`, ...lines].join('\n\n')}\n`;
}

async function writeTranscripts(
  folder: string,
  { metadata }: Scenario,
  played: readonly EvaluatedPlay[],
): Promise<void> {
  for (const { model, run, transcript } of played) {
    const name = `${metadata.id}-${model}-${run}`.replace(/[^\w.-]+/g, '-');
    await atomicWrite(join(folder, `${name}.md`), [transcript], { force: true, mode: 0o644 });
  }
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw new CliError('file-failed', {
      summary: `${folder} cannot be created as a directory for the transcripts.`,
      fix: 'Nothing was played. Name a directory that you may write to with --out.',
      cause,
    });
  });
}
