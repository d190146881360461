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
  return [await a.facts(), await b.facts()] as const;
}

const successful = (facts: readonly ConversationFact[]) =>
  facts.flatMap((fact) => {
    if (fact.type !== 'tool_call') return [];
    const result = facts.find((other) => other.type === 'tool_result' && other.callId === fact.callId);
    return result?.type === 'tool_result' && result.ok ? [fact.name] : [];
  });

describe('the scenarios that ship', () => {
  it('are two at least, with two agents, several tools each, and tools that end the conversation', () => {
    expect(shipped.length).toBeGreaterThanOrEqual(2);
    for (const { file, scenario } of shipped) {
      expect(scenario.metadata.id).toBe(file.replace('.json', ''));
      expect(scenario.agents).toHaveLength(2);
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
    const [begun, answered] = await play(scenario, first, second);
    for (const facts of [begun, answered])
      expect(facts.filter(({ type }) => type === 'planner_error')).toEqual([]);

    const messages = begun.filter(({ type }) => type === 'remote_sent' || type === 'remote_received');
    expect(messages.length).toBeLessThanOrEqual(8);
    expect(messages.map(({ type }) => type)).toEqual(
      messages.map((_, at) => (at % 2 === 0 ? 'remote_sent' : 'remote_received')),
    );

    const [one, other] = [first, second].map((id) => scenario.agents.find(({ agentId }) => agentId === id));
    for (const [agent, facts] of [
      [one, begun],
      [other, answered],
    ] as const) {
      const used = successful(facts);
      expect(used).toEqual([...new Set(used)]);
      const ordinary = agent?.tools.filter(({ endsConversation }) => !endsConversation) ?? [];
      expect(ordinary.map(({ toolName }) => toolName).filter((name) => !used.includes(name))).toEqual([]);
    }
    const ending = [...successful(begun), ...successful(answered)].filter((name) =>
      scenario.agents.some(({ tools }) =>
        tools.some(({ toolName, endsConversation }) => toolName === name && endsConversation),
      ),
    );
    expect(ending).toHaveLength(1);
    expect(begun.findLast(({ type }) => type === 'status_changed')).toMatchObject({ a2a: 'completed' });
  });

  it('are played the same way every time, and what the offline model wrote is labelled', async () => {
    const [first] = shipped;
    if (first === undefined) throw new Error('no scenario');
    const [a = '', b = ''] = first.scenario.agents.map(({ agentId }) => agentId);
    const texts = async () =>
      (await play(first.scenario, a, b))[0].flatMap((fact) =>
        fact.type === 'remote_sent' || fact.type === 'remote_received' ? [fact.text] : [],
      );
    const said = await texts();
    expect(await texts()).toEqual(said);
    const [opening, ...made] = said;
    expect(opening).toBe(first.scenario.agents[0]?.messageToUseWhenInitiatingConversation);
    for (const text of made) expect(text).toContain(OFFLINE_LABEL);
  });
});
