import { isPlainObject } from '../../journal/canonical-json.ts';
import { CUT } from '../prompt-window.ts';
import { type Move, nextMove } from './bargaining.ts';
import { acceptsOffer, firmOffer, OUR_OFFER, withdrawsOffer } from './firm-offer.ts';
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

/** What to do next, with an offer in words. */
export function bargain(
  terms: readonly Term[],
  lines: readonly Line[],
): Exclude<Move, { readonly type: 'offer' }> | { readonly type: 'offer'; readonly text: string } {
  const { mine, heard, offers } = saidIn(terms, lines);
  const last = lines.findLast(({ from }) => from === 'other' || from === 'me');
  const { from: speaker, text: said = '' } = last ?? {};
  const isAccepted = speaker === 'other' && mine && !said.includes(CUT) && acceptsOffer(terms, said, mine);
  const isOnly = terms.filter(isNumberTerm).length === 1;
  const own = terms.map((term) => guided(term, lines, isOnly));
  const hasHeard = Object.keys(heard).length > 0;
  const move = nextMove(own, {
    offers,
    heard: hasHeard ? heard : undefined,
    accepted: isAccepted ? mine : undefined,
    wanted: wantedBy(own, lines),
  });
  return move.type === 'offer' ? { type: 'offer', text: inWords(own, move, heard) } : move;
}

/** What stands on the table: the last offer of this side, and what the other side offers for each term. */
function saidIn(
  terms: readonly Term[],
  lines: readonly Line[],
): { readonly mine: Offer | undefined; readonly heard: Offer; readonly offers: number } {
  let mine: Offer | undefined;
  let heard: Offer = {};
  let offers = 0;
  for (const { from, text = '' } of lines) {
    // What was cut out of it may have been a condition.
    if (text.includes(CUT)) continue;
    if (from === 'other') heard = { ...(withdrawsOffer(text) ? {} : heard), ...firmOffer(terms, text) };
    if (from !== 'me') continue;
    const isWhole = text.includes(OUR_OFFER);
    if (isWhole) offers += 1;
    // What a person has written by hand names only what it changes.
    const kept = isWhole || withdrawsOffer(text) ? undefined : mine;
    const values = firmOffer(terms, text);
    mine = Object.keys(values).length > 0 ? { ...kept, ...values } : kept;
  }
  return { mine, heard, offers };
}

function inWords(
  terms: readonly Term[],
  { offer, agreed }: Extract<Move, { readonly type: 'offer' }>,
  heard: Offer,
): string {
  const hasHeard = Object.keys(heard).length > 0;
  const open = terms.filter((term) => !agreed.includes(term));
  const unnamed = open.filter(({ name }) => heard[name] === undefined);
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
    hasHeard ? question(open, unnamed) : 'What do you say?',
  ].join(' ');
}

/** Asks for what the other side has not said, before what it could say better. */
function question(open: readonly Term[], unnamed: readonly Term[]): string {
  if (unnamed.length > 0) return `What do you say about ${listed(unnamed.map(({ label }) => label))}?`;
  if (open.length > 0) return `Can you come closer on ${listed(open.map(({ label }) => label))}?`;
  return 'Do we agree?';
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
