import type { DayRate, TripConstraints } from '../../requirements/constraints.ts';
import { NUMBER, numberOf, type WorkingText } from '../text/working-text.ts';
import { takeRates } from './take-rates.ts';

/** Limits other than money and places, as read from a text. */
export type LimitsReading = Pick<
  TripConstraints,
  | 'driving'
  | 'rest'
  | 'perDay'
  | 'pace'
  | 'cities'
  | 'bases'
  | 'mobility'
  | 'carUntilDay'
  | 'dislikes'
  | 'way'
>;

/** Takes what limits the days of a trip out of a text, so that no rate is read as a length. */
export function takeLimits(text: WorkingText, known: readonly DayRate[] = []): LimitsReading {
  const night = takeNightTravel(text);
  const rates = takeRates(text, { known });
  rewordRates(text);
  const dark = takeDarkness(text);
  const dislikes = [...(night.dislikes ?? []), ...(dark.dislikes ?? [])];
  return {
    ...rates,
    ...(dislikes.length > 0 && { dislikes }),
    ...takeRest(text),
    ...takeDriving(text),
    ...takeCounts(text),
    ...takePace(text),
    ...takeMobility(text),
    ...takeWay(text),
  };
}

const NIGHT_RIDE =
  '(?:night|overnight|sleeper)[ -](?<by>trains?|bus(?:es)?|ferry|ferries)|sleepers?(?= (?:train|bus))';

/** "Two nights on the train", "the night train": a night on the way is no night of a stay. The rides that are not wanted. */
function takeNightTravel(text: WorkingText): Pick<LimitsReading, 'dislikes'> {
  const dislikes: string[] = [];
  text.take(
    new RegExp(
      `\\b(?:no|not|never|without|avoid(?:ing)?|hates?|(?:don'?t|do not|won'?t|rather not)(?: (?:want|like|do|take))?)(?: (?:to|any|the|a|take|taking|on|by|more))* (?:${NIGHT_RIDE})`,
      'iu',
    ),
    ({ 0: phrase }) => {
      dislikes.push(
        /(?:night|overnight|sleeper)[ -]\p{L}+$/iu.exec(phrase)?.[0].toLowerCase() ?? 'night trains',
      );
    },
  );
  const note = (phrase: string) => {
    text.noted.push(phrase.trim());
    return ` by ${/train/i.test(phrase) ? 'train' : /bus/i.test(phrase) ? 'bus' : /plane/i.test(phrase) ? 'plane' : 'ferry'} `;
  };
  text.reword(
    new RegExp(
      `\\b(?:(?:with|including|incl\\.?|spend(?:ing)?|plus|and|sleep(?:ing)?) )*(?:${NUMBER})\\s+(?:over)?nights? (?:on|in|aboard) (?:the |a |an )?(?:night |overnight |sleeper )?(?:trains?|bus(?:es)?|ferry|ferries|planes?)\\b`,
      'giu',
    ),
    note,
  );
  text.reword(
    /\b(?:(?:with|by|on|taking|take|using|via) )?(?:the |a |an )?(?:night|overnight|sleeper)[ -](?:trains?|bus(?:es)?|ferry|ferries)\b/giu,
    note,
  );
  return dislikes.length > 0 ? { dislikes } : {};
}

const ALONG_THE_COAST =
  /\b(?:(?:all the way |up |down )?along(?:side)? (?:the )?(?:coast(?:line)?|sea(?:side)?|shore|ocean)(?! of\b| from\b)|(?:by|on|via|following|hugging|taking|take|follow) (?:the )?(?:coast(?:al)?|sea|ocean)[\s-](?:road|route|way|drive|highway)|(?:a |the )?coastal (?:route|road ?trip|drive|roads?|way)|hugging the coast|(?:follow|following|via|by) the coast(?:line)?(?! of\b)|(?:along|entlang)\s+(?:der )?küste|(?:an )?der küste entlang|immer am meer entlang|(?:le long de|en longeant|longer) (?:la )?côte|par (?:la )?côte|por (?:la )?costa|(?:a lo largo de|bordeando|siguiendo) (?:la )?costa)(?![\p{L}])/iu;
const THE_SCENIC_WAY =
  /\b(?:(?:take |taking |by |via |on )?(?:a |the )?(?:most )?scenic (?:way|routes?|roads?|drives?|detours?|byways?)|not the (?:quick|fast|direct)(?:est)? (?:way|route)|schönste(?:r|n)? (?:strecke|weg)|landschaftlich schöne(?:r|n)? (?:strecke|weg)|(?:la )?route panoramique|(?:la )?ruta panorámica)(?![\p{L}])/iu;

