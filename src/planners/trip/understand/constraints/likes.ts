import { isFiller } from '../places/place-phrases.ts';
import { isCommonWord } from '../text/common-words.ts';
import type { WorkingText } from '../text/working-text.ts';
import { type IsPlace, NO_THING, takeLiked, takeSiblings } from './open-likes.ts';

/** Likes and dislikes, as read from a text. */
export interface LikesReading {
  readonly interests: readonly string[];
  readonly dislikes: readonly string[];
  readonly cuisines: readonly string[];
}

/** Each is filed under its own name. */
const ANIMALS = 'animals';

/** Phrasings of interests, and the word each is stored as. Longer phrasings come before those that they contain. */
const INTERESTS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:long |day |short |easy )?hik(?:e|es|ing)\b|\btrekking\b|\btreks?\b|\bhill ?walking\b/i, 'hiking'],
  [/\bnight markets?\b/i, 'night markets'],
  [/\bchristmas markets?\b/i, 'christmas markets'],
  [/\b(?:flea |food |farmers'? )?markets\b|\bbazaars?\b/i, 'markets'],
  [/\bsouks?\b/i, 'souks'],
  [/\bnational parks?\b/i, 'national parks'],
  [/\btheme parks?\b|\bamusement parks?\b|\bwater parks?\b/i, 'theme parks'],
  [/\bart museums?\b/i, 'art museums'],
  [/\bmuseums?\b/i, 'museums'],
  [/\bstreet food\b/i, 'street food'],
  [
    /\b(?:good |local |great |traditional )?food\b|\beating\b|\bcuisine\b|\brestaurants?\b|\bculinary\b|\bfoodies?\b|\bgastronom(?:y|ic)\b/i,
    'food',
  ],
  [/\bbarbecue\b|\bbbq\b/i, 'barbecue'],
  [/\bseafood\b|\b(?:good|fresh|grilled) fish\b/i, 'seafood'],
  [/\bport wine\b/i, 'port wine'],
  [/\bcomics?(?: (?:book )?shops?)?\b/i, 'comics'],
  [/\bice[ -]cream\b/i, 'ice cream'],
  [/\bwine(?:ries|ry|s| tasting)?\b|\bvineyards?\b/i, 'wine'],
  [/\bwhisk(?:e)?y\b|\bdistiller(?:y|ies)\b/i, 'whisky'],
  [/\b(?:craft )?beers?\b|\bbrewer(?:y|ies)\b/i, 'beer'],
  [/\bcaf[ée]s\b/i, 'cafés'],
  [/\bcoffee\b/i, 'coffee'],
  [/\btea(?: (?:plantations?|estates?|houses?|tasting))?\b(?! (?:and|&) biscuits)/i, 'tea'],
  [/\btapas\b/i, 'tapas'],
  [/\byurts?\b/i, 'yurts'],
  [/\bbeach(?:es)?\b|\bsunbathing\b|\bswimming\b|\bbathing\b/i, 'beaches'],
  [/\bhistor(?:y|ic(?:al)?)(?: sites| places| towns)?\b/i, 'history'],
  [/\barchitecture\b/i, 'architecture'],
  [/\b(?:modern |contemporary |street )?art\b(?:\s+galler(?:y|ies))?|\bgaller(?:y|ies)\b/i, 'art'],
  [/\bfado\b/i, 'fado'],
  [/\bopera\b/i, 'opera'],
  [/\bflamenco\b/i, 'flamenco'],
  [/\bconcerts?\b|\bfestivals?\b/i, 'concerts'],
  [/\b(?:live )?music\b|\bjazz\b|\bblues\b/i, 'music'],
  [
    /\bnightlife\b|\bbars\b|\bclubbing\b|\bclubs\b|\bparty(?:ing)\b|\b(?:bachelor(?:ette)?|stag|hen) (?:party|do|weekend)\b/i,
    'nightlife',
  ],
  [/\btheat(?:re|er)s?\b|\bmusicals?\b|\bballet\b/i, 'theatre'],
  [/\bcultur(?:e|al)\b/i, 'culture'],
  [/\bnorthern lights\b|\baurora(?: borealis)?\b/i, 'northern lights'],
  [/\bstar ?gazing\b|\bstars\b|\bastronomy\b/i, 'stargazing'],
  [/\b(?:fall |autumn )?(?:foliage|leaves|colou?rs)\b|\bleaf[\s-]peeping\b/i, 'foliage'],
  [/\blavender(?: (?:season|fields?))?\b/i, 'lavender'],
  [/\bcherry blossoms?\b|\bsakura\b/i, 'cherry blossoms'],
  [/\btulips?\b/i, 'tulips'],
  [/\bsafaris?\b|\bgame drives?\b/i, 'safari'],
  [/\bwhale[\s-]watching\b|\bwhales\b/i, 'whale watching'],
  [/\bbird(?:s|ing|[\s-]?watching)\b/i, 'bird watching'],
  [/\bwildlife\b|\banimals\b|\bzoos?\b/i, 'wildlife'],
  [
    /\b(?:gorilla|elephant|lemur|penguin|lion|tiger|turtle|dolphin|orang-?utan|bear|seal|puffin|panda|koala|kangaroo|monkey|giraffe|rhino|hippo|crocodile|iguana|sloth)s?\b(?!')/i,
    ANIMALS,
  ],
  [/\bmountain[\s-]bik(?:e|es|ing)\b/i, 'mountain biking'],
  [/\bmountains?\b|\bpeaks\b/i, 'mountains'],
  [/\bvolcano(?:e?s)?\b/i, 'volcanoes'],
  [/\bwaterfalls?\b/i, 'waterfalls'],
  [/\bdeserts?\b(?! road)|\bdunes?\b/i, 'desert'],
  [
    /(?<!\b(?:Black|Bavarian|Bohemian|Palatinate|Thuringian|Teutoburg|Sherwood|New|Monteverde|Redwood|Daintree|Olympic|Bwindi|Kakamega|Vienna) )\b(?:rain ?)?forests?\b|\bjungle\b|\bwoods\b/iu,
    'forests',
  ],
  [/\blakes\b/i, 'lakes'],
  [/\bfjords?\b/i, 'fjords'],
  [/\bcaves?\b/i, 'caves'],
  [/\bgardens?\b/i, 'gardens'],
  [/\b(?:hot|thermal) springs?\b|\bonsens?\b|\bspas?\b|\bwellness\b|\bsaunas?\b/i, 'wellness'],
  [/\bhamm?ams?\b/i, 'hammam'],
  [/\bancient (?:stuff|sites?|things|history|ruins|rome|greece|egypt)\b|\bantiquity\b/i, 'ancient sites'],
  [/\byoga\b|\bmeditation\b/i, 'yoga'],
  [/\bnature\b|\bscenery\b|\boutdoors\b|\blandscapes?\b/i, 'nature'],
  [/\bphotograph(?:y|ing|ers?)\b|\bphotos\b/i, 'photography'],
  [/\bshopping(?: malls?)?\b|\bmalls\b|\boutlets?\b/i, 'shopping'],
  [/\bcross[\s-]country ski(?:ing)?\b|\bski(?:ing)?\b|\bsnowboarding\b/i, 'skiing'],
  [/\bhorse(?:s|back)?(?:[\s-]?riding|[\s-]treks?)?\b(?! (?:race|meat))/i, 'horse riding'],
  [/\bboats?\b(?: (?:trips?|tours?|rides?|excursions?))?/i, 'boats'],
  [/\bsurf(?:ing)?\b/i, 'surfing'],
  [/\bsailing\b/i, 'sailing'],
  [/\bkayak(?:ing|s)?\b|\bcanoe(?:ing|s)?\b|\brafting\b/i, 'kayaking'],
  [/\bfishing\b/i, 'fishing'],
  [/\bgolf(?:ing)?\b/i, 'golf'],
  [/\bfootball\b|\bsoccer\b/i, 'football'],
  [/\bcycling\b|\bbik(?:e rides|ing)\b/i, 'cycling'],
  [/\bcamping\b/i, 'camping'],
  [/\bcastles?\b|\bch[aâ]teaux\b|\bpalaces?\b/i, 'castles'],
  [/\bruins?\b|\barcha?eolog(?:y|ical)\b/i, 'ruins'],
  [/\bmonaster(?:y|ies)\b/i, 'monasteries'],
  [/\btemples?\b|\bchurch(?:es)?\b|\bcathedrals?\b|\bmosques?\b/i, 'temples and churches'],
  [/\bsnorkel(?:l)?ing\b|\bsnorkel\b/i, 'snorkelling'],
  [/\bscuba(?: diving)?\b|\bdiving\b/i, 'scuba diving'],
  [/\bvegetarians?(?: food| restaurants?)?\b/i, 'vegetarian food'],
  [/\bvegans?(?: food| restaurants?)?\b/i, 'vegan food'],
  [/\bcasinos?\b|\bgambling\b/i, 'casinos'],
  [/\bmotorways?\b|\bhighways?\b|\bautobahns?\b|\btoll roads?\b/i, 'motorways'],
  [/\bcrowds?\b|\btourist traps?\b|\btouristy places?\b/i, 'crowds'],
  [/\bcruises?\b/i, 'cruises'],
  [/\bclassical music\b/i, 'classical music'],
  [/\bcooking class(?:es)?\b/i, 'cooking classes'],
  [/\blighthouses?\b/i, 'lighthouses'],
  [/\bislands?(?: hopping)?\b(?=\s*(?:[,.;|!?]|$|and\b))/i, 'islands'],
  [/\bcities\b/i, 'cities'],
  [
    /\bkids? (?:stuff|activities)\b|\b(?:family|kid|child)[\s-]friendly\b|\bfamily (?:vacation|holiday|trip)\b|\bwith (?:(?:the|our|my|small|young|little|whole) )*(?:kids|children|family)\b/i,
    'family',
  ],
];

const CUISINES =
  'american|italian|french|chinese|indian|mexican|mediterranean|japanese|thai|greek|spanish|turkish|korean|vietnamese|lebanese|ethiopian|moroccan|peruvian|brazilian|german|fast food|bbq|barbecue|cafe|desserts?|bakery|pizza|seafood|tea';
const CUISINE_LIST = `(?:${CUISINES})(?:(?:\\s*,\\s*|\\s*,?\\s*(?:and|or|&)\\s+)(?:${CUISINES}))*`;

const DISLIKED =
  /\b(?:no|not|nor|without|hates?|dislikes?|avoid(?:ing)?|skip|leav(?:e|ing) out|less|fewer|(?:really |so |that |big )?not (?:into|keen on|big on)|do(?:n'?t|esn'?t) (?:like|want|need|care for|do)|do not (?:like|want)|(?:can'?t|cannot) stand|not (?:interested in|into|a fan of)|sick of|tired of|anything but)\s+(?:any |the |more |much |to |too |many |big |do |see |go |going )*$/i;

const ON_A_DAY =
  /^\s+on (?:the )?(?:first|second|third|fourth|fifth|sixth|last|day|mon|tues|wednes|thurs|fri|satur|sun)/i;

/** Takes likes and dislikes out of a text. */
export function takeLikes(text: WorkingText, isPlace: IsPlace = () => false): LikesReading {
  const cuisines = takeCuisines(text);
  const dislikes = new Set<string>(takeAvoided(text));
  const interests = new Set<string>(takeSiblings(text, isPlace, isInterest));
  for (const [pattern, interest] of INTERESTS) {
    text.take(pattern, ({ input, index, 0: words }) => {
      const [before, after] = [input.slice(0, index), input.slice(index + words.length)];
      if (isPartOfName(before, words, after)) return false;
      const isUnwanted = DISLIKED.test(before);
      // "No museums on the last day" says nothing about the others.
      if (isUnwanted && ON_A_DAY.test(after)) return false;
      const found = isUnwanted ? dislikes : interests;
      for (const each of withOwnWord(interest, words)) found.add(each);
      return true;
    });
  }
  for (const liked of takeLiked(text, isPlace)) interests.add(liked);
  for (const dislike of dislikes) interests.delete(dislike);
  return { interests: [...interests], dislikes: [...dislikes], cuisines };
}

/** Whether words are a known interest and little else. */
function isInterest(words: string): boolean {
  return INTERESTS.some(
    ([pattern]) => words.replace(pattern, '').trim().length < MAX_MORE && pattern.test(words),
  );
}

const MAX_MORE = 8;

/** "Rocky Mountains", "Museum Island", "Lake District": a word of a name is no interest. */
function isPartOfName(before: string, words: string, after: string): boolean {
  const isCapital = /^\p{Lu}/u.test(words);
  const previous = /(?:^|[\s(])(\p{Lu}[\p{L}'’-]*)\s$/u.exec(before)?.[1];
  // "Great Sand Dunes"
  const isAfterWords =
    /(?:^|[,.;:|(] ?)\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+\s$/u.test(before) &&
    !/\b(?:Love|Like|Enjoy|Want|Some)\s$/.test(before);
  const isAfterName = isAfterWords || (previous !== undefined && !isCommonWord(previous));
  const isCounted = /(?:^|\s)\d+\s$/.test(before);
  const isBeforeName = /^\s\p{Lu}\p{Ll}/u.test(after);
  return isCapital && (isAfterName || isBeforeName || isCounted);
}

function takeCuisines(text: WorkingText): string[] {
  const found = new Set<string>();
  const keep = ({ groups = {} }: RegExpExecArray) => {
    for (const cuisine of (groups.list ?? '').split(/\s*(?:,|\band\b|\bor\b|&)\s*/i)) {
      if (cuisine !== '') found.add(cuisine.toLowerCase());
    }
  };
  text.take(
    new RegExp(
      `\\b(?:(?:we|i)(?:'d| would| also)* (?:like|love|prefer|enjoy|want)(?: to (?:try|eat|taste|have|enjoy))? |(?:food|eating|restaurants?|meals)(?: preferences?)?\\s*: ?|(?:our |my )?(?:preferred |favou?rite |desired )?cuisines?(?: preferences?| choices?)?(?: are| is| include[sd]?| would be|:)?(?: of)? )(?<list>${CUISINE_LIST})(?: (?:cuisines?|food|dishes|restaurants?|meals?))?`,
      'i',
    ),
    keep,
  );
  text.take(
    new RegExp(
      `\\b(?<list>${CUISINE_LIST}) (?:cuisines?|food|dishes|restaurants?|meals?)(?: (?:options|choices))?\\b`,
      'i',
    ),
    keep,
  );
  return [...found];
}

const HARDLY =
  /\b(?:(?:we are|we're|i am|i'm|is|one of us is) )?(?:(?:scared|afraid|terrified) of|allergic to|(?:not|nothing) (?:too |very |so )?(?=touristy|crowded|posh|fancy|loud))\s*(?<what>\p{Ll}+)/iu;
const AVOIDED =
  /(?<![\p{L}'])(?:[Nn]o|[Ww]ithout(?: any| a)?|[Aa]void(?:ing)?|(?:[Ww]e |I |i )?(?:hates?|dislikes?|do(?:n'?t|esn'?t) (?:like|want(?: any| to see)?|care for))|(?:can'?t|cannot) stand|(?:not|NOT) (?:doing|going to do)|not? interested in|not (?:really |so |that |big )?(?:into|keen on|big on|fans? of|a fan of)|(?:can|could) do without|steer clear of|spare us|sick of|tired of|[Ss]kip)\s+(?:the |any |too many |more |big |too much )*(?<what>\p{Ll}[\p{L}-]*(?: \p{Ll}[\p{L}-]*){0,2}?)(?=\s*(?:[,.;|!?)]|$|please|and\b|because|but|if\b|in the\b|for\b|anywhere|at all))/u;
/** What German says with a capital. */
const NO_NOUN = /(?<!\p{L})no any (?<what>\p{Lu}\p{L}+)/u;
const DOINGS = ['walking', 'hiking', 'queuing', 'shopping', 'climbing', 'camping', 'cycling'];
const UNLIKED_DOING =
  /\b(?:(?:we|i) )?(?:don'?t|do not|doesn'?t|hate) (?:like |want |enjoy )?(?:to )?(?<what>walk|hik|queu|shop|climb|camp|cycl)(?:e|ing|p?ing)?(?: (?:a lot|much|too much|far|long distances|for hours))*(?=\s*(?:[,.;|!?)]|$|and\b|or\b))/i;
/** "No casinos", "not driving after dark", "we don't like motorways": whatever it is, it is kept. */
function takeAvoided(text: WorkingText): string[] {
  const found: string[] = [];
  text.take(UNLIKED_DOING, ({ groups = {} }) => {
    found.push(DOINGS.find((doing) => doing.startsWith((groups.what ?? '').toLowerCase())) ?? '');
  });
  text.take(HARDLY, ({ groups = {} }) => {
    if (/^(?:flying|driving)$/i.test(groups.what ?? '')) return false;
    found.push((groups.what ?? '').toLowerCase());
    return true;
  });
  text.take(NO_NOUN, ({ groups = {} }) => {
    const what = groups.what ?? '';
    const known = INTERESTS.find(([pattern]) => pattern.test(what))?.[1];
    found.push(...(known === undefined ? [what.toLowerCase()] : withOwnWord(known, what)));
  });
  text.take(AVOIDED, ({ groups = {} }) => {
    const what = groups.what ?? '';
    if (NO_THING.test(what) || what.split(' ').every((word) => isFiller(word))) return false;
    const known = INTERESTS.find(([pattern]) => pattern.test(what))?.[1];
    found.push(...(known === undefined ? [what.toLowerCase()] : withOwnWord(known, what)));
    return true;
  });
  return found;
}

/** A synonym is also kept in the traveller's own word: "no treks" means no hiking. */
function withOwnWord(interest: string, words: string): string[] {
  if (interest === 'family') return [interest];
  const own = words.trim().toLowerCase();
  if (interest === ANIMALS) return [own];
  const isSame = own.slice(0, STEM) === interest.slice(0, STEM) || own.includes(interest);
  return isSame ? [interest] : [interest, own];
}

const STEM = 4;
