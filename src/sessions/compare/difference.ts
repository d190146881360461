import { z } from 'zod';
import { sameJson } from '../../kernel/session/same-json.ts';
import { fileNames, messageLabel } from '../view/message-label.ts';

/** One difference, for people. */
export const Change = z.strictObject({
  path: z
    .string()
    .describe('Its path: /planner/tasks/3/status, with the keys of items rather than their positions.'),
  label: z.string().describe('A label: Task 3 “Write the tests” · status.'),
  change: z.enum(['added', 'removed', 'changed', 'moved']),
  before: z.unknown().optional().describe('The old value; for a moved item its position, from 1.'),
  after: z.unknown().optional(),
});
export type Change = Readonly<z.infer<typeof Change>>;

type Json = Readonly<Record<string, unknown>>;

/** A list whose items have a key, and what they are called. */
interface Kind {
  /** The name of the list. */
  readonly list: string;
  readonly key: string;
  readonly noun: string;
  /** The field by which people know an item. */
  readonly name: string | undefined;
}

/** Fields that identify items of a list, the most reliable first. */
const KEYS = ['id', 'stepId', 'composeId', 'requestId', 'qid', 'number', 'key', 'name'] as const;
/** Fields by which people know an item, the most informative first. */
const NAMES = ['title', 'name', 'description', 'goal', 'prompt', 'text', 'label'] as const;

/** The kind of a list, if its items have a name or a number. Any other list is a single value. */
function kindOf(list: string, before: readonly unknown[], after: readonly unknown[]): Kind | undefined {
  const items = [...before, ...after];
  if (items.length === 0 || !items.every(isObject)) return undefined;
  const key = KEYS.find((each) => hasDistinct(before, each) && hasDistinct(after, each));
  if (key === undefined) return undefined;
  const name = NAMES.find((each) => each !== key && items.some((item) => textOf(item[each]) !== undefined));
  return { list, key, noun: nounOf(list), name };
}

function hasDistinct(items: readonly unknown[], key: string): boolean {
  const values = items.map((item) => (isObject(item) ? item[key] : undefined));
  const isKey = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  return values.every(isKey) && new Set(values).size === values.length;
}

/** `activities` as “Activity”, `openTasks` as “Open task”, `thingsToDo` as “Thing to do”. */
function nounOf(list: string): string {
  const words = worded(list)
    .replace(/ies$/, 'y')
    .replace(/(?<!s)s(?=$| to | of )/, '');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const MAX_NAME_LENGTH = 60;

/** The position in the comparison, as a path and in words. */
interface Place {
  readonly path: string;
  readonly words: readonly string[];
  /** The labels of fields, by path. */
  readonly labels: ReadonlyMap<string, string>;
}

/**
 * All differences between two values of plain JSON, in order. `labels` has the names of fields at some paths;
 * others are named by their keys.
 */
export function differences(
  before: unknown,
  after: unknown,
  labels: ReadonlyMap<string, string> = new Map(),
): readonly Change[] {
  return [...compared(before, after, { path: '', words: [], labels })];
}

function* compared(before: unknown, after: unknown, place: Place): Generator<Change> {
  if (isObject(before) && isObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      yield* comparedField(key, before[key], after[key], place);
    }
  } else if (!isSame(before, after)) yield changeAt(place, before, after);
}

