/** What a message is, by the type of its fact. */
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

/** The fields that a person knows a message by, the most telling first. */
const TELLING = ['text', 'chosen', 'prompt', 'message', 'name', 'reason', 'error', 'choose'] as const;

/**
 * A message in words: what it is, and what it says, else the files that it brings, else who it is from. Its id tells a
 * person nothing.
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

/** The names of the files in a list of them, if there are some. */
export function fileNames(files: unknown): string | undefined {
  const names = Array.isArray(files) ? files.map((file) => Object(file).name).filter(isText) : [];
  return names.length > 0 ? names.join(', ') : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
