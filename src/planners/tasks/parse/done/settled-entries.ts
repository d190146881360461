import type { Entry } from '../entries/entry.ts';
import { labelsIn } from '../order/task-names.ts';
import { orderInside } from '../sentences/conditions.ts';
import { isOrderAt } from '../sentences/mood.ts';
import { isCourtesy } from '../sentences/pleasantries.ts';

/**
 * Entries with known types, corrected by the context of the whole text: quoted text and statements that something is
 * done.
 */
export function settledWhole(entries: readonly Entry[]): Entry[] {
  const all = entries.map((entry) => ({ ...entry }));
  demoteQuoted(all);
  nameStories(all);
  tickStated(all);
  if (!all.some(({ type }) => type === 'task')) promoteTitle(all);
  return all;
}

/** Entries corrected by the context of the whole text: fragments, aims, titles and quoted text. */
export function settled(entries: readonly Entry[]): Entry[] {
  const all = entries.map((entry) => ({ ...entry }));
  demoteQuoted(all);
  nameStories(all);
  withdrawPostponed(all);
  tickStated(all);
  withoutRepeated(all);
  attachElaborations(all);
  takeForAims(all);
  askForFirst(all);
  settleResults(all);
  const hasTask = all.some(({ type }) => type === 'task');
  for (const entry of all) if (entry.type === 'aim' && !hasTask) entry.type = 'task';
  const isEnglish = all.some(({ source }) => ENGLISH.test(source));
  const isTold = all.some(({ type }) => type !== 'fragment' && type !== 'title');
  for (const entry of all) {
    if (entry.type !== 'fragment') continue;
    const isNamed = /^(?:task|step|todo|to-do)\s/i.test(entry.source) || !isEnglish;
    if (isNamed && !isCourtesy(entry.source)) {
      entry.type = 'task';
      continue;
    }
    entry.type = isTold || isCourtesy(entry.source) || isSmallTalk(entry.source) ? 'background' : 'task';
  }
  if (!all.some(({ type }) => type === 'task')) promoteTitle(all);
  return all;
}

const ENGLISH =
  /(?<![\p{L}'’])(?:the|and|of|to|is|are|was|for|with|this|that|we|you|please|not|it|from|have|should|thanks|me|my|a|an|in|on|at|by|can|up|out|about|but|or|be|has|had|all)(?![\p{L}'’])/iu;

/** Quoted text of a mail contains no tasks, unless the reply requests nothing. */
function demoteQuoted(all: Entry[]): void {
  if (!all.some(({ place, type }) => type === 'task' && !place.isQuoted)) return;
  for (const entry of all) if (entry.place.isQuoted && entry.type !== 'title') entry.type = 'background';
}

