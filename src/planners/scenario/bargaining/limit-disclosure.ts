import { numbersIn } from './numbers-in-text.ts';
import { isNumberTerm, readOffer, type Term } from './terms.ts';

type NumberTerm = Extract<Term, { readonly opening: number }>;

/** A number with this many digits does not match by chance. */
const TELLING_DIGITS = 3;

/** Words that mark a choice as somebody's last resort. */
const LAST_RESORT =
  /\b(?:worst|limit|last resort|at (?:most|least|worst)|bottom|floor|ceiling|minimum|maximum|furthest|as (?:far|low|high|late|early) as|no (?:more|less|later|earlier|further) than|could (?:still |just )?(?:accept|take|live with)|would (?:still|just) (?:accept|take|do)|can(?:not|'t)? go (?:beyond|below|above|further)|schlimmstenfalls|höchstens|mindestens|notfalls|grenze)\b/iu;

/**
 * Whether a text reveals the limit of a term: as a value of it, in digits or words, or as the last acceptable
 * choice.
 */
export function disclosesLimit(term: Term, text: string): boolean {
  return isNumberTerm(term) ? tellsNumber(term, text) : tellsLastChoice(term, text);
}

function tellsNumber(term: NumberTerm, text: string): boolean {
  const clauses = text.split(/[;!?\n]\s|[.,]\s/);
  if (clauses.some((clause) => readOffer([term], clause)[term.name] === term.limit)) return true;
  const isTelling = String(term.limit).replace(/\D/g, '').length >= TELLING_DIGITS;
  const name = term.label.toLowerCase();
  const unit = term.unit?.split(' ')[0]?.toLowerCase();
  return clauses.some((clause) => {
    const numbers = numbersIn(clause).filter(({ value }) => value === term.limit);
    if (numbers.length === 0) return false;
    const words = clause.toLowerCase();
    // A short number is the limit if it has the unit, or is called a limit.
    const isOfUnit =
      unit !== undefined && numbers.some(({ end }) => words.slice(end).trimStart().startsWith(unit));
    return isTelling || isOfUnit || words.includes(name) || LAST_RESORT.test(clause);
  });
}

/** Naming a choice is an offer. Calling it the last one reveals a limit. */
function tellsLastChoice({ prefers }: Exclude<Term, NumberTerm>, text: string): boolean {
  const last = prefers.at(-1)?.toLowerCase();
  if (last === undefined || prefers.length < 2) return false;
  return text
    .split(/(?<=[.!?;\n])\s+/)
    .some((sentence) => sentence.toLowerCase().includes(last) && LAST_RESORT.test(sentence));
}
