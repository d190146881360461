import type { Calendar } from '../dates/calendar-dates.ts';
import { rewordStays } from '../dates/durations.ts';
import { MONTH, rewordDates } from '../dates/plain-dates.ts';
import { rewordAirports } from './airports.ts';
import { rewordLabels } from './labels.ts';
import { NUMBER, type WorkingText } from './working-text.ts';

/** Stand before the city that a trip is flown into and the one that it is flown out of. */
export const ARRIVAL = 'flown-into';
export const DEPARTURE = 'flown-out-of';
/** Words before the home of the traveller. */
export const RESIDENCE = 'living-in';

/** Begins what follows "leave" and is no city: "on June 9", "home by train", "Sunday". */
const NO_CITY = `(?:a|after|again|and|at|back|before|by|early|for|from|home|in|late|next|on|out|the|then|there|this|to|today|tomorrow|via|when|with|\\p{L}+day|${MONTH} \\d+)\\b`;

/** A start that is the end, too. */
const THERE_AND_BACK =
  '(?:[Ss]tart(?:s|ing)?|[Bb]egin(?:s|ning)?|[Dd]epart(?:s|ing)?(?: from)?|[Ll]eav(?:es?|ing)(?: from)?|[Oo]ut of)(?: and |[ ]?[&+/][ ]?)(?:back|[Ee]nd|[Ff]inish|[Rr]eturn)(?:s|ing|es)?(?: point)?';

