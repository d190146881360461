/** An item with a key that no other item of its list has. */
export interface Keyed<Item> {
  readonly key: string;
  readonly item: Item;
}

/** Gives the items of a module keys to render by: ids as far as they are unique, and otherwise with a number. */
export function keyed<Item>(items: readonly Item[], idOf: (item: Item) => string): readonly Keyed<Item>[] {
  const used = new Map<string, number>();
  return items.map((item) => {
    const id = idOf(item);
    const count = (used.get(id) ?? 0) + 1;
    used.set(id, count);
    return { key: count === 1 ? id : `${id} (${count})`, item };
  });
}
