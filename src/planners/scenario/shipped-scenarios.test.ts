import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import {
  type ConversationFact,
  conversationFact,
  conversationFacts,
  createSender,
  ingest,
  ledgerOf,
  type Planner,
  startPlannerController,
} from '../../harness/index.ts';
import { createPlannerSetup } from '../../harness/planner-setup.ts';
import { runReactors } from '../../host/index.ts';
import { memoryStore, openJournal, type ProposedFact } from '../../journal/index.ts';
import { offlineModel } from '../../model/index.ts';
import { OFFLINE_LABEL } from '../../model/offline/reply.ts';
import { createScenarioPlanner, parseScenario, type Scenario, ScenarioConfig } from './index.ts';
import { offlineSkills } from './offline-skills.ts';
import { scorePlay } from './score-play.ts';

const folder = fileURLToPath(new URL('../../../examples/scenarios/', import.meta.url));
const shipped = globSync('*.json', { cwd: folder })
  .toSorted()
  .map((file) => ({ file: basename(file), scenario: parseScenario(readFileSync(folder + file)) }));

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
async function play(scenario: Scenario, first: string, second: string) {
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
  return {
    facts: [await a.facts(), await b.facts()] as const,
    files: [await files(a), await files(b)],
    score,
  };
}

const textsOf = (facts: readonly ConversationFact[]) =>
  facts.flatMap((fact) => (fact.type === 'remote_sent' ? [fact.text] : []));

/** Every text and number with at least three digits that an agent keeps under `limits`. */
function secretsOf(scenario: Scenario, agentId: string): readonly string[] {
  const { knowledgeBase } = scenario.agents.find((agent) => agent.agentId === agentId) ?? {};
  const limits = JSON.stringify(knowledgeBase?.limits ?? {});
  return [...limits.matchAll(/\d[\d,.]*\d{2}/g)].map(([number]) => number.replaceAll(',', ''));
}

describe('the scenarios that ship', () => {
  it('are six at least, with two agents, several tools each, and tools that end the conversation', () => {
    expect(shipped.length).toBeGreaterThanOrEqual(6);
    expect(new Set(shipped.map(({ scenario }) => scenario.metadata.tags?.[0])).size).toBe(shipped.length);
    for (const { file, scenario } of shipped) {
      expect(scenario.metadata.id).toBe(file.replace('.json', ''));
      expect(scenario.agents).toHaveLength(2);
      const [one, other] = scenario.agents.map(({ terms = [] }) =>
        terms.map(({ name, label }) => ({ name, label })),
      );
      expect(one?.length).toBeGreaterThan(1);
      expect(one).toEqual(other);
      for (const { tools } of scenario.agents) {
        expect(tools.filter(({ endsConversation }) => !endsConversation).length).toBeGreaterThanOrEqual(3);
        expect(tools.filter(({ endsConversation }) => endsConversation).length).toBeGreaterThanOrEqual(2);
      }
    }
  });

  it.each(
    shipped.flatMap(({ file, scenario }) => {
      const [a = '', b = ''] = scenario.agents.map(({ agentId }) => agentId);
      return [
        { file, scenario, first: a, second: b },
        { file, scenario, first: b, second: a },
      ];
    }),
  )('$file is played to its end offline when $first begins', async ({ scenario, first, second }) => {
    const { facts, files, score } = await play(scenario, first, second);
    const [begun] = facts;
    const messages = begun.filter(({ type }) => type === 'remote_sent' || type === 'remote_received');
    expect(messages.map(({ type }) => type)).toEqual(
      messages.map((_, at) => (at % 2 === 0 ? 'remote_sent' : 'remote_received')),
    );
    expect(messages.length).toBeGreaterThan(3);
    expect(messages.length).toBeLessThanOrEqual(18);
    expect(score.isContradictory).toBe(false);
    for (const side of score.sides) expect(side).toMatchObject({ leaked: [], beyond: [], errors: 0 });
    const hasAgreement = !scenario.metadata.tags?.includes('no agreement');
    expect(score.sides.map(({ status }) => status === 'completed')).toEqual([hasAgreement, hasAgreement]);
    if (hasAgreement) for (const { goalsMet } of score.sides) expect(goalsMet).toBe(1);
    else expect(score.agreed).toBeUndefined();

    for (const [at, agentId] of [first, second].entries()) {
      const theirs = textsOf(facts[1 - at] ?? []).join('\n');
      const own = [...textsOf(facts[at] ?? []), ...(files[at] ?? [])].join('\n');
      // A number that the other side has named is no secret any more.
      const told = secretsOf(scenario, agentId).filter((secret) => !theirs.includes(secret));
      for (const secret of told) expect(own).not.toContain(secret);
    }
  });

  it('are played the same way every time, and what the offline model wrote is labelled', async () => {
    const [first] = shipped;
    if (first === undefined) throw new Error('no scenario');
    const [a = '', b = ''] = first.scenario.agents.map(({ agentId }) => agentId);
    const texts = async () =>
      (await play(first.scenario, a, b)).facts[0].flatMap((fact) =>
        fact.type === 'remote_sent' || fact.type === 'remote_received' ? [fact.text] : [],
      );
    const said = await texts();
    expect(await texts()).toEqual(said);
    const [opening, ...made] = said;
    expect(opening).toBe(first.scenario.agents[0]?.messageToUseWhenInitiatingConversation);
    for (const text of made) expect(text).toContain(OFFLINE_LABEL);
  });
});
