import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ROUTE_66, withAnchor } from '../../../test/trip-fixture.ts';
import { createHarness } from '../../harness/harness.ts';
import { factText, foldFact, foldModule } from '../../harness/module/module-fold.ts';
import { momentOf } from '../../harness/module/module-moment.ts';
import { factTypesOfModule, familyOfModule, plannerOfModule } from '../../harness/module/module-planner.ts';
import { ViewBlockSchema } from '../../harness/module/view-block.ts';
import type { Envelope, Fact, ProposedFact } from '../../journal/fact.ts';
import { type Journal, memoryStore, openJournal } from '../../journal/index.ts';
import { SimulatedClock, sequentialIds } from '../../testing/index.ts';
import { DEFAULT_TRIP_CONFIG } from './config.ts';
import type { TripState } from './conversation-fold.ts';
import { tripModule } from './module.ts';
import { tripFamily } from './planner.ts';

const trip = tripModule();
const context = { by: 'ada', now: '2026-02-18T12:00:00.000Z', newId: () => 'x' };

function at(facts: readonly Envelope[]) {
  return momentOf(trip, {
    state: foldModule(trip, facts),
    config: DEFAULT_TRIP_CONFIG,
    loaded: undefined,
    head: facts.at(-1)?.seq ?? 0,
    nativeFrom: 1,
  });
}

const given = (...facts: readonly ProposedFact[]): readonly Fact[] =>
  facts.map((fact, i) => ({ id: `f${i + 1}`, ts: context.now, v: 1, ...fact, seq: i + 1 }));

function decided(type: string, facts: readonly Envelope[], input: object = {}) {
  return trip.commands[type]?.decide(at(facts), input, context);
}

function meaning(facts: readonly Envelope[], text: string, data?: unknown) {
  return trip.understand?.({ text, data, by: 'ada' }, at(facts));
}

const refused = expect.objectContaining({ code: 'refused' });
const imported = { type: 'itinerary_imported', itinerary: ROUTE_66, format: 'json' };
const closed = {
  issues: [],
  advisories: [],
  settled: [],
  asking: [],
  asked: [],
  knownFields: { origin: true, destination: true, days: true, mode: true },
  anchorValidity: {},
};
const did = (action: object, more: object = {}) => ({ type: 'planner_action', action, ...closed, ...more });
const DONE = did({ type: 'CONTINUE_PLAN' });
const lockTulsa = { op: 'UPDATE_ANCHOR', payload: { anchorId: 'tulsa', set: { locked: true } } } as const;
const mutation = { op: 'REMOVE_ANCHOR', payload: { anchorId: 'tulsa' } } as const;
const OFFER = did({
  type: 'SUGGEST_REPAIR',
  reason: 'Tulsa is far off.',
  options: [
    { id: 'drop', label: 'Remove Tulsa', mutation },
    { id: 'keep', label: 'Keep it', mutation },
  ],
});

/** A session as a host runs it: the module compiled for the real harness. */
function session() {
  const clock = new SimulatedClock('2026-02-18T12:00:00.000Z');
  const newId = sequentialIds();
  const facts = factTypesOfModule(trip);
  const journal = openJournal(memoryStore(), 'trip:test', {
    facts,
    clock,
    newId,
  }) as unknown as Journal<Fact>;
  const harness = createHarness({
    journal,
    planner: plannerOfModule(trip),
    config: DEFAULT_TRIP_CONFIG,
    options: { family: familyOfModule(trip), clock, newId },
  });
  return {
    facts: async () => await journal.facts(),
    async add(...news: readonly ProposedFact[]): Promise<readonly Fact[]> {
      const from = (await journal.head()) + 1;
      await journal.append(news);
      await harness.runPlanningPass();
      return await journal.facts({ from });
    },
  };
}

