import { describe, expect, test } from 'vitest';
import { embeddedPlaces } from '../knowledge/embedded-knowledge.ts';
import { EMPTY_STATE } from '../planner-state.ts';
import { understand } from './understand.ts';

function understandingOf(text: string) {
  const today = new Date('2026-11-16T09:00:00Z');
  return understand(text, { state: EMPTY_STATE, itinerary: null, places: embeddedPlaces, today });
}

describe('a trip that ends where it starts', () => {
  test.each([
    ['nc500 road trip, inverness start n finish, 6 days', 'Inverness'],
    ['nc500 road trip, inverness start & finish, 6 days', 'Inverness'],
    ['NC500 in a van, Inverness start/finish, 6 days', 'Inverness'],
    ['NC500 6 days, Inverness start and finish', 'Inverness'],
    ['NC500 6 days. Start and end point: Inverness', 'Inverness'],
    ['Ireland road trip 8 days start and end in Dublin', 'Dublin'],
    ['Ireland road trip, 8 days, Dublin to start and end', 'Dublin'],
    ['Scotland by car 8 days, start and finish in Edinburgh', 'Edinburgh'],
    ['Scotland by car 8 days, starts and ends in Edinburgh', 'Edinburgh'],
    ['Scotland by car 8 days, it should start and end in Edinburgh', 'Edinburgh'],
    ['Scotland by car 8 days, start n end edinburgh', 'Edinburgh'],
    ['9 days Utah, start and end back in Salt Lake City', 'Salt Lake City'],
    ['9 days Utah, starting and ending back at Salt Lake City', 'Salt Lake City'],
    ['10 days Iceland, starting and finishing at Keflavik', 'Keflavik'],
    ['Sicily 8 days, beginning and ending in Catania', 'Catania'],
    ['Start/finish Cape Town, Garden Route 9 days', 'Cape Town'],
    ['Start & end: Cape Town. Garden Route, 9 days', 'Cape Town'],
    ['7 days round trip from Denver through the Rockies', 'Denver'],
    ['a 5-day loop from Las Vegas to Zion and Bryce', 'Las Vegas'],
    ['5 day loop starting in Las Vegas: Zion, Bryce', 'Las Vegas'],
    ['5 day loop out of Las Vegas: Zion, Bryce', 'Las Vegas'],
    ['Roundtrip Reykjavik 8 days ring road', 'Reykjavik'],
    ['8 days circular drive from Perth, Margaret River and Albany', 'Perth'],
    ['8 days circular road trip from Perth via Margaret River and Albany', 'Perth'],
    ['out of and back into Munich, 6 days, Salzburg, Hallstatt', 'Munich'],
    ['road trip from and back to Calgary, 7 days, Banff, Jasper', 'Calgary'],
    ['departing from and returning to Calgary, 7 days by car, Banff, Jasper', 'Calgary'],
    ['leaving and returning to Seattle, 6 days, Olympic National Park', 'Seattle'],
    ['South Island of New Zealand, 2 weeks by campervan, Christchurch return', 'Christchurch'],
    ['Christchurch return, South Island of New Zealand, 12 days', 'Christchurch'],
    ['Tasmania road trip 8 days from Hobart return', 'Hobart'],
    ['6 days: Vienna and back, with Brno and Olomouc', 'Vienna'],
    ['Südnorwegen Rundreise ab/bis Oslo, 10 Tage', 'Oslo'],
    ['10 Tage Rundreise ab Frankfurt nach Prag und Wien', 'Frankfurt'],
    ['Rundreise ab und bis Malaga durch Andalusien, 8 Tage', 'Malaga'],
    ['Andalusien, 8 Tage Rundreise, Start und Ende in Malaga', 'Malaga'],
    ['Portugal, 9 Tage mit dem Auto, Start und Ziel Lissabon', 'Lissabon'],
    ['Sizilien, 8 Tage, Anfang und Ende in Catania', 'Catania'],
    ['Sizilien, 8 Tage, Beginn und Ende: Catania', 'Catania'],
    ['Rundtour von Bozen durch die Dolomiten, 5 Tage', 'Bozen'],
    ['8 Tage Schottland, von Edinburgh aus und wieder zurück', 'Edinburgh'],
    ['Boucle au départ de Lyon, 6 jours en voiture, Annecy et Chamonix', 'Lyon'],
    ['boucle de 5 jours au départ de Bordeaux en voiture', 'Bordeaux'],
    ['Une semaine en Bretagne, départ et retour à Rennes', 'Rennes'],
    ['Une semaine en Bretagne, départ et arrivée à Rennes', 'Rennes'],
    ['Une semaine en Bretagne, départ/retour Rennes', 'Rennes'],
    ['Circuit en boucle de 10 jours au Maroc, depuis Marrakech', 'Marrakech'],
    ['Aller-retour depuis Toulouse, 5 jours, Carcassonne et Collioure', 'Toulouse'],
    ['ida y vuelta desde Madrid, 6 días, Toledo y Segovia', 'Madrid'],
    ['6 días en coche, Toledo y Segovia, ida y vuelta desde Madrid', 'Madrid'],
    ['ruta circular desde Sevilla 7 días por Andalucía', 'Sevilla'],
    ['7 días en coche por Asturias, salida y llegada en Oviedo', 'Oviedo'],
    ['7 días en coche por Asturias, salida y regreso a Oviedo', 'Oviedo'],
    ['7 días en coche por Asturias, inicio y fin en Oviedo', 'Oviedo'],
    ['7 días por Asturias, saliendo y volviendo a Oviedo', 'Oviedo'],
  ])('is a loop: %s', (text, start) => {
    const { requirements, notUnderstood, assumed } = understandingOf(text);
    expect(requirements.origin?.name).toBe(start);
    expect(requirements.roundTrip).toBe(true);
    expect(requirements.destination?.name).not.toBe(start);
    expect(notUnderstood).toEqual([]);
    expect(assumed.filter((phrase) => phrase.startsWith('Read as'))).toEqual([]);
  });

  test.each([
    'Start in Dublin and finish in Galway, 7 days by car',
    'Inverness start, Edinburgh finish, 6 days by car',
    'Start in Rome, end in Venice, 8 days',
    'Départ de Lyon, arrivée à Nice, 6 jours en voiture',
    'Salida de Madrid, llegada a Sevilla, 6 días en coche',
    'Start in München, Ende in Wien, 6 Tage',
  ])('is none with another end: %s', (text) => {
    const { origin, destination, roundTrip } = understandingOf(text).requirements;
    expect(roundTrip ?? false).toBe(false);
    expect(origin?.name).not.toBe(destination?.name);
  });

  test('is none where a list repeats what was named before it', () => {
    const text =
      'India golden triangle + Varanasi. Delhi, Agra, Jaipur, Varanasi. Start 6 Nov 2027, 11 days.';
    const { destination, via = [], roundTrip } = understandingOf(text).requirements;
    expect(roundTrip ?? false).toBe(false);
    expect([...via.map(({ name }) => name), destination?.name]).toEqual([
      'Delhi',
      'Agra',
      'Jaipur',
      'Varanasi',
    ]);
  });
});
