import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectFair, play } from '../../../../test/scenario-play.ts';
import { parseScenario } from '../index.ts';

const Secrets = z.object({ secrets: z.array(z.string()) });

/** Scenarios as other people write them, with what each side keeps to itself. */
const cases = [
  // Limits stand in the words of its agents alone.
  { file: 'freelance', agreed: { hourlyRate: expect.any(Number), paymentDays: expect.any(Number) } },
  // Two terms have the same choices, and a label holds the name of one.
  { file: 'club-calendars', agreed: { tuesday: 'alternating weeks', thursday: 'alternating weeks' } },
  // Choices have hyphens, and one stands in the other.
  { file: 'data-licence', agreed: { exclusivity: 'non-exclusive', modelTraining: 'allowed' } },
  // The shape of the origin project: in a config, with fields of its own, and tools that do not say how they end.
  { file: 'referral', agreed: undefined },
];

describe('the offline model in scenarios by others', () => {
  it.each(
    cases.flatMap((each) => [
      { ...each, turned: false },
      { ...each, turned: true },
    ]),
  )('plays $file fairly to its end, turned: $turned', async ({ file, agreed, turned }) => {
    const text = readFileSync(new URL(`../fixtures/${file}.json`, import.meta.url));
    const scenario = parseScenario(text);
    const agents = turned ? scenario.agents.toReversed() : scenario.agents;
    const [first = '', second = ''] = agents.map(({ agentId }) => agentId);
    const played = await play(scenario, first, second);
    expectFair(played);
    expect(played.score.sides.map(({ status }) => status)).toEqual(['completed', 'completed']);
    if (agreed) expect(played.score.agreed).toMatchObject(agreed);
    for (const [at, agent] of agents.entries())
      for (const secret of Secrets.parse(agent).secrets.filter(
        (each) => !played.told[1 - at]?.includes(each),
      ))
        expect(played.told[at]).not.toContain(secret);
  });
});
