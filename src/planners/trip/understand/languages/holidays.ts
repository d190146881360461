type Phrases = readonly (readonly [RegExp, string])[];
type Pattern = (pattern: string) => RegExp;

/** Holidays and days of the week of German, in English. */
export function germanDays(word: Pattern, exact: Pattern): Phrases {
  const on = '(?:über |am |ab |zu |an |vor )?';
  return [
    [word(`${on}mariä himmelfahrt`), 'on Assumption Day'],
    [
      word(`(?:über (?:das |ein )?|am )?(?:christi[- ])?himmelfahrts?(?:-?wochenende)`),
      'on Ascension bridge',
    ],
    [word(`${on}(?:christi himmelfahrt|himmelfahrt|vatertag)`), 'on Ascension Day'],
    [word(`${on}pfingstmontag`), 'on Whit Monday'],
    [word(`${on}pfingstsonntag`), 'on Whit Sunday'],
    [word(`(?:über |am )?(?:das )?pfingstwochenende`), 'on Whitsun bridge'],
    [word(`(?:in den |über die )?pfingstferien`), 'on Whitsun'],
    [word(`(?:über |am )?(?:das )?osterwochenende`), 'on Easter bridge'],
    [word(`(?:in den |über die )?osterferien`), 'on Easter'],
    [word(`${on}ostermontag`), 'on Easter Monday'],
    [word(`${on}ostersonntag`), 'on Easter Sunday'],
    [word(`${on}gründonnerstag`), 'on Maundy Thursday'],
    [word(`${on}fronleichnam`), 'on Corpus Christi Day'],
    [word(`${on}rosenmontag`), 'on Carnival Monday'],
    [word(`${on}heilig(?:er |en )?abend`), 'on Christmas Eve'],
    [word('zwischen den jahren'), 'between Christmas and New Year'],
    [word(`${on}neujahr`), 'on New Year'],
    [word(`${on}(?:dreikönig(?:e|stag)?|heiligen? drei könige)`), 'on Epiphany'],
    [word(`${on}(?:tag der arbeit|maifeiertag)`), 'on 1 May'],
    [word(`${on}tag der deutschen einheit`), 'on 3 October'],
    [word(`${on}allerheiligen`), 'on All Saints Day'],
    ...shortDays(exact, '(?:-|–|bis|to)', ['So', 'Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa']),
  ];
}

/** Holidays and spans of days of the week of French, in English. */
export function frenchDays(word: Pattern): Phrases {
  const bridge = '(?:(?:le |au |pour le |pendant le )?(?:grand |long )?(?:pont|week-?end) de )';
  return [
    [word(`${bridge}l'ascension`), 'on Ascension bridge'],
    [word("(?:à |pour |le jeudi de |jeudi de )?l'ascension"), 'on Ascension Day'],
    [word(`${bridge}(?:la )?pentecôte`), 'on Whitsun bridge'],
    [word('(?:le )?lundi de pentecôte'), 'on Whit Monday'],
    [word('(?:à |pour )?(?:la )?pentecôte'), 'on Whitsun'],
    [word(`${bridge}pâques`), 'on Easter bridge'],
    [word('(?:le )?lundi de pâques'), 'on Easter Monday'],
    [word('(?:le )?dimanche de pâques'), 'on Easter Sunday'],
    [word(`(?:${bridge}|à |pour )?la toussaint`), 'on All Saints Day'],
    [word('(?:le )?pont du (?=\\d|1er)'), 'long weekend on '],
    [word("(?:pour )?(?:le )?(?:nouvel an|jour de l'an)"), 'on New Year'],
    [word('(?:pour |à )?(?:la )?saint-sylvestre|(?:pour )?le réveillon'), "on New Year's Eve"],
    [word("entre noël et (?:le )?(?:nouvel an|jour de l'an)"), 'between Christmas and New Year'],
    ...spans(word, 'du', 'au', DAYS.fr),
    ...spans(word, 'de', 'à', DAYS.fr),
  ];
}

/** Holidays and spans of days of the week of Spanish, in English. */
export function spanishDays(word: Pattern): Phrases {
  const bridge = '(?:(?:en |para )?(?:el )?puente (?:de |del ))';
  return [
    [word('(?:el |en )?jueves santo'), 'on Maundy Thursday'],
    [word('(?:el |en )?viernes santo'), 'on Good Friday'],
    [word('(?:el )?domingo de (?:resurrección|pascua)'), 'on Easter Sunday'],
    [word('(?:el )?lunes de pascua'), 'on Easter Monday'],
    [word('(?:en |por )?pascua'), 'on Easter'],
    [word('(?:en |por |la )*nochevieja|(?:en |por |para )?fin de año'), "on New Year's Eve"],
    [word('(?:en |por |la )*nochebuena'), 'on Christmas Eve'],
    [word('(?:en |por |para )?año nuevo'), 'on New Year'],
    [word(`(?:${bridge}(?:los )?|(?:el )?día de |(?:en |por |para ))reyes`), 'on Epiphany'],
    [word(`${bridge}pilar`), 'long weekend on 12 October'],
    [word(`${bridge}(?:mayo|1 de mayo)`), 'long weekend on 1 May'],
    [word(`${bridge}(?:la )?(?:constitución|inmaculada|diciembre)`), 'long weekend on 6 December'],
    [word(`${bridge}(?:todos )?(?:los )?santos|${bridge}noviembre`), 'long weekend on 1 November'],
    [word(`${bridge}(?=\\d)`), 'long weekend on '],
    ...spans(word, 'de(?:l)?', 'al?', DAYS.es),
  ];
}

const DAYS = {
  fr: ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
  es: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
} as const;
const ENGLISH = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** "Do bis So": two letters are a day only beside another. */
function shortDays(exact: Pattern, to: string, names: readonly string[]): Phrases {
  const any = names.join('|');
  return [
    ...names.map(
      (name, at) => [exact(`${name}\\.?(?=\\s*${to}\\s*(?:${any})(?!\\p{L}))`), ENGLISH[at] ?? ''] as const,
    ),
    ...names.map((name, at) => [exact(`(?<=day\\s*${to}\\s*)${name}\\.?`), ENGLISH[at] ?? ''] as const),
  ];
}

/** "du jeudi au dimanche". */
function spans(word: Pattern, from: string, to: string, names: readonly string[]): Phrases {
  const any = names.join('|');
  return [
    ...names.map(
      (name, at) =>
        [word(`${from} ${name} ${to} (?=(?:${any})(?!\\p{L}))`), `from ${ENGLISH[at]} to `] as const,
    ),
    ...names.map((name, at) => [word(`(?<=day to )${name}`), ENGLISH[at] ?? ''] as const),
  ];
}
