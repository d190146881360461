import type { TaskAttachment } from '../facts.ts';
import type { Task } from '../state/planner-state.ts';

/** What is wrong with an attachment, as a sentence; undefined when it can be used. */
export type AttachmentCheck = (
  attachment: TaskAttachment,
  context: { readonly task: Pick<Task, 'description'>; readonly signal: AbortSignal },
) => string | undefined | Promise<string | undefined>;

/** Only looks at the form, and so needs neither a network nor a disk. */
export const checkForm: AttachmentCheck = ({ kind: { type, value } }) => {
  if (type !== 'Link') return value.includes('\0') ? 'It is not a path.' : undefined;
  if (!URL.canParse(value)) return 'It is not a complete address.';
  const { protocol } = new URL(value);
  return protocol === 'http:' || protocol === 'https:' ? undefined : `${protocol} addresses are not fetched.`;
};
