const MAX_ID_LENGTH = 128;
/** The longest name of a session. */
export const MAX_NAME_LENGTH = 120;

/** A fork's id for this name, with a dash for each invalid character; empty if nothing remains. */
export function forkId(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._:-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|-+$/g, '')
    .slice(0, MAX_ID_LENGTH);
}

/** An unused name for a fork: `West 2`, then `West 3`. */
export function freeName(title: string, used: readonly string[]): string {
  const base = title.replace(/ \d+$/, '');
  for (let number = 2; ; number++) {
    const end = ` ${number}`;
    const name = `${base.slice(0, MAX_NAME_LENGTH - end.length)}${end}`;
    if (!used.includes(name)) return name;
  }
}
