import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { threadId } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { generateObject } from './generate-object.ts';
import { offThread } from './off-thread.ts';
import { answerReading, readAnswer } from './read-answer.ts';

/** 1.1 MB of small objects, and none of them of the schema. */
const FLOOD = Array.from({ length: 50_000 }, (_, i) => `{"a": ${String(i).padStart(12, '1')}}`).join('\n');

describe('readAnswer', () => {
  it('reads a long answer like a short one', async () => {
    const long = `So:\n${'x'.repeat(20_000)} {"a": 1} or [2] or {"b": 3}. Not {c: 4}.`;
    expect(await readAnswer(long)).toEqual(answerReading(long));
    expect((await readAnswer(long)).candidates.map(({ value }) => value)).toEqual([{ b: 3 }, { a: 1 }, [2]]);
  });

  it('says why a long answer cannot be read', async () => {
    const { candidates, reason } = await readAnswer(`{"a": "${'x'.repeat(20_000)}`);
    expect(candidates).toEqual([]);
    expect(reason).toContain('not complete');
  });

  it('keeps a server responsive while it reads 50,000 objects', async () => {
    await using server = await healthServer();
    let isReading = true;
    const reading = readAnswer(FLOOD).finally(() => {
      isReading = false;
    });
    await server.health();
    expect(isReading).toBe(true);
    expect((await reading).candidates[0]).toEqual({ value: { a: 111111149999 }, repaired: false });
  });

  it('keeps a server responsive while generateObject retries', async () => {
    await using server = await healthServer();
    const llm = scriptedModel([FLOOD, '{"b": 1}']);
    const generating = generateObject(llm, {
      messages: [{ role: 'user', text: 'b?' }],
      schema: z.strictObject({ b: z.number() }),
      name: 'b',
    });
    await server.health();
    expect(await generating).toMatchObject({ value: { b: 1 }, attempts: 2 });
  });

  it('stops reading when aborted', async () => {
    const controller = new AbortController();
    const reading = readAnswer(FLOOD, controller.signal);
    controller.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });
});

describe('offThread', () => {
  it('calls the function here when no thread can load its module', async () => {
    const here = () => threadId;
    for (const module of ['file:///nowhere/at-all.js', import.meta.resolve('./read-json.ts')]) {
      expect(await offThread({ module, name: 'here', call: here }, undefined)).toBe(threadId);
    }
  });

  it('rejects with what the function throws', async () => {
    const call = () => {
      throw new Error('here');
    };
    const module = import.meta.resolve('./read-json.ts');
    // In the thread the exported function of that name is called, with something that is no text.
    await expect(offThread({ module, name: 'readJson', call }, undefined)).rejects.toThrow(TypeError);
  });
});

async function healthServer() {
  const server = createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    health: async () => expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
