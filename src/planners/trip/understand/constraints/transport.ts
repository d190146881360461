import type { TripMode } from '../../itinerary/itinerary.ts';
import { TRAVEL_MEANS, type TravelMeans, type TripConstraints } from '../../requirements/constraints.ts';
import type { TripPreferences } from '../../requirements/requirements.ts';
import type { WorkingText } from '../text/working-text.ts';

/** The means of travel, as read from a text. */
export interface TransportReading {
  /** The means of travel, in the order of the text. */
  readonly travelBy: readonly TravelMeans[];
  readonly legs: readonly SaidLeg[];
  readonly mode?: TripMode | undefined;
  readonly roundTrip?: boolean | undefined;
  readonly preferences: TripPreferences;
}

type SaidLeg = NonNullable<TripConstraints['legs']>[number];

const NEVER =
  "(?:don'?t|do not|doesn'?t|won'?t|can'?t|cannot|never|hate to|rather not|would not|prefer not to|not)(?: want(?:ing)? to| like to| like| plan(?:ning)?(?: to| on)| wish to| intend to)?(?: do)?(?: any)?";

const RULED_OUT =
  '(?:is|are) (?:not (?:an option|possible|wanted|ok(?:ay)?|for (?:us|me))|out(?: of the question)?|no option)';

/** Takes the means of travel out of a text. */
export function takeTransport(text: WorkingText): TransportReading {
  let preferences: TripPreferences = {};
  let roundTrip: boolean | undefined;
  text.take(
    new RegExp(
      `\\b(?:i |we )?(?:${NEVER} (?:fly|flying|take (?:a |any )?(?:plane|flight)s?|(?:involve|include|use) (?:any )?(?:flying|flights?|planes?|air travel))|(?:hate|fear of|afraid of|scared of|terrified of|not a fan of) flying|(?:no|without|avoid|skip) (?:the |any |internal |domestic |connecting )*(?:flights?|flying|planes?)|(?:flights?|flying|planes?) ${RULED_OUT})\\b`,
      'i',
    ),
    () => {
      preferences = { ...preferences, transport: 'road', avoid: ['flight'] };
    },
  );
  text.take(
    new RegExp(
      `\\b(?:i |we )?(?:${NEVER} (?:(?:involve|include|use) (?:any )?)?(?:self[\\s-])?driv(?:e|ing)(?: ourselves| myself)?|hate driving|(?:no|without|avoid)(?: any)? (?:(?:self[\\s-]?)?driv(?:e|ing)|(?:a )?(?:rental |hire )?cars?)|(?:self[\\s-])?driving(?: ourselves| myself)? ${RULED_OUT})\\b`,
      'i',
    ),
    () => {
      preferences = { ...preferences, transport: 'flight', avoid: ['road'] };
    },
  );
  text.take(
    /\b(?:i |we )?(?:(?:would )?prefer|like|love|rather)(?: to)? (?<how>drive|driving|fly|flying)\b/i,
    ({ groups = {}, input, index, 0: words }) => {
      preferences = { ...preferences, transport: /^driv/i.test(groups.how ?? '') ? 'road' : 'flight' };
      // "I'd like to drive from London to Rome" says how, and not only what is liked.
      return !/^ (?:from|to|up|down|along|around|across|through|the|over|via)\b/i.test(
        input.slice(index + words.length),
      );
    },
  );
  text.take(
    /\b(?:fix|repair|correct) (?:wrong |misplaced |bad )?(?:places|stops)(?: (?:yourself|for me|automatically|without asking))\b/i,
    () => {
      preferences = { ...preferences, autoRepairPlaces: true };
    },
  );
  text.take(
    /\b(?:a |as a )?(?:round[\s-]?trip|loop|circuit|circular (?:route|trip|tour|drive|road[\s-]?trip|journey|loop)|there and back|(?:end(?:ing)?|finish(?:ing)?|back) (?:where (?:we|i) (?:start|began)(?:ed)?|at the start(?:ing point)?)|return (?:trip|journey|flight|ticket))\b|(?<!\p{L})(?:and |then |& )+(?:\d (?:days? )?)?(?:back|return)(?: again| home)?\b(?! to \p{L})|\b(?:and |then )*(?:(?:driv|fly|com|go|return|head|travel)(?:e|ing)? )?(?:back )?home(?: again)?(?: at the end)?\b(?! (?:town|to \p{L}))/iu,
    () => {
      roundTrip = true;
    },
  );
  text.take(/\b(?:and |then )*(?:driv|fly|com|go|head|travel)(?:e|ing)? back\b(?! (?:to|in) )/i, () => {
    roundTrip = true;
  });
  text.take(/\bon (?:the|our|my) way (?:back|home)\b/i, () => {
    roundTrip = true;
  });
  text.take(/\breturning(?: (?:it )?there)?\b(?! (?:to|in) )|\b(?:counter-?)?clockwise\b/i, () => {
    roundTrip = true;
  });
  text.take(/\bone[\s-]way\b|\bno return\b/i, () => {
    roundTrip = false;
  });
  const legs = legsIn(text.text);
  takeLegsBetweenStops(text);
  const means = takeMeans(text);
  return { mode: modeOf(means), roundTrip, preferences, travelBy: means, legs };
}