const STORY = /^as an? .{2,200}\bi (?:want|need|would like|['’]d like|can|should)\b/i;

/** The title of a user story names its task. */
function nameStories(all: Entry[]): void {
  const title = all.find(({ type }) => type === 'title');
  if (title === undefined) return;
  const name = title.text.replace(
    /^(?:feature(?: request)?|story|user story|request|title|subject|epic|idea):\s*/i,
    '',
  );
  for (const entry of all)
    if (entry.type === 'task' && entry.context === '' && STORY.test(entry.source)) entry.context = name;
}

/** In `Ask Ann for the key. She is slow, so ask early.` the second sentence adds no task. */
function withoutRepeated(all: Entry[]): void {
  let before: Entry | undefined;
  for (const entry of all) {
    if (entry.type !== 'task') continue;
    const isAside =
      entry.context !== '' && before?.place.block === entry.place.block && entry.place.joint === 'and';
    if (isAside && before && verbsIn(before.text).has(firstWord(entry.text)) && isAboutNothing(entry.text))
      entry.type = 'background';
    else before = entry;
  }
}

function firstWord(text: string): string {
  return /^[\p{L}-]+/u.exec(text)?.[0].toLowerCase() ?? '';
}

function verbsIn(text: string): Set<string> {
  return new Set(
    text
      .slice(0, 300)
      .toLowerCase()
      .match(/[\p{L}-]+/gu) ?? [],
  );
}

/** The verb has no object. */
function isAboutNothing(text: string): boolean {
  return !/^[\p{L}-]+\s+(?:the|a|an|all|any|every|each|this|these|those|our|your|my|its|their|[\d`"#@\p{Lu}])/u.test(
    text,
  );
}

const STATED_DONE =
  /^(?:and |but |so |note:? |btw,? )*(?:(?:steps?|tasks?|items?|points?|numbers?|nos?\.?|#)\s*)?((?:#?\d{1,3})(?:(?:\s*(?:,|and|&|to|-|–)\s*)#?\d{1,3})*) (?:is|are|was|were|has been|have been)(?: (?:already|all|both|now|also))* (?:done|finished|complete|completed|merged|shipped|deployed|fixed|through)\b|^(?:i|we)(?:['’]ve| have)? (?:already )?(?:did|done|finished|completed) (?:steps? |tasks? |items? |#)?((?:#?\d{1,3})(?:(?:\s*(?:,|and|&|to|-|–)\s*)#?\d{1,3})*)(?![\p{L}\d])/iu;

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];
const ORDINAL_DONE =
  /^(?:the )?(first|second|third|fourth|fifth)(?: (?:one|step|task|item|point))? (?:is|was|has been)(?: (?:already|now|also))* (?:done|finished|complete|completed|merged|fixed)\b/i;

const COUNTS = ['one', 'two', 'three', 'four', 'five'];
/** `You can skip the first two steps, they are done`, but not `when the first two are done`. */
const FIRST_DONE =
  /^(?!.*\b(?:when|once|after|until|unless|if|before|as soon as|not|n['’]t)\b).{0,40}\bfirst (two|three|four|five|[2-9])\b[^.?!]{0,30}\b(?:are|were|have been)(?: (?:already|all|both|now|also))* (?:done|finished|complete|completed|merged|fixed)\b/i;

/** Whether a sentence says that tasks named elsewhere are done. */
export function statesDone(text: string): boolean {
  const words = text.replace(/^\(|\)$/g, '');
  return STATED_DONE.test(words) || ORDINAL_DONE.test(words) || FIRST_DONE.test(words);
}

/** `Steps 1 and 2 are already done.` marks them as done. */
function tickStated(all: Entry[]): void {
  for (const { type, source, place } of [...all]) {
    const words = source.replace(/^\(|\)$/g, '');
    const [, named, statement] = type === 'background' ? (STATED_DONE.exec(words) ?? []) : [];
    const [, ordinal = ''] = type === 'background' ? (ORDINAL_DONE.exec(words) ?? []) : [];
    const labels = new Set(labelsIn(named ?? statement ?? ''));
    if (ordinal !== '') labels.add(`${ORDINALS.indexOf(ordinal.toLowerCase()) + 1}`);
    const [, first = ''] = type === 'background' ? (FIRST_DONE.exec(words) ?? []) : [];
    const count = COUNTS.indexOf(first.toLowerCase()) + 1 || Number(first);
    for (let label = 1; label <= count; label += 1) labels.add(`${label}`);
    if (labels.size === 0) continue;
    for (const [at, entry] of all.entries()) {
      const isMeant =
        entry.type === 'task' && entry.place.label !== undefined && labels.has(entry.place.label);
      if (isMeant && entry.place.block !== place.block) all[at] = { ...entry, isDone: true };
    }
  }
}

const POSTPONES =
  /^(?:but )?(?:not (?:now|yet|today|this (?:week|sprint|quarter|time))|later|next (?:quarter|year|sprint|month)|maybe (?:later|next)|some ?day|no rush on that)\b/i;

/** `We want to move to gRPC. Not now, next quarter.` */
function withdrawPostponed(all: Entry[]): void {
  for (const [at, { source, place }] of all.entries()) {
    const before = all[at - 1];
    if (!POSTPONES.test(source) || before === undefined || before.place.block !== place.block) continue;
    if (before.type === 'task' || before.type === 'aim') before.type = 'background';
    const own = all[at];
    if (own) own.type = 'background';
  }
}

const NEEDED =
  /^(?:so |and |ok |okay |hi |hello )*(?:we|i) (?:now |also |really )*(?:need to|have to|want to|should|must|would like to)\b/i;

/** `We need to prepare the audit. First collect the logs.`: only the steps are tasks. */
function takeForAims(all: Entry[]): void {
  for (const [at, entry] of all.entries()) {
    const next = all[at + 1];
    const isFirst = next?.type === 'task' && /^(?:please )?first(?:ly)?\b/i.test(next.source);
    if (entry.type === 'task' && isFirst && NEEDED.test(entry.source)) entry.type = 'aim';
  }
}

/** How many preceding pieces an elaboration may refer to. */
const NEAR = 8;

/** Details of a task are added to its text; before any task, their subject becomes one. */
function attachElaborations(all: Entry[]): void {
  for (const [at, entry] of all.entries()) {
    if (entry.type !== 'elaboration') continue;
    const near = all
      .slice(Math.max(0, at - NEAR), at)
      .filter(({ place }) => place.block === entry.place.block);
    const before =
      near.findLast(({ type }) => type === 'task') ??
      near.findLast(({ type }) => type === 'fragment' || type === 'title');
    if (before === undefined || before.isDone) {
      entry.type =
        isOrderAt(entry.text) || (before === undefined && orderInside(entry.text.slice(0, 300)) !== undefined)
          ? 'task'
          : 'background';
      continue;
    }
    before.type = 'task';
    before.text = `${before.text.replace(/[.\s]+$/, '')}. ${entry.text}`;
    entry.type = 'background';
  }
}

/** `The scheduler should skip holidays` is a request if nothing precedes it. */
function askForFirst(all: Entry[]): void {
  const first = all.find(({ type }) => type !== 'title');
  if (first?.type === 'acceptance' && /^(?:the|our|an?) [^,]{2,60}? should (?!be\b)/i.test(first.source))
    first.type = 'task';
}

const RESULT =
  /^the ((?:\p{L}+ )?\p{L}+) (?:must|has to|have to|needs to) (?!go[.!]?$|be \p{L}+(?:ed|en|t)\b)/iu;

/** `The warning must go to stderr` specifies the result of an earlier task. */
function settleResults(all: Entry[]): void {
  const named = new Set<string>();
  for (const entry of all) {
    if (entry.type !== 'task') continue;
    const [, thing] = RESULT.exec(entry.source) ?? [];
    if (thing !== undefined && named.has(thing.toLowerCase().split(' ').at(-1) ?? '')) entry.type = 'rule';
    else for (const word of verbsIn(entry.text)) named.add(word);
  }
}

const SMALL_TALK =
  /^(?:(?:one|two|three|four|five|six|seven|a few|some|several|\d+) (?:\p{L}+ )?(?:bugs?|things?|issues?|questions?|points?|notes?|asks?|requests?|leftovers?|problems?|favou?rs?|items?)|drinks|cheers|more soon|more later|to be continued|fyi|wip|lgtm|ping)\b/iu;

function isSmallTalk(text: string): boolean {
  return SMALL_TALK.test(text);
}

const TICKET =
  /^(?:(?:feature|bug|change|feature request|request|improvement|enhancement|story|user story|epic|task|ticket|issue|rfc|idea|title|subject|\[\w+\]|[A-Z]{2,10}-\d+)[\s:#\]])/i;

/** Headings in bug report forms for the description of the problem. */
const TEMPLATE =
  /^(?:describe (?:the|your) (?:bug|problem|issue)|(?:bug |issue |problem )?(?:description|summary)|what (?:happened|is wrong|went wrong)\??)\W*$/i;

/** A report without a request asks to fix the first problem it describes. */
function tellFirst(all: Entry[], title: Entry): void {
  const statement = all.find(({ type, place }) => type === 'background' && place.section === title.text);
  if (statement === undefined) return;
  statement.type = 'task';
  statement.context = '';
}

/** A ticket without a request asks for what its title names. */
function promoteTitle(all: Entry[]): void {
  const titled = all.find(({ type }) => type === 'title' || type === 'objective');
  const [first] = all;
  const title = titled ?? (first?.type === 'background' && TICKET.test(first.text) ? first : undefined);
  if (title === undefined) return;
  const hasCriteria = all.some(({ type }) => type === 'acceptance');
  const isAlone = all.every(({ type }) => type === 'title');
  if (isAlone) for (const entry of all) entry.type = 'task';
  else if (TEMPLATE.test(title.text)) tellFirst(all, title);
  else if (hasCriteria || TICKET.test(title.text) || isOrderAt(title.text)) title.type = 'task';
}