describe('the trip module', () => {
  it('starts and ends its passes like the trip planner', () => {
    const { triggers, closing } = familyOfModule(trip);
    const when = { by: 'person' } as unknown as Fact;
    expect(closing).toEqual(tripFamily.closing);
    expect(triggers.map(({ kind, on }) => [kind, on])).toEqual(
      tripFamily.triggers.map(({ kind, on }) => [kind, on]),
    );
    expect(triggers.map((trigger) => trigger.when?.(when))).toEqual(
      tripFamily.triggers.map((trigger) => trigger.when?.(when)),
    );
  });

  it('plans a trip from one sentence, and shows it in blocks', async () => {
    const { add, facts } = session();
    const turn = await add({
      type: 'user_input',
      text: '6 day road trip from LA to Chicago via Flagstaff and Amarillo in June',
    });
    const moment = at(await facts());
    expect(trip.status(moment)).toBe('completed');
    expect(trip.done(moment)).toBe(true);
    expect(trip.titleOf?.(moment)).toBe('Los Angeles to Chicago');
    expect(trip.artifacts(moment)).toMatchObject([{ id: 'itinerary', json: { mode: 'road' } }]);
    expect(trip.reply?.(moment, { facts: turn })).toContain('# Los Angeles to Chicago');
    const blocks = trip.view(moment).map((block) => ViewBlockSchema.parse(block));
    expect(blocks.map(({ type }) => type)).toEqual(['fields', 'steps', 'map']);
    expect(blocks.find(({ type }) => type === 'steps')).toMatchObject({
      items: Array.from({ length: 6 }, (_, day) => ({ id: `day-${day + 1}`, status: 'pending' })),
    });
  });

  it('offers only changes that its command accepts', () => {
    const facts = given(imported, DONE);
    const steps = trip.view(at(facts)).find(({ type }) => type === 'steps');
    if (steps?.type !== 'steps') throw new Error('no steps');
    const actions = steps.items.flatMap((item) => item.actions ?? []);
    expect(actions.length).toBeGreaterThan(20);
    for (const { command } of actions) {
      const { type, ...input } = command;
      const parsed = trip.commands[type]?.input.parse(input);
      expect(decided(type, facts, Object(parsed))).toHaveLength(1);
    }
  });

  it('shows what is known of an unplanned trip, or an example if nothing is', () => {
    expect(trip.view(at([]))).toMatchObject([{ type: 'markdown', actions: [{ command: { type: 'say' } }] }]);
    const requirements = { destination: { name: 'Rome' }, days: 4 };
    const understood = { type: 'trip_understood', wishes: requirements, preferences: {}, by: 'rules' };
    const ask = did({ type: 'ASK_USER', question: 'Where should it start?', reason: 'It has to start.' });
    const moment = at(given(understood, ask));
    expect(trip.view(moment)).toMatchObject([
      {
        type: 'fields',
        items: [
          { label: 'To', value: 'Rome' },
          { label: 'Days', value: 4 },
        ],
      },
    ]);
    expect(trip.waiting(moment)).toEqual([
      {
        id: 'trip-question-2',
        seq: 2,
        text: 'It has to start. Where should it start?',
        form: { type: 'say' },
        data: { type: 'trip-question', question: 'Where should it start?', reason: 'It has to start.' },
      },
    ]);
    expect(trip.status(moment)).toBe('waiting');
    expect(trip.status(at([]))).toBe('idle');
  });

  it('marks days and stops with issues', () => {
    const issue = {
      id: 'ANCHOR_INVALID:tulsa',
      type: 'ANCHOR_INVALID',
      severity: 'LOCAL',
      target: { anchorId: 'tulsa' },
      description: 'Tulsa is not where it says.',
      detectedAt: context.now,
    };
    const whole = { ...issue, id: 'x', target: {}, description: 'It goes *nowhere*.' };
    const blocks = trip.view(at(given(imported, { ...OFFER, issues: [issue, whole] })));
    expect(blocks.find(({ type }) => type === 'markdown')).toMatchObject({
      text: expect.stringContaining('It goes \\*nowhere\\*'),
    });
    expect(blocks.find(({ type }) => type === 'steps')).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ id: 'day-6', status: 'waiting', notes: [issue.description] }),
      ]),
    });
    expect(blocks.find(({ type }) => type === 'map')).toMatchObject({
      points: expect.arrayContaining([expect.objectContaining({ id: 'tulsa', status: 'failed' })]),
    });
  });

  it('shows a trip whose stops have no valid position', () => {
    const lost = withAnchor(ROUTE_66, 'kingman', { lat: 95, name: '' });
    const blocks = trip.view(at(given({ ...imported, itinerary: lost }, DONE)));
    for (const block of blocks) ViewBlockSchema.parse(block);
    const map = blocks.find(({ type }) => type === 'map');
    expect(map?.type === 'map' && map.points).toHaveLength(ROUTE_66.anchors.length - 1);
  });
});

