const BITS = 5;
const MASK = 31;
/** The number of bits in a hash. */
const HASH_BITS = 32;

/** The key of a persistent map. As in a `Map`, 1 and '1' are different keys. */
export type MapKey = string | number;

/** A key, its hash and its slot. */
export interface Leaf {
  readonly hash: number;
  readonly key: MapKey;
  readonly place: number;
}

/** Keys with identical hashes. */
interface Collision {
  readonly leaves: readonly Leaf[];
}

/** `bitmap` says which of the 32 children exist; they are stored side by side. */
interface Branch {
  readonly bitmap: number;
  readonly children: readonly Node[];
}

type Node = Leaf | Collision | Branch;

/** Maps each key to its slot: an immutable hash array mapped trie. `undefined` is the empty one. */
export type KeyTrie = Node | undefined;

/** The slot of a key; `undefined` if it is missing. */
export function placeOf(trie: KeyTrie, key: MapKey, hash: number): number | undefined {
  let node = trie;
  for (let shift = 0; node !== undefined && 'bitmap' in node; shift += BITS) {
    const bit = bitOf(hash, shift);
    node = node.bitmap & bit ? node.children[indexOf(node.bitmap, bit)] : undefined;
  }
  if (node === undefined) return undefined;
  if ('leaves' in node) return node.leaves.find((leaf) => isSame(leaf, hash, key))?.place;
  return isSame(node, hash, key) ? node.place : undefined;
}

/** The trie with the key at this slot. */
export function withKey(trie: KeyTrie, leaf: Leaf): KeyTrie {
  return inserted(trie, leaf, 0);
}

/** The trie without the key. */
export function withoutKey(trie: KeyTrie, wanted: Pick<Leaf, 'hash' | 'key'>): KeyTrie {
  return trie && removed(trie, wanted, 0);
}

function inserted(node: KeyTrie, leaf: Leaf, shift: number): Node {
  if (node === undefined) return leaf;
  if ('bitmap' in node) return insertedInBranch(node, leaf, shift);
  if ('leaves' in node) return { leaves: [...node.leaves.filter((other) => !isSameKey(other, leaf)), leaf] };
  if (isSameKey(node, leaf)) return leaf;
  if (shift >= HASH_BITS) return { leaves: [node, leaf] };
  const branch = { bitmap: bitOf(node.hash, shift), children: [node] };
  return insertedInBranch(branch, leaf, shift);
}

function insertedInBranch({ bitmap, children }: Branch, leaf: Leaf, shift: number): Branch {
  const bit = bitOf(leaf.hash, shift);
  const index = indexOf(bitmap, bit);
  if (bitmap & bit) {
    const copy = children.slice();
    copy[index] = inserted(children[index], leaf, shift + BITS);
    return { bitmap, children: copy };
  }
  return { bitmap: bitmap | bit, children: children.toSpliced(index, 0, leaf) };
}

function removed(node: Node, wanted: Pick<Leaf, 'hash' | 'key'>, shift: number): KeyTrie {
  if ('leaves' in node) {
    const [first, ...others] = node.leaves.filter((leaf) => !isSameKey(leaf, wanted));
    return first && others.length === 0 ? first : { leaves: first ? [first, ...others] : [] };
  }
  if (!('bitmap' in node)) return isSameKey(node, wanted) ? undefined : node;
  const { bitmap, children } = node;
  const bit = bitOf(wanted.hash, shift);
  const index = indexOf(bitmap, bit);
  const child = bitmap & bit ? children[index] : undefined;
  if (child === undefined) return node;
  const rest = removed(child, wanted, shift + BITS);
  if (rest !== undefined) {
    // A branch with a single leaf is that leaf.
    if (children.length === 1 && !('bitmap' in rest)) return rest;
    return { bitmap, children: children.with(index, rest) };
  }
  const others = children.toSpliced(index, 1);
  const [only] = others;
  if (only === undefined) return undefined;
  return others.length === 1 && !('bitmap' in only) ? only : { bitmap: bitmap & ~bit, children: others };
}

function bitOf(hash: number, shift: number): number {
  return 1 << ((hash >>> shift) & MASK);
}

/** How many children precede that of a bit. */
function indexOf(bitmap: number, bit: number): number {
  let bits = bitmap & (bit - 1);
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function isSame(leaf: Leaf, hash: number, key: MapKey): boolean {
  return leaf.hash === hash && Object.is(leaf.key, key);
}

function isSameKey(leaf: Leaf, { hash, key }: Pick<Leaf, 'hash' | 'key'>): boolean {
  return isSame(leaf, hash, key);
}

/** A 32-bit hash of a key. */
export function hashOf(key: MapKey): number {
  if (typeof key === 'number' && Number.isInteger(key) && Math.abs(key) <= 0x7fffffff) return mixed(key | 0);
  const text = String(key);
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mixed(hash);
}

/** Spreads differences in a few bits over all bits. */
function mixed(bits: number): number {
  let hash = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
