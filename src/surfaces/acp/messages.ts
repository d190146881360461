import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { isWayfoldError } from '../../journal/error.ts';
import { inCommands } from '../../plan-tools/calls/in-commands.ts';
import type { Message } from '../../sessions/view/message.ts';
import { COMMANDS_TEXT } from './aliases/plan-slash-commands.ts';

export function agentMessage(text: string): SessionUpdate {
  return { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
}

export function userMessage(text: string): SessionUpdate {
  return { sessionUpdate: 'user_message_chunk', content: { type: 'text', text } };
}

/** The text of a person's message; undefined for other messages. */
export function userText(message: Message): string | undefined {
  switch (message.type) {
    case 'user_input':
      return message.text ?? message.chosen ?? message.choose;
    case 'user_answer':
    case 'user_guidance':
    case 'remote_received':
      return message.text;
    default:
      return undefined;
  }
}

/** The answer to a message that is not a command: where it was recorded, and which commands there are. */
export function recordedAnswer(seq: number, journalId: string): string {
  return `Recorded as fact ${seq} of journal \`${journalId}\`. No planner is attached in the mode Plan, so nothing else happens with it: switch to another mode to have one.

${whatCanBeDone()}`;
}

export function unknownCommandAnswer(name: string): string {
  return `There is no \`/plan ${name}\`.

${whatCanBeDone()}`;
}

export const NO_TEXT_ANSWER = 'There is no text in this prompt, so nothing was recorded.';

/** The answer to a message for a planner that has not received anything to reply to. */
export const NOTHING_RECEIVED =
  'There is no message to reply to. Hand over what the other side said with `/receive`.';

/** The answer to a prompt that exceeds `most`, like `200000 characters`. */
export function tooLongAnswer(most: string): string {
  return `This prompt is too long: it may have at most ${most}. Nothing was recorded: shorten it, or mention fewer files.`;
}

function whatCanBeDone(): string {
  return `What I can do:
${COMMANDS_TEXT}

A Markdown checklist becomes the plan as well.`;
}

/** A refusal or failure as text: what happened, what to do, and the code to look up. */
export function errorAnswer(error: unknown): string {
  if (!isWayfoldError(error)) {
    return `Something failed: ${error instanceof Error ? error.message : String(error)}`;
  }
  const { code, message, summary, fix } = error;
  const text = message.startsWith('Expected ') ? `${summary} ${fix}` : message;
  return `${inCommands(text, '/plan')} [${code}]`;
}
