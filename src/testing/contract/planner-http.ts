import { localUser } from '../../host/local-user.ts';
import { serve } from '../../surfaces/http/serve.ts';
import { withinTime } from './expectations.ts';
import {
  limitsEnv,
  type Shown,
  type Surface,
  type SurfaceAnswer,
  type SurfaceSetting,
} from './planner-surface.ts';

type Json = Readonly<Record<string, unknown>>;

/** A dedicated server, used over HTTP and followed through its event stream. */
export async function openHttp(setting: SurfaceSetting): Promise<Surface> {
  const { store, planner, own } = setting;
  const { module, config = {} } = planner;
  const server = await serve({ store, port: 0, planners: own, sessions: { env: limitsEnv(setting) } });
  const asked = async (
    path: string,
    body?: Json,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly ok: boolean; readonly json: Json }> => {
    const sent = body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    };
    const response = await fetch(`${server.url}/api${path}`, sent);
    return { ok: response.ok, json: Object(await response.json()) };
  };
  const must = async (path: string, body?: Json): Promise<Json> => {
    const { ok, json } = await asked(path, body);
    if (!ok) throw new Error(`${path}: ${JSON.stringify(json)}`);
    return json;
  };
  const did = async (
    id: string,
    command: Json,
    headers?: Readonly<Record<string, string>>,
  ): Promise<SurfaceAnswer> => {
    const { ok, json } = await asked(`/sessions/${id}/commands`, command, headers);
    return { text: JSON.stringify(json), ...(!ok && { code: String(json.code) }) };
  };
  const shown = async (id: string, query = ''): Promise<Shown> => {
    const session = await must(`/sessions/${id}${query}`);
    return { text: JSON.stringify(session), blocks: session.blocks };
  };
  let stream: FactStream | undefined;
  return {
    by: localUser(),
    beginsAtOnce: true,
    takesCommands: true,
    showsOthers: true,
    showsUnloaded: true,
    async begin() {
      const { id } = await must('/sessions', { plannerId: module.id, config });
      stream = await FactStream.open(`${server.url}/api/sessions/${String(id)}/events?view=true`);
      return String(id);
    },
    say: (id, text) => did(id, { type: 'say', text }),
    async choose(id, { id: wanted }, optionId) {
      const { waiting } = await must(`/sessions/${id}`);
      const item = items(waiting).find((each) => each.id === wanted);
      const option = items(item?.options).find((each) => each.id === optionId);
      return await did(id, Object(option?.command));
    },
    do: (id, command) => did(id, command),
    doAt: (id, command, version) => did(id, { ...command, expected_version: version }),
    sayOnce: (id, text, key) => did(id, { type: 'say', text }, { 'Idempotency-Key': key }),
    show: (id) => shown(id),
    showPast: (id, at) => shown(id, `?at=${at}`),
    fork: async (id, atSeq, forked) => void (await must(`/sessions/${id}/fork`, { atSeq, id: forked })),
    followed: async (head) => (await stream?.until(head)) ?? [],
    async close() {
      stream?.close();
      await server.close();
    },
  };
}

function items(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(Object) : [];
}

/** The event stream of a session, which records the seqs of all facts. */
class FactStream {
  readonly #seqs: number[] = [];
  readonly #blocks: AsyncIterator<string>;
  readonly #controller: AbortController;

  private constructor(blocks: AsyncIterator<string>, controller: AbortController) {
    this.#blocks = blocks;
    this.#controller = controller;
  }

  static async open(url: string): Promise<FactStream> {
    const controller = new AbortController();
    const { body } = await fetch(url, { signal: controller.signal });
    const stream = new FactStream(eventsIn(body), controller);
    // The session at the start of the stream; facts follow.
    await stream.#read('view');
    return stream;
  }

  /** Reads until the fact at `head` has arrived. */
  async until(head: number): Promise<readonly number[]> {
    while ((this.#seqs.at(-1) ?? 0) < head) {
      const facts = await withinTime(this.#read('change'), () => `the stream told nothing of fact ${head}`);
      this.#seqs.push(...items(facts).map(({ seq }) => Number(seq)));
    }
    return this.#seqs;
  }

  /** The facts of the next event of a kind. */
  async #read(kind: string): Promise<unknown> {
    for (;;) {
      const { done, value } = await this.#blocks.next();
      if (done) throw new Error(`The stream ended before another ${kind}.`);
      const [, event] = /^event: (.*)$/m.exec(value) ?? [];
      const [, data = '{}'] = /^data: (.*)$/m.exec(value) ?? [];
      if (event === kind) return Object(JSON.parse(data)).facts;
    }
  }

  close(): void {
    this.#controller.abort();
  }
}

async function* eventsIn(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string, undefined> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    yield* events;
  }
}
