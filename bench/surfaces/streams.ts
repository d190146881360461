import { openJournal } from '../../src/journal/index.ts';
import { compare, type Entry } from '../harness/blocks.ts';
import { figure, times } from '../harness/figure.ts';
import type { Answer, Bench } from '../harness/suite.ts';
import { type ServedNotes, serveBare, serveNotes } from './served-notes.ts';

const BARE = 'node:http by hand, each fact';
const FACTS = '**Wayfold, `/events`**: facts';
const VIEW = '**Wayfold, `/events?view=true`**: facts, and a JSON Patch of the session';
const BLOCK = 20;

/** How long a fact takes from its append to who follows the session. */
export async function streams(bench: Bench): Promise<Answer> {
  const blocks = bench.quick ? 2 : 100;
  bench.progress(`streams: 3 contenders, ${blocks} blocks each`);
  const { timings, missing } = await compare(entriesIn(bench.directory), {
    blocks,
    operations: BLOCK,
    warmUpBlocks: bench.quick ? 1 : 5,
  });
  const bare = timings.get(BARE)?.median ?? Number.NaN;
  return {
    question: 'How soon is a fact on the stream that a page follows?',
    method: [
      `A client follows a session by server-sent events. A fact is appended to its journal, with fsync, and waited for in the stream; then the next one. ${blocks} blocks of ${BLOCK} facts each, from before the append to the event in the client.`,
      '- **node:http by hand** writes each fact that the journal tells of to the response, and nothing else.',
      '- What a browser makes of it is measured [below](#the-workbench).',
    ],
    table: {
      columns: ['', 'µs each', 'p10 to p90', 'of the bare one'],
      rows: [BARE, FACTS, VIEW].map((name) => {
        const timing = timings.get(name);
        if (timing === undefined) return [name, `not run: ${missing.get(name)}`];
        return [
          name,
          figure(timing.median),
          `${figure(timing.at(0.1))} to ${figure(timing.at(0.9))}`,
          times(timing.median / bare),
        ];
      }),
    },
    goals: [],
    notes: [
      'The stream with the view gathers changes for some milliseconds, so that a burst of facts is one event: that wait is part of its figure.',
    ],
  };
}

function entriesIn(directory: string): readonly Entry[] {
  const entry = (
    name: string,
    serve: (directory: string) => Promise<ServedNotes>,
    pathOf: (id: string) => string,
  ): Entry => ({
    name,
    async open() {
      const { url, store, session, close } = await serve(directory);
      const journal = openJournal(store, session.id);
      const stream = await Stream.open(`${url}${pathOf(session.id)}`);
      let count = 0;
      return {
        async run(operations) {
          for (let done = 0; done < operations; done++) {
            const text = `Note number ${count++}.`;
            await Promise.all([stream.until(text), journal.append([{ type: 'note_kept', text }])]);
          }
        },
        async close() {
          stream.close();
          await close();
        },
      };
    },
  });
  return [
    entry(BARE, serveBare, () => '/'),
    entry(FACTS, serveNotes, (id) => `/api/sessions/${id}/events`),
    entry(VIEW, serveNotes, (id) => `/api/sessions/${id}/events?view=true`),
  ];
}

/** The text of a stream of events as it comes in. */
class Stream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #controller: AbortController;
  readonly #decoder = new TextDecoder();

  private constructor(reader: ReadableStreamDefaultReader<Uint8Array>, controller: AbortController) {
    this.#reader = reader;
    this.#controller = controller;
  }

  static async open(address: string): Promise<Stream> {
    const controller = new AbortController();
    const { ok, status, body } = await fetch(address, { signal: controller.signal });
    if (!ok || body === null) throw new Error(`${address}: ${status}`);
    const stream = new Stream(body.getReader(), controller);
    // Until it has begun, facts may be told in one go with what was there before.
    await stream.until('\n\n');
    return stream;
  }

  /** Reads on until a text has come. */
  async until(text: string): Promise<void> {
    for (let read = ''; !read.includes(text); ) {
      const { done, value } = await this.#reader.read();
      if (done) throw new Error('the stream ended');
      read += this.#decoder.decode(value, { stream: true });
    }
  }

  close(): void {
    this.#controller.abort();
  }
}
