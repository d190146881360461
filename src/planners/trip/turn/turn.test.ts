import { describe, expect, it } from 'vitest';
import { anchor, day, ROUTE_66, tripOf, withAnchor } from '../../../../test/trip-fixture.ts';
import { generateItinerary } from '../generate/generate-itinerary.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import type { PlannerContext } from '../planner-context.ts';
import type { PlannerAction } from '../planner-state.ts';
import { buildPlannerRequest } from '../requirements/planner-request.ts';
import { type PlannerInput, type PlannerTurn, plannerTurn } from './turn.ts';

const context: PlannerContext = { now: () => '2026-02-18T12:00:00.000Z' };

function turn(input: PlannerInput, state: unknown = {}, itinerary: unknown = null): PlannerTurn {
  return plannerTurn(input, state, itinerary, context);
}

function labels(action: PlannerAction): string[] {
  return action.type === 'SUGGEST_REPAIR' ? action.options.map(({ label }) => label) : [];
}

function optionId(action: PlannerAction, label: RegExp): string {
  const option = action.type === 'SUGGEST_REPAIR' && action.options.find((each) => label.test(each.label));
  return option ? option.id : 'none';
}

/** A stop or day without what the evaluation derives. */
function bare(node: object): object {
  const { validity: _v, issues: _i, number: _n, ...kept } = node as Record<string, unknown>;
  return kept;
}

const names = (itinerary: Itinerary | null) => itinerary?.anchors.map(({ name }) => name);

describe('seed 004, section 8: integration tests', () => {
  it('Road trip with one invalid anchor results in SUGGEST_REPAIR, not full regeneration', () => {
    const broken = withAnchor(ROUTE_66, 'kingman', { lat: 95 });
    const { action, itinerary, anew } = turn({}, {}, broken);
    expect(action.type).toBe('SUGGEST_REPAIR');
    expect(anew).toEqual([]);
    expect(itinerary?.anchors.map(bare)).toEqual(broken.anchors.map(bare));
    expect(itinerary?.days).toEqual(broken.days);
  });

  it('Multi-city flight plan still works with CONTINUE_PLAN', () => {
    const planned = turn({ text: 'fly from London to visit Paris, Rome and Athens in 10 days' });
    expect(planned.action).toEqual({ type: 'CONTINUE_PLAN' });
    const itinerary = generateItinerary(buildPlannerRequest(planned.state), context);
    expect(itinerary.days).toHaveLength(10);
    expect(turn({}, planned.state, itinerary).action).toEqual({ type: 'CONTINUE_PLAN' });
  });
});

describe('seed 004, section 9: acceptance', () => {
  it('Planner produces PlannerAction outputs for all turns (no hardcoded question ordering)', () => {
    expect(turn({ text: 'a trip to Chicago' }).action).toMatchObject({ question: /How many days/ });
    expect(turn({ text: 'a trip to Chicago by car' }).action).toMatchObject({
      question: 'Where should the trip start?',
    });
    expect(turn({ text: 'a trip from Chicago' }).action).toMatchObject({
      question: 'Where should the trip end?',
    });
    // What decides most is asked first: across an ocean how one travels, next door how long.
    expect(turn({ text: 'from New York to Rome' }).action).toMatchObject({ question: /drive or fly/ });
    expect(turn({ text: 'from Boston to Providence' }).action).toMatchObject({ question: /How many days/ });
  });

  it('A single invalid anchor triggers localized repair; other anchors remain unchanged', () => {
    const broken = withAnchor(ROUTE_66, 'kingman', { lat: 95 });
    const { action, state, itinerary } = turn({}, {}, broken);
    const chosen = turn({ choose: optionId(action, /Kingman, AZ/) }, state, itinerary);
    expect(chosen.action).toEqual({ type: 'CONTINUE_PLAN' });
    const others = (trip: Itinerary | null) => trip?.anchors.filter(({ id }) => id !== 'kingman').map(bare);
    expect(others(chosen.itinerary)).toEqual(others(ROUTE_66));
    expect(chosen.itinerary?.days).toEqual(ROUTE_66.days);
    expect(chosen.itinerary?.anchors[1]).toMatchObject({ id: 'kingman', validity: 'VALID', issues: [] });
  });

  it('Full regeneration occurs only for fatal invariant failures', () => {
    const local = [
      withAnchor(ROUTE_66, 'kingman', { lat: 95 }),
      { ...ROUTE_66, days: ROUTE_66.days.with(2, day(3, 'flagstaff', 0)) },
    ];
    for (const trip of local) {
      for (const input of [{}, { text: 'make it 10 days' }, { text: 'skip Tulsa' }, { text: 'hm' }]) {
        const after = turn(input, {}, trip);
        expect(after.anew).toEqual([]);
        expect(after.itinerary).not.toBeNull();
      }
    }
    const fatal = { ...ROUTE_66, destination: { name: 'Qwxyzburg' }, anchors: ROUTE_66.anchors.slice(0, 3) };
    const asked = turn({}, {}, fatal);
    expect(asked).toMatchObject({ action: { type: 'ASK_USER' }, anew: [] });
    expect(turn({}, asked.state, asked.itinerary).itinerary).not.toBeNull();
    const unhelpful = turn({ text: 'to Xyxyxyville' }, asked.state, asked.itinerary);
    expect(unhelpful.itinerary).not.toBeNull();
  });
});

