import { isPlainObject } from '../../journal/canonical-json.ts';
import { type Move, nextMove } from './bargaining.ts';
import { isOffer, limitIn } from './private-limit.ts';
import { isNumberTerm, type Offer, offerText, readOffer, type Term, valueText } from './terms.ts';

/** Something that happened in a conversation, as far as bargaining looks at it. */
export interface Line {
  readonly from?: string | undefined;
  readonly text?: string | undefined;
  readonly guidance?: string | undefined;
  readonly answer?: string | undefined;
  readonly tool?: string | undefined;
  readonly args?: unknown;
  readonly result?: unknown;
  readonly error?: string | undefined;
}

const OUR_OFFER = 'Our offer:';
const ACCEPTS =
  /\b(?:(?:we|i)(?: gladly| hereby)? accept|(?:it is|it's) a deal|deal!?$|(?:we|i) agree to (?:your|this|that))\b/i;

/** What to do next, with an offer in words. */
export function bargain(
  terms: readonly Term[],
  lines: readonly Line[],
): Exclude<Move, { readonly type: 'offer' }> | { readonly type: 'offer'; readonly text: string } {
  const mine = lines.flatMap((line) => (line.from === 'me' ? offerIn(terms, line) : []));
  const theirs = lines.filter(({ from }) => from === 'other');
  const heard: Offer = Object.assign({}, ...theirs.map(({ text = '' }) => readOffer(terms, text)));
  const last = lines.findLast(({ from }) => from === 'other' || from === 'me');
  const takesOurs = last?.from === 'other' && ACCEPTS.test(last.text ?? '');
  const isOnly = terms.filter(isNumberTerm).length === 1;
  const own = terms.map((term) => guided(term, lines, isOnly));
  const move = nextMove(own, {
    offers: mine.length,
    heard: Object.keys(heard).length > 0 ? heard : undefined,
    accepted: takesOurs ? mine.at(-1) : undefined,
    wanted: wantedBy(own, lines),
  });
  return move.type === 'offer'
    ? { type: 'offer', text: inWords(own, move, Object.keys(heard).length > 0) }
    : move;
}

function offerIn(terms: readonly Term[], { text = '' }: Line): readonly Offer[] {
  const at = text.lastIndexOf(OUR_OFFER);
  return at < 0 ? [] : [readOffer(terms, text.slice(at + OUR_OFFER.length))];
}

function inWords(
  terms: readonly Term[],
  { offer, agreed }: Extract<Move, { readonly type: 'offer' }>,
  hasHeard: boolean,
): string {
  const open = terms.filter((term) => !agreed.includes(term));
  const suits = agreed.flatMap((term) => {
    const value = offer[term.name];
    return value === undefined ? [] : [valueText(term, value)];
  });
  const reason = open.find(({ because }) => because !== undefined)?.because;
  return [
    hasHeard ? 'Thank you, we have looked at what you propose.' : 'Let us say how we see it.',
    ...(suits.length > 0 ? [`This suits us: ${suits.join('; ')}.`] : []),
    ...(reason === undefined ? [] : [/[.!?]$/.test(reason) ? reason : `${reason}.`]),
    `${OUR_OFFER} ${offerText(terms, offer)}.`,
    open.length > 0 && hasHeard
      ? `Can you come closer on ${listed(open.map(({ label }) => label))}?`
      : 'What do you say?',
  ].join(' ');
}

function listed(words: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(words);
}

/** The term with the limit that a person has set for it, where that is tighter. */
function guided(term: Term, lines: readonly Line[], isOnly: boolean): Term {
  if (!isNumberTerm(term)) return term;
  const set = guidanceIn(lines)
    .filter((text) => !isOffer(text))
    .flatMap((text) => limitIn(term, isOnly ? text : partsAbout(term, text)) ?? [])
    .at(-1);
  return set === undefined ? term : { ...term, limit: set };
}

/** Of what a person says the parts that name the term or its unit: other numbers are about something else. */
function partsAbout(
  { label, unit = '' }: Term & { readonly unit?: string | undefined },
  text: string,
): string {
  const names = [label, unit.split(' ')[0] ?? ''].filter((name) => name !== '');
  return text
    .split(/[;,](?=\s)|\sand\s/)
    .filter((part) => names.some((name) => part.toLowerCase().includes(name.toLowerCase())))
    .join(', ');
}

/** What a person wants offered since the last message. */
function wantedBy(terms: readonly Term[], lines: readonly Line[]): Offer {
  const last = lines.findLastIndex(({ from }) => from === 'me' || from === 'other');
  const texts = guidanceIn(lines.slice(last + 1)).filter(isOffer);
  const wanted: Record<string, number | string> = {};
  for (const text of texts)
    for (const term of terms) {
      const value = isNumberTerm(term) ? numberFor(term, text) : readOffer([term], text)[term.name];
      if (value !== undefined) wanted[term.name] = value;
    }
  return wanted;
}

function guidanceIn(lines: readonly Line[]): readonly string[] {
  return lines.flatMap(({ guidance, answer }) => guidance ?? answer ?? []);
}

/** People write "at most 580 euros" and leave the rest of the unit out. */
function numberFor(term: Extract<Term, { readonly opening: number }>, text: string): number | undefined {
  const [word] = (term.unit ?? '').split(' ');
  const named = readOffer([term], text)[term.name];
  const short = word ? readOffer([{ ...term, unit: word }], text)[term.name] : undefined;
  const value = named ?? short;
  return typeof value === 'number' ? value : undefined;
}

/** The values that a call has for terms. */
export function agreedTerms(terms: readonly Term[], args: unknown): Offer {
  if (!isPlainObject(args)) return {};
  return Object.fromEntries(
    terms.flatMap(({ name }) => {
      const value = args[name];
      return typeof value === 'number' || typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** What was agreed on, in words. */
export function settledText(terms: readonly Term[], offer: Offer): string {
  return `Agreed: ${offerText(terms, offer)}.`;
}
