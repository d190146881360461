/** The title of a session beside its partner's: without their common beginning, up to a colon. */
export function sideName(title: string, other: string): string {
  const colon = title.lastIndexOf(': ');
  if (colon < 0) return title;
  const common = title.slice(0, colon);
  return other === common || other.startsWith(`${common}: `) ? title.slice(colon + 2) : title;
}