/** An empty field is equal to a missing one. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || (one ?? null) === (other ?? null) || sameJson(one, other);
}

function* comparedField(key: string, before: unknown, after: unknown, place: Place): Generator<Change> {
  const path = `${place.path}/${escaped(key)}`;
  const [old, news] = [before ?? [], after ?? []];
  const kind = isList(old) && isList(news) ? kindOf(key, old, news) : undefined;
  if (kind) {
    yield* comparedList(kind, old as readonly Json[], news as readonly Json[], { ...place, path });
    return;
  }
  // The planner's result is what most differences are about; its name adds nothing.
  const words = key === 'planner' ? place.words : [...place.words, place.labels.get(path) ?? worded(key)];
  yield* compared(before, after, { ...place, path, words });
}

function* comparedList(
  kind: Kind,
  before: readonly Json[],
  after: readonly Json[],
  place: Place,
): Generator<Change> {
  const old = byKey(kind, before);
  const news = byKey(kind, after);
  const common = [...news].flatMap(([key, { at }]) => {
    const was = old.get(key);
    return was ? [{ key, was: was.at, at }] : [];
  });
  const stays = longestInOrder(common);
  for (const [key, { item }] of old) {
    if (!news.has(key)) yield changeAt(placeOf(kind, key, item, place), item, undefined);
  }
  const shifts = shiftsIn(old, news);
  for (const [key, { item, at }] of news) {
    const was = old.get(key);
    const where = placeOf(kind, key, item, place);
    if (was === undefined) {
      yield changeAt(where, undefined, item);
      continue;
    }
    if (!stays.has(key)) yield { ...labelled(where), change: 'moved', before: was.at + 1, after: at + 1 };
    yield* compared(without(was.item, shifts), without(item, shifts), where);
  }
  for (const { field, by, count } of shifts) {
    const where = {
      ...place,
      path: `${place.path}/*/${escaped(field)}`,
      words: [...place.words, `${count} ${worded(kind.list)}`, worded(field)],
    };
    yield { ...labelled(where), change: 'changed', after: `${by > 0 ? '+' : '−'}${Math.abs(by)} each` };
  }
}

/** A number that differs by the same amount in several items: they shift together, as one difference. */
interface Shift {
  readonly field: string;
  readonly by: number;
  readonly count: number;
}

const MIN_SHIFTED = 2;

/** A field counts if it differs by a single amount wherever it differs, in at least two items. */
function shiftsIn(
  old: ReadonlyMap<string, { readonly item: Json }>,
  news: ReadonlyMap<string, { readonly item: Json }>,
): readonly Shift[] {
  const amounts = new Map<string, number[]>();
  for (const [key, { item }] of news) {
    const was = old.get(key)?.item;
    for (const [field, value] of Object.entries(was ? item : {})) {
      const before = was?.[field];
      if (typeof value !== 'number' || typeof before !== 'number' || value === before) continue;
      amounts.set(field, [...(amounts.get(field) ?? []), value - before]);
    }
  }
  return [...amounts].flatMap(([field, all]) => {
    const [by] = all;
    const isOne = by !== undefined && all.length >= MIN_SHIFTED && all.every((each) => each === by);
    return isOne ? [{ field, by, count: all.length }] : [];
  });
}

function without(item: Json, shifts: readonly Shift[]): Json {
  if (shifts.length === 0) return item;
  return Object.fromEntries(
    Object.entries(item).filter(([key]) => !shifts.some(({ field }) => field === key)),
  );
}

function byKey(
  { key }: Kind,
  items: readonly Json[],
): Map<string, { readonly item: Json; readonly at: number }> {
  return new Map(items.map((item, at) => [String(item[key]), { item, at }]));
}

/**
 * The keys of the most items that are in the same order as before: all others have moved. A longest increasing
 * subsequence by patience sorting.
 */
function longestInOrder(
  items: readonly { readonly key: string; readonly was: number }[],
): ReadonlySet<string> {
  interface Run {
    readonly key: string;
    readonly was: number;
    readonly before: Run | undefined;
  }
  const ends: Run[] = [];
  for (const { key, was } of items) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.was ?? 0) < was) low = middle + 1;
      else high = middle;
    }
    ends[low] = { key, was, before: ends[low - 1] };
  }
  const keys = new Set<string>();
  for (let run = ends.at(-1); run !== undefined; run = run.before) keys.add(run.key);
  return keys;
}

function placeOf(kind: Kind, key: string, item: Json, place: Place): Place {
  const { noun, name } = kind.noun === 'Message' ? messageLabel(item) : labelOf(kind, item);
  const quoted = name === undefined ? '' : ` “${shortened(name)}”`;
  // A number or a short name identifies an item if there is nothing else.
  const shown = /^\d{1,12}$/.test(key) || (name === undefined && /^\w{1,12}$/.test(key)) ? ` ${key}` : '';
  return {
    ...place,
    path: `${place.path}/${escaped(key)}`,
    words: [...place.words, `${noun}${shown}${quoted}`],
  };
}

function labelOf(
  { noun, name }: Kind,
  item: Json,
): { readonly noun: string; readonly name?: string | undefined } {
  return {
    noun,
    name: (name === undefined ? undefined : textOf(item[name])) ?? fileNames(item.attachedFiles),
  };
}

function changeAt(place: Place, before: unknown, after: unknown): Change {
  const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  return { ...labelled(place), change, before, after };
}

function labelled({ path, words }: Place): { readonly path: string; readonly label: string } {
  return { path: path || '/', label: words.join(' · ') || 'Everything' };
}

/** `waitingForClarification` as “waiting for clarification”. */
function worded(key: string): string {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_NAME_LENGTH ? `${line.slice(0, MAX_NAME_LENGTH - 1)}…` : line;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** As in a JSON Pointer (RFC 6901). */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