/** "Along the coast", "the scenic way". */
function takeWay(text: WorkingText): LimitsReading {
  let way: LimitsReading['way'];
  text.take(THE_SCENIC_WAY, () => {
    way = 'scenic';
  });
  text.take(ALONG_THE_COAST, () => {
    way = 'coast';
  });
  return way === undefined ? {} : { way };
}

/** Who does not drive in the dark drives by day. */
function takeDarkness(text: WorkingText): LimitsReading {
  let isAvoided = false;
  text.take(
    /\b(?:no|without|avoid) (?:night[\s-]?driving|driving at night)\b|\b(?:not?|never|without|avoid) driv(?:e|ing) (?:after|in the|at|by) (?:dark|night)\b|\b(?:we |i )?(?:don'?t|won'?t|rather not|would not|not|never) (?:want to |like to )?drive (?:after|in the|at|by) (?:dark|night)\b/i,
    () => {
      isAvoided = true;
    },
  );
  if (isAvoided) text.append('road trip');
  const dislikes = isAvoided ? ['driving after dark'] : [];
  text.take(
    /\b(?:no|without|avoid|not|hate) (?:any |taking |the )*(?<what>(?:overnight|night|early|late[\s-]night|sleeper|red[\s-]eye) (?:bus(?:es)?|trains?|ferr(?:y|ies)|flights?|coach(?:es)?))\b/i,
    ({ groups = {} }) => {
      dislikes.push((groups.what ?? '').toLowerCase());
    },
  );
  return dislikes.length > 0 ? { dislikes } : {};
}

/** "One coffee a day": how many of something there should be each day is no length, even where nothing is known of it. */
function rewordRates(text: WorkingText): void {
  text.reword(
    /\b(?:(?:at least|about|only|just|max(?:imum)?|at most|no more than) )?(?<![\d.,])(?:an?|one|two|three|\d) ((?:\p{L}+ )?\p{L}+?)s? (?:a|per|each|every) day\b/giu,
    (phrase, what = '') =>
      /\b(?:hours?|hrs?|h|kms?|kilomet(?:er|re)s?|mi|miles?|days?|nights?|euros?|dollars?|pounds?|eur|usd)\b|^of /i.test(
        what,
      )
        ? phrase
        : `${what}s`,
  );
}

const MOST =
  '(?:(?:(?:not|no|never) (?:more|longer|further) than|(?:not )?(?:above|over|exceeding)|at (?:the )?most|max(?:imum|\\.)?(?: of)?|up to|under|below|less than|about|around|roughly|some|limit(?:ed)?(?: it)? to|keep (?:it )?(?:to|under|below)|drive(?: at most)?|driving(?: at most)?(?: is)?)\\s+)*';
const A_DAY =
  '(?:\\s*(?:,\\s*)?(?:(?:a|per|each|every|any|in (?:a|any|one)|on (?:a|any|one)(?: single)?)\\s+day|\\/\\s*day|daily|at a time|at once|at a stretch|in one go|per (?:leg|stretch)|between stops))';
const WAY =
  '(?:\\s*(?:of\\s+|in\\s+(?:the\\s+|a\\s+)?|on\\s+(?:a\\s+|the\\s+)?|behind\\s+(?:the\\s+)?)?(?:driving|drives?|car|cars|wheel|road|travel(?:l?ing)?|trains?|bus(?:es)?|sitting|riding))';
const FIGURE =
  '(?<low>\\d+(?:[.,]\\d+)?\\s*(?:-|to|or)\\s*)?(?<n>(?:\\d+(?:[.,]\\d+)?|NUMBER)(?: and a half)?)'.replace(
    'NUMBER',
    NUMBER,
  );
const HOURS = "(?:h(?:ou)?rs?|h)'?";
const KM = '(?<unit>kms?|kilomet(?:er|re)s?|mi|miles?)';
const AFTER =
  '(?:\\s*(?:max(?:imum)?|at (?:the )?most|tops|is (?:plenty|enough|ok(?:ay)?|fine|the limit|our limit))\\b)?(?:\\s+if possible)?';

