import { AttachmentFold, type KnownAttachment } from '../../../harness/conversation/attachment-fold.ts';
import { conversationFact } from '../../../harness/facts.ts';
import type { ModuleServices } from '../../../harness/module/planner-module.ts';
import { JournalError } from '../../../journal/error.ts';
import type { LlmImage } from '../../../model/llm.ts';
import type { AttachmentContent, AttachmentReader } from '../executors/material/attachment-content.ts';
import { contentText } from '../executors/material/resource-text.ts';
import type { TaskAttachment } from '../facts.ts';
import { isImageType } from '../plan/attachment-files.ts';

type Host = ModuleServices['host'];

const MAX_TEXT_LENGTH = 40_000;
/** The maximum image size of providers, before encoding. */
const MAX_IMAGE = 5 * 1024 * 1024;

/** The uploaded files of a session, by the names tasks use. */
export class SessionFiles {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Reads these files, and everything else with `otherwise`. */
  reader(otherwise: AttachmentReader): AttachmentReader {
    return async (attachment, context) => {
      const { type, value } = attachment.kind;
      if (type === 'Link' || /^https?:/i.test(value)) return await otherwise(attachment, context);
      const file = await this.#find(attachment);
      if (file !== undefined) return await this.#content(file);
      const read = await otherwise(attachment, context);
      return read.type === 'unread' ? { ...read, reason: `${read.reason} ${NOT_ADDED}` } : read;
    };
  }

  /** The images among a task's files. */
  async images(attachments: readonly TaskAttachment[]): Promise<readonly LlmImage[]> {
    const images: LlmImage[] = [];
    for (const attachment of attachments) {
      const file = attachment.mentioned ? undefined : await this.#find(attachment);
      if (file === undefined || !isImageType(file.mimeType) || file.size > MAX_IMAGE) continue;
      const bytes = await this.#bytes(file);
      if (bytes === undefined) continue;
      images.push({
        name: file.name,
        mediaType: file.mimeType,
        base64: Buffer.from(bytes).toString('base64'),
      });
    }
    return images;
  }

  async #find({ kind: { value } }: TaskAttachment): Promise<KnownAttachment | undefined> {
    let fold = new AttachmentFold();
    for (const fact of (await this.#host.facts?.()) ?? []) {
      const added = fact.type === 'attachment_added' ? conversationFact(fact) : undefined;
      if (added?.type === 'attachment_added') fold = fold.accept(added);
    }
    // `docs/plan.md` may refer to an uploaded file named plan.md.
    return fold.find(value) ?? fold.find(value.split(/[\\/]/).at(-1) ?? value);
  }

  async #content(file: KnownAttachment): Promise<AttachmentContent> {
    const { mimeType, size } = file;
    if (isImageType(mimeType)) {
      return size > MAX_IMAGE
        ? { type: 'unread', reason: 'The image is over 5 MB. Add a smaller one.' }
        : { type: 'text', text: `An image (${mimeType}). It comes with this message.`, isCut: false };
    }
    const bytes = await this.#bytes(file);
    if (bytes === undefined) return { type: 'unread', reason: 'Its content was erased.' };
    const text = contentText(bytes, mimeType) ?? contentText(bytes, '');
    if (text === undefined) return { type: 'unread', reason: NO_TEXT };
    return {
      type: 'text',
      text: text.slice(0, MAX_TEXT_LENGTH).toWellFormed(),
      isCut: text.length > MAX_TEXT_LENGTH,
    };
  }

  async #bytes({ sha256 }: KnownAttachment): Promise<Uint8Array | undefined> {
    try {
      return await this.#host.readAttachment(sha256);
    } catch (error) {
      if (error instanceof JournalError && error.code === 'attachment-not-found') return undefined;
      throw error;
    }
  }
}

const NOT_ADDED = 'Add the file to the session, and try again.';
const NO_TEXT = 'It is neither text nor an image that models take (PNG, JPEG, GIF, WebP). Add it as one.';
