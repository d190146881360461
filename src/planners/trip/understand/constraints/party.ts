import type { TripConstraints } from '../../requirements/constraints.ts';
import { CARDINALS, NUMBER, numberOf, type WorkingText } from '../text/working-text.ts';
import { headsOf, selfOf, takeKin, takeListed } from './relatives.ts';

/** The party, as read from a text. */
export interface PartyReading {
  readonly travellers?: number;
  readonly party?: TripConstraints['party'];
  /** They come on top of those from before: "my sister comes along". */
  readonly isMore?: boolean;
  /** Adults that do not come after all: "my parents stay at home". */
  readonly fewer?: number;
}

type Party = NonNullable<TripConstraints['party']>;
type MutableParty = { -readonly [Field in keyof Party]: Party[Field] };

const CHILD =
  'sons?|daughters?|kids?|child(?:ren)?|boys?|girls?|bab(?:y|ies)|infants?|toddlers?|teen(?:ager)?s?|twins|grand(?:son|daughter|child|kid)(?:ren|s)?|nephews?|nieces?|little ones?';
const ONE_CHILD =
  /^(?:son|daughter|kid|child|boy|girl|baby|infant|toddler|teen|teenager|grandson|granddaughter|grandchild|nephew|niece|little one)$/i;
const GROWN =
  'people|persons?|individuals|pers\\.?|adults?|travell?ers?|friends|of us|guests|grown-?ups|seniors|pax|(?:girls|boys)(?! ?[(]?(?:aged?|of)?[ ]?[0-9])|dudes|lads|blokes|chaps|girlfriends|buddies|retirees|pensioners|oldies|hikers|walkers|riders|cyclists|bikers|climbers|skiers|surfers|golfers|divers|runners|backpackers|foodies|photographers|vegetarians|vegans|beginners|students|pupils|teachers|mums|moms|dads|parents|colleagues|guys|women|men|ladies|mates|grann(?:y|ie)s|gran[dn]mas|grandmothers|grandpas|grandfathers|sisters|brothers|cousins|aunts|uncles|besties|bffs|pals|flatmates|housemates|roommates|classmates|neighbours|neighbors';
const WHOSE = '(?:my|our|her|his|their|the|a|an|one|two|three|four|five|six|both|\\d{1,2})';
const AGE = '\\d{1,2}(?:\\s*(?:months?|mo|yo|years?(?: old)?|yrs?(?: old)?|y\\/o))?';
const AGES = `${AGE}(?:\\s*(?:,|and|&|\\/|,\\s*and)\\s*${AGE})*`;
const AGED = `(?:\\s*,?\\s*(?:\\(\\s*(?:ages?|aged)?\\s*(?<inside>${AGES})[^)|]{0,20}\\)|(?:aged?|ages|of|who are|are|is|,? who is)(?: (?:ages?|only|just|now))?\\s+(?<said>${AGES})|(?<bare>${AGES})(?=\\s*(?:[,.;:|)!]|$|(?:are|is|will|come|join|want|too)\\b))))`;

