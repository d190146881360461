import { type Clock, timestamp } from './clock.ts';
import { JournalError, shown } from './error.ts';
import { sha256 } from './integrity/sha256.ts';
import type { FactStore } from './store.ts';

/** The largest attachment. */
export const MAX_ATTACHMENT_BYTES = 64 * 1024 * 1024;

/** How long an attachment may wait for the fact that refers to it before it can be collected. */
export const ATTACHMENT_GRACE_MS = 60 * 60 * 1000;

const PUT_AGAIN = 'Put the same file again, or bring it back from an export: wayfold journal import FILE';

const SHA256 = /^[0-9a-f]{64}$/;

/** What a fact carries in place of the bytes. */
export interface AttachmentRef {
  readonly sha256: string;
  readonly size: number;
}

/** Bytes named by their SHA-256. Putting the same bytes twice keeps one copy. */
export class Attachments {
  readonly #store: FactStore;
  readonly #clock: Clock;

  constructor(store: FactStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Stores bytes durably; put them before the fact that refers to them. */
  async put(bytes: Uint8Array): Promise<AttachmentRef> {
    if (!(bytes instanceof Uint8Array)) {
      throw new JournalError('invalid-attachment', {
        expected: 'a Uint8Array',
        actual: shown(bytes),
        fix: 'Encode text with new TextEncoder().encode(text).',
      });
    }
    if (bytes.length > MAX_ATTACHMENT_BYTES) {
      throw new JournalError('attachment-too-large', {
        expected: `at most ${MAX_ATTACHMENT_BYTES} bytes`,
        actual: `${bytes.length} bytes`,
        fix: 'Keep the file elsewhere and record its address and digest as a fact.',
      });
    }
    const hash = sha256(bytes);
    await this.#store.putAttachment(hash, bytes, timestamp(this.#clock.now()));
    return { sha256: hash, size: bytes.length };
  }

  /** Rejects with `store-corrupt` when the bytes are no longer those that were put. */
  async get(hash: string): Promise<Uint8Array> {
    const bytes =
      typeof hash === 'string' && SHA256.test(hash) ? await checkedAttachment(this.#store, hash) : undefined;
    if (bytes !== undefined) return bytes;
    throw new JournalError('attachment-not-found', {
      summary: `There is no attachment ${shown(hash)}.`,
      fix: 'Use the SHA-256 of a stored attachment, in lower-case hex. Attachments that no fact refers to are removed.',
    });
  }

  /**
   * Removes attachments that no fact refers to any more and that were put at least `graceMs` ago, an hour by default. With 0
   * also one whose fact is still on its way: only while nothing else puts attachments.
   */
  async collect({ graceMs = ATTACHMENT_GRACE_MS }: { readonly graceMs?: number } = {}): Promise<{
    count: number;
    bytes: number;
  }> {
    const before = timestamp(this.#clock.now() - graceMs + (graceMs === 0 ? 1 : 0));
    return await this.#store.collectAttachments(before);
  }
}

/** The bytes of an attachment, `undefined` when it is not there. Rejects when they are not those that were put. */
export async function checkedAttachment(
  store: Pick<FactStore, 'getAttachment'>,
  hash: string,
): Promise<Uint8Array | undefined> {
  const bytes = await store.getAttachment(hash);
  if (bytes === undefined) return undefined;
  const found = sha256(bytes);
  if (found === hash) return bytes;
  throw new JournalError('store-corrupt', {
    summary: `Attachment ${hash} is damaged: its ${bytes.length} bytes have the SHA-256 ${found}.`,
    fix: PUT_AGAIN,
  });
}

/** What a store says of an attachment that it keeps, and whose bytes somebody took out of it. */
export function attachmentMissing(hash: string): JournalError {
  return new JournalError('store-corrupt', {
    summary: `Attachment ${hash} is no longer in the store.`,
    fix: PUT_AGAIN,
  });
}

/** The attachments a payload's text may refer to: every string in it that has the form of a SHA-256. */
export function hashesIn(payload: string): string[] {
  return payload.match(/(?<=")[0-9a-f]{64}(?=")/g) ?? [];
}
