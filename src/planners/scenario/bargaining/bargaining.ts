import { isNumberTerm, type Offer, type Term, worthOf } from './terms.ts';

/** How far each offer moves from the opening to the limit. None reaches the limit, which is never revealed. */
const CONCESSIONS = [0, 0.3, 0.55, 0.75, 0.9, 0.96, 0.99];
/** After this offer, anything within the limits is accepted. */
const LAST_OFFER = CONCESSIONS.length;
/** After this offer, the talks are broken off. */
const PATIENCE = LAST_OFFER + 1;
/** The same if the other side never names its offer. */
const PATIENCE_UNHEARD = 2 * PATIENCE;

/** An agent's next move about the terms. */
export type Move =
  | { readonly type: 'offer'; readonly offer: Offer; readonly agreed: readonly Term[] }
  | { readonly type: 'accept'; readonly offer: Offer }
  | { readonly type: 'break-off' };

/** The state of a negotiation for one side. */
export interface Negotiation {
  /** How many offers this side has made. */
  readonly offers: number;
  /** The other side's unconditional offer, as far as it is known. */
  readonly theirs: Offer | undefined;
  /** This side's last offer, if the other side has accepted it. */
  readonly accepted?: Offer | undefined;
  /** Whether both sides have repeated themselves twice in a row. */
  readonly isStuck?: boolean | undefined;
  /** What its principal wants offered. */
  readonly wanted?: Offer | undefined;
}

/** The next move within the limits of the terms. It depends on nothing else, so that a negotiation can be repeated. */
export function nextMove(
  terms: readonly Term[],
  { offers, theirs, accepted, isStuck = false, wanted = {} }: Negotiation,
): Move {
  if (accepted && isWithin(terms, accepted)) return { type: 'accept', offer: accepted };
  const planned = plannedOffer(terms, offers, wanted);
  if (theirs === undefined)
    return offers >= PATIENCE_UNHEARD ? { type: 'break-off' } : { type: 'offer', offer: planned, agreed: [] };
  const isLast = isStuck || offers >= LAST_OFFER;
  const isGoodEnough = isLast || worth(terms, theirs) >= worth(terms, planned);
  // The other side has not agreed to terms it has not mentioned.
  if (isWithin(terms, theirs) && isGoodEnough) return { type: 'accept', offer: theirs };
  if (offers >= PATIENCE) return { type: 'break-off' };
  const agreed = terms.filter(({ name }) => theirs[name] !== undefined && theirs[name] === planned[name]);
  const better = terms.filter((term) => worthOf(term, theirs[term.name]) > worthOf(term, planned[term.name]));
  const takenTerms = Object.fromEntries(
    better.flatMap(({ name }) => (theirs[name] === undefined ? [] : [[name, theirs[name]]])),
  );
  return { type: 'offer', offer: { ...planned, ...takenTerms }, agreed: [...agreed, ...better] };
}

function plannedOffer(terms: readonly Term[], offers: number, wanted: Offer): Offer {
  const share = CONCESSIONS[Math.min(offers, CONCESSIONS.length - 1)] ?? 0;
  return Object.fromEntries(
    terms.map((term) => {
      const own = wanted[term.name];
      return [term.name, own !== undefined && worthOf(term, own) >= 0 ? own : concession(term, share)];
    }),
  );
}

function concession(term: Term, share: number): number | string {
  if (!isNumberTerm(term)) {
    const at = Math.round(share * (term.prefers.length - 1));
    return term.prefers[at] ?? '';
  }
  const { opening, limit, step = Number.isInteger(opening) && Number.isInteger(limit) ? 1 : 0.01 } = term;
  const steps = Math.floor((Math.abs(limit - opening) * share) / step + 1e-9);
  return rounded(opening + Math.sign(limit - opening) * steps * step);
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function isWithin(terms: readonly Term[], offer: Offer): boolean {
  return terms.every((term) => worthOf(term, offer[term.name]) >= 0);
}

function worth(terms: readonly Term[], offer: Offer): number {
  return terms.reduce((sum, term) => sum + worthOf(term, offer[term.name]), 0);
}
