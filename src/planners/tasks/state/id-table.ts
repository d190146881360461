const BITS = 5;
const WIDTH = 32;
const MASK = WIDTH - 1;
/** Above this level, digits are beyond 32-bit operators. */
const SHIFTED_LEVELS = 6;
const NONE: never[] = [];

/** Identifies the only table that may change a node in place, until another table is created from it. */
type Owner = object;

/** `children` above level 0, `values` at it. */
class Node<Value> {
  readonly owner: Owner;
  readonly children: (Node<Value> | undefined)[];
  readonly values: (Value | undefined)[];
  /** The number of children or values. */
  count: number;

  constructor(owner: Owner, children: (Node<Value> | undefined)[], values: (Value | undefined)[], count = 0) {
    this.owner = owner;
    this.children = children;
    this.values = values;
    this.count = count;
  }
}

/**
 * A persistent map from integers to values, in ascending order. Creating a table from another one takes constant time,
 * and neither sees later changes of the other: shared nodes are copied before they are changed, others are changed in
 * place, which is as fast as a `Map`.
 */
export class IdTable<Value extends object | number | string> {
  #root: Node<Value> | undefined;
  #height = 0;
  /** The first id beyond the root. */
  #end = WIDTH;
  #size = 0;
  #owner: Owner | undefined;

  /** `from`: the initial values. The original is not changed. */
  constructor(from?: IdTable<Value>) {
    if (from === undefined) return;
    this.#root = from.#root;
    this.#height = from.#height;
    this.#end = from.#end;
    this.#size = from.#size;
    // From now on its nodes are shared.
    from.#owner = undefined;
  }

  get size(): number {
    return this.#size;
  }

  get(id: number): Value | undefined {
    if (id >= this.#end) return undefined;
    let node = this.#root;
    for (let level = this.#height; level > 0 && node !== undefined; level--) {
      node = node.children[digit(id, level)];
    }
    return node?.values[id & MASK];
  }

  has(id: number): boolean {
    return this.get(id) !== undefined;
  }

  /** The value with the smallest id. */
  first(): Value | undefined {
    let node = this.#root;
    for (let level = this.#height; level > 0 && node !== undefined; level--) {
      node = node.children.find(isThere);
    }
    return node?.values.find(isThere);
  }

  /** All values, sorted by id. */
  values(): Value[] {
    const values: Value[] = [];
    if (this.#root) collect(this.#root, this.#height, values);
    return values;
  }

  set(id: number, value: Value): void {
    this.#owner ??= {};
    const owner = this.#owner;
    const root = this.#root;
    let node = id < this.#end && root?.owner === owner ? root : this.#rootFor(id, owner);
    for (let level = this.#height; level > 0; level--) {
      const at = digit(id, level);
      const child = node.children[at];
      if (child?.owner === owner) {
        node = child;
        continue;
      }
      if (child === undefined) node.count += 1;
      const own: Node<Value> = child ? owned(child, owner) : emptyNode(owner, level - 1);
      node.children[at] = own;
      node = own;
    }
    const at = id & MASK;
    if (node.values[at] === undefined) {
      node.count += 1;
      this.#size += 1;
    }
    node.values[at] = value;
  }

  delete(id: number): void {
    if (this.#root === undefined || !this.has(id)) return;
    this.#size -= 1;
    this.#owner ??= {};
    this.#root = without(this.#root, id, this.#height, this.#owner);
    if (this.#root) return;
    this.#height = 0;
    this.#end = WIDTH;
  }

  /** A root that is large enough for the id. */
  #rootFor(id: number, owner: Owner): Node<Value> {
    let root = this.#root && owned(this.#root, owner);
    while (id >= this.#end) {
      this.#height += 1;
      this.#end *= WIDTH;
      if (root === undefined) continue;
      const above = emptyNode<Value>(owner, this.#height);
      above.children[0] = root;
      above.count = 1;
      root = above;
    }
    this.#root = root ?? emptyNode(owner, this.#height);
    return this.#root;
  }
}

function digit(id: number, level: number): number {
  return (level < SHIFTED_LEVELS ? id >>> (BITS * level) : id / WIDTH ** level) & MASK;
}

function emptyNode<Value>(owner: Owner, level: number): Node<Value> {
  return level > 0
    ? new Node<Value>(owner, new Array(WIDTH).fill(undefined), NONE)
    : new Node<Value>(owner, NONE, new Array(WIDTH).fill(undefined));
}

function owned<Value>(node: Node<Value>, owner: Owner): Node<Value> {
  if (node.owner === owner) return node;
  const { children, values, count } = node;
  return new Node(
    owner,
    children.length === 0 ? NONE : children.slice(),
    values.length === 0 ? NONE : values.slice(),
    count,
  );
}

/** The node without an id below it; undefined if it becomes empty. */
function without<Value>(node: Node<Value>, id: number, level: number, owner: Owner): Node<Value> | undefined {
  const at = digit(id, level);
  const own = owned(node, owner);
  if (level === 0) {
    own.values[at] = undefined;
    own.count -= 1;
  } else {
    const child = own.children[at];
    const rest = child && without(child, id, level - 1, owner);
    own.children[at] = rest;
    if (rest === undefined) own.count -= 1;
  }
  return own.count === 0 ? undefined : own;
}

function collect<Value>(node: Node<Value>, level: number, into: Value[]): void {
  if (level === 0) {
    for (const value of node.values) if (value !== undefined) into.push(value);
    return;
  }
  for (const child of node.children) if (child !== undefined) collect(child, level - 1, into);
}

function isThere(value: unknown): boolean {
  return value !== undefined;
}
