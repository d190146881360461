/** The value of a file's text field, which may be anything, even without a text form. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