const HOURS_A_DAY = new RegExp(
  `\\b${MOST}${FIGURE}\\s*${HOURS}\\b(?:\\s*(?:max(?:imum)?|at most|tops)(?=\\s*(?:of|in|on|behind|driving|a day|per)\\b))?(?:(?:${WAY})?(?:\\s*(?:max(?:imum)?|at most|tops))?${A_DAY}(?:${WAY})?|${A_DAY}(?:${WAY})?|(?:${WAY})(?=\\s*(?:max|at most|[,.;|)]|$)))${AFTER}`,
  'i',
);
const DRIVING_HOURS = new RegExp(
  `\\b(?:(?:we |i )?(?:don'?t|do not|won'?t|would not|wouldn'?t|rather not|no|not|never)\\s+(?:like\\s+|want\\s+)?(?:to\\s+)?)?(?:driving|drive|drives)\\s+(?:time\\s+)?(?:of\\s+|for\\s+)?(?:more than\\s+|longer than\\s+)?${MOST}${FIGURE}\\s*${HOURS}\\b(?:${A_DAY})?${AFTER}`,
  'i',
);
const MAX_HOURS = new RegExp(
  `(?<=\\bdriv(?:e|es|ing)\\b[^.|]{0,20})${FIGURE}\\s*${HOURS} (?:max(?:imum)?|tops|at most)\\b`,
  'i',
);
const KM_A_DAY = new RegExp(
  `\\b${MOST}${FIGURE}\\s*${KM}\\b(?:${WAY})?(?:\\s*(?:max(?:imum)?|at most|tops))?${A_DAY}(?:${WAY})?${AFTER}`,
  'i',
);
/** "No day over 45 km". */
const NO_DAY_OVER = new RegExp(
  `\\bno (?:single )?(?:day|leg|stage|drive)s? (?:over|above|longer than|(?:with )?more than|exceeding) ${FIGURE}\\s*(?:${KM}|${HOURS})\\b(?:${WAY})?`,
  'i',
);
/** Without "a day" it is a limit only if the text says so. */
const MAX_KM = new RegExp(
  `\\b(?:max(?:imum|\\.)?(?: of)?|at most|no more than|not more than|up to)\\s+${FIGURE}\\s*${KM}\\b(?:${WAY})?${AFTER}`,
  'i',
);
/** How long a flight may be says nothing about the days. */
const FLIGHT_HOURS = new RegExp(
  `\\b${MOST}${FIGURE}\\s*${HOURS}\\s*(?:of\\s+)?(?:flights?|flying|by plane)\\b`,
  'gi',
);

/** How far it may be from home says nothing about the days either. */
const FAR = new RegExp(
  `\\b(?:${MOST}|within )${FIGURE}\\s*(?:${HOURS}|${KM.replace('?<unit>', '?:')})\\b(?:${WAY})?(?: away)? from(?= \\p{Lu})`,
  'gu',
);

const KM_A_MILE = 1.609;

function takeDriving(text: WorkingText): LimitsReading {
  let driving: { hours?: number; km?: number } = {};
  text.reword(FAR, (phrase) => {
    text.noted.push(phrase.trim());
    return 'from';
  });
  text.reword(FLIGHT_HOURS, (phrase) => {
    text.noted.push(phrase.trim());
    return 'flight';
  });
  text.take(NO_DAY_OVER, ({ groups = {} }) => {
    const figure = figureOf(groups.n);
    const { unit } = groups;
    driving =
      unit === undefined
        ? { hours: figure }
        : { km: Math.round(figure * (/^mi/i.test(unit) ? KM_A_MILE : 1)) };
  });
  for (const pattern of [DRIVING_HOURS, HOURS_A_DAY, MAX_HOURS]) {
    text.take(pattern, ({ groups = {} }) => {
      const hours = figureOf(groups.n);
      if (!(hours > 0 && hours <= 24)) return false;
      driving = { ...driving, hours };
      return true;
    });
  }
  for (const pattern of [KM_A_DAY, MAX_KM]) {
    text.take(pattern, ({ groups = {} }) => {
      const km = Math.round(figureOf(groups.n) * (/^mi/i.test(groups.unit ?? '') ? KM_A_MILE : 1));
      if (!(km > 0 && km <= 5000)) return false;
      driving = { ...driving, km };
      return true;
    });
  }
  return driving.hours === undefined && driving.km === undefined ? {} : { driving };
}

