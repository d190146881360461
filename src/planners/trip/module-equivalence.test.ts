import { describe, expect, it } from 'vitest';
import { ROUTE_66, withAnchor } from '../../../test/trip-fixture.ts';
import { createHarness } from '../../harness/harness.ts';
import { factText, foldFact } from '../../harness/module/module-fold.ts';
import { momentOf } from '../../harness/module/module-moment.ts';
import { TripDialogue } from '../../host/dialogue/trip-dialogue.ts';
import type { Fact, ProposedFact } from '../../journal/fact.ts';
import { type Journal, memoryStore, openJournal } from '../../journal/index.ts';
import { isBookkeeping } from '../../kernel/facts.ts';
import { TripFold } from '../../server/api/trip-view.ts';
import { SimulatedClock, sequentialIds } from '../../testing/index.ts';
import { DEFAULT_TRIP_CONFIG, type TripConfig } from './config.ts';
import { tripSessionFacts } from './facts.ts';
import { tripModule } from './module.ts';
import { createTripPlanner, tripFamily } from './planner.ts';

const trip = tripModule();

type Step = string | ProposedFact | { readonly option: number };

/** The journal of a session in which all of this was said, chosen or done. */
async function journalOf(steps: readonly Step[], config: TripConfig): Promise<readonly Fact[]> {
  const clock = new SimulatedClock('2026-02-18T12:00:00.000Z');
  const newId = sequentialIds();
  const journal = openJournal(memoryStore(), 'trip:test', {
    facts: tripSessionFacts,
    clock,
    newId,
  }) as unknown as Journal<Fact>;
  const harness = createHarness<TripConfig>({
    journal,
    planner: createTripPlanner(),
    config,
    options: { family: tripFamily, clock, newId },
  });
  for (const step of steps) {
    await journal.append([await factOf(step, journal)]);
    await harness.runPlanningPass();
  }
  return await journal.facts();
}

async function factOf(step: Step, journal: Journal<Fact>): Promise<ProposedFact> {
  if (typeof step === 'string') return { type: 'user_input', text: step, by: 'ada' };
  if (!('option' in step)) return step;
  const last = (await journal.facts()).findLast(({ type }) => type === 'planner_action');
  const { id } = Object(last?.action).options[Number(step.option)];
  return { type: 'user_input', choose: id, by: 'ada' };
}

const imported = (itinerary: object) => ({ type: 'itinerary_imported', itinerary, format: 'json' });
const byHand = (mutation: object) => ({ type: 'itinerary_mutated', mutation, by: 'person', person: 'ada' });
const thin = {
  ...ROUTE_66,
  days: ROUTE_66.days.map((day) => (day.number === 3 || day.number === 5 ? { ...day, activities: [] } : day)),
};
const backwards = {
  ...ROUTE_66,
  anchors: ROUTE_66.anchors.toReversed(),
  days: ROUTE_66.days.toReversed().map((day, at) => ({ ...day, number: at + 1 })),
};
const SAID = '6 day road trip from LA to Chicago via Flagstaff and Amarillo in June';

const SESSIONS: readonly [name: string, steps: readonly Step[], config?: Partial<TripConfig>][] = [
  ['a trip that is changed in words', [SAID, 'skip Amarillo', 'undo', 'redo', 'make it 8 days', 'zigzag it']],
  ['questions', ['a road trip', 'Boston, Miami', '9', 'two travellers', 'start over', 'undo']],
  ['a repair by choice', [imported(withAnchor(ROUTE_66, 'kingman', { lat: 95 })), { option: 0 }, 'undo']],
  ['a repair by number', [imported(withAnchor(ROUTE_66, 'kingman', { lat: 95 })), '2', 'thanks']],
  ['fixes that are taken back', [imported(thin), 'hello', 'undo', 'undo']],
  ['a trip made anew', [imported(backwards), 'hello', 'from Los Angeles to Chicago', 'undo']],
  [
    'changes by hand',
    [
      imported(ROUTE_66),
      byHand({ op: 'MOVE_ANCHOR', payload: { anchorId: 'kingman', to: 4 } }),
      'undo',
      byHand({ op: 'UPDATE_ANCHOR', payload: { anchorId: 'tulsa', set: { nights: 3 } } }),
      byHand({ op: 'SET_TRAVEL_ONLY', payload: { dayNumber: 2, travelOnly: true } }),
      'undo',
      'undo',
      'redo',
    ],
  ],
  ['wishes that clash', ['fly from London to Paris, Rome and Athens in 2 days', 'make it 9 days']],
  ['work that was stopped', [SAID, { type: 'work_cancelled', by: 'ada' }, 'undo']],
  ['a fixed order of questions', ['Rome', 'Vienna', '5 days', 'by car', 'museums'], { phase: 'hybrid' }],
];

