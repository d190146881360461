import type { KnownAttachment } from '../../../harness/conversation/attachment-fold.ts';
import type { TaskAttachment } from '../facts.ts';

const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/gif', 'image/jpeg', 'image/png', 'image/webp']);

/** Whether models accept this type as an image. */
export function isImageType(mimeType: string): boolean {
  return IMAGE_TYPES.has(mimeType);
}

/** The uploaded files that a text does not name itself: they belong to its first task. */
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