describe('a message to a trip', () => {
  it.each([
    ['2', { type: 'choose', optionId: 'keep' }],
    ['remove tulsa', { type: 'choose', optionId: 'drop' }],
    [' neither ', { say: 'neither' }],
  ])('chooses an option, or says something else: %s', (text, meant) => {
    expect(meaning(given(imported, OFFER), text)).toEqual(meant);
  });

  it('may be data that names an option', () => {
    expect(meaning(given(imported, OFFER), '', { choose: 'drop' })).toEqual({
      type: 'choose',
      optionId: 'drop',
    });
  });

  it('chooses no option once another message was sent', () => {
    const facts = given(imported, OFFER, { type: 'user_input', text: 'wait' });
    expect(meaning(facts, '2')).toEqual({ say: '2' });
    expect(trip.waiting(at(facts))).toEqual([]);
  });
});

describe('commands of a trip', () => {
  it('have inputs that JSON Schema can express', () => {
    for (const { input } of Object.values(trip.commands)) {
      expect(z.toJSONSchema(input, { io: 'input' })).toMatchObject({ type: 'object' });
    }
  });

  it('choose one of the repairs on offer, and no other', () => {
    const facts = given(imported, OFFER);
    expect(decided('choose', facts, { optionId: 'drop' })).toEqual([
      { type: 'user_input', choose: 'drop', by: 'ada' },
    ]);
    expect(() => decided('choose', facts, { optionId: 'other' })).toThrow(refused);
    expect(() => decided('choose', given(imported, DONE), { optionId: 'drop' })).toThrow(refused);
    expect(trip.waiting(at(facts))[0]?.options).toEqual([
      { id: 'drop', label: 'Remove Tulsa', command: { type: 'choose', optionId: 'drop' } },
      { id: 'keep', label: 'Keep it', command: { type: 'choose', optionId: 'keep' } },
    ]);
  });

  it('change the trip by hand, unless nothing would change', () => {
    const facts = given(imported, DONE);
    const change = { type: 'itinerary_mutated', mutation: lockTulsa, by: 'person', person: 'ada' };
    expect(decided('change', facts, { mutation: lockTulsa })).toEqual([change]);
    expect(() => decided('change', given(imported, change), { mutation })).toThrow(refused);
    expect(() => decided('change', [], { mutation })).toThrow(refused);
  });

  it('undo and redo, if there is something to undo or redo', () => {
    const change = { type: 'itinerary_mutated', mutation: lockTulsa, by: 'person', person: 'ada' };
    const undone = { type: 'trip_undone', at: context.now };
    expect(decided('undo', given(imported, change))).toMatchObject([{ type: 'user_input', text: 'undo' }]);
    expect(decided('redo', given(imported, change, undone))).toMatchObject([{ text: 'redo' }]);
    expect(() => decided('undo', [])).toThrow(refused);
    expect(() => decided('redo', given(imported, change))).toThrow(refused);
  });
});

