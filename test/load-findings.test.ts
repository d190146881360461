import { describe, expect, it } from 'vitest';
import { findings } from '../bench/load/findings.ts';
import { memoryStore, openJournal, type ProposedFact } from '../src/journal/index.ts';

const SAID: ProposedFact = { type: 'remote_received', messageId: 'm1', text: 'hi' };
const SETTLED: ProposedFact = { type: 'pass_settled', triggers: { inbound: 1 }, outcome: 'committed' };
const APPROVED: ProposedFact = { type: 'compose_approved', composeId: 'c1' };
const SENT: ProposedFact = { type: 'remote_sent', composeId: 'c1' };
const REQUESTED: ProposedFact = { type: 'plan_requested', requestId: 'r1' };

async function found(facts: readonly ProposedFact[], triggers = [1]): Promise<string[]> {
  const store = memoryStore();
  await openJournal(store, 'talk').append(facts);
  return await findings(store, [{ id: 'talk', triggers }]);
}

describe('the findings of a load test', () => {
  it('are empty if everything was done once', async () => {
    expect(await found([SAID, SETTLED, APPROVED, SENT])).toEqual([]);
  });

  it.each([
    ['a fact that no pass answered', [SAID], [1], '0 passes answered fact 1'],
    ['a fact that two passes answered', [SAID, SETTLED, SETTLED], [1], '2 passes answered fact 1'],
    ['a fact that was said and is lost', [SAID, SETTLED], [1, 9], 'what was said as fact 9 is lost'],
    ['a fact that is there again', [SAID, SETTLED, SAID], [1], 'fact 3 was said by nobody'],
    [
      'an approved draft that was not sent',
      [SAID, SETTLED, APPROVED],
      [1],
      'c1 was approved and sent 0 times',
    ],
    ['an approved draft that was sent twice', [SAID, SETTLED, APPROVED, SENT, SENT], [1], 'sent 2 times'],
    ['a draft that was sent unapproved', [SAID, SETTLED, SENT], [1], 'draft c1 was sent unapproved'],
    ['a plan that was never made', [SAID, SETTLED, REQUESTED], [1], 'r1 was made 0 times'],
    ['a planner that failed', [SAID, SETTLED, { type: 'planner_error' }], [1], 'planner_error'],
  ])('include %s', async (_, facts, triggers, text) => {
    expect((await found(facts, triggers)).join()).toContain(text);
  });

  it('include a missing session', async () => {
    await expect(findings(memoryStore(), [{ id: 'talk', triggers: [] }])).rejects.toMatchObject({
      code: 'journal-not-found',
    });
  });
});
