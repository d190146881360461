import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json as bodyOf } from 'node:stream/consumers';

/** What the endpoint does with one request. */
export type EndpointReply =
  | {
      readonly text: string;
      /** How the text is streamed; in one piece if it is not said. */
      readonly pieces?: readonly string[];
      readonly finish?: 'stop' | 'length' | 'refused';
      /** No usage is told when this is `false`. */
      readonly usage?: false;
    }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
  /** Anything else that a server may say with status 200. */
  | { readonly raw: string; readonly contentType?: string }
  /** Some text, and then nothing more, without an end. */
  | { readonly hang: string }
  /** Some text, and then the connection breaks. */
  | { readonly cut: string }
  /** Some text, and then the response ends, without what a provider says at its end. */
  | { readonly stop: string };

interface EndpointRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** A server on this machine that speaks as OpenAI, Anthropic and Google do, and keeps what it was asked. */
export interface ModelEndpoint {
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly url: string;
  readonly requests: readonly EndpointRequest[];
  /** Says what it does with the next requests, one for each. Without any left it answers with 500. */
  willReply(...replies: readonly EndpointReply[]): void;
  /** Takes back what it was to do with requests that have not come. */
  forgetReplies(): void;
  /** Resolves with the next request that comes in. */
  nextRequest(): Promise<EndpointRequest>;
  close(): Promise<void>;
}

/** Tokens that the endpoint tells, whatever was said. */
export const REPORTED_USAGE = { input: 11, output: 7 } as const;

export async function startModelEndpoint(): Promise<ModelEndpoint> {
  const requests: EndpointRequest[] = [];
  const queue: EndpointReply[] = [];
  let waiting: ((request: EndpointRequest) => void)[] = [];
  const server = createServer(async (incoming, response) => {
    const request = { path: incoming.url ?? '', headers: incoming.headers, body: await bodyOf(incoming) };
    requests.push(request);
    for (const resolve of waiting) resolve(request);
    waiting = [];
    const reply = queue.shift() ?? { status: 500, body: { error: { message: 'no reply is left' } } };
    send(response, reply, dialectOf(request.path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the endpoint has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    willReply: (...replies) => void queue.push(...replies),
    forgetReplies: () => void queue.splice(0),
    nextRequest: () => new Promise((resolve) => void waiting.push(resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, reply: EndpointReply, dialect: Dialect): void {
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}));
    return;
  }
  if ('raw' in reply) {
    response.writeHead(200, { 'content-type': reply.contentType ?? 'text/event-stream' });
    response.end(reply.raw);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const begun = (text: string) => dialect.begin + (text === '' ? '' : dialect.piece(text));
  if ('stop' in reply) {
    response.end(begun(reply.stop));
    return;
  }
  if ('hang' in reply) {
    response.flushHeaders();
    if (begun(reply.hang) !== '') response.write(begun(reply.hang));
    return;
  }
  if ('cut' in reply) {
    // Written out before the connection breaks, so that the client has seen it.
    response.write(begun(reply.cut), () => response.destroy());
    return;
  }
  const { text, pieces = [text], finish = 'stop', usage } = reply;
  if (dialect.begin !== '') response.write(dialect.begin);
  for (const piece of pieces) if (piece !== '') response.write(dialect.piece(piece));
  response.end(dialect.end(finish, usage !== false));
}

interface Dialect {
  readonly begin: string;
  piece(text: string): string;
  end(finish: 'stop' | 'length' | 'refused', usage: boolean): string;
}

function dialectOf(path: string): Dialect {
  if (path.endsWith('/messages')) return anthropic;
  return path.includes(':streamGenerateContent') ? google : openai;
}

function event(data: unknown, type?: string): string {
  return `${type === undefined ? '' : `event: ${type}\n`}data: ${JSON.stringify(data)}\n\n`;
}

const { input, output } = REPORTED_USAGE;

const openaiChunk = (choice: object, more: object = {}) =>
  event({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'stand-in',
    choices: [{ index: 0, finish_reason: null, ...choice }],
    ...more,
  });

const openai: Dialect = {
  begin: openaiChunk({ delta: { role: 'assistant', content: '' } }),
  piece: (content) => openaiChunk({ delta: { content } }),
  end(finish, usage) {
    const reason = { stop: 'stop', length: 'length', refused: 'content_filter' }[finish];
    const tokenUsage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
    return `${openaiChunk({ delta: {}, finish_reason: reason }, usage ? { usage: tokenUsage } : {})}data: [DONE]\n\n`;
  },
};

const anthropic: Dialect = {
  begin:
    event(
      {
        type: 'message_start',
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'stand-in',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: input, output_tokens: 1 },
        },
      },
      'message_start',
    ) +
    event(
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      'content_block_start',
    ),
  piece: (text) =>
    event(
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
      'content_block_delta',
    ),
  end(finish) {
    const reason = { stop: 'end_turn', length: 'max_tokens', refused: 'refusal' }[finish];
    return (
      event({ type: 'content_block_stop', index: 0 }, 'content_block_stop') +
      event(
        {
          type: 'message_delta',
          delta: { stop_reason: reason, stop_sequence: null },
          usage: { output_tokens: output },
        },
        'message_delta',
      ) +
      event({ type: 'message_stop' }, 'message_stop')
    );
  },
};

const googleChunk = (text: string, more: object = {}) =>
  event({ candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, ...more }] });

const google: Dialect = {
  begin: '',
  piece: (text) => googleChunk(text),
  end(finish, usage) {
    const reason = { stop: 'STOP', length: 'MAX_TOKENS', refused: 'SAFETY' }[finish];
    return event({
      candidates: [{ index: 0, content: { role: 'model', parts: [] }, finishReason: reason }],
      ...(usage ? { usageMetadata: { promptTokenCount: input, candidatesTokenCount: output } } : {}),
    });
  },
};
