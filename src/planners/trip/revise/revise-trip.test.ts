import { describe, expect, it } from 'vitest';
import { generateItinerary } from '../generate/generate-itinerary.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { changesBetween } from '../itinerary/trip-changes.ts';
import { EMBEDDED } from '../knowledge/embedded-knowledge.ts';
import { fullContext } from '../planner-context.ts';
import { EMPTY_STATE } from '../planner-state.ts';
import { requestFrom } from '../requirements/planner-request.ts';
import type { TripRequirements } from '../requirements/requirements.ts';
import type { TripEdit } from '../understand/edits/trip-edit.ts';
import { type RevisedTrip, revise } from './revise-trip.ts';

const context = fullContext({ now: () => '2026-11-16T08:00:00.000Z' }, EMBEDDED);

function planned(requirements: TripRequirements): Itinerary {
  return generateItinerary(requestFrom({ ...EMPTY_STATE, requirements }, []), context);
}

/** A trip by its requirements, after edits. */
function edited(
  requirements: TripRequirements,
  ...edits: readonly TripEdit[]
): RevisedTrip & { readonly before: Itinerary } {
  const before = planned(requirements);
  const state = { ...EMPTY_STATE, requirements };
  return { before, ...revise(before, requirements, state, context, { edits }) };
}

/** "Rome 4": a stop, and how many days are spent there. */
const stays = ({ anchors, days }: Itinerary) =>
  anchors.map(({ id, name }) => `${name} ${days.filter(({ anchorId }) => anchorId === id).length}`);
const names = ({ anchors }: Itinerary) => anchors.map(({ name }) => name);

/** The stops without what counts days. */
const bare = ({ anchors }: Itinerary) => anchors.map(({ nights: _, ...anchor }) => JSON.stringify(anchor));

const named = (...all: readonly string[]) => all.map((name) => ({ name }));
const INDIA: TripRequirements = {
  via: named('Delhi', 'Agra'),
  destination: { name: 'Jaipur' },
  days: 7,
  startDate: '2027-02-01',
};
const ROME: TripRequirements = { via: named('Florence'), destination: { name: 'Rome' }, days: 7 };
const ITALY: TripRequirements = {
  origin: { name: 'Munich' },
  via: named('Innsbruck', 'Verona'),
  destination: { name: 'Rome' },
  days: 8,
  mode: 'road',
};

