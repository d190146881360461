import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** A model that takes its time and then says something that it has not said before. */
export interface SlowModel {
  /** For WAYFOLD_MODEL. */
  readonly name: string;
  /** How often it was asked. */
  readonly asked: number;
  /** How many wait for its answer now. */
  readonly waiting: number;
  close(): Promise<void>;
}

/** Starts an OpenAI-compatible endpoint on this machine. `thinkMs` says how long it takes for the nth answer. */
export async function startSlowModel(thinkMs: (asked: number) => number): Promise<SlowModel> {
  let asked = 0;
  let waiting = 0;
  const server = createServer(async (request, response) => {
    request.resume();
    asked += 1;
    waiting += 1;
    const number = asked;
    response.once('close', () => {
      waiting -= 1;
    });
    await wait(thinkMs(number), undefined, { ref: false });
    if (!response.destroyed) answer(response, `Thank you, we take note of point ${number}.`);
  });
  // A busy machine may ask again just when an idle connection would be closed.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    name: `http://127.0.0.1:${port}/v1#slow`,
    get asked() {
      return asked;
    },
    get waiting() {
      return waiting;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, text: string): void {
  const chunk = (choice: object, more: object = {}) =>
    `data: ${JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'slow',
      choices: [{ index: 0, finish_reason: null, ...choice }],
      ...more,
    })}\n\n`;
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(chunk({ delta: { role: 'assistant', content: text } }));
  response.end(`${chunk({ delta: {}, finish_reason: 'stop' }, { usage })}data: [DONE]\n\n`);
}
