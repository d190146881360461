import { bareName } from '../../itinerary/itinerary-view.ts';
import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';

/** A text as words and punctuation, with the known places in it. */
export interface Phrases {
  readonly tokens: readonly string[];
  readonly places: PlaceKnowledge;
}

/** A place that was read, and the token after it. */
export interface ReadPlace {
  readonly name: string;
  readonly next: number;
  /** Whether a place of this name is known. */
  readonly isKnown: boolean;
}

const MAX_NAME_WORDS = 6;

/** Words that end a name, or are none, unless the name as a whole is known. */
const NO_NAME = new Set(
  `to from via through by for in on at with without and or then but so starting start starts ending end ends stopping stop stops
over during before after instead please we i it its is are would want wants like just but skip avoid leave leaving visit visiting see
along around next this that per no not which because also too must should maybe thanks ok okay go going travel travelling
traveling trip tour trips holiday vacation day days night nights week weeks be do have has take plan planning make my our the a an of some
somewhere anywhere there here home back me us drive fly flight road car between into towards until till about rather actually
i've we've they've you've i'll we'll it's that's there's he's she's they're you're when where how what who can could will let lets let's i'd we'd i'm we're well hi hello hey yes yeah sure get cities city
towns town places place stay stays total all long way out add include including drop remove replace swap change destination origin`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Words that begin many names and are none. */
const NO_NAME_ALONE = new Set(
  'new last first same more less each other only max one two three four five six seven eight nine ten lake mount mountain north south east west northern southern eastern western park beach coast castle center centre downtown airport harbour harbor museum sea ocean countryside mountains beaches desert jungle forest hotel village capital border sun old central southeast southwest northeast northwest upper lower great big island isle river valley january february march april may june july august september october november december'.split(
    ' ',
  ),
);

/** What "to" is followed by when it is no direction. */
const VERBS = new Set(
  `visit see go travel drive fly explore start do take have plan be make stay spend leave get end stop skip avoid add change include
come return head continue proceed carry move fancy swim sail ride land find know book use keep try enjoy relax tour begin finish arrive depart cross pass do eat hike ski surf cycle camp`.split(
    /\s+/,
  ),
);

/** The words and punctuation of a text: a comma, a full stop and a gap are tokens of their own. */
export function tokensOf(text: string): string[] {
  return text
    .replaceAll(/([,;:!?()|])/g, ' $1 ')
    .replaceAll(/(?<!(?<![\p{L}\p{N}])(?:st|mt|ft|dr|\p{L}))\.(?=\s|$)/giu, ' . ')
    .split(/\s+/)
    .filter((token) => token !== '');
}

/** "Rome-Florence-Venice" is a way, "Baden-Baden" a name. */
export function unjoined(token: string, places: PlaceKnowledge): string[] {
  const parts = token.split('-');
  if (parts.length < 2 || !parts.every((part) => /^\p{Lu}\p{L}{2,}$/u.test(part))) return [token];
  if (isKnownPlace(token, places) || !parts.every((part) => isKnownPlace(part, places))) return [token];
  return parts.flatMap((part, at) => (at === 0 ? [part] : ['to', part]));
}

/** Whether a word says nothing about where or when by itself. */
export function isFiller(token: string): boolean {
  return NO_NAME.has(token.toLowerCase());
}

export function isVerb(token: string | undefined): boolean {
  return token !== undefined && VERBS.has(token.toLowerCase());
}

export function isSign(token: string | undefined): boolean {
  return token === undefined || /^(?:[,;:!?()|.-]|§[a-z]+)$/.test(token);
}

/** Whether a word is written like a name. */
export function isCapital(token: string | undefined): boolean {
  return token !== undefined && /^\P{Ll}/u.test(token) && /\p{L}/u.test(token);
}

/** The longest known name that begins at a token; failing that, the words up to the next that cannot be part of one. */
export function readPlace({ tokens, places }: Phrases, at: number): ReadPlace | undefined {
  let from = at;
  while (/^(?:the|downtown|beautiful|lovely|sunny|city|state)$/i.test(tokens[from] ?? '')) from++;
  if (isSign(tokens[from])) return undefined;
  const [name = '', opening, inside, closing] = tokens.slice(from, from + 4);
  const bracketed = `${name} (${inside})`;
  // "Bali (Ubud)": the town to stay in on the island.
  if (opening === '(' && closing === ')' && isCapital(inside) && isTownOf(inside, name, places))
    return { name: inside ?? name, next: from + 4, isKnown: true };
  if (opening === '(' && closing === ')' && isCapital(inside) && isKnownPlace(bracketed, places))
    return { name: bracketed, next: from + 4, isKnown: true };
  const alias = opening === '(' ? aliasIn(tokens, from, places) : undefined;
  if (alias !== undefined) return alias;
  for (const start of new Set([at, from])) {
    for (let length = Math.min(MAX_NAME_WORDS, tokens.length - start); length > 0; length--) {
      const words = tokens.slice(start, start + length);
      if (!canBeName(words)) continue;
      const known = nameFrom(words);
      if (!isKnownPlace(known, places) || isListedBeforeIsland(tokens, start, words, places)) continue;
      // "Montreal Quebec City": two towns.
      const isCity = length > 1 && /^city$/i.test(tokens[start + length] ?? '');
      if (isCity && isKnownPlace(`${words.at(-1)} City`, places)) continue;
      const run = capitalRun(tokens, start);
      // "Kennedy Space Center" is not Kennedy.
      if (length === 1 && run > start + length && !isNotable(known, places))
        return { name: tokens.slice(start, run).join(' '), next: run, isKnown: false };
      return { name: known, next: start + length, isKnown: true };
    }
  }
  const unknown: string[] = [];
  for (const token of tokens.slice(from, from + 4)) {
    if (isSign(token) || NO_NAME.has(token.toLowerCase()) || !/\p{L}/u.test(token) || /^\d/.test(token))
      break;
    unknown.push(token);
  }
  if (unknown.length === 0) return undefined;
  return { name: unknown.join(' '), next: from + unknown.length, isKnown: false };
}

/** "Gqeberha (Port Elizabeth)": a name that nobody knows, and what it is also called. */
function aliasIn(tokens: readonly string[], at: number, places: PlaceKnowledge): ReadPlace | undefined {
  const end = tokens.indexOf(')', at + 2);
  const alias = tokens.slice(at + 2, Math.max(end, at)).join(' ');
  const isAlias = end > 0 && end - at <= MAX_NAME_WORDS && isCapital(tokens[at]) && isCapital(tokens[at + 2]);
  if (!isAlias || isKnownPlace(tokens[at] ?? '', places) || !isKnownPlace(alias, places)) return undefined;
  return { name: alias, next: end + 1, isKnown: true };
}

/** "Malmö, Ystad, Kalmar, Öland": in a list, an island behind a comma is another place. */
function isListedBeforeIsland(
  tokens: readonly string[],
  at: number,
  words: readonly string[],
  places: PlaceKnowledge,
): boolean {
  if (tokens[at - 1] !== ',' || words[1] !== ',') return false;
  const [found] = places.resolve(words.slice(2).join(' '), { limit: 1, typos: false });
  return found?.kind === 'island';
}

/** Whether a town follows, in brackets, the island, lake or region that it is in. */
function isTownOf(inside: string | undefined, name: string, places: PlaceKnowledge): boolean {
  if (inside === undefined || !isKnownPlace(inside, places)) return false;
  const [area] = places.resolve(name, { limit: 1, typos: false });
  const [town] = places.resolve(`${inside}, ${name}`, { limit: 1, typos: false });
  const isArea = area?.match === 'region' || area?.kind === 'island' || area?.kind === 'lake';
  return isArea && town !== undefined && town.population > 0;
}

/** The token after the words that are written like one name from here on. */
function capitalRun(tokens: readonly string[], at: number): number {
  let end = at;
  while (end < tokens.length && end < at + MAX_NAME_WORDS && isWordOfName(tokens, end)) end++;
  while (end > at + 1 && !/^\p{Lu}/u.test(tokens[end - 1] ?? '')) end--;
  return end;
}

function isWordOfName(tokens: readonly string[], at: number): boolean {
  const token = tokens[at] ?? '';
  return /^\p{Lu}[\p{L}'’-]+$/u.test(token) || /^(?:of|de|del|la|las|los|di|du|the)$/.test(token);
}

const NOTABLE_POPULATION = 30_000;
const NOTABLE_RENOWN = 20;

/** Whether a place is so well known that it is meant even where more capitals follow. */
function isNotable(name: string, places: PlaceKnowledge): boolean {
  const [found] = places.resolve(name, { limit: 1, typos: false });
  return (
    found !== undefined &&
    (found.population >= NOTABLE_POPULATION ||
      (found.renown ?? 0) >= NOTABLE_RENOWN ||
      found.match === 'region')
  );
}

/** The longest known name that ends right before a token. */
export function readPlaceBefore(
  { tokens, places }: Phrases,
  end: number,
): { name: string; from: number } | undefined {
  for (let length = Math.min(MAX_NAME_WORDS, end); length > 0; length--) {
    const words = tokens.slice(end - length, end);
    if (!canBeName(words)) continue;
    const name = nameFrom(words);
    if (isKnownPlace(name, places)) return { name, from: end - length };
  }
  return undefined;
}

function canBeName(all: readonly string[]): boolean {
  // "Portland, OR" and "Tulsa, OK": a state is written like a word that is none.
  const hasState = all.length > 2 && all.at(-2) === ',' && /^[A-Z]{2}$/.test(all.at(-1) ?? '');
  const words = hasState ? all.slice(0, -2) : all;
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  if (isSign(first) || isSign(last)) return false;
  if (words.some((word) => /^[;:!?().|]$/.test(word))) return false;
  if (words.length === 1) return !isFiller(first);
  const isEdge = (word: string) => NO_NAME.has(word.toLowerCase()) && !/^(?:the)$/i.test(word);
  // "A Coruña" begins with one.
  const isArticle = /^(?:A|El|La|Las|Los|Le|De)$/.test(first) && /^\p{Lu}/u.test(words[1] ?? '');
  return (
    (!isEdge(first) || isArticle) &&
    // "Hoi An" ends with a word that is none.
    (!isEdge(last) || /^(?:city|town)$/i.test(last) || /^\p{Lu}\p{Ll}/u.test(last)) &&
    !words.some((word) => /^(?:to|from|via|then|or)$/i.test(word))
  );
}

function nameFrom(words: readonly string[]): string {
  return words.join(' ').replaceAll(/ ,/g, ',');
}

/** Whether a name is a place's, and not only nearly. With a comma, what follows it has to be where that place is. */
export function isKnownPlace(name: string, places: PlaceKnowledge): boolean {
  if (isFiller(name) || NO_NAME_ALONE.has(name.toLowerCase().replace(/^the /, ''))) return false;
  const [found] = places.resolve(name, { limit: 1, typos: false });
  if (found === undefined) return false;
  if (found.unknownParts) return false;
  // "max" is a word, "MAX" may be an airport.
  if (found.match === 'code' && name !== name.toUpperCase()) return false;
  if (!name.includes(',') && !/\s/.test(name)) return true;
  const [, ...qualifiers] = name.split(',').map((part) => part.trim());
  // "Vermont, New Hampshire" are two regions.
  if (qualifiers.length > 0 && found.match === 'region') return false;
  // "Paris, Rome" is two places, "Paris, Texas" is one.
  return qualifiers.every((part) => isRegion(part, places, found.population)) && !isTwoNames(name);
}

function isTwoNames(name: string): boolean {
  return (
    /\band\b|&/i.test(name) &&
    !/^(?:trinidad|antigua|bosnia|saint kitts|st\.? kitts|brighton|tyne)/i.test(name)
  );
}

/** In a region that shares its name with a better known town, only a place of this size is meant: "London, Ontario". */
const MIN_POPULATION_IN_SHARED_REGION = 20_000;

function isRegion(name: string, places: PlaceKnowledge, population: number): boolean {
  if (/^[A-Z]{2}$/.test(name) || /^(?:usa|uk|uae|u\.s\.a?\.?)$/i.test(name)) return true;
  const [found, ...others] = places.resolve(name, { limit: 3, typos: false });
  if (found?.kind !== undefined && NO_QUALIFIERS.has(found.kind)) return false;
  // Nor by a valley that is no division of a country.
  const isDivision = [{ country: name }, { admin1: name }].some(
    (region) => places.isWithinRegion({ lat: 0, lng: 0 }, region) !== undefined,
  );
  if (found?.kind === 'region' && !isDivision) return false;
  if (found?.match === 'region' || US_STATES.has(bareName(name))) return true;
  return population >= MIN_POPULATION_IN_SHARED_REGION && others.some(({ match }) => match === 'region');
}

/** Nobody says where a town is by a lake or a park: "Yerevan, Lake Sevan" are two places. */
const NO_QUALIFIERS: ReadonlySet<string> = new Set([
  'lake',
  'park',
  'sight',
  'mountain',
  'landmark',
  'coast',
  'desert',
]);

/** States whose largest town or namesake abroad is better known than they are. */
const US_STATES = new Set([
  'new york',
  'washington',
  'georgia',
  'texas',
  'california',
  'maine',
  'oregon',
  'nevada',
  'florida',
  'kansas',
  'arizona',
]);

/** Whether words can go on a list that began with others: "Rome, Milan", but not "Rome, max". */
function goesOn(
  { tokens }: Phrases,
  first: number,
  { from, next }: { readonly from: number; readonly next: number },
): boolean {
  return !isCapital(tokens[first]) || tokens.slice(from, next).some(isCapital);
}

/** Whether a number alone may end before a token: at a sign, an "and", or the next of "Sal 4 Boa Vista 3". */
export function isBehindNumber(phrases: Phrases, at: number): boolean {
  const token = phrases.tokens[at];
  if (isSign(token) || /^(?:and|then)$/i.test(token ?? '')) return true;
  const place = isCapital(token) ? readPlace(phrases, at) : undefined;
  return place?.isKnown === true && /^\d{1,2}$/.test(phrases.tokens[place.next] ?? '');
}

/** Places one after the other: "Rome, Florence and Venice". `from` is the first token of the first. */
export function readPlaces(phrases: Phrases, from: number): { names: string[]; next: number } {
  const names: string[] = [];
  let at = from;
  for (;;) {
    const place = readPlace(phrases, at);
    if (place === undefined) break;
    if (names.length > 0 && !(place.isKnown && goesOn(phrases, from, { from: at, next: place.next }))) break;
    names.push(place.name);
    at = place.next;
    const joined = afterJoin(phrases.tokens, at);
    if (joined === undefined) break;
    at = joined;
  }
  return { names, next: at };
}

/** The token after a comma, an "and" or both; undefined when the list ends here. */
export function afterJoin(tokens: readonly string[], at: number): number | undefined {
  let next = at;
  while (/^(?:,|and|&|then|or|plus)$/i.test(tokens[next] ?? '')) next++;
  return next > at ? next : undefined;
}
