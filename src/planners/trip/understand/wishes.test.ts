import { describe, expect, it } from 'vitest';
import { embeddedPlaces } from '../knowledge/embedded-knowledge.ts';
import { EMPTY_STATE } from '../planner-state.ts';
import { understand } from './understand.ts';

const today = new Date('2026-11-16T09:00:00Z');

function understandingOf(text: string) {
  return understand(text, { state: EMPTY_STATE, itinerary: null, places: embeddedPlaces, today });
}

describe('who travels', () => {
  it.each([
    ['Vienna, 4 days, him and me', 2, []],
    ['Rentnerpaar sucht 9 Tage an der Mosel mit dem Zug: Koblenz, Trier', 2, []],
    ['Bonjour, nous sommes 4 (enfants 3 et 6 ans), Bastia et Calvi, 10 jours', 2, [3, 6]],
    ['San Juan 4 noches, voy con mi mamá', 2, []],
    ['Puebla y Oaxaca, una semana, con mis padres. Mi papá usa silla de ruedas', 3, []],
    ['Une semaine à Rome, ma femme et moi', 2, []],
  ])('%s', (text, adults, children) => {
    const { party } = understandingOf(text).requirements.constraints ?? {};
    expect({ adults: party?.adults, children: party?.children ?? [] }).toEqual({ adults, children });
  });
});

describe('what is liked', () => {
  it.each([
    ['Bergen and Flåm, 5 days. We love boats', ['boats']],
    ['Philadelphia for 2 days. cheesesteak yes', ['cheesesteak']],
    ['Porto, 4 Tage, kein Fado, dafür Portwein', ['port wine']],
    ['Lille et Bruxelles, 4 jours. Bière, BD', ['beer', 'bd']],
    ['Asturias, Llanes y Gijón, 5 días. Sidra y playas', ['cider', 'beaches']],
    ['Kyrgyzstan on horseback, 9 days: Bishkek, Karakol', ['horse riding']],
    ['Albuquerque, 3 days. I want to see where they shot Breaking Bad', ['breaking bad']],
    ['Kyoto, 5 days, we love ramen, old trams and bookshops', ['ramen', 'old trams', 'bookshops']],
  ])('%s', (text, interests) => {
    const { requirements } = understandingOf(text);
    expect([...(requirements.interests ?? [])].sort()).toEqual(expect.arrayContaining(interests));
  });
});

describe('what is not wanted', () => {
  it.each([
    ['Bolivia two weeks: La Paz, Uyuni. Buses ok but no overnight buses!', 'overnight buses'],
    ['Philadelphia for 2 days. liberty bell no (seen it)', 'Liberty Bell'],
    ['Washington DC to Asheville, 6 days. Lodges over chain hotels', 'chain hotels'],
    ['Salzburg und Hallstatt, 4 Tage, Seilbahnen gehen leider nicht', 'seilbahnen'],
    ['Koblenz und Trier, 4 Tage. Wein ja, Weinfeste nein', 'weinfeste'],
    ["Lille et Bruxelles, 4 jours, pas de musée d'art svp", 'art museums'],
    ['Roma, 4 días, nada de discotecas', 'discotecas'],
    ['Rome, 4 days, not into opera', 'opera'],
  ])('%s', (text, dislike) => {
    expect(understandingOf(text).requirements.constraints?.dislikes).toContain(dislike);
  });
});

describe('what the lodging needs is kept in mind', () => {
  it.each([
    ['4 days Quebec City, 2 adults 1 toddler (2yo) we need a crib', 'crib'],
    ['Victoria for 3 nights, a roll-in shower would be wonderful', 'roll-in shower'],
    ['Flensburg bis Stralsund, 6 Tage, mit Zelt', 'tent'],
    ['Casablanca, 3 jours. Hôtel calme', 'quiet hotel'],
    ['San Juan 4 noches. Necesitamos ascensor y ducha sin escalón', 'shower without steps'],
    ['Rome, 4 days, she needs help with luggage', 'help with luggage'],
  ])('%s', (text, wish) => {
    const { requirements, assumed } = understandingOf(text);
    expect(requirements.constraints?.lodging?.room).toContain(wish);
    expect(assumed.join(' ')).toContain(wish);
  });
});

describe('a length that belongs to a stay or a walk', () => {
  it.each([
    [
      'Tanzania, 12 days. Arusha, Serengeti, then five nights of doing nothing on Zanzibar',
      12,
      'Zanzibar',
      5,
    ],
    ['Armenia, 1 week: Yerevan. One night we want sleep in Dilijan', 7, 'Dilijan', 1],
  ])('%s', (text, days, name, nights) => {
    const { requirements } = understandingOf(text);
    const stops = [...(requirements.via ?? []), requirements.destination];
    expect(requirements.days).toBe(days);
    expect(stops.find((stop) => stop?.name === name)?.nights).toBe(nights);
  });

  it.each([
    ['camino del norte, irún a bilbao andando en 7 etapas', 7],
    ['De Vézelay à Nevers à pied en 5 étapes', 5],
    ['Von Füssen nach Garmisch zu Fuß in 6 Etappen', 6],
  ])('%s', (text, days) => {
    expect(understandingOf(text).requirements.days).toBe(days);
  });

  it('keeps a day off in one place', () => {
    const { requirements } = understandingOf(
      'Cycling Passau to Bratislava, 8 days, one full day off in Linz',
    );
    expect(requirements.days).toBe(8);
    expect(requirements.via).toEqual([{ name: 'Linz', nights: 2, bound: 'least' }]);
  });
});

it.each([
  'Madrid y Toledo, 4 dias, dos ninos de 5 y 8 anos',
  'Muenchen und Fuessen, 4 Tage, fuer zwei Personen, hoechstens 3 Stunden Fahrt am Tag',
  'Une semaine a Rome et Naples, beaucoup de musees',
])('reads a text without accents: %s', (text) => {
  const { requirements, notUnderstood } = understandingOf(text);
  expect(requirements.days).toBeGreaterThan(3);
  expect(notUnderstood).toEqual([]);
});
