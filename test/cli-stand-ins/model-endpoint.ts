import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PLAN } from './stand-in.mjs';

/** What a model answers: words, or the call of a tool. */
export interface ModelAnswer {
  readonly text?: string;
  readonly tool?: { readonly name: string; readonly input: object };
  /** How many tokens the request is said to have had: a large number makes an agent summarise its conversation. */
  readonly inputTokens?: number;
}

/** How the models behind the endpoint behave. */
export type EndpointBehaviour =
  | 'plan'
  | 'prose'
  | 'hang'
  | 'unauthorized'
  | ((request: SeenRequest) => ModelAnswer);

/** One request that a CLI made. */
export interface SeenRequest {
  readonly path: string;
  readonly body: string;
}

const PROSE = 'I would measure first.\nThen I would add a cache.';

/**
 * Stands in for the model services behind coding CLIs: OpenAI's responses and chat completions, Anthropic's messages, and
 * Google's content generation, each as a stream. Whatever is asked, the answer is a plan.
 */
export class ModelEndpoint {
  behaviour: EndpointBehaviour = 'plan';
  readonly seen: SeenRequest[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<ModelEndpoint> {
    const server = createServer((request, response) => void endpoint.#answer(request, response));
    const endpoint = new ModelEndpoint(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return endpoint;
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('utf8');
    const { pathname: path } = new URL(request.url ?? '/', this.url);
    this.seen.push({ path, body });
    if (this.behaviour === 'hang' && request.method === 'POST') return;
    if (this.behaviour === 'unauthorized') return refuse(response);
    if (request.method !== 'POST' || path.endsWith('/count_tokens'))
      return json(response, { input_tokens: 100 });
    const isRouting = path.includes(':generateContent') && body.includes('complexity_score');
    if (isRouting) return json(response, ROUTING);
    const answer = this.#answerTo({ path, body });
    if (path.endsWith('/responses')) return stream(response, responsesEvents(answer));
    if (path.endsWith('/chat/completions')) return stream(response, chatEvents(answer));
    if (path.endsWith('/messages')) return stream(response, messagesEvents(answer));
    if (path.includes(':streamGenerateContent')) return stream(response, geminiEvents(answer));
    if (path.includes(':generateContent')) return json(response, geminiAnswer(answer));
    json(response, {});
  }

  #answerTo(request: SeenRequest): ModelAnswer {
    if (typeof this.behaviour === 'function') return this.behaviour(request);
    if (this.behaviour === 'prose') return { text: PROSE };
    // Claude Code asks for structured output by a tool of that name.
    const wantsTool = request.body.includes('"StructuredOutput"') && !request.body.includes('"tool_result"');
    return wantsTool ? { tool: { name: 'StructuredOutput', input: PLAN } } : { text: JSON.stringify(PLAN) };
  }
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** Each service finds its own words in it. */
function refuse(response: ServerResponse): void {
  const error = {
    type: 'authentication_error',
    code: 401,
    status: 'UNAUTHENTICATED',
    message: 'invalid api key',
  };
  response
    .writeHead(401, { 'content-type': 'application/json' })
    .end(JSON.stringify({ type: 'error', error }));
}

interface ServerEvent {
  readonly event?: string;
  readonly data: unknown;
}

function stream(response: ServerResponse, events: readonly ServerEvent[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const { event, data } of events) {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`);
  }
  response.end();
}

function responsesEvents({ text = '', tool, inputTokens = 1200 }: ModelAnswer): readonly ServerEvent[] {
  const item = tool
    ? {
        type: 'function_call',
        id: 'fc_1',
        call_id: callId(),
        name: tool.name,
        arguments: JSON.stringify(tool.input),
        status: 'completed',
      }
    : {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text, annotations: [] }],
      };
  const usage = {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 340,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + 340,
  };
  const words = tool
    ? []
    : [
        {
          type: 'response.output_text.delta',
          item_id: 'msg_1',
          output_index: 0,
          content_index: 0,
          delta: text,
        },
      ];
  return [
    { type: 'response.created', response: { id: 'resp_1', status: 'in_progress', output: [] } },
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: tool ? item : { ...item, status: 'in_progress', content: [] },
    },
    ...words,
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [item], usage } },
  ].map((data) => ({ event: data.type, data }));
}

function chatEvents({ text = '', tool, inputTokens = 1200 }: ModelAnswer): readonly ServerEvent[] {
  const chunk = { id: 'chat_1', object: 'chat.completion.chunk', created: 1, model: 'stand-in' };
  const call = tool && {
    index: 0,
    id: callId(),
    type: 'function',
    function: { name: tool.name, arguments: JSON.stringify(tool.input) },
  };
  const delta = { role: 'assistant', ...(call ? { tool_calls: [call] } : { content: text }) };
  return [
    { data: { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] } },
    {
      data: {
        ...chunk,
        choices: [{ index: 0, delta: {}, finish_reason: tool ? 'tool_calls' : 'stop' }],
        usage: { prompt_tokens: inputTokens, completion_tokens: 340, total_tokens: inputTokens + 340 },
      },
    },
    { data: '[DONE]' },
  ];
}

function messagesEvents({ text = '', tool, inputTokens = 1200 }: ModelAnswer): readonly ServerEvent[] {
  const start = tool
    ? { type: 'tool_use', id: callId(), name: tool.name, input: {} }
    : { type: 'text', text: '' };
  const delta = tool
    ? { type: 'input_json_delta', partial_json: JSON.stringify(tool.input) }
    : { type: 'text_delta', text };
  const usage = {
    input_tokens: inputTokens,
    output_tokens: 1,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  };
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'stand-in',
    content: [],
    stop_reason: null,
    usage,
  };
  return [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: start },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: tool ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { ...usage, output_tokens: 340 },
    },
    { type: 'message_stop' },
  ].map((data) => ({ event: data.type, data }));
}

function geminiAnswer({ text = '', tool, inputTokens = 1200 }: ModelAnswer): object {
  const part = tool ? { functionCall: { name: tool.name, args: tool.input } } : { text };
  return {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: {
      promptTokenCount: inputTokens,
      candidatesTokenCount: 340,
      totalTokenCount: inputTokens + 340,
    },
    modelVersion: 'stand-in',
  };
}

let calls = 0;

function callId(): string {
  calls += 1;
  return `call_${calls}`;
}

/** Gemini CLI first asks a small model how hard the task is. */
const ROUTING = {
  candidates: [
    {
      content: {
        role: 'model',
        parts: [{ text: '{"complexity_reasoning":"A plan is wanted.","complexity_score":60}' }],
      },
      finishReason: 'STOP',
      index: 0,
    },
  ],
  usageMetadata: { promptTokenCount: 0, candidatesTokenCount: 0, totalTokenCount: 0 },
};

function geminiEvents(answer: ModelAnswer): readonly ServerEvent[] {
  return [{ data: geminiAnswer(answer) }];
}
