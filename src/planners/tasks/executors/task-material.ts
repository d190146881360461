import type { AttachmentContent, AttachmentReader } from './attachment-content.ts';
import type { ExecutableTask } from './executor.ts';
import { delimited } from './material.ts';

/** In characters, of all that a task refers to. */
const MOST_TEXT = 120_000;

/** Tasks that make no sense without what they refer to. Others may be about to make the file they name. */
const READS =
  /^(?:(?:please|kindly)[\s,]+)?(?:read|open|load|review|summari[sz]e|analy[sz]e|parse|import|inspect|study|describe|translate|explain|proofread|extract|compare|transcribe|quote)\b/i;

/** Whether a task is to read what it refers to. */
export function isReading({ description }: Pick<ExecutableTask, 'description'>): boolean {
  return READS.test(description.trim());
}

/** What the attachments of a task hold, for a prompt. */
export interface TaskMaterial {
  /** One block for each that could be read. It is data of others, marked as such. */
  readonly blocks: readonly string[];
  /** What could not be read, each with the reason. */
  readonly unread: readonly string[];
  /** Whether nothing of what the task is to read could be. */
  readonly isMissing: boolean;
}

/** Reads what a task refers to and does not only mention, within a limit. */
export async function taskMaterial(
  task: ExecutableTask,
  read: AttachmentReader,
  signal: AbortSignal,
): Promise<TaskMaterial> {
  const blocks: string[] = [];
  const unread: string[] = [];
  let room = MOST_TEXT;
  for (const attachment of task.attachments) {
    if (attachment.mentioned) continue;
    const { value } = attachment.kind;
    const content: AttachmentContent =
      room > 0 ? await read(attachment, { signal }) : { type: 'unread', reason: 'There was no room for it.' };
    if (content.type === 'text') {
      const text = content.text.slice(0, room).toWellFormed();
      const isCut = content.isCut || text.length < content.text.length;
      blocks.push(delimited(`${value}\n\n${text}${isCut ? '\n[cut off here]' : ''}`));
      room -= text.length;
    } else if (content.type === 'unread' || isReading(task)) {
      unread.push(`${value}: ${content.reason}`);
    }
  }
  return { blocks, unread, isMissing: isReading(task) && blocks.length === 0 && unread.length > 0 };
}
