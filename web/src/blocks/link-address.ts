const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/** The address of a link that is safe to follow; undefined for a script, a file or a relative address. */
export function linkAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return SCHEMES.has(protocol) ? href : undefined;
}
