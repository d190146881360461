import { describe, expect, it, test } from 'vitest';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { embeddedPlaces } from '../knowledge/embedded-knowledge.ts';
import { wayKm } from '../places/geo.ts';
import { generateItinerary } from './generate-itinerary.ts';

const daysIn = ({ anchors, days }: Itinerary, area: string) =>
  days.filter(({ anchorId }) => anchors.find(({ id }) => id === anchorId)?.area === area).length;

const townsIn = ({ anchors }: Itinerary, area: string) => anchors.filter((anchor) => anchor.area === area);

const REGIONS = [
  ['Rome', 'Tuscany', 'Venice'],
  ['Barcelona', 'Andalusia', 'Madrid'],
  ['Paris', 'Provence', 'Lyon'],
  ['Paris', 'Brittany', 'Bordeaux'],
  ['London', 'Scotland', 'Dublin'],
  ['Berlin', 'Bavaria', 'Vienna'],
  ['Bucharest', 'Transylvania', 'Budapest'],
  ['Athens', 'Peloponnese', 'Thessaloniki'],
  ['Delhi', 'Rajasthan', 'Mumbai'],
  ['Bengaluru', 'Kerala', 'Goa'],
  ['Jakarta', 'Bali', 'Lombok'],
  ['Tokyo', 'Hokkaido', 'Osaka'],
  ['Sydney', 'Tasmania', 'Melbourne'],
  ['Seattle', 'California', 'Las Vegas'],
  ['New York', 'Florida', 'New Orleans'],
  ['Santiago', 'Patagonia', 'Buenos Aires'],
  ['Mexico City', 'Chiapas', 'Cancun'],
] as const;

describe('a wide area among other stops', () => {
  test.each(REGIONS)('is a tour through its towns: %s, %s, %s', (first, area, last) => {
    const trip = generateItinerary({
      via: [{ name: first }, { name: area }],
      destination: { name: last },
      days: 14,
    });
    const towns = townsIn(trip, area);
    expect(towns.length).toBeGreaterThan(1);
    expect(trip.anchors.map(({ name }) => name)).not.toContain(area);
    const known = new Set(embeddedPlaces.placesOf?.(area, { limit: 60 }).map(({ name }) => name));
    expect(towns.every(({ name }) => known.has(name))).toBe(true);
    expect(trip.days).toHaveLength(14);
    expect(trip.anchors[0]?.name).toContain(first.split(' ')[0]);
    expect(towns).not.toContain(trip.anchors.at(-1));
  });

  test.each(REGIONS)('takes as long as was said: %s, %s, %s', (first, area, last) => {
    for (const days of [1, 2, 5, 8]) {
      const via = [{ name: first }, { name: area, days }];
      expect(daysIn(generateItinerary({ via, destination: { name: last }, days: 14 }), area)).toBe(days);
    }
  });

  it('continues from the previous stop to the next one', () => {
    const { anchors } = generateItinerary({
      via: [{ name: 'Milan' }, { name: 'Tuscany' }],
      destination: { name: 'Rome' },
      days: 12,
    });
    expect(anchors[0]?.name).toBe('Milan');
    expect(anchors.at(-1)?.name).toBe('Rome');
    expect(anchors.map(({ name }) => name)).toContain('Florence');
    const turned = [anchors[0], ...anchors.slice(1, -1).toReversed(), anchors.at(-1)].flatMap(
      (stop) => stop ?? [],
    );
    expect(wayKm(anchors)).toBeLessThan(wayKm(turned));
  });

  it('excludes towns that are stops themselves', () => {
    const via = [
      { name: 'Florence', days: 2 },
      { name: 'Tuscany', days: 5 },
    ];
    const trip = generateItinerary({ via, destination: { name: 'Rome' }, days: 10 });
    expect(trip.anchors.filter(({ name }) => name === 'Florence')).toHaveLength(1);
    expect(daysIn(trip, 'Tuscany')).toBe(5);
  });

  it('is one stop if it is small', () => {
    const trip = generateItinerary({
      via: [{ name: 'London' }, { name: 'Lake District' }],
      destination: { name: 'Edinburgh' },
      days: 8,
    });
    expect(trip.anchors.map(({ name }) => name)).toContain('Lake District');
    expect(townsIn(trip, 'Lake District')).toEqual([]);
  });
});
