/** The noun for a message, by fact type. */
const NOUNS: Readonly<Record<string, string>> = {
  remote_received: 'Message received',
  remote_sent: 'Message sent',
  user_input: 'Message',
  user_guidance: 'Whisper',
  user_answer: 'Answer',
  agent_question: 'Question',
  planner_error: 'Failure',
  send_failed: 'Failure to send',
  tool_call: 'Tool call',
  tool_result: 'Tool result',
  sleep: 'Nothing to say',
  draft_dismissed: 'Dismissed draft',
};

/** The fields that describe a message, the most informative first. */
const TELLING = ['text', 'chosen', 'prompt', 'message', 'name', 'reason', 'error', 'choose'] as const;

/**
 * A label for a message: its kind, and its text, or else its files, or else its author. Its id means nothing to
 * people.
 */
export function messageLabel(message: Readonly<Record<string, unknown>>): {
  readonly noun: string;
  readonly name?: string;
} {
  const noun = NOUNS[String(message.type)] ?? 'Message';
  const words = TELLING.map((field) => message[field]).find(isText) ?? fileNames(message.attachments);
  if (words !== undefined) return { noun, name: words };
  return { noun: isText(message.by) ? `${noun} by ${message.by}` : noun };
}

/** The names of the files in a list, if there are any. */
export function fileNames(files: unknown): string | undefined {
  const names = Array.isArray(files) ? files.map((file) => Object(file).name).filter(isText) : [];
  return names.length > 0 ? names.join(', ') : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
