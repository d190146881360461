import { escaped, isNumberTerm, type Offer, readOffer, type Term } from './terms.ts';

/** The start of the offline model's offers. */
export const OUR_OFFER = 'Our offer:';

const ACCEPTS = new RegExp(
  [
    String.raw`\b(?:we|i)(?: (?:gladly|hereby|both|happily|do))* (?:accept|agree to)(?=\s*(?:[.,;:!]|$)|\s(?:it|this|that|these|those|all|everything|both|(?:your|the|this|that|these|those|all your) (?:last |latest )?(?:offer|proposal|terms|conditions|deal|contract|suggestion))\s*(?:[.,;:!]|$))`,
    String.raw`\b(?:we|i) agree(?=\s*(?:[.!]|$))`,
    String.raw`\b(?:it is|it's|that is|that's|we have|you have) a deal(?=\s*(?:[.,!]|$))`,
    String.raw`^(?:(?:ok|okay|good|fine|yes|done),? )*(?:deal|agreed|accepted|einverstanden|abgemacht)(?=\s*(?:[.,:!]|$))`,
    String.raw`\bwir nehmen (?:das angebot |es |das )?an(?=\s*(?:[.,!]|$))`,
  ].join('|'),
  'iu',
);

/** Words that make a sentence a refusal, or a statement about something that is not offered. */
const REFUSES =
  /\b(?:no|not|never|nothing|none|neither|nor|cannot|\w+n['’]t|unable|impossible|unacceptable|refuse|reject|decline|too (?:low|high|little|much|long|short|expensive|cheap|far|late|early)|far (?:below|above|from)|out of the question|doubt\w*|hardly|unlikely|instead of|rather than|nicht|nichts|nie|niemals|kein\p{L}*|unmöglich|zu (?:wenig|viel|hoch|niedrig|lang|kurz|teuer|billig))\b/iu;
const ELSEWHERE =
  /\b(?:you(?:r)? (?:offer(?:ed)?|propos\w*|ask(?:ed|ing)?|want\w*|price|quote\w*|said|named)|(?:we|i|they|others?) (?:paid|pay|used to|had)|paid|used to|last (?:year|month|week|time|season)|previous\w*|formerly|so far|currently|competitors?|market|average|others?|someone else|for example|normally|usually|why|how (?:about|come|do|can)|maybe|perhaps|might|possibly|hop(?:e|ing)|wish|ideally|dream|ihr angebot|letztes jahr|bisher|vielleicht)\b/iu;
const CONDITION =
  /\b(?:if|unless|provided|providing|as long as|so long as|only|on condition|conditional\w*|subject to|depend\w*|assuming|supposing|except|apart from|other than|in (?:return|exchange)|once you|when you|as soon as you|but|however|although|though|in principle|partly|partially|most of|wenn|falls|sofern|nur|vorausgesetzt|außer|aber|allerdings)\b/iu;
/** Polite phrases that only sound like a condition. */
const POLITE =
  /\b(?:(?:let (?:me|us) know|tell (?:me|us)|wonder\w*|say|see) (?:if|whether)\b[^.!?]*|if (?:that|this|it|these|those) (?:works?|suits?|fits?|sounds?|is|are|would)\b[^.,;!?]*|if you (?:have (?:any )?(?:other )?questions?|agree|accept|like|want|wish|would like|need anything)\b[^.,;!?]*)/giu;
const WITHDRAWS =
  /\b(?:withdraw\w*|take (?:it|that|this|our offer|my offer) back|no longer (?:stands?|offer|available|on the table)|off the table|forget (?:our|my|that|the) offer|ziehen? .*zurück)\b/iu;
const RANGE = /\d\s?(?:-|–|to|or|bis|oder)\s?[€$£]?\d|\bbetween\b|\bzwischen\b/iu;
const VAGUE =
  /(?:\b(?:about|around|roughly|some|circa|ca\.?|approximately|nearly|almost|etwa|ungefähr)|~)\s*[€$£]?\s?\d/iu;

/**
 * The unconditional offer in a message. A refusal offers nothing, whatever numbers it names; neither does a quote
 * of the other side's offer, an old price, a question, a range or a guess.
 */
export function firmOffer(terms: readonly Term[], message: string): Offer {
  const at = message.lastIndexOf(OUR_OFFER);
  const text = at < 0 ? message : message.slice(at + OUR_OFFER.length);
  const sentences = sentencesOf(text);
  if (sentences.some((sentence) => isConditional(bare(terms, sentence)))) return {};
  const offer: Record<string, number | string> = {};
  let before: readonly string[] = [];
  for (const sentence of sentences) {
    const values = readOffer(terms, sentence);
    const names = Object.keys(values);
    const plain = bare(terms, sentence);
    const refuses = REFUSES.test(plain);
    if (refuses && names.length === 0) for (const name of before) delete offer[name];
    const isUnsure = sentence.endsWith('?') || RANGE.test(plain) || VAGUE.test(sentence);
    const offers = !refuses && !isUnsure && !ELSEWHERE.test(plain);
    if (offers) Object.assign(offer, values);
    before = offers && names.length > 0 ? names : [];
  }
  return offer;
}

/** What a message says about the terms, in sentences that refuse nothing: its sender would be held to it. */
export function statedTerms(terms: readonly Term[], message: string): Offer {
  const stated = sentencesOf(message).filter((sentence) => !REFUSES.test(bare(terms, sentence)));
  return Object.assign({}, ...stated.map((sentence) => readOffer(terms, sentence)));
}

/** Whether a message accepts an offer as it is: with no condition, exception, other value or question. */
export function acceptsOffer(terms: readonly Term[], message: string, offer: Offer): boolean {
  const sentences = sentencesOf(message);
  const accepting = sentences.filter((sentence) => ACCEPTS.test(sentence) && !sentence.endsWith('?'));
  if (accepting.length === 0) return false;
  const plain = sentences.map((sentence) => bare(terms, sentence));
  if (plain.some((sentence) => isConditional(sentence) || REFUSES.test(sentence))) return false;
  // Naming part of it accepts only that part.
  const named = Object.entries(readOffer(terms, message));
  const isWhole = named.length === 0 || named.length === Object.keys(offer).length;
  return isWhole && named.every(([name, value]) => offer[name] === value);
}

/** Whether a message withdraws an earlier offer. */
export function withdrawsOffer(message: string): boolean {
  return WITHDRAWS.test(message);
}

function isConditional(sentence: string): boolean {
  return CONDITION.test(sentence.replace(POLITE, ' '));
}

/** A sentence without the names and values of choices, which may contain any word. */
function bare(terms: readonly Term[], sentence: string): string {
  let text = sentence;
  for (const term of terms) {
    if (isNumberTerm(term)) continue;
    const values = [
      `${escaped(term.label)}: [^;\\n]+?(?=[;\\n]|\\.(?:\\s|$)|$)`,
      ...term.prefers.map(escaped),
    ];
    text = text.replace(new RegExp(values.join('|'), 'giu'), ' ');
  }
  return text;
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
