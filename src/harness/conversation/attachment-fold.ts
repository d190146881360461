import { PersistentMap } from '../../kernel/collections/persistent-map.ts';
import type { ConversationFactOf } from '../facts.ts';
import { isFromOutside } from '../pass/visible-facts.ts';

/** A file of a conversation under its display name. */
export interface KnownAttachment {
  readonly name: string;
  readonly sha256: string;
  readonly mimeType: string;
  readonly size: number;
  readonly seq: number;
}

/** The state of an {@link AttachmentFold}. */
export interface AttachmentState {
  readonly byName: PersistentMap<string, KnownAttachment>;
  readonly bySha256: PersistentMap<string, KnownAttachment>;
  /** The display name, by the name in the fact and then by hash. */
  readonly shownAs: PersistentMap<string, PersistentMap<string, string>>;
  /** Files that planners made, by display name, with the name in the fact: a rewind can remove them. */
  readonly created: PersistentMap<string, KnownAttachment & { readonly asked: string }>;
}

const NONE: AttachmentState = {
  byName: PersistentMap.empty(),
  bySha256: PersistentMap.empty(),
  shownAs: PersistentMap.empty(),
  created: PersistentMap.empty(),
};

/**
 * The files of a conversation. Two with the same name and different bytes are both kept: the later is shown as
 * `name (2).ext`.
 */
export class AttachmentFold {
  readonly #state: AttachmentState;

  constructor(state: AttachmentState = NONE) {
    this.#state = state;
  }

  /** The state for a snapshot; the constructor takes it back. */
  get state(): AttachmentState {
    return this.#state;
  }

  /** The fold with one more file; the same instance if it is known. */
  accept(added: ConversationFactOf<'attachment_added'>): AttachmentFold {
    const { name: asked, sha256, mimeType, size, seq } = added;
    const { byName, bySha256, shownAs, created } = this.#state;
    const copies = shownAs.get(asked) ?? PersistentMap.empty<string, string>();
    const shown = copies.get(sha256);
    // Somebody else has it too, so it outlasts what the planner made.
    if (shown !== undefined)
      return isFromOutside(added) ? this.#with({ created: created.delete(shown) }) : this;
    const file = { name: this.#freeName(asked, copies.size), sha256, mimeType, size, seq };
    return this.#with({
      byName: byName.set(file.name, file),
      bySha256: bySha256.has(sha256) ? bySha256 : bySha256.set(sha256, file),
      shownAs: shownAs.set(asked, copies.set(sha256, file.name)),
      created: isFromOutside(added) ? created : created.set(file.name, { ...file, asked }),
    });
  }

  /** By display name or by hash. */
  find(nameOrSha256: string): KnownAttachment | undefined {
    return this.#state.byName.get(nameOrSha256) ?? this.#state.bySha256.get(nameOrSha256);
  }

  /** All of them, in order of arrival. */
  all(): readonly KnownAttachment[] {
    return this.#state.byName.list();
  }

  /** The fold without files of planners that a rewind removed. The others keep their display names. */
  without(isTakenBack: (file: KnownAttachment) => boolean): AttachmentFold {
    let { byName, bySha256, shownAs, created } = this.#state;
    const gone: KnownAttachment[] = [];
    for (const file of this.#state.created.values()) {
      if (!isTakenBack(file)) continue;
      gone.push(file);
      byName = byName.delete(file.name);
      created = created.delete(file.name);
      const copies = shownAs.get(file.asked)?.delete(file.sha256) ?? PersistentMap.empty();
      shownAs = shownAs.set(file.asked, copies);
    }
    for (const { sha256, seq } of gone) {
      if (bySha256.get(sha256)?.seq !== seq) continue;
      // The same bytes may exist under another name.
      const other = [...byName.values()].find((file) => file.sha256 === sha256);
      bySha256 = other ? bySha256.set(sha256, other) : bySha256.delete(sha256);
    }
    return gone.length === 0 ? this : new AttachmentFold({ byName, bySha256, shownAs, created });
  }

  #freeName(asked: string, copies: number): string {
    for (let copy = copies + 1; ; copy++) {
      const name = copy === 1 ? asked : numbered(asked, copy);
      if (!this.#state.byName.has(name)) return name;
    }
  }

  #with(change: Partial<AttachmentState>): AttachmentFold {
    return new AttachmentFold({ ...this.#state, ...change });
  }
}

/** `report.pdf` as `report (2).pdf`, `.env` as `.env (2)`. */
export function numbered(name: string, copy: number): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)} (${copy})${name.slice(dot)}` : `${name} (${copy})`;
}
