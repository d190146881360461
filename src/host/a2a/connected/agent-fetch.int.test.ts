import { describe, expect, it } from 'vitest';
import { listening } from '../../../../test/a2a-agents.ts';
import { opened } from '../../../../test/a2a-talk.ts';
import { agentFetch } from './agent-fetch.ts';

/** Reads what a server writes, piece by piece, with room for 1000 bytes. */
async function read(type: string, pieces: readonly string[]): Promise<string> {
  const server = await listening((_, response) => {
    response.setHeader('content-type', type);
    for (const piece of pieces) response.write(piece);
    response.end();
  });
  opened(server);
  const limits = { timeoutMs: 10_000, silenceMs: 10_000, maxBytes: 1000 };
  const fetched = await agentFetch({ allowPrivate: true, ownOrigin: '', ...limits })(server.url);
  return await fetched.text();
}

describe('what an agent answers', () => {
  it('may be a stream without an end, of lines that have one', async () => {
    const event = `data: ${'x'.repeat(500)}\n\n`;
    expect(await read('text/event-stream', Array(100).fill(event))).toHaveLength(100 * event.length);
  });

  it.each([
    ['a line of a stream', 'text/event-stream', [`data: 1\n\ndata: ${'x'.repeat(600)}`, 'x'.repeat(600)]],
    ['an answer', 'application/json', Array(5).fill(`"${'x'.repeat(300)}"\n`)],
  ])('is cut when %s is too long', async (_, type, pieces) => {
    await expect(read(type, pieces)).rejects.toThrow(/1000/);
  });
});
