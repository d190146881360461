import { IdTable } from './id-table.ts';

/** Up to this many are searched linearly. */
const FEW = 32;
const NONE: readonly number[] = [];

/** Unique ids in insertion order. Copying is free, as with the tables used for long lists. */
export class OrderedIds {
  /** All ids, unless there are many. */
  #few: readonly number[] = NONE;
  #many: { readonly places: IdTable<number>; readonly ids: IdTable<number> } | undefined;
  /** The position of the next id in a long list. */
  #next = 0;

  /** `from`: the initial ids. The original is not changed. */
  constructor(from?: OrderedIds) {
    if (from === undefined) return;
    this.#few = from.#few;
    this.#next = from.#next;
    if (from.#many === undefined) return;
    const { places, ids } = from.#many;
    this.#many = { places: new IdTable(places), ids: new IdTable(ids) };
  }

  get size(): number {
    return this.#many?.places.size ?? this.#few.length;
  }

  add(id: number): void {
    if (this.#many) this.#addToMany(id);
    else if (this.#few.includes(id)) return;
    else if (this.#few.length < FEW) this.#few = this.#few.length === 0 ? [id] : [...this.#few, id];
    else {
      this.#many = { places: new IdTable(), ids: new IdTable() };
      for (const each of [...this.#few, id]) this.#addToMany(each);
      this.#few = NONE;
    }
  }

  delete(id: number): void {
    if (this.#many) this.#deleteFromMany(id);
    else if (this.#few.includes(id)) this.#few = this.#few.filter((each) => each !== id);
  }

  values(): readonly number[] {
    return this.#many?.ids.values() ?? this.#few;
  }

  #addToMany(id: number): void {
    if (this.#many === undefined || this.#many.places.has(id)) return;
    this.#many.places.set(id, this.#next);
    this.#many.ids.set(this.#next, id);
    this.#next += 1;
  }

  #deleteFromMany(id: number): void {
    const place = this.#many?.places.get(id);
    if (this.#many === undefined || place === undefined) return;
    this.#many.places.delete(id);
    this.#many.ids.delete(place);
    if (this.size > 0) return;
    this.#many = undefined;
    this.#next = 0;
  }
}
