/**
 * Two agents negotiate by a scenario, each in a session of its own with its own tools and secrets. The built-in offline
 * model plays both; with `WAYFOLD_MODEL` and a key yours does. Run it: node examples/negotiation.ts
 */
import { readFile } from 'node:fs/promises';
import { conversationFact, ledgerOf } from 'wayfold/harness';
import {
  builtInPlanners,
  createHostSession,
  createRegistry,
  offlineSkillsOf,
  pairSessions,
  runSession,
} from 'wayfold/host';
import { memoryStore } from 'wayfold/journal';
import { openModel } from 'wayfold/model';
import { parseScenario, ScenarioConfig } from 'wayfold/scenario';

const file = new URL('scenarios/flour-supply.json', import.meta.url);
const scenario = parseScenario(await readFile(file, 'utf8'));
const llm = openModel(process.env.WAYFOLD_MODEL ?? 'offline', { skills: offlineSkillsOf(builtInPlanners()) });
const registry = createRegistry(builtInPlanners());
const store = memoryStore();

const sides = await Promise.all(
  scenario.agents.slice(0, 2).map(async ({ agentId }) => {
    const session = await createHostSession(store, registry, {
      id: `talk:${agentId}`,
      title: scenario.metadata.title,
      plannerId: 'scenario',
      config: ScenarioConfig.parse({ resolvedScenario: scenario, myAgentId: agentId }),
      mode: 'auto', // 'approve' would let every draft wait for a person
    });
    return await runSession(session, { worker: agentId, llm });
  }),
);
const [bakery, mill] = sides;
if (bakery === undefined || mill === undefined) throw new Error('A scenario for two has two agents.');
const { journal } = bakery.session;

const over = Promise.withResolvers<void>();
const stop = journal.subscribe({ from: 1 }, async (facts) => {
  for (const fact of facts.map(conversationFact)) {
    if (fact?.type === 'remote_sent') console.log(`bakery: ${fact.text.slice(0, 72)}…`);
    if (fact?.type === 'remote_received') console.log(`mill:   ${fact.text.slice(0, 72)}…`);
  }
  const { status } = await ledgerOf(journal);
  if (status === 'completed' || status === 'failed') over.resolve();
});
const pairing = await pairSessions(journal, mill.session.journal);
await over.promise;
await pairing.idle();

stop();
pairing.close();
for (const side of sides) await side.close();
for (const { session } of sides) {
  const facts = (await session.journal.facts()).map(conversationFact);
  const tools = facts.flatMap((fact) => (fact?.type === 'tool_call' ? fact.name : []));
  console.log(`${session.journal.id}: ${(await ledgerOf(session.journal)).status}, by ${tools.join(', ')}`);
}
