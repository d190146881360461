import { isPlainObject } from '../../../journal/integrity/canonical-json.ts';
import { CUT } from '../../prompt-window.ts';
import { type Move, nextMove } from './bargaining.ts';
import { acceptsOffer, firmOffer, OUR_OFFER, withdrawsOffer } from './firm-offer.ts';
import { disclosesLimit } from './limit-disclosure.ts';
import { isOffer, limitIn } from './private-limit.ts';
import { isNumberTerm, type Offer, offerText, readOffer, type Term, valueText, worthOf } from './terms.ts';

/** An event of a conversation, as far as bargaining needs it. */
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

/** The next action, with an offer in words. */
export function bargain(
  terms: readonly Term[],
  lines: readonly Line[],
): Exclude<Move, { readonly type: 'offer' }> | { readonly type: 'offer'; readonly text: string } {
  const table = saidIn(terms, lines);
  const { mine, theirs } = table;
  const last = lines.findLast(({ from }) => from === 'other' || from === 'me');
  const { from: speaker, text: lastText = '' } = last ?? {};
  const isAccepted =
    speaker === 'other' && mine && !lastText.includes(CUT) && acceptsOffer(terms, lastText, mine);
  const isOnly = terms.filter(isNumberTerm).length === 1;
  const own = terms.map((term) => guided(term, lines, isOnly));
  const hasHeard = Object.keys(theirs).length > 0;
  const move = nextMove(own, {
    offers: table.offers,
    theirs: hasHeard ? theirs : undefined,
    accepted: isAccepted ? mine : undefined,
    isStuck: table.repeated >= 2,
    wanted: wantedBy(own, lines),
  });
  return move.type === 'offer' ? { type: 'offer', text: inWords(own, move, table) } : move;
}

/** The offers on the table. */
interface Table {
  /** This side's last offer. */
  readonly mine: Offer | undefined;
  /** The other side's offer for each term. */
  readonly theirs: Offer;
  /** Its offer before its last message. */
  readonly theirsBefore: Offer;
  /** How many offers this side has made. */
  readonly offers: number;
  /** How many consecutive messages, of both sides, have changed nothing. */
  readonly repeated: number;
  /** All messages of this side. */
  readonly ownText: string;
}

function saidIn(terms: readonly Term[], lines: readonly Line[]): Table {
  let mine: Offer | undefined;
  let offered: Offer = {};
  let theirsBefore: Offer = {};
  let offers = 0;
  let repeated = 0;
  const texts: string[] = [];
  const changes = (before: Offer, now: Offer) =>
    terms.some(({ name }) => before[name] !== now[name]) || Object.keys(now).length === 0;
  for (const { from, text = '' } of lines) {
    if (from === 'me') texts.push(text);
    // The part that was cut out may have been a condition.
    if (text.includes(CUT)) continue;
    if (from === 'other') {
      theirsBefore = offered;
      offered = { ...(withdrawsOffer(text) ? {} : offered), ...firmOffer(terms, text) };
      repeated = changes(theirsBefore, offered) ? 0 : repeated + 1;
    }
    if (from !== 'me') continue;
    const isWhole = text.includes(OUR_OFFER);
    if (isWhole) offers += 1;
    // A handwritten message names only what it changes.
    const kept = isWhole || withdrawsOffer(text) ? undefined : mine;
    const values = firmOffer(terms, text);
    const now = Object.keys(values).length > 0 ? { ...kept, ...values } : kept;
    repeated = changes(mine ?? {}, now ?? {}) ? 0 : repeated + 1;
    mine = now;
  }
  return { mine, theirs: offered, theirsBefore, offers, repeated, ownText: texts.join('\n') };
}

function inWords(
  terms: readonly Term[],
  { offer, agreed }: Extract<Move, { readonly type: 'offer' }>,
  { mine = {}, theirs, theirsBefore, ownText }: Table,
): string {
  const hasHeard = Object.keys(theirs).length > 0;
  const open = terms.filter((term) => !agreed.includes(term));
  const unnamed = open.filter(({ name }) => theirs[name] === undefined);
  const suits = agreed.flatMap((term) => {
    const value = offer[term.name];
    return value === undefined ? [] : [valueText(term, value)];
  });
  const closer = terms.filter(
    (term) => worthOf(term, theirs[term.name]) > worthOf(term, theirsBefore[term.name] ?? theirs[term.name]),
  );
  const moved = open.filter(({ name }) => mine[name] !== undefined && mine[name] !== offer[name]);
  return [
    hasHeard ? thanks(closer) : 'Let us say how we see it.',
    ...(suits.length > 0 ? [`This suits us: ${suits.join('; ')}.`] : []),
    ...(moved.length > 0 ? [`We move towards you on ${labelsOf(moved)}.`] : []),
    ...reasons(terms, open, ownText),
    `${OUR_OFFER} ${offerText(terms, offer)}.`,
    hasHeard ? question(open, unnamed) : 'What do you say?',
  ].join(' ');
}

function thanks(closer: readonly Term[]): string {
  return closer.length > 0
    ? `Thank you for coming closer on ${labelsOf(closer)}.`
    : 'Thank you, we have looked at what you propose.';
}

/** An argument that was not used yet, for an open term, and that reveals no limit. */
function reasons(terms: readonly Term[], open: readonly Term[], words: string): readonly string[] {
  const reason = open
    .flatMap(({ because }) => because ?? [])
    .find((text) => !words.includes(text) && !terms.some((term) => disclosesLimit(term, text)));
  return reason === undefined ? [] : [/[.!?]$/.test(reason) ? reason : `${reason}.`];
}

/** Asks about what the other side has not mentioned, before what it could improve. */
function question(open: readonly Term[], unnamed: readonly Term[]): string {
  if (unnamed.length > 0) return `What do you say about ${labelsOf(unnamed)}?`;
  if (open.length > 0) return `Can you come closer on ${labelsOf(open)}?`;
  return 'Do we agree?';
}

function labelsOf(terms: readonly Term[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(terms.map(({ label }) => label));
}

/** The term with the limit that a person has set for it, if that is tighter. */
function guided(term: Term, lines: readonly Line[], isOnly: boolean): Term {
  if (!isNumberTerm(term)) return term;
  const set = guidanceIn(lines)
    .filter((text) => !isOffer(text))
    .flatMap((text) => limitIn(term, isOnly ? text : partsAbout(term, text)) ?? [])
    .at(-1);
  return set === undefined ? term : { ...term, limit: set };
}

/** The parts of a person's text that name the term or its unit: other numbers are about something else. */
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

/** People write "at most 580 euros" and omit the rest of the unit. */
function numberFor(term: Extract<Term, { readonly opening: number }>, text: string): number | undefined {
  const [word] = (term.unit ?? '').split(' ');
  const named = readOffer([term], text)[term.name];
  const short = word ? readOffer([{ ...term, unit: word }], text)[term.name] : undefined;
  const value = named ?? short;
  return typeof value === 'number' ? value : undefined;
}

/** The values of a call for the terms. */
export function agreedTerms(terms: readonly Term[], args: unknown): Offer {
  if (!isPlainObject(args)) return {};
  return Object.fromEntries(
    terms.flatMap(({ name }) => {
      const value = args[name];
      return typeof value === 'number' || typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** The agreement in words. */
export function settledText(terms: readonly Term[], offer: Offer): string {
  return `Agreed: ${offerText(terms, offer)}.`;
}
