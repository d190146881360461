import { z } from 'zod';
import { isPlainObject } from '../../../journal/integrity/canonical-json.ts';

const Common = {
  name: z
    .string()
    .min(1)
    .max(64)
    .describe('The argument of the tool that settles it, the same for both sides.'),
  label: z.string().trim().min(1).max(60).describe('What both sides call it, such as price.'),
  because: z
    .string()
    .max(500)
    .exactOptional()
    .describe('What may be said to the other side in favour of it.'),
};

const NumberTerm = z.looseObject({
  ...Common,
  unit: z.string().trim().max(60).exactOptional().describe('Such as euros a tonne.'),
  opening: z.number().describe('The first offer.'),
  limit: z.number().describe('The worst that is still acceptable. Private.'),
  step: z
    .number()
    .positive()
    .exactOptional()
    .describe('What offers are multiples of, counted from the opening.'),
});

const ChoiceTerm = z.looseObject({
  ...Common,
  prefers: z
    .array(z.string().trim().min(1).max(200))
    .min(1)
    .max(50)
    .readonly()
    .describe('The acceptable values, the best first. No other value is acceptable.'),
});

/** Something that two agents bargain about, from one side's view. */
export const Term = z.union([NumberTerm, ChoiceTerm]);

/** See the schema {@link Term}. */
export type Term = Readonly<z.infer<typeof NumberTerm>> | Readonly<z.infer<typeof ChoiceTerm>>;

/** A value for each term, by name; some may be missing. */
export type Offer = Readonly<Record<string, number | string>>;

/** Whether a term is numeric. */
export function isNumberTerm(term: Term): term is Readonly<z.infer<typeof NumberTerm>> {
  return 'opening' in term;
}

/** The value's worth to the term's owner: 1 for the opening or the best choice, 0 at the limit, less beyond it. */
export function worthOf(term: Term, value: unknown): number {
  if (isNumberTerm(term)) {
    const { opening, limit } = term;
    if (typeof value !== 'number') return -1;
    if (opening === limit) return value === limit ? 1 : -1;
    return Math.min(1, (limit - value) / (limit - opening));
  }
  const at = term.prefers.findIndex((each) => isSameChoice(each, value));
  return at < 0 ? -1 : 1 - at / Math.max(1, term.prefers.length);
}

/** Whether both are the same choice, in any spelling. */
function isSameChoice(one: unknown, other: unknown): boolean {
  return plain(one) === plain(other);
}

function plain(value: unknown): string {
  return String(value).trim().toLowerCase().replace(/\s+/g, ' ');
}

/** The terms whose values are worse than the agent may accept. Terms without a value do not count. */
export function beyondLimits(terms: readonly Term[], values: unknown): readonly Term[] {
  if (!isPlainObject(values)) return [];
  return terms.filter((term) => values[term.name] !== undefined && worthOf(term, values[term.name]) < 0);
}

/** An offer in words that {@link readOffer} can read. */
export function offerText(terms: readonly Term[], offer: Offer): string {
  return terms
    .flatMap((term) => {
      const value = offer[term.name];
      return value === undefined ? [] : [valueText(term, value)];
    })
    .join('; ');
}

/** A term with one value, in words. */
export function valueText(term: Term, value: number | string): string {
  return `${term.label}: ${amountText(term, value)}`;
}

/** A value with its unit. */
function amountText(term: Term, value: number | string): string {
  if (!isNumberTerm(term) || !term.unit) return String(value);
  if (/^[\p{Sc}]$/u.test(term.unit)) return `${term.unit}${value}`;
  return `${value} ${value === 1 ? singular(term.unit) : term.unit}`;
}

/** `1 month`, not `1 months`. */
function singular(unit: string): string {
  return unit.replace(/^(\p{L}{3,}[^s\P{L}])s(?![\p{L}'’])/u, '$1');
}

const NUMBER = String.raw`-?\d+(?:,\d{3})*(?:\.\d+)?`;

/** What a text says about each term: its last mention. */
export function readOffer(terms: readonly Term[], text: string): Offer {
  const values: Record<string, number | string> = {};
  for (const term of terms) {
    const value = isNumberTerm(term) ? numberIn(text, term) : choiceIn(text, term, terms);
    if (value !== undefined) values[term.name] = value;
  }
  return values;
}

function numberIn(
  text: string,
  { label, unit }: { readonly label: string; readonly unit?: string },
): number | undefined {
  const named = `${escaped(label)}\\W{0,3}(?:(?:of|at|is|to|for|would be) )?(${NUMBER})`;
  const counted = unit ? `(${NUMBER}) ?${escaped(unit)}` : undefined;
  const found = lastMatch(text, named) ?? (counted === undefined ? undefined : lastMatch(text, counted));
  return found === undefined ? undefined : Number(found.replaceAll(',', ''));
}

function choiceIn(
  text: string,
  { name, label, prefers }: z.infer<typeof ChoiceTerm>,
  terms: readonly Term[],
): string | undefined {
  const named = lastMatch(text, `${escaped(label)}: ([^;\\n]+?)(?=[;\\n]|\\.(?:\\s|$)|$)`)?.trim();
  if (named !== undefined) return prefers.find((each) => isSameChoice(each, named)) ?? named;
  // A word of a label is not a choice, and one that several terms share belongs to none.
  const labels = terms.map((term) => escaped(term.label)).join('|');
  const unlabelled = text.replace(new RegExp(labels, 'giu'), (found) => ' '.repeat(found.length));
  const isShared = (choice: string) =>
    terms.some(
      (term) =>
        term.name !== name && !isNumberTerm(term) && term.prefers.some((each) => isSameChoice(each, choice)),
    );
  const found = prefers.flatMap((each) => {
    const whole = new RegExp(`(?<![\\p{L}\\d])${escaped(each)}(?![\\p{L}\\d])`, 'giu');
    return [...unlabelled.matchAll(whole)].map(({ index }) => ({
      each,
      at: index,
      end: index + each.length,
    }));
  });
  // "Not included" does not mean "included".
  const isPart = (one: (typeof found)[number]) =>
    found.some(({ each, at, end }) => each.length > one.each.length && at <= one.at && end >= one.end);
  return found
    .filter((one) => !isShared(one.each) && !isPart(one))
    .toSorted((a, b) => a.at - b.at)
    .at(-1)?.each;
}

function lastMatch(text: string, pattern: string): string | undefined {
  return [...text.matchAll(new RegExp(pattern, 'gi'))].at(-1)?.[1];
}

/** A text escaped for a pattern. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
