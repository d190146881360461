import { isPlainObject } from '../../../journal/integrity/canonical-json.ts';
import { schemaInstance } from '../../../model/offline/schema-instance.ts';
import { argumentProblem } from '../file/input-schema.ts';

const MAX_ENTRIES = 2;
const MAX_ITEMS = 3;

/** Arguments for a schema, from the agent's knowledge under their names, and invented otherwise. */
export function argumentsFrom(
  knowledge: unknown,
  inputSchema: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const known = leavesOf(knowledge);
  const lines = known.map(([name, value]) => `${name}: ${String(value)}`);
  const instance = schemaInstance(inputSchema, { messages: [{ role: 'user', text: lines.join('\n') }] });
  const names = isPlainObject(inputSchema.properties) ? Object.keys(inputSchema.properties) : [];
  let args = isPlainObject(instance) ? instance : {};
  for (const [name, value] of known.filter(([name]) => names.includes(name))) {
    const better = { ...args, [name]: value };
    if (argumentProblem(inputSchema, better) === undefined) args = better;
  }
  return args;
}

/**
 * The part of an agent's knowledge that a tool is about: the entries that share most words with its name and
 * description.
 */
export function knowledgeAbout(tool: string, knowledge: unknown): Readonly<Record<string, unknown>> {
  if (!isPlainObject(knowledge)) return {};
  const wanted = stemsOf(tool);
  const ranked = Object.entries(knowledge)
    .map(([name, value]) => ({ name, value, shared: sharedStems(wanted, name, value) }))
    .toSorted((a, b) => b.shared - a.shared);
  const related = ranked.filter(({ shared }) => shared > 0).slice(0, MAX_ENTRIES);
  const chosen = related.length > 0 ? related : ranked.slice(0, 1);
  return Object.fromEntries(
    chosen.map(({ name, value }) => [name, Array.isArray(value) ? value.slice(0, MAX_ITEMS) : value]),
  );
}

/** The name of an entry says more about it than the names inside. */
function sharedStems(wanted: ReadonlySet<string>, name: string, value: unknown): number {
  const inside = new Set(leavesOf(value).flatMap(([leaf]) => [...stemsOf(leaf)]));
  const count = (stems: Iterable<string>) => [...stems].filter((stem) => wanted.has(stem)).length;
  return 3 * count(stemsOf(name)) + count(inside);
}

function stemsOf(text: string): Set<string> {
  return new Set((spoken(text).match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, 5)));
}

/** Every scalar value in a JSON value, with its name. */
function leavesOf(value: unknown, name = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return name === '' ? [] : [[name, value]];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, Array.isArray(value) ? name : key));
}

/** A JSON value as a list. */
export function itemised(value: unknown): string {
  return leavesOf(value)
    .map(([name, inner]) => `- ${spoken(name)}: ${String(inner)}`)
    .join('\n');
}

/** `findOpenSlots` and `find_open_slots` as words. */
export function spoken(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
}
