import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { expectFair, play } from '../../../../test/scenario-play.ts';
import { OFFLINE_LABEL } from '../../../model/offline/reply.ts';
import { parseScenario, type Scenario } from '../index.ts';

const folder = fileURLToPath(new URL('../../../../examples/scenarios/', import.meta.url));
const shipped = globSync('*.json', { cwd: folder })
  .toSorted()
  .map((file) => ({ file: basename(file), scenario: parseScenario(readFileSync(folder + file)) }));

/** Every text and number with at least three digits that an agent keeps under `limits`. */
function secretsOf(scenario: Scenario, agentId: string): readonly string[] {
  const { knowledgeBase } = scenario.agents.find((agent) => agent.agentId === agentId) ?? {};
  const limits = JSON.stringify(knowledgeBase?.limits ?? {});
  return [...limits.matchAll(/\d[\d,.]*\d{2}/g)].map(([number]) => number.replaceAll(',', ''));
}

describe('the built-in scenarios', () => {
  it('are at least six, with two agents, several tools each, and tools that end the conversation', () => {
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
  )('$file is played to its end offline when $first starts', async ({ scenario, first, second }) => {
    const played = await play(scenario, first, second);
    expectFair(played);
    const { told, score } = played;
    expect(score.turns).toBeGreaterThan(3);
    const hasAgreement = !scenario.metadata.tags?.includes('no agreement');
    expect(score.sides.map(({ status }) => status === 'completed')).toEqual([hasAgreement, hasAgreement]);
    if (hasAgreement) for (const { goalsMet } of score.sides) expect(goalsMet).toBe(1);
    else expect(score.agreed).toBeUndefined();

    for (const [at, agentId] of [first, second].entries()) {
      // A number that the other side has named is no secret any more.
      const kept = secretsOf(scenario, agentId).filter((secret) => !told[1 - at]?.includes(secret));
      for (const secret of kept) expect(told[at]).not.toContain(secret);
    }
  });

  it("are played deterministically, with the offline model's texts labelled", async () => {
    const [first] = shipped;
    if (first === undefined) throw new Error('no scenario');
    const [a = '', b = ''] = first.scenario.agents.map(({ agentId }) => agentId);
    const texts = async () =>
      (await play(first.scenario, a, b)).facts[0].flatMap((fact) =>
        fact.type === 'remote_sent' || fact.type === 'remote_received' ? [fact.text] : [],
      );
    const firstTexts = await texts();
    expect(await texts()).toEqual(firstTexts);
    const [opening, ...made] = firstTexts;
    expect(opening).toBe(first.scenario.agents[0]?.messageToUseWhenInitiatingConversation);
    for (const text of made) expect(text).toContain(OFFLINE_LABEL);
  });
});
