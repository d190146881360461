/** A stretch of what was said, and how much there is before it. */
export interface SaidPage<Item> {
  readonly said: readonly Item[];
  readonly saidBefore: number;
}

/**
 * The last things that were said, or the last ones before a seq. There may be one more than asked for: what one fact
 * tells in two ways stays together, so that a seq always names the place between two pages.
 */
export function saidPage<Item extends { readonly seq: number }>(
  all: readonly Item[],
  {
    before = Number.POSITIVE_INFINITY,
    limit,
  }: { readonly before?: number | undefined; readonly limit: number },
): SaidPage<Item> {
  const end = all.findLastIndex(({ seq }) => seq < before) + 1;
  let start = Math.max(0, end - limit);
  while (start > 0 && all[start - 1]?.seq === all[start]?.seq) start -= 1;
  return { said: all.slice(start, end), saidBefore: start };
}
