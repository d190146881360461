import { describe, expect, it, test } from 'vitest';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { buildPlannerRequest } from '../requirements/planner-request.ts';
import { plannerTurn } from '../turn/turn.ts';
import { generateItinerary } from './generate-itinerary.ts';

function planned(text: string): Itinerary {
  return generateItinerary(buildPlannerRequest(plannerTurn({ text }, {}, null).state));
}

/** How many days are spent at each stop, by its name or that of the area which it is in. */
function stays({ anchors, days }: Itinerary): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { id, name, area = name } of anchors) {
    found[area] = (found[area] ?? 0) + days.filter(({ anchorId }) => anchorId === id).length;
  }
  return found;
}

const names = ({ anchors }: Itinerary) => anchors.map(({ name }) => name);

describe('a tour of a country with a part of it', () => {
  test.each([
    ['10 days in Norway with Lofoten', 'Lofoten'],
    ['Two weeks in Greece incl. Crete', 'Crete'],
    ['3 weeks Japan but also Okinawa', 'Okinawa'],
    ['Iceland with the Westfjords, 12 days', 'Westfjords'],
    ['10 days in Italy including Sicily', 'Sicily'],
    ['Tanzania safari and Zanzibar, 10 days', 'Zanzibar'],
  ])('visits other places too: %s', (text, part) => {
    const found = stays(planned(text));
    expect(found[part]).toBeGreaterThanOrEqual(2);
    const others = Object.keys(found).filter((name) => name !== part);
    expect(others.length).toBeGreaterThanOrEqual(2);
    expect(Math.max(...others.map((name) => found[name] ?? 0))).toBeLessThanOrEqual(found[part] ?? 0);
  });

  it('begins in a city if all named places are far from one', () => {
    const trip = planned('8 days Scotland with Skye and Orkney by car');
    expect(names(trip)).toEqual(expect.arrayContaining(['Isle of Skye', 'Orkney']));
    expect(names(trip).some((name) => name === 'Edinburgh' || name === 'Glasgow')).toBe(true);
    expect(trip.anchors.find(({ name }) => name === 'Orkney')?.by).toBe('ferry');
  });

  it('visits only the named places if there are several', () => {
    expect(names(planned('Portugal: Lisbon, Porto, 8 days'))).toEqual(['Lisbon', 'Porto']);
    expect(names(planned('a week in Rome in Italy'))).toEqual(['Rome']);
  });
});

describe('a tour with named places', () => {
  test.each([
    ['10 days in Scotland from Edinburgh with Skye and Orkney', ['Isle of Skye', 'Orkney'], 'Edinburgh'],
    ['Peru 10 days with Machu Picchu', ['Machu Picchu'], 'Cusco'],
    ['Egypt 9 days with Luxor and Abu Simbel', ['Luxor', 'Abu Simbel'], 'Cairo'],
    ['Tanzania and Zanzibar 12 days', ['Zanzibar'], 'Serengeti National Park'],
    ['Argentina 15 days with Iguazu and Patagonia', ['Iguazu', 'Patagonia'], 'Buenos Aires'],
    ['Morocco 8 days from Marrakech with the Sahara', ['Sahara'], 'Marrakech'],
  ] as const)('goes to the best places beside them: %s', (text, requested, other) => {
    const found = stays(planned(text));
    expect(Object.keys(found)).toEqual(expect.arrayContaining([...requested, other]));
    const others = Object.keys(found).filter((name) => !requested.some((place) => place === name));
    const most = Math.max(...others.map((name) => found[name] ?? 0));
    expect(Math.max(...requested.map((name) => found[name] ?? 0))).toBeGreaterThanOrEqual(most);
  });

  test.each([
    ['Balkans 3 weeks by bus from Ljubljana to Athens', 'Athens'],
    ['Baltics 10 days by bus from Tallinn to Vilnius', 'Vilnius'],
    ['Pacific Northwest 10 days from Seattle to Portland', 'Portland'],
    ['7 days Ireland road trip from Dublin to Galway', 'Galway'],
  ])('spends no spare days at its end: %s', (text, end) => {
    const found = stays(planned(text));
    const total = Object.values(found).reduce((sum, days) => sum + days, 0);
    expect(Object.keys(found).length).toBeGreaterThan(2);
    expect(found[end]).toBeLessThanOrEqual(Math.max(total / 2, 3));
  });

  it('keeps the order of the request', () => {
    const trip = names(planned('Laos 3 weeks: Luang Prabang, Vang Vieng, Pakse, 4000 Islands'));
    const at = ['Luang Prabang', 'Vang Vieng', 'Pakse', '4000 Islands'].map((name) => trip.indexOf(name));
    expect(at).toEqual(at.toSorted((a, b) => a - b));
  });

  it('leads to no question whether to drive or fly', () => {
    const { action } = plannerTurn({ text: 'Morocco 8 days from Marrakech with the Sahara' }, {}, null);
    expect(action.type).toBe('CONTINUE_PLAN');
  });
});

