import type { TaskAttachment } from '../facts.ts';
import type { Task } from '../state/planner-state.ts';

/** The problem of an attachment, as a sentence; undefined if it can be used. */
export type AttachmentCheck = (
  attachment: TaskAttachment,
  context: { readonly task: Pick<Task, 'description'>; readonly signal: AbortSignal },
) => string | undefined | Promise<string | undefined>;

/** Checks only the format, without network or disk. */
export const checkForm: AttachmentCheck = ({ kind: { type, value } }) => {
  if (type !== 'Link') return value.includes('\0') ? 'It is not a path.' : undefined;
  if (!URL.canParse(value)) return 'It is not a complete address.';
  const { protocol } = new URL(value);
  return protocol === 'http:' || protocol === 'https:' ? undefined : `${protocol} addresses are not fetched.`;
};
