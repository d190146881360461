/** An item with a key that is unique in its list. */
export interface Keyed<Item> {
  readonly key: string;
  readonly item: Item;
}

/** Gives a module's items unique keys for rendering: their ids, numbered if they repeat. */
export function keyed<Item>(items: readonly Item[], idOf: (item: Item) => string): readonly Keyed<Item>[] {
  const used = new Map<string, number>();
  return items.map((item) => {
    const id = idOf(item);
    const count = (used.get(id) ?? 0) + 1;
    used.set(id, count);
    return { key: count === 1 ? id : `${id} (${count})`, item };
  });
}
