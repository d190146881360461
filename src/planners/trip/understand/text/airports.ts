import type { WorkingText } from './working-text.ts';

/** Airports that are called by a name of their own, by their cities. */
const AIRPORTS: Readonly<Record<string, string>> = {
  Amsterdam: 'Schiphol',
  Bangkok: 'Suvarnabhumi|Don Mueang',
  Barcelona: 'El Prat',
  Boston: 'Logan',
  'Buenos Aires': 'Ezeiza',
  Chicago: "O'Hare|Midway",
  Copenhagen: 'Kastrup',
  London: 'Heathrow|Gatwick|Stansted',
  Madrid: 'Barajas',
  Melbourne: 'Tullamarine',
  Milan: 'Malpensa|Linate',
  'New York': 'JFK|La ?Guardia|Newark',
  Oslo: 'Gardermoen',
  Paris: 'Charles de Gaulle|Orly|Roissy',
  'Rio de Janeiro': 'Galeão',
  Rome: 'Fiumicino|Ciampino',
  'São Paulo': 'Guarulhos',
  Seattle: 'Sea-?Tac',
  Seoul: 'Incheon',
  Singapore: 'Changi',
  Stockholm: 'Arlanda',
  'Tel Aviv': 'Ben Gurion',
  Tokyo: 'Narita|Haneda',
  'Washington DC': 'Dulles|Reagan',
};
const CITIES = Object.entries(AIRPORTS).map(([city, names]) => ({
  city,
  // Some are the names of towns elsewhere: only who flies means the airport.
  pattern: new RegExp(
    `(?<=\\b(?:fly(?:ing)?|flies|flights?|land(?:s|ing)?)(?: \\p{Ll}+){0,3} )(${names})(?: [Aa]irport)?(?![\\p{L}-])`,
    'gu',
  ),
}));

/** Puts the city for the name of its airport: "we're flying into Logan". */
export function rewordAirports(text: WorkingText): void {
  for (const { city, pattern } of CITIES)
    text.reword(pattern, (_, name = '') => {
      text.assumed.push(`${name} was read as the airport of ${city}.`);
      return city;
    });
}
