const BITS = 5;
const WIDTH = 1 << BITS;
const MASK = WIDTH - 1;

/** A node holds slots at the lowest level, and nodes above it. */
type Node<T> = readonly (Node<T> | Slot<T>)[];

/** What stands at a place. */
export interface Slot<T> {
  readonly value: T;
}

/** Numbered places that can be filled and emptied without changing earlier versions; every step copies a few short arrays. */
export class SlotTrie<T> {
  readonly #root: Node<T>;
  /** How far the place is shifted at the root. */
  readonly #shift: number;
  /** The first place that was never filled. */
  readonly length: number;

  private constructor(root: Node<T>, shift: number, length: number) {
    this.#root = root;
    this.#shift = shift;
    this.length = length;
  }

  static empty<T>(): SlotTrie<T> {
    return new SlotTrie<T>([], 0, 0);
  }

  at(place: number): T | undefined {
    let node: Node<T> | Slot<T> | undefined = this.#root;
    for (let shift = this.#shift; shift >= 0; shift -= BITS) {
      if (node === undefined || !isNode(node)) return undefined;
      node = node[(place >>> shift) & MASK];
    }
    return node === undefined || isNode(node) ? undefined : node.value;
  }

  push(value: T): SlotTrie<T> {
    const isFull = this.length === WIDTH << this.#shift;
    const root = isFull ? [this.#root] : this.#root;
    const shift = isFull ? this.#shift + BITS : this.#shift;
    return new SlotTrie(withSlot(root, { shift, place: this.length }, { value }), shift, this.length + 1);
  }

  set(place: number, value: T): SlotTrie<T> {
    return new SlotTrie(
      withSlot(this.#root, { shift: this.#shift, place }, { value }),
      this.#shift,
      this.length,
    );
  }

  /** Empties a place. The others keep their numbers. */
  clear(place: number): SlotTrie<T> {
    const root = withSlot(this.#root, { shift: this.#shift, place }, []);
    return new SlotTrie(root, this.#shift, this.length);
  }

  /** What stands in the places that are filled, in their order. */
  *values(): Generator<T, undefined> {
    yield* valuesOf(this.#root);
  }
}

function isNode<T>(node: Node<T> | Slot<T>): node is Node<T> {
  return Array.isArray(node);
}

function withSlot<T>(
  node: Node<T>,
  { shift, place }: { readonly shift: number; readonly place: number },
  slot: Slot<T> | Node<T>,
): Node<T> {
  const index = (place >>> shift) & MASK;
  const copy = node.slice();
  const child = copy[index];
  copy[index] =
    shift === 0
      ? slot
      : withSlot(child !== undefined && isNode(child) ? child : [], { shift: shift - BITS, place }, slot);
  return copy;
}

function* valuesOf<T>(node: Node<T>): Generator<T, undefined> {
  for (const child of node) {
    if (isNode(child)) yield* valuesOf(child);
    else yield child.value;
  }
}
