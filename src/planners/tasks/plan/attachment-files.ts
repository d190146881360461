import type { KnownAttachment } from '../../../harness/conversation/attachment-fold.ts';
import type { TaskAttachment } from '../facts.ts';

const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/gif', 'image/jpeg', 'image/png', 'image/webp']);

/** Whether models take files of this type as images. */
export function isImageType(mimeType: string): boolean {
  return IMAGE_TYPES.has(mimeType);
}

/** The files that were added for a text and that it does not name itself: they belong to what it asks for first. */
export function filesFor(
  text: string,
  files: readonly KnownAttachment[],
  plannedAt: number,
): readonly TaskAttachment[] {
  const words = text.toLowerCase();
  return files
    .filter(({ name, seq }) => seq > plannedAt && !words.includes(name.toLowerCase()))
    .map(({ name, mimeType }) => ({
      kind: { type: isImageType(mimeType) ? 'ImageRef' : 'FileRef', value: name },
    }));
}
