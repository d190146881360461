const MAX_ID_LENGTH = 128;
/** The longest name of a session. */
export const MAX_NAME_LENGTH = 120;

/** The id of a fork with this name: what an id cannot have becomes a dash. Empty when nothing is left. */
export function forkId(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._:-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|-+$/g, '')
    .slice(0, MAX_ID_LENGTH);
}

/** A name for a fork that no session has yet: `West 2`, then `West 3`. */
export function freeName(title: string, used: readonly string[]): string {
  const base = title.replace(/ \d+$/, '');
  for (let number = 2; ; number++) {
    const end = ` ${number}`;
    const name = `${base.slice(0, MAX_NAME_LENGTH - end.length)}${end}`;
    if (!used.includes(name)) return name;
  }
}
