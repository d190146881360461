import { describe, expect, it } from 'vitest';
import { ROUTE_66, withAnchor } from '../../../test/trip-fixture.ts';
import { createHarness } from '../../harness/harness.ts';
import type { Fact } from '../../journal/fact.ts';
import { type Journal, memoryStore, openJournal } from '../../journal/index.ts';
import { SimulatedClock, sequentialIds } from '../../testing/index.ts';
import { DEFAULT_TRIP_CONFIG, type TripConfig } from './config.ts';
import { tripEventOf, tripSessionFacts } from './facts.ts';
import { tripFamily, tripPlanner } from './planner.ts';
import type { PlannerAction } from './planner-state.ts';
import { foldTrip } from './trip-fold.ts';

/** A session as a host runs it: a real journal that is held to the fact types, and the real harness. */
function session(config: TripConfig = DEFAULT_TRIP_CONFIG) {
  const clock = new SimulatedClock('2026-02-18T12:00:00.000Z');
  const newId = sequentialIds();
  const journal = openJournal(memoryStore(), 'trip:test', {
    facts: tripSessionFacts,
    clock,
    newId,
  }) as unknown as Journal<Fact>;
  const harness = createHarness<TripConfig>({
    journal,
    planner: tripPlanner,
    config,
    options: { family: tripFamily, clock, newId },
  });
  const events = async () => (await journal.facts()).flatMap((fact) => tripEventOf(fact) ?? []);
  return {
    journal,
    harness,
    events,
    trip: async () => foldTrip(await events()),
    async say(input: { text: string } | { choose: string }): Promise<PlannerAction> {
      await journal.append([{ type: 'user_input', ...input }]);
      await harness.runPlanningPass();
      const errors = (await journal.facts()).filter(({ type }) => type === 'planner_error');
      expect(errors).toEqual([]);
      const last = (await events()).findLast(({ type }) => type === 'planner_action');
      if (last?.type !== 'planner_action') throw new Error('The planner did nothing.');
      return last.action;
    },
  };
}

const SAID = '6 day road trip from LA to Chicago via Flagstaff and Amarillo in June';
const types = async (events: Promise<readonly { type: string }[]>) => (await events).map(({ type }) => type);

