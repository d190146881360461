import type { Entry, Place } from '../entries/entry.ts';

/** The tasks that a task names as coming before or after it. */
export interface NamedTasks {
  readonly is: 'after' | 'before';
  readonly tasks: readonly number[] | 'previous' | 'all';
  /** Whether it is named by its number or letter. */
  readonly isLabelled?: true;
}

const REFERENCE =
  /\b(depends? (?:up)?on:?|depends?:|dependent on|needs?|requires?|required:|blocked (?:by|on)|based on|builds? on|(?:not (?:earlier|before|sooner) than [^.,;()]{1,20} )?after|once|when|as soon as|(?:wait|waits|waiting) (?:for|until)|prerequisites?:?|deps?:|following|before|prior to|blocks|until|if|with the (?:result|output) of|(?:from|of|in|with|using) (?:step|point|item|task)|(?:result|output|outcome)s? (?:of|from)(?: step)?|first (?:we|you|i) need)\s+(?=[\p{L}\p{N}#`"'(])/giu;
const BEFORE = /^(?:before|prior to|blocks)/i;
const LABELS =
  /^(?:both |all (?:of )?|the )?(steps?|tasks?|items?|points?|numbers?|nos?\.?|bullets?|parts?|phases?|#)?\s*#?((?:\d{1,3}|[a-z]{1,5}-?\d{1,3}|[a-z](?![\p{L}'’]))(?:\s*(?:,|and|&|\+|\/|,\s*and|or|to|-|–|through)\s*(?:steps?\s*|#)?(?:\d{1,3}|[a-z]{1,5}-?\d{1,3}|[a-z](?![\p{L}'’])))*)(?![\p{L}\d]|[.,:]\d)/iu;
const UNIT =
  /^\s*(?:%|[–-]?\s*(?:seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|months?|years?|quarters?|sprints?|am|pm|o['’]clock|times?|retries|attempts|tries|characters|users|items?|people|reviews?|approvals?|files?|rows?|gb|mb|kb|ms|versions?|releases?)\b)/i;
const ORDINAL =
  /^(?:the )?(first|second|third|fourth|fifth|sixth|last)(?: (?:step|one|task|item|point|bullet)\b|(?=\s*(?:$|[.,;)])))/i;
/** `5 days before` is a time. */
const AT_A_TIME = /\d\s*(?:seconds?|minutes?|min|hours?|h|days?|weeks?|months?|years?)\s+$/i;
const ALSO_LABELLED =
  /^\s+(?:is|are|has|have) [^,;.]{2,30}?\s(?:&|and)\s+#?(\d{1,3})\s+(?:is|are|has|have)\b/i;
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const ONE_BEFORE =
  /^(?:the )?(?:previous|preceding|prior|above|last)(?: (?:step|one|task|item|point))\b|^(?:the )?(?:step|one|task|item) (?:before|above)\b|^(?:that|this|which)\b(?!\s+(?:the|is a|a)\b)|^it(?:['’]s| is| has| was)?\b|^they\b|^(?:he|she)\b(?!.)/i;
const ALL_BEFORE =
  /^(?:all|everything|every(?:thing)? (?:one|step)|each)(?: of)?(?: the)?(?: (?:that|this|these|those|them|above|others?|other .{1,30}|steps?|tasks?|items?|rest|previous|else|of it))*(?=\s|[.,;)]|$)|^the (?:other|others|rest|above|remaining)\b|^(?:all |the |these |those )?(?:three|four|five|six) (?:of (?:them|these)|are|have|variants|parts)\b|^they(?:['’]re| are| have)?\b|^both\b|^the two\b/i;

const STOP_WORDS = new Set(
  'this that these those against with from into onto over under have has been were will would should could must they them their there then than when once after before until about again also only just both each every step steps task tasks item items done finished ready complete works work passes pass green there please make sure need needs your ours what which where while still first last next other another'.split(
    ' ',
  ),
);
/** `WEB-202 order mail for guests`: others refer to it by its key or number. */
const TICKET = /^\W*([A-Z]{1,6}-?(\d{1,3}))\b/;
const MAX_NAMED = 50;

/** The names of tasks: their labels in a list, and their words. */
export class TaskNames {
  readonly #labels = new Map<string, number[]>();
  readonly #anywhere = new Map<string, number[]>();
  readonly #words = new Map<string, number[]>();
  readonly #contexts = new Map<string, number[]>();
  readonly #lists = new Map<string, number[]>();
  readonly #count: number;

  constructor(tasks: readonly Entry[]) {
    this.#count = tasks.length;
    for (const [at, { place, text, context }] of tasks.entries()) {
      if (place.label !== undefined) {
        put(this.#labels, `${place.list} ${place.label}`, at);
        put(this.#anywhere, place.label, at);
      }
      const [, key, number] = TICKET.exec(text) ?? [];
      if (key !== undefined && number !== undefined) {
        put(this.#anywhere, key.toLowerCase(), at);
        put(this.#anywhere, number, at);
      }
      const own = new Set(contentWords(text.slice(0, 400)));
      for (const word of own) put(this.#words, word, at);
      for (const word of contentWords(context.slice(0, 200)))
        if (!own.has(word)) put(this.#contexts, word, at);
      if (place.list !== undefined) put(this.#lists, `${place.list}`, at);
    }
  }

  /** The tasks with labels such as `2, 3 and 5` or `1-3`. */
  labelled(labels: string, { list }: Place): number[] {
    return labelsIn(labels).flatMap(
      (label) => this.#labels.get(`${list} ${label}`) ?? this.#anywhere.get(label)?.slice(0, 3) ?? [],
    );
  }

  /** The first few tasks of a list. */
  firstOf({ list }: Place, count: number): number[] {
    return (this.#lists.get(`${list}`) ?? []).slice(0, count);
  }

  /** The tasks that share most words of a phrase; empty if none shares enough. */
  about(phrase: string, own: number): number[] {
    const words = [...new Set(contentWords(phrase))];
    const shared = new Map<number, number>();
    for (const word of words) {
      // Words of a shared context do not distinguish tasks.
      const around = this.#contexts.get(word) ?? [];
      const found = [...(this.#words.get(word) ?? []), ...(around.length === 1 ? around : [])];
      // A word in most tasks does not distinguish them.
      if (found.length > MAX_NAMED) continue;
      // The first word of a phrase matters most.
      const weight = word === words[0] && found.length < 3 ? 2 : 1;
      for (const at of found) if (at !== own) shared.set(at, (shared.get(at) ?? 0) + weight);
    }
    const most = Math.max(0, ...shared.values());
    if (most === 0 || (most === 1 && words.length > 2)) return [];
    const best = [...shared].flatMap(([at, count]) => (count === most ? [at] : []));
    return best.length > Math.max(3, this.#count / 2) && best.length > 2 ? [] : best;
  }
}

function put(map: Map<string, number[]>, key: string, value: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else if (list.length <= MAX_NAMED) list.push(value);
}

/** The labels in words such as `2, 3 and 5` or `1-3`. */
export function labelsIn(words: string): string[] {
  const parts = words.toLowerCase().replace(/\b(?:steps?|tasks?|items?|and|or|through)\b|[#&+/]/g, ' , ');
  return parts.split(/[\s,]+/).flatMap((part, at, all) => {
    const [, from, to] = /^(\d{1,3})[-–](\d{1,3})$/.exec(part) ?? [];
    if (from !== undefined && to !== undefined) return rangeOf(from, to);
    if (/^(?:to|-|–)$/.test(part)) return rangeOf(all[at - 1] ?? '', all[at + 1] ?? '');
    return part === '' ? [] : [part];
  });
}

function rangeOf(from: string, to: string): string[] {
  const [first, last] = [Number(from), Number(to)];
  if (!(last > first && last - first < MAX_NAMED)) return [];
  return Array.from({ length: last - first + 1 }, (_, at) => `${first + at}`);
}

function contentWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_-]*/gu) ?? [];
  return words
    .filter(
      (word) =>
        !/^\d{1,2}$/.test(word) &&
        (word.length > 2 || /\d|^(?:ad|ci|db|qa|ui|pr|hr|ux|cv|tv|pc)$/.test(word)) &&
        !STOP_WORDS.has(word) &&
        !/^(?:the|and|for|are|was|has|not|its|our|you|all|any|but|can|did|get|got|had|let|one|out|own|put|see|set|two|via|who|why|how|new|old|use)$/.test(
          word,
        ),
    )
    .map(stemOf);
}

function stemOf(word: string): string {
  const stem = word.replace(/(?:ing|ed|es|s|tion|ment|ation)$/, '');
  return (stem.length >= 3 ? stem : word).replace(/(.)\1$/, '$1').replace(/[ey]$/, '');
}

/** The tasks that a task's text names as coming before or after it. */
export function namedIn(
  source: string,
  { place, isDone }: Entry,
  names: TaskNames,
  own: number,
): NamedTasks[] {
  if (isDone) return [];
  return Array.from(source.slice(0, 1000).matchAll(REFERENCE), ({ 0: word, index }) => {
    const phrase =
      /^\(?([^.;()]{1,90})/.exec(source.slice(index + word.length, index + word.length + 90))?.[1] ?? '';
    return resolved(word, phrase, index);
  }).filter((named) => named !== undefined);

  function resolved(word: string, phrase: string, index: number): NamedTasks | undefined {
    const ahead = source.slice(Math.max(0, index - 24), index);
    if (AT_A_TIME.test(ahead)) return undefined;
    const is = BEFORE.test(word) && !/\b(?:not|never)\s+$/i.test(ahead) ? 'before' : 'after';
    const [whole, kind, labels] = LABELS.exec(phrase) ?? [];
    const isWeak = /^(?:needs?|requires?|when|following|until)/i.test(word) && !/^(?:until)/i.test(word);
    if (
      whole !== undefined &&
      labels !== undefined &&
      !UNIT.test(phrase.slice(whole.length)) &&
      (kind !== undefined ||
        /\d/.test(labels) ||
        /^[A-Z]/.test(phrase) ||
        /^\s*(?:[.,;)]|is\b|are\b|$)/.test(phrase.slice(whole.length)))
    ) {
      const [, also = ''] = ALSO_LABELLED.exec(phrase.slice(whole.length)) ?? [];
      const tasks = names.labelled(`${labels} ${also}`, place);
      if (tasks.length > 0) return { is, tasks, isLabelled: true };
    }
    const [, few] = /^the first (two|three|four|five)\b/i.exec(phrase) ?? [];
    if (few !== undefined && place.list !== undefined)
      return {
        is,
        tasks: names.firstOf(place, ['two', 'three', 'four', 'five'].indexOf(few.toLowerCase()) + 2),
      };
    const [, ordinal] = ORDINAL.exec(phrase) ?? [];
    if (ordinal !== undefined && place.list !== undefined) {
      const tasks = names.labelled(`${ORDINALS.indexOf(ordinal.toLowerCase()) + 1}`, place);
      if (tasks.length > 0) return { is, tasks };
    }
    if (/^if/i.test(word)) {
      const tasks = names.about(clauseOf(phrase), own).filter((at) => at < own);
      return tasks.length > 0 ? { is, tasks } : undefined;
    }
    if (is === 'before') {
      const tasks = names.about(clauseOf(phrase), own);
      return tasks.length > 0 ? { is, tasks } : undefined;
    }
    if (/^(?:they|both|the two|all)\b/i.test(phrase)) {
      const tasks = names.about(clauseOf(phrase), own);
      return { is, tasks: tasks.length > 1 ? tasks : 'all' };
    }
    if (ALL_BEFORE.test(phrase)) return { is, tasks: 'all' };
    if (ONE_BEFORE.test(phrase))
      return isWeak && !/^(?:when)/i.test(word) ? undefined : { is, tasks: 'previous' };
    const about = names.about(clauseOf(phrase), own);
    const earlier = about.filter((at) => at < own);
    const tasks = earlier.length > 0 || /^when/i.test(word) ? earlier : about;
    const isRemark = /[(,;—–-]\s*$/.test(ahead);
    return tasks.length > 0 && (isRemark || !/^needs?|^requires?/i.test(word)) ? { is, tasks } : undefined;
  }
}

const NAMED_FIRST = /(?:\d|[,;(–—-])\s*([\p{L}][\p{L}\d-]+) first[\s.!)]*$/iu;
/** A letter that is not a word: `Translate A into French`. */
const LETTER = /(?<=\s)([B-Z]|A(?=\s(?:into|to|and|with|from|for|in|is)\b|[.,;)]|$))(?![\p{L}\d'’.&/+#-])/gu;

/** The earlier items that an item mentions without words of order: `B. Translate A`, `kotlin 2.0, gradle first`. */
export function mentionedBefore({ source, place }: Entry, names: TaskNames, own: number): number[] {
  const text = source.slice(0, 400);
  const [, first = ''] = NAMED_FIRST.exec(text) ?? [];
  const letters = /^[a-z]$/.test(place.label ?? '')
    ? Array.from(text.matchAll(LETTER), ([letter]) => letter)
    : [];
  const found = [...names.about(first, own), ...names.labelled(letters.join(' '), place)];
  return found.filter((at) => at < own).slice(first === '' ? 0 : -1);
}

function clauseOf(phrase: string): string {
  return phrase.split(/,\s|\s(?:and|so|because|but)\s/)[0] ?? phrase;
}