function figureOf(written = ''): number {
  const half = / and a half$/i.exec(written);
  if (half) return figureOf(written.slice(0, half.index)) + 0.5;
  return /^\d/.test(written) ? Number(written.replace(',', '.')) : numberOf(written);
}

const ORDINALS = ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const EVERY = `every\\s+(?:(?<n>${NUMBER})\\s+days?|(?<nth>${ORDINALS.join('|')}|other|\\d{1,2}(?:nd|rd|th))\\s+day|(?<week>week))`;
const REST =
  '(?:(?:full |whole |complete )?(?:rest|free|lazy|quiet|relax(?:ed|ing)?|easy|slow|chill|down|off)[\\s-]?days?|days? (?:off|of rest|to rest|without (?:driving|travel(?:l?ing)?|a plan|plans)|of doing nothing|for doing nothing)|no driv(?:e|ing)(?: at all)?|without driving|pauses?|breaks?|rests?)';

const REST_EVERY = [
  `(?:(?:please\\s+)?(?:add|with|and|plan|we need|need|want|include)\\s+)*(?:(?:a|an|one|1)\\s+)?${REST}\\s+(?:after\\s+)?${EVERY}`,
  `${EVERY}\\s+(?:is\\s+|(?:should|must|has to|needs to|will) be\\s+|as\\s+)?(?:(?:a|one)\\s+)?(?:${REST}|off|free)`,
].map((pattern) => new RegExp(`\\b${pattern}\\b`, 'i'));
const REST_A_WEEK = new RegExp(`\\b(?:(?<n>${NUMBER})\\s+)?${REST}\\s+(?:a|per|each)\\s+week\\b`, 'i');
const ONE_OF_THEM = new RegExp(
  `\\b(?<n>${NUMBER}) of (?:them|those|these|which|it)(?: days)? (?:(?:is |are |should be |to be |left )*)?(?:free|off|for (?:resting|rest|relaxing|doing nothing)|without (?:driving|plans?))(?: for doing nothing)?`,
  'i',
);
const REST_DAYS = new RegExp(
  `(?<!\\b(?:get|got|have|has|had|my|our|the|these|your)\\s+)\\b(?:(?:add|with|and|plan|we need|need|want|include|at least)\\s+)*(?<!\\b(?:get|got|have|has|had|my|our|the|these)\\s+)(?<n>${NUMBER})\\s+(?:full |whole |complete )?(?:(?:rest|free|lazy|relaxation)[\\s-]?days?|days? (?:off(?! (?:work|from|around|in|at|on))|of rest|to rest|of doing nothing|without (?:driving|travel(?:l?ing)?)))\\b(?!\\s+(?:from|around)\\b)`,
  'i',
);

function takeRest(text: WorkingText): LimitsReading {
  let rest: LimitsReading['rest'];
  for (const pattern of REST_EVERY) {
    text.take(pattern, ({ groups: { n, nth, week } = {} }) => {
      const every = everyOf(n, nth, week);
      if (!(every >= 1 && every <= 365)) return false;
      rest = { every };
      return true;
    });
  }
  text.reword(
    new RegExp(`\\b(${REST}) (once|twice) (?:a|per|every) week\\b`, 'gi'),
    (_, rest = '', often = '') => `${/once/i.test(often) ? 'one' : 'two'} ${rest} a week`,
  );
  text.take(REST_A_WEEK, ({ groups = {} }) => {
    rest = { every: Math.max(1, Math.round(7 / Math.max(1, numberOf(groups.n ?? 'one')))) };
  });
  for (const pattern of [ONE_OF_THEM, REST_DAYS]) {
    text.take(pattern, ({ groups = {} }) => {
      const days = numberOf(groups.n ?? 'one');
      if (!(days >= 1 && days <= 365)) return false;
      rest = { days };
      return true;
    });
  }
  return rest ? { rest } : {};
}

function everyOf(count: string | undefined, nth: string | undefined, week: string | undefined): number {
  if (week !== undefined) return 7;
  if (count !== undefined) return numberOf(count);
  const word = nth?.toLowerCase() ?? '';
  if (word === 'other') return 2;
  const at = ORDINALS.indexOf(word);
  return at >= 0 ? at + 2 : Number.parseInt(word, 10);
}

/** "Not more than 4 hotels", "only three bases". */
const AT_MOST =
  '\\b(?:(?:with|using|in|from|sleeping in|staying in|stay in)\\s+)?(?:(?:not|no) more than|at (?:the )?most|max(?:imum|\\.)?(?: of)?|up to|only|just)';
