import type { Activity } from '../itinerary/itinerary.ts';
import { textOf } from '../knowledge/text-of.ts';
import { nameKey } from '../places/gazetteer/name-key.ts';

/** Words that name a kind of activity. */
const KINDS: Readonly<Record<string, string>> = {
  museum: 'MUSEUM',
  galler: 'MUSEUM',
  church: 'RELIGIOUS',
  temple: 'RELIGIOUS',
  beach: 'BEACH',
  park: 'PARK',
  market: 'MARKET',
  shopping: 'MARKET',
  nightlife: 'ENTERTAINMENT',
};

/**
 * Words for what is counted each day, the kinds that they also mean, and what gives it away in a title: many of the best
 * known are landmarks and bear no such word.
 */
const COUNTED: readonly (readonly [word: RegExp, kind: string | undefined, title: RegExp])[] = [
  [
    /^(?:museum|galler)/,
    'MUSEUM',
    /museum|\bgallery\b|^(?:the )?(?:louvre|prado|uffizi|guggenheim|anne frank house|guinness storehouse|titanic belfast|rock and roll hall of fame|graceland|space center houston|kennedy space center|inhotim|terracotta army)/,
  ],
  [
    /^(?:church|temple|cathedral|mosque|shrine|pagoda|monaster|abbey|synagogue|basilica)/,
    'RELIGIOUS',
    /\b(?:church|temples?|cathedral|mosque|shrine|pagoda|monastery|abbey|synagogue|basilica|chapel|wat|dom|duomo|notre dame|sacre coeur|sagrada familia|hagia sophia|meteora|fushimi inari|kinkaku ji|kiyomizu dera|bulguksa|boudhanath|swayambhunath|tanah lot|prambanan|tiger s nest)\b/,
  ],
  [
    /^(?:castle|palace|fort|chateau)/,
    undefined,
    /castle|palace|\bfort(?:ress)?\b|citadel|chateau|schloss|castillo|alcazar|palacio|burg\b|neuschwanstein|schonbrunn|sanssouci|alhambra|kronborg|peterhof|tower of london|karlstejn|mehrangarh|gyeongbokgung|forbidden city|reggia di caserta|castel del monte|peles/,
  ],
  [
    /^beach/,
    'BEACH',
    /\b(?:beach(?:es)?|playa|plage|praia|waikiki|ipanema|maspalomas|elafonisi|balos|maya bay|reynisfjara)\b/,
  ],
  [/^(?:hike|walk|trail)/, 'NATURE', /\b(?:hike|trail|walk)\b/],
  [/^viewpoint/, 'VIEWPOINT', /viewpoint|lookout|miradou?r/],
  [/^monument/, 'LANDMARK', /monument/],
  [/^ruin/, 'HISTORIC', /\bruins?\b/],
  [/^garden/, undefined, /garden|jardin|giardin|botanic/],
];

/** Whether an activity is of the kind that a word names, or has the word in its title. */
export function isNamedBy({ title, kind }: Pick<Activity, 'title' | 'kind'>, words: string): boolean {
  const word = stemOf(words);
  if (word.length < 3) return false;
  const [, ofKind] = Object.entries(KINDS).find(([stem]) => word.startsWith(stem)) ?? [];
  return kind === ofKind || nameKey(textOf(title)).includes(word);
}

/** The same for what is counted each day, where a palace counts as a castle. A general suggestion is of no kind. */
export function isOfKind(thing: Pick<Activity, 'title' | 'kind' | 'generic'>, what: string): boolean {
  if (thing.generic) return false;
  const word = nameKey(what);
  const [, kind, title] = COUNTED.find(([pattern]) => pattern.test(word)) ?? [];
  if (title === undefined) return isNamedBy(thing, what);
  return thing.kind === kind || title.test(nameKey(textOf(thing.title)));
}

/** Whether people go out of town for it. For a museum they do not go to the next town every day. */
export function isWorthATrip(what: string): boolean {
  return OUT_OF_TOWN.test(nameKey(what));
}

const OUT_OF_TOWN =
  /^(?:beach|hike|walk|trail|park|waterfall|lake|cave|winer|castle|palace|chateau|viewpoint|ruin)/;

/** Unifies "museums" and "museum". */
function stemOf(word: string): string {
  return nameKey(word)
    .replace(/^(?:no|the|any|a)\s+/, '')
    .replace(/(?:es|s)$/, '');
}