describe('an added stop', () => {
  it('removes a sight, not its town', () => {
    const { itinerary, before } = edited(ROME, { type: 'remove', place: 'Colosseum' });
    const titles = itinerary.days.flatMap(({ activities }) => activities.map(({ title }) => title));
    expect(stays(itinerary)).toEqual(stays(before));
    expect(titles.filter((title) => /colosseum/i.test(title))).toEqual([]);
  });

  it('leaves the length, the ends and all other stops as they were', () => {
    const { before, itinerary, requirements } = edited(INDIA, { type: 'add', place: 'Varanasi' });
    expect(itinerary.days).toHaveLength(7);
    expect(itinerary.days.map(({ date }) => date)).toEqual(before.days.map(({ date }) => date));
    expect(names(itinerary)).toContain('Varanasi');
    expect([names(itinerary)[0], names(itinerary).at(-1)]).toEqual(['Delhi', 'Jaipur']);
    for (const stop of bare(before)) expect(bare(itinerary)).toContain(stop);
    expect(requirements.via?.map(({ name }) => name)).toContain('Varanasi');
  });

  it.each<readonly [TripEdit, readonly string[]]>([
    [{ type: 'add', place: 'Bologna', after: 'Verona' }, ['Verona', 'Bologna', 'Rome']],
    [{ type: 'add', place: 'Bologna', before: 'Verona' }, ['Innsbruck', 'Bologna', 'Verona', 'Rome']],
    [{ type: 'add', place: 'Bologna', at: 'start' }, ['Munich', 'Bologna', 'Innsbruck']],
  ])('gets its requested position: %j', (edit, order) => {
    const found = names(edited(ITALY, edit).itinerary).filter((name) => order.includes(name));
    expect(found).toEqual(order);
  });

  it('at the end becomes the end of the trip', () => {
    const { itinerary, requirements } = edited(INDIA, { type: 'add', place: 'Udaipur', at: 'end' });
    expect(names(itinerary).at(-1)).toBe('Udaipur');
    expect(itinerary.destination.name).toBe('Udaipur');
    expect(requirements.destination?.name).toBe('Udaipur');
    expect(itinerary.days).toHaveLength(7);
  });

  it('gets the requested nights', () => {
    const { itinerary } = edited(ITALY, { type: 'add', place: 'Bologna', stay: { nights: 2 } });
    expect(stays(itinerary)).toContain('Bologna 2');
    expect(itinerary.days).toHaveLength(8);
  });

  it('extends the trip if every stay has a length', () => {
    const requirements: TripRequirements = {
      via: [{ name: 'Buenos Aires', nights: 4 }],
      destination: { name: 'Mendoza', nights: 3 },
    };
    const { itinerary } = edited(requirements, {
      type: 'add',
      place: 'Córdoba',
      at: 'middle',
      stay: { nights: 2 },
    });
    expect(stays(itinerary)).toEqual(['Buenos Aires 4', 'Córdoba 2', 'Mendoza 4']);
  });

  it('is reached, and left, as people travel there', () => {
    const requirements: TripRequirements = {
      origin: { name: 'Toronto' },
      via: named('Winnipeg', 'Jasper'),
      destination: { name: 'Vancouver' },
      constraints: { travelBy: ['train'] },
      days: 11,
    };
    const { itinerary } = edited(requirements, { type: 'add', place: 'Banff', after: 'Winnipeg' });
    expect(itinerary.anchors.map(({ by }) => by).slice(1)).not.toContain(undefined);
    const { itinerary: nara } = edited(
      { via: named('Kyoto', 'Hiroshima'), destination: { name: 'Osaka' }, days: 8 },
      { type: 'add', place: 'Nara', after: 'Kyoto' },
    );
    expect(nara.anchors.map(({ by }) => by)).toEqual([undefined, 'train', 'train', 'train']);
  });

  it('leads to a question if the place is unknown', () => {
    expect(edited(INDIA, { type: 'add', place: 'Qwxyzburg' }).unknown).toEqual(['Qwxyzburg']);
  });

  it('on a given day is a day trip', () => {
    const { itinerary, before } = edited(
      { destination: { name: 'Barcelona' }, days: 4 },
      { type: 'add', place: 'Sitges', day: 2 },
    );
    expect(stays(itinerary)).toEqual(['Barcelona 4']);
    expect(itinerary.days[1]?.activities.at(-1)).toMatchObject({
      title: expect.stringContaining('Sitges'),
      locked: true,
    });
    expect(itinerary.days[0]).toBe(before.days[0]);
  });
});

describe('a dropped stop', () => {
  it('leaves no ferry behind', () => {
    const requirements: TripRequirements = {
      origin: { name: 'Buenos Aires' },
      via: named('Ushuaia', 'Torres del Paine', 'El Calafate'),
      destination: { name: 'Bariloche' },
      mode: 'mixed',
      days: 14,
    };
    const { itinerary, before } = edited(requirements, { type: 'remove', place: 'Ushuaia' });
    expect(before.anchors.find(({ name }) => name.startsWith('Torres'))?.by).toBe('ferry');
    expect(itinerary.anchors.find(({ name }) => name.startsWith('Torres'))?.by).toBe('flight');
  });

  it('keeps the requested means of a later leg', () => {
    const first = edited(INDIA, { type: 'leg', to: 'Jaipur', by: 'bus' });
    const state = { ...EMPTY_STATE, requirements: first.requirements };
    const { itinerary } = revise(first.itinerary, first.requirements, state, context, {
      edits: [{ type: 'remove', place: 'Agra' }],
    });
    expect(itinerary.anchors.map(({ by }) => by)).toEqual([undefined, 'bus']);
  });
});

