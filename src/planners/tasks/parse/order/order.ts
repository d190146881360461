import type { Entry } from '../entries/entry.ts';
import type { Leads } from '../layout/passages.ts';
import { isQuestion } from '../sentences/question.ts';
import { isImplied, openerOf, usesResult } from './implied-order.ts';
import { isInOrder, statedIn } from './order-remark.ts';
import { mentionedBefore, type NamedTasks, namedIn, TaskNames } from './task-names.ts';

const THEN =
  /^(?:and\s+|but\s+|so\s+|oh\s+)*(?:only\s+)?(?:then|next(?=[\s,:])|after\s+(?:that|this|which)|afterwards?|subsequently|thereafter|and then|only after that|from there|with that (?:done|in place)|(?:once|when) (?:that|this|it)(?:['’]s| is| has)? (?:done|finished|merged|through|complete|ready|in place|works?|worked|passed|been \w+)|(?:\d+|an?|one|two|three|four|five|six|a few|some) (?:minutes?|hours?|days?|weeks?|months?|years?) later|after (?:\d+|an?|one|two|three|four|some|a few|another|half an?|a couple of)\s+(?:\p{L}+\s+)?(?:seconds?|minutes?|hours?|h|days?|weeks?|months?|quarters?|sprints?|nights?))\b/iu;
/** In a list, after all preceding items. */
const AFTERWARDS = /^(?:and )?afterwards?\b|\safterwards[\s.!)]*(?:$|\()/i;
const COUNTED = /^(?:second|third|fourth|fifth)(?:ly)?,?\s+\p{L}+/iu;
const AT_LAST =
  /^(?:and\s+)?(?:finally|lastly|at last|last(?:ly)?,|at the (?:very )?end|in the end|as (?:a |the )?last step|(?:once|when|after) (?:all|everything)(?: of (?:that|this|them|it|the above)| that| this| above| else)?(?:['’]s| is| are| has| was)? ?(?:done|finished|green|merged|in place|in|through|complete|ready|works?|worked|passe[sd]|been \w+)?)\b/i;
const LAST_OF_ALL =
  /(?:[–—-]|\(|,|:)\s*(?:do (?:this|it) )?(?:last(?! (?:time|week|year|month|night|sprint))|at the very end|very last|as (?:the )?last(?: step| one)?)\b|\s(?:as the (?:very )?last (?:thing|step|one)|(?<!\b(?:the|at|is|was|one)\s)last)[\s.!)]*$/i;
const FIRST_OF_ALL =
  /(?:\s[–—-]|\(|:)\s*(?:do (?:this|it) )?(?:first|very first|before (?:all|everything)(?: else)?)[!\s)]*[.!)]*$/i;
const BEFORE_THAT =
  /^(?:but |and |oh,? (?:and |but )?|just |shortly |right )*(?:before (?:that|this|you do (?:that|this|so)|doing (?:that|so)|any of (?:that|this))|beforehand|first of all|prior to that)\b/i;
const BEFORE_ALL =
  /^(?:before (?:anything else|you (?:start|begin|(?:do|touch|change) anything)|everything else|all (?:of )?(?:that|this|else)|starting|any of (?:this|that|these))|first of all|first and foremost)\b|\bbefore (?:anything else|everything else|all else|you (?:start|begin|do)(?: with)? any(?:thing)?(?: of (?:this|that|these|it))?|any of (?:this|that|these|the above))\b/i;
const OTHERWISE =
  /^(?:if not|otherwise|else|if (?:it|that|this|they|one|any)(?: of (?:them|it))? (?:fails?|does(?:n['’]t| not)|is(?:n['’]t| not)|breaks)|in case of (?:failure|problems|trouble))\b/i;
const ANSWERED =
  /^(?:if (?:not|so|yes|no)|otherwise|once (?:that['’]s |this is |it['’]s |it is |that is )?(?:decided|agreed|clear|confirmed|approved|known|answered|settled|clarified)|when (?:that['’]s|it['’]s) (?:decided|clear)|depending on)\b/i;
const IF_SO =
  /^(?:and |but )?(?:if|when|once|as soon as) (?:(?:you|we) have (?:it|them|that|those)|it|that|this|they|so|yes|all|everything|both|these|those)\b/i;
const IF_ELSE = /^(?:and |but )?if (?:not|so|yes|no|it|they|he|she|there|that)\b/i;
/** `Deploy it to staging first, wait a day, …` */
const SAYS_FIRST = /^(?:please )?first,?\s|(?<!\b(?:is|are|comes|be))\sfirst$/i;
/** `I will then check it` */
const THEN_INSIDE = /^(?:\S+ ){1,3}(?:will|can|should|must|could|would|may) then\b/i;
const FOUND_OUT = /^(?:and |but )?if (?:you|we|there|any|it|they|one|something|anything)\b/i;
const FROM_RESULT =
  /^(?:based on|on the basis of|depending on|with|using|from) (?:(?:the |its |their |that |this |these )?(?:results?|outcomes?|output|answers?|findings|numbers|feedback)|(?:that|this|those|these) [\p{L}-]+)\b/iu;
const UNDER_CONDITION = /^(?:and |but )?(?:when|once|after|as soon as|if)\b/i;

/** The indexes of the tasks that each task depends on, according to the text. */
export function orderOf(entries: readonly Entry[], leads: Leads): number[][] {
  const tasks = entries.filter(({ type }) => type === 'task');
  const names = new TaskNames(tasks);
  const waits = tasks.map(() => new Set<number>());
  const dependents = new Set<number>();
  const wait = (later: number, earlier: number) => {
    if (later === earlier || waits[earlier]?.has(later)) return;
    waits[later]?.add(earlier);
    dependents.add(earlier);
  };
  const firstOf = new Map(entries.toReversed().map((entry) => [entry.place.sentence, entry]));
  for (const [at, task] of tasks.entries()) {
    const previous = listBefore(tasks, at, dependents) ?? groupBefore(tasks, at);
    const opener = openerOf(task.source);
    const mine = (earlier: readonly number[]) => {
      for (const each of earlier) wait(at, each);
    };
    if (task.isDone) continue;
    const begun = firstOf.get(task.place.sentence);
    if (task.place.joint === 'before' && at > 0) wait(at - 1, at);
    if (task.place.joint === 'then' && !isMended(tasks, at)) mine(previous);
    else if (isAfterCommands(tasks, at)) mine([at - 1]);
    if (BEFORE_ALL.test(task.source.slice(0, 300)))
      for (const index of others(tasks, at, true)) wait(index, at);
    else if (task.place.joint === 'first' && BEFORE_THAT.test(opener) && at > 0) wait(at - 1, at);
    else if (
      task.place.joint === 'first' &&
      (AT_LAST.test(opener) || (task.place.list !== undefined && AFTERWARDS.test(task.source)))
    )
      mine(openEnds(tasks, at, dependents));
    else if (
      task.place.joint === 'first' &&
      (THEN.test(opener) ||
        THEN_INSIDE.test(opener) ||
        (COUNTED.test(opener) && task.place.list === undefined))
    )
      mine([...previous, ...previous.flatMap((each) => (waits[each - 1]?.has(each) ? [each - 1] : []))]);
    else if (ANSWERED.test(opener) && at > 0 && isCheck(tasks[at - 1])) mine([at - 1]);
    else if (IF_ELSE.test(opener) && conditionBefore(tasks, at) !== undefined)
      mine([...(waits[conditionBefore(tasks, at) ?? at] ?? [])]);
    else if (OTHERWISE.test(opener) && at > 0)
      mine(
        (waits[at - 1]?.size ?? 0) > 0 && !/\b(?:too|also|either|still)\b/i.test(opener)
          ? [...(waits[at - 1] ?? [])]
          : [at - 1],
      );
    else if (IF_SO.test(opener) && previous.length > 0 && namedIn(task.source, task, names, at).length === 0)
      mine(checksIn(tasks, previous));
    else if (
      /[^,]\s(?:afterwards|after that|thereafter)(?:[\s.!)]*$|,)/i.test(task.source) &&
      !UNDER_CONDITION.test(opener)
    )
      mine(previous);
    else if (/^if\b/i.test(opener) && task.place.joint === 'and') mine(previous);
    else if (FOUND_OUT.test(opener) && at > 0 && isCheck(tasks[at - 1])) mine(checksIn(tasks, previous));
    else if (FROM_RESULT.test(opener)) mine(previous);
    else if (
      /\s(?:at the (?:very )?end|as (?:the )?last step|(?:when|once) (?:you(?:['’]re| are)|all is|everything is|that is all) (?:done|finished|through))[\s.!)]*$/i.test(
        task.source,
      )
    )
      mine(openEnds(tasks, at, dependents));
    else if (
      /^and (?:when|once|as soon as)\b/i.test(opener) &&
      namedIn(task.source, task, names, at).length === 0
    )
      mine(previous);
    if (task.place.joint === 'and' && begun !== undefined && SAYS_FIRST.test(begun.source)) mine([at - 1]);
    if (FIRST_OF_ALL.test(task.source)) for (const index of others(tasks, at)) wait(index, at);
    if (begun !== undefined && begun !== task && begun.type !== 'task' && IF_SO.test(openerOf(begun.source)))
      mine(previous);
    if (
      task.place.joint === 'and' &&
      !/^also\b/i.test(task.source) &&
      tasks[at - 1]?.place.sentence === task.place.sentence &&
      (isLater(tasks[at - 1]) || UNDER_CONDITION.test(openerOf(begun?.source ?? '')))
    )
      mine([...(waits[at - 1] ?? [])]);
    if (LAST_OF_ALL.test(task.source)) mine(others(tasks, at));
    if (task.place.list !== undefined) mine(mentionedBefore(task, names, at));
    const named = namedIn(task.source, task, names, at);
    for (const each of named) resolve(each, at);
    if (usesResult(task)) mine([at - 1]);
    if (waits[at]?.size === 0 && at > 0 && isImplied(tasks, at)) mine(previous);
    if (
      named.length === 0 &&
      task.place.joint === 'and' &&
      /\b(?:after|once|when|as soon as)\s/i.test(task.source)
    )
      mine(previous);
  }
  remarkedOrder(entries, tasks, names, wait);
  for (const chain of chainsOf(entries, tasks, leads))
    for (const [at, task] of chain.entries()) if (at > 0) wait(task, chain[at - 1] ?? task);
  sectionOrder(tasks, leads, dependents, wait);
  statedOrder(entries, names, wait);
  return withoutCircles(waits.map((earlier) => [...earlier].toSorted((a, b) => a - b)));

  function resolve(named: NamedTasks, at: number): void {
    const found =
      named.tasks === 'previous'
        ? groupBefore(tasks, at)
        : named.tasks === 'all'
          ? openEnds(tasks, at, dependents)
          : named.tasks;
    for (const other of found) named.is === 'before' ? wait(other, at) : wait(at, other);
  }
}

/** `strings in v2 → ids everywhere`: an item with a problem and its fix depends on no other item. */
function isMended(tasks: readonly Entry[], at: number): boolean {
  const [before, task] = [tasks[at - 1]?.place, tasks[at]?.place];
  return task?.list !== undefined && before?.sentence !== task.sentence;
}

/** The first task of the previous sentence, if that is conditional too. */
function conditionBefore(tasks: readonly Entry[], at: number): number | undefined {
  const sentence = tasks[at - 1]?.place.sentence;
  if (sentence === tasks[at]?.place.sentence) return undefined;
  let first = at - 1;
  while (first > 0 && tasks[first - 1]?.place.sentence === sentence) first -= 1;
  return IF_ELSE.test(openerOf(tasks[first]?.source ?? '')) ? first : undefined;
}

/** Whether a task checks something, so that its result is needed. */
function isCheck(task: Entry | undefined): boolean {
  const text = task?.text.trim() ?? '';
  return (
    text.endsWith('?') ||
    /\b(?:check|verify|see|test|find out|look|try|ask|compare|measure)\b/i.test(text.slice(0, 40))
  );
}

function checksIn(tasks: readonly Entry[], group: readonly number[]): readonly number[] {
  const checks = group.filter((each) => isCheck(tasks[each]));
  return checks.length > 0 ? checks : group;
}

function isLater(task: Entry | undefined): boolean {
  return task !== undefined && (task.place.joint === 'then' || THEN.test(task.source));
}

const REACH = 100;

/** The previous task, with those joined to it: `a and b, then c`. */
function groupBefore(tasks: readonly Entry[], at: number): number[] {
  const group: number[] = [];
  const own = tasks[at]?.place;
  for (let index = at - 1; index >= 0 && group.length < REACH; index -= 1) {
    const { place } = tasks[index] ?? {};
    const later = tasks[group.at(-1) ?? index]?.place;
    if (place === undefined || later === undefined) break;
    if (group.length > 0 && (place.sentence !== later.sentence || place.block !== later.block)) break;
    group.push(index);
    if (place.joint === 'then' || (place.joint === 'first' && place.sentence !== own?.sentence)) break;
  }
  return group;
}

/** The items of a list that ends directly before this task. */
function listBefore(
  tasks: readonly Entry[],
  at: number,
  dependents: ReadonlySet<number>,
): number[] | undefined {
  const [before, task] = [tasks[at - 1]?.place, tasks[at]?.place];
  if (before?.list === undefined || task === undefined || task.list !== undefined || task.joint !== 'first')
    return undefined;
  const found: number[] = [];
  for (
    let index = at - 1;
    index >= 0 && tasks[index]?.place.list === before.list && found.length < REACH;
    index -= 1
  )
    if (!tasks[index]?.isDone && !dependents.has(index)) found.push(index);
  return found;
}

/** The tasks of the same list or paragraph, up to this one, that no other depends on. */
function openEnds(tasks: readonly Entry[], at: number, dependents: ReadonlySet<number>): number[] {
  const found: number[] = [];
  const own = tasks[at]?.place;
  const isInside = own?.list !== undefined && tasks[at - 1]?.place.list === own.list;
  for (let index = at - 1; index >= 0; index -= 1) {
    const task = tasks[index];
    if (task === undefined || (isInside && task.place.list !== own.list)) break;
    if (!task.isDone && !dependents.has(index)) found.push(index);
    if (found.length >= REACH) break;
  }
  return found;
}

/** The open tasks near this one, in the same list or the whole text. */
function others(tasks: readonly Entry[], at: number, isAnywhere = false): number[] {
  const own = tasks[at]?.place.list;
  const from = Math.max(0, at - REACH);
  return tasks.slice(from, at + REACH).flatMap(({ isDone, place }, near) => {
    const isMeant = from + near !== at && !isDone && (isAnywhere || place.list === own);
    return isMeant ? [from + near] : [];
  });
}

/** Plain text after commands refers to their results. */
function isAfterCommands(tasks: readonly Entry[], at: number): boolean {
  const [before, task] = [tasks[at - 1], tasks[at]];
  if (!before?.isCommand || task === undefined || task.isCommand || before.place.list !== undefined)
    return false;
  return task.place.list === undefined && task.place.joint === 'first' && !isQuestion(task.text);
}

/** `(depends on 1)` or `Needs step 1.` after an item refers to that item. */
function remarkedOrder(
  entries: readonly Entry[],
  tasks: readonly Entry[],
  names: TaskNames,
  wait: (later: number, earlier: number) => void,
): void {
  let at = -1;
  for (const entry of entries) {
    if (entry.type === 'task') {
      at += 1;
      continue;
    }
    const task = tasks[at];
    if (
      task === undefined ||
      task.place.block !== entry.place.block ||
      task.place.list === undefined ||
      task.isDone
    )
      continue;
    for (const { is, tasks: named, isLabelled } of namedIn(entry.source, task, names, at)) {
      if (!isLabelled || typeof named === 'string') continue;
      for (const other of named) is === 'before' ? wait(other, at) : wait(at, other);
    }
  }
}

/** Lists whose items are explicitly sequential. */
function chainsOf(entries: readonly Entry[], tasks: readonly Entry[], leads: Leads): number[][] {
  const lists = new Map<number, number[]>();
  for (const [at, { place, isDone }] of tasks.entries()) {
    if (place.list !== undefined && !isDone)
      lists.set(place.list, [...(lists.get(place.list) ?? []).slice(-1000), at]);
  }
  const chains: number[][] = [];
  for (const [list, lead] of leads) if (isInOrder(lead)) chains.push(lists.get(list) ?? []);
  let latest: number | undefined;
  for (const { type, source, place } of entries) {
    if (place.list !== undefined) latest = place.list;
    if (
      !['background', 'fragment', 'rule', 'elaboration', 'acceptance', 'title', 'aim'].includes(type) ||
      source.length > 300
    )
      continue;
    if (!isInOrder(source)) continue;
    const next = latest ?? [...lists.keys()][0];
    chains.push(
      next === undefined
        ? tasks.flatMap((task, at) => (task.isDone || isApart(task) ? [] : [at]))
        : (lists.get(next) ?? []),
    );
  }
  return chains;
}

/** A parallel task or a question is not part of a sequence. */
function isApart({ source }: Entry): boolean {
  return /^(?:in parallel|meanwhile|in the meantime|at the same time|independently|separately)\b|\?\W*$/i.test(
    source,
  );
}

const LATER_SECTION = /^(?:afterwards?|then|finally|at the end|after(?:wards)? (?:that|the \p{L}+))\W*$/iu;

/** `Rollout, only when all checks are ticked`: a heading may name the section it depends on. */
function sectionOrder(
  tasks: readonly Entry[],
  leads: Leads,
  dependents: ReadonlySet<number>,
  wait: (later: number, earlier: number) => void,
): void {
  const titles = new Map<string, number[]>();
  for (const [at, { place }] of tasks.entries()) {
    const title = (place.list === undefined ? undefined : leads.get(place.list)) || place.section;
    if (title !== '') titles.set(title, [...(titles.get(title) ?? []).slice(-REACH), at]);
  }
  if (titles.size > REACH) return;
  for (const [title, [first = 0, ...rest]] of titles) {
    if (!LATER_SECTION.test(title) || first === 0 || tasks[first]?.place.section !== title) continue;
    const ends = openEnds(tasks, first, dependents);
    for (const one of [first, ...rest]) for (const needed of ends) wait(one, needed);
  }
  for (const [title, later] of titles) {
    const [, phrase = ''] =
      /\b(?:only (?:when|after|once|if)|after|once|when|as soon as|needs|requires|depends on)\b(.{3,100})$/i.exec(
        title,
      ) ?? [];
    if (phrase === '') continue;
    for (const [other, earlier] of titles) {
      const [name = ''] = other.toLowerCase().split(/[(,:–—]/);
      if (
        other === title ||
        name.trim().length < 4 ||
        !phrase.toLowerCase().includes(name.trim().replace(/s$/, ''))
      )
        continue;
      for (const one of later) for (const needed of earlier) if (!tasks[needed]?.isDone) wait(one, needed);
    }
  }
}

/** Sentences that only state dependencies: `Steps 3 and 4 need 2`. */
function statedOrder(
  entries: readonly Entry[],
  names: TaskNames,
  wait: (later: number, earlier: number) => void,
): void {
  for (const { type, source, place } of entries) {
    if (type === 'task' || source.length > 300) continue;
    for (const { later, earlier } of statedIn(source)) {
      const [some, needed] = [later, earlier].map((words) => {
        const labels = names.labelled(words, place);
        return labels.length > 0 ? labels : names.about(words, -1);
      });
      for (const one of some ?? []) for (const other of needed ?? []) wait(one, other);
    }
  }
}

/** Breaks cycles by dropping dependencies on later tasks. */
function withoutCircles(waits: number[][]): number[][] {
  const open = waits.map((earlier) => earlier.length);
  const dependents = new Map<number, number[]>();
  for (const [later, earlier] of waits.entries())
    for (const each of earlier) dependents.set(each, [...(dependents.get(each) ?? []), later]);
  const free = open.flatMap((count, at) => (count === 0 ? [at] : []));
  let left = waits.length;
  for (let at = free.pop(); at !== undefined; at = free.pop()) {
    left -= 1;
    for (const later of dependents.get(at) ?? []) {
      open[later] = (open[later] ?? 0) - 1;
      if (open[later] === 0) free.push(later);
    }
  }
  return left === 0 ? waits : waits.map((earlier, later) => earlier.filter((each) => each < later));
}