describe('a fatal issue', () => {
  it('leads to a question that names only what is missing or wrong', () => {
    expect(turn({}).action).toMatchObject({
      question: 'Where should the trip start, and where should it end?',
    });
    expect(turn({}, {}, { ...ROUTE_66, destination: { name: 'Chicagoo' } }).action).toEqual({
      type: 'ASK_USER',
      question: 'Where should the trip end? Did you mean Chicago, IL?',
      reason: 'The destination "Chicagoo" is no place that is known.',
    });
  });

  it('about the direction leads to a question about the direction', () => {
    const reversed = {
      ...ROUTE_66,
      anchors: ROUTE_66.anchors.toReversed(),
      days: ROUTE_66.days.toReversed().map((each, at) => ({ ...each, number: at + 1 })),
    };
    const asked = turn({}, {}, reversed);
    expect(asked.action).toMatchObject({
      question:
        'In which direction should the trip go: from Los Angeles to Chicago, or from Chicago to Los Angeles?',
    });
    // Swapping the ends is enough: the stops stay.
    const answered = turn({ text: 'from Chicago to Los Angeles' }, asked.state, asked.itinerary);
    expect(answered.anew).toEqual([]);
    expect(answered.action).toEqual({ type: 'CONTINUE_PLAN' });
    expect(answered.itinerary?.anchors.map(bare)).toEqual(reversed.anchors.map(bare));
    // The other answer needs a new plan, and nothing is asked again.
    const other = turn({ text: 'from Los Angeles to Chicago' }, asked.state, asked.itinerary);
    expect(other).toMatchObject({ action: { type: 'CONTINUE_PLAN' }, itinerary: null });
    expect(other.anew).toEqual(['ROUTE_NON_MONOTONIC:direction']);
    expect(buildPlannerRequest(other.state)).toMatchObject({ days: 8, mode: 'road' });
  });

  it('at an end of the trip is repaired when the place is named again', () => {
    const broken = withAnchor(ROUTE_66, 'chicago', { lat: 95 });
    const asked = turn({}, {}, broken);
    expect(asked.action).toMatchObject({ question: 'Where exactly does the trip end?' });
    const answered = turn({ text: 'Chicago, IL' }, asked.state, asked.itinerary);
    expect(answered).toMatchObject({ action: { type: 'CONTINUE_PLAN' }, anew: [] });
    expect(answered.itinerary?.anchors.slice(0, -1).map(bare)).toEqual(
      ROUTE_66.anchors.slice(0, -1).map(bare),
    );
  });

  it('about all stops leads to a new trip once stops are named', () => {
    const lost = { ...ROUTE_66, anchors: ROUTE_66.anchors.slice(1, 3).map((stop) => ({ ...stop, lat: 95 })) };
    const asked = turn({}, {}, lost);
    expect(asked.action).toMatchObject({ question: 'Which places should the trip stop at?' });
    const answered = turn({ text: 'Flagstaff and Amarillo' }, asked.state, asked.itinerary);
    expect(answered.itinerary).toBeNull();
    expect(buildPlannerRequest(answered.state).via).toEqual([{ name: 'Flagstaff' }, { name: 'Amarillo' }]);
  });
});