const VEHICLE =
  '(?:rental |hire(?:d)? |rented |our |my |old |own |private |small |vw |a |an |the )*(?:cars?|rv|camper(?:[\\s-]?van)?s?|e-?cars?|electric cars?|vans?|motor ?homes?|motor ?(?:bikes?|cycles?)|convertible|4x4|4wd|jeep|suv|caravan|vw bus)';

/** The means of travel and their phrasings. Longer phrasings come before those that they contain. */
const MEANS: readonly (readonly [RegExp, TravelMeans])[] = [
  [
    new RegExp(
      `\\b(?:a |our |my )?(?:road[\\s-]?trip|(?:car|van|camper(?:van)?|rv|motorhome|motorcycle|motorbike) (?:trip|tour|holiday)|(?:our |my )?(?:own|private) car)\\b|(?<=\\bcamping )trip\\b|\\b(?:the )?ring road\\b|\\b(?:rent(?:ing)?|hir(?:e|ing)|have|with|in|by|on|take|taking) ${VEHICLE}\\b(?: with (?:a )?driver)?(?: (?:there|in(?= \\p{Lu})))?|\\b(?:vw (?:bus|van|camper)|tesla|electric car|road[\\s-]?tripping|car with (?:a )?driver|self[\\s-]drive|selfdrive|(?:one[\\s-]way )?rentals?(?=\\s*(?:[:,.;|]|$))|(?:hired?|rented|private) mini-?bus|(?:with )?(?:a |private )?(?:car and )?driver|(?:private )?chauffeur|(?:hired|rented|private|rental) (?:cars?|jeep|van|4x4|4wd|suv)(?: (?:with|and) (?:a )?driver)?|motorhome|campervan|convertible|4x4(?: (?:with|and) (?:a )?driver)?|rental car|hire car|by road)\\b|\\bdriv(?:e|ing)(?: tour)?\\b(?! (?:at most|no more|less|under))`,
      'iu',
    ),
    'car',
  ],
  [
    /\b(?:(?:by|on|take|taking|with|via|using|all by) )?(?:the |a |first[\s-]class |night |high[\s-]speed |sleeper )*(?:trains?|rail(?:way)?s?|inter ?-?rail(?:ing)?(?: trip| pass)?|eurail(?: pass)?|tgv|ktx|eurostar|shinkansen|bullet trains?|amtrak|the canadian(?= (?:with|from|to|and)\b|\s*[,.;|])|rocky mountaineer|the ghan|(?:orient|glacier|bernina) express|(?:jr|rail|swiss travel) pass)\b(?: only| ok(?:ay)?| journey| trip| where possible)*/i,
    'train',
  ],
  [
    /\b(?:(?:by|on|take|taking|with|via|using) )?(?:the |a |public |long[\s-]distance )*(?:bus(?:es)?|coach(?:es)?|flixbus(?:es)?|greyhound)\b(?: tour| trip| only| ok(?:ay)?)*|\bhitch(?:ing|[\s-]?hik(?:e|ing))\b/i,
    'bus',
  ],
  [
    /\b(?:(?:all )?(?:by|on|take|taking|with|via|using) )?(?:the |a )*(?:ferry|ferries|boats?|ships?)\b(?: where possible| (?:is|are) (?:ok(?:ay)?|fine)| ok(?:ay)?)*/i,
    'ferry',
  ],
  [
    /\b(?:by|on|with|and|bringing) (?:our |my |a |the )?(?:two |three |four |own |\d )*(?:bikes?|bicycles?|e-?bikes?)\b(?! (?:rides?|rental|hire|tours?|trips?))|\bcycling (?=all the way)|\btandem\b|(?<=[.,;|] ?)(?:bikes|bicycles|e-?bikes)(?=\s*[.,;|])|\b(?:a )?(?:bike|bicycle|cycling|cycle)[\s-](?:tour|trip|ride|holiday|touring)\b|\bcycl(?:e|ing)(?= (?:from|along|the|to|through|around)\b)/i,
    'bike',
  ],
  [
    /\bon foot\b|(?<=§[a-z]+ )(?:hike|trek|walk)\b|\b(?:walk|walking|hike|hiking)(?= (?:the |from |part |(?:\w+ ){0,4}from\b))|\bhut[\s-]to[\s-]hut\b|\bwalking (?:tour|holiday|trip)\b/i,
    'foot',
  ],
  [
    // "because of our flight" is a reason, not a means of travel.
    /(?<!\b(?:of|for|to catch|before|after|with|at) (?:our|my|the|their|his|her) )\b(?:by air|(?:(?:by|take|taking|with) )?(?:a |the )?(?:plane|flights?|fly(?:ing)?))\b(?!-)(?! (?:lands|arrives))/i,
    'flight',
  ],
];