describe('a stay', () => {
  it('that is extended takes its days from others, never from requested stays', () => {
    const requirements = { ...INDIA, via: [{ name: 'Delhi', nights: 3 }, { name: 'Agra' }] };
    const { itinerary } = edited(requirements, { type: 'stay', place: 'Agra', stay: { nights: 2 } });
    expect(stays(itinerary)).toEqual(['Delhi 3', 'Agra 2', 'Jaipur 2']);
  });

  it('is kept by later edits', () => {
    const first = edited(INDIA, { type: 'stay', place: 'Agra', stay: { nights: 3 } });
    const state = { ...EMPTY_STATE, requirements: first.requirements };
    const second = revise(first.itinerary, first.requirements, state, context, {
      edits: [{ type: 'add', place: 'Varanasi' }],
    });
    expect(stays(second.itinerary)).toContain('Agra 3');
    expect(second.itinerary.days).toHaveLength(7);
  });

  it('can be given as a difference or as a factor', () => {
    const days = (stay: object) =>
      stays(edited(INDIA, { type: 'stay', place: 'Jaipur', stay }).itinerary).find((each) =>
        each.startsWith('Jaipur'),
      );
    const now = Number(stays(planned(INDIA)).at(-1)?.split(' ')[1]);
    expect(days({ change: 1 })).toBe(`Jaipur ${now + 1}`);
    expect(days({ factor: 2 })).toBe(`Jaipur ${now * 2}`);
  });

  it('that does not fit extends the trip, with a remark', () => {
    const { itinerary, notDone, requirements } = edited(INDIA, {
      type: 'stay',
      place: 'Agra',
      stay: { nights: 9 },
    });
    expect(stays(itinerary)).toEqual(['Delhi 1', 'Agra 9', 'Jaipur 1']);
    expect(notDone).toHaveLength(1);
    expect(requirements.days).toBe(11);
  });
});

describe('a removed stop', () => {
  it('gives its days to the requested stop', () => {
    const { itinerary } = edited(INDIA, { type: 'remove', place: 'Agra', to: 'Jaipur' });
    const days = Number(stays(planned(INDIA))[0]?.split(' ')[1]);
    expect(stays(itinerary)).toEqual([`Delhi ${days}`, `Jaipur ${7 - days}`]);
  });

  it.each([
    ['Delhi', ['Agra', 'Jaipur']],
    ['Jaipur', ['Delhi', 'Agra']],
  ])('may be an end if the request has no start: %s', (place, order) => {
    const { itinerary, requirements } = edited(INDIA, { type: 'remove', place });
    expect(names(itinerary)).toEqual(order);
    expect([itinerary.origin.name, itinerary.destination.name]).toEqual(order);
    expect(requirements.destination?.name).toBe(order[1]);
    expect(itinerary.days).toHaveLength(7);
  });

  it('may be the last one, and the trip ends at the one before', () => {
    const { before, itinerary } = edited(ITALY, { type: 'remove', place: 'Rome' });
    expect(itinerary.destination.name).toBe(before.anchors.at(-2)?.name);
    expect(itinerary.days).toHaveLength(before.days.length);
  });

  it('cannot be the start of the trip', () => {
    const { before, itinerary, notDone } = edited(ITALY, { type: 'remove', place: 'Munich' });
    expect(itinerary).toBe(before);
    expect(notDone).toHaveLength(1);
  });

  it('leads to a question if unnamed stops go with it', () => {
    expect(edited(INDIA, { type: 'remove-all', except: ['Delhi'] }).losses).toEqual(['Agra', 'Jaipur']);
    expect(edited(INDIA, { type: 'remove', place: 'Agra' }).losses).toEqual([]);
  });
});

describe('a replaced stop', () => {
  it('keeps its id and its days', () => {
    const { before, itinerary } = edited(ITALY, { type: 'replace', place: 'Verona', by: 'Padua' });
    expect(itinerary.anchors.map(({ id }) => id)).toEqual(before.anchors.map(({ id }) => id));
    expect(names(itinerary)).not.toContain('Verona');
    expect(itinerary.days.map(({ anchorId }) => anchorId)).toEqual(
      before.days.map(({ anchorId }) => anchorId),
    );
  });

  it('may be the end of the trip', () => {
    const { itinerary } = edited(INDIA, { type: 'replace', place: 'Jaipur', by: 'Udaipur' });
    expect(itinerary.destination.name).toBe('Udaipur');
  });

  it('is the intended place of that name', () => {
    const { itinerary } = edited(
      { destination: { name: 'Birmingham' }, days: 4 },
      { type: 'which', within: 'Alabama' },
    );
    expect(itinerary.anchors).toMatchObject([{ name: 'Birmingham', admin1: 'AL', country: 'US' }]);
    expect(itinerary.origin.country).toBe('US');
    expect(itinerary.days).toHaveLength(4);
  });
});

