import { describe, expect, it, test } from 'vitest';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { plannerTurn } from '../turn/turn.ts';
import { buildPlannerRequest } from '../wishes/request.ts';
import { generateItinerary } from './generate-itinerary.ts';

function planned(text: string): Itinerary {
  return generateItinerary(buildPlannerRequest(plannerTurn({ text }, {}, null).state));
}

/** How many days are spent at each stop, by its name. */
function stays({ anchors, days }: Itinerary): Record<string, number> {
  return Object.fromEntries(
    anchors.map(({ id, name }) => [name, days.filter(({ anchorId }) => anchorId === id).length]),
  );
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

  it('begins in a city where all that was named is far from any', () => {
    const trip = planned('8 days Scotland with Skye and Orkney by car');
    expect(names(trip)).toEqual(expect.arrayContaining(['Isle of Skye', 'Orkney']));
    expect(names(trip).some((name) => name === 'Edinburgh' || name === 'Glasgow')).toBe(true);
    expect(trip.anchors.find(({ name }) => name === 'Orkney')?.by).toBe('ferry');
  });

  it('goes to nothing else where several places were named', () => {
    expect(names(planned('Portugal: Lisbon, Porto, 8 days'))).toEqual(['Lisbon', 'Porto']);
    expect(names(planned('a week in Rome in Italy'))).toEqual(['Rome']);
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
  ])('begins where one arrives: %s', (text, first) => {
    expect(names(planned(text))[0]).toBe(first);
  });

  it('sees what is near from where one stays', () => {
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
  ])('goes to places of both: %s', (text, countries) => {
    const trip = planned(text);
    expect(new Set(trip.anchors.map(({ country }) => country))).toEqual(new Set(countries));
  });

  it('goes to the islands that belong to it', () => {
    const trip = names(planned('Ecuador and Galapagos 12 days'));
    expect(trip).toEqual(expect.arrayContaining(['Quito', 'Galapagos']));
  });
});

describe('the stops of a tour', () => {
  it('are called what English speakers call them', () => {
    expect(names(planned('Ireland 8 days by car'))).toEqual(expect.arrayContaining(['Dublin', 'Galway']));
    expect(names(planned('Switzerland by train 7 days'))).toContain('Lucerne');
  });

  it('are towns rather than what is seen from them', () => {
    const trip = names(planned('China 3 weeks by train'));
    expect(trip).toEqual(expect.arrayContaining(['Beijing', "Xi'an"]));
    expect(trip).not.toContain('Great Wall of China');
    expect(trip).not.toContain('Terracotta Army');
  });

  it('exist in countries without a capital that all agree on', () => {
    expect(names(planned('Israel 6 days'))).toContain('Jerusalem');
  });
});

describe('a long road trip with far more time than way', () => {
  it('goes by the places that travellers know, and spends time at them', () => {
    const trip = planned('3 weeks from Sydney to Cairns by car');
    const found = stays(trip);
    expect(Object.keys(found).some((name) => /Brisbane|Byron Bay|Gold Coast|Noosa/.test(name))).toBe(true);
    expect(found.Cairns).toBeLessThanOrEqual(8);
    expect(Math.max(...Object.values(found))).toBe(found.Cairns);
  });
});