/** Words before an excluded means of travel. */
const UNWANTED =
  /\b(?:no|not|nor|without|avoid(?:ing)?|hate|dislike|don'?t (?:want|like))\s+(?:to (?:take|go by|use) )?(?:the |any |by |a |taking |long )*$/i;

/** Words before a means of travel that is liked for its own sake. */
const LOVED = /\b(?:love|adore|into|fans? of|mad about|crazy about)\s+$/i;

function takeMeans(text: WorkingText): TravelMeans[] {
  const found = new Map<TravelMeans, number>();
  const dropped = new Set<TravelMeans>();
  text.reword(
    /\binstead of (?:the |a |by |going by |taking (?:the |a )?)?(car|train|bus|ferry|boat|plane|driving|flying|flight)s?\b/gi,
    (_, what = '') => {
      const means = MEANS.find(([pattern]) => pattern.test(`by ${what}`) || pattern.test(what))?.[1];
      if (means !== undefined) dropped.add(means);
      return '|';
    },
  );
  text.reword(
    /\b(?:fly(?:ing)? and (?:then )?driv(?:e|ing)|driv(?:e|ing) and (?:then )?fly(?:ing)?|mixed(?: mode)?|both ways)\b/gi,
    () => {
      for (const means of ['car', 'flight'] as const) found.set(means, found.size);
      return '|';
    },
  );
  for (const [pattern, means] of MEANS) {
    text.take(pattern, ({ index, input }) => {
      if (UNWANTED.test(input.slice(0, index))) return false;
      if (!found.has(means)) found.set(means, index);
      // "We love boats" also says what is liked.
      return !LOVED.test(input.slice(0, index));
    });
  }
  // A word alone, "5 days, car", says it too.
  text.take(
    /(?<=(?:[,;|(.!]|\bthen)\s*)(?<how>car|van|rv|camper|motorbike|scooter|self-?drive|plane|air)(?=\s*(?:[,;:|).!+&]|$|from\b|and (?:ferr|boat)))/i,
    ({ groups = {}, index }) => {
      found.set(/^(?:plane|air)$/i.test(groups.how ?? '') ? 'flight' : 'car', index);
    },
  );
  for (const means of dropped) found.delete(means);
  return [...found].toSorted(([, a], [, b]) => a - b).map(([means]) => means);
}

/** The kind of trip that the means make it: ferries take cars along, who rides or walks goes by road. */
export function modeOf(means: readonly TravelMeans[]): TripMode | undefined {
  if (means.length === 0) return undefined;
  const isRoad = (each: TravelMeans) => each === 'car' || each === 'bike' || each === 'foot';
  const [first] = means;
  if (means.length === 1 && first === 'flight') return 'flight';
  const withoutFerry = means.filter((each) => each !== 'ferry');
  return withoutFerry.length > 0 && withoutFerry.every(isRoad) ? 'road' : 'mixed';
}

const LEG_NAME = "\\p{Lu}[\\p{L}'’.-]*(?: (?:\\p{Lu}[\\p{L}'’.-]*|de|la|del|di|am|of|the))*";
const LEG = new RegExp(
  `\\b(?<by>train|bus|coach|ferry|boat|fly|flight|drive)\\b(?: (?:up|down|over|across|back|on|there))?(?: from (?<from>${LEG_NAME}))? (?:to|-) (?<to>${LEG_NAME})`,
  'gu',
);
const LEG_TAKEN = new RegExp(`(?:\\b[Tt]ak(?:e|ing) )?(?:\\b(?:a|the) )?${LEG.source}`, 'u');
const LEG_MEANS: Readonly<Record<string, TravelMeans>> = {
  coach: 'bus',
  boat: 'ferry',
  fly: 'flight',
  drive: 'car',
};

/** The means of single legs: "ferry to Helsinki", "fly from Turin to Rome". Leaves the text unchanged. */
function legsIn(text: string): SaidLeg[] {
  return [...text.matchAll(LEG)].map(({ groups = {} }) => {
    const { by = '', from, to } = groups;
    const means = TRAVEL_MEANS.find((each) => each === by) ?? LEG_MEANS[by] ?? 'car';
    return { by: means, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  });
}

/** "Hanoi, Hue, Hoi An. Take a flight from Hanoi to Hue": says nothing of where the trip starts, or of its other legs. */
function takeLegsBetweenStops(text: WorkingText): void {
  const whole = text.text;
  text.take(LEG_TAKEN, ({ 0: words, groups: { from, to } = {} }) => {
    const others = whole.replace(words, ' ');
    return from !== undefined && to !== undefined && others.includes(from) && others.includes(to);
  });
}

/** A bare answer to the question for the means of travel. */
export function bareMode(text: string): TripMode | undefined {
  if (/\b(?:both|mix(?:ed)?|either|train)\b/i.test(text)) return 'mixed';
  if (/\b(?:car|road|driv\w*|rv|van|motor\w*)\b/i.test(text)) return 'road';
  return /\b(?:fly\w*|flight\w*|plane|air)\b/i.test(text) ? 'flight' : undefined;
}
