/** What a file has in place of a text may be anything, also something that has no text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
