/** One commit of an evolution chain. */
export interface CommitCard {
  readonly commitHash: string;
  /** The first parent; absent for a root. */
  readonly parentCommitHash?: string | null | undefined;
  readonly subject?: string | undefined;
  readonly changeSummary?: string | undefined;
}

const NONE = -1;
const FIRST_CAPACITY = 1024;

/**
 * Cards by hash, stored in columns rather than objects, so that a million of them fit. Jump pointers find ancestors:
 * they take one more number per commit, and reach any ancestor in logarithmic time. A parent without a card is known by
 * its hash. Each commit of a cycle counts as the end of the histories that lead to it, so the order of the cards does
 * not matter.
 */
export class CardIndex {
  readonly #nodes = new Map<string, number>();
  readonly #hashes: string[] = [];
  readonly #subjects: (string | undefined)[] = [];
  readonly #summaries: (string | undefined)[] = [];
  #parents = new Int32Array(FIRST_CAPACITY);
  #depths = new Int32Array(FIRST_CAPACITY);
  #jumps = new Int32Array(FIRST_CAPACITY);
  /** The cycle of each commit in one, each commit before its parent. */
  readonly #cycles = new Map<number, readonly number[]>();
  #cards = 0;
  /** Nodes below this number have a computed depth. */
  #settled = 0;

  /** The number of cards. */
  get size(): number {
    return this.#cards;
  }

  /** Adds cards, newest or oldest first. An existing card is replaced. */
  add(cards: Iterable<CommitCard>): void {
    for (const card of cards) this.addOne(card);
  }

  /** Adds one card. */
  addOne({ commitHash, parentCommitHash, subject, changeSummary }: CommitCard): void {
    const node = this.#nodeOf(commitHash);
    const parent = parentCommitHash ? this.#nodeOf(parentCommitHash) : NONE;
    const isNew = this.#subjects[node] === undefined;
    if (isNew) this.#cards += 1;
    // The depths of later nodes depend on their parent.
    if (node < this.#settled && parent !== this.#parents[node]) {
      this.#settled = 0;
      this.#cycles.clear();
    }
    this.#parents[node] = parent;
    this.#subjects[node] = subject ?? '';
    this.#summaries[node] = changeSummary ?? '';
  }

  /** The card of a commit, if there is one. */
  card(commitHash: string): CommitCard | undefined {
    const node = this.#nodes.get(commitHash);
    return node === undefined || this.#subjects[node] === undefined ? undefined : this.cardAt(node);
  }

  /** Whether the commit has a card. */
  has(commitHash: string): boolean {
    const node = this.#nodes.get(commitHash);
    return node !== undefined && this.#subjects[node] !== undefined;
  }

  /** The number of a commit that has a card or is named as a parent. */
  node(commitHash: string): number | undefined {
    return this.#nodes.get(commitHash);
  }

  hashAt(node: number): string {
    return this.#hashes[node] ?? '';
  }

  cardAt(node: number): CommitCard {
    const parent = this.#parents[node] ?? NONE;
    return {
      commitHash: this.hashAt(node),
      parentCommitHash: parent === NONE ? null : this.hashAt(parent),
      subject: this.#subjects[node] ?? '',
      changeSummary: this.#summaries[node] ?? '',
    };
  }

  /** The number of steps between a commit and its earliest known ancestor, or the cycle it leads to. */
  depth(node: number): number {
    this.#settle();
    return this.#depths[node] ?? 0;
  }

  /** The ancestor of a commit at a given depth, at most its own. */
  ancestor(node: number, depth: number): number {
    this.#settle();
    let at = node;
    while (this.#at(this.#depths, at) > depth) {
      const jump = this.#at(this.#jumps, at);
      at = this.#at(this.#depths, jump) >= depth ? jump : this.#at(this.#parents, at);
    }
    return at;
  }

  /** The number of steps between a commit and its earliest ancestor: in a cycle, the last one before it repeats. */
  stepsToEarliest(node: number): number {
    const cycle = this.#cycles.get(this.ancestor(node, 0));
    return this.depth(node) + (cycle === undefined ? 0 : cycle.length - 1);
  }