describe('the reply of a trip', () => {
  function texts(...facts: readonly ProposedFact[]) {
    let state = trip.state.initial;
    return given(...facts).flatMap((fact) => {
      const before = state;
      state = foldFact(trip, state, fact);
      return factText(trip, fact, { before, after: state }) ?? [];
    });
  }
  const message = { type: 'user_input', text: 'hello' };
  const fixed = (title: string) => did({ type: 'AUTO_FIX', change: lockTulsa, justification: title });
  const fix = (anchorId: string) => ({
    type: 'itinerary_mutated',
    mutation: { op: 'UPDATE_ANCHOR', payload: { anchorId, set: { locked: true } } },
    by: 'auto-fix',
    why: `Locked ${anchorId}.`,
  });

  it('describes the trip once, at the end of a turn with several fixes', () => {
    const replies = texts(message, imported, fix('la'), fixed('One.'), fix('tulsa'), fixed('Two.'), DONE);
    expect(replies).toHaveLength(3);
    expect(replies.slice(0, 2)).toEqual(['One.', 'Two.']);
    expect(replies[2]).toMatch(/^# Los Angeles to Chicago/);
  });

  it('names what was not understood once, and first', () => {
    const advisories = [
      { type: 'NOT_UNDERSTOOD', target: {}, description: 'I did not understand "zigzag".' },
    ];
    const replies = texts(message, imported, { ...fixed('One.'), advisories }, { ...OFFER, advisories });
    expect(replies[0]).toMatch(/"zigzag"/);
    expect(replies[1]).not.toContain('zigzag');
  });

  it('distinguishes between no change and a noted preference', () => {
    const understood = { type: 'trip_understood', wishes: { travellers: 2 }, preferences: {}, by: 'rules' };
    const [, nothing] = texts(imported, DONE, message, DONE);
    const [, noted] = texts(imported, DONE, message, understood, DONE);
    expect(nothing).toBe('No changes made.');
    expect(noted).not.toBe(nothing);
  });

  it('describes only the change after a manual change', () => {
    const removed = {
      type: 'itinerary_mutated',
      mutation: { op: 'REMOVE_ANCHOR', payload: { anchorId: 'tulsa' } },
      by: 'person',
    };
    const replies = texts(message, imported, DONE, removed, DONE).at(-1);
    expect(replies).toContain('Tulsa');
    expect(replies).not.toContain('# ');
  });

  it('has a leg that a manual change made new travelled as people do there, and undoes both together', async () => {
    const { add, facts } = session();
    await add({ type: 'user_input', text: 'Rome 2 nights, Capri 2 nights, Naples 2 nights' });
    const tripOf = (moment: ReturnType<typeof at>) => (moment.state as TripState).session.itinerary;
    const planned = tripOf(at(await facts()));
    const capri = planned?.anchors.find(({ name }) => name === 'Capri')?.id ?? '';
    const legs = (itinerary: typeof planned) => itinerary?.anchors.map(({ name, by }) => `${name} ${by}`);
    expect(legs(planned)?.at(-1)).toBe('Naples ferry');
    const mutation = { op: 'REMOVE_ANCHOR', payload: { anchorId: capri } };
    await add({ type: 'itinerary_mutated', mutation, by: 'person', person: 'ada' });
    expect(legs(tripOf(at(await facts())))?.at(-1)).toBe('Naples train');
    await add({ type: 'user_input', text: 'undo' });
    expect(legs(tripOf(at(await facts())))).toEqual(legs(planned));
  });

  it('lists each change with its reason', async () => {
    const { add, facts } = session();
    await add({ type: 'user_input', text: '6 day road trip from LA to Chicago via Flagstaff and Amarillo' });
    const skipped = await add({ type: 'user_input', text: 'skip Amarillo' });
    expect(trip.reply?.(at(await facts()), { facts: skipped })).toMatch(/^- Removed Amarillo\./m);
    const undone = await add({ type: 'user_input', text: 'undo' });
    expect(trip.reply?.(at(await facts()), { facts: undone })).toMatch(/^- Undone: skip Amarillo/m);
    expect(trip.data(at(await facts()))).toMatchObject({ canRedo: true, redoes: { label: 'skip Amarillo' } });
  });

  it('exports the trip in every format, and a calendar from a given day', async () => {
    const moment = at(given(imported, DONE));
    for (const [format, { mediaType, write }] of Object.entries(trip.exports)) {
      expect(mediaType).toContain('charset=utf-8');
      const text = await write(moment, format === 'ics' ? { startDate: '2026-06-01' } : {});
      expect(text).toContain('Los Angeles');
    }
    await expect(trip.exports.ics?.write(moment, {})).rejects.toMatchObject({ code: 'trip-without-dates' });
    await expect(trip.exports.md?.write(at([]), {})).rejects.toEqual(refused);
  });
});

describe('a text', () => {
  it.each([
    'A road trip from Los Angeles to Chicago in 8 days',
    'LA to Chicago in 6 days by car',
    'fly from London to Tokyo',
    '10 days in Portugal',
    'a honeymoon in Bali for 2 weeks',
    'We would like to go to Rome for a long weekend',
    'Zwei Wochen mit dem Wohnmobil von Köln in die Bretagne',
    'Une semaine en Sicile : Palerme, Cefalù, Taormine',
    'Quiero recorrer Colombia en 15 días',
  ])('is about a trip: %s', (text) => {
    expect(trip.fits?.(text)).toBeGreaterThanOrEqual(0.35);
  });

  it.each([
    'Write a haiku about autumn, then translate it into German',
    'Make the parser faster and keep the public interface',
    'Refactor the flight booking code and add tests for the API',
    'Ask the supplier for a better price',
    'Frag zuerst, welche Datenbank wir nehmen. Dann schreib das Schema in zwei Tagen.',
    '',
  ])('is not about a trip: %s', (text) => {
    expect(trip.fits?.(text)).toBeLessThan(0.3);
  });

  it('is about a trip in each example of the planner', () => {
    for (const { text } of trip.examples) expect(trip.fits?.(text)).toBeGreaterThan(0.5);
  });
});