describe('a tour of a country from one end to the other', () => {
  test.each([
    ['2 weeks in Vietnam from Hanoi to Ho Chi Minh City', 'Hanoi', 'Ho Chi Minh City'],
    ['10 days vietnam, start hanoi end saigon', 'Hanoi', 'Saigon'],
  ])('stops at the best known places between: %s', (text, first, last) => {
    const trip = planned(text);
    expect(names(trip)[0]).toBe(first);
    expect(names(trip).at(-1)).toBe(last);
    const found = stays(trip);
    expect(Object.keys(found).length).toBeGreaterThanOrEqual(4);
    expect(found[last]).toBeLessThanOrEqual(5);
    expect(names(trip).some((name) => /^(?:Hu|H[oộ]i An|Da Nang)/.test(name))).toBe(true);
  });
});

describe('a tour without a start', () => {
  test.each([
    ['Kenya 9 days', 'Nairobi'],
    ['Sri Lanka 12 days', 'Colombo'],
    ['12 days in Costa Rica by car', 'San José'],
    ['Cuba 2 weeks', 'Havana'],
    ['Portugal 10 days', 'Lisbon'],
  ])('begins at the point of arrival: %s', (text, first) => {
    expect(names(planned(text))[0]).toBe(first);
  });

  it('makes day trips to nearby sights from the stay', () => {
    const trip = names(planned('Iceland ring road 9 days'));
    expect(trip).not.toContain('Grindavík');
    expect(trip.length).toBeGreaterThanOrEqual(4);
    expect(names(planned('Patagonia 2 weeks'))).not.toContain('Perito Moreno Glacier');
  });
});

describe('a tour of two countries', () => {
  test.each([
    ['Netherlands and Belgium by train, 8 days', ['NL', 'BE']],
    ['Spain and Portugal 2 weeks', ['ES', 'PT']],
  ])('visits places in both: %s', (text, countries) => {
    const trip = planned(text);
    expect(new Set(trip.anchors.map(({ country }) => country))).toEqual(new Set(countries));
  });

  it('visits the islands that belong to it', () => {
    const trip = stays(planned('Ecuador and Galapagos 12 days'));
    expect(Object.keys(trip)).toEqual(expect.arrayContaining(['Quito', 'Galapagos']));
  });
});

describe('the stops of a tour', () => {
  it('have their English names', () => {
    expect(names(planned('Ireland 8 days by car'))).toEqual(expect.arrayContaining(['Dublin', 'Galway']));
    expect(names(planned('Switzerland by train 7 days'))).toContain('Lucerne');
  });

  it('are towns rather than the sights near them', () => {
    const trip = names(planned('China 3 weeks by train'));
    expect(trip).toEqual(expect.arrayContaining(['Beijing', "Xi'an"]));
    expect(trip).not.toContain('Great Wall of China');
    expect(trip).not.toContain('Terracotta Army');
  });

  it('exist in countries with a disputed capital', () => {
    expect(names(planned('Israel 6 days'))).toContain('Jerusalem');
  });
});

describe('a long road trip with ample time', () => {
  it('visits well-known places and spends time there', () => {
    const trip = planned('3 weeks from Sydney to Cairns by car');
    const found = stays(trip);
    expect(Object.keys(found).some((name) => /Brisbane|Byron Bay|Gold Coast|Noosa/.test(name))).toBe(true);
    expect(found.Cairns).toBeLessThanOrEqual(8);
    expect(Math.max(...Object.values(found))).toBe(found.Cairns);
  });
});

describe('a tour that is longer than its stays', () => {
  it('keeps them, and spends the remaining days at other places of the country', () => {
    const trip = generateItinerary({
      via: [
        { name: 'Tokyo', days: 5 },
        { name: 'Kyoto', days: 5 },
      ],
      destination: { name: 'Kyoto' },
      days: 14,
      mode: 'mixed',
      constraints: { region: 'Japan' },
    });
    const found = stays(trip);
    expect(found).toMatchObject({ Tokyo: 5, Kyoto: 5 });
    expect(Object.keys(found).length).toBeGreaterThan(2);
    expect(trip.days).toHaveLength(14);
  });
});

describe('a trip within a country whose only stay is shorter than it', () => {
  it('spends the other days where it starts', () => {
    const trip = planned('Train from Ankara to Kars, 5 days, 2 nights in Kars');
    expect(stays(trip)).toMatchObject({ Ankara: 2, Kars: 3 });
  });
});

describe('a tour of many places', () => {
  it('is planned without a question about the means of travel', () => {
    const trip = planned(
      'Buenos Aires - El Calafate - El Chaltén - Puerto Natales - Torres del Paine - Punta Arenas, 21 days',
    );
    expect(names(trip)).toEqual(expect.arrayContaining(['Buenos Aires', 'El Chaltén', 'Punta Arenas']));
  });
});

