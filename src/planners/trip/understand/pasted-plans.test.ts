import { describe, expect, it } from 'vitest';
import { embeddedPlaces } from '../knowledge/embedded-knowledge.ts';
import { EMPTY_STATE } from '../planner-state.ts';
import type { TripRequirements } from '../requirements/requirements.ts';
import { asProse } from './text/layout.ts';
import { type Understanding, understand } from './understand.ts';

const today = new Date('2026-11-16T09:00:00Z');

function understandingOf(text: string): Understanding {
  return understand(text, { state: EMPTY_STATE, itinerary: null, places: embeddedPlaces, today });
}

function requirementsOf(text: string): TripRequirements {
  return understandingOf(text).requirements;
}

/** "Rome 3, Florence 2": the places in their order with their nights or days. */
function stays({ origin, via = [], destination }: TripRequirements): string {
  const all = [origin, ...via, destination].flatMap((place) => place ?? []);
  return all.map(({ name, nights, days }) => `${name} ${nights ?? days ?? '-'}`).join(', ');
}

describe('the lines of a pasted text', () => {
  it('become a list if they are items, and sentences otherwise', () => {
    expect(asProse('- Lisbon\n- Porto\nWe would like to go there in May with our two children.')).toBe(
      'Lisbon, Porto. We would like to go there in May with our two children.',
    );
  });

  it('are joined if a program wrapped them', () => {
    const first = 'We would like to spend a week on the coast of northern Portugal with';
    expect(asProse(`${first}\nour children.`)).toBe(`${first} our children.`);
  });

  it('are dropped if they open or close a letter', () => {
    expect(asProse('Hello,\n\n5 days in Rome please.\n\nKind regards,\nAnna\n+44 7700 900123')).toBe(
      '5 days in Rome please.',
    );
  });

  it('are not a numbered list if they start with a German date', () => {
    expect(asProse('Nach Rom\n3. Juni bis 9. Juni')).toBe('Nach Rom, 3. Juni bis 9. Juni');
  });
});

describe('reads dates and days beside places as stays', () => {
  it.each([
    ['3 Apr - 6 Apr Rome\n6 Apr - 8 Apr Florence\n8 Apr - 11 Apr Venice', 'Rome 3, Florence 2, Venice 3'],
    ['Rome 3-6 April, Florence 6-8 April, Venice 8-11 April', 'Rome 3, Florence 2, Venice 3'],
    ['Jun 10 Oslo, Jun 13 Bergen, Jun 16 Stavanger, home Jun 18', 'Oslo 3, Bergen 3, Stavanger 2'],
    ['Day 1-3 Hanoi, day 4-5 Hue, day 6-9 Hoi An', 'Hanoi 3, Hue 2, Hoi An 4'],
  ])('%s', (text, expected) => {
    expect(stays(requirementsOf(text))).toBe(expected);
  });

  it('uses the first and the last date as those of the trip', () => {
    expect(requirementsOf('3 Apr - 6 Apr Rome\n6 Apr - 8 Apr Florence')).toMatchObject({
      startDate: '2027-04-03',
      endDate: '2027-04-08',
    });
  });

  it('reads a single range as the dates of the trip', () => {
    expect(requirementsOf('Rome from 3 to 6 April')).toMatchObject({
      destination: { name: 'Rome' },
      startDate: '2027-04-03',
      endDate: '2027-04-06',
    });
  });
});

describe('a completed form', () => {
  it('is read like a sentence', () => {
    const text = 'Destination: Peru\nDates: 3-17 October\nTravellers: 2\nInterests: food\nPace: relaxed';
    expect(requirementsOf(text)).toMatchObject({
      destination: { name: 'Peru' },
      startDate: '2027-10-03',
      endDate: '2027-10-17',
      travellers: 2,
      interests: ['food'],
      constraints: { pace: 'slow' },
    });
  });
});

describe('reads stays in short notation', () => {
  it.each([
    ['Krakow (3n), Zakopane (2n), Warsaw (3n)', 'Krakow 3, Zakopane 2, Warsaw 3'],
    ['cape town x4 nights, stellenbosch x2, knysna x2', 'Cape Town 4, Stellenbosch 2, Knysna 2'],
    ['3 days: Turin. 2 days: Genoa.', 'Turin 3, Genoa 2'],
    ['7 nights: 2 Kochi, 2 Munnar, 3 Varkala', 'Kochi 2, Munnar 2, Varkala 3'],
    ['14 nights in southern Italy: 3 in Rome, 2 in Naples, rest in Lecce', 'Rome 3, Naples 2, Lecce 9'],
    ['three nights in Budapest followed by two in Bratislava', 'Budapest 3, Bratislava 2'],
    ['From 27 December to 3 January: Innsbruck four nights, then Munich', 'Innsbruck 4, Munich -'],
    [
      'Munich - Salzburg (1 night) - Hallstatt (2 nights) - Vienna',
      'Munich -, Salzburg 1, Hallstatt 2, Vienna -',
    ],
  ])('%s', (text, expected) => {
    expect(stays(requirementsOf(text))).toBe(expected);
  });
});

describe('place names in lower case', () => {
  it('are recognized if they are known', () => {
    expect(
      stays(requirementsOf('landing in bangkok 9 jan and flying out of hanoi on 2 feb, hoi an for sure')),
    ).toBe('Bangkok -, Bangkok -, Hoi An -, Hanoi -');
  });

  it('may name a route beside its towns', () => {
    const { requirements, notUnderstood } = understandingOf('golden triangle delhi agra jaipur 6 days');
    expect(stays(requirements)).toBe('Delhi -, Agra -, Jaipur -');
    expect(requirements.constraints?.region).toBe('Golden Triangle');
    expect(notUnderstood).toEqual([]);
  });

  it('are not confused with capitalized words at the start of a sentence', () => {
    expect(requirementsOf('3 days in Singapore. Hawker food.').destination?.name).toBe('Singapore');
  });

  it('are corrected if they are nearly right, with a remark', () => {
    const { requirements, assumed } = understandingOf('wana go too amsterdamn 4 days');
    expect(requirements.destination?.name).toBe('Amsterdam');
    expect(assumed.join()).toContain('amsterdamn');
  });
});

describe('reads the end of the trip', () => {
  it.each([
    ['Melbourne to Adelaide, the Great Ocean Road, then Grampians, 6 days', 'Adelaide'],
    ['LA to Las Vegas to Denver, 6 days', 'Denver'],
    ['London to Edinburgh to York, 6 days', 'York'],
  ])('%s', (text, end) => {
    expect(requirementsOf(text).destination?.name).toBe(end);
  });
});

describe('lodging', () => {
  it.each([
    ['a cottage with a fireplace', 'cottage with a fireplace'],
    ['dorm beds are fine', 'shared room (dorm)'],
    ['ground-floor rooms or a lift', 'ground-floor rooms or a lift'],
    ['we do not want shared rooms', 'not shared room'],
  ])('is kept in the words of the user: %s', (text, room) => {
    expect(requirementsOf(`3 days in Rome, ${text}.`).constraints?.lodging?.room).toBe(room);
  });

  it('must allow pets if a dog comes along', () => {
    expect(requirementsOf('3 days in Rome with our dog').constraints?.lodging?.rules).toEqual(['pets']);
  });

  it('is not read from the name of a place', () => {
    expect(requirementsOf('Bogotá, Villa de Leyva, Cartagena, 9 days').constraints?.lodging).toBeUndefined();
  });
});
