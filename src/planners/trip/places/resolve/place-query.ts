import type { Gazetteer } from '../gazetteer/gazetteer.ts';
import { nameKey } from '../gazetteer/name-key.ts';
import type { Region } from '../gazetteer/region-names.ts';
import type { Point } from '../geo.ts';

/** The part after a name that says which of several is meant: "AZ", "Texas", "France", "Los Angeles". */
export interface Qualifier {
  readonly text: string;
  readonly regions: readonly Region[];
  /** Towns with that name: "Hollywood, Los Angeles". */
  readonly towns: readonly Point[];
}

/** One way to read a query: a name, and where it should be. */
export interface Reading {
  readonly name: string;
  readonly qualifiers: readonly Qualifier[];
}

const SEPARATORS = /[,;()[\]،、，]|\s[-–—]\s/u;
/** No name is longer; the rest is ignored. */
const MAX_QUERY_LENGTH = 200;
const MAX_QUALIFIERS = 4;
const MAX_QUALIFIER_WORDS = 4;
const TOWNS_PER_QUALIFIER = 2;

/** Splits a query at commas and parentheses: "Kingman, AZ", "Portland (Maine)". */
export function readAsWritten(query: string, gazetteer: Gazetteer): Reading[] {
  const parts = query
    .slice(0, MAX_QUERY_LENGTH)
    .split(SEPARATORS)
    .flatMap((part) => part.trim() || []);
  const [name, ...rest] = parts;
  if (name === undefined) return [];
  const whole = { name: parts.join(' '), qualifiers: [] };
  if (rest.length === 0) return [whole];
  const qualifiers = rest.slice(0, MAX_QUALIFIERS).map((text) => qualifier(text, gazetteer));
  return [whole, { name, qualifiers }];
}

/** Splits off the last words if they name a country or a division: "Springfield Illinois", "paris tx usa". */
export function readWithoutCommas({ name, qualifiers }: Reading, gazetteer: Gazetteer): Reading[] {
  const words = name.split(/\s+/u);
  const readings: Reading[] = [];
  for (let count = Math.min(MAX_QUALIFIER_WORDS, words.length - 1); count > 0; count--) {
    const text = words.slice(-count).join(' ');
    const regions = gazetteer.regions.find(text);
    if (regions.length === 0) continue;
    const shorter = {
      name: words.slice(0, -count).join(' '),
      qualifiers: [...qualifiers, { text, regions, towns: [] }],
    };
    readings.push(shorter);
    if (shorter.qualifiers.length < MAX_QUALIFIERS) readings.push(...readWithoutCommas(shorter, gazetteer));
  }
  return readings;
}

const ARTICLE = /^(?:the |les? |la |l(?=ile|ancienne)|el |las |los |die |der |das |il )/;
const BEFORE_A_NAME = /^(?:city of|downtown|central|greater) /;
/** The kind of place before its name, in English, German, French, Spanish and Italian: "island of", "presquile de". */
const KIND_BEFORE =
  /^(?:(?:city|town|village|old town|island|isle|peninsula) of|insel|halbinsel|stadt|altstadt(?: von)?|(?:iles?|presquile|ville|vieille ville)(?: de la| des| du| de| d)?|(?:islas?|peninsula|ciudad|casco antiguo)(?: de la| del| de)?|(?:isola|penisola|citta)(?: di| del| della)?) /;
const AFTER_A_NAME = / (?:city|area|bay area|metro area|old town|island|peninsula|altstadt)$/;
/** The kind of place behind its name, which maps put before it or leave out: "Khovsgol lake", "Wadi Rum desert". */
const KIND_AFTER = / (?<kind>lake|desert|national park|archipelago|islands|province|region|airport)$/;
/** A shorter rest, as of "île de Ré", cannot be distinguished from other names. */
const MIN_LENGTH_ALONE = 4;

/** The possible keys of a name, the closest first: "the Hague", "Flagstaff city", "île de Hvar". */
export function keysOf(name: string): string[] {
  const key = nameKey(name);
  if (key === '') return [];
  const bare = key.replace(ARTICLE, '');
  const alone = bare.replace(KIND_BEFORE, '').replace(AFTER_A_NAME, '');
  const { kind } = KIND_AFTER.exec(bare)?.groups ?? {};
  const rest = kind === undefined ? '' : bare.slice(0, -kind.length - 1);
  return [
    ...new Set([
      key,
      bare,
      key.replace(BEFORE_A_NAME, ''),
      key.replace(AFTER_A_NAME, ''),
      ...(alone.length < MIN_LENGTH_ALONE ? [] : [alone]),
      ...(kind === 'lake' ? [`lake ${rest}`] : []),
      ...(rest.length < MIN_LENGTH_ALONE ? [] : [rest]),
    ]),
  ];
}

function qualifier(text: string, gazetteer: Gazetteer): Qualifier {
  const regions = gazetteer.regions.find(text);
  const towns = gazetteer.names
    .find(nameKey(text))
    .filter(({ kind }) => kind === 'nickname' || (kind === 'name' && regions.length === 0))
    .sort((a, b) => gazetteer.populationOf(b.place) - gazetteer.populationOf(a.place))
    .slice(0, TOWNS_PER_QUALIFIER)
    .map(({ place }) => gazetteer.pointOf(place));
  return { text, regions, towns };
}
