import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { type AgentCard, type Message, type Part, Role, type Task, TaskState } from '@a2a-js/sdk';
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  type ExecutionEventBus,
  InMemoryTaskStore,
  type RequestContext,
} from '@a2a-js/sdk/server';
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import { textOf, textPart } from './a2a-fixture.ts';

/** It comes with the SDK, which mounts its transports on it, and without types. */
const express: () => RequestListener & { use(path: string, handler: unknown): void } = createRequire(
  import.meta.url,
)('express');

/** A server at a free port. */
export async function listening(listener: RequestListener) {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export function cardAt(
  url: string,
  { streaming = true, bindings = ['JSONRPC'], protocolVersion = '1.0' } = {},
): AgentCard {
  return {
    name: 'Sample',
    description: 'Does what a test says.',
    version: '1.0.0',
    provider: undefined,
    supportedInterfaces: bindings.map((protocolBinding) => ({
      url: protocolBinding === 'JSONRPC' ? `${url}/rpc` : `${url}/rest`,
      protocolBinding,
      protocolVersion,
      tenant: '',
    })),
    capabilities: { streaming, pushNotifications: false, extensions: [] },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
    securitySchemes: {},
    securityRequirements: [],
    signatures: [],
  };
}

/** What an agent of a test does with a message. */
export type Behaviour = (turn: Turn) => void | Promise<void>;

/** One message, and the ways to answer it. */
export interface Turn {
  readonly text: string;
  readonly message: Message;
  readonly task: Task;
  status(state: TaskState, text?: string): void;
  artifact(id: string, parts: Part[], more?: { append?: boolean; lastChunk?: boolean }): void;
  reply(text: string): void;
}

interface SdkAgent extends Awaited<ReturnType<typeof listening>> {
  readonly heard: Message[];
  readonly cancelled: string[];
}

/** An agent made with the SDK's own server, as its samples are. */
export async function sdkAgent(
  behave: Behaviour,
  options: {
    readonly streaming?: boolean;
    readonly bindings?: string[];
    readonly protocolVersion?: string;
  } = {},
): Promise<SdkAgent> {
  const received: Message[] = [];
  const cancelled: string[] = [];
  const executor: AgentExecutor = {
    async execute(context, bus) {
      received.push(context.userMessage);
      await behave(turnOf(context, bus));
      bus.finished();
    },
    async cancelTask(taskId, bus) {
      cancelled.push(taskId);
      const status = {
        state: TaskState.TASK_STATE_CANCELED,
        message: undefined,
        timestamp: new Date().toISOString(),
      };
      bus.publish(AgentEvent.statusUpdate({ taskId, contextId: '', status, metadata: undefined }));
      bus.finished();
    },
  };
  const app = express();
  const server = await listening(app);
  const card = cardAt(server.url, options);
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
  const userBuilder = UserBuilder.noAuthentication;
  const legacyCompat = { enabled: options.protocolVersion === '0.3' };
  app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: requestHandler }));
  app.use('/rpc', jsonRpcHandler({ requestHandler, userBuilder, legacyCompat }));
  app.use('/rest', restHandler({ requestHandler, userBuilder, legacyCompat }));
  return { ...server, heard: received, cancelled };
}

function turnOf(context: RequestContext, bus: ExecutionEventBus): Turn {
  const { taskId, contextId, userMessage: message } = context;
  const task = context.task ?? {
    id: taskId,
    contextId,
    status: {
      state: TaskState.TASK_STATE_SUBMITTED,
      message: undefined,
      timestamp: new Date().toISOString(),
    },
    artifacts: [],
    history: [message],
    metadata: undefined,
  };
  const agentMessage = (text: string): Message => ({
    messageId: crypto.randomUUID(),
    contextId,
    taskId,
    role: Role.ROLE_AGENT,
    parts: [textPart(text)],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  });
  let begun = false;
  const begin = (): void => {
    if (!begun) bus.publish(AgentEvent.task(task));
    begun = true;
  };
  return {
    text: textOf(message) ?? '',
    message,
    task,
    status(state, text) {
      begin();
      const status = {
        state,
        message: text === undefined ? undefined : agentMessage(text),
        timestamp: new Date().toISOString(),
      };
      bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status, metadata: undefined }));
    },
    artifact(artifactId, parts, { append = false, lastChunk = false } = {}) {
      begin();
      const artifact = { artifactId, name: '', description: '', parts, metadata: undefined, extensions: [] };
      bus.publish(
        AgentEvent.artifactUpdate({ taskId, contextId, artifact, append, lastChunk, metadata: undefined }),
      );
    },
    reply(text) {
      bus.publish(AgentEvent.message({ ...agentMessage(text), taskId: '' }));
    },
  };
}

/** Answers every message at once: an agent that talks. `bye` completes the task. */
export const talkative: Behaviour = ({ text, status, message }) => {
  status(TaskState.TASK_STATE_WORKING);
  const files = message.parts.filter(({ content }) => content?.$case === 'raw').length;
  const answer = files > 0 ? `${text} (${files} files)` : text;
  status(
    text === 'bye' ? TaskState.TASK_STATE_COMPLETED : TaskState.TASK_STATE_INPUT_REQUIRED,
    `You said: ${answer}`,
  );
};

/** An agent that has a card and answers calls with whatever a test says. */
export async function oddAgent(
  answer: (call: { method: string; id: unknown; params: unknown }, response: ServerResponse) => void,
  { streaming = true }: { readonly streaming?: boolean } = {},
) {
  const server = await listening(async (request, response) => {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(cardAt(`http://${request.headers.host}`, { streaming })));
      return;
    }
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    answer(JSON.parse(Buffer.concat(pieces).toString()), response);
  });
  return server;
}
