import type { Section } from './transfer-export.ts';
import type { BackupEnd } from './transfer-line.ts';

/** Counts the contents of a file. */
export class BackupTally {
  #facts = 0;
  #attachments = 0;
  readonly #heads = new Map<string, string>();

  add({ id, head, hash, fork }: Section, attachments: number): void {
    this.#facts += head - (fork?.at ?? 0);
    this.#attachments += attachments;
    this.#heads.set(id, hash);
  }

  get end(): BackupEnd {
    const heads = Object.fromEntries(this.#heads);
    return { journals: this.#heads.size, facts: this.#facts, attachments: this.#attachments, heads };
  }
}

/** The first difference between the end of a file and what was found before it. */
export function differenceOf(
  recorded: BackupEnd,
  found: BackupEnd,
): { readonly expected: string; readonly actual: string } | undefined {
  for (const what of ['journals', 'facts', 'attachments'] as const) {
    if (recorded[what] !== found[what])
      return { expected: `${recorded[what]} ${what} before it`, actual: `${found[what]}` };
  }
  const id = Object.keys(found.heads).find((each) => recorded.heads[each] !== found.heads[each]);
  if (id === undefined) return undefined;
  return { expected: `${id} to end in hash ${recorded.heads[id]}`, actual: `${found.heads[id]}` };
}
