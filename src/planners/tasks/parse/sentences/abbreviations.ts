/** The role of a full stop after a word. */
export type FullStop =
  /** The end of a sentence. */
  | 'closing'
  /** Part of an abbreviation that continues: `Dr.`, `e.g.` */
  | 'abbreviation'
  /** Part of an abbreviation that may end a sentence: `etc.`, `p.m.` */
  | 'abbreviation-or-closing'
  /** Part of a name or an initialism, which may be followed by a capital within a sentence: `U.S.`, `Inc.`, `J.` */
  | 'name-or-closing';

const ALWAYS_FOLLOWED = new Set(
  (
    'e.g eg i.e ie vs cf viz approx appr incl excl resp esp ' +
    'z.b d.h u.a s.o s.u bzw evtl ggf inkl exkl vgl sog zzt p.ex'
  ).split(' '),
);
/** Capitalized only: `ms` is a unit, and `col` a column. */
const TITLES = new Set(
  'Dr Mr Mrs Ms Mx Prof Rev Hon Gen Gov Sen Rep Capt Sgt Lt Col St Mt Mme Mlle Mgr'.split(' '),
);
/** Abbreviations that are also words, and end a sentence before a capital. */
const SHORT_FORMS = new Set('ca min max avg std def ref refs eq est dept str mgr'.split(' '));
const MAY_CLOSE = new Set('etc al a.m p.m usw ff b.c a.d b.c.e c.e'.split(' '));
const NAMES = new Set(
  'inc ltd co corp llc plc gmbh bros jr sr ph.d m.d b.a m.a b.sc m.sc u.s u.k e.u u.n d.c'.split(' '),
);
const BEFORE_A_NUMBER = new Set(
  (
    'no nr nos ext tel fig figs sec sect ch chap vol p pp art par eq tab app ver v rev num ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec'
  ).split(' '),
);
/** German writes dates with a full stop after the day. */
const MONTHS = new Set(
  'januar februar märz april mai juni juli august september oktober november dezember okt dez'.split(' '),
);

/** The role of the full stop between a word and the next one. */
export function fullStopAfter(word: string, next: string): FullStop {
  const plain = word.toLowerCase();
  if (/^\d{1,2}$/.test(plain) && MONTHS.has(next.toLowerCase())) return 'abbreviation';
  if (BEFORE_A_NUMBER.has(plain) && /^\p{N}/u.test(next)) return 'abbreviation';
  if (MAY_CLOSE.has(plain) || SHORT_FORMS.has(plain)) return 'abbreviation-or-closing';
  if (ALWAYS_FOLLOWED.has(plain) || TITLES.has(word)) return 'abbreviation';
  if (NAMES.has(plain) || /^\p{Lu}$/u.test(word) || /^\p{L}(?:\.\p{L})+$/u.test(word))
    return 'name-or-closing';
  if (/^\p{Ll}$/u.test(word) && /^\p{L}$/u.test(next)) return 'abbreviation';
  return 'closing';
}

/** Whether the final full stop belongs to the last word, and stays when that of the sentence is removed. */
export function endsInAbbreviation(word: string): boolean {
  const plain = word.toLowerCase();
  return (
    MAY_CLOSE.has(plain) ||
    ALWAYS_FOLLOWED.has(plain) ||
    NAMES.has(plain) ||
    /^\p{L}(?:\.\p{L})+$/u.test(word)
  );
}
