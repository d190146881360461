import type { ExecutableTask } from '../executor.ts';
import type { AttachmentContent, AttachmentReader } from './attachment-content.ts';
import { delimited } from './material.ts';

/** In characters, for all attachments of a task. */
const MAX_TEXT = 120_000;

/** Tasks that need to read their attachments. Others may create the files they name. */
const READS =
  /^(?:(?:please|kindly)[\s,]+)?(?:read|open|load|review|summari[sz]e|analy[sz]e|parse|import|inspect|study|describe|translate|explain|proofread|extract|compare|transcribe|quote)\b/i;

/** Whether a task reads its attachments. */
export function isReading({ description }: Pick<ExecutableTask, 'description'>): boolean {
  return READS.test(description.trim());
}

/** The content of a task's attachments, for a prompt. */
export interface TaskMaterial {
  /** One block for each readable attachment, marked as data. */
  readonly blocks: readonly string[];
  /** The unreadable attachments, each with the reason. */
  readonly unread: readonly string[];
  /** Whether none of the attachments that the task needs is readable. */
  readonly isMissing: boolean;
}

/** Reads the attachments of a task, except mentioned ones, within a limit. */
export async function taskMaterial(
  task: ExecutableTask,
  read: AttachmentReader,
  signal: AbortSignal,
): Promise<TaskMaterial> {
  const blocks: string[] = [];
  const unread: string[] = [];
  let room = MAX_TEXT;
  for (const attachment of task.attachments) {
    if (attachment.mentioned) continue;
    const { value } = attachment.kind;
    const content: AttachmentContent =
      room > 0 ? await read(attachment, { signal }) : { type: 'unread', reason: 'It did not fit.' };
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
