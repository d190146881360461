import { labelled } from '../layout/section-roles.ts';
import { protectedSpans } from '../spans/protected-spans.ts';
import { orderInside } from './conditions.ts';
import { wordAt } from './connectors.ts';
import { describesThing, isRule } from './modality.ts';
import { isOrderAt, isUnlistedOrder } from './mood.ts';
import { plainWords } from './polite.ts';
import { isNounToo, isVerb, verbOfGerund } from './verbs.ts';

/** A part of a sentence with its own task. */
export interface Clause {
  readonly text: string;
  /** How it is joined to the previous clause. */
  readonly joint: 'first' | 'and' | 'then' | 'before' | 'rule' | 'asked';
}

const SEPARATOR = /[,;]\s+|\s+(?:->|→|=>|>)\s+|\s+(?:[—–]|--?)\s+|\s+(?:and|but|then|so|oh|afterwards)\s+/giu;
const EARLIER =
  /^(?:(?:but|and|so|just)\s+)*(?:before (?:that|this|you do (?:that|this|so)|doing (?:that|so))|beforehand)\b[\s,]*/i;
const LEADS = /^(?:(?:and|but|so|oh|or|also|plus|please note)[\s,]+)+/i;
const ORDER =
  /^(?:(?:and|but|so)\s+)*(?:(?:only|just)\s+)?(?:then|after\s+that|afterwards?|finally|lastly|at last|second(?:ly)?|third(?:ly)?|fourth(?:ly)?|subsequently|(?:and\s+)?only\s+after\s+that)\b[\s,]*/i;