/** Who travels in few words, and the plain words for it. */
const PLAIN: readonly (readonly [RegExp, (match: string, ...groups: string[]) => string])[] = [
  [/\bnewly-?weds\b/gi, () => 'a couple'],
  [
    /\b(?:me and (?:him|her|them)|(?:him|her|she|he) and (?:me|i)|you and me|her and him|him and her)\b/gi,
    () => 'the two of us',
  ],
  [
    /\b(?:viennent|vient|kommen|kommt|vienen|viene)(?: (?:aussi|auch|mit|también|avec nous|con nosotros))+\b/giu,
    () => 'come too',
  ],
  // "our two boys, 4 and 8, come too", "the grandkids are coming, they're 4 and 7"
  [
    new RegExp(
      `\\b(?<whose>${WHOSE} )?(?<size>(?:two|three|four|small|little|big|\\d) )?(?<who>${CHILD})(?<middle>(?: [a-z'’]+){0,6}?)\\s*[,:;–-]\\s*(?:they(?:'re| are) |who are |aged? |ages )?(?<ages>${AGES})(?: (?:years?|yrs?|ans|años|jahre?n?)(?: old| alt)?)?(?=\\s*(?:[.,;!?)|]|$))`,
      'gi',
    ),
    (_, whose = '', size = '', who = '', middle = '', ages = '') =>
      `${whose ?? ''}${size ?? ''}${who} (${ages.replaceAll(/\b(?:et|y|und)\b/g, 'and')})${middle}`,
  ],
  [
    new RegExp(
      `\\b(?:the |it(?:'s| is) |just )*(two|three|four|five|\\d) of us,? (?=(?:plus|and|with|\\+|&) (?:${WHOSE} )?(?:two |three |\\d )?(?:${CHILD})\\b)`,
      'gi',
    ),
    (_, count = '') => `${count} adults `,
  ],
  [
    /\b(?:we are|we're|were|we will be|there are|we) (?:only |just )?(\d{1,2})(?: of us)? now\b/gi,
    (_, count = '') => `${count} of us`,
  ],
  [/\b(?:just |only )?(?:the two of|both of) them\b(?: alone)?/gi, () => '2 adults'],
  // Who lives elsewhere does not travel along.
  [
    /\b(?:my|our) (?:best |old |good |younger |older |big |little |in-?laws? )*\p{L}+ (?:now |still |just |used to |both )*(?:lives?|lived|moved|works?|stud(?:y|ies)|grew up|comes?(?= from)|is(?= from)|are(?= from))\b/giu,
    () => ' ',
  ],
  [
    /\b(?:us|we) (two|three|four|five|six|seven|eight|\d{1,2})(?=\s*(?:[,.;|!?)]|$))/gi,
    (_, count = '') => `${count} of us`,
  ],
  [/\b(\d)\s?\+\s?(\d)\s*\((?=(?:kids|children|aged))/gi, (_, adults = '') => `${adults} adults, (`],
  [
    new RegExp(`\\b(${CARDINALS.join('|')})(?=[\\s-]years?[\\s-]olds?\\b)`, 'gi'),
    (_, age = '') => String(numberOf(age)),
  ],
  [
    /\b(\d{1,2})[\s-]years?[\s-]old (sons?|daughters?|kids?|child|boys?|girls?|twins|nephew|niece)\b/gi,
    (_, age = '', who = '') => `${who} (${age})`,
  ],
  [/\bjust my (\p{Ll}+) (?:and|&|\+) (?:me|i)\b/giu, (_, what = '') => `just me with my ${what}`],
  [/\bwe (?:r|are|re) (?=\d)/gi, () => 'we are '],
  [/\b(?:a )?(?:single|lone) (?:dad|mum|mom|father|mother|parent)\b/gi, () => '1 adult'],
  [
    /\b(?:father|mother|dad|mum|mom) (?:and|&|\+|-) (son|daughter) ?\((?=\d)/gi,
    (_, who = '') => `1 adult and my ${who} (`,
  ],
  [/\b(?:father|mother|dad|mum|mom)[\s-](?:and|&|\+)?[\s-]?(?:son|daughter)\b/gi, () => '2 adults'],
];

const JOINS =
  "(?:comes?|(?:are|is|will be|'re|'s) (?:coming|joining)|joins?|(?:want|wants) to (?:come|join)|tags? along)(?: (?:along|too|with us|as well|after all|us))*";
const LEAVES =
  "(?:(?:will )?stays?|(?:is|are) staying) (?:at )?home|(?:is|are) not coming|(?:can't|cannot|can not|won't|will not|don't|doesn't) come|dropped out|drops? out|cancelled|(?:is|are) out";

/** "The two of us plus grandma" are three. */
const ON_TOP =
  /\b(?:adults|of us|friends|couple) (?:plus|and|\+|&|with) (?:my |our |his |her |one )?(?:grand(?:ma|pa|mother|father|parents)|gran|nan|mum|mom|dad|mother|father|parents|sister|brother|friend)\b/i;

/** Takes who travels out of a text. */
export function takeParty(
  text: WorkingText,
  { isFirst = false }: { readonly isFirst?: boolean } = {},
): PartyReading {
  for (const [pattern, plain] of PLAIN) text.reword(pattern, plain);
  const fewer = isFirst ? 0 : takeThoseWhoStay(text);
  const isJoined =
    (!isFirst &&
      (text.has(new RegExp(`\\b${JOINS}\\b`, 'i')) ||
        text.has(/\b(?:we(?:'re| are) )?bring(?:ing)? (?:our|the|my)\b/i)) &&
      !text.has(/\bcomes? to\b/i)) ||
    (!isFirst &&
      text.has(
        /\b(?:comes?|coming|joins?|joining|tags?|bring(?:s|ing)?)\b[^.]{0,20}\b(?:along|us|too|with us|as well)\b|\b(?:comes|joins)\b/i,
      ));
  const party: MutableParty = {};
  const hasSelf =
    text.has(/\b(?:i|me|myself|with my|with our|with (?:mum|mom|dad|gran\w*|nan))\b/i) && !isJoined;
  // Who comes along comes with who speaks.
  const isAlong = isFirst && text.has(/\b(?:comes?|coming) (?:along|with (?:us|me))\b/i);
  const isOnTop = text.has(ON_TOP);
  const isSelfListed = text.has(/\b(?:and|&|\+) (?:me|i|myself)\b|\b(?:me|myself) (?:and|&|\+|with)\b/i);
  takeOccasions(text, party);
  const listed = takeListed(text);
  const counted = takeCounted(text);
  // "My mum joins, so three of us": who says how many there are then says all.
  const isMore = isJoined && counted.total === undefined && counted.adults === undefined;
  const children = takeChildren(text);
  const kin = takeKin(text);
  const pets = takePets(text);
  takeAges(text, party);
  if (children.ages.length > 0) party.children = children.ages;
  if (kin.seniors > 0) party.seniors = kin.seniors;
  if (pets > 0) party.pets = pets;
  const own =
    kin.count + listed > 0
      ? kin.count +
        listed +
        (listed === 0 && (hasSelf || isAlong || kin.hasPartner || /\bwe\b/i.test(text.text))
          ? selfOf(kin)
          : 0)
      : undefined;
  const adults = isMore
    ? kin.count
    : isOnTop
      ? (counted.adults ?? counted.total ?? party.adults ?? 0) + kin.count
      : adultsOf({ counted, own, children: children.ages.length, occasion: party.adults });
  if (adults !== undefined && adults > 0) party.adults = adults;
  // "my 12-year-old daughter and me"
  else if (isSelfListed && children.ages.length > 0) party.adults = 1;
  const isEmpty = Object.keys(party).length === 0;
  const travellers = travellersOf(party, counted, children);
  return {
    ...(isEmpty ? {} : { party }),
    ...(travellers !== undefined && !isMore && { travellers }),
    ...(isMore && !isEmpty && { isMore }),
    ...(fewer > 0 && { fewer }),
  };
}

/** Takes who does not come after all. */
function takeThoseWhoStay(text: WorkingText): number {
  let count = 0;
  text.reword(
    new RegExp(`\\b((?:my |our |the )[a-z -]{3,20}?) (?:${LEAVES})(?: after all| now)?`, 'gi'),
    (_, who = '') => {
      const heads = headsOf(who);
      count += heads;
      return heads > 0 ? '|' : who;
    },
  );
  return count;
}

interface Counted {
  readonly adults?: number;
  readonly total?: number;
}

interface Children {
  readonly ages: (number | null)[];
  /** Whether they accompany the speaker: "with two kids". */
  readonly isWith: boolean;
}

function travellersOf(party: MutableParty, counted: Counted, { ages, isWith }: Children): number | undefined {
  if (counted.total !== undefined) return counted.total;
  if (party.adults !== undefined) return party.adults + ages.length;
  return isWith && ages.length > 0 ? ages.length + 1 : undefined;
}

function adultsOf({
  counted,
  own,
  children,
  occasion,
}: {
  readonly counted: Counted;
  readonly own: number | undefined;
  readonly children: number;
  readonly occasion: number | undefined;
}): number | undefined {
  if (counted.adults !== undefined) return counted.adults;
  if (counted.total !== undefined) return Math.max(counted.total - children, 0) || undefined;
  return own ?? occasion;
}

/** A honeymoon is for two. */
function takeOccasions(text: WorkingText, party: MutableParty): void {
  const two = () => {
    party.adults = 2;
  };
  text.take(/\b(?:our |my |a |the |for our |on our )*(?:honey-?moon|babymoon)(?: trip)?\b/i, two);
  text.take(
    /\b(?:a |an |our |the )*romantic(?: (?:trip|getaway|break|escape|holiday|vacation|city break))?\b/i,
    two,
  );
  text.take(
    /\b(?:for |to celebrate |celebrating )?(?:my |our )(?:parents?'?s?'? )?(?:\d+(?:st|nd|rd|th) )?(?:(?:golden |silver |diamond )?wedding )?anniversary\b|\bour (?:golden|silver|diamond) wedding\b|\b(?:we(?:'re| are) )?(?:as )?(?:an? )?(?:(?:retired|young|older|old|married|senior|elderly|vegetarian|vegan|active|fit|newlywed|sporty|adventurous|lazy|busy|working) )couple\b|(?<=[,;.|] +)couple(?=\s*(?:[,;.|]|$|in (?:our|their)\b|with\b|from\b))|\b(?:we(?:'re| are) )?(?:as |for )?a couple\b(?! (?:of\b|days?|nights?|weeks?|more|weekends?))|\b(?:the two of us|both of us|us two|(?:for|of) (?:two|2)(?! ?(?:[-€$£\d]|[.,:]\d|day|night|week|month|weekend|full|adult|people|person|kid|or|to|of))|with another person|my (?:partner|wife|husband|girlfriend|boyfriend) and (?:i|me|myself))\b/i,
    two,
  );
  text.take(/\b(?:for )?(?:both of us|the two of us)\b/i, two);
  text.take(
    /\b(?:travell?ing |going |for )?(?:a )?(?:solo(?: (?:trip|travell?er|travel|female|male))*|alone|by myself|on my own|just me|single (?:person|travell?er)|one person|lone travell?er|individual)\b|\bfor one(?=\s*(?:[,.;|!?]|$))/i,
    () => {
      party.adults = 1;
    },
  );
}

function takeCounted(text: WorkingText): Counted {
  let [adults, total, isFixed]: [number | undefined, number | undefined, boolean] = [
    undefined,
    undefined,
    false,
  ];
  text.take(
    new RegExp(
      `\\b(?:we(?:'re| are) |as |for )?(?:a |our )?(?:small |big |large )?(?:family|group|party|team|crew|gang|choir|band|class|club|orchestra|bunch|squad|troop|delegation) of (?:about )?(?<n>${NUMBER})\\b(?: (?<who>${GROWN}))?`,
      'i',
    ),
    ({ groups = {} }) => {
      const count = numberOf(groups.n ?? '1');
      isFixed = true;
      // "A class of 24 pupils and 2 teachers"
      if (groups.who === undefined || /^(?:people|persons|of us|travell?ers)/i.test(groups.who))
        total = count;
      else adults = count;
    },
  );
  text.take(
    new RegExp(`\\b(?:we(?:'re| are) |for )?(?<n>${NUMBER}) (?:couples|pairs)\\b`, 'i'),
    ({ groups = {} }) => {
      adults = numberOf(groups.n ?? '1') * 2;
    },
  );
  const people = new RegExp(
    `\\b(?<lead>(?:me|myself|i)(?: and| \\+|,| plus| with)(?: my)? |for |with |we(?:'re| are) |there are |there (?:will|would) be |us |all )?(?:the |about |around )?(?<n>${NUMBER}) (?<more>other |more |good |close |old |grown-?up |single |retired |young |elderly |fit |keen |fellow |best |broke |poor |hungry |deaf |blind |tired |middle-aged |elderly )*(?<who>${GROWN})\\b(?<self>,? (?:and|&|\\+) (?:i|me|myself)\\b)?`,
    'i',
  );
  text.take(people, ({ groups = {} }) => {
    const count = numberOf(groups.n ?? '1');
    const who = groups.who ?? '';
    if (/^(?:adults?|grown-?ups|seniors)$/i.test(who)) adults = (adults ?? 0) + count;
    else if (/^(?:people|persons?|individuals|pers\.?|of us|travell?ers?|guests|pax)$/i.test(who)) {
      if (!isFixed) total = count;
      isFixed = true;
    } else {
      // "with 3 friends" are four, "we are 8 friends" eight.
      const self =
        groups.self !== undefined ||
        /^(?:with|me|myself|i)\b/i.test(groups.lead ?? '') ||
        /\b(?:other|more)\b/i.test(groups.more ?? '')
          ? 1
          : 0;
      adults = (adults ?? 0) + count + self;
    }
    return true;
  });
  text.take(
    new RegExp(
      `\\b(?:we(?:'re| are)|there(?:'s| are| will be)|now we(?:'re| are)) (?:now |only |just |all )?(?<n>${NUMBER})(?=\\s*(?:[,.;|!?()]|$|now\\b|instead\\b|and\\b|in total\\b|with\\b))`,
      'i',
    ),
    ({ groups = {}, 0: matched }) => {
      if (/\b(?:a|an|another)$/i.test(matched)) return false;
      total ??= numberOf(groups.n ?? '1');
      return true;
    },
  );
  return { ...(adults !== undefined && { adults }), ...(total !== undefined && { total }) };
}

function takeChildren(text: WorkingText): Children {
  const ages: (number | null)[] = [];
  let isWith = false;
  const child = `(?<lead>\\bwith (?:our |my |the )?|\\band (?:our |my )?|\\+ ?)?(?:\\b(?<whose>${WHOSE})\\s+)?(?<size>(?:small|young|little|older|teenage|adult|grown|two|three|four|\\d) )*\\b(?<who>${CHILD})\\b(?!['’]s|[\\s-](?:friendly|activities|stuff|menu))${AGED}?`;
  text.take(new RegExp(child, 'i'), ({ groups = {}, 0: matched }) => {
    const list = agesIn(groups.inside ?? groups.said ?? groups.bare ?? '');
    const written = groups.whose ?? /\b(?:two|three|four|\d)\b/i.exec(groups.size ?? '')?.[0] ?? '';
    const isNumber = new RegExp(`^(?:${NUMBER})$`, 'i').test(written);
    const isOne = ONE_CHILD.test(groups.who ?? '');
    // "Four girls" are grown up, and "Vegas baby!" brings none along.
    const isYoung =
      list.length > 0 ||
      !/^(?:girls|boys)$/i.test(groups.who ?? '') ||
      /^(?:my|our|her|his|their)$/i.test(written);
    const isNamedChild =
      isOne &&
      (list.length > 0 || written !== '' || groups.lead !== undefined || !/^baby$/i.test(groups.who ?? ''));
    const isCounted = isYoung && (isNumber || isNamedChild || list.length > 0);
    if (groups.lead?.startsWith('with') || /\bwith\b/i.test(matched)) isWith = true;
    // "with kids" says what it should be like, and is left for that.
    if (!isCounted) return false;
    const isTwins = /^twins$/i.test(groups.who ?? '');
    const count = Math.max(isTwins ? 2 : isNumber ? numberOf(written) : isOne ? 1 : 0, list.length);
    if (isTwins && list.length === 1) list.push(list[0] ?? 0);
    if (count > 50) return false;
    ages.push(...list, ...Array.from({ length: count - list.length }, () => null));
    return true;
  });
  text.take(
    new RegExp(
      `\\b(?:(?:and|with) )?(?:(?<n>${WHOSE})\\s+)?(?<age>\\d{1,2})[\\s-](?:years?|yr)s?[\\s-]olds?(?: (?<who>${CHILD}))?\\b`,
      'i',
    ),
    ({ groups = {} }) => {
      const age = Number(groups.age);
      if (age > 17) return false;
      const n = groups.n ?? '';
      // "says the 8-year-old", who was counted already.
      if (/^the$/i.test(n) && ages.includes(age)) return true;
      const count = new RegExp(`^(?:${NUMBER})$`, 'i').test(n) ? numberOf(n) : 1;
      ages.push(...Array.from({ length: Math.min(count, 10) }, () => age));
      return true;
    },
  );
  return { ages, isWith };
}

function agesIn(list: string): number[] {
  return [...list.matchAll(/(\d{1,2})\s*(months?|mo\b)?/gi)]
    .map(([, age, months]) => (months === undefined ? Number(age) : Math.floor(Number(age) / 12)))
    .filter((age) => age <= 17);
}

/** "I'm 70", "we are in our late 60s": who is old needs it easier. */
function takeAges(text: WorkingText, party: MutableParty): void {
  text.take(
    /\b(?:i'm|i am|aged?|age) (?<age>\d{2})(?: years old)?\b(?! (?:people|of us|friends|adults))/i,
    ({ groups = {} }) => {
      if (Number(groups.age) < OLD) return true;
      party.seniors = 1;
      return true;
    },
  );
  text.take(
    /\b(?:they are |they're |we are |we're |both )?in (?:their|our|my) (?:early |mid |mid-|late )?(?<age>\d{2})'?s\b/i,
    ({ groups = {} }) => {
      if (Number(groups.age) >= OLD - 5) party.seniors = 2;
      return true;
    },
  );
}

const OLD = 65;

function takePets(text: WorkingText): number {
  let pets = 0;
  text.take(
    new RegExp(
      `\\b(?:(?:and|with|plus|we bring|bringing) )?(?:(?<n>my|our|the|${NUMBER}) )(?:small |big |little |elderly |old |large )*(?:dogs?|cats?|puppy|pets?|labradors?|terriers?|spaniels?|retrievers?|poodles?|beagles?)\\b(?! friendly|-friendly)`,
      'i',
    ),
    ({ groups = {} }) => {
      pets = /^(?:my|our|the)$/i.test(groups.n ?? '') ? 1 : numberOf(groups.n ?? '1');
    },
  );
  return pets;
}
