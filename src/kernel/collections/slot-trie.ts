const BITS = 5;
const WIDTH = 1 << BITS;
const MASK = WIDTH - 1;

/** The content of a slot: an object that is not an array, so that it differs from a node. */
export interface Entry<K, V> {
  readonly key: K;
  readonly value: V;
}

/** A node has entries at the lowest level and nodes above it; an empty node marks a cleared slot. */
type Node<K, V> = readonly (Node<K, V> | Entry<K, V>)[];

/**
 * Numbered slots that can be filled and cleared without changing earlier versions; every step copies a few short
 * arrays.
 */
export class SlotTrie<K, V> {
  readonly #root: Node<K, V>;
  /** How far the slot number is shifted at the root. */
  readonly #shift: number;
  /** The first slot that was never filled. */
  readonly length: number;

  private constructor(root: Node<K, V>, shift: number, length: number) {
    this.#root = root;
    this.#shift = shift;
    this.length = length;
  }

  static empty<K, V>(): SlotTrie<K, V> {
    return new SlotTrie<K, V>([], 0, 0);
  }

  at(place: number): Entry<K, V> | undefined {
    let node: Node<K, V> | Entry<K, V> | undefined = this.#root;
    for (let shift = this.#shift; shift >= 0; shift -= BITS) {
      if (node === undefined || !isNode(node)) return undefined;
      node = node[(place >>> shift) & MASK];
    }
    return node === undefined || isNode(node) ? undefined : node;
  }

  push(entry: Entry<K, V>): SlotTrie<K, V> {
    const isFull = this.length === WIDTH << this.#shift;
    const root = isFull ? [this.#root] : this.#root;
    const shift = isFull ? this.#shift + BITS : this.#shift;
    return new SlotTrie(withSlot(root, shift, this.length, entry), shift, this.length + 1);
  }

  set(place: number, entry: Entry<K, V>): SlotTrie<K, V> {
    return new SlotTrie(withSlot(this.#root, this.#shift, place, entry), this.#shift, this.length);
  }

  /** Clears a slot. The others keep their numbers. */
  clear(place: number): SlotTrie<K, V> {
    return new SlotTrie(withSlot(this.#root, this.#shift, place, []), this.#shift, this.length);
  }

  /** The entries of filled slots, in order. */
  entries(): Generator<Entry<K, V>, undefined> {
    return entriesOf(this.#root);
  }
}

function isNode<K, V>(node: Node<K, V> | Entry<K, V>): node is Node<K, V> {
  return Array.isArray(node);
}

function withSlot<K, V>(
  node: Node<K, V>,
  shift: number,
  place: number,
  slot: Entry<K, V> | Node<K, V>,
): Node<K, V> {
  const index = (place >>> shift) & MASK;
  const copy = node.slice();
  const child = copy[index];
  copy[index] =
    shift === 0
      ? slot
      : withSlot(child !== undefined && isNode(child) ? child : [], shift - BITS, place, slot);
  return copy;
}

function* entriesOf<K, V>(node: Node<K, V>): Generator<Entry<K, V>, undefined> {
  for (const child of node) {
    if (isNode(child)) yield* entriesOf(child);
    else yield child;
  }
}
