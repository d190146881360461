import { type Context, contextUnder } from '../entries/context.ts';
import { type Entry, type EntryType, entryOf, type Place } from '../entries/entry.ts';
import { stepText } from '../entries/step-text.ts';
import type { Position } from '../layout/passages.ts';
import { labelled, type Role } from '../layout/section-roles.ts';
import { assignedParts } from './assignments.ts';
import { type Clause, clausesOf } from './clauses.ts';
import { readCondition } from './conditions.ts';
import { askedInside, withoutMark } from './embedded-requests.ts';
import { isProperty, isRule } from './modality.ts';
import { hasFiniteVerb, isDeclarative, isOrderAt, type Reading, readingOf } from './mood.ts';
import { refersBack } from './refers-back.ts';
import { isStatementOnly, isWholeRule, ruleParts, rulesInside, statedRules } from './sentence-rules.ts';
import { sentencesOf } from './sentences.ts';
import { separateCommands } from './separate-commands.ts';
import { topLevel } from './top-level.ts';

/** The context for reading sentences of a paragraph or list item. */
export interface Reader {
  readonly place: Position;
  readonly context: Context;
  readonly role: Role | undefined;
  readonly isItem: boolean;
  readonly nextSentence: () => number;
}

/** Words that address the reader. */
const ADDRESSED =
  /\b(?:please|pls|plz|kindly|(?:can|could|would|will) (?:you|u|someone|somebody|anyone)|(?:you|someone|somebody|anyone) (?:can|could|would))\b/i;

