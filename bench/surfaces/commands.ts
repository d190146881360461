import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { compare, type Entry } from '../harness/blocks.ts';
import { exactly, figure, times } from '../harness/figure.ts';
import type { Answer, Bench } from '../harness/suite.ts';
import { post, serveBare, serveNotes } from './served-notes.ts';

const BARE = 'node:http by hand, one append';
const LAYER = '**Wayfold, `session.do` in this process**';
const HTTP = '**Wayfold, HTTP**';
const MCP = '**Wayfold, MCP over HTTP**';
const BLOCK = 20;

/** What a command takes on its way through each surface. */
export async function commands(bench: Bench): Promise<Answer> {
  const blocks = bench.quick ? 2 : 100;
  bench.progress(`commands: 4 contenders, ${blocks} blocks each`);
  const { timings, missing } = await compare(entriesIn(bench.directory), {
    blocks,
    operations: BLOCK,
    warmUpBlocks: bench.quick ? 1 : 5,
  });
  const bare = timings.get(BARE)?.median ?? Number.NaN;
  return {
    question: 'What does a command take over HTTP and over MCP?',
    method: [
      `A session of a planner that keeps a note takes the command to keep another one, again and again, and answers. ${blocks} blocks of ${BLOCK} commands each; every contender has a SQLite store of its own on the disk, and one client that waits for each answer.`,
      '- **node:http by hand**: parses JSON, appends the fact with fsync, and answers with it. It checks nothing, knows no session, and keeps no view.',
      '- **Wayfold**: checks the input, decides on the state of the session, and appends with compare-and-set. HTTP answers with the facts, MCP with the view as text and as data.',
    ],
    table: {
      columns: ['', 'µs each', 'p10 to p90', 'of the bare one'],
      rows: [BARE, LAYER, HTTP, MCP].map((name) => {
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
      `Client and server share a process, and two cores. Sessions grow to ${exactly((blocks + 5) * BLOCK)} facts during the run.`,
    ],
  };
}

function entriesIn(directory: string): readonly Entry[] {
  let count = 0;
  const repeated = async (operations: number, act: (text: string) => Promise<unknown>) => {
    for (let done = 0; done < operations; done++) await act(`Note ${count++}`);
  };
  return [
    {
      name: BARE,
      async open() {
        const { url, close } = await serveBare(directory);
        return { run: (operations) => repeated(operations, (text) => post(url, { text })), close };
      },
    },
    {
      name: LAYER,
      async open() {
        const { session, close } = await serveNotes(directory);
        const keep = (text: string) => session.do({ type: 'keep', text }, { by: 'bench' });
        return { run: (operations) => repeated(operations, keep), close };
      },
    },
    {
      name: HTTP,
      async open() {
        const { url, session, close } = await serveNotes(directory);
        const address = `${url}/api/sessions/${session.id}/commands`;
        return {
          run: (operations) => repeated(operations, (text) => post(address, { type: 'keep', text })),
          close,
        };
      },
    },
    {
      name: MCP,
      async open() {
        const { url, session, close } = await serveNotes(directory);
        const client = new Client(
          { name: 'bench', version: '1.0.0' },
          { versionNegotiation: { mode: 'auto' } },
        );
        await client.connect(new StreamableHTTPClientTransport(new URL('/mcp?tools=notes', url)));
        const keep = async (text: string) => {
          const { isError, content } = await client.callTool({
            name: 'notes_keep',
            arguments: { session: session.id, text },
          });
          if (isError) throw new Error(JSON.stringify(content));
        };
        return {
          run: (operations) => repeated(operations, keep),
          async close() {
            await client.close();
            await close();
          },
        };
      },
    },
  ];
}