describe('options', () => {
  it('are offered as replacements, un-swap, remove and keep, with "Kingman, AZ" before "Kingman, KS"', () => {
    const swapped = withAnchor(ROUTE_66, 'kingman', {
      lat: -114.053,
      lng: 35.1894,
      admin1: undefined as never,
    });
    const shown = labels(turn({}, {}, swapped).action);
    expect(shown[0]).toBe('Replace it by Kingman, AZ');
    expect(shown.indexOf('Replace it by Kingman, KS')).toBeGreaterThan(0);
    expect(shown.slice(-3)).toEqual([
      'Swap its coordinates: (35.1894, -114.053)',
      'Remove Kingman from the trip',
      'Keep Kingman as it is',
    ]);
  });

  it('offer the place at the stop if only its state is wrong', () => {
    const shown = labels(
      turn({}, {}, withAnchor(ROUTE_66, 'kingman', { lat: 37.6458, lng: -98.1137 })).action,
    );
    expect(shown.slice(0, 2)).toEqual(['Replace it by Kingman, AZ', 'Replace it by Kingman, KS']);
  });

  it('never move a stop before the beginning or after the end of the trip', () => {
    const seattle = anchor('seattle', 'Seattle', [47.6062, -122.3321], { admin1: 'WA', country: 'US' });
    const anchors = ROUTE_66.anchors.toSpliced(3, 0, seattle);
    const trip = { ...ROUTE_66, anchors, days: anchors.map(({ id }, at) => day(at + 1, id)) };
    const shown = labels(turn({}, {}, trip).action);
    expect(shown[0]).toBe('Move Seattle after Los Angeles');
    expect(shown[1]).toMatch(/^Replace it by .*, which is on the way$/);
  });

  it('include keep, a waiver that is remembered', () => {
    const broken = withAnchor(ROUTE_66, 'kingman', { lat: 95 });
    const { action, state, itinerary } = turn({}, {}, broken);
    const kept = turn({ choose: optionId(action, /^Keep/) }, state, itinerary);
    expect(kept.action).toEqual({ type: 'CONTINUE_PLAN' });
    expect(kept.state.issueHistory).toMatchObject([{ outcome: 'WAIVED', issueId: 'ANCHOR_INVALID:kingman' }]);
    expect(turn({}, kept.state, kept.itinerary).action).toEqual({ type: 'CONTINUE_PLAN' });
  });

  it('include a waiver that survives saving and loading', () => {
    const broken = withAnchor(ROUTE_66, 'kingman', { lat: Number.NaN });
    const { action, state, itinerary } = turn({}, {}, broken);
    const kept = turn({ choose: optionId(action, /^Keep/) }, state, itinerary);
    const [savedState, savedTrip] = JSON.parse(JSON.stringify([kept.state, kept.itinerary]));
    expect(turn({}, savedState, savedTrip).action).toEqual({ type: 'CONTINUE_PLAN' });
  });

  it('include remove, which drops only the stop and its days', () => {
    const broken = withAnchor(ROUTE_66, 'kingman', { lat: 95 });
    const { action, state, itinerary } = turn({}, {}, broken);
    const { itinerary: after } = turn({ choose: optionId(action, /^Remove/) }, state, itinerary);
    expect(after?.anchors.map(bare)).toEqual(ROUTE_66.anchors.filter(({ id }) => id !== 'kingman').map(bare));
    expect(after?.days.map(bare)).toEqual(
      ROUTE_66.days.filter(({ anchorId }) => anchorId !== 'kingman').map(bare),
    );
    expect(after?.days.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('for a day that goes backwards are the smallest move, a town on the way, remove and keep', () => {
    const ids = ['la', 'flagstaff', 'kingman', 'albuquerque', 'amarillo', 'chicago'];
    const anchors = ids.flatMap((id) => ROUTE_66.anchors.filter((stop) => stop.id === id));
    const trip = { ...ROUTE_66, anchors, days: anchors.map(({ id }, at) => day(at + 1, id)) };
    const { action, state, itinerary } = turn({}, {}, trip);
    const shown = labels(action);
    expect(shown[0]).toBe('Move Kingman after Los Angeles');
    expect(shown).toContainEqual(expect.stringMatching(/which is on the way$/));
    expect(shown.slice(-2)).toEqual(['Remove Kingman from the trip', 'Keep Kingman as it is']);
    const moved = turn({ choose: optionId(action, /^Move/) }, state, itinerary);
    expect(moved.action).toEqual({ type: 'CONTINUE_PLAN' });
    expect(names(moved.itinerary)).toEqual([
      'Los Angeles',
      'Kingman',
      'Flagstaff',
      'Albuquerque',
      'Amarillo',
      'Chicago',
    ]);
  });

  it('that are no longer offered change nothing', () => {
    const broken = withAnchor(ROUTE_66, 'kingman', { lat: 95 });
    const thin = { ...broken, days: broken.days.with(2, day(3, 'flagstaff', 0)) };
    const { action, itinerary } = turn({ choose: 'ANCHOR_INVALID:gone/keep' }, {}, thin);
    expect(action.type).toBe('SUGGEST_REPAIR');
    expect(itinerary?.days).toEqual(thin.days);
  });

  it('never touch a locked stop', () => {
    const locked = withAnchor(ROUTE_66, 'kingman', { lat: 95, locked: true });
    const { action, state, itinerary } = turn({}, { preferences: { autoRepairPlaces: true } }, locked);
    expect(labels(action)).toEqual(['Keep Kingman as it is']);
    expect(turn({ text: 'skip Kingman' }, state, itinerary).itinerary?.anchors[1]).toMatchObject({
      locked: true,
      lat: 95,
    });
  });
});

describe('auto-fixes', () => {
  it('merge two consecutive stops at one place into one stay', () => {
    const flagstaff = anchor('again', 'Flagstaff', [35.199, -111.65], {
      admin1: 'AZ',
      country: 'US',
      nights: 2,
    });
    const anchors = ROUTE_66.anchors.toSpliced(3, 0, flagstaff);
    const days = anchors.map(({ id }, at) => day(at + 1, id));
    const { action, itinerary } = turn({}, {}, { ...ROUTE_66, anchors, days });
    expect(action).toMatchObject({
      type: 'AUTO_FIX',
      change: { op: 'REMOVE_ANCHOR', payload: { anchorId: 'again', mergeInto: 'flagstaff' } },
    });
    expect(itinerary?.anchors.find(({ id }) => id === 'flagstaff')).toMatchObject({ nights: 3 });
    expect(itinerary?.days.map(({ anchorId }) => anchorId).slice(2, 4)).toEqual(['flagstaff', 'flagstaff']);
    expect(itinerary?.days.map(({ activities }) => activities)).toEqual(
      days.map(({ activities }) => activities),
    );
  });

  it('ask about a place that appears again later, because it may be a revisit', () => {
    const la = anchor('la', 'Los Angeles', [34.0522, -118.2437]);
    const barstow = anchor('b1', 'Barstow', [34.8958, -117.0173]);
    const vegas = anchor('vegas', 'Las Vegas', [36.1699, -115.1398]);
    const trip = tripOf([la, barstow, vegas, { ...barstow, id: 'b2' }, { ...la, id: 'home' }], {
      roundTrip: true,
      destination: { name: 'Las Vegas' },
    });
    expect(labels(turn({}, {}, trip).action)).toEqual([
      'Remove Barstow from the trip',
      'Keep Barstow: it is a second visit',
    ]);
  });

  it('do not merge two distant towns of the same name', () => {
    const trip = tripOf([
      anchor('chicago', 'Chicago', [41.85, -87.65]),
      anchor('il', 'Springfield', [39.7817, -89.6501]),
      anchor('mo', 'Springfield', [37.2153, -93.2982]),
      anchor('okc', 'Oklahoma City', [35.4676, -97.5164]),
    ]);
    expect(turn({}, {}, trip).action.type).toBe('SUGGEST_REPAIR');
  });

  it('fill a thin day with just enough to do near its stop', () => {
    const thin = { ...ROUTE_66, days: ROUTE_66.days.with(2, day(3, 'flagstaff', 1)) };
    const { action, itinerary } = turn({}, {}, thin);
    expect(action).toMatchObject({
      type: 'AUTO_FIX',
      change: { op: 'ADD_ACTIVITY', payload: { dayNumber: 3 } },
    });
    expect(itinerary?.days[2]?.activities).toHaveLength(2);
    expect(itinerary?.days.toSpliced(2, 1)).toEqual(ROUTE_66.days.toSpliced(2, 1));
  });

  it('correct swapped coordinates without asking only if that is allowed', () => {
    const swapped = withAnchor(ROUTE_66, 'flagstaff', { lat: -111.6513, lng: 35.1981 });
    expect(turn({}, {}, swapped).action.type).toBe('SUGGEST_REPAIR');
    const { action, itinerary } = turn({}, { preferences: { autoRepairPlaces: true } }, swapped);
    expect(action).toMatchObject({
      type: 'AUTO_FIX',
      justification: 'The coordinates of Flagstaff were swapped.',
    });
    expect(itinerary?.anchors[2]).toMatchObject({ lat: 35.1981, lng: -111.6513 });
  });

  it('correct a misplaced stop without asking only if exactly one place fits', () => {
    const allowed = { preferences: { autoRepairPlaces: true } };
    const one = withAnchor(ROUTE_66, 'flagstaff', { lat: 95 });
    expect(turn({}, allowed, one).action).toMatchObject({
      type: 'AUTO_FIX',
      change: { op: 'REPLACE_ANCHOR' },
    });
    const several = tripOf(
      [
        anchor('denver', 'Denver', [39.7392, -104.9849]),
        anchor('x', 'Springfield', [95, 0]),
        anchor('ny', 'New York City', [40.7143, -74.006]),
      ],
      { mode: 'flight' },
    );
    expect(turn({}, allowed, several).action.type).toBe('SUGGEST_REPAIR');
  });

  it('reach a stable action within fifty empty turns', () => {
    const thin = { ...ROUTE_66, days: ROUTE_66.days.map(({ number, anchorId }) => day(number, anchorId, 0)) };
    let last = turn({}, {}, thin);
    for (let turns = 0; turns < 50; turns++) last = turn({}, last.state, last.itinerary);
    expect(last.action).toEqual({ type: 'CONTINUE_PLAN' });
  });
});

describe('phases', () => {
  const inPhase = (
    phase: 'passive' | 'hybrid' | 'full',
    input: PlannerInput,
    state: unknown,
    trip: unknown,
  ) => plannerTurn(input, state, trip, { ...context, phase });

  it('passive asks for destination, origin, dates, mode and interests in order, and only logs issues', () => {
    let last = inPhase('passive', {}, {}, null);
    const asked: string[] = [];
    for (const text of ['Chicago', 'Los Angeles', '6 days', 'by car', 'museums and food']) {
      asked.push(last.state.asking[0] ?? '');
      last = inPhase('passive', { text }, last.state, null);
    }
    expect(asked).toEqual(['destination', 'origin', 'days', 'mode', 'interests']);
    expect(last.action).toEqual({ type: 'CONTINUE_PLAN' });
    expect(last.state.requirements).toMatchObject({
      destination: { name: 'Chicago' },
      days: 6,
      mode: 'road',
    });
    const broken = withAnchor(ROUTE_66, 'kingman', { lat: 95 });
    const logged = inPhase('passive', {}, { requirements: { interests: ['food'] } }, broken);
    expect(logged.action).toEqual({ type: 'CONTINUE_PLAN' });
    expect(logged.state.issues).toMatchObject([{ id: 'ANCHOR_INVALID:kingman' }]);
    expect(logged.itinerary?.anchors.map(bare)).toEqual(broken.anchors.map(bare));
  });

  it('hybrid handles issues first, then asks in order', () => {
    const broken = withAnchor(ROUTE_66, 'kingman', { lat: 95 });
    expect(inPhase('hybrid', {}, {}, broken).action.type).toBe('SUGGEST_REPAIR');
    expect(inPhase('hybrid', {}, {}, ROUTE_66).action).toMatchObject({
      question: 'What do you like to do on a trip?',
    });
  });

  it('full asks only for what it needs', () => {
    expect(inPhase('full', {}, {}, ROUTE_66).action).toEqual({ type: 'CONTINUE_PLAN' });
  });
});
