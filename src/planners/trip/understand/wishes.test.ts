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

it.each([
  ['Jordan in 8 days for 2, private driver, Amman and Petra', 2],
  ['Famille de 5 : Inverness et Glasgow en 12 jours, ados 13, 15, 17', 2],
  ['Alleinerziehend mit Zwillingen (6): eine Woche Amsterdam', 1],
  ['We are Bob and Linda from Tulsa. Dublin and Galway, 8 nights', 2],
  ['Darwin and Adelaide, 9 days by train. Kind regards, Trevor and Jan', 2],
])('counts who travels: %s', (text, adults) => {
  const { party, notes } = understandingOf(text).requirements.constraints ?? {};
  expect({ adults: party?.adults, notes }).toEqual({ adults, notes: undefined });
});

it.each([
  ['Ljubljana and Bled, 5 days. My wife is coeliac', 'coeliac'],
  ['Sao Miguel, 5 nights, I get seasick', 'seasick'],
])('keeps in mind what a traveller suffers from: %s', (text, note) => {
  const { requirements, assumed } = understandingOf(text);
  expect(requirements.constraints?.notes).toEqual([note]);
  expect(assumed.join(' ')).toContain(note);
});

describe('what is liked', () => {
  it.each([
    ['Bergen and Flåm, 5 days. We love boats', ['boats']],
    ['Philadelphia for 2 days. cheesesteak yes', ['cheesesteak']],
    ['Porto, 4 Tage, kein Fado, dafür Portwein', ['port wine']],
    ['Lille et Bruxelles, 4 jours. Bière, BD', ['beer', 'bd']],
    ['Asturias, Llanes y Gijón, 5 días. Sidra y playas', ['cider', 'beaches']],
    ['Weekend in Ghent, love beer', ['beer']],
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
    ['Malmö to Rome by rail, 5 days, no sleeper cars', 'sleeper cars'],
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

  it.each([
    ['Von Flensburg nach Stralsund mit dem Rad, höchstens 55 km pro Tag', 55],
    ['Walking from Tui to Santiago de Compostela, 20 km a day', 20],
    ['À pied du Puy-en-Velay à Conques, 20 km maxi par jour', 20],
    ['A pie de Irún a Bilbao, máximo 22 km al día', 22],
  ])('follows from the way and the distance a day: %s', (text, km) => {
    const { requirements, assumed } = understandingOf(text);
    const [, length] = /About (\d+) km/.exec(assumed.join(' ')) ?? [];
    expect(requirements.days).toBe(Math.ceil(Number(length) / km));
  });

  it('counts nights before and after what has the dates', () => {
    const { requirements } = understandingOf(
      'The Ghan from Darwin to Adelaide, departing Wednesday 7 July, arriving Friday 9 July. 3 nights in Darwin before it and 4 nights in Adelaide after it.',
    );
    expect(requirements).toMatchObject({ startDate: '2027-07-04', endDate: '2027-07-13' });
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

describe('places', () => {
  it.each([
    ['Cape Town to Mandelatown (Port Elizabeth), 8 days by car', 'Cape Town', 'Port Elizabeth'],
    ['Malmö, Ystad, Kalmar, Öland. 12 Tage mit dem Auto', 'Malmö', 'Öland'],
    ['Oahu 3 nights, Maui 3 nights. We land in Honolulu on June 19', 'Oahu', 'Maui'],
    ['Madagascar, RN7 from Tana down to Tulear via Antsirabe, 13 days', 'Tana', 'Tulear'],
    ['Camino de Santiago desde Sarria, 6 días andando', 'Sarria', 'Santiago de Compostela'],
    ['Palawan: coron 4n, el nido 4n, out from puerto princesa', 'Coron', 'Puerto Princesa'],
    ['guatemala: antigua, atitlan, semuc champey', 'Antigua', 'Semuc Champey'],
  ])('%s', (text, first, last) => {
    const { origin, via = [], destination } = understandingOf(text).requirements;
    const names = [origin, ...via, destination].flatMap((place) => place?.name ?? []);
    expect([names[0], names.at(-1)]).toEqual([first, last]);
    expect(names.join()).not.toContain('RN7');
  });
});