describe('a stay with children', () => {
  it('starts with the best known sights, then those for children', () => {
    const titles = planned('3 days in Pisa with kids (5 and 8)').days.flatMap(({ activities }) =>
      activities.map(({ title }) => title),
    );
    expect(titles[0]).toBe('Leaning Tower of Pisa');
    expect(titles).toContain('Botanical Garden of Pisa');
  });
});

describe('the stops between the ends of a trip', () => {
  test.each([
    ['Paris to Istanbul by train, 12 days', 3],
    ['Coast to coast USA by train, New York to San Francisco, 12 days', 2],
  ])('are visited by train: %s', (text, least) => {
    const trip = planned(text);
    const between = trip.anchors.slice(1, -1);
    expect(between.length).toBeGreaterThanOrEqual(least);
    expect(between.every(({ by }) => by === 'train')).toBe(true);
  });

  it('are not farther off than its end', () => {
    const chile = planned(
      '10 days in northern Chile by car: San Pedro de Atacama, Iquique, Arica, from Antofagasta',
    );
    expect(chile.anchors.every(({ country }) => country === 'CL')).toBe(true);
  });

  test.each([
    ['Mozambique: Maputo, Tofo, Vilankulo, 9 days', 'Vilankulo'],
    ['Sumatra overland, 12 days: Medan, Bukit Lawang, Lake Toba, Padang', 'Padang'],
  ])('are only the named ones if the time is short: %s', (text, last) => {
    const trip = planned(text);
    expect(names(trip).at(-1)).toBe(last);
    expect(trip.anchors.some(({ by }) => by === 'train' || by === 'flight')).toBe(false);
  });

  it('continue beyond the end of a named path', () => {
    const trip = planned('Bike trip from Vienna to Budapest along the Danube, 7 days');
    expect(trip.anchors.length).toBeGreaterThanOrEqual(5);
  });
});

describe('an area inside another', () => {
  it('becomes the area of the trip', () => {
    const trip = planned('Borneo Sabah 9 days');
    expect(trip.anchors.every(({ area, name }) => (area ?? name) === 'Sabah')).toBe(true);
  });

  it('stays in the country of the trip', () => {
    const trip = planned('Chile: Santiago, Valparaiso, Atacama, Torres del Paine, 15 days');
    expect(trip.anchors.every(({ country }) => country === 'CL')).toBe(true);
  });
});

describe('islands in a list', () => {
  test.each(['Ithaca, Kefalonia, Zakynthos, 8 days', 'Lefkada - Ithaca - Kefalonia - Zakynthos, 8 days'])(
    'are all stops, with ferries between: %s',
    (text) => {
      const trip = planned(text);
      expect(names(trip)).toEqual(expect.arrayContaining(['Ithaca', 'Kefalonia', 'Zakynthos']));
      expect(trip.anchors.slice(1).every(({ by }) => by === 'ferry')).toBe(true);
    },
  );

  it('with stays are separate stops and not an area', () => {
    const found = stays(
      planned('Windward Islands: St Lucia 4 nights, St Vincent 3 nights, Grenada 4 nights'),
    );
    expect(found).toEqual({ 'St Lucia': 4, 'St Vincent': 3, Grenada: 5 });
  });
});

describe('places across a border', () => {
  it('are used if they are far better known', () => {
    const trip = planned('Ireland: Belfast, Derry, Sligo, Connemara, 8 days by car');
    expect(names(trip)).toEqual(['Belfast', 'Derry', 'Sligo', 'Connemara']);
  });

  it('are not used if a place of the region has the same name', () => {
    const trip = planned('Corsica: Bastia, Calvi, Porto, Ajaccio, Bonifacio, 9 days by car');
    expect(trip.anchors.every(({ country }) => country === 'FR')).toBe(true);
  });
});

describe('a tour with an end', () => {
  test.each([
    ['Sri Lanka 12 days, ending with a beach stay at Mirissa', 'Mirissa'],
    ['Sri Lanka 14 days with a beach stay at the end in Mirissa', 'Mirissa'],
    ['Sri Lanka 12 days ending in Mirissa', 'Mirissa'],
    ['Thailand 2 weeks, finishing with 4 nights on Koh Samui', 'Koh Samui'],
    ['Vietnam 2 weeks ending with a few days on the beach in Phu Quoc', 'Phu Quoc'],
    ['Egypt 10 days with Abu Simbel', 'Abu Simbel'],
  ])('leads there: %s', (text, end) => {
    expect(names(planned(text)).at(-1)).toBe(end);
  });

  test.each([
    ['Norway 14 days from Ålesund to Tromsø, 5 days in Tromsø', 'Tromsø', 5],
    ['Vietnam 14 days from Hanoi to Saigon, 4 days in Saigon', 'Saigon', 4],
  ])('keeps the stay at its end: %s', (text, end, days) => {
    expect(stays(planned(text))[end]).toBe(days);
  });

  it('joins a route where it passes', () => {
    const trip = planned('Trans-Canada by train 15 days from Toronto to Vancouver');
    expect(trip.anchors.every(({ lng }) => lng < -75)).toBe(true);
  });
});
