/** A number with its noun: 1 fact, 2 facts. */
export function pluralize(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
