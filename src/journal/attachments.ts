import { type Clock, timestamp } from './clock.ts';
import { JournalError, shown } from './error.ts';
import { sha256 } from './integrity/sha256.ts';
import type { FactStore } from './store.ts';

/** The maximum size of an attachment. */
export const MAX_ATTACHMENT_BYTES = 64 * 1024 * 1024;

/** How long an unreferenced attachment is kept before it can be collected. */
export const ATTACHMENT_GRACE_MS = 60 * 60 * 1000;

const PUT_AGAIN = 'Put the same file again, or bring it back from an export: wayfold journal import FILE';

const SHA256 = /^[0-9a-f]{64}$/;

/** What a fact carries instead of the bytes. */
export interface AttachmentRef {
  readonly sha256: string;
  readonly size: number;
}

/** Bytes identified by their SHA-256. Storing the same bytes twice keeps one copy. */
export class Attachments {
  readonly #store: FactStore;
  readonly #clock: Clock;

  constructor(store: FactStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Stores bytes durably. Store them before you append the fact that refers to them. */
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

  /** Rejects with `store-corrupt` if the bytes have changed since they were stored. */
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
   * Removes attachments that no fact refers to and that are at least `graceMs` old, one hour by default. 0 also
   * removes attachments whose fact is about to be appended: use it only while nothing else stores attachments.
   */
  async collect({ graceMs = ATTACHMENT_GRACE_MS }: { readonly graceMs?: number } = {}): Promise<{
    count: number;
    bytes: number;
  }> {
    const before = timestamp(this.#clock.now() - graceMs + (graceMs === 0 ? 1 : 0));
    return await this.#store.collectAttachments(before);
  }
}

/** The bytes of an attachment, or `undefined` if it does not exist. Rejects if the bytes do not match their hash. */
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

/** The error for an attachment that is listed but whose bytes are missing. */
export function attachmentMissing(hash: string): JournalError {
  return new JournalError('store-corrupt', {
    summary: `Attachment ${hash} is no longer in the store.`,
    fix: PUT_AGAIN,
  });
}

/** The attachments that a payload may refer to: every string in it that looks like a SHA-256. */
export function hashesIn(payload: string): string[] {
  return payload.match(/(?<=")[0-9a-f]{64}(?=")/g) ?? [];
}