const ENDS = { asks: ['idle', 'waiting'], ended: ['completed'], working: ['working'] };

/** Whether today's words for a fact are told otherwise: fixes no longer repeat the trip, and changing nothing says so. */
function isReworded(facts: readonly Fact[], at: number): boolean {
  const actions = facts.slice(0, at + 1).filter(({ type }) => type === 'planner_action');
  const [before, last] = actions.slice(-2).map(({ action }) => Object(action).type);
  const turn = facts.slice(0, at).findLastIndex(({ type }) => type === 'planner_action') + 1;
  const isSame = !facts
    .slice(turn, at)
    .some(({ type }) => /^(?:itinerary_|trip_undone|trip_redone)/.test(type));
  return last === 'AUTO_FIX' || before === 'AUTO_FIX' || (isSame && last === 'CONTINUE_PLAN');
}

describe('the module shows and tells what the dialogue and the server do', () => {
  it.each(SESSIONS)('%s', async (_name, steps, config = {}) => {
    const all = await journalOf(steps, { ...DEFAULT_TRIP_CONFIG, ...config });
    const facts = all.filter((fact) => !isBookkeeping(fact));
    expect(facts.filter(({ type }) => type === 'planner_error')).toEqual([]);
    const dialogue = new TripDialogue();
    const fold = new TripFold();
    let state = trip.state.initial;
    for (const [index, fact] of facts.entries()) {
      const before = state;
      dialogue.accept(fact);
      fold.accept(fact);
      state = foldFact(trip, state, fact);
      const moment = momentOf(trip, {
        state,
        config: DEFAULT_TRIP_CONFIG,
        loaded: undefined,
        head: fact.seq,
        nativeFrom: 1,
      });
      expect(trip.data(moment)).toEqual(fold.view());
      expect(trip.done(moment)).toBe(fold.isDone());
      expect(ENDS[dialogue.state().type]).toContain(trip.status(moment));
      expect(trip.artifacts(moment)).toEqual(dialogue.made());
      expect(trip.waiting(moment).map(({ seq, data }) => ({ seq, ...data }))).toEqual(dialogue.waiting());
      const told = factText(trip, fact, { before, after: state });
      if (!isReworded(facts, index)) expect(told).toBe(dialogue.told());
      for (const text of ['1', 'option 2', ' Keep it as it is ', 'undo', '8 days']) {
        const said = { text, data: undefined, by: 'ada' };
        const meant = trip.understand?.(said, moment);
        const facts =
          meant && 'type' in meant ? decided(meant, moment) : [{ type: 'user_input', text: meant?.say }];
        expect(facts.map(({ by: _by, ...fact }) => fact)).toEqual(dialogue.meaningOf(said));
      }
    }
    // What planners see after a rewind: what people did, and what stood before it.
    const visible = facts.filter(({ seq, type }) => seq <= 3 || type.startsWith('user_'));
    fold.rewound(visible);
    const rewound = visible.reduce((folded, fact) => foldFact(trip, folded, fact), trip.state.initial);
    const moment = momentOf(trip, {
      state: rewound,
      config: undefined,
      loaded: undefined,
      head: 1,
      nativeFrom: 1,
    });
    expect(trip.data(moment)).toEqual(fold.view());
  });
});

function decided(
  { type, ...input }: { readonly type: string },
  moment: ReturnType<typeof momentOf>,
): readonly ProposedFact[] {
  const context = { by: 'ada', now: '2026-02-18T12:00:00.000Z', newId: () => 'x' };
  return trip.commands[type]?.decide(moment, input, context) ?? [];
}