  /**
   * The number of steps between a commit and one of its ancestors, also around a cycle; undefined if it is not an
   * ancestor.
   */
  stepsTo(node: number, ancestor: number): number | undefined {
    const depth = this.depth(node);
    const end = this.ancestor(node, 0);
    const cycle = this.#cycles.get(end) ?? [];
    const above = this.depth(ancestor);
    if (above <= depth && this.ancestor(node, above) === ancestor) return depth - above;
    const place = cycle.indexOf(ancestor);
    return place === -1 ? undefined : depth + ((place - cycle.indexOf(end) + cycle.length) % cycle.length);
  }

  /** The first commit on the path from `other` that is an ancestor of `one`, including both. */
  commonAncestor(one: number, other: number): number | undefined {
    const depth = Math.min(this.depth(one), this.depth(other));
    let [a, b] = [this.ancestor(one, depth), this.ancestor(other, depth)];
    while (a !== b) {
      if (this.#at(this.#depths, a) === 0) {
        const [from, to] = [this.ancestor(one, 0), this.ancestor(other, 0)];
        return this.#cycles.get(from)?.includes(to) ? to : undefined;
      }
      const [jumpA, jumpB] = [this.#at(this.#jumps, a), this.#at(this.#jumps, b)];
      [a, b] = jumpA === jumpB ? [this.#at(this.#parents, a), this.#at(this.#parents, b)] : [jumpA, jumpB];
    }
    return a;
  }

  #at(column: Int32Array, node: number): number {
    return column[node] ?? NONE;
  }

  #nodeOf(hash: string): number {
    const known = this.#nodes.get(hash);
    if (known !== undefined) return known;
    const node = this.#hashes.length;
    if (node === this.#parents.length) this.#grow();
    this.#nodes.set(hash, node);
    this.#hashes.push(hash);
    this.#subjects.push(undefined);
    this.#summaries.push(undefined);
    this.#parents[node] = NONE;
    return node;
  }

  #grow(): void {
    const capacity = this.#parents.length * 2;
    const grown = (column: Int32Array) => {
      const larger = new Int32Array(capacity);
      larger.set(column);
      return larger;
    };
    this.#parents = grown(this.#parents);
    this.#depths = grown(this.#depths);
    this.#jumps = grown(this.#jumps);
  }

  /** Computes the depth and jump pointer of every node, parents before children. */
  #settle(): void {
    const count = this.#hashes.length;
    if (this.#settled === count) return;
    const [parents, depths, jumps] = [this.#parents, this.#depths, this.#jumps];
    const PENDING = -2;
    depths.fill(NONE, this.#settled, count);
    const waiting: number[] = [];
    for (let start = this.#settled; start < count; start++) {
      let at = start;
      while (at !== NONE && this.#at(depths, at) === NONE) {
        depths[at] = PENDING;
        waiting.push(at);
        at = this.#at(parents, at);
      }
      if (at !== NONE && this.#at(depths, at) === PENDING) this.#close(waiting.splice(waiting.indexOf(at)));
      for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
        const parent = this.#at(parents, node);
        depths[node] = parent === NONE ? 0 : this.#at(depths, parent) + 1;
        jumps[node] = parent === NONE ? node : this.#jumpOver(parent);
      }
    }
    this.#settled = count;
  }

  #close(cycle: readonly number[]): void {
    for (const node of cycle) {
      this.#depths[node] = 0;
      this.#jumps[node] = node;
      this.#cycles.set(node, cycle);
    }
  }

  #jumpOver(parent: number): number {
    const jump = this.#at(this.#jumps, parent);
    const beyond = this.#at(this.#jumps, jump);
    const [depth, first, second] = [parent, jump, beyond].map((node) => this.#at(this.#depths, node));
    return (depth ?? 0) - (first ?? 0) === (first ?? 0) - (second ?? 0) ? beyond : parent;
  }
}

/** Indexes cards for any number of trajectories, in one pass. */
export function indexCards(cards: Iterable<CommitCard>): CardIndex {
  const index = new CardIndex();
  index.add(cards);
  return index;
}