describe('the trip planner in the harness', () => {
  it('records the trip planned from one sentence as facts', async () => {
    const { say, events, trip } = session();
    expect(await say({ text: SAID })).toEqual({ type: 'CONTINUE_PLAN' });
    expect(await types(events())).toEqual(['trip_understood', 'itinerary_generated', 'planner_action']);
    const { itinerary, state } = await trip();
    expect(itinerary?.days).toHaveLength(6);
    expect(itinerary?.anchors.every(({ validity }) => validity === 'VALID')).toBe(true);
    expect(state.knownFields).toEqual({ origin: true, destination: true, days: true, mode: true });
  });

  it('asks until it knows enough, and never for what the user has already said', async () => {
    const { say } = session();
    expect(await say({ text: 'a road trip' })).toMatchObject({ question: /start, and where should it end/ });
    expect(await say({ text: 'Boston, Miami' })).toMatchObject({ question: /How many days/ });
    expect(await say({ text: '9' })).toEqual({ type: 'CONTINUE_PLAN' });
  });

  it('records every change as one fact, and undoes and redoes a turn', async () => {
    const { say, events, trip } = session();
    await say({ text: SAID });
    const first = (await trip()).itinerary;
    await say({ text: 'skip Amarillo' });
    const skipped = (await trip()).itinerary;
    expect(skipped?.anchors.map(({ name }) => name)).not.toContain('Amarillo');
    expect((await events()).filter(({ type }) => type === 'itinerary_mutated').length).toBeGreaterThan(0);
    await say({ text: 'undo' });
    expect((await trip()).itinerary).toEqual(first);
    expect((await trip()).state.requirements.via).toEqual([{ name: 'Flagstaff' }, { name: 'Amarillo' }]);
    await say({ text: 'redo' });
    expect((await trip()).itinerary?.anchors).toEqual(skipped?.anchors);
    expect(await types(events())).not.toContain('itinerary_regenerated');
  });

  it('repairs an imported trip: records the choice, and changes only that stop', async () => {
    const { journal, say, trip, events } = session();
    await journal.append([
      { type: 'itinerary_imported', itinerary: withAnchor(ROUTE_66, 'kingman', { lat: 95 }), format: 'json' },
    ]);
    const action = await say({ text: 'hello' });
    if (action.type !== 'SUGGEST_REPAIR') throw new Error(action.type);
    expect(await say({ choose: action.options[0]?.id ?? '' })).toEqual({ type: 'CONTINUE_PLAN' });
    expect((await events()).filter(({ type }) => type === 'itinerary_mutated')).toMatchObject([
      { by: 'choice', issueId: 'ANCHOR_INVALID:kingman', mutation: { op: 'REPLACE_ANCHOR' } },
    ]);
    const { itinerary, state } = await trip();
    expect(itinerary?.days).toEqual(ROUTE_66.days);
    expect(state.issueHistory).toMatchObject([{ outcome: 'CHOSEN' }]);
  });

  it('checks a trip when it is imported, and again after a manual change', async () => {
    const { journal, harness, trip, events } = session();
    await journal.append([{ type: 'itinerary_imported', itinerary: ROUTE_66, format: 'json' }]);
    await harness.runPlanningPass();
    expect((await trip()).state.issues).toEqual([]);
    const moved = { op: 'MOVE_ANCHOR', payload: { anchorId: 'kingman', to: 4 } } as const;
    await journal.append([{ type: 'itinerary_mutated', mutation: moved, by: 'person' }]);
    await harness.runPlanningPass();
    expect((await trip()).state.issues).toMatchObject([{ id: 'ROUTE_NON_MONOTONIC:kingman' }]);
    expect((await events()).at(-1)).toMatchObject({ action: { type: 'SUGGEST_REPAIR' } });
    expect((await harness.runPlanningPass()).outcome).not.toBe('committed');
  });

  it('does not repeat a fix that the user undid', async () => {
    const { journal, say, trip } = session();
    const days = ROUTE_66.days.map((each) => (each.number === 3 ? { ...each, activities: [] } : each));
    await journal.append([{ type: 'itinerary_imported', itinerary: { ...ROUTE_66, days }, format: 'json' }]);
    await say({ text: 'hello' });
    expect((await trip()).itinerary?.days[2]?.activities).toHaveLength(2);
    const action = await say({ text: 'undo' });
    expect(action.type).toBe('SUGGEST_REPAIR');
    expect((await trip()).itinerary?.days[2]?.activities).toEqual([]);
  });

  it('plans again from scratch only after a fatal issue was answered, and says so', async () => {
    const { journal, say, events } = session();
    const reversed = {
      ...ROUTE_66,
      anchors: ROUTE_66.anchors.toReversed(),
      days: ROUTE_66.days.toReversed().map((each, at) => ({ ...each, number: at + 1 })),
    };
    await journal.append([{ type: 'itinerary_imported', itinerary: reversed, format: 'json' }]);
    expect(await say({ text: 'hello' })).toMatchObject({ question: /In which direction/ });
    expect(await say({ text: 'from Los Angeles to Chicago' })).toEqual({ type: 'CONTINUE_PLAN' });
    expect((await events()).find(({ type }) => type === 'itinerary_regenerated')).toMatchObject({
      because: ['ROUTE_NON_MONOTONIC:direction'],
    });
  });

  it('keeps locked stops unchanged when it plans again from scratch', async () => {
    const { journal, say, trip } = session();
    const tulsa = { ...ROUTE_66.anchors[5], locked: true } as (typeof ROUTE_66.anchors)[number];
    const anchors = ROUTE_66.anchors.with(5, tulsa).toReversed();
    const days = ROUTE_66.days.toReversed().map((each, at) => ({ ...each, number: at + 1 }));
    await journal.append([
      { type: 'itinerary_imported', itinerary: { ...ROUTE_66, anchors, days }, format: 'json' },
    ]);
    await say({ text: 'hello' });
    await say({ text: 'from Los Angeles to Chicago' });
    expect((await trip()).itinerary?.anchors).toContainEqual(
      expect.objectContaining({ id: 'tulsa', locked: true, lat: 36.154 }),
    );
  });

  it('asks when requirements conflict, and continues with the answer', async () => {
    const { say, trip } = session();
    expect(await say({ text: 'fly from London to Paris, Rome and Athens in 2 days' })).toMatchObject({
      type: 'ASK_USER',
      reason: 'The trip has 2 days. 3 more cities need at least a day each.',
    });
    expect(await say({ text: 'make it 9 days' })).toEqual({ type: 'CONTINUE_PLAN' });
    expect((await trip()).itinerary?.days).toHaveLength(9);
  });

  it('starts over', async () => {
    const { say, trip } = session();
    await say({ text: SAID });
    expect(await say({ text: 'start over' })).toMatchObject({ type: 'ASK_USER' });
    expect((await trip()).itinerary?.days).toHaveLength(6);
    expect(await say({ text: 'yes' })).toMatchObject({ question: /start, and where should it end/ });
    expect((await trip()).itinerary).toBeNull();
    await say({ text: 'undo' });
    expect((await trip()).itinerary?.days).toHaveLength(6);
  });

  it('keeps the trip unless the user confirms starting over', async () => {
    const { say, trip } = session();
    await say({ text: SAID });
    await say({ text: 'start over' });
    await say({ text: 'no' });
    expect((await trip()).itinerary?.days).toHaveLength(6);
    await say({ text: 'yes' });
    expect((await trip()).itinerary?.days).toHaveLength(6);
  });

  it.each(['undo', 'can you undo that?', 'go back', 'hmm, revert that please', 'deshacer'])(
    'undoes the last change on "%s", whatever was said in between',
    async (text) => {
      const { say, trip } = session();
      await say({ text: SAID });
      await say({ text: 'make it 8 days' });
      await say({ text: 'thanks, looks good' });
      await say({ text });
      expect((await trip()).itinerary?.days).toHaveLength(6);
      await say({ text });
      expect((await trip()).itinerary?.days).toHaveLength(6);
    },
  );

  it('gives the same result when it runs again on the same facts', async () => {
    const once = async () => {
      const { say, journal } = session();
      await say({ text: SAID });
      await say({ text: 'make it 8 days' });
      return JSON.stringify((await journal.facts()).filter(({ type }) => !/claimed|pass_settled/.test(type)));
    };
    expect(await once()).toBe(await once());
  });

  it('uses preferences from its setup', async () => {
    const { say, trip } = session({ ...DEFAULT_TRIP_CONFIG, transport: 'road' });
    expect(await say({ text: 'from Boston to Miami in 9 days' })).toEqual({ type: 'CONTINUE_PLAN' });
    expect((await trip()).itinerary?.mode).toBe('road');
  });
});
