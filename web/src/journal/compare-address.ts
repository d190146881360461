/** The address at which two sessions stand side by side. */
export function compareAddress(left: string, right: string): string {
  return `/compare?${new URLSearchParams({ left, right })}`;
}