describe('the order', () => {
  it('changes only for the named stops', () => {
    expect(names(edited(INDIA, { type: 'move', place: 'Jaipur', before: 'Agra' }).itinerary)).toEqual([
      'Delhi',
      'Jaipur',
      'Agra',
    ]);
    expect(names(edited(INDIA, { type: 'swap', places: ['Agra', 'Jaipur'] }).itinerary)).toEqual([
      'Delhi',
      'Jaipur',
      'Agra',
    ]);
  });

  it('moves the end of the trip along', () => {
    const { itinerary, requirements } = edited(INDIA, { type: 'swap', places: ['Agra', 'Jaipur'] });
    expect(itinerary.destination.name).toBe('Agra');
    expect(requirements).toMatchObject({
      destination: { name: 'Agra' },
      via: [{ name: 'Delhi' }, { name: 'Jaipur' }],
    });
  });
});

describe('a day', () => {
  const vienna: TripRequirements = { destination: { name: 'Vienna' }, days: 4 };

  it('gets the requested activity, and keeps it', () => {
    const { itinerary, before } = edited(vienna, {
      type: 'activity',
      what: 'add',
      title: 'State Opera',
      day: 3,
      part: 'evening',
    });
    expect(itinerary.days[2]?.activities.at(-1)).toMatchObject({
      title: 'State Opera',
      part: 'evening',
      locked: true,
    });
    expect(itinerary.days.toSpliced(2, 1)).toEqual(before.days.toSpliced(2, 1));
  });

  it('stays free on request', () => {
    const { itinerary } = edited(vienna, { type: 'activity', what: 'free', day: 3, part: 'afternoon' });
    expect(itinerary.days[2]?.activities.map(({ kind }) => kind)).toContain('FREE');
  });

  it('reports that there is no such activity to remove', () => {
    const { itinerary, before, notDone } = edited(vienna, {
      type: 'activity',
      what: 'remove',
      title: 'aquarium',
      day: 2,
    });
    expect(itinerary).toBe(before);
    expect(notDone).toHaveLength(1);
  });

  it('can be locked with its stop', () => {
    const { itinerary } = edited(INDIA, { type: 'lock', days: [1, 2] });
    expect(itinerary.anchors.map(({ locked = false }) => locked)).toEqual([true, false, false]);
  });
});

describe('the means of travel', () => {
  it('changes for one leg', () => {
    const { itinerary } = edited(ITALY, { type: 'leg', from: 'Verona', to: 'Rome', by: 'train' });
    expect(itinerary.anchors.filter(({ by }) => by === 'train').map(({ name }) => name)).toEqual(['Rome']);
  });

  it('can become a train without changing the stops', () => {
    const before = planned(ITALY);
    const requirements: TripRequirements = { ...ITALY, mode: 'mixed', constraints: { travelBy: ['train'] } };
    const { itinerary } = revise(before, ITALY, { ...EMPTY_STATE, requirements }, context, {});
    expect(stays(itinerary)).toEqual(stays(before));
    expect(new Set(itinerary.anchors.slice(1).map(({ by }) => by))).toEqual(new Set(['train']));
  });

  it('keeps the stays when the trip is reversed', () => {
    const requirements = {
      ...ROME,
      origin: { name: 'Milan' },
      via: [{ name: 'Milan', days: 2 }, { name: 'Florence' }],
    };
    const before = planned(requirements);
    const turned = {
      ...requirements,
      origin: requirements.destination ?? { name: '' },
      destination: { name: 'Milan' },
    };
    const state = { ...EMPTY_STATE, requirements: turned };
    const { itinerary } = revise(before, requirements, state, context, { isReversed: true });
    expect(stays(itinerary)).toEqual(stays(before).toReversed());
    expect([itinerary.origin.name, itinerary.destination.name]).toEqual(['Rome', 'Milan']);
    expect(changesBetween(before, itinerary)).toHaveLength(1);
  });
});

describe('the changes of a trip', () => {
  it('mention a new travel day if no other remark does', () => {
    const before = planned(ROME);
    const days = before.days.map((day) => (day.number === 2 ? { ...day, travelOnly: true } : day));
    const changes = changesBetween(before, { ...before, days });
    expect(changes.map(({ anchorId }) => anchorId)).toEqual([before.days[1]?.anchorId]);
    expect(changesBetween(before, before)).toEqual([]);
  });
});