/** What people write in few words or in signs, and the plain words for it. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/(?<=\p{L}) n (?=\p{L})/gu, ' and '],
  [/\b(?:from ?\/ ?to|to ?\/ ?from|from and (?:back )?to)\b (?=\p{Lu})/gu, 'a loop from '],
  [/\s*(?:→|⟶|➔|->|=>)\s*| > /g, ' to '],
  [/(?<=\p{Ll})\/(?=\p{Lu})/gu, ' to '],
  [/(?<=\p{Ll})2(?=\p{Lu})/gu, ' to '],
  [/(?<=\p{L}) 2 (?=\p{Lu}\p{L})/gu, ' to '],
  [/\bwan+a (?=\p{L})/giu, 'want to '],
  [/\b(?:a|one) day off\b(?! in \p{Lu})/giu, 'a rest day'],
  [/\b(?:a|one) (museum|church|temple|castle|gallery|beach|hike|park)(?:e?s)? less\b/giu, 'fewer $1s'],
  [/(?<!\p{L})à v[ée]lo\b/giu, 'by bike'],
  [/\bcoast to coast\b/gi, '|'],
  // A dash leads from place to place; behind a length or before a word it only separates.
  [/(?<=\b(?:days?|nights?|weeks?|people|adults|kids|\d[dn])\)?) - (?=\p{L}|\d)/giu, ', '],
  [/(?<=[\p{L})]) - (?=\p{Lu})/gu, ' to '],
  [/(?<=\p{Lu}[^|]*[\p{L})]) - (?=\p{Ll}|\d{1,3} ?\p{L})/gu, ', '],
  [/\b([A-Z]{3})\s?[-/]\s?([A-Z]{3})\b/g, '$1 to $2'],
  [
    /\b(?:(?:[Ff]l(?:y|ying|ights?)|[Aa]rriv(?:e|ing|al)|[Tt]ravell?ing|[Ss]tart(?:ing)?) )?(?:(?:[Ii]n|[Tt]o|[Ii]nto|[Aa]rriv(?:e|ing)(?: in)?|[Aa]rrival) (?:and|&|\+) (?:out of|from|leav(?:e|ing)(?: from)?|depart(?:ing|ure)?(?: from| in)?|fly out of)) (?<place>\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)*)/gu,
    `${ARRIVAL} $<place>, back to $<place>`,
  ],
  // A trip that is flown into one city and out of another visits both.
  [
    /\b(?<fly>fly(?:ing)? (?:from [^,.;!?]{2,40}? )?)?into (?<in>[^,.;!?]{2,40}?),? (?:and )?(?:then )?(?:fly(?:ing)? )?(?:home |back )?out of\b/gi,
    `$<fly>${ARRIVAL} $<in> ${DEPARTURE}`,
  ],
  [
    new RegExp(
      '\\b(?:land|landing|arrive|arriving)(?: in| at)? (?<in>[^,.;!?]{2,40}?)(?:,| and| then|, and|, then) (?:then )?' +
        `(?<fly>fly|leave|depart|return|head)(?:ing)? (?:home |back )?(?:out of |out from |from |(?!of |out of |${NO_CITY}))(?=\\p{L})`,
      'giu',
    ),
    `$<fly> ${ARRIVAL} $<in> ${DEPARTURE} `,
  ],
  [
    /\b(?:(?:we|i|my flight|our flight|the flight)(?:'ll| will)? )?(?:fly|flying|flies|land|lands|landing) (?:into|in(?= \p{Lu}))\b/giu,
    `flight ${ARRIVAL}`,
  ],
  [
    /\b(?:fly|flying|flies) (?:home |back )?out of (?=[^,.;!?|]{2,40}(?:[,.;!?|]|$| on | at ))(?![^,.;!?|]{2,40} to )/gi,
    `flight ${DEPARTURE} `,
  ],
  [
    /\b(?:and )?(?:then )?(?:return(?:ing)?|(?:fly|com|head|driv)(?:e|ing)? (?:back |home )+) ?(?:from|out of)\b/gi,
    DEPARTURE,
  ],
  [/\bfrom (?:my|our) (?:home|house|place|flat|base|hometown)(?: town)?(?: in)?\b/gi, 'from'],
  [
    /(?<=^|[.!?;,|]) *(?:[Ii]'m|[Ii] am|[Ww]e're|[Ww]e are|[Ii] live|[Ww]e live)(?: based| living| now| currently| coming)* (?:in|from) (?=\p{Lu})/gu,
    ` ${RESIDENCE} `,
  ],
  [/\b(?:[Mm]y |[Oo]ur )?[Hh]ome(?: town)? is (?=\p{Lu})/gu, `${RESIDENCE} `],
  // "We are Bob and Linda from Tulsa"
  [
    /\b(?:[Ww]e are|[Ww]e're|[Tt]his is) (?:the )?\p{Lu}\p{Ll}+ (?:and|&) \p{Lu}\p{Ll}+(?=\s*(?:[,.;!]|from\b|and we\b|here\b))/gu,
    'we are a couple',
  ],
  [/(?<=\bwe are a couple )from (?=\p{Lu})/gu, `, ${RESIDENCE} `],
  // "We're vegetarians from Pune"
  [
    /(?<=\b(?:[Ii]'m|[Ii] am|[Ww]e're|[Ww]e are) (?:(?!\p{L}+ing )[\p{Ll}\d-]+ ){1,4})from (?=\p{Lu})/gu,
    `${RESIDENCE} `,
  ],
  [
    new RegExp(
      `(?:(?:it|which|that|and|trip) (?:should|must|has to|needs to) |\\b)${THERE_AND_BACK}:?(?: back)?(?: again)?(?: (?:in|at|to|into|from)\\b)? +(?=\\p{L})(?!(?:the|with|our|my|on|with|date|day|time)\\b)`,
      'giu',
    ),
    'a loop from ',
  ],
  // "Inverness start and finish", "Christchurch return"
  [
    new RegExp(
      `(?:\\b[Ff]rom )?(?<place>\\p{Lu}[\\p{L}'’-]*(?: \\p{Lu}[\\p{L}'’-]*)*)(?: to| as| for)? (?:${THERE_AND_BACK}|(?<=(?:^\\s*|[.:;,|] ?|\\b[Ff]rom )\\k<place> )[Rr]eturn|(?<=(?:^\\s*|[.:;|] ?)\\k<place> )and back)(?=\\s*(?:[,.;|)]|$))`,
      'gu',
    ),
    'a loop from $<place> |',
  ],
  // "ending with a beach stay at Mirissa", "finishing with 4 nights on Koh Samui"
  [
    /\b(?:end|finish)(?:ing|es|s)? (?:with|on) (?:a |an |some |the )?(?:few )?(?:(?:days?|time|stay|break|week|holiday|rest|relaxing|beach|of|the|on|at|by|sea|a) )*(?:stay |days? |break |time |week |beach )(?:in|at|on|near) (?=\p{Lu})/gu,
    'ending in ',
  ],
  [
    /\b(?:end|finish)(?:ing|es|s)? with (\d+ (?:nights?|days?)) (?:in|at|on) (?=\p{Lu})/gu,
    'ending with $1 in ',
  ],
  // "staying in Sóller the whole time"
  [
    /\b(?:(?:we(?:'ll| will)? )?(?:stay|sleep)(?:ing)?(?: put)?) (?:in|at) (\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)*) (?:for )?(?:the (?:whole|entire|full) (?:time|trip|stay|week|holiday)|all (?:the time|week|along)|throughout|every night)\b/gu,
    '$1 as our base',
  ],
  // "Saint John (the New Brunswick one)"
  [
    /(?<=\p{Lu}[\p{L}'’.-]*) \((?:the )?(?:one in |in )?(\p{Lu}[\p{L} ]+?)(?<!in \p{L}+) one\)|(?<=\p{Lu}[\p{L}'’.-]*) \((?:the )?one in (\p{Lu}[\p{L} ]+?)\)/gu,
    ', $1$2',
  ],
  // "South Africa's Garden Route"
  [
    /(?<!\p{L})(\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)*)'s (?=\p{Lu}\p{Ll}+ (?:Route|Coast|Valley|Island|Highlands|Riviera|Peninsula|Lakes?|Mountains|District|Way))/gu,
    '$1: ',
  ],
  [
    /\b(?:by |with |using |on )?public transport(?:ation)?\b|\b(?:over ?land|by land)(?=\s*(?:[:,.;|]|$|from\b|to\b|through\b|only\b|via\b))/gi,
    'by train and bus',
  ],
  [/(?<=\p{L}) \+ (?=\p{L})/gu, ' and '],
  [
    /\b(?:rent(?:ing)?|hir(?:e|ing)|pick(?:ing)? up|collect(?:ing)?) (?:a |an |the |our )?(car|rv|camper ?van|campervan|van|motor ?home|motorbike|jeep|4x4) (?:in|at|from) (?=\p{Lu})/giu,
    'by $1, starting in ',
  ],
  [
    /(?<names>\p{Lu}[\p{L}'’-]*(?:(?: and |, | & | (?:of|the|de|la) | )\p{Lu}[\p{L}'’-]*)*) (?:is|are) (?:a |an |our )?(?:absolute |definite )?(?:musts?|must-sees?|obligatory|mandatory|essential)\b/gu,
    'visit $<names>',
  ],
  [
    /\b(?:(?:[Mm]ust|MUST)[\s-](?:[Ss]ees?|SEE)|[Dd]on'?t (?:want to )?miss|[Dd]efinitely(?: want)?(?: to)?(?: see| visit)?|(?:[Ww]e |[Ii] )?(?:absolutely |really )?(?:have to|must|need to) (?:see|visit)):? (?=\p{Lu})/gu,
    'visit ',
  ],
  // "the Algarve (Lagos?)"
  [/\b\p{L}+ \((\p{L}[\p{L} ]*?)\?\)/gu, '$1'],
  [
    /\b[Ii] (?:wrote|said|typed|put) (\p{Lu}[\p{L} ]*?),? but (?:(?:we|i) )?(?:meant|mean|fly into|fly to|flight flown-into|start in|go to|want)(?: to go to)? /gu,
    'replace $1 with ',
  ],
  [/\bin and around\b/gi, 'in'],
  // What is over somewhere is where one starts from.
  [
    /\b(?:(?:our|my|the|a) )?(?:cruise|ship|boat|tour|conference|meeting|course|trek|hike|wedding|work|job) (?:ends|finishes|is over|stops) (?:in|at) (?=\p{Lu})/giu,
    'starting in ',
  ],
  // "Brontë country" is no town.
  [
    /\b(?!Basque|Hill|Black|Cotton|West|Low|Welsh)\p{Lu}[\p{L}'’-]+ country(?=\s*(?:[,.;!?|]|$|and\b|or\b|too\b|if\b))/gu,
    '',
  ],
  // "to my aunt's in Pittsburgh"
  [
    /\b(to|at|from) (?:my|our|a) (?:\p{Ll}+ ){0,2}\p{Ll}+(?:'s|s')(?: (?:place|house|home|flat|wedding|party))? (?:in|near|at) (?=\p{Lu})/gu,
    '$1 ',
  ],
  // "Bruges... no wait, been there. Antwerp", "Scotland? No. Wales!"
  [
    /(?:the )?\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)*\s*(?:\.\.+|…|\?|,| -)\s*(?:(?:[Nn]o|[Aa]ctually|[Hh]m+|[Uu]m),? wait|[Nn]o(?=[.!] )|(?:[Nn]o,? )?[Ss]cr(?:atch|ap) that|[Dd]one(?=[.!,])|[Ss]een it|[Oo]n second thoughts?)[,.!:]*(?: (?:we(?:'ve| have)? |i(?:'ve| have)? )?(?:already )?been there(?: before)?[,.!]?)?/gu,
    ' ',
  ],
  [/\b(?:and )?back (?:for|in time for|by) (?:dinner|supper|lunch|tea|bedtime)\b/gi, 'and back'],
  [
    /\b(?:[Aa]|[Oo]ne|[Tt]his) (?!(?:next|last|first|second|third|following|other|previous|whole|full|single|half|long|couple|few|day|night|week|month)\b)(\p{Ll}+) (week|weekend|fortnight)\b/gu,
    'a $2, $1,',
  ],
  [
    /\b(hiking|walking|cycling|ski|skiing|beach|city|family|wellness|spa|sailing|surf|surfing|diving|yoga|culture|museum|wine|food) (week|weekend)\b/gi,
    'a $2, $1,',
  ],
  [
    /\b(?:[Ss]tart|[Ss]tarting|[Bb]egin)(?: on)? (20\d{2}-\d{2}-\d{2}),? (?:at |in |from )?(?=\p{Lu})/gu,
    'on $1, starting in ',
  ],
  [/(?<=\p{Lu}[\p{L}'’-]+) (?:international )?airport\b/giu, ''],
  [
    /\b(?:land|landing|lands|arrive|arriving|arrives)(?: on)? (20\d{2}-\d{2}-\d{2}),? (?:in|at) (?!the (?:early |late )?(?:morning|afternoon|evening)|night|noon|midnight|lunch)(?=\p{L})/giu,
    `on $1, ${ARRIVAL} `,
  ],
  // "landing on Saturday, leaving the following Saturday"
  [
    new RegExp(
      `(${ARRIVAL} [^.;!?]{2,50}?20\\d{2}-\\d{2}-\\d{2}[^.;!?]{0,30}?), (?:and |then )*(?:leav(?:e|ing)|depart(?:ing)?)(?: again)? (?:on )?(?=20\\d{2}-)`,
      'giu',
    ),
    '$1, fly home on ',
  ],
  // Where somebody was before is no place of this trip.
  [
    /\b(?:[Ww]e|I) (?:did|visited|saw|went to|were in|was in|have been to|'ve been to) (?:the )?\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)* (?:last|two|three|a few|some|\d+) (?:year|summer|winter|spring|autumn|time|month|week)s?(?: ago)?\b/gu,
    '',
  ],
  [
    /\b(?:initially|originally|at first) \p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)* but [^.;]{2,40}? now (?:it'?s )?(?=\p{Lu})/giu,
    '',
  ],
  [
    /(?<=[,.;|] ?)(\p{L}[\p{L} ]{2,24}?),? (?:NO|no|nope|nein)(?=\s*(?:[,.;|!(]|$|but\b|because\b))/gu,
    'no $1',
  ],
  [
    /(?<=[,.;|] ?)(?:and )?(\p{L}[\p{L} ]{2,24}?),? (?:YES|yes|yep)(?: please)?(?=\s*(?:[,.;|!(]|$|but\b))/gu,
    'we love $1',
  ],
  [/\b(?:get|gets|are|is) bored (?:in|by|with|of) /gi, 'hate '],
  [
    /\b(?:(?:we(?:'re| are)|i(?:'m| am)) )?just (?:back|returned|home) from (?:the )?\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)*/giu,
    '',
  ],
  [
    /\b(?:flights?|airline)(?: tickets?)? (?:in)?to (?=\p{Lu}[^.;!?]{2,60}\b(?:back|home|return) from )/gu,
    `flight ${ARRIVAL} `,
  ],
  [
    /(?<=[\p{L}\d],?) (?:and |then |, )*(?:we |i )?(?:(?:fly|flying|flight|go|going|drive|driving) )?(?:back|home)(?: home)? from (?=\p{Lu})/gu,
    `, ${DEPARTURE} `,
  ],
  [/(?<=\(|, )ex (?=\p{Lu})/gu, 'from '],
  [/(?<=[,;.(|] ?)[Hh]ome (?:is )?in (?=\p{Lu})/gu, `${RESIDENCE} `],
  [/\b(?:arrive|arriving|get) to (?=\p{Lu})/gu, 'arrive in '],
  [/\bgo(?:ing)? away from (?=\p{Lu})/gu, `${DEPARTURE} `],
  [
    /\b(?:and |then )+(?:fly |flying )?out of (?=\p{Lu})|(?<=[,;.|] ?)(?:fly |flying |flight )?out (?:of|from) (?=\p{Lu})/gu,
    `${DEPARTURE} `,
  ],
  // "one night in a bedouin camp in Wadi Rum"
  [
    /(?<=\bnights?|\bdays?) (?:in|at|on) (?:an?|the|our|some|my) ((?:[\p{Ll}-]+ ){1,4})(?:in|at|on|near|by) (?=(?:the )?\p{Lu})([^,.;!?|]+)/gu,
    ' in $2, $1',
  ],
  // "a night in the Sahara at Merzouga"
  [
    /(?<=\b(?:nights?|days?) )(?:in|on) the \p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)* (?:at|near|around|by) (?=\p{Lu})/gu,
    'in ',
  ],
  // "fly into Tokyo, 4 nights there"
  [
    new RegExp(
      `(?<=${ARRIVAL} (?<place>\\p{Lu}[\\p{L}'’-]*(?: \\p{Lu}[\\p{L}'’-]*)*)(?:,| and| for|, and|, then) )(?:(?:stay(?:ing)?|spend(?:ing)?) )?(?<stay>(?:\\d+|${NUMBER}) (?:nights?|days?)) there(?=\\s*(?:[,.;|]|$|then\\b|and\\b))`,
      'gu',
    ),
    '$<place> $<stay>',
  ],
  // How one goes on after the trip is no part of it.
  [
    /(?<=\b(?:[Ee]nd|[Ff]inish)(?:ing)? (?:up )?(?:in|at) \p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)*),? (?:to|and(?: then)?|where (?:we|i)|before (?:we|i)|from where (?:we|i)) (?:take|catch|board|get) (?:the|a|our|my) (?:ferry|boat|ship|flight|plane|train|bus|coach)(?: \p{Ll}+)?(?: (?:to|for) (?:the )?\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)*)?(?=\s*(?:[,.;!|)]|$))/giu,
    '',
  ],
  [/\b(?:and )?(?:all |for )?the rest (?:of (?:it|the (?:trip|way)) )?(?=(?:by|with|on) )/gi, ''],
  [/\b(from|to|until|till) +on +(?=20\d{2}-)/gi, '$1 '],
  [
    /\b(?:(?:are|is|am|we're|i'm) )?not (?:doing|going to do|hiking|visiting|interested in) (?:the )?(?=\p{Lu})/giu,
    'skip ',
  ],
  // What the money does not have to cover is no wish.
  [
    /(?<=(?:\b(?:total|budget|altogether|each|pp|eur|usd|euros?|dollars?|pounds?)|[€$£]|\d) ?)\(?(?:without|excluding|excl\.?|not (?:counting|including)|before|plus|on top of)(?: the| our)?(?: international)? flights?\b\)?/gi,
    '',
  ],
  // "refugios not tents"
  [/(?<=\p{L}),? (?:not|never) (\p{Ll}{3,}s)(?=\s*(?:[,.;|)!]|$))/gu, ', no $1'],
  [/\bin (\d{1,2}) stages\b/gi, 'in $1 days'],
  [
    /\b(?:(?:the )?rest(?: of (?:the|each|every) (?:day|time))?|relax(?:ing)?|chill(?:ing)?|lying|lounging) (?:at|by|on) the (?:pool|beach|hotel)\b/gi,
    'a relaxed pace',
  ],
  [/\b[Dd]ay[ -]trips? (?=\p{Lu})/gu, 'day trip to '],
  [/\bNP\b/g, 'National Park'],
  [/\b(?:an?|one) week and a half\b|\bone and a half weeks\b/gi, '10 days'],
  [/\btwo and a half weeks\b|\b2\.5 weeks\b/gi, '17 days'],
  [/\b(an?|one) (hour|day) and a half\b/gi, '1.5 $2s'],
  [/(?<=\d) ?½/g, '.5'],
  // "Knysna x2", "Cape Town x 4 nights"
  [/(?<=\p{L} )x ?(\d{1,2})\b(?: (?:nights?|days?))?/giu, '$1 nights'],
  // Months of age or of a pregnancy are no months of travel.
  [/\b(?:\d{1,2}|two|three|four|five|six|seven|eight) (?:months?|weeks?) (?=pregnant\b)/gi, ''],
  [
    /(?<=\b(?:nights?|days?) )(?:in|inside|on|at|within) the (?:(?:national |game )?park|reserve|island|village|valley)(?=\s*(?:[,.;|]|$|then\b|and\b))/gi,
    'there',
  ],
  // What a hotel is near to is no stop.
  [
    /\b((?:hotels?|hostel|apartment|flat|airbnb|room|accommodation|staying|booked)\b[^,.;!?|]{0,30}?) (?:near|close to|next to|by|around) (?:the )?\p{Lu}[\p{L}'’-]*(?:(?: (?:du|de|de la|des|del|di|da|of|the))? \p{Lu}[\p{L}'’-]*)*/gu,
    '$1',
  ],
  // "take Hervey Bay out"
  [
    /\b(?:take|leave|cut|throw|kick) (\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)*) (?:out|off|away)\b/giu,
    'skip $1',
  ],
  // A company that runs coaches is no place.
  [
    /(?<=[,;] ?|\b(?:by|with|on|via) )(?:\p{Lu}\p{L}+ ){1,2}(?=(?:coach(?:es)?|bus(?:es)?|airlines?|ferry|ferries)\b)/gu,
    '',
  ],
  [/\brather than\b|\bin place of\b/gi, 'instead of'],
  [/\b[Rr]ather (\p{Lu}[\p{L}'’ -]*?) than (?=\p{Lu})/gu, '$1 instead of '],
  [/\b(an?|one|two|three|\d+) overnights?\b/gi, '$1 nights'],
  [/\bincl\b\.?/gi, 'including'],
  [/(?<=[\p{L}\d).]) & (?=[\p{L}\d])/gu, ' and '],
  [/\brentel\b/gi, 'rental'],
  [/\b4000 islands\b/g, '4000 Islands'],
  [/\bNYE\b/g, "New Year's Eve"],
  [/\bpick (?:me|us) up (?:in|at|from)\b/gi, 'from'],
  [/\bdrop (?:me|us)(?: off)? (?:in|at)\b/gi, 'to'],
  [/\b(?:over )?(?:the )?bank holiday weekend\b/gi, 'long weekend'],
  [/\bhalf a week\b/gi, '4 days'],
  [/(?<!\b(?:a|one|two|three|this|next|\d) )(?=fortnight\b)/gi, 'a '],
  [/\b(\d{1,3})\s?d\b/gi, '$1 days'],
  [/(?<=\b(?:days?|nights?|weeks?|weekend) )for (\d{1,2})(?=\s*(?:[,;.!|]|$))/gi, 'for $1 people'],
  // "Lyon for 2, Nice for 4"
  [/\bfor (\d{1,2})(?=\s*(?:,|\.(?!\d)|and\b|then\b|$))/gi, 'for $1 days'],
];

/** What is only spoken. In other languages some of it are words. */
const SPOKEN =
  /\b(?:u+m+|u+h+|er+m*|hm+|you know|i mean|i guess|let'?s say|kind of|sort of|basically|literally|obviously|okay so|so yeah)\b,?|\blike (?=\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|a|twelve)\b)/gi;

/** Puts a text into the plainer words that the rules read. */
export function reword(text: WorkingText, calendar: Calendar): void {
  if (!text.isTranslated) text.reword(SPOKEN, ' ');
  rewordLabels(text);
  rewordDates(text);
  calendar.rewrite(text);
  rewordAirports(text);
  rewordStays(text);
  for (const [pattern, plain] of PLAIN) text.reword(pattern, plain);
  // "irún a bilbao"
  if (text.isTranslated) text.reword(/(?<=\p{Lu}\p{L}+) [aà] (?=\p{Lu})/gu, ' to ');
  // Where nothing has a capital, names have none either: "seward - homer - denali".
  if (!/\p{Lu}\p{Ll}/u.test(text.text)) text.reword(/(?<=\p{L}) - (?=\p{Ll})/gu, ' to ');
}
