import { AppendList } from '../collections/append-list.ts';
import { AppendSet } from '../collections/append-set.ts';
import { PersistentMap } from '../collections/persistent-map.ts';

const MAP = '$map';
const LIST = '$list';
const SET = '$set';
const TAGS: readonly string[] = [MAP, LIST, SET];

/** Plain data that may contain the kernel's maps, lists and sets, as JSON for {@link unpackState}. */
export function packState(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(packState);
  if (value instanceof PersistentMap) return { [MAP]: [...value].map(packState) };
  if (value instanceof AppendList) return { [LIST]: [...value].map(packState) };
  if (value instanceof AppendSet) return { [SET]: [...value].map(packState) };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [escaped(key), packState(inner)]));
}

/** Restores what {@link packState} packed. */
export function unpackState(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(unpackState);
  const [[tag, inner] = ['', undefined]] = Object.entries(value);
  if (TAGS.includes(tag) && Array.isArray(inner)) return unpackedCollection(tag, inner.map(unpackState));
  return Object.fromEntries(
    Object.entries(value).map(([key, packed]) => [unescaped(key), unpackState(packed)]),
  );
}

function unpackedCollection(tag: string, items: readonly unknown[]): unknown {
  // Only entries are packed under that tag.
  if (tag === MAP) return PersistentMap.from(items as readonly (readonly [string, unknown])[]);
  return tag === LIST
    ? AppendList.from(items)
    : items.reduce<AppendSet<unknown>>((set, key) => set.add(key), AppendSet.empty());
}

/** A fact may have fields named like a tag. */
function escaped(key: string): string {
  return /^\$+(?:map|list|set)$/.test(key) ? `$${key}` : key;
}

function unescaped(key: string): string {
  return /^\$\$+(?:map|list|set)$/.test(key) ? key.slice(1) : key;
}
