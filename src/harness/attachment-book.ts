import { isFromOutside } from './fact-log.ts';
import type { ConversationFactOf } from './facts.ts';

/** A file of a conversation under the name it is shown by. */
export interface KnownAttachment {
  readonly name: string;
  readonly sha256: string;
  readonly mimeType: string;
  readonly size: number;
  readonly seq: number;
}

/**
 * The files of a conversation. Two with one name and other bytes both live: the later is shown as `name (2).ext`.
 */
export class AttachmentBook {
  readonly #byName = new Map<string, KnownAttachment>();
  readonly #bySha256 = new Map<string, KnownAttachment>();
  /** By the name in the fact, then by hash: the name it is shown under. */
  readonly #shownAs = new Map<string, Map<string, string>>();
  /** What planners made, in order of arrival, so that a rewind can take the last ones back. */
  readonly #made: (KnownAttachment & { readonly asked: string })[] = [];

  /** A book of its own that begins with what stands here. */
  copy(): AttachmentBook {
    const copy = new AttachmentBook();
    for (const [name, file] of this.#byName) copy.#byName.set(name, file);
    for (const [sha256, file] of this.#bySha256) copy.#bySha256.set(sha256, file);
    for (const [asked, copies] of this.#shownAs) copy.#shownAs.set(asked, new Map(copies));
    copy.#made.push(...this.#made);
    return copy;
  }

  accept({ name: asked, sha256, mimeType, size, seq, origin }: ConversationFactOf<'attachment_added'>): void {
    const copies = this.#shownAs.get(asked) ?? new Map<string, string>();
    const shown = copies.get(sha256);
    if (shown !== undefined) {
      if (isFromOutside({ origin })) this.#keep(shown);
      return;
    }
    const attachment = { name: this.#freeName(asked, copies.size), sha256, mimeType, size, seq };
    this.#shownAs.set(asked, copies.set(sha256, attachment.name));
    this.#byName.set(attachment.name, attachment);
    if (!this.#bySha256.has(sha256)) this.#bySha256.set(sha256, attachment);
    if (!isFromOutside({ origin })) this.#made.push({ ...attachment, asked });
  }

  /** By the name it is shown under, or by its hash. */
  find(nameOrSha256: string): KnownAttachment | undefined {
    return this.#byName.get(nameOrSha256) ?? this.#bySha256.get(nameOrSha256);
  }

  /** All of them, in order of arrival. */
  all(): readonly KnownAttachment[] {
    return [...this.#byName.values()];
  }

  /** Forgets what planners made after `toSeq`. */
  rewind(toSeq: number): void {
    const cut = this.#made.findLastIndex(({ seq }) => seq <= toSeq) + 1;
    for (const { name, asked, sha256, seq } of this.#made.splice(cut)) {
      this.#byName.delete(name);
      this.#shownAs.get(asked)?.delete(sha256);
      if (this.#bySha256.get(sha256)?.seq === seq) this.#forget(sha256);
    }
  }

  /** Somebody else has it too, so that it outlasts what the planner made. */
  #keep(shown: string): void {
    const at = this.#made.findIndex(({ name }) => name === shown);
    if (at !== -1) this.#made.splice(at, 1);
  }

  /** The same bytes may be there under another name. */
  #forget(sha256: string): void {
    const other = this.all().find((attachment) => attachment.sha256 === sha256);
    if (other) this.#bySha256.set(sha256, other);
    else this.#bySha256.delete(sha256);
  }

  #freeName(asked: string, copies: number): string {
    for (let copy = copies + 1; ; copy++) {
      const name = copy === 1 ? asked : numbered(asked, copy);
      if (!this.#byName.has(name)) return name;
    }
  }
}

/** `report.pdf` as `report (2).pdf`, `.env` as `.env (2)`. */
export function numbered(name: string, copy: number): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)} (${copy})${name.slice(dot)}` : `${name} (${copy})`;
}
