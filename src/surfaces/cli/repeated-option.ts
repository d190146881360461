/** Collects the values of a repeated option. */
export function collected(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
