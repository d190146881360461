/** The address that shows two sessions side by side. */
export function compareAddress(left: string, right: string): string {
  return `/compare?${new URLSearchParams({ left, right })}`;
}