const PLACE_TO_SLEEP = '(?:hotels?|bases?|places? to (?:sleep|stay)|accommodations?|lodgings?)';

function takeCounts(text: WorkingText): LimitsReading {
  let limits: LimitsReading = {};
  let counted: string | undefined;
  // "from Denver to 3 cities in Texas" leads to Texas.
  text.reword(
    new RegExp(`\\bto (?:visit )?(${NUMBER}) (cities|towns) in (?=(?:the )?\\p{Lu})`, 'gu'),
    (_, count = '', what = '') => {
      counted = `${count} ${what}`;
      return 'to ';
    },
  );
  if (counted !== undefined) text.append(counted);
  const base =
    '(?:hotels?|bases?|villages?|towns?|places? to (?:sleep|stay)|accommodations?|locations?|places?|spots?)';
  text.take(
    new RegExp(
      `\\b(?:based?|staying|stay|sleep(?:ing)?)\\s+(?:only\\s+|just\\s+)?(?:in|at)\\s+(?:just\\s+|only\\s+|at most\\s+)?(?:(?:one|a single|1|the same)\\s+or\\s+)?(?<n>one|two|three|1|2|3|a single|the same)\\s+${base}\\b(?:\\s+(?:only|all the time|the whole time))?`,
      'i',
    ),
    ({ groups = {} }) => {
      limits = {
        ...limits,
        bases: /^(?:a single|the same)$/i.test(groups.n ?? '') ? 1 : numberOf(groups.n ?? 'one'),
      };
    },
  );
  text.take(
    /\bas (?:an? |our |the )?(?:only )?base\b|\bbase:? (?:in )?(?=\p{Lu})|\b(?:we |i )?(?:(?:don'?t|do not|would rather not|never|without) (?:want to |like to |like )?chang(?:e|ing) (?:hotels?|rooms?)|no (?:hotel changes|changing (?:of )?hotels?)|(?:with |as )?(?:only )?one (?:single )?base(?: only)?)\b/iu,
    () => {
      limits = { ...limits, bases: 1 };
    },
  );
  text.take(
    new RegExp(
      `(?:${AT_MOST}\\s+(?<n>${NUMBER})\\s+(?:different |separate )?${PLACE_TO_SLEEP}|\\b(?<m>${NUMBER})\\s+(?:different |separate )?${PLACE_TO_SLEEP}\\s+(?:at (?:the )?most|max(?:imum)?|or (?:less|fewer)))\\b(?! (?:away|apart|a|per)\\b)`,
      'i',
    ),
    ({ groups = {} }) => {
      const count = numberOf(groups.n ?? groups.m ?? '');
      if (!(count >= 1 && count <= 100)) return false;
      limits = { ...limits, bases: count };
      return true;
    },
  );
  text.take(
    new RegExp(
      `\\b(?<n>${NUMBER})\\s+(?:different |other |big |major |main |beautiful |great )?(?:cities|capitals|towns|city)\\b(?<each> each)?`,
      'i',
    ),
    ({ groups = {}, input, index }) => {
      const count = numberOf(groups.n ?? '');
      if (!(count >= 1 && count <= 100) || /\b(?:day|week) in \w*$/i.test(input.slice(0, index)))
        return false;
      limits = { ...limits, cities: count };
      return true;
    },
  );
  text.take(
    new RegExp(
      `\\b(?:(?:we |i )?(?:have |keep |rent |with )*(?:the |a |our )?(?:car|rental car|hire car|rental)(?: only| just| goes back| has to (?:go back|be returned)| is due(?: back)?| will be returned)* (?:until|till|for the first|up to|through|by|on|after) (?:the end of )?(?:day )?(?<n>${NUMBER})(?: days)?\\b(?! (?:of|people|persons|adults|hours?|weeks?))|${RETURNING} (?:the |a |our )?(?:car|rental car|hire car|rental)(?: back| off)? (?:on|after|by|at the end of) (?:the )?day (?<m>${NUMBER}))\\b`,
      'i',
    ),
    ({ groups = {}, 0: matched }) => {
      const isDay = /\bday|first\b/i.test(matched);
      if (!isDay) return false;
      limits = { ...limits, carUntilDay: numberOf(groups.n ?? groups.m ?? '1') };
      return true;
    },
  );
  return limits;
}

const RETURNING =
  '(?:(?:we |i )?(?:have to |must |need to |will |want to )?(?:return|give back|hand back|bring back|drop off|drop|returning|dropping off))';

const SLOW =
  /\b(?:(?:we |i )?(?:move|walk|go|travel) (?:very |rather |quite )?slow(?:ly)?(?: these days| now)?|(?:at |in |with )?(?:a |an )?(?:very |really |more |rather |bit |little )*(?:slow(?:er|ly)?|relax(?:ed|ing)|gentle|easy|easy-?going|leisurely|unhurried|calm|laid[\s-]back|chilled)(?: pace| tempo| trip| travel(?:l?ing)?)?(?=\s*(?:[,.;|!?)]|$|and\b|please|because|but|so\b|pace|for\b|days?\b))|slow travel|slow pace|easy[\s-]going|tak(?:e|ing) (?:our|my|your) time|(?:we're |we are |i'm )?(?:not |never )in (?:a|any) (?:hurry|rush)|no rushing(?: around| about)?|nothing (?:too )?(?:hectic|packed|strenuous)|not too much (?:each|every|per|a) day|take it (?:easy|slow(?:ly)?)|go(?:ing)? (?:up )?slowly|(?:no|nothing) (?:rush(?:ed)?|hurr(?:y|ied)|stress(?:ful)?)|(?:lots|plenty) of (?:breaks|rests?|pauses)|slow as you like|without (?:rush(?:ing)?|hurry(?:ing)?|stress)|not (?:too )?(?:rushed|hectic|stressful|packed)|unrushed|(?:make )?(?:the )?(?:days? |it )?(?:less|not (?:so|too)) (?:packed|full|busy|rushed|hectic|stressful)|slow(?:er)? (?:it )?down|more time at each|fewer (?:things|activities))\b/i;
const FAST =
  /\b(?:(?:at |in )?a (?:fast|quick) pace|fast[\s-]paced|packed (?:days|schedule|itinerary|programme|program)|see as much as (?:possible|we can|i can)|as much as possible|more packed|busier|action[\s-]packed)\b/i;

function takePace(text: WorkingText): LimitsReading {
  let pace: LimitsReading['pace'];
  text.take(SLOW, () => {
    pace = 'slow';
  });
  text.take(FAST, () => {
    pace = 'fast';
  });
  return pace ? { pace } : {};
}

const MOBILITY =
  /\b(?:[^,.;|!?]{0,30}\b)?(?:(?:wheel|power) ?-?chairs?(?:[\s-](?:accessible|friendly|user))?|mobility scooter|zimmer frame|step-free|bad (?:knee|hip|back|leg)s?|(?:can'?t|cannot|can not) (?:walk|climb|do|manage|handle|take)(?: (?:the |any |many )?(?:far|much|stairs|steps|well|long distances))?|(?:not|no|fewer|less) (?:many |much )?(?:stairs|climbing|long walks|steps)|limited mobility|crutches|walking (?:stick|frame)|(?:uses?|with|needs?) (?:a |his |her )?(?:walker|cane|stick)|walks with a (?:stick|cane|walker)|rollator|little walking|not much walking|hard to walk|barrier-free|pram|stroller|accessib(?:le|ility))\b/i;

function takeMobility(text: WorkingText): LimitsReading {
  let mobility: string | undefined;
  text.find(MOBILITY, ({ 0: matched }) => {
    mobility ??= matched.trim().slice(0, 200);
  });
  text.take(
    /\b(?:everything |it |all )?(?:must|has to|should|needs to)? ?(?:be )?wheel-?chair[\s-](?:accessible|friendly)\b|\b(?:and |one |who )*(?:has|have|with) (?:a )?bad (?:knee|hip|back|leg)s?\b|\b(?:who )?(?:uses?|is in|using|in) (?:a |her |his )?(?:wheel|power) ?-?chair\b|\blimited mobility\b|\bstep-free\b|\b(?:they |who |she |he |i |we )?(?:can'?t|cannot|can not) (?:(?:walk|climb)(?: (?:far|much|stairs|well|long distances))?|(?:do|manage|handle|take) (?:the |any |many )?(?:stairs|steps|hills))\b|\b(?:not|no|fewer|less) (?:many |much )?(?:stairs|climbing|walking|long walks|steps)\b|\blittle walking\b|\b(?:with a )?walking frame\b/i,
    () => undefined,
  );
  return mobility === undefined ? {} : { mobility };
}
