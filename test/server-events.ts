/** An event of a server-sent event stream, as it was sent. */
export interface ReceivedEvent {
  readonly event: string;
  readonly id: number | undefined;
  readonly data: { readonly [field: string]: unknown };
}

/** A stream of the server, read block by block: events, retry hints and heartbeats. */
export class ServerEvents {
  readonly response: Response;
  readonly #controller: AbortController;
  readonly #blocks: AsyncGenerator<string>;

  private constructor(response: Response, controller: AbortController) {
    this.response = response;
    this.#controller = controller;
    this.#blocks = blocksOf(response);
  }

  static async open(url: string, headers: Record<string, string> = {}): Promise<ServerEvents> {
    const controller = new AbortController();
    return new ServerEvents(await fetch(url, { headers, signal: controller.signal }), controller);
  }

  /** The next block as text, or undefined when the server has ended the stream. */
  async block(): Promise<string | undefined> {
    const { done, value } = await this.#blocks.next();
    return done ? undefined : value;
  }

  /** The next `count` events, past hints and heartbeats. */
  async take(count: number): Promise<ReceivedEvent[]> {
    const events: ReceivedEvent[] = [];
    while (events.length < count) {
      const block = await this.block();
      if (block === undefined) throw new Error(`The stream ended after ${events.length} of ${count} events.`);
      const event = parse(block);
      if (event) events.push(event);
    }
    return events;
  }

  /** Reads to the end of the stream. */
  async rest(): Promise<string[]> {
    const blocks: string[] = [];
    for (let block = await this.block(); block !== undefined; block = await this.block()) blocks.push(block);
    return blocks;
  }

  leave(): void {
    this.#controller.abort();
  }
}

async function* blocksOf(response: Response): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    yield* blocks;
  }
}

function parse(block: string): ReceivedEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
  const data = fields.get('data');
  if (data === undefined) return undefined;
  const id = fields.get('id');
  return {
    event: fields.get('event') ?? 'message',
    id: id === undefined ? undefined : Number(id),
    data: JSON.parse(data),
  };
}
