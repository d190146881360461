import type { Place } from '../entries/entry.ts';
import { capitalised, wordAt } from './connectors.ts';
import { isRule } from './modality.ts';
import { isOrderAt, type Reading, readingOf } from './mood.ts';
import { isNounToo } from './verbs.ts';

const CONDITION =
  /^(?:and |but |so |then |only )*(?:if|when|whenever|once|as soon as|after|before|unless|until|while|in|on|at|for|from|during|per|as|since|because|to|with|given|using|based on|starting from|according to|where|assuming|now that|under|within|instead of|rather than|apart from|besides)\b/i;

/** Reads a clause by its main part, after a leading condition or circumstance. */
export function readCondition(clause: string, joint: Place['joint']): Reading {
  const reading = readingOf(clause);
  if (reading.mood === 'request' || reading.mood === 'rule' || reading.mood === 'question')
    return expressed(reading, clause);
  if (joint === 'rule' && isRule(clause)) return { ...reading, mood: 'rule', text: clause };
  const head = clause.slice(0, 300);
  const please = /[\s,](?:please|pls)\s+(?=[a-z])/i.exec(head);
  if (please && isOrderAt(head.slice(please.index + please[0].length))) {
    return { mood: 'request', text: clause, isExpress: true };
  }
  if (!CONDITION.test(head)) return reading;
  const comma = head.search(/[,:]\s/);
  if (comma > 0) {
    const main = readingOf(clause.slice(comma + 2));
    return main.mood === 'fragment' || main.mood === 'statement' ? reading : { ...main, text: clause };
  }
  const onset = orderInside(head);
  if (onset !== undefined && /^(?:ignore|forget|skip) (?:it|this|that)\b/i.test(head.slice(onset)))
    return reading;
  return onset === undefined ? reading : { mood: 'request', text: clause, isExpress: false };
}

/** The index where an order starts after a condition without a comma: `After two weeks make it strict`. */
export function orderInside(text: string): number | undefined {
  for (const { index } of text.matchAll(
    /\s(?=\p{L}+\s+(?:(?:it|them|the|a|an|this|that|all|our|your)\s|(?:me|us|him|her|it|them)(?:[\s.!,]|$)|(?:one|\d+)(?:\s|[.!]|$)))/gu,
  )) {
    const before = /(\p{L}+)$/u.exec(text.slice(0, index))?.[1] ?? '';
    if (/^(?:to|i|we|you|they|he|she|it|and|or|not|will|can|must|should)$/i.test(before) || index < 6)
      continue;
    const verb = wordAt(text, index + 1);
    if (
      isOrderAt(text.slice(index + 1)) &&
      (!isNounToo(verb) || /^\s+(?:it|them|me|us|him|her)\b/i.test(text.slice(index + 1 + verb.length)))
    )
      return index + 1;
  }
  return undefined;
}

/** Without the polite phrase, the text starts later. */
function expressed(reading: Reading, clause: string): Reading {
  if (reading.mood !== 'request') return { ...reading, text: clause };
  return reading.isExpress ? { ...reading, text: capitalised(reading.text) } : { ...reading, text: clause };
}