const STRUCK = /~~([^~]+)~~/g;
const UNCERTAIN =
  /^(?:(?:i['’]?m |i am |we['’]?re |we are )?(?:not sure|unsure)|(?:it['’]?s |it is )?(?:unclear|not clear)) (?:which|whether|who|what|if|when|where|how)\b/i;

/** The entries of the sentences of one paragraph or list item, in order. */
export function entriesOf(sentences: readonly string[], reader: Reader): Entry[] {
  const entries: Entry[] = [];
  let role = reader.role;
  for (const sentence of sentences) {
    const found = labelled(sentence);
    const isFixed =
      reader.isItem &&
      role !== undefined &&
      role !== 'tasks' &&
      !(role === 'notes' && found?.role === 'tasks');
    const label = isFixed ? undefined : found;
    const isRoleLabel =
      label?.role !== undefined && !((reader.isItem || /^if\b/i.test(label.label)) && isOrderAt(label.rest));
    if (isRoleLabel) role = label.role;
    // A sentence that addresses the reader ends the scope of the label.
    else if (role !== reader.role && ADDRESSED.test(sentence)) role = reader.role;
    const words = isRoleLabel && label ? label.rest : sentence;
    if (words.trim() === '') continue;
    const isDetail =
      isRoleLabel &&
      role === 'tasks' &&
      entries.some(({ type }) => type === 'task') &&
      SPECIFIES.test(sentence);
    const read = entriesIn(words, sentence, role, toldBefore(entries), reader, isRoleLabel);
    entries.push(
      ...(isDetail
        ? read.map((entry) =>
            DETAIL.has(entry.type) && !isOrderAt(entry.text)
              ? {
                  ...entry,
                  type: /^[*_]{0,2}requirements?\b/i.test(sentence)
                    ? ('rule' as const)
                    : ('elaboration' as const),
                }
              : entry,
          )
        : read),
    );
    if (role === 'objective' || isDetail || (isRoleLabel && role === 'background' && TOPIC.test(sentence)))
      role = reader.role;
    settleDescriptions(entries);
    settleLikewise(entries);
  }
  return entries;
}

function entriesIn(
  words: string,
  sentence: string,
  role: Role | undefined,
  statement: string,
  reader: Reader,
  isLabelled: boolean,
): Entry[] {
  const number = reader.nextSentence();
  const place: Place = { ...reader.place, sentence: number, joint: 'first' };
  const make = (type: EntryType, text: string, source = text, more: Partial<Entry> = {}): Entry =>
    entryOf(type, place, text, { context: reader.context, source, ...more });
  switch (role) {
    case 'objective':
      return [make('objective', words)];
    case 'acceptance':
      if (!reader.isItem && ADDRESSED.test(words)) break;
      return [make('acceptance', words)];
    case 'exclusions':
      return [make('rule', words, sentence)];
    case 'rules':
      return ruleParts(words).map((part) => make(isStatementOnly(part) ? 'background' : 'rule', part));
    case 'done':
      return doneEntries(words, make, sentence);
    case 'background': {
      const reading = readingOf(words);
      if (reading.mood === 'request' && ADDRESSED.test(words) && !isLabelled) break;
      return [make('background', words, sentence), ...statedRules(words).map((rule) => make('rule', rule))];
    }
    case 'notes': {
      const { mood } = readingOf(words);
      if (mood === 'request' || mood === 'rule' || mood === 'question' || mood === 'acceptance') break;
      const label = labelled(words);
      if (label && isOrderAt(label.rest)) break;
      return [make('background', words, sentence), ...statedRules(words).map((rule) => make('rule', rule))];
    }
    case 'questions': {
      const { mood } = readingOf(words);
      if (mood === 'question' || mood === 'fragment' || reader.isItem) return [make('task', words)];
      break;
    }
  }
  const read = clauseEntries(words, role, statement, reader, make, isLabelled);
  return read.some(({ type }) => type === 'rule') && read.length === 1
    ? read
    : [...read, ...rulesInside(words).map((rule) => make('rule', rule))];
}

const DESCRIBES =
  /^(?:it|they|this|these|those|both|all of (?:them|it)) (?:also )?(?:must|has to|have to|needs? to|should|shall)\b/i;

/** `It must contain …` after a task specifies its result. */
function settleDescriptions(entries: readonly Entry[]): void {
  const last = entries.at(-1);
  if (last?.type !== 'task' || !DESCRIBES.test(last.source)) return;
  if (entries.slice(0, -1).some(({ type }) => type === 'task')) last.type = 'acceptance';
}

const LIKEWISE =
  /^(?:so (?:is|are|does|do)|(?:the )?same (?:goes |applies |is true )?(?:for|to|with)|likewise|neither|nor)\s/i;

/** `So is Apple Pay.` after a rule is a rule too. */
function settleLikewise(entries: readonly Entry[]): void {
  const [before, last] = [entries.at(-2), entries.at(-1)];
  if (before?.type === 'rule' && last && LIKEWISE.test(last.source)) last.type = 'rule';
}

/** Labels that name only the topic of their own sentence. */
const TOPIC =
  /^[*_]{0,2}(?:ideas?|problem|context|background|why|reason|rationale|motivation|fyi|currently?|current state|status|impact|cause|root cause|analysis|symptoms?)\b/i;

const DETAIL: ReadonlySet<EntryType> = new Set(['task', 'fragment', 'background']);

/** Labels of the requirements of an earlier task. */
const SPECIFIES = /^[*_]{0,2}(?:requirements?|scope|deliverables?|changes?|must|should|could)\b/i;

const MAX_REPORTED = 3;

/** The preceding statements, which words such as "that" refer to. */
function toldBefore(entries: readonly Entry[]): string {
  const last = entries.slice(-MAX_REPORTED);
  const from = last.findLastIndex(({ type }) => type !== 'background' && type !== 'fragment') + 1;
  return last
    .slice(from)
    .map(({ source }) => stepText(source))
    .join('. ');
}

type Make = (type: EntryType, text: string, source?: string, more?: Partial<Entry>) => Entry;

/** The entries of a sentence's clauses. */
function clauseEntries(
  sentence: string,
  role: Role | undefined,
  statement: string,
  reader: Reader,
  make: Make,
  isLabelled: boolean,
): Entry[] {
  const whole = readingOf(isRemark(sentence) ? remarkOrder(sentence) : sentence);
  if (whole.mood === 'rule' && USES_INSTEAD.test(sentence)) return [make('rule', sentence)];
  const assigned = whole.mood === 'request' ? [] : assignedParts(sentence);
  if (assigned.length > 0) return assigned.map((part) => make('task', part));
  if (isRemark(sentence) && whole.mood === 'request') return [make('task', sentence)];
  sentence =
    sentence.slice(0, -60) + sentence.slice(-60).replace(/[\s,]+(?:please|pls|plz)(?=[\s.!?]*$)/i, '');
  const asked = whole.mood === 'question' ? askedInside(sentence) : undefined;
  if (asked === undefined && (whole.mood === 'question' || whole.mood === 'courtesy')) {
    return [ofReading(whole, sentence, make)];
  }
  // The question mark belongs to the polite phrase, and would make the last of several requests a question.
  if (asked !== undefined || (whole.mood === 'request' && whole.isExpress)) sentence = withoutMark(sentence);
  const label =
    isLabelled || whole.mood === 'elaboration' || asked !== undefined ? undefined : labelled(sentence);
  const isListed = isLabelled && role === 'tasks';

  const entries: Entry[] = [];
  let context = reader.context;
  const clauses = isListed ? listed(sentence) : clausesAt(sentence, asked, reader.isItem);
  for (const { text, joint } of clauses) {
    const inner = entries.length === 0 && label && !label.role ? label : undefined;
    const reading =
      inner && readsAsOrder(inner.rest)
        ? asOrder(text)
        : inner && (isRule(inner.rest) || isProperty(inner.rest))
          ? asRule(text)
          : readCondition(text, joint);
    const isAskedFor =
      whole.mood === 'request' &&
      whole.isExpress &&
      clauses.length === 1 &&
      (reading.mood === 'fragment' || reading.mood === 'statement');
    const isNamed =
      (isListed && !isStated(text)) || (role === 'tasks' && !reader.isItem && reading.mood === 'fragment');
    const isPolite = asked !== undefined && joint === 'first' && /^(?:if \p{L}+,? )?(?:i|we)\b/iu.test(text);
    const read = isPolite ? 'background' : isAskedFor ? 'task' : typeOf(reading, isNamed, joint);
    const type = whole.mood === 'elaboration' && read === 'task' ? 'elaboration' : read;
    const before = entries.at(-1);
    const entry = make(type, reading.text, text, { context });
    const joined = { ...entry, place: { ...entry.place, joint } };
    if (
      type === 'task' &&
      before &&
      (before.type === 'background' || before.type === 'fragment') &&
      joint !== 'rule'
    ) {
      // A problem and its fix in one sentence: the task needs both.
      context = contextUnder(reader.context, stepText(before.source)).context;
      joined.context = context;
    } else if (type === 'task' && entries.length === 0 && refersBack(reading.text)) {
      if (statement !== '') joined.context = contextUnder(reader.context, statement).context;
    }
    const isToldFirst = before?.type === 'background' || before?.type === 'fragment';
    if (joint === 'rule' && type === 'rule' && (isToldFirst || !isWholeRule(text)))
      entries.push({ ...joined, text: sentence, source: sentence });
    else if (
      type === 'rule' &&
      entries.length === 0 &&
      statement !== '' &&
      (refersBack(text.slice(0, 40)) || text.split(/\s+/).length <= 2)
    )
      entries.push({ ...joined, source: `${statement}: ${text}` });
    else if (type === 'elaboration' && before?.type === 'task') before.text = `${before.text}, ${text}`;
    else entries.push(joined);
  }
  return entries;
}

/** `Use the parser we have, do not add another` specifies how, not what. */
const USES_INSTEAD = /^(?:please )?use [^,.]{2,60}, (?:don['’]?t|do not|not|no|never)\s/i;

/** A whole sentence in parentheses. */
function isRemark(sentence: string): boolean {
  return /^\([^()]*\)[.!]?$/.test(sentence);
}

/** The task in a remark, if any. */
function remarkOrder(remark: string): string {
  const sentences = sentencesOf(remark.replace(/^\(|\)[.!]?$/g, ''));
  return sentences.find((sentence) => readingOf(sentence).mood === 'request') ?? remark;
}

function clausesAt(sentence: string, asked: number | undefined, isItem: boolean): readonly Clause[] {
  if (asked === undefined) return clausesOf(sentence, isItem).flatMap(separateCommands);
  const before = sentence.slice(0, asked).replace(/[\s,;:—–-]+$/u, '');
  const [first, ...others] = clausesOf(sentence.slice(asked), isItem);
  return [
    { text: before, joint: 'first' },
    ...(first ? [{ ...first, joint: 'asked' as const }] : []),
    ...others,
  ];
}

function ofReading(reading: Reading, sentence: string, make: Make): Entry {
  return make(typeOf(reading, false), reading.text, sentence);
}

function typeOf({ mood, text }: Reading, isListed: boolean, joint: Place['joint'] = 'first'): EntryType {
  switch (mood) {
    case 'request':
    case 'question':
      return 'task';
    case 'rule':
      return 'rule';
    case 'acceptance':
      return 'acceptance';
    case 'aim':
      return 'aim';
    case 'elaboration':
      return 'elaboration';
    case 'courtesy':
      return 'background';
    case 'statement':
      return UNCERTAIN.test(text) ||
        isListed ||
        (joint === 'then' && !hasFiniteVerb(text) && !OWN_PART.test(text))
        ? 'task'
        : 'background';
    case 'fragment':
      return UNCERTAIN.test(text) ||
        isListed ||
        ((joint === 'then' || /^(?:and )?then\s/i.test(text)) && !OWN_PART.test(text))
        ? 'task'
        : 'fragment';
  }
}

/** `…, then I'll approve` */
const OWN_PART = /^(?:and )?(?:then )?(?:i|we)(?:['’](?:ll|m|re|d)| will| can| am| are)\b/i;

function readsAsOrder(rest: string): boolean {
  return readCondition(rest, 'first').mood === 'request';
}

function asRule(text: string): Reading {
  return { mood: 'rule', text, isExpress: false };
}

function asOrder(text: string): Reading {
  return { mood: 'request', text, isExpress: false };
}

/** Tasks after a label: `Next: finish the page, start on the docs, demo on Thursday`. */
function listed(text: string): { text: string; joint: Place['joint'] }[] {
  const clauses = clausesOf(text);
  if (clauses.length === 1 && isOrderAt(text) && !/,.*,/.test(text)) return clauses;
  return clauses.flatMap(({ text: clause, joint }) => {
    const parts = topLevel(clause, /,\s+(?:and\s+)?/g);
    const isEnumeration =
      (clauses.length > 1 || !isStated(clause.replace(/\([^()]*\)/g, ''))) &&
      parts.every((part) => part.replace(/\([^()]*\)/g, '').split(/\s+/).length <= 6);
    return isEnumeration
      ? parts.map((part, at) => ({ text: part, joint: at === 0 ? joint : ('and' as const) }))
      : [{ text: clause, joint }];
  });
}

/** `a compose file` is a noun phrase, although it starts like a statement. */
function isStated(text: string): boolean {
  return isDeclarative(text) && (hasFiniteVerb(text) || !/^(?:an?|the|\d+|two|three) /i.test(text));
}

function doneEntries(words: string, make: Make, sentence: string): Entry[] {
  const struck = Array.from(words.matchAll(STRUCK), ([, inner = '']) => inner);
  if (struck.length > 0) return struck.map((text) => make('task', text, text, { isDone: true }));
  if (isDeclarative(words))
    return [make(/\b(?:can|must|should)\b/i.test(words) ? 'acceptance' : 'background', words, sentence)];
  return topLevel(words, /[,;]\s+(?:and\s+)?/g).map((text) => make('task', text, text, { isDone: true }));
}
