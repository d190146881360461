import type {
  AgentContext,
  PermissionOption,
  SessionUpdate,
  ToolCallContent,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import { agentMessage, errorAnswer } from './messages.ts';

/** The connection, and the turn, for asking the person. */
export interface PermissionContext {
  readonly sessionId: string;
  readonly client: AgentContext;
  readonly send: (update: SessionUpdate) => Promise<void>;
  /** Aborted by `session/cancel` and at the end of the connection. */
  readonly signal: AbortSignal;
}

/** A multiple-choice question. */
export interface Choice {
  readonly toolCallId: string;
  readonly title: string;
  readonly kind: 'edit' | 'delete' | 'other';
  /** Details, as Markdown. */
  readonly details?: string;
  readonly options: readonly PermissionOption[];
}

/**
 * Asks the person, and resolves to the chosen option; undefined if none was chosen. Throws if the turn is cancelled.
 */
export async function requestChoice(asking: PermissionContext, choice: Choice): Promise<string | undefined> {
  const { send, signal } = asking;
  const { toolCallId, title, kind, details, options } = choice;
  const toolCall = {
    toolCallId,
    title,
    kind,
    status: 'pending' as const,
    ...(details !== undefined && { content: [textContent(details)] }),
  };
  await send({ sessionUpdate: 'tool_call', ...toolCall });
  let chosen: PermissionOption | undefined;
  try {
    chosen = await answerTo(asking, toolCall, options);
  } catch (error) {
    signal.throwIfAborted();
    await send(agentMessage(`Your editor could not ask you. ${errorAnswer(error)}\n\n`));
  } finally {
    const status = chosen?.kind.startsWith('allow') ? 'completed' : 'failed';
    await send({ sessionUpdate: 'tool_call_update', toolCallId, status });
  }
  return chosen?.optionId;
}

function textContent(text: string): ToolCallContent {
  return { type: 'content', content: { type: 'text', text } };
}

async function answerTo(
  { client, sessionId, signal }: PermissionContext,
  toolCall: ToolCallUpdate,
  options: readonly PermissionOption[],
): Promise<PermissionOption | undefined> {
  const answer: unknown = await client.request(
    'session/request_permission',
    { sessionId, toolCall, options: [...options] },
    { cancellationSignal: signal, stopWaitingOnCancel: true },
  );
  signal.throwIfAborted();
  const { outcome, optionId } = Object(Object(answer).outcome);
  if (outcome === 'cancelled') return undefined;
  const chosen = options.find((option) => outcome === 'selected' && option.optionId === optionId);
  if (chosen) return chosen;
  throw new Error('its answer was not one of the options');
}
