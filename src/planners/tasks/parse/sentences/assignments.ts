import { topLevel } from './top-level.ts';
import { isVerb } from './verbs.ts';

const SUBJECT =
  /^(?:and |then |while )?(?:(you|I|we)|@?\p{Lu}[\p{L}-]+) (?:please |then |also )?([\p{Ll}-]+)\s+\S/u;
const LEAD = /^[^,]{3,80}:\s+(?=\S)/;
const MIN_COUNT = 2;

/** The parts of a sentence that assigns tasks: `Ann writes the text, Ben checks it, and I book the room`. */
export function assignedParts(sentence: string): string[] {
  if (sentence.length > 600 || /\?\s*$/.test(sentence)) return [];
  const parts = topLevel(
    sentence.replace(LEAD, ''),
    /[,;]\s+(?:and\s+)?|\s+and\s+(?=(?:I|you|\p{Lu}[\p{L}-]+)\s)/gu,
  );
  const assigned = parts.filter(isAssigned);
  const isShared = assigned.some((part) => !/^(?:I|we)\b/.test(part));
  return assigned.length >= MIN_COUNT && isShared && isAssigned(parts[0] ?? '') ? joined(parts) : [];
}

/** A part without an assignment belongs to the previous one. */
function joined(parts: readonly string[]): string[] {
  const whole: string[] = [];
  for (const part of parts) {
    if (isAssigned(part) || whole.length === 0) whole.push(part);
    else whole[whole.length - 1] += `, ${part}`;
  }
  return whole;
}

function isAssigned(part: string): boolean {
  const [, pronoun, verb = ''] = SUBJECT.exec(part) ?? [];
  if (verb === '') return false;
  if (pronoun !== undefined)
    return isVerb(verb) && !/^(?:need|want|expect|think|see|use|work|get|try|wait)$/.test(verb);
  return (
    /[^s]s$/.test(verb) && [verb.slice(0, -1), verb.slice(0, -2), verb.replace(/ies$/, 'y')].some(isActive)
  );
}

function isActive(verb: string): boolean {
  return (
    isVerb(verb) && !/^(?:fail|break|work|use|get|expect|need|show|group|support|handle|time|run)$/.test(verb)
  );
}
