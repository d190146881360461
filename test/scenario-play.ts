import { expect } from 'vitest';
import {
  type ConversationFact,
  conversationFact,
  conversationFacts,
  createSender,
  ingest,
  ledgerOf,
  type Planner,
  startPlannerController,
} from '../src/harness/index.ts';
import { createPlannerSetup } from '../src/harness/setup/planner-setup.ts';
import { runReactors } from '../src/host/index.ts';
import { memoryStore, openJournal, type ProposedFact } from '../src/journal/index.ts';
import { offlineModel } from '../src/model/index.ts';
import { scorePlay } from '../src/planners/scenario/bargaining/score-play.ts';
import { createScenarioPlanner, type Scenario, ScenarioConfig } from '../src/planners/scenario/index.ts';
import { offlineSkills } from '../src/planners/scenario/offline-skills.ts';
import { eventually } from './eventually.ts';

const inputRequired = { type: 'status_changed', a2a: 'input-required' } as const;
const OVER = /^(?:completed|failed|canceled|rejected|planner_error)$/;

/** One side: a journal with a harness in auto mode, and the sender's reactor. */
async function side(scenario: Scenario, myAgentId: string) {
  const journal = openJournal(memoryStore(), `play:${myAgentId}`, { facts: conversationFacts });
  const scenarioPlanner = createScenarioPlanner();
  const planner: Planner = {
    ...scenarioPlanner,
    plan: (input, context) =>
      scenarioPlanner.plan(input, {
        ...context,
        writeAttachment: async (bytes) => (await journal.attachments.put(bytes)).sha256,
      }),
  };
  const config = ScenarioConfig.parse({ resolvedScenario: scenario, myAgentId });
  const llm = offlineModel({ skills: offlineSkills });
  const setup = createPlannerSetup({ planner, config, ready: true, mode: 'auto' });
  const controller = startPlannerController({ journal, setup, options: { llm } });
  const sender = createSender({ journal, deliver: async () => {} });
  const reactors = await runReactors(journal, [sender], { worker: myAgentId });
  const facts = async () => (await journal.facts()).flatMap((fact) => conversationFact(fact) ?? []);
  const close = async () => {
    await controller.close();
    await reactors.close();
  };
  return { journal, facts, close };
}

type Side = Awaited<ReturnType<typeof side>>;

/** Copies what one side sent to the other, with its files, and what the message means for where both stand. */
function bridge(from: Side, to: Side): () => void {
  const hints = new Map<string, string>();
  return from.journal.subscribe({ from: 1 }, async (facts) => {
    for (const fact of facts.flatMap((each) => conversationFact(each) ?? [])) {
      if (fact.type === 'compose_intent' && fact.nextStateHint) hints.set(fact.composeId, fact.nextStateHint);
      if (fact.type === 'remote_sent') await carry(fact, hints.get(fact.composeId ?? ''), from, to);
    }
  });
}

async function carry(
  { messageId, text, attachments = [] }: Extract<ConversationFact, { type: 'remote_sent' }>,
  hint: string | undefined,
  from: Side,
  to: Side,
): Promise<void> {
  const added: ProposedFact[] = [];
  for (const { name, mimeType = 'text/plain', sha256 = '' } of attachments) {
    const { size } = await to.journal.attachments.put(await from.journal.attachments.get(sha256));
    added.push({ type: 'attachment_added', name, mimeType, sha256, size, origin: 'remote' });
  }
  const status = { type: 'status_changed', a2a: hint ?? 'input-required' };
  const files = attachments.length > 0 ? { attachments } : {};
  await ingest(to.journal, [...added, { type: 'remote_received', messageId, text, ...files }, status]);
  if (hint) await ingest(from.journal, [status]);
}

/** Lets two agents of a scenario talk until it is over for both, and returns what each journal holds. */
export async function play(scenario: Scenario, first: string, second: string) {
  const sides = [await side(scenario, first), await side(scenario, second)] as const;
  const [a, b] = sides;
  const unbridge = [bridge(a, b), bridge(b, a)];
  await ingest(a.journal, [inputRequired]);
  const state = async ({ journal, facts }: Side) =>
    (await facts()).find(({ type }) => type === 'planner_error')?.type ?? (await ledgerOf(journal)).status;
  await eventually(() => state(a)).toMatch(OVER);
  await eventually(() => state(b)).toMatch(OVER);
  for (const stop of unbridge) stop();
  for (const { close } of sides) await close();
  const files = async ({ journal, facts }: Side) => {
    const hashes = (await facts()).flatMap((fact) =>
      fact.type === 'remote_sent' ? (fact.attachments ?? []).flatMap(({ sha256 }) => sha256 ?? []) : [],
    );
    return await Promise.all(
      hashes.map(async (hash) => new TextDecoder().decode(await journal.attachments.get(hash))),
    );
  };
  const score = scorePlay(scenario, [
    { agentId: first, facts: await a.journal.facts(), sentFiles: await files(a) },
    { agentId: second, facts: await b.journal.facts(), sentFiles: await files(b) },
  ]);
  const facts = [await a.facts(), await b.facts()] as const;
  return {
    facts,
    /** What each side told the other, files included. */
    told: await Promise.all(
      sides.map(async (each, at) =>
        [
          ...(facts[at] ?? []).flatMap((fact) => (fact.type === 'remote_sent' ? [fact.text] : [])),
          ...(await files(each)),
        ].join('\n'),
      ),
    ),
    score,
  };
}

/** Fails unless a play ended once, in the same way for both, within the limits of both, and neither has told one. */
export function expectFair({ facts: [begun], score }: Awaited<ReturnType<typeof play>>): void {
  const messages = begun.filter(({ type }) => type === 'remote_sent' || type === 'remote_received');
  expect(messages.map(({ type }) => type)).toEqual(
    messages.map((_, at) => (at % 2 === 0 ? 'remote_sent' : 'remote_received')),
  );
  expect(messages.length).toBeLessThanOrEqual(18);
  expect(score.isContradictory).toBe(false);
  for (const side of score.sides) expect(side).toMatchObject({ leaked: [], beyond: [], errors: 0 });
}
