import type { Attachments } from '../../journal/attachments.ts';
import { JournalError } from '../../journal/error.ts';
import type { ProposedFact } from '../../journal/fact.ts';

/**
 * What is wrong with the files that an output claims to have created: their bytes have to be stored before the
 * facts that name them.
 */
export async function attachmentProblem(
  facts: readonly ProposedFact[],
  attachments: Pick<Attachments, 'get'>,
): Promise<string | undefined> {
  for (const { type, name, sha256, size } of facts) {
    if (type !== 'attachment_added') continue;
    const stored = await sizeOf(String(sha256), attachments);
    if (stored === undefined) return `the bytes of ${name} were not stored: call writeAttachment first`;
    if (stored !== size) return `${name} is declared with ${size} bytes but has ${stored}`;
  }
  return undefined;
}

async function sizeOf(sha256: string, attachments: Pick<Attachments, 'get'>): Promise<number | undefined> {
  try {
    return (await attachments.get(sha256)).length;
  } catch (error) {
    if (error instanceof JournalError && error.code === 'attachment-not-found') return undefined;
    throw error;
  }
}