const ASKED =
  /^(?:please|pls|plz|kindly|(?:can|could|would|will) (?:you|u|someone|somebody)|let['’]?s|(?:someone|somebody) (?:should|must|needs? to|has to|have to|could))\b/i;
const RULE_OPENS =
  /^(?:please\s+|just\s+)?(?:do\s+not|don['’]?t|never|avoid|without\s+\w+ing|no\s|not\s|leave\s|keep\s|must\s+not|mustn['’]?t|only\s+(?:touch|change|edit|use)|nothing\s+else|stay\s|hands\s+off|stick\s+to\s|(?:it|they|this|that|these|those|the\s[\p{L} ]{2,40}?)\s+(?:must|should|may)(?:\s+not|n['’]?t)\s)/iu;
const SUBORDINATE =
  /^(?:(?:only|and|but) )*(?:if|when|whenever|once|unless|because|since|until|while|given|provided|assuming|as soon as|after|before|in|on|at|for|from|with|during|to|per|as|although|though|using|based on|according to|starting from|wenn|falls|sobald|si)\b/i;
const OBJECT =
  /^\s*(?:(?:the|a|an|all|any|each|every|both|this|these|those|our|your|my|its|their|his|her|some|no|another|them|me|us|why|how|whether|what|which|up|out|back|off|down|in|on|over|to|for|with|at|from|into|two|three|four|new|old)\b|[\d#@`"'“«/\p{Lu}]|https?:)/u;
const PRONOUN =
  /^\s*(?:it|this|that)(?=\s*(?:$|[,.;!?]|\s(?:to|in|into|onto|on|with|for|from|by|as|again|and|up|out|back|over|at|there|too|then|once|when|if|until|so)\b))/i;
/** Verbs for using the result of the previous verb, which are no separate task. */
const HELPING =
  /^(?!look (?:into|at)\b|tell (?!me\b|us\b)(?:the )?\p{L}+(?:[\s.!]*$|\s(?:\(|when|once|as soon as|about|that|to)\b)|have (?:the )?\p{L}+ (?:[\p{L}-]+ (?:it|them|the|a|all)|review|check|proofread|sign|approve|look)\b)(?:keep|see|let|try|tell|include|make sure|say|note|be|do|have|look|report back|remember|explain|go|come|work|expect|fail|figure|(?:start|begin) (?:at|with|from)|max|min)\b/iu;
const INNER = /\s(?:(?:that|which|who|so|how)\s+[\p{L}-]+[^,;]*|(?:to|by)\s+([\p{L}-]+)[^,;]*)$/iu;
const OPENING =
  /^(?:and |but |so )?(?:and|but|oh|afterwards?|then|next|finally|lastly|first(?:ly)?|second(?:ly)?|third(?:ly)?|after that|also|please|in addition|additionally|meanwhile|otherwise|if not|if so|instead|ideally|later|today|tomorrow|for now|team|all|folks|guys|hey|hi|ok|okay|yes|no|so|well|again|sorry|btw|fyi)$/i;
const IS_CONDITION =
  /^\s*(?:and |but |or )?(?:if|when|whenever|once|unless|while|given|provided|assuming|as soon as)\b/i;
const AHEAD = 200;

/** Cuts a sentence where another task, or a rule, starts. `isItem`: a list already separates it, so commas do not. */
export function clausesOf(sentence: string, isItem = false): Clause[] {
  const clauses: Clause[] = [];
  const spans = protectedSpans(sentence);
  let nextSpan = 0;
  let start = 0;
  let joint: Clause['joint'] = 'first';
  let isListing = false;
  let mainStart = 0;
  let isFirstComma = isSubordinate(labelled(sentence)?.rest ?? sentence);
  const isContrast = /^(?:[^:,.]{1,40}: )?(?:please )?first\b/i.test(sentence);
  for (const { 0: separator, index } of sentence.matchAll(SEPARATOR)) {
    const end = index + separator.length;
    if (index < start) continue;
    while ((spans[nextSpan]?.end ?? sentence.length) <= index) nextSpan += 1;
    if ((spans[nextSpan]?.start ?? sentence.length) <= index) continue;
    const sign = separator.trim().toLowerCase();
    if (isFirstComma && sign === ',') {
      isFirstComma = false;
      mainStart = end;
      continue;
    }
    const before = orderHead(
      sentence.slice(Math.max(start, mainStart), Math.min(index, Math.max(start, mainStart) + AHEAD)),
    );
    const rest = sentence.slice(end, end + AHEAD);
    const isOpening =
      (sign === ',' || /^(?:and|but|so|oh|then)$/.test(sign)) &&
      wordsOf(sentence.slice(start, Math.min(index, start + 40))).length <= 2 &&
      OPENING.test(sentence.slice(start, index));
    const isCondition = opensCondition(sign, rest) && isOrderAt(before);
    const cut: Cut | undefined = isCondition
      ? { joint: 'and', skip: LEADS.exec(rest)?.[0].length ?? 0 }
      : isFirstComma || isOpening
        ? undefined
        : cutBefore({
            before,
            clause: sentence.slice(Math.max(start, index - AHEAD), index),
            sign,
            rest,
            isItem,
            isContrast,
            isListing,
          });
    if (cut === undefined) continue;
    clauses.push({ text: sentence.slice(start, index).trim(), joint });
    joint = cut.joint;
    isListing = cut.joint === 'and';
    start = end + cut.skip;
    isFirstComma = isCondition;
  }
  clauses.push({ text: sentence.slice(start).trim(), joint });
  return clauses.filter(({ text }) => text !== '');
}

const CONDITION_FIRST = /^(?:and |but )?(?:as soon as|once|when|if|after) [^,;]{3,80},\s+(?!then\b)/i;

/** Whether a condition starts here, before its task. */
function opensCondition(sign: string, rest: string): boolean {
  if (sign === ';') return isSubordinate(rest) && !/,\s*then\b/i.test(rest);
  if (/^(?:and|but)$/.test(sign) || /^(?:and|but)\s/i.test(rest)) {
    const bare = rest.replace(LEADS, '');
    if (
      /^(?:when|once|as soon as|if) [^,;]{3,60}$/i.test(bare.slice(0, 60)) &&
      orderInside(bare) !== undefined
    )
      return true;
  }
  const [condition] = CONDITION_FIRST.exec(rest) ?? [];
  return condition !== undefined && /^(?:,|and|but)$/.test(sign) && isOrderAt(rest.slice(condition.length));
}

function isSubordinate(text: string): boolean {
  return SUBORDINATE.test(text) && !isOrderAt(orderHead(text.slice(0, AHEAD)));
}

interface Cut {
  readonly joint: Clause['joint'];
  /** The length of the omitted joining words. */
  readonly skip: number;
}

interface Joint {
  /** The task of the previous clause. */
  readonly before: string;
  /** The end of that clause as written. */
  readonly clause: string;
  readonly sign: string;
  readonly rest: string;
  readonly isItem: boolean;
  /** Whether the sentence names the first step. */
  readonly isContrast: boolean;
  /** Whether commas have already separated tasks in this sentence. */
  readonly isListing: boolean;
}

function cutBefore(place: Joint): Cut | undefined {
  const { sign, rest } = place;
  // `it should then show` continues its clause.
  if (
    sign === 'then' &&
    /\b(?:should|must|can|could|will|would|may|might|shall|to|it|they|we|you|i|is|are)$/i.test(place.clause)
  )
    return undefined;
  const joined = /^(?:then|afterwards)$/.test(sign) ? `${sign} ${rest}` : rest;
  const added = joined.length - rest.length;
  const [order] = ORDER.exec(joined) ?? [];
  if (
    order !== undefined &&
    !IS_CONDITION.test(
      place.clause.slice(Math.max(place.clause.lastIndexOf(','), place.clause.lastIndexOf(';')) + 1),
    )
  ) {
    const after = joined.slice(order.length);
    const isBare = /^(?:and|then)$/.test(sign);
    if (isOrderAt(after) && !(isBare && PRONOUN.test(afterVerb(after)))) {
      return { joint: 'then', skip: Math.max(0, order.length - added) };
    }
    if (ASKED.test(after) || (place.isContrast && /^(?:the|a|an|its|our|their)\s/i.test(after)))
      return { joint: 'then', skip: Math.max(0, order.length - added) };
  }
  if (/^(?:->|→|=>|>)$/.test(sign))
    return isOrderAt(rest) && isOrderAt(place.before) ? { joint: 'then', skip: 0 } : undefined;
  const [earlier] = EARLIER.exec(rest) ?? [];
  if (
    earlier !== undefined &&
    (isOrderAt(rest.slice(earlier.length)) || ASKED.test(rest.slice(earlier.length)))
  ) {
    return { joint: 'before', skip: earlier.length };
  }
  const lead = LEADS.exec(rest)?.[0].length ?? 0;
  const words = rest.slice(lead);
  if (RULE_OPENS.test(words) && isRule(words) && !/^(?:not|no)\b.{0,12}$/i.test(words)) {
    return { joint: 'rule', skip: lead };
  }
  if (
    (/^(?:[,;]|but|[—–-]+)$/.test(sign) || /^but\b/i.test(rest)) &&
    describesThing(words) &&
    !isOrderAt(words) &&
    isOrderAt(place.before)
  )
    return { joint: 'rule', skip: lead };
  if (ASKED.test(words) && !/^\p{L}+\s*,/u.test(words) && sign !== 'but' && words.split(/\s+/).length > 2)
    return { joint: 'asked', skip: lead };
  if (sign === ',' && /^(?:i|we) (?:want|need|would like)\s/i.test(words) && isRule(place.clause))
    return { joint: 'and', skip: lead };
  if (
    (sign === 'but' || /^but\s/i.test(rest)) &&
    /\sfirst[\s.!]*$/i.test(words) &&
    isOrderAt(words) &&
    isOrderAt(place.before)
  )
    return { joint: 'before', skip: lead };
  if (/^(?:otherwise|else)\s/i.test(words) && isOrderAt(words)) return { joint: 'and', skip: lead };
  if (sign === 'but' && /^wait\b/i.test(words)) return undefined;
  if (/^(?:please |but |and )*(?:do not|don['’]?t|never)$/i.test(place.clause.trim())) return undefined;
  return opensOrder({ ...place, rest: words }) ? { joint: 'and', skip: lead } : undefined;
}

function opensOrder({ before, sign, rest, isItem, isListing }: Joint): boolean {
  const verb = wordAt(rest, 0);
  if (verb === '' || HELPING.test(rest) || !(isVerb(verb) || verb === 'have' || isUnlistedOrder(rest)))
    return false;
  const isAfterOrder = isOrderAt(before);
  if (isItem && !ORDERED.test(clauseAt(rest)) && (isAfterOrder || !/^[,;—–-]/.test(sign))) return false;
  const after = afterVerb(rest);
  const clause = clauseAt(rest);
  const count = clause.split(/\s+/).filter((word) => word !== '').length;
  const isLastVerb = isListing && count === 1 && /^[\p{L}-]+[.!\s]*$/u.test(rest);
  if (isLastVerb) return true;
  if (count < 2 || !isOrderAt(rest)) return false;
  const isComma = /^[,;—–-]/.test(sign);
  if (/\bbut\s+wait\b/i.test(`but ${rest}`) && /^[—–-]/.test(sign)) return false;
  if (sign === 'then') return !PRONOUN.test(after);
  if (isComma) {
    if (isNounToo(verb) && !OBJECT.test(after))
      return isAfterOrder && count >= (isListing ? 2 : 3) && !/\bor\b/.test(clause);
    return isAfterOrder || OBJECT.test(after) || PRONOUN.test(after) || count >= 3;
  }
  if (sign !== 'and' || !isAfterOrder || PRONOUN.test(after)) return false;
  if (before.trim().split(/\s+/).length < 2 || /\b(?:for|to|of|in|on|by|with|from)$/i.test(before))
    return false;
  const inner = INNER.exec(before);
  if (inner && (inner[1] === undefined || isVerb(inner[1]) || verbOfGerund(inner[1]) !== undefined))
    return false;
  if (isNounToo(verb) && before.includes(',') && /^\s*(?:in|into|on|onto|to|for|with|at|from)\b/i.test(after))
    return false;
  if (wordsOf(before).every((word) => isVerb(word))) return false;
  const isObject =
    OBJECT.test(after) &&
    (isListing ||
      !/^\s*(?:in|on|at|from|into|over|(?:to|for|with)(?! (?:the|a|an|our|\p{Lu}))|up|out)\b/u.test(after));
  return count >= (isListing ? 2 : 3) && (isObject || !isNounToo(verb));
}

/** Words at the end of a clause that order it after the previous one. */
const ORDERED = /\s(?:afterwards?|after that|thereafter)[\s.!)]*$/i;

function clauseAt(rest: string): string {
  return /^[^,;]{0,120}?(?=[,;]|\s(?:and|but|then)\s|$)/iu.exec(rest)?.[0] ?? rest;
}

/** The task of a clause, without its label and polite phrases. */
function orderHead(clause: string): string {
  const { text } = plainWords(clause.replace(ORDER, ''));
  const rest = labelled(text)?.rest ?? text;
  return rest === text ? text : plainWords(rest).text;
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}'’-]+/gu) ?? [];
}

function afterVerb(text: string): string {
  return text.slice(wordAt(text, 0).length);
}
