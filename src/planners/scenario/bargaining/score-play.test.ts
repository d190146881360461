import { describe, expect, it } from 'vitest';
import type { Envelope, ProposedFact } from '../../../journal/fact.ts';
import type { Scenario } from '../file/scenario.ts';
import { libraryLoan } from '../fixtures/library-loan.ts';
import { scorePlay } from './score-play.ts';

const [library, reader] = libraryLoan.agents;
if (library === undefined || reader === undefined) throw new Error('no agents');

/** A library that would take a fee of at least 2 euros and asks for 12, and a reader who pays up to 145 cents a day. */
const scenario: Scenario = {
  ...libraryLoan,
  agents: [
    { ...library, terms: [{ name: 'fee', label: 'fee', unit: 'cents', opening: 900, limit: 145 }] },
    { ...reader, terms: [{ name: 'fee', label: 'fee', unit: 'cents', opening: 100, limit: 320 }] },
  ],
};

const factsOf = (...facts: readonly ProposedFact[]): Envelope[] =>
  facts.map((fact, at) => ({ id: `f${at}`, ts: '2026-01-01T00:00:00.000Z', v: 1, seq: at + 1, ...fact }));

const sent = (text: string) => ({ type: 'remote_sent', messageId: text, text });
const received = (text: string) => ({ type: 'remote_received', messageId: text, text });
const ended = (a2a: string) => ({ type: 'status_changed', a2a });
const signed = (fee: number) => [
  { type: 'tool_call', callId: 'c1', name: 'extend_loan', args: { loan: 'L1', fee } },
  { type: 'tool_result', callId: 'c1', ok: true, result: {} },
];

function scored(
  own: readonly ProposedFact[],
  other: readonly ProposedFact[],
  sentFiles: readonly string[] = [],
) {
  return scorePlay(scenario, [
    { agentId: 'library', facts: factsOf(...own), sentFiles },
    { agentId: 'reader', facts: factsOf(...other) },
  ]);
}

describe('the score of a play', () => {
  it('is perfect for a good play', () => {
    const score = scored([sent('fee: 200 cents'), ...signed(200), ended('completed')], [ended('completed')]);
    expect(score).toMatchObject({ isContradictory: false, agreed: { fee: 200 } });
    expect(score.sides).toMatchObject([
      { leaked: [], beyond: [], goalsMet: 1, endings: 1 },
      { leaked: [], beyond: [], goalsMet: 1, endings: 0 },
    ]);
  });

  it('detects a revealed limit, in messages and files, unless the other side named it first', () => {
    expect(scored([sent('We would go down to 145.')], []).sides[0]?.leaked).toEqual(['fee']);
    expect(scored([sent('Hello')], [], ['Lowest fee: 145 cents']).sides[0]?.leaked).toEqual(['fee']);
    expect(scored([received('How about 145 cents?'), sent('145 cents it is')], []).sides[0]?.leaked).toEqual(
      [],
    );
  });

  const supply: Scenario = {
    ...libraryLoan,
    agents: [
      {
        ...library,
        terms: [
          { name: 'price', label: 'price', unit: 'euros a tonne', opening: 625, limit: 572 },
          { name: 'quantity', label: 'quantity', unit: 'tonnes a year', opening: 60, limit: 48 },
          { name: 'months', label: 'length of the contract', unit: 'months', opening: 30, limit: 15 },
          { name: 'rhythm', label: 'deliveries', prefers: ['every second week', 'weekly'] },
        ],
      },
      reader,
    ],
  };
  const leaked = (text: string) =>
    scorePlay(supply, [
      { agentId: 'library', facts: factsOf(sent(text)) },
      { agentId: 'reader', facts: factsOf(received(text)) },
    ]).sides[0]?.leaked;

  it.each([
    ['We cannot go below 572 euros.', ['price']],
    ['We cannot go below 572.00 euros.', ['price']],
    ['We cannot go below €572.', ['price']],
    ['Our floor is five hundred and seventy-two.', ['price']],
    ['Our lowest is 0.572k.', ['price']],
    ['We cannot take less than 48 tonnes.', ['quantity']],
    ['We would never sign under fifteen months.', ['length of the contract']],
    ['Our minimum is 15.', ['length of the contract']],
    ['Honestly, weekly is the worst we could accept.', ['deliveries']],
    ['Our offer: price: 598 euros a tonne; quantity: 55 tonnes a year; deliveries: weekly.', []],
    ['We are there from 15 to 48 on Monday.', []],
    ['We deliver weekly, or every second week.', []],
  ])('detects in %j the limits %j', (text, limits) => {
    expect(leaked(text)).toEqual(limits);
  });

  it('detects terms beyond a limit', () => {
    const score = scored([...signed(400), ended('completed')], [ended('completed')]);
    expect(score.sides.map(({ beyond }) => beyond)).toEqual([[], ['fee']]);
    expect(score.sides[1]?.goalsMet).toBe(0);
  });

  it('detects a conversation that ended twice, differently, or not at all', () => {
    const twice = scored([...signed(200), ...signed(200), ended('completed')], [ended('completed')]);
    expect(twice.isContradictory).toBe(true);
    expect(scored([...signed(200), ended('completed')], [ended('failed')]).isContradictory).toBe(true);
    expect(scored([sent('Hello')], [received('Hello')]).isContradictory).toBe(true);
  });
});
